"""Rooms: tables that somebody is at. One writer a table, and everybody who follows it.

A room's writer takes one command after another: the table answers with a change, the change is
stored, then the table becomes what it changed to and everybody is told. Bots stand in the same
queue as people and see the same views. What a socket or a cookie is, is not known here.
"""

from __future__ import annotations

import asyncio
import logging
import random
import secrets
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from typing import Final

from durak.bots import Bot
from durak.fair import new_seed
from durak.ruleset import Ruleset
from durak.server.facts import Seat
from durak.server.protocol import ServerMessage, encode
from durak.server.store import Store, StoreError
from durak.server.table import Change, Denied, Table
from durak.view import View

BACKLOG: Final = 64
"""Messages that may wait for one follower; a slower one is dropped and comes back to a new view."""
MAX_FOLLOWERS: Final = 64
"""Connections that may follow one table."""
FIRST_RETRY: Final = 0.5
LAST_RETRY: Final = 30.0
"""Seconds until a bot tries again when its action could not be stored."""
ID_LETTERS: Final = "23456789abcdefghjkmnpqrstuvwxyz"
ID_LENGTH: Final = 12

Command = Callable[[Table], Change]
NewBot = Callable[[random.Random], Bot]
Rest = Callable[["Room"], None]
"""Called whenever a room's writer has nothing to do."""

log = logging.getLogger(__name__)


class FullError(Exception):
    """Too many connections follow this table already."""


class Follower:
    """One connection at a table: its seat (None: a spectator) and the messages that wait for it."""

    def __init__(self, seat: int | None) -> None:
        self.seat = seat
        self._waiting: asyncio.Queue[str] = asyncio.Queue(BACKLOG)
        self._dropped = asyncio.Event()

    def send(self, message: ServerMessage) -> None:
        """Put a message in line; a follower whose line is full is dropped."""
        self.send_text(encode(message))

    def send_text(self, text: str) -> None:
        """The same with a message that is text already."""
        try:
            self._waiting.put_nowait(text)
        except asyncio.QueueFull:
            self._dropped.set()

    async def next(self) -> str:
        """The next message in line."""
        return await self._waiting.get()

    async def dropped(self) -> None:
        """Returns when this follower was too slow, or the server is closing."""
        await self._dropped.wait()

    def drop(self) -> None:
        """Send this follower away."""
        self._dropped.set()


class Room:
    """A table in memory, its writer and its followers."""

    def __init__(
        self, table: Table, store: Store, pace: float, new_bot: NewBot, rest: Rest
    ) -> None:
        self.table = table
        self.users = 0
        self._rest = rest
        self._is_busy = False
        self._is_closed = False
        self._store = store
        self._pace = pace
        self._rng = random.Random(secrets.randbits(64))
        self._bots: dict[int, Bot] = {
            at: new_bot(random.Random(secrets.randbits(64)))
            for at, seat in enumerate(table.seats)
            if seat.kind == "bot"
        }
        self._followers: list[Follower] = []
        self._commands: asyncio.Queue[tuple[Command, asyncio.Future[None]] | None] = asyncio.Queue()
        self._writer = asyncio.create_task(self._write())
        self._answering: asyncio.Task[None] | None = None
        self._wake_bot()

    @property
    def is_idle(self) -> bool:
        """Nobody is here and no bot is about to act."""
        working = self._is_busy or not self._commands.empty() or self._answering is not None
        return self.users == 0 and not working

    def follow(self, seat: int | None) -> Follower:
        """From now on: the whole state first, then every change.

        Raises:
            FullError: too many follow this table.
        """
        if len(self._followers) >= MAX_FOLLOWERS:
            raise FullError(f"{MAX_FOLLOWERS} connections follow this table already")
        follower = Follower(seat)
        follower.send(self.table.state_for(seat))
        self._followers.append(follower)
        return follower

    def leave(self, follower: Follower) -> None:
        """No more messages for this follower."""
        self._followers.remove(follower)

    async def do(self, command: Command) -> None:
        """Have the writer do this; returns when it is stored and everybody was told.

        Raises:
            Denied: nothing changed.
        """
        if self._is_closed:
            raise Denied("storage", "the server is closing; nothing happened")
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._commands.put_nowait((command, done))
        await asyncio.shield(done)  # whoever asked may go; what it asked for still happens whole

    async def act(self, seat: int | None, v: int, do: str) -> None:
        """A seat's action that answers version ``v``.

        Raises:
            Denied: nothing changed.
        """
        await self.do(lambda table: table.act(seat, v, do, new_seed=new_seed))

    async def begin(self, seat: int | None, number: int, seed: bytes) -> None:
        """A seat is ready for a deal.

        Raises:
            Denied: nothing changed.
        """
        await self.do(lambda table: table.begin(seat, number, seed))

    async def close(self) -> None:
        """Finish the command at hand and stop; followers are sent away."""
        self._is_closed = True
        if self._answering is not None:
            self._answering.cancel()
        self._commands.put_nowait(None)
        await self._writer
        for follower in self._followers:
            follower.drop()

    async def _write(self) -> None:
        while (item := await self._commands.get()) is not None:
            command, done = item
            self._is_busy = True
            try:
                await self._change(command)
            except Denied as refusal:
                done.set_exception(refusal)
            except Exception:
                log.exception("table %s: a command failed", self.table.id)
                done.set_exception(Denied("storage", "the server failed; nothing happened"))
            else:
                done.set_result(None)
            done.exception()  # looked at, also where whoever asked has gone
            self._is_busy = False
            self._rest(self)

    async def _change(self, command: Command) -> None:
        change = command(self.table)
        if change.facts:
            try:
                await asyncio.wrap_future(self._store.keep(self.table.id, change.facts))
            except StoreError as error:
                log.error("table %s: %s", self.table.id, error)
                raise Denied(
                    "storage", "this could not be stored, so nothing happened: try again"
                ) from error
        told = change.table.v != self.table.v
        self.table = change.table
        if told:
            self._tell(change)
            self._wake_bot()

    def _tell(self, change: Change) -> None:
        texts: dict[int | None, str] = {}
        for follower in self._followers:
            seat = follower.seat
            if seat not in texts:
                texts[seat] = encode(change.table.state_for(seat, change.events))
            follower.send_text(texts[seat])

    # ---- bots -------------------------------------------------------------------------------

    def _wake_bot(self) -> None:
        seat = self.table.bot_to_act
        if seat is not None:
            self._answering = asyncio.create_task(self._answer(seat, self.table.v))
        else:
            self._answering = None

    async def _answer(self, seat: int, v: int) -> None:
        """A bot's action, at a moment that was drawn before the bot saw its cards (R12.4)."""
        deal = self.table.deal
        assert deal is not None
        now = asyncio.get_running_loop().time
        moment = now() + self._pace * self._rng.uniform(0.5, 1.5)
        view = deal.view(seat)
        do = await asyncio.to_thread(_chosen, self._bots[seat], view, self.table.id)
        again = FIRST_RETRY
        while True:
            if moment > now():
                await asyncio.sleep(moment - now())
            try:
                await self.act(seat, v, do)
            except Denied as refusal:
                if refusal.code != "storage":
                    log.error("table %s: bot refused, %s", self.table.id, refusal.code)
                    return
                moment = now() + again
                again = min(2 * again, LAST_RETRY)
            else:
                return


