"""Connections that follow a table, and the messages that wait for each."""

from __future__ import annotations

import asyncio
from typing import Final

from durak.server.protocol import ServerMessage, TableShown, encode

BACKLOG: Final = 64
"""Messages that may wait for one follower; a slower one is dropped and comes back to a new view."""


class FullError(Exception):
    """Too many connections follow this table already."""


class Follower:
    """One connection at a table, of a guest or of nobody yet, and the messages that wait for it."""

    def __init__(self, guest: str | None) -> None:
        self.guest = guest
        self.last: tuple[int, TableShown] | None = None
        """The version and table that it was sent last."""
        self._waiting: asyncio.Queue[str] = asyncio.Queue(BACKLOG)
        self._dropped = asyncio.Event()

    def send(self, message: ServerMessage) -> None:
        """Put a message in line; a follower whose line is full is dropped."""
        self.send_text(encode(message))

    def send_text(self, text: str) -> None:
        """The same with a message that is text already."""
        try:
            self._waiting.put_nowait(text)
        except asyncio.QueueFull:
            self._dropped.set()

    async def next(self) -> str:
        """The next message in line."""
        return await self._waiting.get()

    async def dropped(self) -> None:
        """Returns when this follower was too slow, or the server is closing."""
        await self._dropped.wait()

    def drop(self) -> None:
        """Send this follower away."""
        self._dropped.set()

    def has_seen(self, v: int, shown: TableShown) -> bool:
        """Whether it was sent this table already, all but how far the clock has run."""
        if self.last is None or self.last[0] != v:
            return False
        before = self.last[1]
        return all(
            getattr(before, name) == getattr(shown, name)
            for name in TableShown.__struct_fields__
            if name != "clock"
        )
