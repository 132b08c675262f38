"""Tokens: how a browser shows whose it is. Random, in a cookie; only a hash of it is ever kept."""

from __future__ import annotations

import hashlib
import re
import secrets
from typing import Final

from starlette.requests import HTTPConnection
from starlette.responses import Response

COOKIE: Final = "durak_guest"
LASTING: Final = 400 * 24 * 3600
"""Seconds a browser keeps the cookie; browsers allow no more."""

_TOKEN: Final = re.compile(r"[A-Za-z0-9_-]{43}")

_BROWSERS: Final = (  # in this order: most call themselves by others' names too
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("Opera", "Opera"),
    ("YaBrowser", "Yandex Browser"),
    ("SamsungBrowser", "Samsung Internet"),
    ("Vivaldi", "Vivaldi"),
    ("FxiOS", "Firefox"),
    ("Firefox", "Firefox"),
    ("CriOS", "Chrome"),
    ("Chromium", "Chromium"),
    ("Chrome", "Chrome"),
    ("Safari", "Safari"),
)
_SYSTEMS: Final = (
    ("Android", "Android"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("CrOS", "ChromeOS"),
    ("Windows", "Windows"),
    ("Macintosh", "Mac"),
    ("Linux", "Linux"),
)


def new_token() -> str:
    """A new device's token: 256 random bits."""
    return secrets.token_urlsafe(32)


def hashed(token: str) -> str:
    """What the store knows of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


def token_of(connection: HTTPConnection) -> str | None:
    """The token that came along, if it is one."""
    token = connection.cookies.get(COOKIE, "")
    return token if _TOKEN.fullmatch(token) else None


def set_token(response: Response, token: str, connection: HTTPConnection) -> None:
    """Have the browser keep the token, out of reach of scripts and of other sites' forms."""
    response.set_cookie(
        COOKIE,
        token,
        max_age=LASTING,
        httponly=True,
        samesite="lax",
        secure=connection.url.scheme in ("https", "wss"),
        path="/",
    )


def drop_token(response: Response) -> None:
    """Have the browser forget its token."""
    response.delete_cookie(COOKIE, path="/", httponly=True, samesite="lax")


def label_of(user_agent: str) -> str:
    """A few words by which a person knows a device: the browser's and the system's family only.

    >>> label_of("Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0")
    'Firefox, Linux'
    >>> label_of("curl/8.0")
    ''
    """
    found = (
        next((name for sign, name in signs if sign in user_agent), None)
        for signs in (_BROWSERS, _SYSTEMS)
    )
    return ", ".join(name for name in found if name is not None)
