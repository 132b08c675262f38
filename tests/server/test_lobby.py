"""The lobby over real sockets: seats, host, readiness, rules changed, late-comers."""

import secrets
from typing import Any

import pytest

from durak.server.limits import ARRANGING
from durak.server.table import BOT_NAMES
from tests.server.persons import NewGuest, begin, code, gathered, kinds, names, play, state_of


def test_friends_come_sit_down_are_ready_and_open_seats_get_bots(new_guest: NewGuest) -> None:
    with gathered(new_guest, "players=4", 3) as players:
        first, *_, last = players
        assert kinds(first) == ["person", "person", "person", "open"]
        assert first.table["host"] == 0
        first.ready()
        last.until(lambda me: me.seats[0]["ready"])
        assert last.table["stage"] == "lobby"
        first.send(type="unready")
        last.until(lambda me: not me.seats[0]["ready"])
        begin(players)
        last.until(lambda me: kinds(me)[3] == "bot")
        assert names(last)[3] in BOT_NAMES
        assert len({tuple(each.view["hand"]) for each in players}) == 3


def test_the_first_state_says_everything_about_the_table(new_guest: NewGuest) -> None:
    table = new_guest().gather("players=3", time="gentle", aid="seen", deals=5, chat="phrases")
    with new_guest().visit(table).sit(table) as visitor:
        shown = visitor.table
        assert shown["options"] == {
            "rules": "players=3",
            "public": False,
            "time": "gentle",
            "aid": "seen",
            "deals": 5,
            "watching": "anyone",
            "chat": "phrases",
            "bots": "club",
            "practice": False,
        }
        assert (shown["stage"], shown["you"], shown["host"]) == ("lobby", None, 0)
        assert shown["match"] == {"deals": 5, "number": 0, "over": False, "winners": []}
        assert shown["code"] is None  # private: only who sits there may say it aloud
        assert visitor.hear_any() == {"type": "history", "chat": []}


def test_a_public_tables_code_is_everybodys(new_guest: NewGuest) -> None:
    table = new_guest().gather("players=2", public=True)
    with new_guest().visit(table).sit(table) as visitor:
        assert len(visitor.table["code"]) >= 5


def test_the_same_person_is_never_in_two_seats(new_guest: NewGuest) -> None:
    with gathered(new_guest, "players=4", 2) as (host, guest):
        assert code(guest, type="sit", seat=3, name="Twice") == "already_seated"
        assert code(host, type="sit", seat=1, name="Twice") == "already_seated"
        assert kinds(host) == ["person", "person", "open", "open"]


def test_two_connections_of_one_guest_that_sit_at_once_get_one_seat(new_guest: NewGuest) -> None:
    host = new_guest()
    table = host.gather("players=4")
    guest = new_guest().visit(table)
    with guest.sit(table) as one, guest.sit(table) as two:
        one.send(type="sit", seat=1, name="One")
        two.send(type="sit", seat=2, name="Two")
        one.until(lambda me: me.table["you"] is not None)
        two.until(lambda me: me.table["you"] is not None)
        assert one.table["you"] == two.table["you"]
        assert kinds(two).count("person") == 2


def test_a_seat_is_somebodys_and_a_name_is_too(new_guest: NewGuest) -> None:
    with gathered(new_guest, "players=4", 2) as (host, _):
        table = host.table["id"]
        with new_guest().visit(table).sit(table) as late:
            assert code(late, type="sit", seat=0, name="Me") == "seat_taken"
            assert code(late, type="sit", seat=4, name="Me") == "no_seat"
            assert code(late, type="sit", seat=9, name="Me") == "bad_message"
            for name in ("", " ", "a|b", "x" * 25, "Guest 1", "Gu\u0435st 1", "a\u202eb"):
                assert code(late, type="sit", seat=2, name=name) == "bad_name"
            late.send(type="sit", seat=2, name="<b>Ann</b>")
            late.until(lambda me: me.table["you"] == 2)
            assert names(late)[2] == "<b>Ann</b>"  # text, here and on the page


