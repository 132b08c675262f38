"""The outcome of a tournament as a picture. Matplotlib is asked for only here."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import TYPE_CHECKING, Final

from durak.arena.plan import ArenaError
from durak.arena.tournament import Outcome

if TYPE_CHECKING:
    from matplotlib.axes import Axes

ENDINGS: Final = (".png", ".svg")


def check(path: Path) -> None:
    """See before the tournament that a picture can be drawn after it.

    Raises:
        ArenaError: another kind of file, no folder for it, or no Matplotlib here.
    """
    if path.suffix.lower() not in ENDINGS:
        raise ArenaError(f"{path}: a plot is a file that ends in {' or '.join(ENDINGS)}")
    if not path.parent.is_dir():
        raise ArenaError(f"{path}: there is no folder {path.parent}")
    if importlib.util.find_spec("matplotlib") is None:
        raise ArenaError(
            "plots need Matplotlib, which is not installed: pip install 'opendurak[research]'"
        )


def draw(outcome: Outcome, path: Path) -> None:
    """Draw the scores with their intervals, and the ratings of a ladder beside them.

    Raises:
        OSError: the file cannot be written.
    """
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    is_rated = any(each.rating is not None for each in outcome.bots.values())
    height = 1.4 + 0.45 * len(outcome.bots)
    with rc_context({"svg.hashsalt": "durak"}):  # one outcome, one file
        figure = Figure(figsize=(9.0 if is_rated else 6.5, height), layout="constrained")
        panels = figure.subplots(1, 2 if is_rated else 1, sharey=True, squeeze=False)[0]
        figure.suptitle(f"{outcome.ruleset}, {outcome.deals} deals", fontsize=10)
        _scores(panels[0], outcome)
        if is_rated:
            _ratings(panels[1], outcome)
        is_svg = path.suffix.lower() == ".svg"
        figure.savefig(path, dpi=150, metadata={"Date": None} if is_svg else {})


def _scores(axes: Axes, outcome: Outcome) -> None:
    for at, each in enumerate(outcome.bots.values()):
        reach = [[100 * (each.score - each.low)], [100 * (each.high - each.score)]]
        axes.errorbar([100 * each.score], [at], xerr=reach, fmt="o", color="C0", capsize=3)
    axes.set_yticks(range(len(outcome.bots)), [_short(name) for name in outcome.bots])
    axes.set_ylim(len(outcome.bots) - 0.5, -0.5)
    axes.set_xlim(0, 100)
    axes.set_xlabel("score, % (95 % interval)")
    axes.grid(axis="x", alpha=0.3)


def _ratings(axes: Axes, outcome: Outcome) -> None:
    for at, each in enumerate(outcome.bots.values()):
        if each.rating is not None:
            axes.errorbar(
                [each.rating.mu], [at], xerr=2 * each.rating.sigma, fmt="o", color="C1", capsize=3
            )
    axes.set_xlabel("rating (± 2 σ)")
    axes.grid(axis="x", alpha=0.3)


def _short(name: str) -> str:
    kept = name if len(name) <= 32 else name[:31] + "…"
    return kept.replace("$", r"\$")  # else Matplotlib reads a formula
