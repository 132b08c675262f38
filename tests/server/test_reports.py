"""Faults that were reported of other programs for this game; each must be impossible here.

Those of the page are held against it in the browser's tests. Named elsewhere: all hands in a state
and the draw pile or the seed in it (``test_secrecy``), three rematch clicks, a new deal after the
end, the same person in two seats, a late join without a seat (``test_lobby``), a device's clock
(``test_clock``), a finished player, one who leaves, a tab switch (``test_presence``).
"""

import json
from contextlib import ExitStack
from typing import Any

import pytest
from websockets.exceptions import InvalidStatus

from durak import cards
from durak.server import app as app_module
from tests.server.client import Guest, Player
from tests.server.conftest import Served
from tests.server.persons import NewGuest, asked, begin, code, everybody_hears, gathered, state_of
from tests.server.test_secrecy import stored_table


def hands_of(served: Served, table: str) -> list[list[str]]:
    deal = stored_table(served, table).deal
    assert deal is not None
    return [list(cards.names(hand)) for hand in deal.hands]


def test_hands_reach_their_own_sockets_after_any_reconnect(
    served: Served, new_guest: NewGuest
) -> None:
    host = new_guest()
    table = host.gather("players=3")
    guests = [host, new_guest().visit(table), new_guest().visit(table)]
    for order in ((0, 1, 2), (2, 1, 0), (1, 2, 0)):
        with ExitStack() as stack:
            players = {at: stack.enter_context(guests[at].sit(table)) for at in order}
            if order == (0, 1, 2):
                for at in (1, 2):
                    players[at].send(type="sit", seat=at, name=f"Guest {at}")
                    players[at].until(lambda me: me.table["you"] is not None)
                begin([players[at] for at in order])
            hands = hands_of(served, table)
            for at, player in players.items():
                assert player.table["you"] == player.view["seat"] == at
                assert player.view["hand"] == hands[at]


def test_no_move_is_lost_between_snapshot_and_subscription(new_guest: NewGuest) -> None:
    heard: list[list[dict[str, Any]]] = []
    with gathered(new_guest, "players=3 deck=24", 2) as players:
        begin(players)
        table = players[0].table["id"]
        watcher = new_guest()
        while players[0].table["stage"] == "playing" and len(heard) < 30:
            with ExitStack() as stack:
                late: list[Player] = []
                for _ in range(3):
                    player = asked(players)
                    if player is None:
                        break
                    before = player.v
                    player.act(player.view["legal"][0])
                    late.append(stack.enter_context(watcher.sit(table)))  # while that is stored
                    player.until(lambda me, before=before: me.v > before)  # type: ignore[misc]
                everybody_hears([*players, *late])
                for each in late:
                    messages = map(state_of, each.received)
                    heard.append([x for x in messages if x["type"] == "state"])
    assert heard
    for states in heard:
        versions = sorted({each["v"] for each in states})
        assert versions == list(range(versions[0], versions[-1] + 1))
        told = {each["v"] for each in states if each["events"]}
        assert told == set(versions[1:])


def test_a_double_click_plays_one_card_and_stale_buttons_play_none(
    served: Served, new_guest: NewGuest
) -> None:
    with gathered(new_guest, "players=2", 2) as players:
        begin(players)
        player = asked(players)
        assert player is not None
        v, do = player.v, player.view["legal"][0]
        player.act(do, v)
        player.act(do, v)
        assert player.refused()["code"] == "stale"
        everybody_hears(players)
        assert len(stored_table(served, player.table["id"]).deals[0].actions) == 1
        other = next(each for each in players if each is not player)
        other.act("take", v)
        assert other.refused()["code"] == "stale"


def test_nobody_acts_for_another_seat(new_guest: NewGuest) -> None:
    with gathered(new_guest, "players=3", 3) as players:
        begin(players)
        player = asked(players)
        assert player is not None
        others = [each for each in players if each is not player]
        for other in others:
            other.act(player.view["legal"][0], player.v)
            assert other.refused()["code"] in ("not_your_turn", "may_not_throw_in")
            other.send(type="act", v=player.v, do=player.view["legal"][0], seat=0)
            assert other.refused()["code"] == "bad_message"
        for other in others:
            assert other.view["legal"] == []


