"""A training run told in the terminal: a bar, its figures, a plot at the end."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from durak.bots.learning.training import CURVE, YARDSTICKS, Settings, train


def run(
    settings: Settings,
    folder: Path,
    *,
    jobs: int | None,
    start: Path | None,
    against: Path | None,
    console: Console,
) -> None:
    """Train to the end of the run, showing each measurement as it comes.

    Raises:
        TrainingError: the folder holds another run, or ``start`` does not fit.
    """
    with Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.completed}/{task.total}"),
        TimeRemainingColumn(),
        console=console,
        transient=True,
    ) as progress:
        task = progress.add_task("iterations", total=settings.iterations)
        for line in train(settings, folder, jobs=jobs, start=start, against=against):
            progress.update(task, completed=line["iteration"])
            if "seconds" in line:
                console.print(_told(line), highlight=False)
    console.print(f"The weights are in {folder}.", highlight=False)


def plot(folder: Path, image: Path) -> None:
    """Draw the curve of a run: what it scored against each yardstick, by deals played.

    Raises:
        ImportError: matplotlib is not installed.
        ValueError: the folder holds no curve.
    """
    curve = folder / CURVE
    if not curve.exists():
        raise ValueError(f"{folder} holds no curve yet")
    from matplotlib.figure import Figure

    lines = [msgspec.json.decode(line) for line in curve.read_bytes().splitlines()]
    figure = Figure(figsize=(8, 4.5), layout="constrained")
    axes = figure.subplots()
    deals = [line["deals"] for line in lines]
    for name in _told_of(lines[-1]):
        scores, halves = zip(*(line[name] for line in lines), strict=True)
        axes.plot(deals, scores, label=f"against {name}")
        axes.fill_between(
            deals,
            [score - half for score, half in zip(scores, halves, strict=True)],
            [score + half for score, half in zip(scores, halves, strict=True)],
            alpha=0.2,
        )
    axes.set(xlabel="deals of self-play", ylabel="share of deals not lost")
    axes.grid(alpha=0.3)
    axes.legend()
    figure.savefig(image)


def _told(line: dict[str, Any]) -> str:
    scores = "  ".join(
        f"{name} {100 * line[name][0]:.1f} ± {100 * line[name][1]:.1f} %" for name in _told_of(line)
    )
    return (
        f"{line['iteration']:5}  {line['deals']:>8} deals  {line['seconds']:>7.0f} s  {scores}  "
        f"entropy {line['entropy']:.2f}"
    )


def _told_of(line: dict[str, Any]) -> list[str]:
    return [name for name in (*YARDSTICKS, "rival") if name in line]
