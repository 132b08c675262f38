"""Levels of bots at a table: chosen, shown, recorded, made ready aside, many at a time."""

import asyncio
import random
import threading
from collections.abc import Iterable
from pathlib import Path

import httpx2
import pytest

from durak.actions import Action
from durak.bots import Bot
from durak.bots.levels import LEVELS, make
from durak.record import read_records
from durak.ruleset import Ruleset
from durak.server import answering, gathering
from durak.server.levels import Warmth, _rehearsed, rehearse, seated_levels
from durak.server.protocol import Options
from durak.server.table import Denied, Table
from durak.server.thinking import Pool, Thinking
from durak.view import View
from tests.quick import Quick
from tests.server.client import Guest
from tests.server.conftest import serving
from tests.server.party import GUESTS, Party, party
from tests.server.persons import NewGuest, code, gathered

PLAYERS = 4


def table_of(options: Options, *, bots: bool = True) -> Table:
    arrangement = gathering.arranged_first(options, seat=0, name="Ada", guest=GUESTS[0], bots=bots)
    return Table.create("t", arrangement, dealer=0, new_seed=lambda: b"1" * 32).table


def levels(table: Table) -> list[str | None]:
    return [each.level for each in table.seats]


def test_a_table_offers_the_levels_that_may_be_seated_from_the_weakest_up() -> None:
    assert seated_levels() == tuple(name for name in LEVELS if LEVELS[name].is_seated)
    assert seated_levels()[:2] == ("novice", "club")
    assert not {"random", "lowest"} & set(seated_levels())


def test_bots_have_the_level_that_the_table_has_agreed_on() -> None:
    table = table_of(Options(rules=f"players={PLAYERS}", bots="novice"))
    assert levels(table) == [None, *["novice"] * (PLAYERS - 1)]
    assert levels(table_of(Options(rules="players=2"))) == [None, "club"]


def test_the_host_chooses_a_level_for_each_bot_and_another_later(new_guest: NewGuest) -> None:
    with gathered(new_guest, f"players={PLAYERS}", 2) as (host, guest):
        host.send(type="seat_bot", seat=2)
        host.send(type="seat_bot", seat=3, level="novice")
        guest.until(lambda me: me.seats[3]["level"] == "novice")
        assert [each["level"] for each in guest.seats] == [None, None, "club", "novice"]
        name = guest.seats[2]["name"]
        host.send(type="seat_bot", seat=2, level="novice")
        guest.until(lambda me: me.seats[2]["level"] == "novice")
        assert guest.seats[2]["name"] == name  # the same bot, playing differently
        assert code(guest, type="seat_bot", seat=2, level="club") == "not_host"
        assert code(host, type="seat_bot", seat=1, level="club") == "seat_taken"
        for level in ("random", "quick", "nobody"):
            assert code(host, type="seat_bot", seat=2, level=level) == "bad_level"


def test_a_level_that_no_table_seats_makes_no_table(guest: Guest) -> None:
    asked = {"options": {"rules": "players=2", "bots": "quick"}, "name": "Ada"}
    answer: httpx2.Response = guest.http.post("/api/tables", json=asked)
    assert answer.status_code == 422
    assert answer.json()["code"] == "bad_level"
    assert "club" in answer.json()["message"]


def test_another_level_for_the_table_is_that_of_bots_which_had_the_old_one() -> None:
    table = table_of(Options(rules=f"players={PLAYERS}", bots="club"))
    table = gathering.seat_bot(table, 2, "novice").table
    options = Options(rules=f"players={PLAYERS}", bots="expert")
    table = gathering.change_options(table, options, lambda _: 0).table
    assert levels(table) == [None, "expert", "novice", "expert"]
    with pytest.raises(Denied, match="no bot of level"):
        gathering.change_options(table, Options(rules="players=2", bots="lowest"), lambda _: 0)


def test_who_leaves_and_whoever_is_missing_is_replaced_at_the_tables_level() -> None:
    table = table_of(Options(rules="players=3", bots="novice"), bots=False)
    table = table.begin(0, 1, b"s" * 32).table
    assert levels(table) == [None, "novice", "novice"]
    table = gathering.leave(table, GUESTS[0]).table
    assert levels(table) == ["novice"] * 3


def test_each_seat_is_played_by_a_bot_of_its_own_level(tmp_path: Path) -> None:
    asked: list[str] = []

    def new_bot(level: str, rng: random.Random) -> Bot:
        asked.append(level)
        return Quick(rng)

    with serving(tmp_path, new_bot=new_bot) as served, Guest(served.address) as guest:
        table = guest.gather("players=3 deck=24")
        with guest.sit(table) as player:
            for seat, level in ((1, "novice"), (2, "expert")):
                player.send(type="seat_bot", seat=seat, level=level)
            player.begin()
            player.play(random.Random(1))
        text = guest.http.get(f"/t/{table}/record").text
    assert sorted(asked) == ["expert", "novice"]
    assert read_records(text)[0].seats == ("Host", "bot:novice", "bot:expert")


@pytest.mark.compiled
@pytest.mark.parametrize("level", ["novice", "club"])
def test_a_deal_against_real_bots_comes_to_its_end(tmp_path: Path, level: str) -> None:
    async def what(here: Party) -> None:
        await here.begin(0)
        while here.room.table.stage == "playing":
            await here.until(lambda: here.room.table.to_act in (0, None))
            if here.room.table.stage == "playing":
                await here.act()
        assert here.notices(0, "stalled") == []

    party(
        tmp_path,
        what,
        persons=1,
        rules="perevodnoy players=3",
        new_bot=lambda rng: make(level, rng),
        bots=level,
    )


