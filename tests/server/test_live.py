"""A table over its WebSocket: whole deals, and everything that must change nothing."""

import json
import random
import socket
import sqlite3
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from durak.server import followers, serve
from tests.server.client import PATIENCE, Guest
from tests.server.conftest import Served, serving

RULESETS = [
    "podkidnoy",
    "perevodnoy players=3",
    "host-short",
    "host-buffer players=5",
    "classic-full",
    "classic-teams players=6",
    "digital-transfer",
    "players=2 deck=24 transfer=on transfer_show=yes trump_swap=on show_lowest_trump=yes",
    "players=4 deck=24 throw_after_take=no attack_limit=3 draw_result=last_defender_loses",
]


@pytest.mark.compiled
@pytest.mark.parametrize("code", RULESETS)
def test_whole_deals_are_played_and_the_match_goes_on(guest: Guest, code: str) -> None:
    with guest.sit(guest.create(code, seat=1)) as player:
        assert player.state["table"]["stage"] == "lobby"
        assert player.state["view"] is None
        assert player.state["table"]["you"] == 1
        for number in (1, 2):
            promised = player.state["table"]["next_commitment" if number > 1 else "commitment"]
            player.begin(number)
            assert player.state["table"]["commitment"] == promised
            player.play(random.Random(number))
            table = player.state["table"]
            assert (table["stage"], table["deal"]) == ("over", number)
            player.act("take")
            assert player.hear()["code"] == "deal_over"
            assert player.view["result"] is not None
            losers = 3 if "teams" in code else 1
            assert sum(table["tally"]) // losers + table["draws"] == number


def test_every_change_is_the_next_version(guest: Guest) -> None:
    with guest.sit(guest.create("podkidnoy")) as player:
        player.begin()
        player.play(random.Random(3))
        versions = [json.loads(text)["v"] for text in player.received if '"type":"state"' in text]
        assert versions == list(range(len(versions)))


def test_a_reload_in_mid_bout_gives_the_same_view(guest: Guest) -> None:
    table = guest.create("perevodnoy players=4")
    with guest.sit(table) as player:
        player.begin()
        player.play(random.Random(4), 3)
        assert player.until_asked()
        with guest.sit(table) as again:
            assert again.state == {**player.state, "events": []}


def test_two_tabs_of_one_guest_both_play(guest: Guest) -> None:
    table = guest.create("podkidnoy")
    with guest.sit(table) as one, guest.sit(table) as two:
        one.begin()
        assert one.until_asked()
        two.until(lambda me: me.v == one.v)
        assert two.state == one.state
        two.act(two.view["legal"][0])
        before = one.v
        one.until(lambda me: me.v > before)
        two.until(lambda me: me.v >= one.v)


def test_a_stale_version_is_refused_and_changes_nothing(guest: Guest) -> None:
    table = guest.create("podkidnoy")
    with guest.sit(table) as player:
        player.begin()
        assert player.until_asked()
        before = player.state
        player.act(player.view["legal"][0], v=player.v - 1)
        refused = player.hear()
        assert (refused["type"], refused["code"], refused["v"]) == ("refused", "stale", player.v)
        with guest.sit(table) as again:
            assert again.state == {**before, "events": []}


def test_sent_twice_plays_one_card(guest: Guest) -> None:
    with guest.sit(guest.create("podkidnoy")) as player:
        player.begin()
        assert player.until_asked()
        hand = player.view["hand"]
        lays = [token for token in player.view["legal"] if token not in ("take", "done")]
        token = lays[0] if lays else "take"
        player.act(token)
        player.act(token)
        messages: list[dict[str, Any]] = []
        while not any(message["type"] == "refused" for message in messages):
            messages.append(player.hear())
        assert messages[-1]["code"] == "stale"
        played = [message for message in messages if message["type"] == "state"]
        if lays:
            laid = 1 if "<" in token else len(token) // 2
            assert len(played[0]["view"]["hand"]) == len(hand) - laid