def test_seats_are_swapped_left_and_taken_again(new_guest: NewGuest) -> None:
    with gathered(new_guest, "players=4", 2) as (host, guest):
        assert code(guest, type="swap_seats", seat=0) == "seat_taken"
        guest.send(type="swap_seats", seat=3)
        host.until(lambda me: names(me)[3] == "Guest 1")
        host.send(type="swap_seats", seat=2)
        guest.until(lambda me: me.table["host"] == 2)
        guest.send(type="stand")
        guest.until(lambda me: me.table["you"] is None)
        assert kinds(guest) == ["open", "open", "person", "open"]
        assert code(guest, type="stand") == "not_seated"
        assert code(guest, type="deal", number=1, seed="0" * 64) == "not_seated"


@pytest.mark.parametrize(
    "message",
    [
        {"type": "options", "options": {"rules": "players=3"}},
        {"type": "seat_bot", "seat": 2},
        {"type": "open_seat", "seat": 2},
        {"type": "remove", "seat": 0},
        {"type": "stand_in", "seat": 0},
    ],
)
def test_what_is_the_hosts_is_nobody_elses(new_guest: NewGuest, message: dict[str, Any]) -> None:
    with gathered(new_guest, "players=4", 2) as (host, guest):
        table = host.table["id"]
        before = guest.table
        assert code(guest, **message) == "not_host"
        with new_guest().visit(table).sit(table) as visitor:
            assert code(visitor, **message) == "not_seated"
            assert visitor.table["seats"] == before["seats"]
            assert visitor.table["options"] == before["options"]


def test_the_host_seats_bots_opens_seats_and_removes(new_guest: NewGuest) -> None:
    with gathered(new_guest, "players=4", 2) as (host, guest):
        host.send(type="seat_bot", seat=3)
        guest.until(lambda me: kinds(me)[3] == "bot")
        assert code(host, type="seat_bot", seat=3) == "seat_taken"
        host.send(type="open_seat", seat=3)
        guest.until(lambda me: kinds(me)[3] == "open")
        assert code(host, type="open_seat", seat=1) == "seat_taken"
        assert code(host, type="remove", seat=3) == "no_seat"
        host.send(type="remove", seat=1)
        assert guest.until_told("notice", key="removed")
        guest.until(lambda me: me.table["you"] is None)
        assert code(guest, type="sit", seat=1, name="Again") == "removed"


def test_seats_are_not_changed_without_end(new_guest: NewGuest) -> None:
    with gathered(new_guest, "players=4", 1) as (host,):
        for at in range(ARRANGING.burst):
            host.send(type=("seat_bot", "open_seat")[at % 2], seat=1)
        assert code(host, type="seat_bot", seat=1) == "too_many"


def test_bots_have_names_that_look_like_nobodys(new_guest: NewGuest) -> None:
    host = new_guest()
    table = host.gather("players=6", name="\u0410ny\u0430")
    with host.sit(table) as player:
        begin([player])
        assert names(player)[1:] == ["Boris", "Vera", "Gleb", "Dasha", "Egor"]


def test_the_host_who_leaves_is_followed_by_the_next_person(new_guest: NewGuest) -> None:
    with gathered(new_guest, "players=4", 3) as (host, second, third):
        host.send(type="leave")
        second.until(lambda me: me.table["host"] == 1)
        assert third.until_told("notice", key="host")["params"] == {"seat": 1, "name": "Guest 1"}
        second.send(type="seat_bot", seat=0)
        third.until(lambda me: kinds(me)[0] == "bot")


