"""What ``durak arena`` does with its words."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from rich.console import Console

from durak.arena import plotting
from durak.arena.plan import ArenaError, Asked, Plan
from durak.arena.telling import Teller, show
from durak.arena.tournament import Outcome, run
from durak.ruleset import Ruleset

_PART: Final = re.compile(r"([0-9]{1,9})(?:-([0-9]{1,9}))?")


@dataclass(frozen=True, kw_only=True)
class Wishes:
    """Everything beside the tournament itself that the command is asked for."""

    jobs: int | None
    keep: Path | None
    plot: Path | None
    records: Path | None
    only: str | None
    endings: int
    as_json: bool


def arena(
    bots: Sequence[str],
    ruleset: Ruleset,
    *,
    deals: int,
    seed: int,
    slow: float,
    wishes: Wishes,
    say: Callable[[str], object],
) -> None:
    """Play a tournament, telling its course on standard error and its outcome with ``say``.

    Raises:
        ArenaError: something that cannot be played.
        OSError: a file cannot be read or written.
    """
    asked = Asked(bots=tuple(bots), ruleset=ruleset, deals=deals, seed=seed, slow=slow)
    if wishes.only is not None and wishes.records is None:
        raise ArenaError("--only says which deals are recorded: give --records PATH too")
    only = None if wishes.only is None else numbers(wishes.only, Plan(asked).deals)
    if wishes.plot is not None:
        plotting.check(wishes.plot)
    with Teller(Console(stderr=True)) as teller:
        outcome = run(
            asked,
            jobs=wishes.jobs,
            keep=wishes.keep,
            records=wishes.records,
            only=only,
            endings=wishes.endings,
            watcher=teller.watcher,
        )
    if wishes.plot is not None:
        plotting.draw(outcome, wishes.plot)
    _tell(outcome, wishes, say)


def _tell(outcome: Outcome, wishes: Wishes, say: Callable[[str], object]) -> None:
    if wishes.as_json:
        say(outcome.json())
    else:
        show(outcome, Console())


def numbers(text: str, last: int) -> set[int]:
    """Numbers of deals as they are written: single ones and ranges, commas between.

    >>> sorted(numbers("7,1-3", last=10))
    [1, 2, 3, 7]

    Raises:
        ArenaError: something else, or a deal that there is not.
    """
    found: set[int] = set()
    for part in text.split(","):
        read = _PART.fullmatch(part.strip())
        if read is None:
            raise ArenaError(f"{part!r} is no deal's number: write numbers and ranges, as 1,5-9")
        first, final = int(read[1]), int(read[2] or read[1])
        if not 1 <= first <= final <= last:
            raise ArenaError(f"there are no deals {part.strip()}: deals are 1 to {last}")
        found |= set(range(first, final + 1))
    return found
