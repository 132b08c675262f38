"""A whole tournament: plays the plan, goes on where it was stopped, and says what it came to."""

from __future__ import annotations

import contextlib
import itertools
import time
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import msgspec

from durak.arena.endings import Agreement, Judged, agreement
from durak.arena.keeping import Keeper
from durak.arena.plan import ArenaError, Asked, Plan
from durak.arena.players import Maker, make
from durak.arena.playing import Fault, Played
from durak.arena.pool import Pool, Wanted, cores
from durak.arena.rating import ratings
from durak.arena.scoring import Standing, standings

_BATCH: Final = 64
"""Deals whose endings are judged before anybody looks whether there are enough."""
_BARREN: Final = 200
"""Deals for each ending asked for, at most: some bots hardly ever come to one."""


class Outcome(msgspec.Struct, frozen=True, kw_only=True):
    """What a tournament came to; as JSON it is what ``durak arena --json`` prints."""

    ruleset: str
    seed: int
    deals: int
    decks: int
    draws: int
    """Deals that nobody lost, stalemates and unfinished ones left out."""
    stalemates: int
    unfinished: int
    """Deals broken off after very many actions; they count as draws."""
    seconds: float
    """How long this run took; deals kept from before cost nothing."""
    bots: dict[str, Standing]
    faults: tuple[Fault, ...]
    """How deals were lost by what a bot did, at most a hundred of them."""

    def json(self) -> str:
        """One JSON object with these members."""
        return msgspec.json.encode(self).decode()


@dataclass(frozen=True, kw_only=True)
class Watcher:
    """Who hears how a tournament goes; by default nobody."""

    report: Callable[[str], object] = lambda _: None
    """A line about what is done."""
    progress: Callable[[str, int, int], object] = lambda _what, _done, _all: None
    """What is played, how many of it are over, of how many."""


_MOST_FAULTS: Final = 100


def run(
    asked: Asked,
    *,
    jobs: int | None = None,
    keep: Path | None = None,
    records: Path | None = None,
    only: Collection[int] | None = None,
    endings: int = 0,
    watcher: Watcher | None = None,
    make: Maker = make,
) -> Outcome:
    """Play a tournament over ``jobs`` processes, by default one a core.

    Args:
        keep: a file that holds every deal played, so that the same call goes on after a stop.
        records: where the text records go: a file if the name has an ending, else a folder with a
            file a deal.
        only: numbers of the deals that are recorded; all without.
        endings: how many choices in endings of each bot are held against the exact result.
        make: makes the player of a spec.

    Raises:
        ArenaError: something that cannot be played; the file kept is one of another tournament.
        OSError: a file cannot be read or written.
    """
    began = time.monotonic()
    plan = Plan(asked)
    watcher = watcher or Watcher()
    recorder = None if records is None else _Recorder(records, plan, only)
    with contextlib.ExitStack() as stack:
        keeper = None if keep is None else stack.enter_context(Keeper(keep, asked))
        pool = stack.enter_context(
            Pool(asked, make, jobs=cores() if jobs is None else jobs, report=watcher.report)
        )
        deals = _played(plan, pool, keeper, recorder, watcher)
        judged = _judged(plan, pool, endings, watcher) if endings else {}
    if recorder is not None:
        recorder.write()
    return _outcome(plan, deals, judged, time.monotonic() - began)


def _played(
    plan: Plan, pool: Pool, keeper: Keeper | None, recorder: _Recorder | None, watcher: Watcher
) -> list[Played]:
    """Every deal of the plan, in order: those kept from before, and the others played now."""
    found = {} if keeper is None else keeper.kept.copy()
    numbers = range(1, plan.deals + 1)
    before = {number for number in numbers if number in found}
    if before:
        watcher.report(f"{len(before)} of {plan.deals} deals were played before.")
    done = len(before)
    for played in pool.play(_wanted(plan, before, recorder)):
        if recorder is not None and played.record is not None:
            recorder.add(played.number, played.record)
        if played.number in before:
            if _end(played) != _end(found[played.number]):
                watcher.report(
                    f"deal {played.number} went another way than when it was kept: "
                    "its record is not the deal that counts"
                )
            continue
        if keeper is not None:
            keeper.add(played)
        found[played.number] = msgspec.structs.replace(played, record=None)
        done += 1
        if played.fault is not None:
            watcher.report(str(played.fault))
        if played.end == "unfinished":
            watcher.report(
                f"deal {played.number} was broken off after {played.actions} actions: a draw"
            )
        watcher.progress("deals", done, plan.deals)
    return [found[number] for number in numbers]


