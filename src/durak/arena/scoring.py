"""What a tournament comes to: scores with intervals, counts, times, for each bot and each pair.

With two sides a deal that the other lost is 1, a draw ½. With more seats the score is the share of
deals not lost, a draw counting as not lost; a bot at several seats counts each of them.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence

import msgspec

from durak.arena.endings import Agreement
from durak.arena.interval import Estimate, estimate
from durak.arena.plan import Plan
from durak.arena.playing import Played
from durak.arena.rating import Rating


class Against(msgspec.Struct, frozen=True, kw_only=True):
    """A bot's score in its deals with one other."""

    score: float
    low: float
    high: float
    deals: int


class Standing(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One bot's outcome."""

    score: float
    low: float
    """With ``high`` the 95 % interval of the score."""
    high: float
    deals: int
    """Deals it sat in."""
    durak: int
    """Deals that it lost, at whatever seat, those lost by a fault among them."""
    draws: int
    """Deals that nobody lost, stalemates and unfinished ones among them."""
    faults: int
    """Deals that it lost by what it did."""
    ms_per_action: float
    """Milliseconds over an action; a forced one is not asked for and not counted."""
    actions: int
    """Actions that were not forced."""
    rating: Rating | None = None
    against: dict[str, Against] | None = None
    endings: Agreement | None = None


def seat_score(played: Played, seat: int, *, has_sides: bool) -> float:
    """What a deal gives the bot at this seat."""
    if not played.losers:
        return 0.5 if has_sides else 1.0
    return 0.0 if seat in played.losers else 1.0


def standings(
    plan: Plan,
    deals: Sequence[Played],
    *,
    ratings: Mapping[int, Rating],
    agreements: Mapping[int, Agreement],
) -> dict[str, Standing]:
    """Each bot's outcome, by its name, in the order in which they were asked for."""
    names = plan.asked.names
    whole: list[_Sums] = [_Sums() for _ in names]
    against: list[dict[int, _Sums]] = [defaultdict(_Sums) for _ in names]
    for played in deals:
        place = plan.place(played.number)
        here = set(played.seats)
        for bot in here:
            seats = [seat for seat, sitting in enumerate(played.seats) if sitting == bot]
            scores = [seat_score(played, seat, has_sides=plan.has_sides) for seat in seats]
            whole[bot].add(place.deck, scores, played, seats)
            if len(names) > 2:
                for other in here - {bot}:
                    against[bot][other].add(place.deck, scores, played, seats)
    return {
        name: whole[bot].standing(
            rating=ratings.get(bot),
            against={names[other]: against[bot][other].against() for other in sorted(against[bot])},
            endings=agreements.get(bot),
        )
        for bot, name in enumerate(names)
    }


class _Sums:
    """One bot's deals, added up; scores by deck."""

    def __init__(self) -> None:
        self._decks: dict[int, list[float]] = defaultdict(list)
        self._deals = 0
        self._durak = 0
        self._draws = 0
        self._faults = 0
        self._actions = 0
        self._seconds: list[float] = []

    def add(self, deck: int, scores: list[float], played: Played, seats: list[int]) -> None:
        self._decks[deck] += scores
        self._deals += 1
        self._durak += any(seat in played.losers for seat in seats)
        self._draws += not played.losers
        self._faults += played.fault is not None and played.fault.seat in seats
        self._actions += sum(played.asked[seat] for seat in seats)
        self._seconds += [played.seconds[seat] for seat in seats]

    def estimate(self) -> Estimate:
        if not self._decks:
            return Estimate.unknown()
        return estimate([math.fsum(each) / len(each) for each in self._decks.values()])

    def against(self) -> Against:
        found = self.estimate()
        return Against(score=found.score, low=found.low, high=found.high, deals=self._deals)

    def standing(
        self, *, rating: Rating | None, against: dict[str, Against], endings: Agreement | None
    ) -> Standing:
        found = self.estimate()
        milliseconds = 1000 * math.fsum(self._seconds)
        return Standing(
            score=found.score,
            low=found.low,
            high=found.high,
            deals=self._deals,
            durak=self._durak,
            draws=self._draws,
            faults=self._faults,
            ms_per_action=milliseconds / self._actions if self._actions else 0.0,
            actions=self._actions,
            rating=rating,
            against=against or None,
            endings=endings,
        )
