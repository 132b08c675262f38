"""Which language somebody reads: asked for in the address, chosen earlier, or preferred.

What there is in each language is the business of the pages.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from starlette.requests import HTTPConnection
from starlette.responses import Response

if TYPE_CHECKING:
    from durak.server.app import Pages

COOKIE: Final = "durak_lang"
"""Keeps the language that was chosen; scripts of the page set it too."""
ASKED: Final = "lang"
"""The part of an address that asks for a language: ``?lang=ru``."""
KEPT: Final = 400 * 24 * 60 * 60
"""Seconds that a choice is kept: as long as browsers allow."""


def pages_of(connection: HTTPConnection) -> Pages:
    """The pages in the language of whoever asks."""
    pages: Pages = connection.app.state.pages.choose(
        query=connection.query_params.get(ASKED),
        cookie=connection.cookies.get(COOKIE),
        accept=connection.headers.get("accept-language"),
    )
    return pages


def language_of(connection: HTTPConnection) -> str:
    """The code of the language of whoever asks, one that there are pages in."""
    return pages_of(connection).language


def remember_language(response: Response, connection: HTTPConnection) -> None:
    """Keep a language that the address asks for, if there are pages in it."""
    asked = connection.query_params.get(ASKED)
    if asked is not None and asked == language_of(connection):
        response.set_cookie(
            COOKIE,
            asked,
            max_age=KEPT,
            samesite="lax",
            secure=connection.url.scheme in ("https", "wss"),
        )
