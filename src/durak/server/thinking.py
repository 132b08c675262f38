"""Bots' answers: thought out beside the server's work, within a time, whatever a bot does.

A server has few threads for all its tables' bots. One that does not come to an end keeps none of
them from the others: after its time another thread takes its place.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, TypeVar

from durak.bots import Bot, Weighed
from durak.server.minimum import least
from durak.view import View

log = logging.getLogger(__name__)
T = TypeVar("T")

THREADS: Final = max(2, min(8, os.cpu_count() or 1))
"""Bots of one server that think at the same time."""


class Job:
    """Something to be thought out; that it is over is told by whatever thread did it."""

    def __init__(self, work: Callable[[], object], tell: Callable[[], object]) -> None:
        self._work = work
        self._tell = tell
        self.begun: float | None = None
        """When a thread took it."""
        self.is_over = False
        self.error: Exception | None = None

    def run(self) -> None:
        """Do it, in the thread that took it."""
        self.begun = time.monotonic()
        try:
            self._work()
        except Exception as error:
            self.error = error
        self.is_over = True
        self._tell()


class Pool:
    """Threads for jobs, in the order in which they came; none is there while nothing is to do."""

    def __init__(self, threads: int = THREADS) -> None:
        self._threads = threads
        self._lock = threading.Lock()
        self._waiting: deque[Job] = deque()
        self._at_work: set[Job] = set()

    def put(self, job: Job) -> None:
        """Have this done as soon as a thread is free."""
        with self._lock:
            self._waiting.append(job)
            self._hire()

    def give_up(self, job: Job) -> None:
        """Nobody waits for this job any more: if it is being done, another thread takes over."""
        with self._lock:
            if job in self._waiting:
                self._waiting.remove(job)
            self._at_work.discard(job)
            self._hire()

    def _hire(self) -> None:
        while self._waiting and len(self._at_work) < self._threads:
            job = self._waiting.popleft()
            self._at_work.add(job)
            threading.Thread(target=self._work, args=(job,), name="durak-bot", daemon=True).start()

    def _work(self, job: Job | None) -> None:
        while job is not None:
            job.run()
            with self._lock:
                if job not in self._at_work:
                    return  # given up: somebody else has this thread's place
                self._at_work.remove(job)
                job = self._waiting.popleft() if self._waiting else None
                if job is not None:
                    self._at_work.add(job)


@dataclass(frozen=True, kw_only=True, slots=True)
class Thought:
    """What a bot answers; ``is_own`` is False where the least was played for it."""

    token: str
    is_own: bool


class Thinking:
    """The bots of one table. One that does not come to an end holds up nobody else's table."""

    def __init__(self, table: str, pool: Pool, *, limit: float) -> None:
        self._table = table
        self._pool = pool
        self._limit = limit
        self._stuck: Job | None = None

    async def answer(self, bot: Callable[[], Bot], view: View) -> Thought:
        """The bot's choice; the least when it fails, takes too long or chooses what is not legal.

        While an earlier call still goes on, no other is made.
        """
        token = await self._ask(lambda: str(bot().choose(view)), view)
        if token is not None and token not in view.legal:
            self._blame("a bot chose what is not legal", view)
            token = None
        if token is None:  # nobody's evening ends by a bot's defect
            return Thought(token=least(view), is_own=False)
        return Thought(token=token, is_own=True)

    async def weigh(self, bot: Callable[[], Bot], view: View) -> tuple[Weighed, ...] | None:
        """What the bot thinks of every legal action, the best first; None where it does not say."""
        found = await self._ask(lambda: bot().weigh(view), view)
        if found is None or {str(each.action) for each in found} <= set(view.legal):
            return found or None
        self._blame("a bot weighed what is not legal", view)
        return None

    async def _ask(self, work: Callable[[], T], view: View) -> T | None:
        if self._stuck is not None and not self._stuck.is_over:
            return None
        self._stuck = None
        loop = asyncio.get_running_loop()
        over = asyncio.Event()

        def tell() -> None:
            with contextlib.suppress(RuntimeError):  # the server has stopped meanwhile
                loop.call_soon_threadsafe(over.set)

        found: list[T] = []
        job = Job(lambda: found.append(work()), tell)
        self._pool.put(job)
        try:
            await self._wait(job, over)
        except asyncio.CancelledError:
            self._pool.give_up(job)
            raise
        if not job.is_over:
            self._blame("a bot does not answer", view)
            self._stuck = job
            self._pool.give_up(job)
            return None
        if job.error is not None:
            self._blame("a bot failed", view, error=type(job.error).__name__)
        return found[0] if found else None

    async def _wait(self, job: Job, over: asyncio.Event) -> None:
        """Until the job is over or its time is up; time begins when a thread has taken it."""
        while not job.is_over:
            begun = job.begun
            left = self._limit if begun is None else begun + self._limit - time.monotonic()
            if left <= 0:
                return
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(left):
                    await over.wait()

    def _blame(self, what: str, view: View, **more: str) -> None:
        log.error(what, extra={"table": self._table, "seat": view.seat, **more})
