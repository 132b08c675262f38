"""A tournament told to a person: its progress, and its outcome as tables."""

from __future__ import annotations

from types import TracebackType
from typing import Final, Self

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.markup import escape
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TaskID,
    TextColumn,
    TimeRemainingColumn,
)
from rich.table import Table

from durak.arena.scoring import Standing
from durak.arena.tournament import Outcome, Watcher

_MOST_LINES: Final = 30
"""Lines about faults and the like that are shown while a tournament is played."""


class Teller:
    """Shows on a console how a tournament goes: bars where somebody looks on, and lines."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._lines = 0
        self._tasks: dict[str, TaskID] = {}
        self._progress = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TimeRemainingColumn(),
            console=console,
            disable=not console.is_terminal,
        )

    def __enter__(self) -> Self:
        self._progress.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._progress.stop()

    @property
    def watcher(self) -> Watcher:
        """What the tournament tells."""
        return Watcher(report=self._report, progress=self._count)

    def _report(self, line: str) -> None:
        self._lines += 1
        if self._lines <= _MOST_LINES:
            self._console.print(line, markup=False, highlight=False, soft_wrap=True)
        elif self._lines == _MOST_LINES + 1:
            self._console.print("... and so on; the outcome counts them all.")

    def _count(self, what: str, done: int, everything: int) -> None:
        if what not in self._tasks:
            self._tasks[what] = self._progress.add_task(what, total=everything)
        self._progress.update(self._tasks[what], completed=done)


def show(outcome: Outcome, console: Console) -> None:
    """Print what a tournament came to."""
    lasting = f"{outcome.deals} deals of {outcome.decks} decks, seed {outcome.seed}"
    table = Table(title=f"{outcome.ruleset}: {lasting}", box=SIMPLE_HEAD, collapse_padding=True)
    table.add_column("bot", overflow="fold", min_width=10)
    has_faults = any(each.faults for each in outcome.bots.values())
    headings = ["score", "95 %", "deals", "durak", "draws", "ms/action"]
    is_rated = any(each.rating is not None for each in outcome.bots.values())
    for heading in headings + ["rating"] * is_rated + ["faults"] * has_faults:
        table.add_column(heading, justify="right", no_wrap=True)
    for name, each in outcome.bots.items():
        cells = [
            _percent(each.score),
            f"{_percent(each.low)}–{_percent(each.high)}",
            str(each.deals),
            str(each.durak),
            str(each.draws),
            f"{each.ms_per_action:.3f}",
        ]
        if each.rating is not None:
            cells.append(f"{each.rating.mu:.1f} ±{2 * each.rating.sigma:.1f}")
        if has_faults:
            cells.append(str(each.faults))
        table.add_row(escape(name), *cells)
    console.print(table)
    rest = f"draws {outcome.draws}, stalemates {outcome.stalemates}"
    if outcome.unfinished:
        rest += f", broken off {outcome.unfinished}"
    console.print(rest, highlight=False)
    if any(each.against for each in outcome.bots.values()):
        console.print(_crosstable(outcome.bots))
    for name, each in outcome.bots.items():
        if each.endings is not None:
            console.print(_endings(name, each), markup=False, highlight=False, soft_wrap=True)


def _crosstable(bots: dict[str, Standing]) -> Table:
    table = Table(title="score of the row in its deals with the column", box=SIMPLE_HEAD)
    table.add_column("bot", overflow="fold", min_width=10)
    for name in bots:
        table.add_column(escape(name), justify="right")
    for name, each in bots.items():
        against = each.against or {}
        cells = [_percent(against[other].score) if other in against else "" for other in bots]
        table.add_row(escape(name), *cells)
    return table


def _endings(name: str, standing: Standing) -> str:
    found = standing.endings
    assert found is not None
    line = (
        f"{name}: keeps the best result in {found.kept} of {found.positions} endings "
        f"({_percent(found.share)}), in {found.deciding_kept} of {found.deciding} "
        "where it can be given away"
    )
    return line + f"; {found.unproven} not proven, left out" * bool(found.unproven)


def _percent(share: float) -> str:
    return f"{100 * share:.1f}"
