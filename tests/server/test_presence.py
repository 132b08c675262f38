"""Somebody is gone: the others see it, the table waits, a stand-in plays until they are back."""

from pathlib import Path

import pytest

from durak.server.facts import Acted
from durak.server.minimum import least
from durak.server.presence import GRACE
from durak.server.table import Denied
from tests.server.party import GUESTS, Party, party


def seat_shown(here: Party, of: int, to: int) -> tuple[bool, bool]:
    seat = here.state(to)["table"]["seats"][of]
    return seat["present"], seat["stand_in"]


async def shown(here: Party, of: int, to: int, wanted: tuple[bool, bool]) -> None:
    await here.until(lambda: seat_shown(here, of, to) == wanted)


def test_a_gone_person_is_seen_then_replaced_and_gets_the_seat_back(tmp_path: Path) -> None:
    async def what(here: Party) -> None:
        await here.begin(0, 1)
        if here.asked == 1:
            await here.act()
        here.go(0)
        await here.turn(GRACE - 0.1)
        assert seat_shown(here, 0, to=1) == (True, False)
        await here.turn(0.2)
        await shown(here, 0, 1, (False, False))
        assert here.notices(1, "absent") == [{"seat": 0, "name": "Ada"}]
        v = here.room.table.v
        if here.asked == 0:
            await here.turn(40)
            assert here.room.table.v == v
        await here.turn(45)
        await shown(here, 0, 1, (False, True))
        assert here.notices(1, "stand_in") == [{"seat": 0, "name": "Ada", "reason": "absent"}]
        await here.until(lambda: here.asked == 1)
        store = here.room._store
        facts = [x for x in store.facts(here.room.table.id) if isinstance(x, Acted)]
        assert {x.by for x in facts if x.v > v and x.seat == 0} <= {"bot"}
        here.come(0)
        await shown(here, 0, 1, (True, False))
        assert here.notices(1, "back") == [{"seat": 0, "name": "Ada"}]
        assert here.state(0)["view"]["hand"] == list(here.view(0).hand)

    party(tmp_path, what)


def test_one_leaving_does_not_throw_anybody_out_and_the_deal_goes_on(tmp_path: Path) -> None:
    async def what(here: Party) -> None:
        await here.begin(0, 1, 2)
        here.go(0)
        await here.turn(60)
        while here.room.table.stage == "playing":
            await here.until(lambda: here.room.table.to_act != 0)
            if here.room.table.stage == "playing":
                await here.act(least(here.view(here.asked)))
        assert here.room.table.persons.keys() == {0, 1, 2}
        assert here.room.table.deal is not None
        assert here.room.table.deal.result is not None
        await here.begin(1, 2)  # and nobody waits for who is gone

    party(tmp_path, what, persons=3, rules="players=3")


def test_a_tab_switch_or_a_second_device_is_not_leaving(tmp_path: Path) -> None:
    async def what(here: Party) -> None:
        await here.begin(0, 1)
        second = here.room.follow(GUESTS[0])
        here.go(0)  # one device is put away
        await here.turn(1000)
        assert here.notices(1, "absent") == []
        assert not here.room.stand_ins
        here.room.leave(second)
        here.come(0)  # a reload
        await here.turn(1000)
        assert here.notices(1, "absent") == []

    party(tmp_path, what)


def test_with_nobody_there_the_table_rests(tmp_path: Path) -> None:
    async def what(here: Party) -> None:
        await here.begin(0, 1)
        here.go(0)
        here.go(1)
        await here.turn(100_000)
        assert here.room.table.v == 1
        assert not here.room.stand_ins
        here.come(0)
        await here.turn(44)
        assert not here.room.stand_ins  # patience begins when somebody waits
        await here.turn(2)
        assert here.room.stand_ins == {1}

    party(tmp_path, what)


def test_a_person_alone_with_bots_is_never_replaced(tmp_path: Path) -> None:
    async def what(here: Party) -> None:
        watcher = here.room.follow("w" * 32)
        await here.begin(0)
        await here.until(lambda: here.asked == 0)
        v = here.room.table.v
        here.go(0)
        await here.turn(100_000)
        assert here.room.table.v == v
        here.room.leave(watcher)

    party(tmp_path, what, persons=1, rules="players=4")


def test_the_host_can_decide_sooner_but_only_of_who_is_gone(tmp_path: Path) -> None:
    async def what(here: Party) -> None:
        await here.begin(0, 1)
        with pytest.raises(Denied) as denied:
            here.room.stand_in(1)
        assert denied.value.code == "not_now"
        here.go(1)
        here.room.stand_in(1)
        assert here.room.stand_ins == {1}
        assert here.notices(0, "stand_in")[0]["reason"] == "host"
        here.come(1)
        assert not here.room.stand_ins

    party(tmp_path, what)


def test_of_a_silent_person_without_a_clock_the_host_may_decide_in_the_end(tmp_path: Path) -> None:
    async def what(here: Party) -> None:
        await here.begin(0, 1)
        if here.asked == 0:
            await here.act()
        if here.asked == 0:
            return  # it led and leads again: nothing to see here
        await here.turn(91)
        assert here.notices(0, "silent") == [{"seat": 1, "name": "Ben"}]
        here.room.stand_in(1)
        await here.until(lambda: here.asked == 0 or here.room.table.stage == "over")

    party(tmp_path, what)


def test_while_the_host_is_away_the_next_one_there_acts_as_host(tmp_path: Path) -> None:
    async def what(here: Party) -> None:
        assert here.room.host == 0
        here.go(0)
        await here.turn(46)
        assert here.room.host == 1
        await here.until(lambda: here.state(1)["table"]["host"] == 1)
        here.come(0)
        assert here.room.host == 0

    party(tmp_path, what, persons=3, rules="players=3")


def test_a_finished_player_who_leaves_or_idles_does_not_pause_the_table(tmp_path: Path) -> None:
    async def what(here: Party) -> None:
        finished: set[int] = set()
        while not finished:
            await here.begin(*here.room.table.persons)
            while here.room.table.stage == "playing" and not finished:
                await here.act()
                deal = here.room.table.deal
                assert deal is not None
                finished = {seat for seats in deal.out for seat in seats}
                if deal.is_over:
                    finished = set()
        for seat in finished:
            here.go(seat)
        while here.room.table.stage == "playing":
            assert here.asked not in finished
            await here.act(least(here.view(here.asked)))

    party(tmp_path, what, persons=4, rules="players=4 deck=24")