def test_a_spectator_who_asks_for_more_gets_nothing(new_guest: NewGuest) -> None:
    with gathered(new_guest, "players=3", 2) as players:
        begin(players)
        player = asked(players)
        assert player is not None
        with new_guest().visit(player.table["id"]).sit(player.table["id"]) as watcher:
            for message in (
                {"type": "act", "v": watcher.v, "do": player.view["legal"][0]},
                {"type": "deal", "number": 2, "seed": "0" * 64},
                {"type": "unready"},
                {"type": "prepare", "v": watcher.v, "do": "done"},
                {"type": "unprepare"},
                {"type": "stand"},
                {"type": "swap_seats", "seat": 2},
                {"type": "leave"},
                {"type": "back"},
                {"type": "options", "options": {"rules": "players=3"}},
                {"type": "remove", "seat": 0},
                {"type": "stand_in", "seat": 0},
                {"type": "chat", "text": "hello"},
            ):
                assert code(watcher, **message) == "not_seated", message
            for strange in (
                {"type": "state"},
                {"type": "watch", "seat": 0},
                {"type": "reveal"},
                {"type": "act", "v": watcher.v, "do": "done", "as": 0},
                {"type": "sync", "all": True},
                {"type": "history"},
            ):
                assert code(watcher, **strange) == "bad_message"
            assert watcher.view["hand"] == []
            assert watcher.view["legal"] == []
            assert watcher.view["seat"] is None


def test_opponents_counts_and_the_trump_suit_are_right_to_the_end(
    served: Served, new_guest: NewGuest
) -> None:
    with gathered(new_guest, "players=3 deck=24", 2) as players:
        begin(players)
        while (player := asked(players)) is not None:
            before = player.v
            player.act(player.view["legal"][0])
            player.until(lambda me, before=before: me.v > before)  # type: ignore[misc]
        table = stored_table(served, players[0].table["id"])
        seen = [
            message
            for each in players
            for message in map(state_of, each.received)
            if message["type"] == "state" and message["view"] is not None
        ]
    from durak.deal import Deal

    deal = table.deals[0]
    replayed = Deal.start(deal.ruleset, deal.deck, dealer=deal.dealer)
    counts = [[hand.bit_count() for hand in replayed.hands]]
    for step in deal.actions:
        replayed.apply(*step)
        counts.append([hand.bit_count() for hand in replayed.hands])
    trump = cards.SUITS[deal.trump]
    assert any(each["view"]["trump_card"] is None for each in seen)
    for each in seen:
        view = each["view"]
        assert view["counts"] == counts[each["v"] - 1]
        assert view["trump"] == trump
        hidden = view["talon_count"] + view["discard_count"] + sum(view["counts"])
        on_table = sum(1 + (pair["cover"] is not None) for pair in view["table"])
        assert hidden + on_table == 24


def test_there_are_no_actions_for_developers(served: Served, guest: Guest) -> None:
    paths = ("/debug", "/docs", "/openapi.json", "/admin", "/api/state", "/api/tables/all", "/ws")
    for path in paths:
        assert guest.http.get(path).status_code in (404, 405)
    table = guest.create("players=2")
    for path in (f"/t/{table}/state", f"/t/{table}/hands", f"/t/{table}/deck"):
        assert guest.http.get(path).status_code == 404
    for method in ("PUT", "DELETE", "PATCH", "OPTIONS"):
        assert guest.http.request(method, f"/t/{table}").status_code in (404, 405)
    assert not hasattr(app_module, "debug")


def test_another_sites_page_opens_no_socket_even_with_the_cookie(guest: Guest) -> None:
    table = guest.create("players=2")
    for origin in ("https://evil.example", "null", f"https://{guest.address}.evil.example"):
        with pytest.raises(InvalidStatus), guest.open(table, origin=origin):
            pass


def test_markup_in_every_text_stays_text(new_guest: NewGuest) -> None:
    markup = '"><img src=x onerror=1>'
    host = new_guest()
    table = host.gather("players=2", name=markup, public=True)
    with host.sit(table) as player:
        assert player.seats[0]["name"] == markup
        player.send(type="chat", text=markup)
        assert player.until_told("chat")["text"] == markup
        for page in (new_guest().http.get("/").text, host.http.get(f"/t/{table}").text):
            assert markup not in page
            assert "<img src=x" not in page
    made = host.http.post("/api/tables", json={"code": markup})
    assert made.status_code == 422
    assert json.loads(made.text)["message"]
