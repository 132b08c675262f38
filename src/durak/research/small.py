"""A shrunken Durak: a few cards, small hands, one open trump card, two seats, our own rules.

The deal is set up as a position whose other cards are gone, so every rule of it is the engine's.
Hands are refilled to six like any other (R9.2): with so small a talon the first to draw empties it.
What OpenSpiel needs of it is in ``spiel``, whole trees of it in ``tree``.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Final, Self

from durak import cards, events
from durak.deal import Deal
from durak.position import Position, set_up
from durak.ruleset import HAND_SIZE, Ruleset
from durak.view import View, event_as_seen

SEATS: Final = 2
_DECK_OF_24: Final = Ruleset(deck=24)


class SmallError(ValueError):
    """A shrunken Durak that cannot be; the sentence says what would be possible."""


@dataclass(frozen=True, kw_only=True)
class Small:
    """Which cards are in play, which of them lies open under the talon, how many a hand gets.

    Seat 0 leads. The open card sets trumps and is the same in every deal; the others are dealt in
    every way there is, all alike.

    >>> small = Small(cards="9c Tc 9d Td 9h Th", trump_card="9h", hand=2)
    >>> len(small.deals), small.talon_count
    (30, 2)

    Raises:
        SmallError: cards that are not of the deck, too few for the hands and a talon, or a ruleset
            for more than two seats.
    """

    cards: str = "9c Tc Jc 9d Td Jd 9h Th"
    trump_card: str = "9h"
    hand: int = 3
    rules: Ruleset = _DECK_OF_24

    def __post_init__(self) -> None:
        if self.rules.players != SEATS:
            raise SmallError(f"a shrunken Durak has two seats, not players={self.rules.players}")
        try:
            ids = cards.cards(self.cards)
            trump_card = cards.card(self.trump_card)
        except cards.CardError as error:
            raise SmallError(str(error)) from None
        for card in ids:
            if not cards.deck_mask(self.rules.deck) >> card & 1:
                raise SmallError(f"{cards.name(card)} is not in a deck of {self.rules.deck}")
        if trump_card not in ids:
            raise SmallError(f"the trump card {self.trump_card} is not one of {self.cards}")
        if not 1 <= self.hand <= HAND_SIZE or self.talon_count < 1:
            raise SmallError(
                f"{len(ids)} cards for two hands of {self.hand} and a talon: hands are 1 to "
                f"{HAND_SIZE}, and one card at least is left over"
            )

    @property
    def talon_count(self) -> int:
        """How many cards the talon has, the open one among them."""
        return len(self.cards.split()) - SEATS * self.hand

    @cached_property
    def deals(self) -> tuple[Position, ...]:
        """Every way to deal the cards, each once, all equally likely."""
        trump_card = cards.card(self.trump_card)
        others = [card for card in sorted(cards.cards(self.cards)) if card != trump_card]
        found = []
        for first in itertools.combinations(others, self.hand):
            left = [card for card in others if card not in first]
            for second in itertools.combinations(left, self.hand):
                hidden = [card for card in left if card not in second]
                found += [
                    self._dealt((first, second), (*order, trump_card))
                    for order in itertools.permutations(hidden)
                ]
        return tuple(found)

    def _dealt(self, hands: tuple[tuple[int, ...], ...], talon: tuple[int, ...]) -> Position:
        trump = cards.suit_of(talon[-1])
        low = 4 * cards.lowest_rank(self.rules.deck) + trump
        holders = [seat for seat, hand in enumerate(hands) if low in hand]
        return Position(
            hands=tuple(cards.mask(hand) for hand in hands),
            trump=trump,
            principal=0,
            defender=1,
            talon=talon,
            bout=1,
            low_trump_first=holders[0] if holders else None,
        )


STANDARD: Final = Small()
"""The one that figures are given for."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Stage:
    """A deal after some actions, and what each seat has seen of it, in order, as one text."""

    deal: Deal
    seen: tuple[str, ...]
    """Own hand at the deal, every action, every draw; of another's draw only what is open. Two
    stages that a seat cannot tell apart have the same text, others never."""

    @classmethod
    def first(cls, small: Small, at: int) -> Self:
        """Before the first action of deal ``at``."""
        deal = set_up(small.rules, small.deals[at])
        return cls(deal=deal, seen=tuple(" ".join(cards.names(hand)) for hand in deal.hands))

    @property
    def tokens(self) -> tuple[str, ...]:
        """What the seat to act may do, in the kernel's order; empty when the deal is over."""
        return tuple(str(action) for action in self.deal.legal())

    def after(self, at: int) -> Stage:
        """The stage after the action at place ``at`` of ``tokens``."""
        deal = self.deal.clone()
        seat, action = deal.to_act, deal.legal()[at]
        assert seat is not None
        happened = deal.apply(seat, action)
        news = [f" {seat}:{action}"] * SEATS
        for event in happened:
            for viewer in range(SEATS):
                seen = event_as_seen(event, viewer)
                if isinstance(seen, events.Drew):
                    news[viewer] += f" {seen.seat}+{_set_of(seen.cards)}"
        return Stage(
            deal=deal,
            seen=tuple(old + new for old, new in zip(self.seen, news, strict=True)),
        )

    def view(self) -> View:
        """What the seat to act sees."""
        return self.deal.view(self.deal.to_act)

    @property
    def returns(self) -> tuple[float, float]:
        """1 for who is not the durak, -1 for the durak, 0 for a draw and before the end."""
        if not self.deal.losers:
            return 0.0, 0.0
        return (-1.0, 1.0) if self.deal.losers == (0,) else (1.0, -1.0)


def _set_of(drawn: tuple[str, ...]) -> str:
    """Cards drawn together, in one order: no view tells in which they came."""
    hidden = drawn.count(events.UNKNOWN)
    seen = cards.names(cards.mask(cards.card(card) for card in drawn if card != events.UNKNOWN))
    return ",".join((*seen, *[events.UNKNOWN] * hidden))


def stages(small: Small) -> Iterator[Stage]:
    """Every stage of every deal, depth first: the whole game, leaves and all."""
    for at in range(len(small.deals)):
        left = [Stage.first(small, at)]
        while left:
            stage = left.pop()
            yield stage
            left += [stage.after(each) for each in reversed(range(len(stage.tokens)))]
