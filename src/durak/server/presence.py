"""Who is at the table, who is missed, and for whom a stand-in plays.

A person is there as long as any connection of its guest follows the table: a second device or
another tab is as good. Somebody is missed only while another person of the table is there; with
nobody there the table rests, and nothing is decided behind anybody's back.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Iterable
from typing import Final, Literal

from durak.server.clock import Time

Reason = Literal["absent", "time", "host"]
"""Why a stand-in plays: nobody came back, the clock ran out too often, the host said so."""

GRACE: Final = 3.0
"""Seconds without a connection that nobody is told of: a reload, a lift."""


class Presence:
    """The persons of one table. ``tell(key, guest, reason)`` says what has become of somebody."""

    def __init__(
        self,
        time: Time,
        patience: float,
        tell: Callable[[str, str, Reason | None], None],
    ) -> None:
        self._time = time
        self._patience = patience
        self._tell = tell
        self._connections: Counter[str] = Counter()
        self._seated: frozenset[str] = frozenset()
        self._timers: dict[str, asyncio.Task[None]] = {}
        self._missed: set[str] = set()
        """Of whom the others were told that they are missing."""
        self.absent: set[str] = set()
        """Who is seen to be missing."""
        self.away: dict[str, Reason] = {}
        """For whom a stand-in plays."""

    @property
    def is_awake(self) -> bool:
        """Whether any person of the table is there."""
        return any(self._connections[each] for each in self._seated)

    def is_here(self, guest: str | None) -> bool:
        """Whether a connection of this guest follows the table."""
        return guest is not None and self._connections[guest] > 0

    def seat(self, guests: Iterable[str]) -> None:
        """These persons sit here now."""
        before, self._seated = self._seated, frozenset(guests)
        gone = before - self._seated
        self.absent -= gone
        self._missed -= gone
        for each in gone:
            self.away.pop(each, None)
        self.absent |= {each for each in self._seated - before if not self._connections[each]}
        self._refresh()

    def come(self, guest: str) -> None:
        """One more connection of this guest."""
        is_first = not self._connections[guest]
        self._connections[guest] += 1
        if is_first and guest in self._seated:
            was_missed = guest in self.away or guest in self._missed
            self.absent.discard(guest)
            self._missed.discard(guest)
            self.away.pop(guest, None)
            if was_missed:
                self._tell("back", guest, None)
        self._refresh()

    def go(self, guest: str) -> None:
        """One connection less."""
        self._connections[guest] -= 1
        if not self._connections[guest]:
            del self._connections[guest]
        self._refresh()

    def stand_in(self, guest: str, reason: Reason) -> None:
        """A stand-in plays for this person from now on."""
        if guest not in self.away:
            self.away[guest] = reason
            self._tell("stand_in", guest, reason)

    def back(self, guest: str) -> bool:
        """The person plays itself again; whether a stand-in did."""
        if self.away.pop(guest, None) is None:
            return False
        self._tell("back", guest, None)
        return True

    def close(self) -> None:
        """Wait for nobody any more."""
        for each in self._timers.values():
            each.cancel()
        self._timers.clear()

    def _refresh(self) -> None:
        missed = {
            each
            for each in self._seated
            if not self._connections[each] and not (each in self.absent and each in self.away)
        }
        for each in list(self._timers):
            if each not in missed or not self.is_awake:
                self._timers.pop(each).cancel()
        if self.is_awake:
            for each in missed - self._timers.keys():
                self._timers[each] = asyncio.create_task(self._miss(each, self._time.now()))

    async def _miss(self, guest: str, since: float) -> None:
        if guest not in self.absent:
            await self._time.until(since + min(GRACE, self._patience / 2))
            self.absent.add(guest)
            self._missed.add(guest)
            self._tell("absent", guest, None)
        await self._time.until(since + self._patience)
        self._timers.pop(guest, None)
        self.stand_in(guest, "absent")
