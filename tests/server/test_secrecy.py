"""No byte that a seat is sent tells what its view may not hold (R12).

What a seat may know is worked out here from the stored deal, not from a view: its own cards, cards
that were laid, and publicly known ones; all cards where one place alone holds unseen ones.
"""

import json
import random
import re
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from durak import cards
from durak.deal import Deal
from durak.events import Event
from durak.record import read_record
from durak.server.facts import Acted, Begun
from durak.server.folder import database_url
from durak.server.protocol import ClockShown, MatchShown, Options, SeatShown, State, TableShown
from durak.server.replaying import replay
from durak.server.store import Store
from durak.server.table import Table
from durak.view import Pair, View
from tests.server.client import Guest
from tests.server.conftest import Served
from tests.server.persons import asked, begin, everybody_hears, gathered

CARD = re.compile(r"[2-9TJQKA][cdhs](?![a-z])")  # not the beginning of "The"
RULESETS = [
    "podkidnoy",
    "perevodnoy players=3",
    "classic-teams",
    "classic players=6",
    "players=2 deck=24 transfer=on transfer_show=yes trump_swap=on show_lowest_trump=yes",
    "players=4 deck=24 transfer=on",
]


def texts(value: Any) -> Iterator[str]:
    """Every text in a JSON value, keys too."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for each in value:
            yield from texts(each)
    elif isinstance(value, dict):
        for key, each in value.items():
            yield key
            yield from texts(each)


def named(value: Any) -> int:
    """The cards that a JSON value names, as a mask."""
    return cards.mask({cards.card(found) for text in texts(value) for found in CARD.findall(text)})


def stored_table(served: Served, table: str) -> Table:
    store = Store(database_url(served.data))
    try:
        return replay(store.facts(table))
    finally:
        store.close()


def stored_versions(served: Served, table: str) -> list[int]:
    store = Store(database_url(served.data))
    try:
        return [fact.v for fact in store.facts(table) if isinstance(fact, Acted | Begun)]
    finally:
        store.close()


def permitted(deal: Deal, seat: int | None) -> Iterator[int]:
    """The cards that a seat may know after each action, from before the first one on."""
    replayed = Deal.start(deal.ruleset, deal.deck, dealer=deal.dealer)
    seen = 1 << (replayed.talon[-1] if replayed.talon else deal.deck[-1])
    steps: list[tuple[int, Any] | None] = [None, *deal.actions]
    for step in steps:
        if step is not None:
            replayed.apply(*step)
            seen |= step[1].cards
        hands = replayed.hands
        if seat is not None:
            seen |= hands[seat]
        for known in replayed.known:
            seen |= known
        if replayed.talon:
            seen |= 1 << replayed.talon[-1]
        hidden = [hand & ~seen for at, hand in enumerate(hands) if at != seat]
        hidden.append(cards.mask(replayed.talon) & ~seen)
        places = [place for place in hidden if place]
        yield seen | (places[0] if len(places) == 1 else 0)


@pytest.mark.compiled
@pytest.mark.parametrize("code", RULESETS)
def test_nothing_sent_names_a_card_that_may_not_be_known(own_server: Served, code: str) -> None:
    rng = random.Random(5)
    pages: list[str] = []
    copies: list[tuple[int, int | None, str]] = []
    with ExitStack() as stack:
        owner = stack.enter_context(Guest(own_server.address))
        other = stack.enter_context(Guest(own_server.address))
        table = owner.create(code, seat=1)
        player = stack.enter_context(owner.sit(table))
        watcher = stack.enter_context(other.sit(table))
        player.begin()
        while player.until_asked():
            for do in ("swap", "2c2d", "6d<7d", "take", "done"):  # refusals must not tell either
                if do not in player.view["legal"]:
                    player.act(do)
                    refused = player.hear()
                    assert refused["type"] == "refused"
                    own = cards.mask(cards.card(each) for each in player.view["hand"])
                    table_cards = named(player.view["table"]) | named(do)
                    assert named(refused["message"]) & ~(own | table_cards) == 0
            for guest, seat in ((owner, 1), (other, None)):
                pages.append(guest.http.get(f"/t/{table}").text)
                copies.append((player.v, seat, guest.http.get(f"/t/{table}/record").text))
            player.play(rng, 1)
        watcher.until(lambda me: me.state["table"]["stage"] == "over")

    done = stored_table(own_server, table)
    deal = done.deals[0]
    received = {1: player.received, None: watcher.received}
    for seat, sent in received.items():
        may = list(permitted(deal, seat))
        checked = 0
        for text in sent:
            message = json.loads(text)
            if message["type"] != "state" or message["view"] is None:
                continue
            checked += 1
            told = named(message["view"]) | named(message["events"])
            secret = told & ~may[message["v"] - 1]
            assert not secret, f"seat {seat}, v{message['v']}: {cards.names(secret)}"
            assert set(message["table"]) == TABLE_KEYS
            assert set(message) == {"type", "v", "table", "view", "events"}
        assert checked == len(deal.actions) + 1
    for v, seat, copy in copies:
        may = list(permitted(deal, seat))
        cards_shown = named(re.sub(r"(?m)^Commitment: .*$", "", copy))
        assert cards_shown & ~may[v - 1] == 0
        assert read_record(copy).seeds == ()
        assert "??" in copy
    secrets = [seed.hex() for seed in (*done.server_seeds, *done.seat_seeds[0])]
    everything = "".join(
        [*player.received, *watcher.received, *pages, *(copy[2] for copy in copies)]
    )
    assert not any(secret in everything for secret in secrets)


TABLE_KEYS = set(TableShown.__struct_fields__)
STRUCTS: tuple[Any, ...] = (
    View,
    Pair,
    State,
    TableShown,
    SeatShown,
    ClockShown,
    MatchShown,
    Options,
)
SENT = (*STRUCTS, *Event.__subclasses__())
FIELDS = {name for each in SENT for name in each.__struct_fields__}

PARTIES = [
    ("players=2 deck=24 transfer=on transfer_show=yes trump_swap=on show_lowest_trump=yes", 2, 2),
    ("perevodnoy players=3", 3, 2),
    ("classic-teams", 4, 4),
    ("host-buffer players=5", 5, 4),
    ("players=6", 6, 6),
]


def keys(value: Any) -> Iterator[str]:
    if isinstance(value, list):
        for each in value:
            yield from keys(each)
    elif isinstance(value, dict):
        for key, each in value.items():
            yield key
            yield from keys(each)


def in_order(names: list[str]) -> bool:
    ids = [cards.card(each) for each in names]
    return ids == sorted(ids)


def check_state(message: dict[str, Any], may: list[int], seat: int | None, table: Table) -> None:
    """One state as one seat got it, against the hidden state: names, ids and order."""
    view, events, shown = message["view"], message["events"], message["table"]
    where = f"seat {seat}, v{message['v']}"
    assert set(keys(message)) <= FIELDS | {"type"}
    facts = {key: each for key, each in shown.items() if key not in OF_TABLE}
    assert not named(facts), where
    secret = (named(view) | named(events) | named(shown["prepared"])) & ~may[message["v"] - 1]
    assert not secret, f"{where}: {cards.names(secret)}"
    assert view["seat"] == seat == shown["you"]
    assert bool(view["legal"]) == (seat is not None and view["to_act"] == seat), where
    for names in (view["hand"], view["gone"], view["talon_follows"], view["shown"]):
        assert in_order(names), where
    for hand in (*view["known"], *view["follows"]):
        assert in_order(hand), where
    for event in events:
        if event["type"] == "drew" and event["seat"] != seat:
            assert set(event["cards"]) <= {"??", *event["public"]}, where


OF_TABLE = {"id", "code", "commitment", "next_commitment", "prepared"}


@pytest.mark.compiled
@pytest.mark.parametrize(("rules", "seats", "persons"), PARTIES)
def test_no_byte_that_any_seat_or_spectator_is_sent_tells_what_it_may_not_know(
    own_server: Served, rules: str, seats: int, persons: int
) -> None:
    rng = random.Random(seats)
    with ExitStack() as stack:

        def new_guest() -> Guest:
            return stack.enter_context(Guest(own_server.address))

        with gathered(new_guest, rules, persons, aid="seen", time="gentle") as players:
            table_id = players[0].table["id"]
            watcher = stack.enter_context(new_guest().sit(table_id))
            begin(players)
            guests = [*players, watcher]
            for step in range(10_000):
                player = asked(players)
                if player is None:
                    break
                before = player.v
                if step % 5 == 1:
                    ahead = rng.choice(players)
                    if ahead is not player and ahead.view["hand"]:
                        ahead.send(
                            type="prepare",
                            v=ahead.v,
                            do=rng.choice(["done", "done_for_bout", ahead.view["hand"][0]]),
                        )
                if step % 7 == 3:
                    rng.choice(players).send(type="phrase", key="thinking")
                if step % 11 == 5:
                    rng.choice(guests).send(type="act", v=before, do="swap")
                player.act(rng.choice(player.view["legal"]))
                player.until_v(before + 1)
            everybody_hears(guests)
    done = stored_table(own_server, table_id)
    deal = done.deals[0]
    assert len(done.seats) == seats
    secrets = [seed.hex() for seed in (*done.server_seeds, *done.seat_seeds[0])]
    for at, each in enumerate(guests):
        seat = at if at < persons else None
        may = list(permitted(deal, seat))
        own = may[-1]
        versions = set()
        for text in each.received:
            assert not any(secret in text for secret in secrets)
            message = json.loads(text)
            if message["type"] != "state":
                if message["type"] in ("chat", "history"):
                    assert not named(message)
                elif message["type"] == "notice":
                    assert not named(message) & ~own
                continue
            if message["view"] is not None:
                check_state(message, may, seat, done)
                versions.add(message["v"])
        assert versions >= set(range(2, len(deal.actions) + 2))


def test_a_second_deal_starts_without_a_memory_of_the_first(own_server: Served) -> None:
    with Guest(own_server.address) as guest, guest.sit(guest.create("podkidnoy")) as player:
        table = player.state["table"]["id"]
        for number in (1, 2):
            player.begin(number)
            view = next(
                message["view"]
                for message in map(json.loads, player.received)
                if message.get("view") is not None and message["table"]["deal"] == number
            )
            assert named(view) == named([view["hand"], view["trump_card"]])
            player.play(random.Random(number))
    assert stored_versions(own_server, table) == list(range(1, player.v + 1))


def test_the_log_names_no_card(own_server: Served, caplog: pytest.LogCaptureFixture) -> None:
    with Guest(own_server.address) as guest, guest.sit(guest.create("podkidnoy")) as player:
        player.begin()
        assert player.until_asked()
        player.act("swap")
        assert player.hear()["type"] == "refused"
        player.play(random.Random(1), 5)
    assert not CARD.findall(" ".join(re.sub(r"table \w+", "", line) for line in caplog.messages))


def test_the_data_folder_is_its_owners_alone(tmp_path: Path) -> None:
    from durak.server.folder import sole_use

    with sole_use(tmp_path / "data") as folder:
        assert folder.stat().st_mode & 0o077 == 0
