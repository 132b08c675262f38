"""Connections that follow a table, and the messages that wait for each."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from durak.server.protocol import ServerMessage, TableShown, encode

BACKLOG: Final = 64
"""Messages that may wait for one follower; a slower one is dropped and comes back to a new view."""


Call = Callable[[], None]


class FullError(Exception):
    """Too many connections follow this table already."""


class Follower:
    """One connection at a table, of a guest or of nobody yet, and the messages that wait for it.

    Most followers have nothing to hear most of the time, and there are thousands: so this is a
    list and two calls, and not a queue that somebody waits at.
    """

    __slots__ = ("_dismiss", "_waiting", "_wake", "guest", "is_dropped", "last")

    def __init__(self, guest: str | None) -> None:
        self.guest = guest
        self.last: tuple[int, TableShown] | None = None
        """The version and table that it was sent last."""
        self.is_dropped = False
        """Whether it was too slow, or was sent away: nothing more is told to it."""
        self._waiting: list[str] = []
        self._wake: Call | None = None
        self._dismiss: Call | None = None

    def attach(self, wake: Call, dismiss: Call) -> None:
        """From now on, ``wake`` is called when something waits, ``dismiss`` once when dropped."""
        self._wake, self._dismiss = wake, dismiss
        if self.is_dropped:
            dismiss()
        elif self._waiting:
            wake()

    def detach(self) -> None:
        """Nobody is called any more."""
        self._wake = self._dismiss = None

    def send(self, message: ServerMessage) -> None:
        """Put a message in line; a follower whose line is full is dropped."""
        self.send_text(encode(message))

    def send_text(self, text: str) -> None:
        """The same with a message that is text already."""
        if self.is_dropped:
            return
        if len(self._waiting) >= BACKLOG:
            self.drop()
            return
        self._waiting.append(text)
        if self._wake is not None:
            self._wake()

    def next(self) -> str | None:
        """The next message in line, None when nothing waits."""
        return self._waiting.pop(0) if self._waiting else None

    def drop(self) -> None:
        """Send this follower away."""
        if self.is_dropped:
            return
        self.is_dropped = True
        self._waiting.clear()
        if self._dismiss is not None:
            self._dismiss()

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
