"""Guests: who plays without an account. A random token in a cookie; only its hash is kept."""

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


def new_token() -> str:
    """A new guest's token: 256 random bits."""
    return secrets.token_urlsafe(32)


def hashed(token: str) -> str:
    """What the store knows of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


def token_of(connection: HTTPConnection) -> str | None:
    """The token that came along, if it is one."""
    token = connection.cookies.get(COOKIE, "")
    return token if _TOKEN.fullmatch(token) else None


def guest_of(connection: HTTPConnection) -> str | None:
    """The hash of the token that came along, if any: who has none is nobody yet."""
    token = token_of(connection)
    return None if token is None else hashed(token)


def remember(response: Response, token: str, connection: HTTPConnection) -> None:
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
