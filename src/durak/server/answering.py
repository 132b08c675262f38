"""Answering: how the question that a table asks comes to its answer.

A person answers, or has answered and it is held back until its moment (R12.4); a bot thinks, for
itself or for a person who is away; or the table waits until a person's time is up. One of these at
a time, and each goes through the room's one writer.
"""

from __future__ import annotations

import asyncio
import random
from typing import TYPE_CHECKING, Final, Literal

from durak.bots import Bot
from durak.fair import new_seed
from durak.server.asking import Held, Question
from durak.server.clock import allowed
from durak.server.facts import By
from durak.server.levels import NewBot
from durak.server.minimum import least
from durak.server.protocol import Notice
from durak.server.table import Change, Denied, Table
from durak.server.thinking import Thinking

if TYPE_CHECKING:
    from durak.server.room import Room, RoomSettings

FIRST_RETRY: Final = 0.5
LAST_RETRY: Final = 30.0
"""Seconds until an answer that could not be stored is tried again."""
HANDED_OVER: Final = 3
"""Time-outs in a row after which a stand-in plays."""
UNSAID: Final = 1.0
"""Seconds that a bot which is not ready yet is waited for without a word."""
SILENCE: Final = 2
"""An answer that takes so many times the table's patience is silence: the host may decide."""
LOT: Final = random.SystemRandom()
"""Chance for moments and bots. One for all: a generator of its own takes as much as ten seats."""

Way = tuple[Literal["pass_on", "think", "wait"], Question, float]
"""How a question comes to its answer: a person's answer is passed on, a bot thinks, or the table
waits, since when."""


class _Player:
    """Whoever plays a seat; the bot is made by the thread that has it think first."""

    def __init__(self, level: str, new_bot: NewBot) -> None:
        self.level = level
        self._new_bot = new_bot
        self._bot: Bot | None = None

    def bot(self) -> Bot:
        """The bot."""
        if self._bot is None:
            self._bot = self._new_bot(self.level, LOT)
        return self._bot


