"""Rooms: one writer a table, bots in its queue, slow followers, tables that are let go."""

import asyncio
import random
import sqlite3
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import Future
from pathlib import Path

import pytest

from durak.actions import Action, parse
from durak.bots import Bot
from durak.ruleset import Ruleset
from durak.server import answering, gathering
from durak.server.facts import Acted, Arrangement, Fact, Seat
from durak.server.folder import database_url
from durak.server.followers import BACKLOG, Follower, FullError
from durak.server.levels import at_once
from durak.server.protocol import Options
from durak.server.replaying import CorruptError
from durak.server.room import (
    MAX_OWN,
    MAX_WATCHERS,
    Room,
    RoomSettings,
)
from durak.server.rooms import Rooms
from durak.server.showing import state
from durak.server.store import Store, StoreError
from durak.server.table import Denied
from durak.view import View
from tests.quick import Quick

ME = "a" * 64
PERSON = Seat(name="South", kind="person", guest=ME)
BOT = Seat(name="Anya", kind="bot", guest=None)


def run(
    folder: Path,
    what: Callable[[Rooms], Awaitable[None]],
    new_bot: Callable[[random.Random], Bot] = Quick,
    store: Store | None = None,
) -> None:
    store = store or Store(database_url(folder))

    async def whole() -> None:
        rooms = Rooms(
            store, RoomSettings(pace=0, new_bot=lambda _level, rng: new_bot(rng), ready=at_once)
        )
        try:
            await asyncio.wait_for(what(rooms), 60)
        finally:
            await rooms.close()
            store.close()

    asyncio.run(whole())


async def create(rooms: Rooms, players: int = 2) -> str:
    seats = (PERSON, *[BOT] * (players - 1))
    options = Options(rules=Ruleset(players=players).code)
    return await rooms.create(Arrangement(options=options, seats=seats, host=0))


async def hear_until(follower: Follower, room: Room, wanted: Callable[[Room], bool]) -> None:
    told = asyncio.Event()
    follower.attach(told.set, told.set)
    while not wanted(room):
        await told.wait()
        told.clear()
        while follower.next() is not None:
            pass


async def play(room: Room, bot: Quick, actions: int = 1000) -> None:
    """Play the person's seat, until the deal is over or so many actions were done."""
    follower = room.follow(ME)
    done = 0
    while done < actions:
        await hear_until(follower, room, lambda room: room.table.bot_to_act is None)
        deal = room.table.deal
        assert deal is not None
        if deal.is_over:
            break
        await room.act(ME, room.table.v, str(bot.choose(deal.view(0))))
        done += 1
    room.leave(follower)


def test_a_table_nobody_is_at_is_let_go_and_comes_back_as_it_was(tmp_path: Path) -> None:
    async def what(rooms: Rooms) -> None:
        table = await create(rooms)
        async with rooms.use(table) as first:
            await first.begin(ME, 1, b"s" * 32)
            await play(first, Quick(random.Random(1)), 3)
            follower = first.follow(ME)
            await hear_until(follower, first, lambda room: room.table.bot_to_act is None)
            first.leave(follower)
            before = state(first.table, 0)
            async with rooms.use(table) as same:
                assert same is first
        async with rooms.use(table) as second:
            assert second is not first
            assert state(second.table, 0) == before

    run(tmp_path, what)


def test_bots_finish_what_they_can_when_everybody_has_gone(tmp_path: Path) -> None:
    async def what(rooms: Rooms) -> None:
        table = await create(rooms, players=4)
        async with rooms.use(table) as room:
            await room.begin(ME, 1, b"s" * 32)
        while not room.is_idle:
            await asyncio.sleep(0)
        deal = room.table.deal
        assert deal is not None
        assert deal.to_act == 0

    run(tmp_path, what)


def test_two_writers_of_one_version_play_one_action(tmp_path: Path) -> None:
    async def what(rooms: Rooms) -> None:
        async with rooms.use(await create(rooms)) as room:
            await room.begin(ME, 1, b"s" * 32)
            follower = room.follow(ME)
            await hear_until(follower, room, lambda room: room.table.bot_to_act is None)
            deal, v = room.table.deal, room.table.v
            assert deal is not None
            tries = [room.act(ME, v, str(action)) for action in deal.legal()]
            results = await asyncio.gather(*tries, return_exceptions=True)
            room.leave(follower)
            assert [type(result) for result in results].count(type(None)) == 1
            assert all(result.code == "stale" for result in results if isinstance(result, Denied))

    run(tmp_path, what)


def test_a_command_whose_asker_goes_away_still_happens_whole(tmp_path: Path) -> None:
    async def what(rooms: Rooms) -> None:
        table = await create(rooms)
        async with rooms.use(table) as room:
            asking = asyncio.create_task(room.begin(ME, 1, b"s" * 32))
            await asyncio.sleep(0)  # it is in the queue now
            asking.cancel()
            follower = room.follow(ME)
            await hear_until(follower, room, lambda room: room.table.v > 0)
            room.leave(follower)
        async with rooms.use(table) as room:
            assert room.table.stage == "playing"

    run(tmp_path, what)


