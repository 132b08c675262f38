"""One table is harmed: it says so and recovers or pauses, and the others never notice."""

import random
import threading
from collections.abc import Sequence
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import pytest

from durak.actions import Action
from durak.server import answering, showing
from durak.server.facts import Acted, Fact
from durak.server.folder import database_url
from durak.server.store import Store, StoreError
from durak.server.table import Denied
from durak.view import View
from tests.quick import Quick
from tests.server.client import PATIENCE
from tests.server.party import GUESTS, Party, party


class Stalled(Quick):
    """A bot that does not come to an end before the test does."""

    may_end = threading.Event()

    def choose(self, view: View) -> Action:
        assert self.may_end.wait(PATIENCE)
        return super().choose(view)


class Broken(Quick):
    def choose(self, view: View) -> Action:
        raise RuntimeError("7d 8d 9d")


def test_a_stalled_bot_plays_the_least_and_the_table_says_so(tmp_path: Path) -> None:
    async def what(here: Party) -> None:
        await here.begin(0)
        if here.asked == 0:
            await here.act()
        v = here.room.table.v
        await here.until(lambda: here.asked == 0 or here.room.table.stage == "over")
        assert here.room.table.v > v  # while it still thinks
        assert here.notices(0, "stalled")[0]["seat"] == 1

    Stalled.may_end.clear()
    try:
        party(tmp_path, what, persons=1, new_bot=Stalled, bot_limit=0.05)
    finally:
        Stalled.may_end.set()


def test_a_bot_that_fails_ends_nobodys_evening(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def what(here: Party) -> None:
        await here.begin(0)
        while here.room.table.stage == "playing":
            await here.until(lambda: here.room.table.to_act in (0, None))
            if here.room.table.stage == "playing":
                await here.act()
        assert here.notices(0, "stalled")

    party(tmp_path, what, persons=1, rules="players=2 deck=24", new_bot=Broken)
    assert "failed" in caplog.text
    assert "7d" not in caplog.text  # a log has no cards


class Full(Store):
    """A store whose disk is full for a while."""

    is_full = False
    only: str | None = None

    def keep(self, table: str, facts: Sequence[Fact]) -> Future[None]:
        if self.is_full and any(isinstance(fact, Acted) for fact in facts):
            failed: Future[None] = Future()
            failed.set_exception(StoreError("the disk is full"))
            return failed
        return super().keep(table, facts)


def test_a_full_disk_pauses_the_table_says_so_and_it_goes_on(tmp_path: Path) -> None:
    store = Full(database_url(tmp_path))

    async def what(here: Party) -> None:
        await here.begin(0, 1)
        seat = here.asked
        store.is_full = True
        with pytest.raises(Denied) as denied:
            await here.act()
        assert denied.value.code == "storage"
        with pytest.raises(Denied):
            await here.act()
        assert here.notices(0, "paused") == here.notices(1, "paused") == [{}]  # once
        assert here.room.table.v == 1
        assert here.asked == seat
        await here.until(
            lambda: here.state(0)["table"]["paused"] and here.state(1)["table"]["paused"]
        )
        late = here.come(2)  # who comes or reloads now is shown it too
        assert here.state(2)["table"]["paused"] is True
        store.is_full = False
        await here.act()
        assert here.notices(0, "resumed") == here.notices(1, "resumed") == [{}]
        assert here.room.table.v == 2
        assert [here.state(seat)["table"]["paused"] for seat in range(3)] == [False] * 3
        here.room.leave(late)

    party(tmp_path, what, store=store)


def test_an_answer_that_was_accepted_is_stored_as_soon_as_that_is_possible(tmp_path: Path) -> None:
    store = Full(database_url(tmp_path))

    async def what(here: Party) -> None:
        await here.begin(0, 1)
        store.is_full = True
        do = here.view(here.asked).legal[0]
        await here.act(do)
        await here.turn(10)
        assert here.room.table.v == 1
        store.is_full = False
        await here.turn(answering.LAST_RETRY)
        deal = here.room.table.deal
        assert deal is not None
        assert [str(action) for _, action in deal.actions] == [do]

    party(tmp_path, what, store=store, pace=1.0)


def test_an_exception_in_one_table_is_that_tables_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def what(here: Party) -> None:
        from durak.server.facts import Arrangement

        arrangement: Arrangement = here.room.table.arrangement
        other = await here.rooms.create(arrangement)
        await here.begin(0, 1)
        whole = type(here.room.table).act

        def broken(table: Any, *args: Any, **more: Any) -> Any:
            if table.id == here.room.table.id:
                raise ZeroDivisionError
            return whole(table, *args, **more)

        async with here.rooms.use(other) as second:
            follower = second.follow(GUESTS[0])
            for guest in GUESTS[:2]:
                await second.begin(guest, 1, b"s" * 32)
            monkeypatch.setattr(type(here.room.table), "act", broken)
            with pytest.raises(Denied) as denied:
                await here.act()
            assert denied.value.code == "storage"
            assert here.notices(0, "paused") == [{}]
            deal = second.table.deal
            assert deal is not None
            assert deal.to_act is not None
            await second.act(GUESTS[deal.to_act], 1, str(deal.legal()[0]))
            assert second.table.v == 2
            second.leave(follower)
            monkeypatch.setattr(type(here.room.table), "act", whole)
            await here.act()
            assert here.room.table.v == 2

    party(tmp_path, what)


def test_what_could_not_be_told_is_stored_and_seen_by_who_comes_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def what(here: Party) -> None:
        await here.begin(0, 1)
        seat = here.asked
        whole = showing.state

        def broken(*args: Any, **more: Any) -> Any:
            raise KeyError("view")

        monkeypatch.setattr(showing, "state", broken)
        await here.act()
        monkeypatch.setattr(showing, "state", whole)
        await here.until(lambda: here.followers[GUESTS[seat]].is_dropped)
        here.go(seat)
        here.come(seat)
        assert here.state(seat)["v"] == 2

    party(tmp_path, what)


def test_a_person_who_is_back_while_a_stand_in_thinks_plays_itself(tmp_path: Path) -> None:
    thinks, may_answer = threading.Event(), threading.Event()

    class Slow(Quick):
        def choose(self, view: View) -> Action:
            thinks.set()
            assert may_answer.wait(PATIENCE)
            return super().choose(view)

    async def what(here: Party) -> None:
        await here.begin(0, 1)
        if here.asked == 1:
            await here.act()
        if here.asked != 0:
            return
        here.go(0)
        here.room.stand_in(0)
        await here.until(thinks.is_set)
        v = here.room.table.v
        here.come(0)
        may_answer.set()
        await here.until(
            lambda: not any(each.name == "durak-bot" for each in threading.enumerate())
        )
        await here.settle()
        assert here.room.table.v == v
        await here.act()
        assert here.room.table.v == v + 1

    party(tmp_path, what, new_bot=Slow)


def test_a_storm_of_comings_and_goings_is_told_in_few_messages(tmp_path: Path) -> None:
    async def what(here: Party) -> None:
        await here.until(lambda: here.state(0)["table"]["seats"][1]["present"])
        before = len(here.hear(0))
        rng = random.Random(1)
        watchers: list[Any] = []
        for _ in range(200):
            if watchers and rng.random() < 0.5:
                here.room.leave(watchers.pop())
            elif len(watchers) < 50:
                watchers.append(here.room.follow(None))
        await here.until(lambda: here.state(0)["table"]["watchers"] == len(watchers))
        assert len(here.hear(0)) - before <= 2
        for each in watchers:
            here.room.leave(each)

    party(tmp_path, what)
