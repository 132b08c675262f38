"""Health, metrics and the log: what they say, and what they never say."""

import asyncio
import io
import json
import logging
import random
import re
import sqlite3
import sys
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from durak import __version__
from durak.server import ops as module
from durak.server.folder import database_url
from durak.server.ops import HEALTH_LASTS, Json, MeasuredStore, Metrics, Ops, Plain
from durak.view import View
from tests.quick import Quick
from tests.server.client import Guest
from tests.server.conftest import Served, serving
from tests.server.test_store import facts


def metrics_of(guest: Guest) -> dict[str, float]:
    text = guest.http.get("/metrics").text
    pairs = [line.rpartition(" ") for line in text.splitlines() if not line.startswith("#")]
    return {name: float(value) for name, _, value in pairs}


# ---- health ---------------------------------------------------------------------------------


def test_a_server_that_is_well_says_how_much_it_holds(own_server: Served) -> None:
    with Guest(own_server.address) as guest, guest.sit(guest.create("podkidnoy")):
        answer = guest.http.get("/health")
        assert answer.status_code == 200
        assert answer.json() == {
            "ok": True,
            "version": __version__,
            "store": "writable",
            "tables": 1,
            "connections": 1,
        }


class Rest:
    """Rooms, as far as they are asked here."""

    count = 0


def test_a_store_that_cannot_be_written_is_not_well_and_recovers(tmp_path: Path) -> None:
    now = [0.0]
    rooms: Any = Rest()

    async def story() -> None:
        store = MeasuredStore(database_url(tmp_path), Metrics())
        ops = Ops(store, Metrics(), clock=lambda: now[0])
        assert (await ops.health(rooms))["ok"]
        blocking = sqlite3.connect(tmp_path / "tables.sqlite3", isolation_level=None)
        with closing(blocking):
            blocking.execute("DROP TABLE pulse")
            assert (await ops.health(rooms))["ok"]  # looked at a moment ago
            now[0] += HEALTH_LASTS
            assert await ops.health(rooms) == {
                "ok": False,
                "version": __version__,
                "store": "not writable",
                "tables": 0,
                "connections": 0,
            }
            blocking.execute("CREATE TABLE pulse (id INTEGER PRIMARY KEY, beat FLOAT NOT NULL)")
            now[0] += HEALTH_LASTS
            assert (await ops.health(rooms))["ok"]
        await asyncio.to_thread(store.close)
        now[0] += HEALTH_LASTS
        assert not (await ops.health(rooms))["ok"]

    asyncio.run(story())


def test_a_store_that_hangs_is_not_well(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "HEALTH_WAITS", 0.01)
    rooms: Any = Rest()
    goes_on = threading.Event()

    async def story() -> None:
        store = MeasuredStore(database_url(tmp_path), Metrics())

        def hang(_connection: object) -> None:
            goes_on.wait(60)

        store.put(hang)
        assert not (await Ops(store, Metrics()).health(rooms))["ok"]
        goes_on.set()
        await asyncio.to_thread(store.close)

    asyncio.run(story())


def test_health_is_written_once_in_a_while_however_often_it_is_asked(tmp_path: Path) -> None:
    rooms: Any = Rest()

    async def story() -> None:
        store = MeasuredStore(database_url(tmp_path), Metrics())
        ops = Ops(store, Metrics(), clock=lambda: 0.0, now=iter(range(1, 100)).__next__)
        await asyncio.gather(*(ops.health(rooms) for _ in range(50)))
        await asyncio.to_thread(store.close)

    asyncio.run(story())
    with closing(sqlite3.connect(tmp_path / "tables.sqlite3")) as connection:
        assert connection.execute("SELECT id, beat FROM pulse").fetchall() == [(0, 1.0)]


# ---- metrics --------------------------------------------------------------------------------


