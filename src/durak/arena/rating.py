"""Ratings over a ladder: Plackett and Luce's model, in which all tie but the durak."""

from __future__ import annotations

import math
from collections.abc import Iterable

import msgspec
from openskill.models import PlackettLuce, PlackettLuceRating

from durak.arena.playing import Played


class Rating(msgspec.Struct, frozen=True, kw_only=True):
    """How strong a bot is, and how far off that may be; everybody begins at 25 and 8⅓."""

    mu: float
    sigma: float


def ratings(deals: Iterable[Played], bots: int, *, has_sides: bool) -> dict[int, Rating]:
    """The rating of each bot after these deals, taken in the order of their numbers.

    A bot at several seats of a deal is rated at each and takes the mean; in teams a side is rated.
    """
    model = PlackettLuce()
    now = [model.rating() for _ in range(bots)]
    for played in sorted(deals, key=lambda each: each.number):
        seats = range(2) if has_sides else range(len(played.seats))
        ranks = [2.0 if seat in played.losers else 1.0 for seat in seats]
        rated = model.rate([[now[played.seats[seat]]] for seat in seats], ranks=ranks)
        after: dict[int, list[PlackettLuceRating]] = {}
        for seat, (each,) in zip(seats, rated, strict=True):
            after.setdefault(played.seats[seat], []).append(each)
        for bot, several in after.items():
            now[bot] = model.rating(
                mu=math.fsum(each.mu for each in several) / len(several),
                sigma=math.fsum(each.sigma for each in several) / len(several),
            )
    return {bot: Rating(mu=each.mu, sigma=each.sigma) for bot, each in enumerate(now)}