def test_an_illegal_action_is_refused_with_its_code_and_a_sentence(guest: Guest) -> None:
    with guest.sit(guest.create("podkidnoy")) as player:
        player.begin()
        assert player.until_asked()
        before = player.v
        player.act("swap")
        refused = player.hear()
        assert refused["code"] == "swap_not_allowed"
        assert refused["do"] == "swap"
        assert refused["message"].endswith(".") or " " in refused["message"]
        player.act("6x")
        assert player.hear()["code"] == "bad_notation"
        player.act(player.view["legal"][0], v=before)  # nothing has changed: this still answers
        assert player.hear()["v"] == before + 1


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        "null",
        '{"type":"act"}',
        '{"type":"act","v":0}',
        '{"type":"act","v":"0","do":"6d"}',
        '{"type":"act","v":-1,"do":"6d"}',
        '{"type":"act","v":0.5,"do":"6d"}',
        '{"type":"act","v":1e999,"do":"6d"}',
        '{"type":"act","v":0,"do":"6d","seat":1}',
        '{"type":"act","v":0,"do":"' + "6" * 65 + '"}',
        '{"type":"deal","number":1,"seed":"00"}',
        '{"type":"deal","number":1,"seed":"' + "G" * 64 + '"}',
        '{"type":"state","v":0}',
        "[" * 1000,
    ],
)
def test_what_is_no_message_is_refused(guest: Guest, text: str) -> None:
    with guest.sit(guest.create("podkidnoy")) as player:
        player.socket.send(text)
        refused = player.hear()
        assert (refused["type"], refused["code"]) == ("refused", "bad_message")
        assert len(refused["message"]) > 10
        player.begin()  # and the connection goes on


def test_bytes_are_refused(guest: Guest) -> None:
    with guest.sit(guest.create("podkidnoy")) as player:
        player.socket.send(b'{"type":"act","v":0,"do":"6d"}')
        assert player.hear()["code"] == "bad_message"


def test_a_message_over_the_limit_ends_the_connection(guest: Guest) -> None:
    with guest.sit(guest.create("podkidnoy")) as player:
        player.socket.send('{"type":"act","v":0,"do":"' + "6" * 5000 + '"}')
        assert player.until_closed() == 1009


def test_a_flood_ends_the_connection(guest: Guest) -> None:
    with guest.sit(guest.create("podkidnoy")) as player:
        with suppress(ConnectionClosed):
            for _ in range(2000):
                player.act("6d")
        assert player.until_closed() == 1008


def test_a_ping_is_answered_and_changes_nothing(guest: Guest) -> None:
    with guest.sit(guest.create("podkidnoy")) as player:
        before = player.state
        for _ in range(2 * followers.BACKLOG):  # more than may wait for who does not listen
            player.send(type="ping")
        for _ in range(2 * followers.BACKLOG):
            assert player.until_told("pong") == {"type": "pong"}
        player.ready()
        player.until_stage("playing")
        assert player.v == before["v"] + 1


def test_too_many_pings_end_the_connection(guest: Guest) -> None:
    with guest.sit(guest.create("podkidnoy")) as player:
        with suppress(ConnectionClosed):
            for _ in range(2000):
                player.send(type="ping")
        assert player.until_closed() == 1008


def handshake(address: str, table: str, **changed: str) -> bytes:
    headers = {
        "Host": address,
        "Connection": "Upgrade",
        "Upgrade": "websocket",
        "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
        **changed,
    }
    lines = [f"GET /t/{table}/ws HTTP/1.1", *(f"{name}: {each}" for name, each in headers.items())]
    return "\r\n".join([*lines, "", ""]).encode()


def all_of(address: str, sent: bytes) -> bytes:
    """What comes for these bytes, until the server closes."""
    host, _, port = address.partition(":")
    with socket.create_connection((host, int(port)), PATIENCE) as plain:
        plain.sendall(sent)
        return b"".join(iter(lambda: plain.recv(65536), b""))


def test_a_connection_that_does_not_answer_is_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert serve.HEARTBEAT == 20
    monkeypatch.setattr(serve, "HEARTBEAT", 0.2)
    with serving(tmp_path) as here, Guest(here.address) as guest:
        heard = all_of(here.address, handshake(here.address, guest.create("podkidnoy")))
        assert heard.startswith(b"HTTP/1.1 101 ")
        assert b"keepalive ping timeout" in heard
        while guest.http.get("/health").json()["connections"]:
            pass


