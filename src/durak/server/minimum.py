"""The least that a seat can do: what is played for it when nobody plays."""

from __future__ import annotations

from durak import cards
from durak.actions import DONE, TAKE, Kind, parse
from durak.view import View


def least(view: View) -> str:
    """Done or take; where neither may be said, a lead of the lowest card, trumps last.

    Raises:
        ValueError: the view is not that of the seat to act.
    """
    for word in (str(DONE), str(TAKE)):
        if word in view.legal:
            return word
    trump = cards.SUITS.index(view.trump)
    leads = [
        (cards.suit_of(card) == trump, cards.rank_of(card), token)
        for token in view.legal
        if (action := parse(token)).kind is Kind.LAY and action.cards.bit_count() == 1
        for card in cards.members(action.cards)
    ]
    if not leads:
        raise ValueError(f"seat {view.seat} is not to act: the word is with {view.to_act}")
    return min(leads)[2]