def _wanted(plan: Plan, before: Collection[int], recorder: _Recorder | None) -> Iterator[Wanted]:
    for number in range(1, plan.deals + 1):
        record = recorder is not None and recorder.wants(number)
        if number not in before or record:
            yield Wanted(number=number, record=record)


def _end(played: Played) -> tuple[str, tuple[int, ...], int]:
    return played.end, played.losers, played.actions


def _judged(plan: Plan, pool: Pool, wanted: int, watcher: Watcher) -> dict[int, list[Judged]]:
    """The first ``wanted`` choices in endings of each bot, from the tournament's deals in order."""
    found: dict[int, list[Judged]] = {bot: [] for bot in range(len(plan.asked.bots))}
    everything = wanted * len(found)
    for first in range(1, _BARREN * wanted + 2, _BATCH):
        batch = [Wanted(number=first + at, judged=True) for at in range(_BATCH)]
        for played in sorted(pool.play(batch), key=lambda each: each.number):
            for each in played.judged:
                if len(found[each.bot]) < wanted:
                    found[each.bot].append(each)
        done = sum(map(len, found.values()))
        watcher.progress("endings", done, everything)
        if done == everything:
            break
    return found


def _outcome(
    plan: Plan, deals: list[Played], judged: dict[int, list[Judged]], seconds: float
) -> Outcome:
    asked = plan.asked
    is_ladder = len(asked.bots) > 2
    rated = ratings(deals, len(asked.bots), has_sides=plan.has_sides) if is_ladder else {}
    agreements: dict[int, Agreement] = {bot: agreement(each) for bot, each in judged.items()}
    faults = (played.fault for played in deals if played.fault is not None)
    ends = [played.end for played in deals]
    return Outcome(
        ruleset=asked.ruleset.code,
        seed=asked.seed,
        deals=len(deals),
        decks=plan.decks,
        draws=ends.count("draw"),
        stalemates=ends.count("stalemate"),
        unfinished=ends.count("unfinished"),
        seconds=round(seconds, 3),
        bots=standings(plan, deals, ratings=rated, agreements=agreements),
        faults=tuple(itertools.islice(faults, _MOST_FAULTS)),
    )


class _Recorder:
    """Gathers the records that are asked for and writes them."""

    def __init__(self, path: Path, plan: Plan, only: Collection[int] | None) -> None:
        beyond = [number for number in only or () if not 1 <= number <= plan.deals]
        if beyond:
            raise ArenaError(f"there is no deal {beyond[0]} to record: deals are 1 to {plan.deals}")
        self._path = path
        self._only = None if only is None else frozenset(only)
        self._digits = len(str(plan.deals))
        self._texts: dict[int, str] = {}
        self._is_folder = path.is_dir() or not path.suffix
        if self._is_folder:
            path.mkdir(parents=True, exist_ok=True)
        else:
            path.open("a", encoding="utf-8").close()  # a fault is told before the deals, not after

    def wants(self, number: int) -> bool:
        """Whether this deal is to be recorded."""
        return self._only is None or number in self._only

    def add(self, number: int, text: str) -> None:
        """Take in a record; in a folder it is written at once."""
        if self._is_folder:
            name = f"deal-{number:0{self._digits}}.durak"
            (self._path / name).write_text(text, encoding="utf-8")
        else:
            self._texts[number] = text

    def write(self) -> None:
        """Write the file, its deals in order."""
        if not self._is_folder:
            texts = [self._texts[number] for number in sorted(self._texts)]
            self._path.write_text("\n".join(texts), encoding="utf-8")
