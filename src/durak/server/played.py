"""Deals that a person has played, as the list of them needs them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from sqlalchemy import Connection, select

from durak.server import schema

LISTED: Final = 100
"""Deals that one answer lists."""


@dataclass(frozen=True, kw_only=True, slots=True)
class PlayedDeal:
    """A deal that is over; ``you`` is the person's seat in it, ``bots`` those that bots had, and
    ``result`` as a record writes it."""

    table: str
    number: int
    ended: float
    rules: str
    names: tuple[str, ...]
    bots: tuple[int, ...]
    you: int
    result: str


def deals_of(
    connection: Connection,
    guests: Sequence[str],
    *,
    before: float | None = None,
    most: int = LISTED,
) -> list[PlayedDeal]:
    """Deals that are over in which one of these guests sat, the last ended first, ``most`` of them.

    ``before``: only those that ended before that moment, so that one can go on where a list ended.
    """
    deal, place = schema.deal, schema.place
    ended = deal.c.ended
    wanted = (
        select(deal.c.game, deal.c.number, ended, deal.c.rules, deal.c.result)
        .where(
            ended.is_not(None),
            select(place.c.seat)
            .where(
                place.c.game == deal.c.game,
                place.c.deal == deal.c.number,
                place.c.guest.in_(guests),
            )
            .exists(),
        )
        .order_by(ended.desc(), deal.c.game, deal.c.number.desc())
        .limit(most)
    )
    if before is not None:
        wanted = wanted.where(ended < before)
    found = []
    for row in connection.execute(wanted):
        places = connection.execute(
            select(place.c.seat, place.c.kind, place.c.name, place.c.guest)
            .where(place.c.game == row.game, place.c.deal == row.number)
            .order_by(place.c.seat)
        ).all()
        mine = {each.guest: each.seat for each in places}
        found.append(
            PlayedDeal(
                table=row.game,
                number=row.number,
                ended=row.ended,
                rules=row.rules,
                names=tuple(each.name for each in places),
                bots=tuple(each.seat for each in places if each.kind == "bot"),
                you=next(mine[guest] for guest in guests if guest in mine),
                result=row.result,
            )
        )
    return found
