"""Quick: a bot for tests, legal and at once. It looks at its view and thinks no further."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Final

from durak import cards
from durak.actions import DONE, TAKE, Action, Kind, parse
from durak.bots import Reason, Weighed
from durak.view import View

CHEAP_BELOW: Final = cards.RANKS.index("J")
"""Ranks below this one are worth throwing in."""


class Quick:
    """Leads low with all it has of that rank, covers cheaply, throws in cheaply, never swaps.

    Cards that are worth the same are chosen between by ``rng``, the only thing it keeps.
    """

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng

    def choose(self, view: View) -> Action:
        """A legal action of the seat to act.

        Raises:
            ValueError: the view is not that of the seat to act.
        """
        if not view.legal:
            raise ValueError(f"seat {view.seat} is not to act: the word is with {view.to_act}")
        trump = cards.SUITS.index(view.trump)
        legal = [parse(token) for token in view.legal]
        if any(action.kind is Kind.COVER or action == TAKE for action in legal):
            return self._answer(view, legal, trump)
        lays = [action for action in legal if action.kind is Kind.LAY]
        single = [action for action in lays if _is_one(action.cards)]
        if DONE not in legal:
            return _with_its_like(self._cheapest(single, trump), lays, trump)
        cheap = [
            action
            for action in single
            if cards.suit_of(_first(action)) != trump
            and cards.rank_of(_first(action)) < CHEAP_BELOW
        ]
        return self._cheapest(cheap, trump) if cheap else DONE

    def weigh(self, view: View) -> tuple[Weighed, ...]:
        """As ``Bot.weigh``; every action is said to be one hundredth worse than the one before."""
        best = self.choose(view)
        others = [each for each in map(parse, view.legal) if each != best]
        code = "cover_cheapest" if others else "forced"
        return tuple(
            Weighed(action=action, value=0.61 - at / 100, reason=Reason(code=code))
            for at, action in enumerate([best, *others])
        )

    def _answer(self, view: View, legal: list[Action], trump: int) -> Action:
        transfers = [
            action
            for action in legal
            if action.kind is Kind.TRANSFER
            and _is_one(action.cards)
            and cards.suit_of(_first(action)) != trump
        ]
        if transfers:
            return self._cheapest(transfers, trump)
        covers: dict[int, list[Action]] = {
            cards.card(pair.attack): [] for pair in view.table if pair.cover is None
        }
        for action in legal:
            if action.kind is Kind.COVER:
                assert action.target is not None
                covers[action.target].append(action)
        hardest = min(covers.values(), key=len)
        return self._cheapest(hardest, trump) if hardest else TAKE

    def _cheapest(self, actions: Iterable[Action], trump: int) -> Action:
        def worth(action: Action) -> tuple[bool, int]:
            card = _first(action)
            return cards.suit_of(card) == trump, cards.rank_of(card)

        options = list(actions)
        least = min(map(worth, options))
        return self._rng.choice([action for action in options if worth(action) == least])


def _with_its_like(led: Action, lays: list[Action], trump: int) -> Action:
    """The lead with all that may go with it of its rank, trumps kept back."""
    together = [
        action
        for action in lays
        if action.cards & led.cards
        and all(cards.suit_of(card) != trump for card in cards.members(action.cards))
    ]
    return max(together, key=lambda action: action.cards.bit_count(), default=led)


def _first(action: Action) -> int:
    return next(cards.members(action.cards))


def _is_one(mask: int) -> bool:
    return mask.bit_count() == 1
