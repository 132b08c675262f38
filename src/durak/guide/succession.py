"""Who deals and who leads after each possible end of a deal, for people with real cards (R10.2).

Every case is played to its end by the engine, so that a page without a network can look it up.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from itertools import combinations
from typing import Any

from durak import cards
from durak.deal import Deal
from durak.position import Position, set_up
from durak.ruleset import DrawResult, Lead, Ruleset, Teams


@dataclass(frozen=True, kw_only=True)
class Next:
    """What an end of a deal means: who has lost it, who deals next, and who leads then.

    ``leader`` is None where the cards decide (the lowest trump); in a draw nobody has lost.
    """

    losers: tuple[int, ...]
    dealer: int
    leader: int | None


@dataclass(frozen=True, kw_only=True)
class Succession:
    """What follows from what at one table.

    ``first``: who leads a match's first deal, by its dealer. ``after``: the next deal by its dealer
    and by who was left with cards: the durak alone, some of the losing team, nobody (a draw).
    """

    first: tuple[int | None, ...]
    after: tuple[dict[tuple[int, ...], Next], ...]


def succession(rules: Ruleset) -> Succession:
    """Everything that can follow under these rules.

    >>> after = succession(Ruleset(players=3)).after
    >>> after[0][(2,)], after[0][()]
    (Next(losers=(2,), dealer=2, leader=0), Next(losers=(), dealer=0, leader=1))
    """
    seats = range(rules.players)
    return Succession(
        first=tuple(_leader(rules, dealer, later=False) for dealer in seats),
        after=tuple(
            {left: _next(rules, _ended(rules, dealer, left)) for left in _ends(rules)}
            for dealer in seats
        ),
    )


def plain(found: Succession) -> dict[str, Any]:
    """The same for JSON: seats left joined by commas (empty for a draw) as keys."""
    return {
        "first": list(found.first),
        "after": [
            {",".join(map(str, left)): asdict(each) for left, each in ends.items()}
            for ends in found.after
        ],
    }


def _ends(rules: Ruleset) -> Iterator[tuple[int, ...]]:
    """Who may be left with cards: nobody, one seat, or with teams any seats of one of them."""
    yield ()
    if rules.teams is Teams.NONE:
        yield from ((seat,) for seat in range(rules.players))
        return
    for team in (range(0, rules.players, 2), range(1, rules.players, 2)):
        for count in range(1, len(team) + 1):
            yield from combinations(team, count)


def _ended(rules: Ruleset, dealer: int, left: tuple[int, ...]) -> Deal:
    """A deal by ``dealer`` that has just ended with cards in the hands of ``left`` alone.

    The last bout: an opponent of those left lays its last card, and one of them takes it; in a draw
    the last two seats, neighbours, lay one card each.
    """
    deck = list(cards.members(cards.deck_mask(rules.deck)))
    defender = left[0] if left else 1
    attacker = (defender - 1) % rules.players
    lead, cover = deck[0], deck[-len(cards.SUITS)]  # the lowest and the highest of one suit
    hands = [0] * rules.players
    hands[attacker] = 1 << lead
    for seat, card in zip(left, deck[1:], strict=False):
        hands[seat] = 1 << card
    if not left:
        hands[defender] = 1 << cover
        rules = rules.changed(draw_result=DrawResult.DRAW)  # a stalemate is one under all rules
    position = Position(
        hands=tuple(hands), trump=0, principal=attacker, defender=defender, dealer=dealer
    )
    deal = set_up(rules, position)
    deal.do(f"{attacker}:{cards.name(lead)}")
    answer = "take" if left else f"{cards.name(lead)}<{cards.name(cover)}"
    deal.do(f"{defender}:{answer}")
    return deal


def _next(rules: Ruleset, deal: Deal) -> Next:
    assert deal.dealer_next is not None, "each of these deals is over with its last action"
    return Next(
        losers=tuple(deal.losers),
        dealer=deal.dealer_next,
        leader=_leader(rules, deal.dealer_next, later=True),
    )


def _leader(rules: Ruleset, dealer: int, *, later: bool) -> int | None:
    """Who leads the deal of ``dealer``; None when that hangs on the cards."""
    if (rules.later_lead if later else rules.first_lead) is Lead.LOWEST_TRUMP:
        return None
    deck = tuple(cards.members(cards.deck_mask(rules.deck)))
    return Deal.start(rules, deck, dealer=dealer, later=later).principal
