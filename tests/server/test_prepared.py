"""Answers ahead: applied when the word comes to the seat, withdrawn when the table has changed."""

from pathlib import Path

import pytest

from durak.actions import Kind, parse
from durak.server.minimum import least
from durak.server.table import Denied
from tests.server.party import GUESTS, Party, party


async def to_throwing_in(here: Party, others: int = 2) -> tuple[int, list[int]]:
    """Play until a covered attack has this many attackers to ask; the one asked, and the rest."""
    while True:
        if here.room.table.stage != "playing":
            await here.begin(*here.room.table.persons)
        view = here.view(here.asked)
        waiting = [x for x in view.throwers if x not in view.done and view.counts[x]]
        if view.phase == "throw_in" and len(waiting) >= others:
            return here.asked, [x for x in waiting if x != here.asked]
        covers = [x for x in view.legal if parse(x).kind is Kind.COVER]
        await here.act((covers or [least(view)])[0])


def test_done_prepared_is_said_when_the_word_comes(tmp_path: Path) -> None:
    async def what(here: Party) -> None:
        await here.begin(0, 1, 2)
        first, (second, *_) = await to_throwing_in(here)
        here.room.prepare(GUESTS[second], here.room.table.v, "done")
        assert here.state(second)["table"]["prepared"] == "done"
        assert here.state(first)["table"]["prepared"] is None
        await here.act("done")
        deal = here.room.table.deal
        assert deal is not None
        await here.until(lambda: str(deal.actions[-1][1]) and here.room.table.v > 0)
        await here.settle()
        last = here.room.table.deal
        assert last is not None
        assert (second, "done") in [(seat, str(action)) for seat, action in last.actions[-2:]]
        assert here.state(second)["table"]["prepared"] is None
        assert here.notices(second, "withdrawn") == []

    party(tmp_path, what, persons=3, rules="players=3")


def test_a_card_prepared_is_thrown_in_if_the_table_is_as_it_was(tmp_path: Path) -> None:
    async def what(here: Party) -> None:
        await here.begin(0, 1, 2)
        while True:
            _, (second, *_) = await to_throwing_in(here)
            view = here.view(second)
            ranks = {card[0] for pair in view.table for card in (pair.attack, pair.cover or "")}
            fitting = [card for card in view.hand if card[0] in ranks]
            if fitting:
                break
            await here.act("done")
        here.room.prepare(GUESTS[second], here.room.table.v, fitting[0])
        v = here.room.table.v
        await here.act("done")
        await here.until(lambda: here.room.table.v == v + 2)
        assert here.room.table.deal is not None
        assert str(here.room.table.deal.actions[-1][1]) == fitting[0]

    party(tmp_path, what, persons=3, rules="players=3")


def test_a_card_prepared_is_withdrawn_and_said_so_when_the_table_changes(tmp_path: Path) -> None:
    async def what(here: Party) -> None:
        await here.begin(0, 1, 2)
        while True:
            first, (second, *_) = await to_throwing_in(here)
            lays = [x for x in here.view(first).legal if parse(x).kind is Kind.LAY]
            if lays and second:
                break
            await here.act("done")
        card = here.view(second).hand[0]
        here.room.prepare(GUESTS[second], here.room.table.v, card)
        v = here.room.table.v
        await here.act(lays[0])
        assert here.notices(second, "withdrawn") == [{"do": card}]
        assert here.notices(first, "withdrawn") == []
        assert here.room.table.v == v + 1
        assert here.state(second)["table"]["prepared"] is None

    party(tmp_path, what, persons=3, rules="players=3")


def test_done_for_the_bout_holds_until_the_bout_ends(tmp_path: Path) -> None:
    async def what(here: Party) -> None:
        await here.begin(0, 1, 2)
        first, (second, *_) = await to_throwing_in(here)
        view = here.view(first)
        here.room.prepare(GUESTS[second], here.room.table.v, "done_for_bout")
        bout, deal = view.bout, len(here.room.table.dealt)
        now = here.room.table
        while now.stage == "playing" and (len(now.dealt), now.dealt[-1].deal.bout) == (deal, bout):
            await here.settle()
            if here.room.table.to_act == second:
                assert "done" not in here.view(second).legal
            if here.room.table.to_act != second or "done" not in here.view(second).legal:
                legal = here.view(here.asked).legal
                lays = [x for x in legal if parse(x).kind in (Kind.LAY, Kind.COVER)]
                await here.act((lays or list(legal))[0])
            await here.settle()
            now = here.room.table
        assert here.room.prepared.shown == {}
        assert here.notices(second, "withdrawn") == []

    party(tmp_path, what, persons=3, rules="players=3")


def test_it_may_be_taken_back(tmp_path: Path) -> None:
    async def what(here: Party) -> None:
        await here.begin(0, 1, 2)
        _, (second, *_) = await to_throwing_in(here)
        here.room.prepare(GUESTS[second], here.room.table.v, "done")
        here.room.unprepare(GUESTS[second])
        v = here.room.table.v
        await here.act("done")
        await here.settle()
        assert here.room.table.v == v + 1
        assert here.room.table.to_act == second

    party(tmp_path, what, persons=3, rules="players=3")


def test_what_cannot_be_prepared_is_refused(tmp_path: Path) -> None:
    async def what(here: Party) -> None:
        def code(seat: int | None, v: int, do: str) -> str:
            with pytest.raises(Denied) as denied:
                here.room.prepare(None if seat is None else GUESTS[seat], v, do)
            return denied.value.code

        assert code(0, 0, "done") == "not_now"
        await here.begin(0, 1, 2)
        await to_throwing_in(here)
        v, asked = here.room.table.v, here.asked
        other = (asked + 1) % 3
        foreign = here.view(asked).hand[0]
        assert code(asked, v, "done") == "not_now"
        assert code(other, v, "6x") == "bad_notation"
        assert code(other, v, foreign) == "card_not_held"
        with pytest.raises(Denied) as as_answer:
            here.room.table.act(asked, v, here.view(other).hand[0], new_seed=bytes)
        with pytest.raises(Denied) as as_prepared:
            here.room.prepare(GUESTS[other], v, foreign)
        assert as_prepared.value.params.keys() == as_answer.value.params.keys()
        assert as_prepared.value.params["cards"] == [foreign]
        assert as_prepared.value.params["to_act"] == asked
        assert code(other, v - 1, "done") == "stale"  # a cover lies there since
        assert code(other, v + 1, "done") == "stale"
        assert code(None, v, "done") == "not_seated"
        assert here.room.prepared.shown == {}

    party(tmp_path, what, persons=3, rules="players=3")