def _chosen(bot: Bot, view: View, table: str) -> str:
    token = str(bot.choose(view))
    if token in view.legal:
        return token
    log.error("table %s: the bot at seat %s chose what is not legal", table, view.seat)
    return view.legal[0]  # a bot's defect must not end a person's evening


class Rooms:
    """Every table of this server: in memory while somebody is there, in the store for good."""

    def __init__(self, store: Store, *, pace: float, new_bot: NewBot) -> None:
        self._store = store
        self._pace = pace
        self._new_bot = new_bot
        self._rooms: dict[str, Room] = {}
        self._loading: dict[str, asyncio.Task[Room]] = {}
        self._closing: set[asyncio.Task[None]] = set()

    async def create(self, ruleset: Ruleset, seats: Sequence[Seat]) -> str:
        """A new table's id.

        Raises:
            StoreError: it could not be stored.
        """
        table = "".join(secrets.choice(ID_LETTERS) for _ in range(ID_LENGTH))
        dealer = secrets.randbelow(ruleset.players)  # R4.1 by lot
        change = Table.create(table, ruleset, seats, dealer=dealer, new_seed=new_seed)
        await asyncio.wrap_future(self._store.keep(table, change.facts))
        return table

    @asynccontextmanager
    async def use(self, table: str) -> AsyncIterator[Room]:
        """The room of a table, kept in memory as long as somebody uses it.

        Raises:
            UnknownTableError: no such table.
            CorruptError: what is stored of it makes no table.
            StoreError: the store cannot be read.
        """
        room = await self._room(table)
        room.users += 1
        try:
            yield room
        finally:
            room.users -= 1
            self._rest(room)

    async def close(self) -> None:
        """Finish what is at hand everywhere and send everybody away."""
        for task in self._loading.values():
            task.cancel()
        rooms, self._rooms = list(self._rooms.values()), {}
        await asyncio.gather(*self._closing, *(room.close() for room in rooms))

    async def _room(self, table: str) -> Room:
        while True:
            if table in self._rooms:
                return self._rooms[table]
            if table not in self._loading:
                self._loading[table] = asyncio.create_task(self._load(table))
            await asyncio.shield(self._loading[table])

    async def _load(self, table: str) -> Room:
        try:
            loaded = await asyncio.to_thread(lambda: Table.replay(self._store.facts(table)))
            room = Room(loaded, self._store, self._pace, self._new_bot, self._rest)
            self._rooms[table] = room
            return room
        finally:
            del self._loading[table]

    def _rest(self, room: Room) -> None:
        """Let a room go that nobody needs now."""
        if room.is_idle and self._rooms.get(room.table.id) is room:
            del self._rooms[room.table.id]
            task = asyncio.create_task(room.close())
            self._closing.add(task)
            task.add_done_callback(self._closing.discard)
