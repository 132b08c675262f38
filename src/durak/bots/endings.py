"""Exact endings for players: a view with two active seats and an empty talon, solved to its end.

The search itself is ``ending_search``; here views become states, and proofs values.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass
from typing import Final

import numpy as np

from durak import actions
from durak.actions import Action
from durak.bots import ending_search, sight
from durak.bots.compiled import entry
from durak.kernel import layout
from durak.view import View

__all__ = ["NODES", "TABLE_BITS", "Solved", "Solver", "solve"]

NODES: Final = 100_000
"""Positions looked at before a search gives up: about a twentieth of a second."""
TABLE_BITS: Final = 17
"""2 ** 17 entries, 7 MB."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Solved:
    """What a search has found of an ending, for the seat to act."""

    best: Action
    """A best action where proven, else the one that looks best among those not proven worse. Of
    several that lose, the one that was hardest to refute."""
    low: float
    high: float
    """The value is proven to lie between: 1 win, ½ draw, 0 loss (in teams: of the team)."""
    values: dict[Action, float | None]
    """What each legal action is worth, None where that was not proven or not asked."""
    nodes: int
    """Positions that were looked at."""

    @property
    def is_proven(self) -> bool:
        """Whether the value is known; then ``best`` gets it."""
        return self.low == self.high

    @property
    def value(self) -> float | None:
        """What the position is worth, None unless proven."""
        return self.low if self.is_proven else None


class Solver:
    """Solves endings one after another; its table serves the next ones of the same ruleset.

    One solver is for one thread. It does nothing by chance: the same questions in the same order
    get the same answers.
    """

    def __init__(self, nodes: int = NODES, table_bits: int = TABLE_BITS) -> None:
        if nodes < 1:
            raise ValueError(f"nodes is {nodes}: a search needs at least 1")
        if not 1 <= table_bits <= 28:
            raise ValueError(f"table_bits is {table_bits}: 1 to 28, a table of 112 bytes to 15 GB")
        self.nodes = nodes
        self._memory = ending_search.new_memory(table_bits)
        self._states = layout.new_states(1)
        self._sights = sight.new_sights(1)
        self._random = np.ones(1, np.uint64)

    def forget(self) -> None:
        """Begin anew: what is answered next does not depend on what was asked before."""
        self._memory.marks[0] = -1  # no ruleset's number: its table is another

    def solve(self, view: View, *, every: bool = False) -> Solved | None:
        """Solve the ending that ``view`` shows, None when it is none.

        ``every``: each legal action is to be proven, not only the best.

        Raises:
            ValueError: the view is not that of the seat to act.
        """
        seats_out = sum(len(together) for together in view.out)
        if view.talon_count or len(view.counts) - seats_out != 2:
            return None
        sight.of_view(view, self._sights, 0)
        if self._sights[0].unseen:
            return None
        _place(self._sights, 0, self._states, 0, self._random)
        return self.solve_state(self._states, 0, every=every)

    def solve_state(self, states: layout.States, i: int, *, every: bool = False) -> Solved:
        """Solve the ending in state ``i``, which has two active seats and no talon."""
        memory = self._memory
        nodes = ending_search.solve_state(states, i, memory, self.nodes, every)
        best, count = memory.marks[3:5].tolist()
        roots = memory.roots[:count]
        numbers, lows, highs = (roots[name].tolist() for name in ("action", "low", "high"))
        return Solved(
            best=actions.from_int(numbers[best]),
            low=max(lows) / 2,
            high=max(highs) / 2,
            values={
                actions.from_int(number): low / 2 if low == high else None
                for number, low, high in zip(numbers, lows, highs, strict=True)
            },
            nodes=nodes,
        )


_own = threading.local()


def solve(view: View, *, nodes: int = NODES, every: bool = False) -> Solved | None:
    """As ``Solver.solve``, by the one solver that this thread has.

    The answer depends on nothing but the view and ``nodes``.

    Raises:
        ValueError: the view is not that of the seat to act.
    """
    if view.talon_count:
        return None
    solver: Solver | None = getattr(_own, "solver", None)
    if solver is None:
        solver = _own.solver = Solver()
    solver.forget()
    solver.nodes = nodes
    return solver.solve(view, every=every)


@entry
def _place(
    sights: sight.Sights, j: int, states: layout.States, i: int, random: layout.Random
) -> None:
    sight.sample(sights[j], states[i], random)
