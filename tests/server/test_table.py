"""The table without sockets: versions, readiness, refusals, and playing again what was stored."""

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from durak.fair import bot_seed, commitment
from durak.ruleset import Ruleset
from durak.server.facts import (
    Acted,
    Arranged,
    Arrangement,
    Begun,
    Created,
    Ended,
    Fact,
    Promised,
    Seat,
)
from durak.server.protocol import Options
from durak.server.replaying import CorruptError, replay
from durak.server.showing import state, table_shown
from durak.server.table import Change, Denied, Table, preset_of
from tests.quick import Quick

PERSON = Seat(name="South", kind="person", guest="a" * 64)
BOT = Seat(name="Anya", kind="bot", guest=None)


def seeds(first: int = 1) -> Iterator[bytes]:
    while True:
        yield bytes([first]) * 32
        first += 1


class Played:
    """A table with everything it gave, as whoever runs one would keep it."""

    def __init__(self, code: str, *seats: Seat, seed: int = 1, **options: Any) -> None:
        self._seeds = seeds(seed)
        self.facts: list[Fact] = []
        arrangement = Arrangement(
            options=Options(rules=Ruleset.from_code(code).code, **options), seats=seats, host=0
        )
        self.take(Table.create("t", arrangement, dealer=0, new_seed=self.new_seed))

    def new_seed(self) -> bytes:
        return next(self._seeds)

    def take(self, change: Change) -> None:
        self.table = change.table
        self.facts += change.facts

    def begin(self, number: int, seat: int = 0) -> None:
        self.take(self.table.begin(seat, number, b"s" * 32))

    def act(self, rng: random.Random) -> None:
        deal = self.table.deal
        assert deal is not None
        assert deal.to_act is not None
        do = str(Quick(rng).choose(deal.view(deal.to_act)))
        self.take(self.table.act(deal.to_act, self.table.v, do, new_seed=self.new_seed))

    def play(self, rng: random.Random, actions: int = 1000) -> None:
        for _ in range(actions):
            if self.table.stage != "playing":
                return
            self.act(rng)


def two() -> Played:
    return Played("podkidnoy", PERSON, BOT)


def test_a_new_table_waits_with_its_promise_made() -> None:
    first = state(two().table, 0)
    assert (first.v, first.table.stage, first.table.deal) == (0, "lobby", 1)
    assert first.view is None
    assert first.table.commitment == commitment(b"\1" * 32)
    assert first.table.next_commitment is None


def test_versions_count_on_over_the_deals() -> None:
    played = two()
    for number in (1, 2, 3):
        before = played.table.v
        played.begin(number)
        assert played.table.v == before + 1
        played.play(random.Random(number))
    acted = [fact.v for fact in played.facts if isinstance(fact, Acted | Begun)]
    assert acted == list(range(1, played.table.v + 1))


def test_the_next_deal_is_promised_in_the_step_that_ends_one() -> None:
    played = two()
    played.begin(1)
    assert table_shown(played.table).next_commitment is None
    played.play(random.Random(1))
    assert [type(fact) for fact in played.facts[-3:]] == [Acted, Ended, Promised]
    assert table_shown(played.table).next_commitment == commitment(b"\2" * 32)


def test_a_deal_waits_until_all_persons_are_ready() -> None:
    played = Played("podkidnoy players=3", PERSON, replace(PERSON, guest="b" * 64), BOT)
    played.begin(1, seat=1)
    assert (played.table.stage, played.table.v) == ("lobby", 0)
    played.begin(1, seat=0)
    assert (played.table.stage, played.table.v) == ("playing", 1)


def test_a_bots_seed_follows_from_the_promised_seed() -> None:
    played = two()
    played.begin(1)
    assert played.table.seat_seeds == ((b"s" * 32, bot_seed(b"\1" * 32, 1)),)
    assert bot_seed(b"\1" * 32, 1) != bot_seed(b"\1" * 32, 2)