@pytest.mark.compiled
def test_what_happens_is_counted(own_server: Served) -> None:
    with Guest(own_server.address) as guest:
        with guest.sit(guest.create("podkidnoy players=3")) as player:
            player.begin()
            player.play(random.Random(1))
            player.act("take")
            assert player.refused()["code"] == "deal_over"
            player.send(type="nonsense")
            assert player.refused()["code"] == "bad_message"
            counted = metrics_of(guest)
            versions = player.v
        assert counted["durak_tables_created_total"] == 1
        assert counted["durak_deals_begun_total"] == counted["durak_deals_ended_total"] == 1
        people = counted['durak_actions_total{by="person"}']
        bots = counted['durak_actions_total{by="bot"}']
        assert people > 0
        assert people + bots == versions - 1  # the deal's beginning is a version too
        assert counted["durak_bot_answers_total"] == bots > 0
        assert counted['durak_refusals_total{code="deal_over"}'] == 1
        assert counted['durak_refusals_total{code="bad_message"}'] == 1
        assert counted["durak_connections"] == counted["durak_connections_total"] == 1
        assert counted["durak_tables"] == 1
        assert counted["durak_store_seconds_count"] >= people + bots
        commits = counted["durak_store_seconds_count"]
        assert counted['durak_store_seconds_bucket{le="+Inf"}'] == commits
        assert counted["durak_store_seconds_sum"] > 0
        assert counted["durak_store_failures_total"] == 0
        assert counted['durak_requests_total{status="2xx"}'] >= 1
        assert counted["durak_cpu_seconds"] > 0
        if sys.platform == "linux":
            assert counted["durak_resident_bytes"] > 1e6


def test_the_text_is_what_prometheus_reads(guest: Guest) -> None:
    answer = guest.http.get("/metrics")
    assert answer.headers["content-type"].startswith("text/plain; version=0.0.4")
    typed: set[str] = set()
    for line in answer.text.splitlines():
        if line.startswith("#"):
            assert re.fullmatch(r"# (HELP|TYPE) durak_[a-z_]+ .+", line)
            typed.add(line.split()[2])
        else:
            found = re.fullmatch(r'(durak_[a-z_]+)(\{[a-z]+="[^"\\]*"\})? [0-9.e+-]+', line)
            assert found is not None, line
            assert found[1] in typed or re.sub(r"_(bucket|sum|count)$", "", found[1]) in typed
    assert answer.text.endswith("\n")


def test_strangers_get_no_metrics(guest: Guest) -> None:
    assert (
        guest.http.get("/metrics", headers={"X-Forwarded-For": "93.184.216.34"}).status_code == 404
    )
    assert guest.http.get("/metrics", headers={"X-Forwarded-For": "10.0.0.5"}).status_code == 200


def test_labels_are_bounded() -> None:
    metrics = Metrics()
    for at in range(1000):
        metrics.refused(f"code{at}")
    text = metrics.text({})
    assert text.count("durak_refusals_total{") == module.MOST_LABELS + 1
    assert 'durak_refusals_total{code="other"} 900' in text


def test_failures_of_the_store_are_counted(tmp_path: Path) -> None:
    metrics = Metrics()
    store = MeasuredStore(database_url(tmp_path), metrics)
    store.keep("t", facts()).result()
    assert store.keep("t", facts()).exception() is not None
    store.close()
    text = metrics.text({})
    assert "durak_store_failures_total 1\n" in text
    assert "durak_tables_created_total 1\n" in text
    assert "durak_store_seconds_count 1\n" in text


def test_logged_errors_are_counted_by_module() -> None:
    metrics = Metrics()
    with metrics.counting_errors():
        logging.getLogger("durak.server.room").error("something")
        logging.getLogger("durak.server.room").warning("something less")
    logging.getLogger("durak.server.room").error("after the end")
    assert 'durak_errors_total{where="room"} 1\n' in metrics.text({})


# ---- the log --------------------------------------------------------------------------------


def logged(formatter: logging.Formatter, **extra: object) -> str:
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(formatter)
    logger = logging.Logger("durak.test")
    logger.addHandler(handler)
    try:
        try:
            raise KeyError("7c")
        except KeyError as error:
            raise ValueError("the hand was 6d 7c\nand more") from error
    except ValueError:
        logger.exception("table %s: a command failed", "abc", extra=extra)
    return stream.getvalue()


