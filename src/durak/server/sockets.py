"""WebSockets as uvicorn makes them, but for what it keeps of a handshake and says of a refused one.

Nothing of the protocol is done here: frames, pings and closing are uvicorn's.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

if TYPE_CHECKING:
    from uvicorn._types import ASGISendEvent
    from websockets.http11 import Request, Response


class Sockets(WebSocketsSansIOProtocol):
    """One connection."""

    async def send(self, message: ASGISendEvent) -> None:
        """What the application answers."""
        await super().send(message)
        kind = message["type"]
        if kind == "websocket.accept":
            # thousands of connections would keep for hours what was said in their first moment
            self.request, self.response = cast("Request", None), cast("Response", None)
        elif kind == "websocket.http.response.body" and not message.get("more_body", False):
            # a refusal is an answer: otherwise the log has that the application gave none
            self.handshake_complete = True
