"""Several persons at one table in this process, with a clock that a test turns."""

import asyncio
import heapq
import itertools
import json
import random
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from durak.bots import Bot
from durak.ruleset import Ruleset
from durak.server.facts import OPEN, Arrangement, Seat
from durak.server.folder import database_url
from durak.server.followers import Follower
from durak.server.levels import Ready, at_once
from durak.server.limits import Limits
from durak.server.protocol import Options
from durak.server.room import Room, RoomSettings
from durak.server.rooms import Rooms
from durak.server.store import Store
from durak.view import View
from tests.quick import Quick

NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Finn")
GUESTS = tuple(letter * 32 for letter in "abcdef")


class TurnedTime:
    """Time that stands still until it is turned on."""

    def __init__(self) -> None:
        self._now = 1000.0
        self._count = itertools.count()
        self._waiting: list[tuple[float, int, asyncio.Future[None]]] = []

    def now(self) -> float:
        return self._now

    async def until(self, moment: float) -> None:
        if moment > self._now:
            waiting = asyncio.get_running_loop().create_future()
            heapq.heappush(self._waiting, (moment, next(self._count), waiting))
            await waiting

    @property
    def next(self) -> float | None:
        """Seconds until somebody wakes."""
        while self._waiting and self._waiting[0][2].done():
            heapq.heappop(self._waiting)
        return self._waiting[0][0] - self._now if self._waiting else None

    def turn(self, seconds: float) -> None:
        """Wake who has waited so long."""
        self._now += seconds
        while self.next is not None and self.next <= 0:
            heapq.heappop(self._waiting)[2].set_result(None)


class Party:
    """A table's room, and what each of its persons has been told."""

    def __init__(self, rooms: Rooms, room: Room, time: TurnedTime) -> None:
        self.rooms, self.room, self.time = rooms, room, time
        self.followers: dict[str, Follower] = {}
        self.told: dict[str, list[dict[str, Any]]] = {guest: [] for guest in GUESTS}

    def come(self, seat: int) -> Follower:
        guest = GUESTS[seat]
        self.followers[guest] = self.room.follow(guest)
        return self.followers[guest]

    def go(self, seat: int) -> None:
        self.hear(seat)
        self.room.leave(self.followers.pop(GUESTS[seat]))

    def hear(self, seat: int) -> list[dict[str, Any]]:
        """Everything that this person has been told so far."""
        guest = GUESTS[seat]
        follower = self.followers.get(guest)
        while follower is not None and (text := follower.next()) is not None:
            self.told[guest].append(json.loads(text))
        return self.told[guest]

    def notices(self, seat: int, key: str) -> list[dict[str, Any]]:
        return [
            each["params"]
            for each in self.hear(seat)
            if each["type"] == "notice" and each["key"] == key
        ]

    def state(self, seat: int) -> dict[str, Any]:
        return [each for each in self.hear(seat) if each["type"] == "state"][-1]

    async def begin(self, *seats: int) -> None:
        number = len(self.room.table.dealt) + 1
        for seat in seats:
            await self.room.begin(GUESTS[seat], number, bytes([seat + 1]) * 32)
        assert self.room.table.stage == "playing"

    @property
    def asked(self) -> int:
        seat = self.room.table.to_act
        assert seat is not None
        return seat

    def view(self, seat: int) -> View:
        deal = self.room.table.deal
        assert deal is not None
        return deal.view(seat)

    async def act(self, do: str | None = None) -> None:
        """The seat to act acts."""
        legal = self.view(self.asked).legal
        await self.room.act(GUESTS[self.asked], self.room.table.v, do or legal[0])

    async def until(self, wanted: Callable[[], object]) -> None:
        """Let everything happen that needs no time, until this is so."""
        for _ in range(20_000):
            if wanted():
                return
            await asyncio.sleep(0.0005)
        raise AssertionError("it does not happen")

    async def settle(self) -> None:
        """Let everything happen that needs no time."""
        for _ in range(3):
            await self.until(lambda: not self.room.is_busy)
            await asyncio.sleep(0.002)

    async def turn(self, seconds: float) -> None:
        """Let so much time pass, and everything happen in it."""
        await self.settle()
        while (step := self.time.next) is not None and step <= seconds:
            self.time.turn(step)
            seconds -= step
            await self.settle()
        self.time.turn(seconds)

    async def time_up(self) -> None:
        """Let the answer's time run out, and no more."""
        await self.settle()
        assert self.time.next is not None
        await self.turn(self.time.next)


def party(
    folder: Path,
    what: Callable[[Party], Awaitable[None]],
    *,
    persons: int = 2,
    rules: str = "players=2",
    come: bool = True,
    store: Store | None = None,
    pace: float = 0.0,
    patience: float = 45.0,
    new_bot: Callable[[random.Random], Bot] = Quick,
    ready: Ready = at_once,
    bot_limit: float = 5.0,
    **options: Any,
) -> None:
    """Have persons at the first seats of a table do this, the other seats open."""
    store = store or Store(database_url(folder))
    time = TurnedTime()
    settings = RoomSettings(
        pace=pace,
        patience=patience,
        time=time,
        bot_limit=bot_limit,
        limits=Limits(time.now),
        new_bot=lambda _level, rng: new_bot(rng),
        ready=ready,
    )
    ruleset = Ruleset.from_code(rules)
    seats = tuple(
        Seat(name=NAMES[at], kind="person", guest=GUESTS[at]) if at < persons else OPEN
        for at in range(ruleset.players)
    )

    async def whole() -> None:
        rooms = Rooms(store, settings)
        try:
            chosen = Options(rules=ruleset.code, **options)
            table = await rooms.create(Arrangement(options=chosen, seats=seats, host=0))
            async with rooms.use(table) as room:
                here = Party(rooms, room, time)
                if come:
                    for seat in range(persons):
                        here.come(seat)
                await asyncio.wait_for(what(here), 60)
        finally:
            await rooms.close()
            store.close()

    asyncio.run(whole())
