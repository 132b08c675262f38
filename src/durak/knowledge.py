"""What a seat knows by memory alone, and the full states that are possible by it (R12).

Everything here starts from a ``View``: nothing that a seat may not know can enter.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from durak import cards
from durak.deal import Deal
from durak.position import Position, set_up
from durak.ruleset import Ruleset
from durak.view import View


class MemoryAid(StrEnum):
    """What a table shows of what everybody could remember, the same for all (R12.5)."""

    NONE = "none"
    TAKEN = "taken"
    SEEN = "seen"


@dataclass(frozen=True, kw_only=True)
class Knowledge:
    """Where the cards are, as far as a seat can know (R12.3). Sets of cards are masks."""

    hands: tuple[int, ...]
    """For each seat the cards it certainly holds; of the own seat all."""
    table: int
    gone: int
    talon: int
    """Cards that certainly lie in the talon, the trump card among them."""
    unseen: int
    """Cards that may be in several places."""
    hidden: tuple[int, ...]
    """How many of the unseen cards each hand holds."""
    hidden_talon: int
    """How many of the unseen cards the talon holds."""


def of(view: View) -> Knowledge:
    """Everything that follows from a view: own hand, cards seen, elimination (R12.3)."""
    rules = Ruleset.from_code(view.rules)
    hands = [
        _mask(known) | _mask(follows)
        for known, follows in zip(view.known, view.follows, strict=True)
    ]
    if view.seat is not None:
        hands[view.seat] = _mask(view.hand)
    table = _mask(
        [pair.attack for pair in view.table]
        + [pair.cover for pair in view.table if pair.cover is not None]
    )
    talon = _mask(view.talon_follows)
    if view.trump_card is not None:
        talon |= 1 << cards.card(view.trump_card)
    gone = _mask(view.gone)
    unseen = cards.deck_mask(rules.deck) & ~(table | talon | gone)
    for hand in hands:
        unseen &= ~hand
    return Knowledge(
        hands=tuple(hands),
        table=table,
        gone=gone,
        talon=talon,
        unseen=unseen,
        hidden=tuple(
            count - hand.bit_count() for count, hand in zip(view.counts, hands, strict=True)
        ),
        hidden_talon=view.talon_count - talon.bit_count(),
    )


def publicly_known(view: View, aid: MemoryAid) -> tuple[tuple[str, ...], ...]:
    """The cards of each hand that a table with this memory aid shows at its seat (R12.5)."""
    if aid is MemoryAid.NONE:
        return tuple(() for _ in view.known)
    if aid is MemoryAid.TAKEN:
        return view.known
    return tuple(
        (*known, *follows) for known, follows in zip(view.known, view.follows, strict=True)
    )


def sample(view: View, random: np.random.Generator) -> Deal:
    """A full state drawn uniformly from all that agree with what this seat knows.

    Counts, publicly known cards, the own hand and cards gone are as in the view; the unseen cards
    are dealt at random to the hidden places, the talon's order too. Nothing is inferred from play
    (R12.3): a bot that weighs worlds does so itself.

    Raises:
        ValueError: the deal is over, there is nothing to sample.
    """
    if view.to_act is None:
        raise ValueError("the deal is over: there is nothing to sample")
    rules = Ruleset.from_code(view.rules)
    known = of(view)
    shuffled = random.permutation(np.array(list(cards.members(known.unseen)), np.int64)).tolist()
    hands = list(known.hands)
    for seat, count in enumerate(known.hidden):
        hands[seat] |= cards.mask(shuffled[:count])
        del shuffled[:count]
    certain = known.talon
    if view.trump_card is not None:
        certain &= ~(1 << cards.card(view.trump_card))
    talon = shuffled + list(cards.members(certain))
    if certain:
        talon = random.permutation(np.array(talon, np.int64)).tolist()
    if view.trump_card is not None:
        talon.append(cards.card(view.trump_card))
    return set_up(rules, _position(view, rules, hands=tuple(hands), talon=tuple(talon)))


def _position(
    view: View, rules: Ruleset, *, hands: tuple[int, ...], talon: tuple[int, ...]
) -> Position:
    return Position(
        hands=hands,
        trump=cards.SUITS.index(view.trump),
        principal=view.principal,
        defender=view.defender,
        talon=talon,
        table=tuple(
            (cards.card(pair.attack), None if pair.cover is None else cards.card(pair.cover))
            for pair in view.table
        ),
        limit=view.limit,
        led=view.led,
        bout=view.bout,
        beaten_off=view.beaten_off,
        dealer=view.dealer,
        done=view.done,
        taking=view.taking,
        takes_in_row=view.takes_in_row,
        known={seat: _mask(held) for seat, held in enumerate(view.known)},
        shown=_mask(view.shown),
        low_trump_first=_first_holder(view, rules, hands),
        out=view.out,
    )


def _first_holder(view: View, rules: Ruleset, hands: tuple[int, ...]) -> int | None:
    """Who was dealt the lowest trump or drew it (R9.6), in a sampled state.

    Where it was never seen outside the hand that holds it, that hand was dealt it or drew it.
    """
    if view.low_trump_first is not None:
        return view.low_trump_first
    low = 4 * cards.lowest_rank(rules.deck) + cards.SUITS.index(view.trump)
    for seat, hand in enumerate(hands):
        if hand >> low & 1 and cards.name(low) not in view.known[seat]:
            return seat
    return None


def _mask(names: list[str] | tuple[str, ...]) -> int:
    return cards.mask(cards.card(each) for each in names)
