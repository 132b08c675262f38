"""The deals of a tournament over several processes. How a deal goes does not depend on them."""

from __future__ import annotations

import contextlib
import itertools
import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.util import Finalize
from typing import Final, Self

import msgspec

from durak.arena.endings import exact_judge
from durak.arena.plan import ArenaError, Asked
from durak.arena.players import Maker
from durak.arena.playing import Played, Table
from durak.kernel.entry import warm_up

_TASK_SECONDS: Final = 0.5
"""How long one task of a process lasts, about: longer than handing it over costs."""
_MOST_DEALS: Final = 500


class Wanted(msgspec.Struct, frozen=True, kw_only=True):
    """A deal to be played, with what is wanted of it besides its end."""

    number: int
    record: bool = False
    judged: bool = False


class Pool:
    """Plays deals, in this process or in ``jobs`` others."""

    def __init__(
        self,
        asked: Asked,
        make: Maker,
        *,
        jobs: int,
        report: Callable[[str], object] = lambda _: None,
    ) -> None:
        """Make ready; ``report`` hears what takes long.

        Raises:
            ArenaError: no process at all, or a bot that is not there or does not play this.
        """
        if jobs < 1:
            raise ArenaError(f"{jobs} jobs: at least one process plays")
        warm_up(report)
        self._jobs = jobs
        self._worker = _Worker(asked, make)
        report("Getting the bots ready ...")
        try:  # here first: what is compiled, the other processes find in the cache
            self._worker.table.prepare()
            self._worker.table.warm_up()
        except BaseException:
            self._worker.close()
            raise
        self._executor: ProcessPoolExecutor | None = None
        if jobs > 1:
            self._worker.close()
            self._executor = ProcessPoolExecutor(
                jobs,
                mp_context=multiprocessing.get_context("spawn"),
                initializer=_begin,
                initargs=(asked, make),
            )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._worker.close()
        if self._executor is not None:
            self._executor.shutdown(cancel_futures=True)

    def play(self, wanted: Iterable[Wanted]) -> Iterator[Played]:
        """Play these deals; they come as they end.

        Raises:
            ArenaError: a process has died.
        """
        if self._executor is None:
            return map(self._worker.play, wanted)
        return self._spread(self._executor, iter(wanted))

    def _spread(self, executor: ProcessPoolExecutor, wanted: Iterator[Wanted]) -> Iterator[Played]:
        running: set[Future[tuple[list[Played], float]]] = set()
        size = 1
        try:
            while True:
                while len(running) < 2 * self._jobs and (task := _some(wanted, size)):
                    running.add(executor.submit(_play, task))
                if not running:
                    return
                ended, running = wait(running, return_when=FIRST_COMPLETED)
                for future in ended:
                    played, seconds = future.result()
                    fitting = int(_TASK_SECONDS * len(played) / max(seconds, 1e-6))
                    size = min(max(1, fitting), 2 * size, _MOST_DEALS)
                    yield from played
        except BrokenProcessPool:
            raise ArenaError("a process of the arena has died, maybe for want of memory") from None
        finally:
            for future in running:
                future.cancel()


def cores() -> int:
    """How many processor cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _some(wanted: Iterator[Wanted], size: int) -> list[Wanted]:
    return list(itertools.islice(wanted, size))


class _Worker:
    """What a process plays with."""

    def __init__(self, asked: Asked, make: Maker) -> None:
        self.table = Table(asked, make)

    def play(self, wanted: Wanted) -> Played:
        """Play one deal."""
        return self.table.play(
            wanted.number,
            with_record=wanted.record,
            judge=exact_judge() if wanted.judged else None,
        )

    def close(self) -> None:
        """Let the players go."""
        self.table.close()


_here: list[_Worker] = []
"""In a process of the pool: its worker."""


def _begin(asked: Asked, make: Maker) -> None:
    with contextlib.suppress(ValueError):  # the one who stops the tournament stops its processes
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    worker = _Worker(asked, make)
    threading.Thread(target=_end_with_parent, args=(worker,), daemon=True).start()
    worker.table.warm_up()
    _here.append(worker)
    Finalize(worker, worker.close, exitpriority=10)


def _end_with_parent(worker: _Worker) -> None:
    """Where the tournament is killed, nobody else would end its processes."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        worker.close()
        os._exit(1)


def _play(task: list[Wanted]) -> tuple[list[Played], float]:
    began = time.perf_counter()
    played = [_here[0].play(each) for each in task]
    return played, time.perf_counter() - began
