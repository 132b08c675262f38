"""Practice: one person beside bots may ask what to play, and what each choice was worth."""

import random
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, ClassVar

import pytest

from durak.actions import Action
from durak.bots import Weighed
from durak.record import read_records
from durak.server import gathering
from durak.server.practice import decisions
from durak.server.protocol import Options
from durak.server.table import Denied
from durak.view import View
from tests.quick import Quick
from tests.server.client import Guest, Player
from tests.server.party import GUESTS, Party, party
from tests.server.persons import NewGuest, code, gathered


@contextmanager
def practising(guest: Guest, rules: str = "players=2 deck=24", **options: Any) -> Iterator[Player]:
    asked = {"options": {"rules": rules, "practice": True, **options}, "name": "Ada", "bots": True}
    made = guest.http.post("/api/tables", json=asked)
    assert made.status_code == 201, made.text
    with guest.sit(made.json()["id"]) as player:
        yield player


def answered(player: Player, kind: str, **message: Any) -> dict[str, Any]:
    player.send(**message)
    return player.until_told(kind)


def told(here: Party, kind: str) -> list[dict[str, Any]]:
    return [each for each in here.hear(0) if each["type"] == kind]


# ---- hints ----------------------------------------------------------------------------------


def test_a_hint_is_the_best_action_with_its_chance_and_reason_in_both_languages(
    guest: Guest,
) -> None:
    with practising(guest) as player:
        player.begin()
        assert player.until_asked()
        advice = answered(player, "advice", type="hint", v=player.v)
        best = advice["best"]
        assert advice["v"] == player.v
        assert best["do"] in player.view["legal"]
        assert 0 <= best["value"] <= 1
        assert set(best["why"]) == {"en", "ru"}
        assert all(best["why"].values())


def test_there_are_no_hints_where_practice_was_not_agreed_on(guest: Guest) -> None:
    with guest.sit(guest.create("players=2")) as player:
        player.begin()
        assert player.until_asked()
        assert code(player, type="hint", v=player.v) == "no_practice"
        assert code(player, type="review", bout=1) == "no_practice"


def test_a_hint_is_only_for_who_is_asked_and_as_the_table_is_now(guest: Guest) -> None:
    with practising(guest) as player:
        assert code(player, type="hint", v=0) == "not_now"
        player.begin()
        assert player.until_asked()
        assert code(player, type="hint", v=player.v - 1) == "stale"
        with Guest(guest.address) as other:
            other.visit(player.table["id"])
            with other.sit(player.table["id"]) as watcher:
                assert code(watcher, type="hint", v=watcher.v) == "not_seated"


class Spy(Quick):
    """Keeps what it was given to look at."""

    seen: ClassVar[list[View]] = []

    def weigh(self, view: View) -> tuple[Weighed, ...]:
        self.seen.append(view)
        return super().weigh(view)


def test_who_is_asked_for_a_hint_is_given_the_persons_view_and_nothing_else(tmp_path: Path) -> None:
    Spy.seen.clear()

    async def what(here: Party) -> None:
        await here.begin(0)
        await here.until(lambda: here.room.table.to_act == 0)
        view = here.view(0)
        here.room.practice.hint(here.followers[GUESTS[0]], here.room.table.v)
        await here.until(lambda: told(here, "advice"))
        assert Spy.seen == [view]
        assert view.seat == 0

    party(tmp_path, what, persons=1, new_bot=Spy, practice=True)


class Endless(Quick):
    may_end = threading.Event()

    def weigh(self, view: View) -> tuple[Weighed, ...]:
        self.may_end.wait(60)
        return super().weigh(view)


def test_a_hint_that_is_not_found_in_time_is_refused_and_the_play_goes_on(tmp_path: Path) -> None:
    async def what(here: Party) -> None:
        await here.begin(0)
        await here.until(lambda: here.room.table.to_act == 0)
        follower, v = here.followers[GUESTS[0]], here.room.table.v
        here.room.practice.hint(follower, v)
        with pytest.raises(Denied) as denied:
            here.room.practice.hint(follower, v)
        assert denied.value.code == "too_many"
        await here.until(lambda: told(here, "refused"))
        assert told(here, "refused")[0]["code"] == "no_hint"
        await here.act()
        assert here.room.table.v > v

    Endless.may_end.clear()
    try:
        party(tmp_path, what, persons=1, new_bot=Endless, bot_limit=0.05, practice=True)
    finally:
        Endless.may_end.set()


def test_the_person_may_play_while_a_hint_is_looked_for(guest: Guest) -> None:
    with practising(guest) as player:
        player.begin()
        assert player.until_asked()
        v = player.v
        player.send(type="hint", v=v)
        player.act(player.view["legal"][0])
        player.until(lambda me: me.v > v)
        assert player.until_told("advice")["v"] == v


# ---- what choices were worth ----------------------------------------------------------------


