"""Expert: the learned policy, a glance ahead, and exact play once an ending is open to both.

The glance stays close to the policy: only what the policy thinks of is tried, in sampled worlds,
and what it scores there moves the policy's odds by ``exp(score / temperature)``, as in regularised
policy improvement (Grill and others 2020). So chance in a few worlds does not overrule what was
learned in many deals.
"""

from __future__ import annotations

import math
import random
from dataclasses import dataclass
from typing import ClassVar, Final

from durak import cards
from durak.actions import Action, parse
from durak.bots import Weighed, endings, thumb, why, worth
from durak.bots.thinker import Thinker
from durak.deal import Deal
from durak.position import Position, set_up
from durak.ruleset import Ruleset
from durak.view import View


@dataclass(frozen=True, kw_only=True, slots=True)
class Look:
    """How a bot looks ahead."""

    worlds: int
    """Sampled worlds in which each candidate is played on."""
    tries: int
    """The most for all candidates together, so that an answer stays within its time."""
    player: int
    """Who plays on in every seat: ``worlds.POLICY``, or a manner of ``thumb``."""
    temperature: float
    """The smaller, the more the worlds count against the policy."""


GLANCE: Final = Look(worlds=100, tries=400, player=thumb.CLUB, temperature=0.03)
"""Two or three milliseconds: rules of thumb play a deal on in a few hundredths of one."""
LEAST: Final = 0.02
"""What the policy gives less than this is not tried."""
NODES: Final = 200_000
"""Positions that the search of an ending may look at for one action."""


class Expert:
    """Proves endings where two seats are left and the talon is gone; before that it plays what the
    learned policy thinks of and a glance ahead prefers. It keeps nothing from one view to the next.
    """

    look: ClassVar[Look] = GLANCE

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng
        self._thinker = Thinker()

    def choose(self, view: View) -> Action:
        """The proven best action of an ending, else what policy and look ahead agree on.

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
        chances = self._thinker.chances(view)
        candidates = dict(chances[:1]) | {
            action: chance for action, chance in chances if chance >= LEAST
        }
        if len(candidates) == 1:
            return chances[0][0]
        look = self.look
        scores = worth.played_on(
            view,
            list(candidates),
            max(1, min(look.worlds, look.tries // len(candidates))),
            self._rng,
            player=look.player,
        )
        return max(
            candidates,
            key=lambda action: math.log(candidates[action]) + scores[action] / look.temperature,
        )


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