def test_json_is_one_object_a_line_with_its_own_fields() -> None:
    text = logged(Json(), table="abc", v=7)
    assert text.count("\n") == 1
    body = json.loads(text)
    assert body["level"] == "error"
    assert body["logger"] == "durak.test"
    assert body["message"] == "table abc: a command failed"
    assert (body["table"], body["v"]) == ("abc", 7)
    assert body["failure"]["kind"] == "ValueError from KeyError"
    assert body["failure"]["way"][0].startswith("server/test_ops.py:")
    assert body["time"].endswith("+00:00")


@pytest.mark.parametrize("formatter", [Json(), Plain()])
def test_what_an_exception_says_is_not_logged(formatter: logging.Formatter) -> None:
    text = logged(formatter)
    assert text.count("\n") == 1
    assert "7c" not in text
    assert "hand" not in text
    assert "ValueError from KeyError" in text


class Clumsy(Quick):
    """A bot that now and then fails, and then says all it knows."""

    def __init__(self, rng: random.Random) -> None:
        super().__init__(rng)
        self._left = 3

    def choose(self, view: View) -> Any:
        self._left -= 1
        if self._left == 0:
            self._left = 3
            raise RuntimeError(f"I hold {view.hand} and see {view}")
        return super().choose(view)


OF_CLIENTS = ("httpx2", "httpcore2", "websockets.client")
"""What the guests of these tests log of themselves."""


@pytest.fixture
def whole_log() -> Iterator[io.StringIO]:
    """Everything that anybody logs, at every level, as the server writes it."""
    stream = io.StringIO()
    root = logging.getLogger()
    handlers = []
    for formatter in (Json(), Plain()):
        handler = logging.StreamHandler(stream)
        handler.setFormatter(formatter)
        handler.addFilter(lambda record: not record.name.startswith(OF_CLIENTS))
        handlers.append(handler)
        root.addHandler(handler)
    before = root.level
    root.setLevel(logging.DEBUG)
    yield stream
    root.setLevel(before)
    for handler in handlers:
        root.removeHandler(handler)


@pytest.mark.compiled
def test_no_card_name_or_token_is_in_the_log_of_whole_deals(
    tmp_path: Path, whole_log: io.StringIO
) -> None:
    secrets = ["Tester", "Somebody", "Hello there"]
    with (
        serving(tmp_path, new_bot=lambda _level, rng: Clumsy(rng)) as served,
        Guest(served.address) as guest,
        Guest(served.address) as friend,
    ):
        with guest.sit(guest.create("perevodnoy players=4")) as player:
            for number in (1, 2):
                secrets.append(player.begin(number))
                player.play(random.Random(number))
                player.send(type="act", v=player.v, do="6c7d<Ah")
                player.refused()
                player.send(type="act", v=player.v, do="6c7d<Ah", hand="Ks")
                player.refused()
        table = guest.gather("podkidnoy players=2", name="Tester")
        friend.visit(table)
        with guest.sit(table) as one, friend.sit(table) as two:
            two.send(type="sit", seat=1, name="Somebody")
            two.send(type="chat", text="Hello there: I hold Ks")
            secrets.append(one.ready())
            secrets.append(two.ready())
            one.until_stage("playing")
            two.until_stage("playing")
            one.act("swap")
            one.refused()
        code = guest.http.post("/api/devices/code", json={}).json()["code"]
        friend.http.post("/api/devices/adopt", json={"code": code})
        secrets += [code, *(each.cookie.partition("=")[2] for each in (guest, friend))]
    with closing(sqlite3.connect(served.database)) as connection:
        for column in ("server_seed", "seat_seeds"):
            for (seed,) in connection.execute(f"SELECT {column} FROM deal"):
                secrets += [] if seed is None else [bytes(seed).hex(), repr(bytes(seed))]
        secrets += [guest for (guest,) in connection.execute("SELECT id FROM guest")]
    text = whole_log.getvalue()
    assert "RuntimeError" in text  # the bots did fail
    assert [secret for secret in secrets if secret in text] == []
    words = re.findall(r"(?<![A-Za-z0-9])(?:10|[2-9TJQKA])[cdhs♣♦♥♠](?![A-Za-z0-9])", text)
    assert words == []