def test_a_slow_follower_is_dropped_and_the_others_stay(tmp_path: Path) -> None:
    async def what(rooms: Rooms) -> None:
        async with rooms.use(await create(rooms)) as room:
            slow, quick = room.follow(None), room.follow(None)
            quick.next()
            message = state(room.table, None)
            for _ in range(BACKLOG):
                slow.send(message)
                quick.send(message)
                quick.next()
            assert slow.is_dropped
            assert slow.next() is None
            assert not quick.is_dropped

    run(tmp_path, what)


def test_a_table_has_so_many_followers_at_most(tmp_path: Path) -> None:
    async def what(rooms: Rooms) -> None:
        async with rooms.use(await create(rooms)) as room:
            for _ in range(MAX_WATCHERS):
                room.follow(None)
            with pytest.raises(FullError):
                room.follow(None)
            for _ in range(MAX_OWN):  # spectators take no place from who sits there
                room.follow(ME)
            with pytest.raises(FullError):
                room.follow(ME)

    run(tmp_path, what)


class Failing(Store):
    """A store that cannot keep the first actions it is given."""

    failures = 3

    def keep(self, table: str, facts: Sequence[Fact]) -> Future[None]:
        if self.failures and any(isinstance(fact, Acted) for fact in facts):
            self.failures -= 1
            failed: Future[None] = Future()
            failed.set_exception(StoreError("the disk is full"))
            return failed
        return super().keep(table, facts)


def test_a_bot_tries_again_until_its_action_is_stored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(answering, "FIRST_RETRY", 0.001)
    store = Failing(database_url(tmp_path))

    async def what(rooms: Rooms) -> None:
        is_bots_lead = False
        while not is_bots_lead:  # who leads is chance
            async with rooms.use(await create(rooms, players=6)) as room:
                follower = room.follow(None)
                await room.begin(ME, 1, b"s" * 32)
                is_bots_lead = room.table.bot_to_act is not None
                if is_bots_lead:
                    await hear_until(follower, room, lambda room: room.table.v > 1)
                    assert store.failures == 0
                room.leave(follower)

    run(tmp_path, what, store=store)


def test_a_bot_that_chooses_what_is_not_legal_ends_nobodys_evening(tmp_path: Path) -> None:
    class Wrong(Quick):
        def choose(self, view: View) -> Action:
            return parse("swap")

    async def what(rooms: Rooms) -> None:
        async with rooms.use(await create(rooms)) as room:
            await room.begin(ME, 1, b"s" * 32)
            await play(room, Quick(random.Random(1)))
            assert room.table.stage == "over"

    run(tmp_path, what, Wrong)


def test_a_damaged_table_is_refused_and_the_others_open(tmp_path: Path) -> None:
    tables: list[str] = []

    async def played(rooms: Rooms) -> None:
        for _ in range(2):
            tables.append(await create(rooms))
            async with rooms.use(tables[-1]) as room:
                await room.begin(ME, 1, b"s" * 32)
                await play(room, Quick(random.Random(1)), 2)

    async def opened(rooms: Rooms) -> None:
        good, bad = tables
        with pytest.raises(CorruptError, match=bad):
            async with rooms.use(bad):
                pass
        async with rooms.use(good) as room:
            assert room.table.v > 1

    run(tmp_path, played)
    database = sqlite3.connect(tmp_path / "tables.sqlite3")
    with database:
        database.execute("UPDATE action SET token = '2c' WHERE game = ? AND v = 2", [tables[1]])
    database.close()
    run(tmp_path, opened)


class Kept:
    """Codes that remember what was asked."""

    def __init__(self) -> None:
        self.closed: list[str] = []

    async def code_of(self, table: str) -> str:
        return "BFHKLM"

    async def close(self, table: str) -> None:
        self.closed.append(table)


def test_the_code_of_a_table_that_everybody_has_left_leads_nowhere(tmp_path: Path) -> None:
    store, codes = Store(database_url(tmp_path)), Kept()

    async def whole() -> None:
        rooms = Rooms(store, RoomSettings(pace=0, ready=at_once), codes=codes)
        begun, gathering_still, sat_at = [await create(rooms) for _ in range(3)]
        for table in (begun, sat_at):
            async with rooms.use(table) as room:
                await room.begin(ME, 1, b"s" * 32)
        for table in (gathering_still, begun):
            async with rooms.use(table) as room:
                assert room.code == "BFHKLM"
                await room.do(lambda table: gathering.leave(table, ME))
                assert codes.closed == []  # who is there may sit down again
        while rooms.count:
            await asyncio.sleep(0)  # bots play the deal to its end
        await rooms.close()
        assert codes.closed == [begun]

    asyncio.run(asyncio.wait_for(whole(), 60))
    store.close()


def test_a_closing_server_takes_no_more(tmp_path: Path) -> None:
    async def what(rooms: Rooms) -> None:
        async with rooms.use(await create(rooms)) as room:
            follower = room.follow(ME)
            await rooms.close()
            assert follower.is_dropped
            with pytest.raises(Denied) as denied:
                await room.begin(ME, 1, b"s" * 32)
            assert denied.value.code == "storage"

    run(tmp_path, what)