# ---- made ready aside -----------------------------------------------------------------------


def test_a_bot_that_is_not_ready_yet_is_waited_for_and_not_blamed(tmp_path: Path) -> None:
    may_end = threading.Event()

    def compile_now(_levels: Iterable[str]) -> None:
        may_end.wait(60)

    warmth = Warmth(compile_now)

    async def what(here: Party) -> None:
        await here.begin(0)
        if here.asked == 0:
            await here.act()
        await here.turn(100)
        await asyncio.sleep(0.1)  # twice the time that a bot has to think
        v = here.room.table.v
        assert here.asked == 1
        may_end.set()
        await here.until(lambda: here.room.table.v > v)
        assert here.notices(0, "stalled") == []

    try:
        party(tmp_path, what, persons=1, ready=warmth.ready, bot_limit=0.05)
    finally:
        may_end.set()


def test_levels_are_made_ready_once_and_the_one_that_is_waited_for_first() -> None:
    done: list[str] = []
    may_begin = threading.Event()

    def compile_now(names: Iterable[str]) -> None:
        assert may_begin.wait(60)
        done.extend(names)

    async def wait(warmth: Warmth) -> None:
        waiting = asyncio.create_task(warmth.ready("master"))
        await asyncio.sleep(0)
        may_begin.set()
        await waiting
        for level in ("club", "expert", "novice"):
            await warmth.ready(level)

    warmth = Warmth(compile_now)
    warmth.begin(["club", "novice", "expert", "master"])
    assert not warmth.is_ready("club")
    asyncio.run(wait(warmth))
    assert done.index("master") <= 1  # the first may have been at work already
    assert sorted(done) == ["club", "expert", "master", "novice"]
    assert warmth.is_ready("novice")


def test_a_level_that_cannot_be_made_ready_holds_up_no_other() -> None:
    def compile_now(names: Iterable[str]) -> None:
        if "expert" in names:
            raise ModuleNotFoundError("durak.bots.expert")

    async def wait() -> None:
        warmth = Warmth(compile_now)
        await asyncio.wait_for(warmth.ready("expert"), 60)
        await asyncio.wait_for(warmth.ready("club"), 60)

    asyncio.run(wait())


# ---- few threads for many bots --------------------------------------------------------------


class Patient(Quick):
    """Thinks until it may end; counts how many think at once."""

    may_end = threading.Event()
    thinking = 0
    most = 0
    lock = threading.Lock()

    def choose(self, view: View) -> Action:
        with self.lock:
            Patient.thinking += 1
            Patient.most = max(Patient.most, Patient.thinking)
        self.may_end.wait(60)
        with self.lock:
            Patient.thinking -= 1
        return super().choose(view)


def _asked() -> View:
    from durak.deal import Deal

    rules = Ruleset.from_code("players=2")
    deal = Deal.start(rules, list(range(16, 52)), dealer=0)
    assert deal.to_act is not None
    return deal.view(deal.to_act)


def test_no_more_bots_think_at_once_than_there_are_threads() -> None:
    view, pool = _asked(), Pool(threads=3)
    Patient.most = Patient.thinking = 0

    async def all_tables() -> None:
        bots = [Patient(random.Random(at)) for at in range(20)]
        answers = [
            asyncio.create_task(Thinking(f"t{at}", pool, limit=60).answer(lambda b=bot: b, view))  # type: ignore[misc]
            for at, bot in enumerate(bots)
        ]
        while Patient.thinking < 3:
            await asyncio.sleep(0.001)
        Patient.may_end.set()
        thoughts = await asyncio.gather(*answers)
        assert all(each.is_own for each in thoughts)

    Patient.may_end.clear()
    asyncio.run(all_tables())
    assert Patient.most == 3


def test_bots_that_do_not_end_leave_their_threads_to_others() -> None:
    view, pool = _asked(), Pool(threads=2)

    async def all_tables() -> None:
        stuck = [Thinking(f"s{at}", pool, limit=0.05) for at in range(4)]
        lost = [
            asyncio.create_task(each.answer(lambda: Patient(random.Random()), view))
            for each in stuck
        ]
        good = await Thinking("good", pool, limit=60).answer(lambda: Quick(random.Random(1)), view)
        assert good.is_own
        assert not any(each.is_own for each in await asyncio.gather(*lost))
        # a table whose bot is still stuck does not ask again, so it takes no further thread
        assert not (await stuck[0].answer(lambda: Quick(random.Random(1)), view)).is_own

    Patient.may_end.clear()
    try:
        asyncio.run(all_tables())
    finally:
        Patient.may_end.set()


@pytest.mark.compiled
def test_whoever_is_rehearsed_answers_at_the_beginning_and_at_the_end_of_deals() -> None:
    views = list(_rehearsed())
    assert {len(view.counts) for view in views} == {2, 4}
    assert {view.talon_count > 0 for view in views} == {True, False}
    assert all(len(view.legal) > 1 for view in views)
    rehearse(["novice", "club"])


def test_who_waits_long_for_bots_to_get_ready_is_told_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    may_end = threading.Event()
    monkeypatch.setattr(answering, "UNSAID", 0.01)

    def compile_now(_levels: Iterable[str]) -> None:
        may_end.wait(60)

    async def what(here: Party) -> None:
        await here.begin(0)
        if here.asked == 0:
            await here.act()
        await here.until(lambda: here.notices(0, "preparing"))
        may_end.set()
        await here.until(lambda: here.asked == 0 or here.room.table.stage == "over")

    try:
        party(tmp_path, what, persons=1, ready=Warmth(compile_now).ready)
    finally:
        may_end.set()
