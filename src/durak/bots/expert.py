"""Expert: the learned policy, and exact play once an ending is perfect information."""

from __future__ import annotations

import random
from typing import Final

from durak import cards
from durak.actions import Action, parse
from durak.bots import Weighed, endings, why, worth
from durak.bots.thinker import Thinker
from durak.deal import Deal
from durak.position import Position, set_up
from durak.ruleset import Ruleset
from durak.view import View

NODES: Final = 40_000
"""Positions that the search of an ending may look at for one action."""


class Expert:
    """Plays the learned policy at its best; proves endings where two seats are left and the talon
    is gone. It keeps nothing from one view to the next."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng
        self._thinker = Thinker()

    def choose(self, view: View) -> Action:
        """The proven best action of an ending, else the policy's first choice.

        Raises:
            ValueError: the view is not that of the seat to act.
        """
        if len(view.legal) == 1:
            return parse(view.legal[0])
        solved = endings.solve(view, nodes=NODES)
        if solved is not None and solved.is_proven:
            return solved.best
        return self._consider(view)

    def weigh(self, view: View) -> tuple[Weighed, ...]:
        """Every legal action by its worth, the choice first."""
        return worth.weighed(view, self.choose(view), self._rng, reason=why.of)

    def _consider(self, view: View) -> Action:
        """The choice where nothing is proven."""
        return self._thinker.chances(view)[0][0]


def warm_up() -> None:
    """Load or compile what an answer and its weighing need, by asking for one of each."""
    rules = Ruleset()
    deck = tuple(cards.members(cards.deck_mask(rules.deck)))
    begun = Deal.start(rules, deck, dealer=0)
    hands = (cards.mask(deck[:2]), cards.mask(deck[2:4]))
    ending = set_up(rules, Position(hands=hands, trump=0, principal=0, defender=1))
    bot = Expert(random.Random(0))
    for deal in (begun, ending):
        bot.choose(deal.view(deal.to_act))
    worth.played_on(begun.view(begun.to_act), begun.legal(), 1, random.Random(0))
