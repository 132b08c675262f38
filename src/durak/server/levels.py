"""The bots that a table offers: which levels there are, and their code made ready beforehand.

How strong a level is and how it plays is the bots' own; its name in words is the page's.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import random
import sys
import threading
from collections.abc import Awaitable, Callable, Iterable, Iterator
from concurrent.futures import Future
from typing import Final

from durak import cards
from durak.bots import Bot
from durak.bots.levels import LEVELS, make, warm_up
from durak.deal import Deal
from durak.ruleset import Ruleset
from durak.view import View

log = logging.getLogger(__name__)

NewBot = Callable[[str, random.Random], Bot]
"""Makes a bot of a level; as ``durak.bots.levels.make``."""
Ready = Callable[[str], Awaitable[None]]
"""Waits until bots of a level answer without compiling anything first."""

ADVISER: Final = "expert"
"""Who is asked for a hint, and what a choice was worth."""
ADVICE: Final = "advice"
"""What is made ready for who asks the adviser, beside all levels."""
NICENESS: Final = 10
"""How far the compiling of bots stands back behind the tables."""


def seated_levels() -> tuple[str, ...]:
    """The levels that may sit at a table, from the weakest up.

    >>> "club" in seated_levels(), "random" in seated_levels()
    (True, False)
    """
    return tuple(name for name, level in LEVELS.items() if level.is_seated)


def rehearse(names: Iterable[str]) -> None:
    """Compile what bots of these levels need, and have them answer once: nobody waits for it later.

    Raises:
        UnknownBotError: no bot is called so.
    """
    for name in names:
        level = ADVISER if name == ADVICE else name
        warm_up([level])
        bot = make(level, random.Random(0))
        for view in _rehearsed():
            if name == ADVICE:
                bot.weigh(view)
            else:
                bot.choose(view)


def _rehearsed() -> Iterator[View]:
    """Views from the beginning and the end of deals with two and with more seats."""
    for code in ("players=2 deck=24 transfer=on", "players=4 deck=24"):
        rules = Ruleset.from_code(code)
        deck = list(cards.members(cards.deck_mask(rules.deck)))
        random.Random(1).shuffle(deck)
        deal = Deal.start(rules, deck, dealer=0)
        asked = {True: 2, False: 2}
        while deal.to_act is not None:
            view, legal = deal.view(deal.to_act), deal.legal()
            is_early = view.talon_count > 0
            if asked[is_early] and len(legal) > 1:
                asked[is_early] -= 1
                yield view
            deal.apply(deal.to_act, legal[0])


async def at_once(_level: str) -> None:
    """For bots that need nothing made ready."""


class Warmth:
    """Compiles levels one after another in a thread of its own; once for this process."""

    def __init__(self, compile_now: Callable[[Iterable[str]], None] = rehearse) -> None:
        self._compile = compile_now
        self._lock = threading.Lock()
        self._levels: dict[str, Future[None]] = {}
        self._waiting: list[str] = []
        self._is_at_work = False

    def begin(self, levels: Iterable[str]) -> None:
        """Make these ready, the first one first; who is waited for meanwhile goes before them."""
        for level in levels:
            self._ask(level, is_urgent=False)

    def is_ready(self, level: str) -> bool:
        """Whether nothing of this level is compiled any more."""
        known = self._levels.get(level)
        return known is not None and known.done()

    async def ready(self, level: str) -> None:
        """Wait until this level is ready, or could not be made so: then its bots will say why."""
        known = self._levels.get(level)
        if known is None or not known.done():
            await asyncio.shield(asyncio.wrap_future(self._ask(level, is_urgent=True)))

    def _ask(self, level: str, *, is_urgent: bool) -> Future[None]:
        with self._lock:
            if level not in self._levels:
                self._levels[level] = Future()
                self._waiting.append(level)
            if is_urgent and level in self._waiting:
                self._waiting.remove(level)
                self._waiting.insert(0, level)
            if self._waiting and not self._is_at_work:
                self._is_at_work = True
                threading.Thread(target=self._work, name="durak-warm", daemon=True).start()
            return self._levels[level]

    def _work(self) -> None:
        if sys.platform == "linux":  # there a thread has a priority of its own
            with contextlib.suppress(OSError):
                os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICENESS)
        while True:
            with self._lock:
                if not self._waiting:
                    self._is_at_work = False
                    return
                level = self._waiting.pop(0)
            try:
                self._compile([level])
            except Exception as error:
                log.error("a level is not ready", extra={"level": level}, exc_info=error)
            self._levels[level].set_result(None)

    def end_process_if_at_work(self) -> None:
        """End a process that has nothing left to do, at once, if a level is still being compiled.

        A thread inside the compiler does not survive the interpreter's own end: the process would
        die of a signal, everything closed and kept as it is.
        """
        with self._lock:
            is_at_work = self._is_at_work
        if is_at_work:
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(0)


WARMTH: Final = Warmth()
"""Of this process: what is compiled is compiled for all its tables."""