def test_changed_rules_mean_that_everybody_is_ready_anew(new_guest: NewGuest) -> None:
    with gathered(new_guest, "players=4", 2) as (host, guest):
        guest.ready()
        host.until(lambda me: me.seats[1]["ready"])
        changed = {**host.table["options"], "rules": "players=3 transfer=on", "time": "fast"}
        host.send(type="options", options=changed)
        guest.until(lambda me: me.table["options"] == changed)
        assert guest.table["players"] == 3
        assert guest.table["preset"] == "perevodnoy"
        assert not any(each["ready"] for each in guest.seats)
        assert guest.until_told("notice", key="rules")
        begin([host, guest])
        assert host.view["rules"] == "players=3 transfer=on"


def test_rules_for_fewer_seats_keep_everybody_or_are_refused(new_guest: NewGuest) -> None:
    with gathered(new_guest, "players=4", 2) as (host, guest):
        guest.send(type="swap_seats", seat=3)
        host.until(lambda me: names(me)[3] == "Guest 1")
        host.send(type="options", options={"rules": "players=2"})
        guest.until(lambda me: me.table["players"] == 2)
        assert guest.table["you"] == 1
        assert names(guest) == ["Host", "Guest 1"]
    with gathered(new_guest, "players=4", 3) as (host, *_):
        host.send(type="options", options={"rules": "players=2"})
        refused = host.refused()
        assert refused["code"] == "bad_options"
        assert refused["params"]["fields"] == ["players"]
        wrong = {"rules": "players=6 deck=24"}
        assert code(host, type="options", options=wrong) == "bad_options"
        assert code(host, type="options", options={"rules": "players=2", "aid": "all"}) == (
            "bad_message"
        )


def test_while_a_deal_is_played_seats_and_rules_stay(new_guest: NewGuest) -> None:
    with gathered(new_guest, "players=3", 2) as players:
        begin(players)
        host, guest = players
        for message in (
            {"type": "options", "options": {"rules": "players=2"}},
            {"type": "seat_bot", "seat": 2},
            {"type": "open_seat", "seat": 2},
            {"type": "remove", "seat": 1},
            {"type": "swap_seats", "seat": 2},
            {"type": "stand"},
        ):
            assert code(host, **message) == "not_now"
        assert code(guest, type="deal", number=2, seed="0" * 64) == "stale"


def test_a_late_comer_waits_for_a_bots_seat_and_has_it_at_the_next_deal(
    new_guest: NewGuest,
) -> None:
    with gathered(new_guest, "players=3", 2) as players:
        begin(players)
        table = players[0].table["id"]
        with new_guest().visit(table).sit(table) as late:
            assert late.table["you"] is None
            assert late.view["hand"] == []
            assert code(late, type="sit", seat=1, name="Late") == "seat_taken"
            late.send(type="sit", seat=2, name="Late")
            late.until(lambda me: me.table["waiting"] == 2)
            players[0].until(lambda me: me.seats[2]["waiting"] == "Late")
            assert kinds(late)[2] == "bot"
            with new_guest().visit(table).sit(table) as later:
                assert code(later, type="sit", seat=2, name="Later") == "seat_taken"
            play(players)
            late.until_stage("over")
            late.until(lambda me: me.table["you"] == 2)
            assert late.table["waiting"] is None
            assert late.view["hand"] == []  # that deal it has seen from outside
            begin([*players, late], 2)
            assert len(late.view["hand"]) == 6


def test_who_leaves_a_deal_leaves_a_bot_and_the_deal_is_played_out(new_guest: NewGuest) -> None:
    with gathered(new_guest, "players=3", 3) as (host, leaver, third):
        begin([host, leaver, third])
        leaver.send(type="leave")
        host.until(lambda me: kinds(me)[1] == "bot")
        leaver.until(lambda me: me.table["you"] is None)
        assert leaver.view["hand"] == []
        assert third.until_told("notice", key="left")["params"]["name"] == "Guest 1"
        play([host, third])
        assert host.view["result"] is not None
        begin([host, third], 2)


