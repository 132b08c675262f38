"""Ask the rules: an attack and a card are laid on a table that the engine referees.

Nothing here knows what beats what: each question is tried in a small position of the ruleset asked
for, and the answer is the engine's, with its refusal and the clause it rests on.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from durak import cards
from durak.actions import parse
from durak.deal import Deal
from durak.position import Position, set_up
from durak.refusals import Refusal
from durak.ruleset import Ruleset

_CLAUSES: Final = {"cover": "R2.4", "throw_in": "R6.1", "transfer": "R8.1", "show": "R8.6"}
_REFUSALS: Final = {
    "transfer_off": "R8.1",
    "show_off": "R8.6",
    "transfer_limit": "R8.3",
    "over_limit": "R5.3",
}
"""The clause of a refusal, where it is not the question's own."""
_SPARE: Final = 4
"""Cards that the seat behind the defender is given, so that its hand sets no limit (R8.3)."""


class CardsError(ValueError):
    """Cards or trumps with which nothing can be asked."""

    def __init__(self, message: str, code: str, **params: str | int) -> None:
        super().__init__(message)
        self.code = code
        self.params = params


@dataclass(frozen=True, kw_only=True)
class Answer:
    """What the rules say to one question: ``cover``, ``throw_in``, ``transfer`` or ``show``."""

    question: str
    token: str
    """The action that was tried."""
    refusal: Refusal | None
    """Why not; None when it is legal."""
    clause: str

    @property
    def is_legal(self) -> bool:
        """Whether it may be done."""
        return self.refusal is None


def try_cards(rules: Ruleset, *, trump: str, attack: str, card: str) -> tuple[Answer, ...]:
    """What may be done with ``card`` when ``attack`` has been led and ``trump`` are trumps.

    The cards are texts such as ``6d`` (``10d`` and suit symbols too), ``trump`` is a suit's letter.

    Raises:
        CardsError: no such card or suit, one that this deck lacks, or the same card twice.

    >>> answers = try_cards(Ruleset(), trump="h", attack="6d", card="6h")
    >>> [(each.question, each.is_legal) for each in answers]
    [('cover', True), ('throw_in', True), ('transfer', False)]
    """
    suit = _suit(trump)
    led, held = _card(rules, attack), _card(rules, card)
    if led == held:
        raise CardsError(f"{attack} cannot meet itself: choose two cards", "same_card", card=attack)
    laid, answered = cards.name(led), cards.name(held)
    tried = [
        ("cover", _attacked(rules, suit, led, held), 1, f"{laid}<{answered}"),
        ("throw_in", *_thrown_in(rules, suit, led, held)),
        ("transfer", _attacked(rules, suit, led, held), 1, f">{answered}"),
    ]
    if rules.transfer_show:
        tried.append(("show", _attacked(rules, suit, led, held), 1, f">({answered})"))
    return tuple(_answer(question, deal, seat, token) for question, deal, seat, token in tried)


def _answer(question: str, deal: Deal, seat: int, token: str) -> Answer:
    refusal = deal.refusal(seat, parse(token))
    clause = _CLAUSES[question]
    if refusal is not None:
        clause = _REFUSALS.get(refusal.code, clause)
    return Answer(question=question, token=token, refusal=refusal, clause=clause)


def _attacked(rules: Ruleset, trump: int, attack: int, card: int) -> Deal:
    """Seat 0 has led the attack; seat 1 defends and holds the card. Not the deal's first bout."""
    return _position(rules, trump, {1: (card,)}, table=((attack, None),))


def _thrown_in(rules: Ruleset, trump: int, attack: int, card: int) -> tuple[Deal, int, str]:
    """The attack is being taken, and seat 0, which led it, holds the card and is asked (R7.3).

    Where a bout has one attack nobody is asked for a second: there both are led together.
    """
    if rules.attack_limit == 1:
        led = _position(rules, trump, {0: (attack, card)})
        return led, 0, cards.name(attack) + cards.name(card)
    rules = rules.changed(throw_after_take=True)  # what fits is the same before a take
    taken = _position(rules, trump, {0: (card,)}, table=((attack, None),), taking=True)
    return taken, 0, cards.name(card)


def _position(
    rules: Ruleset,
    trump: int,
    held: Mapping[int, tuple[int, ...]],
    *,
    table: tuple[tuple[int, None], ...] = (),
    taking: bool = False,
) -> Deal:
    """A bout between seats 0 and 1, with the rest of the deck spread over hands and talon."""
    named = {card for hand in held.values() for card in hand} | {attack for attack, _ in table}
    spare = [card for card in cards.members(cards.deck_mask(rules.deck)) if card not in named]
    trump_card = next(card for card in spare if cards.suit_of(card) == trump)
    spare.remove(trump_card)
    hands = []
    for seat in range(rules.players):
        hand = list(held.get(seat, ()))
        while len(hand) < _SPARE and len(spare) > 1:
            hand.append(spare.pop())
        hands.append(cards.mask(hand))
    return set_up(
        rules,
        Position(
            hands=tuple(hands),
            trump=trump,
            talon=(*spare[:1], trump_card),
            table=table,
            principal=0,
            defender=1,
            beaten_off=True,
            taking=taking,
        ),
    )


def _suit(text: str) -> int:
    if len(text) != 1 or text not in cards.SUITS:
        raise CardsError(f"{text!r} is no suit: c, d, h or s", "no_suit", suit=text[:20])
    return cards.SUITS.index(text)


def _card(rules: Ruleset, text: str) -> int:
    try:
        found = cards.cards(text)
    except cards.CardError:
        found = ()
    if len(found) != 1:
        raise CardsError(f"{text!r} is no card, such as 6d or Th", "no_card", card=text[:20])
    if not cards.deck_mask(rules.deck) >> found[0] & 1:
        raise CardsError(
            f"{cards.name(found[0])} is not in a deck of {rules.deck}",
            "not_in_deck",
            card=cards.name(found[0]),
            deck=rules.deck,
        )
    return found[0]
