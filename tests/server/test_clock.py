"""The clock of a table: answers, reserves, time-outs, and seats that are handed over."""

from pathlib import Path

import pytest

from durak.actions import parse
from durak.server.clock import ALLOWED
from durak.server.facts import Acted
from durak.server.folder import database_url
from durak.server.minimum import least
from durak.server.replaying import replay
from durak.server.store import Store
from durak.server.table import Denied, Table
from tests.server.party import GUESTS, NAMES, Party, party


def test_without_a_clock_nothing_is_played_for_a_person(tmp_path: Path) -> None:
    async def what(here: Party) -> None:
        await here.begin(0, 1)
        await here.turn(80)
        assert here.room.table.v == 1
        assert here.state(0)["table"]["clock"] is None
        await here.turn(100_000)
        assert here.room.table.v == 1
        assert here.notices(0, "silent") == here.notices(1, "silent")
        assert len(here.notices(0, "silent")) == 1

    party(tmp_path, what)


def test_only_durations_are_sent_so_that_no_devices_clock_matters(tmp_path: Path) -> None:
    async def what(here: Party) -> None:
        await here.begin(0, 1)
        seat = here.asked
        assert here.state(0)["table"]["clock"] == {
            "seat": seat,
            "answer_ms": 10_000,
            "reserve_ms": [40_000, 40_000],
        }
        await here.turn(4)
        here.go(1)
        here.come(1)
        assert here.state(1)["table"]["clock"]["answer_ms"] == 6_000
        await here.turn(7)
        here.go(1)
        here.come(1)
        clock = here.state(1)["table"]["clock"]
        assert clock["answer_ms"] == 0
        assert clock["reserve_ms"][seat] == 39_000
        assert clock["reserve_ms"][1 - seat] == 40_000

    party(tmp_path, what, time="fast")


def test_an_answer_over_its_time_takes_from_the_reserve_and_it_is_stored(tmp_path: Path) -> None:
    kept: list[Acted] = []

    async def what(here: Party) -> None:
        await here.begin(0, 1)
        seat = here.asked
        await here.turn(13.5)
        await here.act()
        await here.turn(2)
        await here.act()
        assert here.room.table.reserves[seat] == 36_500
        store = here.room._store
        kept.extend(fact for fact in store.facts(here.room.table.id) if isinstance(fact, Acted))

    party(tmp_path, what, time="fast")
    assert [each.reserve for each in kept] == [36_500, 40_000]
    assert [each.by for each in kept] == ["person", "person"]


def test_time_up_plays_the_least_and_says_so(tmp_path: Path) -> None:
    async def what(here: Party) -> None:
        await here.begin(0, 1)
        seat, expected = here.asked, least(here.view(here.asked))
        await here.turn(49.9)
        assert here.room.table.v == 1
        await here.turn(0.2)
        assert here.room.table.v == 2
        deal = here.room.table.deal
        assert deal is not None
        assert str(deal.actions[0][1]) == expected
        assert here.room.table.time_outs[seat] == 1
        assert here.room.table.reserves[seat] == 0
        params = [{"seat": seat, "name": NAMES[seat]}]
        assert here.notices(0, "timed_out") == here.notices(1, "timed_out") == params

    party(tmp_path, what, time="fast")


def test_a_late_answer_loses_to_the_clock_and_nothing_is_played_twice(tmp_path: Path) -> None:
    async def what(here: Party) -> None:
        await here.begin(0, 1)
        seat, legal = here.asked, here.view(here.asked).legal
        await here.turn(60)
        with pytest.raises(Denied) as denied:
            await here.room.act(GUESTS[seat], 1, legal[0])
        assert denied.value.code == "stale"
        assert here.room.table.v == 2

    party(tmp_path, what, time="fast")


def test_three_time_outs_in_a_row_hand_the_seat_over_until_the_person_is_back(
    tmp_path: Path,
) -> None:
    async def what(here: Party) -> None:
        await here.begin(0, 1)
        while not here.room.stand_ins:
            if here.asked == 0:
                await here.time_up()
            else:
                await here.act(least(here.view(1)))
        assert here.room.stand_ins == {0}
        assert here.room.table.time_outs[0] == 3
        assert here.notices(1, "stand_in")[0]["reason"] == "time"
        await here.until(lambda: here.state(1)["table"]["seats"][0]["stand_in"])
        assert here.state(1)["table"]["seats"][0]["present"]
        await here.until(lambda: here.room.table.stage == "over" or here.asked == 1)
        await here.room.back(GUESTS[0])
        assert not here.room.stand_ins
        assert here.room.table.time_outs[0] == 0
        assert here.notices(1, "back") == [{"seat": 0, "name": "Ada"}]

    party(tmp_path, what, time="fast")


def test_an_answer_of_its_own_ends_a_row_of_time_outs(tmp_path: Path) -> None:
    async def what(here: Party) -> None:
        await here.begin(0, 1)
        while here.room.table.time_outs[0] < 2:
            await (here.time_up() if here.asked == 0 else here.act(least(here.view(1))))
        while here.asked != 0:
            await here.act(least(here.view(1)))
        await here.act()
        assert here.room.table.time_outs[0] == 0

    party(tmp_path, what, time="fast")


def test_what_the_clock_took_is_still_gone_after_the_server_came_back(tmp_path: Path) -> None:
    before: list[Table] = []

    async def what(here: Party) -> None:
        await here.begin(0, 1)
        while here.room.table.time_outs[0] < 3:
            await (here.time_up() if here.asked == 0 else here.act(least(here.view(1))))
        await here.settle()
        before.append(here.room.table)

    party(tmp_path, what, time="fast")
    store = Store(database_url(tmp_path))
    again = replay(store.facts(before[0].id))
    store.close()
    assert again.reserves == before[0].reserves
    assert again.time_outs == before[0].time_outs
    assert again.time_outs[0] >= 3


def test_with_nobody_there_the_clock_rests_and_the_answer_begins_anew(tmp_path: Path) -> None:
    async def what(here: Party) -> None:
        await here.begin(0, 1)
        await here.turn(30)
        here.go(0)
        here.go(1)
        await here.turn(100_000)
        assert here.room.table.v == 1
        here.come(0)
        assert here.state(0)["table"]["clock"]["answer_ms"] == 10_000
        assert here.state(0)["table"]["clock"]["reserve_ms"] == [40_000, 40_000]

    party(tmp_path, what, time="fast")


def test_every_pace_has_an_answer_and_a_reserve() -> None:
    assert set(ALLOWED) == {"gentle", "fast"}
    assert (ALLOWED["gentle"].answer, ALLOWED["gentle"].reserve) == (30_000, 120_000)
    assert (ALLOWED["fast"].answer, ALLOWED["fast"].reserve) == (10_000, 40_000)


def test_the_least_lead_is_the_lowest_card_that_is_no_trump(tmp_path: Path) -> None:
    async def what(here: Party) -> None:
        await here.begin(0, 1)
        view = here.view(here.asked)
        led = parse(least(view)).cards
        plain = [card for card in view.hand if card[1] != view.trump] or list(view.hand)
        assert led.bit_count() == 1
        assert least(view) == plain[0]

    party(tmp_path, what)
