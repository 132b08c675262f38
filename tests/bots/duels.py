"""Whole deals between rules of thumb in compiled code: thousands in a second."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from durak.bots import sight, thumb
from durak.bots.compiled import entry
from durak.kernel import layout, playout
from durak.kernel.act import act
from durak.kernel.layout import DURAK, MAX_LEGAL, OVER
from durak.kernel.legal import legal
from durak.kernel.rules import fill
from durak.ruleset import Ruleset

RANDOM = -1


@dataclass(frozen=True, kw_only=True)
class Outcome:
    """How one manner fared at one seat (in teams: its seats) against another at the others."""

    deals: int
    lost: int
    drawn: int
    longest: int
    """Bouts of the longest deal."""

    @property
    def score(self) -> float:
        """A deal the others lost 1, a draw ½."""
        return 1 - (self.lost + self.drawn / 2) / self.deals


def duel(code: str, manner: int, others: int, *, deals: int, seed: int = 1) -> Outcome:
    """Play each of ``deals`` deals from every seat."""
    states, out = layout.new_states(2), np.zeros(4, np.int64)
    fill(states[0].rules, Ruleset.from_code(code))
    random = np.array([seed], np.uint64)
    _duel(states, sight.new_sights(1), manner, others, deals, random, out)
    played, lost, drawn, longest = (int(each) for each in out)
    return Outcome(deals=played, lost=lost, drawn=drawn, longest=longest)


@entry
def _duel(
    states: layout.States,
    sights: sight.Sights,
    manner: int,
    others: int,
    deals: int,
    random: layout.Random,
    out: layout.Actions,
) -> None:
    actions = np.empty(MAX_LEGAL, np.int64)
    s = states[1]
    for _ in range(deals):
        playout.deal_randomly(states[0], random)
        for seat in range(states[0].rules.players):
            states[1] = states[0]
            while s.phase != OVER:
                count = legal(s, actions)
                is_ours = s.to_act == seat or (s.rules.teams and (s.to_act ^ seat) & 1 == 0)
                plays = manner if is_ours else others
                if count == 1 or plays == RANDOM:
                    at = playout.below(random, count)
                else:
                    sight.of_state(s, s.to_act, sights[0])
                    at = thumb.choose(sights[0], actions, count, plays, random)
                act(s, actions[at])
            out[0] += 1
            if s.losers >> seat & 1:
                out[1] += 1
            elif s.result != DURAK:
                out[2] += 1
            out[3] = max(out[3], s.bout)
