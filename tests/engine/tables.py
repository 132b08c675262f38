"""Short ways to a deal and to questions about it, for tests that read as the clause they test."""

from __future__ import annotations

from typing import Any

from durak import actions, cards, events, position
from durak.deal import Deal
from durak.ruleset import Ruleset


def at(code: str, *hands: str, trump: str = "h", **members: Any) -> Deal:
    """A deal in the middle: seat 0 leads at seat 1, hearts are trumps, unless said otherwise."""
    members = {"principal": 0, "defender": 1, "hands": list(hands), "trump": trump, **members}
    rules = Ruleset.from_code(code)
    return position.set_up(rules, position.read(rules, members))


def dealt(code: str, first: str, *, dealer: int = 0, later: bool = False, turned: str = "") -> Deal:
    """A whole deal whose deck begins with ``first``; ``turned`` is the card turned up, the rest
    ascending."""
    rules = Ruleset.from_code(code)
    deck = list(cards.cards(first))
    up = [cards.card(turned)] if turned else []
    deck += [
        card
        for card in cards.members(cards.deck_mask(rules.deck))
        if card not in deck and card not in up
    ]
    at_turned = rules.players * 6
    deck[at_turned:at_turned] = up
    return Deal.start(rules, deck, dealer=dealer, later=later)


def play(deal: Deal, *actions_: str) -> tuple[events.Event, ...]:
    """Carry out actions; what the last one set off."""
    happened: tuple[events.Event, ...] = ()
    for do in actions_:
        happened = deal.do(do)
    return happened


def legal(deal: Deal) -> list[str]:
    return [str(action) for action in deal.legal()]


def code(deal: Deal, do: str) -> str | None:
    """R13's code for this, None when it is legal."""
    try:
        seat, action = actions.parse_with_seat(do, deal.ruleset.players)
    except actions.NotationError:
        return "bad_notation"
    refusal = deal.refusal(seat, action)
    return None if refusal is None else refusal.code


def hand(deal: Deal, seat: int) -> str:
    return " ".join(cards.names(deal.hands[seat]))


def known(deal: Deal, seat: int) -> str:
    return " ".join(cards.names(deal.known[seat]))


def counts(deal: Deal) -> list[int]:
    return [held.bit_count() for held in deal.hands]


def talon(deal: Deal) -> str:
    return " ".join(cards.name(card) for card in deal.talon)


def bout(deal: Deal) -> tuple[int, int, int]:
    """Who leads, who defends, how many attacks the bout may hold."""
    return deal.principal, deal.defender, deal.limit


def done(deal: Deal) -> tuple[int, ...]:
    return deal.view(None).done
