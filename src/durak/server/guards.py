"""What every request passes: the right host, no foreign origin, security headers, size limits."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Final
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from durak.server.protocol import MAX_BODY, encode_body

_HOST: Final = re.compile(r"(\[[0-9a-f:.]+\]|[0-9a-z.-]+)(:[0-9]{1,5})?")


class TooLargeError(Exception):
    """A request's body is over the limit."""


class Guard:
    """Refuses what comes for another host or from another site, and sets the security headers.

    ``hosts`` are the names by which this server may be called; empty means any.
    """

    def __init__(self, app: ASGIApp, hosts: Collection[str] = ()) -> None:
        self._app = app
        self._hosts = frozenset(hosts)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or answer it with a refusal."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        host, refusal = self._looked_at(scope)
        if refusal is not None:
            await _refuse(scope, send, *refusal)
            return

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                _add_headers(MutableHeaders(scope=message), host)
            await send(message)

        await self._app(scope, receive, send_guarded)

    def _looked_at(self, scope: Scope) -> tuple[str, tuple[int, str, str] | None]:
        """The host that is called, and why this is refused, if it is."""
        headers = Headers(scope=scope)
        host = headers.get("host", "").lower()
        found = _HOST.fullmatch(host)
        if found is None or (self._hosts and found[1] not in self._hosts):
            return host, (421, "wrong_host", "This server is not reached by that name.")
        origin = headers.get("origin")
        acts = scope["type"] == "websocket" or scope["method"] not in ("GET", "HEAD")
        if acts and origin is not None and _host_of(origin) != host:
            return host, (403, "other_site", "Another site may not act here.")
        return host, None


async def body_of(request: Request) -> bytes:
    """The whole body.

    Raises:
        TooLargeError: it is over ``MAX_BODY``; the rest was not read.
    """
    body = b""
    async for chunk in request.stream():
        body += chunk
        if len(body) > MAX_BODY:
            raise TooLargeError
    return body


def _host_of(origin: str) -> str | None:
    try:
        return urlsplit(origin.lower()).netloc or None
    except ValueError:
        return None


def _add_headers(headers: MutableHeaders, host: str) -> None:
    headers["Content-Security-Policy"] = (
        f"default-src 'self'; connect-src 'self' ws://{host} wss://{host}; img-src 'self' data:; "
        "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    )
    headers["X-Content-Type-Options"] = "nosniff"
    headers["Referrer-Policy"] = "same-origin"
    headers["Cross-Origin-Opener-Policy"] = "same-origin"
    headers["Cross-Origin-Resource-Policy"] = "same-origin"
    headers.setdefault("Cache-Control", "no-store")


async def _refuse(scope: Scope, send: Send, status: int, code: str, message: str) -> None:
    body = encode_body({"message": message, "code": code, "params": {}})
    headers = [
        (b"content-type", b"application/json"),
        (b"content-length", b"%d" % len(body)),
        (b"x-content-type-options", b"nosniff"),
    ]
    kind = "http.response"
    if scope["type"] == "websocket":
        if "websocket.http.response" not in scope.get("extensions", {}):
            await send({"type": "websocket.close", "code": 1008, "reason": message})
            return
        kind = "websocket.http.response"
    await send({"type": f"{kind}.start", "status": status, "headers": headers})
    await send({"type": f"{kind}.body", "body": body})