class Answering:
    """The present question of one room, and whoever is at work on its answer."""

    def __init__(self, room: Room, settings: RoomSettings) -> None:
        self._room = room
        self._settings = settings
        self._time = settings.time
        self._bots: dict[int, _Player] = {}
        self._thinking = Thinking(room.table.id, settings.pool, limit=settings.bot_limit)
        self._task: asyncio.Task[None] | None = None
        self._way_now: Way | None = None
        self._is_posting = False
        self.question = self._asked()

    @property
    def is_at_work(self) -> bool:
        """Whether an answer is on its way, or a person's time runs."""
        return self._task is not None and not self._task.done()

    def ask(self) -> None:
        """The table has another version: what it asks now."""
        self.question = self._asked()

    def close(self) -> None:
        """Nobody answers any more."""
        if self._task is not None:
            self._task.cancel()

    def _asked(self) -> Question | None:
        """The question that the table asks now, with the moment at which it may be answered.

        The moment is drawn before anybody has looked at a card (R12.4).
        """
        seat = self._room.table.to_act
        if seat is None:
            return None
        now = self._time.now()
        moment = now + self._settings.pace * LOT.uniform(0.5, 1.5)
        return Question(v=self._room.table.v, seat=seat, asked_at=now, moment=moment)

    def reserve_left(self, question: Question) -> int | None:
        """What an answer now leaves of the seat's reserve, None without a clock."""
        limits = allowed(self._room.table.arrangement.options.time)
        if limits is None or not self._room.table.reserves:
            return None
        return question.reserve_left(limits, self._room.table.reserves, self._time.now())

    def drive(self) -> None:
        """Have the question answered by whoever is to answer it now."""
        way = self._way()
        if way == self._way_now and self._task is not None and not self._task.done():
            return
        if self._task is not None and not self._is_posting:
            self._task.cancel()
        self._task, self._way_now = None, way
        if way is None:
            return
        question = way[1]
        answers = {"pass_on": self._pass_on, "think": self._think, "wait": self._wait}
        self._task = asyncio.create_task(answers[way[0]](question))

    def _way(self) -> Way | None:
        """How the present question comes to its answer, None when nobody answers now."""
        question, table = self.question, self._room.table
        if question is None or self._room.is_closed or question.v != table.v:
            return None
        seat = question.seat
        is_person = table.seats[seat].kind == "person"
        is_away = seat in self._room.stand_ins
        if is_person and question.held is None and not is_away:
            do, is_withdrawn = self._room.prepared.due(table)
            if is_withdrawn:
                self.withdraw(seat, None)
            if do is not None:
                question.held = Held(do=do, reserve=self.reserve_left(question))
        if question.held is not None:
            return ("pass_on", question, question.asked_at)
        if not is_person or (is_away and self._room.presence.is_awake):
            return ("think", question, question.asked_at)
        if self._room.presence.is_awake and not is_away:
            return ("wait", question, question.asked_at)
        return None

    async def _pass_on(self, question: Question) -> None:
        """A person's answer, at the moment that was drawn."""
        held = question.held
        assert held is not None
        await self._time.until(question.moment)
        if not await self._answer(question, held.do, by="person", reserve=held.reserve):
            question.held = None
            self.withdraw(question.seat, held.do)
            asyncio.get_running_loop().call_soon(self.drive)

    async def _think(self, question: Question) -> None:
        """A bot's answer, for itself or for a person."""
        deal = self._room.table.deal
        assert deal is not None
        seat = question.seat
        level = self._room.table.level_of(seat)
        player = self._bots.get(seat)
        if player is None or player.level != level:
            player = self._bots[seat] = _Player(level, self._settings.new_bot)
        await self._ready(level)  # its time to think begins when it can think
        try:
            thought = await self._thinking.answer(player.bot, deal.view(seat))
        except asyncio.CancelledError:
            self._bots.pop(seat, None)  # it may still be thinking: the next one is another
            raise
        if not thought.is_own:
            params = {"seat": seat, "name": self._room.table.seats[seat].name}
            self._room.notify(Notice(key="stalled", params=params))
        await self._time.until(question.moment)
        await self._answer(question, thought.token, by="bot")

    async def _ready(self, level: str) -> None:
        """Until bots of this level need nothing compiled; who waits long for that is told why."""
        ready = asyncio.ensure_future(self._settings.ready(level))
        try:
            done, _ = await asyncio.wait([ready], timeout=UNSAID)
            if not done:
                self._room.notify(Notice(key="preparing"))
            await ready
        finally:
            ready.cancel()

    async def _wait(self, question: Question) -> None:
        """For a person: till its time is up, or as long as it takes."""
        limits = allowed(self._room.table.arrangement.options.time)
        seat, table = question.seat, self._room.table
        if limits is None or not table.reserves:
            if len(table.persons) > 1 and not question.is_silent:
                await self._time.until(question.asked_at + SILENCE * self._settings.patience)
                question.is_silent = True
                params = {"seat": seat, "name": table.seats[seat].name}
                self._room.notify(Notice(key="silent", params=params))
            return
        await self._time.until(question.deadline(limits, table.reserves))
        deal, guest = table.deal, table.seats[seat].guest
        assert deal is not None
        assert guest is not None
        do = least(deal.view(seat))
        if await self._answer(question, do, by="time", reserve=0):
            params = {"seat": seat, "name": table.seats[seat].name}
            self._room.notify(Notice(key="timed_out", params=params))
            if self._room.table.time_outs[seat] >= HANDED_OVER:
                self._room.presence.stand_in(guest, "time")

    async def _answer(
        self, question: Question, do: str, *, by: By, reserve: int | None = None
    ) -> bool:
        """Have it done, however often storing fails; False when it is refused."""

        def act(table: Table) -> Change:
            return table.act(
                question.seat, question.v, do, by=by, reserve=reserve, new_seed=new_seed
            )

        again = FIRST_RETRY
        while True:
            refused = None
            self._is_posting = True  # while it is being stored nobody answers instead
            try:
                await self._room.do(act)
            except Denied as refusal:
                refused = refusal
            finally:
                self._is_posting = False
            if refused is None:
                return True
            if refused.code != "storage" or self._room.is_closed:
                return False
            await self._time.until(self._time.now() + again)
            again = min(2 * again, LAST_RETRY)

    def withdraw(self, seat: int, do: str | None) -> None:
        """Say to a person that an answer ahead, or one held back, counts no more."""
        guest = self._room.table.seats[seat].guest
        if guest is not None:
            self._room.notify(Notice(key="withdrawn", params={"do": do}), guest)
            self._room.tell_own(guest)
