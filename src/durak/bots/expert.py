"""Expert: the learned policy, and exact play once an ending is perfect information."""

from __future__ import annotations

import random
from typing import Final

from durak.actions import Action, parse
from durak.bots import Weighed, why, worth
from durak.bots.endings import Solved, Solver
from durak.bots.thinker import Thinker
from durak.view import View

NODES: Final = 40_000
"""Positions that the search of an ending may look at for one action."""


class Expert:
    """Plays the learned policy at its best; proves endings where two seats are left and the talon
    is gone. It keeps nothing from one view to the next."""

    def __init__(self, rng: random.Random, *, nodes: int = NODES) -> None:
        self._rng = rng
        self._nodes = nodes
        self._thinker = Thinker()
        self._solver: Solver | None = None

    def choose(self, view: View) -> Action:
        """The proven best action of an ending, else the policy's first choice.

        Raises:
            ValueError: the view is not that of the seat to act.
        """
        if len(view.legal) == 1:
            return parse(view.legal[0])
        solved = self.solve(view)
        if solved is not None and solved.is_proven:
            return solved.best
        return self._consider(view)

    def weigh(self, view: View) -> tuple[Weighed, ...]:
        """Every legal action by its worth, the choice first."""
        return worth.weighed(view, self.choose(view), self._rng, reason=why.of)

    def _consider(self, view: View) -> Action:
        """The choice where nothing is proven."""
        return self._thinker.chances(view)[0][0]

    def solve(self, view: View) -> Solved | None:
        """The ending's search, None where the view is no ending."""
        if view.talon_count:
            return None
        if self._solver is None:
            self._solver = Solver(nodes=self._nodes)
        return self._solver.solve(view)
