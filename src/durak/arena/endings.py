"""Holding a bot's choices in endings against the exact result.

An ending is a position with two active seats and an empty talon: nothing is hidden any more.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final, Protocol, TypeAlias

import msgspec

from durak.actions import Action
from durak.arena.interval import Estimate, estimate
from durak.view import View

NODES: Final = 1_000_000
"""Positions that the solver may visit for one answer; what it cannot prove is left out."""
TABLE_BITS: Final = 19


class Judged(msgspec.Struct, frozen=True, kw_only=True):
    """One choice in an ending."""

    bot: int
    is_proven: bool
    """Whether the best result and that of the choice are known; else the rest means nothing."""
    is_kept: bool = False
    """Whether the choice keeps the best result."""
    is_deciding: bool = False
    """Whether some legal action gives it away."""


Judge: TypeAlias = Callable[[int, View, Action], Judged]


class Agreement(msgspec.Struct, frozen=True, kw_only=True):
    """How often a bot kept the best result in endings from real play."""

    positions: int
    """Positions judged: unforced, with proven results."""
    kept: int
    deciding: int
    """Positions among them in which some action would give the best result away."""
    deciding_kept: int
    unproven: int
    """Positions left out because the solver's budget did not do."""
    share: float
    low: float
    high: float


def is_ending(view: View) -> bool:
    """Whether two seats are active and the talon is empty."""
    return view.talon_count == 0 and len(view.counts) - sum(map(len, view.out)) == 2


class Solved(Protocol):
    """What is known of a position: the part of ``durak.bots.endings.Solved`` that a judge reads."""

    @property
    def best(self) -> Action:
        """A best action, where its result is proven."""
        ...

    @property
    def values(self) -> Mapping[Action, float | None]:
        """The result after each legal action, None where it is not proven."""
        ...

    @property
    def value(self) -> float | None:
        """The result of the best action, None where that is not proven."""
        ...


class Solves(Protocol):
    """Who knows the results, as ``durak.bots.endings.Solver``."""

    def solve(self, view: View, *, every: bool) -> Solved | None:
        """What is known of the position; with ``every`` of each legal action."""
        ...


def exact_judge() -> Judge:
    """A judge with an exact solver of its own; a new one for each deal, so that what it can prove
    does not depend on what it was asked before."""
    from durak.bots.endings import Solver  # compiled code: only who judges waits for it

    return judge_by(Solver(nodes=NODES, table_bits=TABLE_BITS))


def judge_by(solver: Solves) -> Judge:
    """A judge that believes this solver."""

    def judge(bot: int, view: View, action: Action) -> Judged:
        solved = solver.solve(view, every=False)
        best = None if solved is None else solved.value
        whole = None if best is None else solver.solve(view, every=True)
        if solved is None or best is None or whole is None:
            return Judged(bot=bot, is_proven=False)
        values = {**whole.values, solved.best: best}
        chosen = values.get(action)
        if chosen is None:
            return Judged(bot=bot, is_proven=False)
        return Judged(
            bot=bot,
            is_proven=True,
            is_kept=chosen >= best,
            is_deciding=any(value is not None and value < best for value in values.values()),
        )

    return judge


def agreement(judged: Sequence[Judged]) -> Agreement:
    """What the choices of one bot come to."""
    proven = [each for each in judged if each.is_proven]
    deciding = [each for each in proven if each.is_deciding]
    kept = sum(each.is_kept for each in proven)
    found = estimate([float(each.is_kept) for each in proven]) if proven else Estimate.unknown()
    return Agreement(
        positions=len(proven),
        kept=kept,
        deciding=len(deciding),
        deciding_kept=sum(each.is_kept for each in deciding),
        unproven=len(judged) - len(proven),
        share=found.score,
        low=found.low,
        high=found.high,
    )
