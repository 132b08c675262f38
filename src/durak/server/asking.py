"""A question that a table asks a seat: since when, and from when on its answer is passed on."""

from __future__ import annotations

from dataclasses import dataclass

from durak.server.clock import Allowed, left
from durak.server.protocol import ClockShown


@dataclass(frozen=True, kw_only=True, slots=True)
class Held:
    """A person's answer that waits for its moment, and what it leaves of the reserve."""

    do: str
    reserve: int | None


@dataclass(kw_only=True, slots=True)
class Question:
    """Version ``v`` of a table asks ``seat`` for its answer."""

    v: int
    seat: int
    asked_at: float
    moment: float
    """No answer is passed on before this moment."""
    held: Held | None = None
    is_silent: bool = False

    def deadline(self, limits: Allowed, reserves: tuple[int, ...]) -> float:
        """When the time is up."""
        return self.asked_at + (limits.answer + reserves[self.seat]) / 1000

    def reserve_left(self, limits: Allowed, reserves: tuple[int, ...], now: float) -> int:
        """What an answer now would leave of the seat's reserve."""
        return left(limits, reserves[self.seat], self._elapsed(now))[1]

    def shown(self, limits: Allowed, reserves: tuple[int, ...], now: float) -> ClockShown:
        """What is left now, for everybody to see."""
        answer, reserve = left(limits, reserves[self.seat], self._elapsed(now))
        return ClockShown(
            seat=self.seat,
            answer_ms=answer,
            reserve_ms=tuple(
                reserve if seat == self.seat else each for seat, each in enumerate(reserves)
            ),
        )

    def _elapsed(self, now: float) -> int:
        return max(0, round((now - self.asked_at) * 1000))