@pytest.mark.parametrize(
    ("changed", "status", "code"),
    [
        ({"Host": "elsewhere.example"}, 421, "wrong_host"),
        ({"Host": "a b"}, 421, "wrong_host"),
        ({"Origin": "http://elsewhere.example"}, 403, "other_site"),
        ({"Origin": "null"}, 403, "other_site"),
    ],
)
def test_a_refused_handshake_is_a_clear_answer_and_no_fault_of_the_server(
    own_server: Served,
    caplog: pytest.LogCaptureFixture,
    changed: dict[str, str],
    status: int,
    code: str,
) -> None:
    with Guest(own_server.address) as guest:
        table = guest.create("podkidnoy")
        answer = all_of(own_server.address, handshake(own_server.address, table, **changed))
        head, _, body = answer.partition(b"\r\n\r\n")
        assert int(head.split()[1]) == status
        assert json.loads(body)["code"] == code
        assert guest.http.get("/health").json()["connections"] == 0
    assert [each.getMessage() for each in caplog.records] == []


def test_an_unknown_table_says_so(guest: Guest) -> None:
    with guest.open("nosuchtable") as opened, pytest.raises(ConnectionClosed):
        opened.recv(PATIENCE)
    assert opened.close_code == 4404


@pytest.mark.parametrize("origin", ["http://elsewhere.example", "null", "http://127.0.0.1:1"])
def test_another_sites_script_is_kept_out(guest: Guest, origin: str) -> None:
    table = guest.create("podkidnoy")
    with pytest.raises(InvalidStatus) as refused, guest.open(table, origin=origin):
        pass
    assert refused.value.response.status_code == 403


def test_the_own_page_is_let_in(guest: Guest, served: Served) -> None:
    with guest.open(guest.create("podkidnoy"), origin=f"http://{served.address}") as socket:
        assert json.loads(socket.recv(PATIENCE))["type"] == "state"


def test_a_spectator_watches_and_may_not_act(new_guest: Callable[[], Guest]) -> None:
    owner, other = new_guest(), new_guest()
    table = owner.create("podkidnoy")
    other.create("podkidnoy")  # a guest with a seat elsewhere
    with owner.sit(table) as player, other.sit(table) as watcher:
        assert watcher.state["table"]["you"] is None
        watcher.send(type="deal", number=1, seed="0" * 64)
        assert watcher.refused()["code"] == "not_seated"
        player.begin()
        assert player.until_asked()
        watcher.until(lambda me: me.v == player.v)
        assert watcher.view["hand"] == []
        assert watcher.view["legal"] == []
        watcher.act(player.view["legal"][0])
        assert watcher.refused()["code"] == "not_seated"


def test_before_a_deal_nothing_can_be_played_and_a_deal_begins_once(guest: Guest) -> None:
    with guest.sit(guest.create("podkidnoy")) as player:
        player.act("6d")
        assert player.hear()["code"] == "deal_over"
        player.send(type="deal", number=2, seed="0" * 64)
        assert player.hear()["code"] == "stale"
        player.begin()
        assert player.until_asked()
        player.send(type="deal", number=1, seed="0" * 64)
        assert player.hear()["code"] == "stale"


def test_what_cannot_be_stored_did_not_happen(own_server: Served) -> None:
    store = sqlite3.connect(own_server.database, isolation_level=None)
    with Guest(own_server.address) as guest, guest.sit(guest.create("podkidnoy")) as player:
        player.begin()
        assert player.until_asked()
        before, token = player.state, player.view["legal"][0]
        store.execute(
            "CREATE TRIGGER full BEFORE INSERT ON action BEGIN SELECT RAISE(ABORT, 'full'); END"
        )
        player.act(token)
        refused = player.hear()
        assert (refused["code"], refused["v"]) == ("storage", before["v"])
        with guest.sit(before["table"]["id"]) as again:
            shown = {**before["table"], "paused": True}
            assert again.state == {**before, "table": shown, "events": []}
        assert store.execute("SELECT max(v) FROM action").fetchone()[0] in (None, before["v"])
        store.execute("DROP TRIGGER full")
        player.act(token)
        player.until(lambda me: me.v == before["v"] + 1)
        assert player.table["paused"] is False
    store.close()
