"""What an ending is worth, talon gone and two seats left: to a best response, or to perfect play.

Both hands are known by elimination (R12.3), so a best response to a fixed policy needs no beliefs:
it is the best of what follows where the responder acts, and the mean of it where the policy does.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

import numpy as np

from durak.bots.endings import Solver
from durak.deal import Deal
from durak.kernel import entry, layout
from durak.ruleset import Ruleset
from durak.view import View

Chances = Callable[[View], Mapping[str, float]]
"""A policy: of a view, the probabilities of its tokens."""

_NODES: Final = 50_000_000
"""Positions that the solver may look at for one ending: it shall finish."""


def uniform(view: View) -> Mapping[str, float]:
    """The policy of ``random``: all legal actions alike."""
    return dict.fromkeys(view.legal, 1 / len(view.legal))


class Response:
    """What ``seat`` gets at best in endings against a policy in the other seat."""

    def __init__(self, rules: Ruleset, seat: int, chances: Chances) -> None:
        self._rules = rules
        self._seat = seat
        self._chances = chances
        self._found: dict[bytes, float] = {}
        self._out = np.empty(layout.MAX_LEGAL, np.int64)

    def worth(self, deal: Deal) -> float:
        """What seat 0 gets from here, the responder at its best: from -1 to 1."""
        states = layout.new_states(1)
        states[0] = deal.state
        states["deck"] = 0  # the order in which cards were dealt is past
        count = entry.legal(states, 0, self._out)
        mine = self._best(states, self._out[:count].tolist())
        return mine if self._seat == 0 else -mine

    def _best(self, states: layout.States, legal: list[int]) -> float:
        """What the responder gets."""
        if not legal:
            return self._result(states)
        key = states.tobytes()
        known = self._found.get(key)
        if known is None:
            known = self._asked(states, legal)
            self._found[key] = known
        return known

    def _asked(self, states: layout.States, legal: list[int]) -> float:
        if states["to_act"][0] != self._seat:
            if self._chances is uniform:  # as below, without the dear view
                return sum(self._after(states, number) for number in legal) / len(legal)
            deal = Deal(self._rules, states)
            chances = self._chances(deal.view(deal.to_act))
            return sum(
                chance * self._after(states, number)
                for number, action in zip(legal, deal.legal(), strict=True)
                if (chance := chances.get(str(action), 0.0))
            )
        best = -1.0
        for number in legal:
            best = max(best, self._after(states, number))
            if best >= 1.0:
                break
        return best

    def _after(self, states: layout.States, number: int) -> float:
        then = states.copy()
        count = entry.step(then, 0, number, self._out)
        return self._best(then, self._out[:count].tolist())

    def _result(self, states: layout.States) -> float:
        losers = int(states["losers"][0])
        if not losers:
            return 0.0
        return -1.0 if losers >> self._seat & 1 else 1.0


class Perfect:
    """What seat 0 gets in endings when both seats play perfectly."""

    def __init__(self) -> None:
        self._solver = Solver(nodes=_NODES)

    def worth(self, deal: Deal) -> float:
        """From -1 to 1.

        Raises:
            RuntimeError: the solver did not finish: the hands are too large.
        """
        seat = deal.to_act
        if seat is None:
            return 0.0 if not deal.losers else 1.0 - 2.0 * (deal.losers == (0,))
        solved = self._solver.solve(deal.view(seat))
        if solved is None or solved.value is None:
            raise RuntimeError(f"an ending was not solved within {_NODES} positions")
        mine = 2 * solved.value - 1
        return mine if seat == 0 else -mine
