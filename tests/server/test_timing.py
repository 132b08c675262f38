"""R12.4: with several persons no answer, forced or not, comes sooner than another would."""

import random
from pathlib import Path

import pytest

from durak.server.minimum import least
from durak.server.table import Denied
from tests.server.party import GUESTS, Party, party


def test_a_quick_answer_waits_for_its_moment_and_only_its_person_sees_it(tmp_path: Path) -> None:
    async def what(here: Party) -> None:
        await here.begin(0, 1)
        seat, other = here.asked, 1 - here.asked
        do = here.view(seat).legal[0]
        heard = len(here.hear(other))
        await here.room.act(GUESTS[seat], 1, do)
        await here.settle()
        assert here.room.table.v == 1
        assert here.state(seat)["table"]["prepared"] == do
        assert len(here.hear(other)) == heard
        with pytest.raises(Denied) as denied:  # a double click
            await here.room.act(GUESTS[seat], 1, do)
        assert denied.value.code == "stale"
        assert here.room.question is not None
        left = here.room.question.moment - here.time.now()
        assert 0.5 <= left <= 1.5
        await here.turn(left + 0.001)
        await here.until(lambda: here.room.table.v == 2)
        assert here.state(other)["v"] == 2

    party(tmp_path, what, pace=1.0)


def test_an_illegal_answer_is_refused_at_once(tmp_path: Path) -> None:
    async def what(here: Party) -> None:
        await here.begin(0, 1)
        with pytest.raises(Denied) as denied:
            await here.room.act(GUESTS[here.asked], 1, "take")
        assert denied.value.code == "nothing_to_take"
        assert here.room.question is not None
        assert here.room.question.held is None

    party(tmp_path, what, pace=1.0)


def test_a_slow_answer_is_passed_on_at_once(tmp_path: Path) -> None:
    async def what(here: Party) -> None:
        await here.begin(0, 1)
        await here.turn(2)
        await here.act()
        assert here.room.table.v == 2

    party(tmp_path, what, pace=1.0)


def test_a_person_alone_with_bots_does_not_wait_for_itself(tmp_path: Path) -> None:
    async def what(here: Party) -> None:
        await here.begin(0)
        while here.asked != 0:
            await here.turn(2)
        v = here.room.table.v
        await here.act()
        assert here.room.table.v == v + 1

    party(tmp_path, what, persons=1, rules="players=3", pace=1.0)


def test_the_clock_stops_when_the_answer_comes_not_when_it_is_passed_on(tmp_path: Path) -> None:
    async def what(here: Party) -> None:
        await here.begin(0, 1)
        seat = here.asked
        await here.turn(0.1)
        await here.act()
        await here.turn(20)
        assert here.room.table.v == 2
        assert here.room.table.reserves[seat] == 40_000

    party(tmp_path, what, pace=8.0, time="fast")


def test_moments_do_not_tell_who_had_no_choice(tmp_path: Path) -> None:
    """Persons that answer at once: the time till each answer is passed on, forced or not."""
    forced: list[float] = []
    free: list[float] = []

    async def what(here: Party) -> None:
        rng = random.Random(3)
        while len(forced) < 12:
            if here.room.table.stage != "playing":
                await here.begin(0, 1, 2)
            asked_at, v, view = here.time.now(), here.room.table.v, here.view(here.asked)
            await here.act(rng.choice([*view.legal, least(view)]))
            while here.room.table.v == v:
                await here.time_up()
            (forced if len(view.legal) == 1 else free).append(here.time.now() - asked_at)

    party(tmp_path, what, persons=3, rules="players=3", pace=1.0)
    for moments in (forced, free):
        assert min(moments) >= 0.499
        assert max(moments) <= 1.501
    assert abs(sum(forced) / len(forced) - sum(free) / len(free)) < 0.3