def test_after_a_bout_each_choice_stands_beside_the_best_there_was(tmp_path: Path) -> None:
    async def what(here: Party) -> None:
        await here.begin(0)
        rng = random.Random(3)
        table = here.room.table
        while table.stage == "playing":
            await here.until(lambda: here.room.table.to_act in (0, None))
            table = here.room.table
            if table.to_act == 0:
                await here.act(rng.choice(here.view(0).legal))
                table = here.room.table
        deal = table.deal
        assert deal is not None
        for bout in range(1, deal.bout + 1):
            before = len(told(here, "reviewed"))
            here.room.practice.review(here.followers[GUESTS[0]], bout)
            await here.until(lambda before=before: len(told(here, "reviewed")) > before)  # type: ignore[misc]
            reviewed = told(here, "reviewed")[-1]
            mine = decisions(deal, 1, 0, bout)
            assert (reviewed["deal"], reviewed["bout"]) == (1, bout)
            assert [each["chosen"]["do"] for each in reviewed["choices"]] == [x.token for x in mine]
            for each in reviewed["choices"]:
                assert each["best"]["value"] >= each["chosen"]["value"]

    party(tmp_path, what, persons=1, rules="players=2 deck=24", practice=True)


def test_forced_answers_are_no_choices_and_views_are_those_of_the_moment(tmp_path: Path) -> None:
    async def what(here: Party) -> None:
        seen: list[tuple[int, View, str]] = []
        await here.begin(0)
        for _ in range(12):
            await here.until(lambda: here.room.table.to_act in (0, None))
            if here.room.table.stage != "playing":
                break
            view = here.view(0)
            if len(view.legal) > 1:
                seen.append((view.bout, view, view.legal[0]))
            await here.act(view.legal[0])
        deal = here.room.table.deal
        assert deal is not None
        bouts = {bout for bout, _, _ in seen}
        found = [
            (bout, each.view, each.token)
            for bout in sorted(bouts)
            for each in decisions(deal, 1, 0, bout)
        ]
        assert found == seen

    party(tmp_path, what, persons=1, practice=True)


def test_a_bout_that_is_not_over_is_not_looked_back_on(guest: Guest) -> None:
    with practising(guest) as player:
        player.begin()
        assert player.until_asked()
        for bout in (0, player.view["bout"], 99):
            assert code(player, type="review", bout=bout) == "not_now"


# ---- alone beside bots ----------------------------------------------------------------------


def test_nobody_sits_down_where_somebody_practises(new_guest: NewGuest) -> None:
    host = new_guest()
    with practising(host, "players=3") as player:
        table = player.table["id"]
        with new_guest().visit(table).sit(table) as other:
            assert code(other, type="sit", seat=1, name="Ben") == "practice_alone"
        player.begin()
        with new_guest().visit(table).sit(table) as late:
            assert code(late, type="sit", seat=1, name="Ben") == "practice_alone"


def test_two_persons_do_not_practise(new_guest: NewGuest) -> None:
    with gathered(new_guest, "players=3", 2) as (host, _):
        options = {"rules": "players=3", "practice": True}
        assert code(host, type="options", options=options) == "practice_alone"


def test_a_practice_table_is_not_public(guest: Guest) -> None:
    asked = {"options": {"rules": "players=2", "practice": True, "public": True}, "name": "Ada"}
    answer = guest.http.post("/api/tables", json=asked)
    assert (answer.status_code, answer.json()["code"]) == (422, "practice_alone")


def test_practice_is_counted_by_itself() -> None:
    from tests.server.test_bot_levels import table_of

    table = table_of(Options(rules="players=2"))
    match = table.match
    same = gathering.change_options(table, Options(rules="players=2", chat="off"), lambda _: 1)
    assert same.table.match is match
    options = Options(rules="players=2", practice=True)
    practice = gathering.change_options(table, options, lambda _: 1).table
    assert practice.match is not match
    assert practice.match.dealer == 1


def test_a_practice_deal_says_so_in_its_record(guest: Guest) -> None:
    with practising(guest) as player:
        player.begin()
        player.play(random.Random(1))
        text = guest.http.get(f"/t/{player.table['id']}/record").text
    assert read_records(text)[0].event == "practice"
    with guest.sit(guest.create("players=2 deck=24")) as player:
        player.begin()
        text = guest.http.get(f"/t/{player.table['id']}/record").text
    assert read_records(text)[0].event is None


class Rogue(Quick):
    """Weighs what it may not play."""

    def weigh(self, view: View) -> tuple[Weighed, ...]:
        from durak.actions import parse

        (first, *_) = super().weigh(view)
        return (Weighed(action=parse("swap"), value=1.0, reason=first.reason),)

    def choose(self, view: View) -> Action:
        return super().choose(view)


def test_advice_that_is_not_legal_is_not_passed_on(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def what(here: Party) -> None:
        await here.begin(0)
        await here.until(lambda: here.room.table.to_act == 0)
        here.room.practice.hint(here.followers[GUESTS[0]], here.room.table.v)
        await here.until(lambda: told(here, "refused"))
        assert told(here, "advice") == []

    party(tmp_path, what, persons=1, new_bot=Rogue, practice=True)
    assert "not legal" in caplog.text
