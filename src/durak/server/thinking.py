"""A bot's answer: thought out beside the server's work, within a time, whatever the bot does."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import threading
from dataclasses import dataclass

from durak.bots import Bot
from durak.server.minimum import least
from durak.view import View

log = logging.getLogger(__name__)


@dataclass(frozen=True, kw_only=True, slots=True)
class Thought:
    """What a bot answers; ``is_own`` is False where the least was played for it."""

    token: str
    is_own: bool


class Thinking:
    """The bots of one table. One that does not come to an end holds up nobody else's table."""

    def __init__(self, table: str, *, limit: float) -> None:
        self._table = table
        self._limit = limit
        self._stuck: threading.Thread | None = None

    async def answer(self, bot: Bot, view: View) -> Thought:
        """The bot's choice; the least when it fails, takes too long or chooses what is not legal.

        While an earlier call still goes on, no other is made.
        """
        if self._stuck is not None and self._stuck.is_alive():
            return Thought(token=least(view), is_own=False)
        self._stuck = None
        loop = asyncio.get_running_loop()
        chosen: asyncio.Future[str] = loop.create_future()

        def settle(token: str | None) -> None:
            if chosen.done():
                return
            if token is None:
                chosen.cancel()
            else:
                chosen.set_result(token)

        def think() -> None:
            token = None
            try:
                token = str(bot.choose(view))
            except Exception as error:
                self._blame("a bot failed", view, error=type(error).__name__)
            with contextlib.suppress(RuntimeError):  # the server has stopped meanwhile
                loop.call_soon_threadsafe(settle, token)

        thread = threading.Thread(target=think, name="durak-bot", daemon=True)
        thread.start()
        done, _ = await asyncio.wait([chosen], timeout=self._limit)
        if not done:
            self._blame("a bot does not answer", view)
            self._stuck = thread
        elif not chosen.cancelled():
            token = chosen.result()
            if token in view.legal:
                return Thought(token=token, is_own=True)
            self._blame("a bot chose what is not legal", view)
        return Thought(token=least(view), is_own=False)  # nobody's evening ends by a bot's defect

    def _blame(self, what: str, view: View, **more: str) -> None:
        log.error(what, extra={"table": self._table, "seat": view.seat, **more})
