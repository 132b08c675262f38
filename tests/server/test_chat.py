"""Chat: phrases, free text, limits, history, reports."""

from collections.abc import Callable

import pytest

from durak.server.chat import KEPT, PHRASES, Conversation
from durak.server.limits import CHAT, REPORTS, Limits
from durak.server.protocol import MAX_TEXT
from durak.server.table import Denied
from durak.web import LANGUAGES, catalogue
from tests.server.client import Guest
from tests.server.persons import NewGuest, begin, code, gathered


def test_everybody_at_the_table_reads_a_line_as_text(new_guest: NewGuest) -> None:
    with gathered(new_guest, "players=3", 2) as (host, guest):
        table = host.table["id"]
        with new_guest().sit(table) as watcher:
            text = "<script>alert(1)</script> 7♦ 👨‍👩‍👧"
            guest.send(type="chat", text=text)
            line = {"type": "chat", "line": 1, "seat": 1, "name": "Guest 1"}
            for each in (host, guest, watcher):
                assert each.until_told("chat") == {**line, "text": text, "phrase": None}
            host.send(type="phrase", key="good_luck")
            assert watcher.until_told("chat")["phrase"] == "good_luck"
        with new_guest().sit(table) as later:
            kept = later.until_told("history")["chat"]
            assert [(each["line"], each["name"]) for each in kept] == [(1, "Guest 1"), (2, "Host")]


def test_only_who_sits_or_waits_there_talks(new_guest: NewGuest) -> None:
    with gathered(new_guest, "players=3", 2) as players:
        begin(players)
        with new_guest().visit(players[0].table["id"]).sit(players[0].table["id"]) as watcher:
            assert code(watcher, type="chat", text="I see seat 0's cards!") == "not_seated"
            assert code(watcher, type="phrase", key="hello") == "not_seated"
            assert code(watcher, type="report", seat=0, line=1) == "not_seated"
            watcher.send(type="sit", seat=2, name="Late")
            watcher.until(lambda me: me.table["waiting"] == 2)
            watcher.send(type="chat", text="hello")
            assert players[0].until_told("chat")["seat"] is None


@pytest.mark.parametrize(
    "text", ["", "   ", "a\nb", "a\u202eb", "a\u0000b", "a\u200bb", "x" * (MAX_TEXT + 1)]
)
def test_what_is_no_line_is_refused(new_guest: NewGuest, text: str) -> None:
    with gathered(new_guest, "players=2", 1) as (host,):
        assert code(host, type="chat", text=text) == "bad_text"
        assert code(host, type="phrase", key="no_such") == "bad_text"


def test_a_table_may_keep_to_phrases_or_be_silent(new_guest: NewGuest) -> None:
    with gathered(new_guest, "players=2", 1, chat="phrases") as (host,):
        assert code(host, type="chat", text="hello") == "chat_off"
        host.send(type="phrase", key="hello")
        assert host.until_told("chat")["phrase"] == "hello"
    with gathered(new_guest, "players=2", 1, chat="off") as (host,):
        assert code(host, type="phrase", key="hello") == "chat_off"


def test_so_much_at_a_time_whatever_the_connection(new_guest: NewGuest) -> None:
    owner = new_guest()
    table = owner.gather("players=2")
    with owner.sit(table) as one, owner.sit(table) as two:
        for at in range(CHAT.burst):
            (one, two)[at % 2].send(type="phrase", key="hello")
            two.until_told("chat")
        assert code(one, type="phrase", key="hello") == "too_many"
        assert code(two, type="chat", text="hello") == "too_many"


def test_a_report_reaches_the_host_alone(new_guest: NewGuest) -> None:
    with gathered(new_guest, "players=3", 3) as (host, rude, third):
        rude.send(type="chat", text="rude words")
        line = third.until_told("chat")
        assert code(third, type="report", seat=0, line=line["line"]) == "not_now"
        third.send(type="report", seat=1, line=line["line"])
        assert third.until_told("notice", key="reported")
        assert host.until_told("notice", key="report")["params"] == {
            "name": "Guest 1",
            "text": "rude words",
            "line": 1,
            "by": "Guest 2",
        }
        for _ in range(REPORTS.burst - 1):
            third.send(type="report", seat=1, line=line["line"])
        assert code(third, type="report", seat=1, line=line["line"]) == "too_many"
        rude.send(type="phrase", key="sorry")
        rude.until_told("chat", phrase="sorry")
        assert not any('"key":"report"' in text for text in rude.received)


def test_the_last_lines_are_kept_and_time_gives_new_ones() -> None:
    now = [0.0]
    limits = Limits(lambda: now[0])
    talk = Conversation("table", limits)
    for _ in range(KEPT + 5):
        now[0] += CHAT.seconds
        talk.say("free", "g", 0, "Ada", "a line")
    assert [each.line for each in talk.lines] == list(range(6, KEPT + 6))
    now[0] += CHAT.seconds * CHAT.burst
    for _ in range(CHAT.burst):
        talk.say("free", "g", 0, "Ada", "a line")
    with pytest.raises(Denied):
        talk.say("free", "g", 0, "Ada", "a line")
    assert Conversation("another", limits).say("free", "g", 0, "Ada", "a line").line == 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_every_phrase(language: str) -> None:
    phrases = {key for key in catalogue(language) if key.startswith("phrase.")}
    assert phrases == {f"phrase.{key}" for key in PHRASES}


def test_chat_names_no_seat_that_is_not_the_speakers(new_guest: Callable[[], Guest]) -> None:
    with gathered(new_guest, "players=2", 2) as (host, guest):
        host.send(type="chat", text="x", seat=1)
        assert host.refused()["code"] == "bad_message"
        guest.send(type="chat", text="mine")
        assert host.until_told("chat")["seat"] == 1