def test_a_match_of_so_many_deals_ends_and_may_be_played_again(new_guest: NewGuest) -> None:
    with gathered(new_guest, "players=2 deck=24", 2, deals=2) as players:
        for number in (1, 2):
            begin(players, number)
            play(players)
        players[0].until(lambda me: me.table["match"]["over"])
        match = players[0].table["match"]
        assert (match["deals"], match["number"], match["over"]) == (2, 2, True)
        assert match["winners"]
        begin(players, 3)
        assert players[0].table["match"]["number"] == 1
        assert players[0].table["tally"] == [0, 0]
        table = players[0].table["id"]
        play(players)
    record = new_guest().http.get(f"/t/{table}/record", params={"deal": 3}).text
    assert "\nDeal: 1\n" in record  # the first of its match


def test_three_rematch_clicks_make_one_deal(new_guest: NewGuest) -> None:
    with gathered(new_guest, "players=2 deck=24", 2) as players:
        begin(players)
        play(players)
        first, second = players
        v = first.v
        for _ in range(3):
            first.send(type="deal", number=2, seed=secrets.token_hex(32))
        for _ in range(3):
            second.send(type="deal", number=2, seed=secrets.token_hex(32))
        second.until_stage("playing")
        assert second.v == v + 1
        assert {second.refused()["code"] for _ in range(2)} == {"stale"}
        assert second.table["deal"] == 2


def test_after_the_end_no_new_deal_comes_by_itself(new_guest: NewGuest) -> None:
    with gathered(new_guest, "players=3 deck=24", 2) as players:
        begin(players)
        play(players)
        first, second = players
        v = first.v
        first.ready(2)
        second.until(lambda me: me.seats[0]["ready"])
        assert (second.v, second.table["stage"]) == (v, "over")
        assert [each["ready"] for each in second.seats] == [True, False, True]


def test_chosen_seeds_stand_and_nobody_chooses_again(new_guest: NewGuest) -> None:
    with gathered(new_guest, "players=2 deck=24", 2) as players:
        seed = players[0].ready()
        players[0].ready()
        players[0].send(type="phrase", key="hello")
        players[0].until_told("chat")  # both were heard
        begin(players[1:])
        players[0].until_stage("playing")
        table = players[0].table["id"]
        play(players)
    record = new_guest().http.get(f"/t/{table}/record").text
    assert seed in record


def test_a_table_that_nobody_may_watch_shows_no_cards_but_lets_sit(new_guest: NewGuest) -> None:
    with gathered(new_guest, "players=3", 2, watching="nobody") as players:
        begin(players)
        table = players[0].table["id"]
        with new_guest().visit(table).sit(table) as visitor:
            assert visitor.state["view"] is None
            assert visitor.state["events"] == []
            visitor.send(type="sit", seat=2, name="Late")
            visitor.until(lambda me: me.table["waiting"] == 2)
            assert visitor.state["view"] is None


def test_the_memory_aid_is_what_the_table_agreed_on(new_guest: NewGuest) -> None:
    for aid, known, gone in (
        ("none", False, False),
        ("taken", True, False),
        ("seen", True, True),
    ):
        with gathered(new_guest, "players=2 deck=24", 2, aid=aid) as players:
            begin(players)
            play(players)
            views = [
                view
                for each in players
                for text in each.received
                if '"type":"state"' in text
                for view in (state_of(text)["view"],)
                if view is not None
            ]
            assert any(any(view["known"]) for view in views) == known
            assert any(view["gone"] or any(view["follows"]) for view in views) == gone
            assert all(len(view["known"]) == 2 for view in views)


def test_public_tables_are_listed_while_somebody_is_there(new_guest: NewGuest) -> None:
    host, other = new_guest(), new_guest()
    table = host.gather("players=4 transfer=on", public=True, name="Lister")
    hidden = host.gather("players=4", public=False)
    assert table not in other.http.get("/").text
    with host.sit(table), host.sit(hidden):
        page = other.http.get("/").text
        assert table in page
        assert "Lister" in page
        assert hidden not in page
    assert hidden in host.http.get("/").text  # among the own tables