def test_a_refused_action_leaves_the_table_as_it_is() -> None:
    played = two()
    played.begin(1)
    table = played.table
    deal = table.deal
    assert deal is not None
    assert deal.to_act is not None
    before = [state(table, seat) for seat in (0, 1, None)]
    other = 1 - deal.to_act
    token = str(deal.legal()[0])
    for seat, v, do, code in [
        (None, table.v, token, "not_seated"),
        (deal.to_act, table.v - 1, token, "stale"),
        (deal.to_act, table.v + 1, token, "stale"),
        (other, table.v, "take", "not_your_turn"),
        (deal.to_act, table.v, "6x", "bad_notation"),
        (deal.to_act, table.v, "swap", "swap_not_allowed"),
    ]:
        with pytest.raises(Denied) as denied:
            table.act(seat, v, do, new_seed=played.new_seed)
        assert denied.value.code == code
    assert [state(table, seat) for seat in (0, 1, None)] == before


def test_an_action_makes_a_new_table_and_leaves_the_old_one() -> None:
    played = two()
    played.begin(1)
    old = played.table
    before = state(old, 0)
    played.act(random.Random(1))
    assert played.table.v == old.v + 1
    assert state(old, 0) == before


@pytest.mark.parametrize("actions", [0, 1, 17, 1000])
def test_the_stored_facts_make_the_same_table(actions: int) -> None:
    played = two()
    for number in (1, 2):
        played.begin(number)
        played.play(random.Random(number))
    played.begin(3)
    played.play(random.Random(3), actions)
    again = replay(played.facts)
    for seat in (0, 1, None):
        assert state(again, seat) == state(played.table, seat)
    assert [deal.actions for deal in again.deals] == [deal.actions for deal in played.table.deals]


def arranged_otherwise(created: Created, **changed: Any) -> Created:
    return replace(created, arrangement=replace(created.arrangement, **changed))


def test_facts_that_do_not_follow_are_refused() -> None:
    played = two()
    played.begin(1)
    played.play(random.Random(1))
    facts = played.facts
    created, promised, begun, first = facts[:4]
    assert isinstance(created, Created)
    assert isinstance(begun, Begun)
    assert isinstance(first, Acted)
    ended = facts[-2]
    assert isinstance(ended, Ended)
    wrongs: list[list[Fact]] = [
        [],
        [created],
        facts[1:],
        [arranged_otherwise(created, options=Options(rules="players=9")), *facts[1:]],
        [replace(created, dealer=1), *facts[1:]],
        [arranged_otherwise(created, seats=created.arrangement.seats[:1]), *facts[1:]],
        [created, promised, first],
        [created, promised, begun, begun],
        [created, promised, Arranged(n=2, v=0, arrangement=created.arrangement), *facts[2:]],
        [created, promised, Arranged(n=1, v=1, arrangement=created.arrangement), *facts[2:]],
        [*facts[:4], Arranged(n=1, v=2, arrangement=created.arrangement, dealer=7), *facts[4:]],
        [created, promised, replace(begun, seat_seeds=begun.seat_seeds[:1])],
        [created, promised, replace(begun, v=2)],
        [*facts[:3], replace(first, seat=7), *facts[4:]],
        [*facts[:3], replace(first, v=first.v + 1), *facts[4:]],
        [*facts[:3], replace(first, token="take"), *facts[4:]],
        [*facts[:3], replace(first, token="nonsense"), *facts[4:]],
        [*facts[:3], *facts[4:]],
        [*facts[:-2], replace(ended, result="durak 9"), facts[-1]],
        facts[:-1],
        facts[:-2],
        [*facts, first],
    ]
    for wrong in wrongs:
        with pytest.raises(CorruptError):
            replay(wrong)


def test_a_table_that_is_a_preset_says_which() -> None:
    for code, name in [
        ("podkidnoy players=3", "podkidnoy"),
        ("players=2 transfer=on", "perevodnoy"),
        ("host-short", "host-short"),
        ("players=2 deck=52", None),
    ]:
        assert preset_of(Ruleset.from_code(code)) == name
