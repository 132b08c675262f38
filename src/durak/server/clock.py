"""Time at a table: where it comes from, how long an answer may take, what is left of it.

A table's clock gives each answer its own time and, when that is used up, takes from the seat's
reserve for the deal. Only durations leave the server, so a device's clock may show any time of day.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Final, Protocol

from durak.server.protocol import Pace


@dataclass(frozen=True, kw_only=True, slots=True)
class Allowed:
    """Milliseconds for each answer, and in reserve for all of a seat's answers in a deal."""

    answer: int
    reserve: int


ALLOWED: Final[dict[Pace, Allowed]] = {
    "gentle": Allowed(answer=30_000, reserve=120_000),
    "fast": Allowed(answer=10_000, reserve=40_000),
}


def allowed(pace: Pace) -> Allowed | None:
    """What a table of this pace allows; None: as long as it takes."""
    return ALLOWED.get(pace)


def reserve_of(pace: Pace) -> int | None:
    """A seat's reserve when a deal begins."""
    found = ALLOWED.get(pace)
    return None if found is None else found.reserve


def left(limits: Allowed, reserve: int, elapsed: int) -> tuple[int, int]:
    """What is left of an answer's time and of the reserve after so many milliseconds.

    >>> left(ALLOWED["fast"], 40_000, 4_000), left(ALLOWED["fast"], 40_000, 15_000)
    ((6000, 40000), (0, 35000))
    """
    over = max(0, elapsed - limits.answer)
    return max(0, limits.answer - elapsed), max(0, reserve - over)


class Time(Protocol):
    """Where a room's moments come from."""

    def now(self) -> float:
        """Seconds since some moment."""
        ...

    async def until(self, moment: float) -> None:
        """Return when ``now`` has reached this moment."""
        ...


class LoopTime:
    """The event loop's time."""

    def now(self) -> float:
        """Seconds of the loop's clock."""
        return asyncio.get_running_loop().time()

    async def until(self, moment: float) -> None:
        """Sleep so long."""
        while (rest := moment - self.now()) > 0:
            await asyncio.sleep(rest)
