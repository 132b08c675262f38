"""A server as its own process: it dies, it comes back, it stops when told."""

import os
import random
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from durak.server.facts import Acted
from durak.server.folder import database_url
from durak.server.replaying import replay
from durak.server.store import Store
from tests.server.client import Guest
from tests.server.persons import asked, begin, everybody_hears

pytestmark = pytest.mark.compiled


@contextmanager
def process(data: Path, *options: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """``durak serve``, once it listens, and its address."""
    command = [sys.executable, "-m", "durak", "serve", "--no-browser", "--pace", "0"]
    running = subprocess.Popen(
        [*command, "--data", str(data), *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    )
    try:
        assert running.stdout is not None
        said = ""
        for line in running.stdout:
            said += line
            found = re.search(r"http://([^/]+)/", line)
            if found is not None:
                break
        else:
            pytest.fail(f"the server did not start: {said}")
        yield running, found[1]
    finally:
        running.kill()
        running.wait()
        assert running.stdout is not None
        running.stdout.close()


def test_a_killed_servers_deal_goes_on_where_it_was(tmp_path: Path) -> None:
    with (
        process(tmp_path, "--port", "0") as (running, address),
        Guest(address) as guest,
        guest.sit(guest.create("perevodnoy players=3")) as player,
    ):
        player.begin()
        player.play(random.Random(2), 3)
        assert player.until_asked()
        before = player.state
        running.send_signal(signal.SIGKILL)
        running.wait()
    with process(tmp_path, "--port", "0") as (_, address), Guest(address) as back:
        back.http.cookies = guest.http.cookies
        with back.sit(before["table"]["id"]) as player:
            assert player.state == {**before, "events": []}
            player.play(random.Random(3))
            assert player.state["table"]["stage"] == "over"


def test_told_to_stop_it_closes_everything_and_ends_well(tmp_path: Path) -> None:
    with process(tmp_path, "--port", "0") as (running, address):
        with Guest(address) as guest, guest.sit(guest.create("podkidnoy")) as player:
            player.begin()
            running.send_signal(signal.SIGTERM)
            assert player.until_closed() in (1012, 1013)
        assert running.stdout is not None
        said = running.stdout.read()
        assert running.wait() == 0
        assert "Traceback" not in said
        assert "Stopped" in said


def test_a_chosen_port_that_is_taken_is_refused(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        done = subprocess.run(
            [sys.executable, "-m", "durak", "serve", "--port", str(port), "--no-browser"],
            capture_output=True,
            text=True,
            env={**os.environ, "DURAK_DATA": str(tmp_path)},
            check=False,
        )
    assert done.returncode == 1
    assert f"port {port}" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_second_server_in_one_folder_is_refused(tmp_path: Path) -> None:
    with process(tmp_path, "--port", "0"):
        done = subprocess.run(
            [sys.executable, "-m", "durak", "serve", "--port", "0", "--no-browser"],
            capture_output=True,
            text=True,
            env={**os.environ, "DURAK_DATA": str(tmp_path)},
            check=False,
        )
    assert done.returncode == 1
    assert "another server uses" in done.stderr


def stored_actions(data: Path, table: str) -> list[tuple[int, str]]:
    store = Store(database_url(data))
    try:
        facts = store.facts(table)
        assert replay(facts).id == table
        return [(each.seat, each.token) for each in facts if isinstance(each, Acted)]
    finally:
        store.close()


def test_killed_in_the_middle_of_several_persons_actions_none_is_lost_or_done_twice(
    tmp_path: Path,
) -> None:
    """Everybody sends at once and the server dies; what anybody was told is there, and once."""
    rng = random.Random(7)
    guests: list[Guest] = []
    table = ""
    told: dict[int, int] = {}
    """Of each seat the version that it was told of last."""
    sent: dict[int, tuple[int, str]] = {}
    """What was sent last in answer to each version."""
    for life in range(4):
        with process(tmp_path, "--port", "0") as (running, address), ExitStack() as stack:
            for at in range(3):
                guest = stack.enter_context(Guest(address))
                if life:
                    guest.http.cookies = guests[at].http.cookies
                    guests[at] = guest
                else:
                    guests.append(guest)
            if not life:
                table = guests[0].gather("players=3", time="gentle", deals=3)
                for guest in guests[1:]:
                    guest.visit(table)
            players = [stack.enter_context(each.sit(table)) for each in guests]
            if not life:
                for at in (1, 2):
                    players[at].send(type="sit", seat=at, name=f"Guest {at}")
                    players[at].until(lambda me, at=at: me.table["you"] == at)  # type: ignore[misc]
                begin(players)
            actions = stored_actions(tmp_path, table)
            versions = {each.v for each in players}
            assert versions == {len(actions) + 1}
            for at, player in enumerate(players):
                assert player.table["you"] == player.view["seat"] == at
                assert player.v >= told.get(at, 0)
                assert player.table["options"]["deals"] == 3
                assert player.table["clock"]["reserve_ms"] == [120_000] * 3
            for _ in range(rng.randrange(4, 9)):
                next_one = asked(players)
                assert next_one is not None
                player = next_one
                before, do = player.v, rng.choice(player.view["legal"])
                sent[before] = (player.table["you"], do)
                player.act(do)
                player.until_v(before + 1)
            everybody_hears(players)
            last = asked(players)
            assert last is not None
            do = rng.choice(last.view["legal"])
            sent[last.v] = (last.table["you"], do)
            for _ in range(3):
                last.act(do)  # three clicks, and then the lights go out
            if life % 2:  # at once, or when somebody was told of it
                players[(last.table["you"] + 1) % 3].until_v(last.v + 1)
            running.send_signal(signal.SIGKILL)
            running.wait()
            for at, player in enumerate(players):
                player.until_closed()
                told[at] = player.v
    actions = stored_actions(tmp_path, table)
    assert len(actions) + 1 >= max(told.values())
    assert all(sent[v] == actions[v - 1] for v in range(1, len(actions) + 1))


def test_a_lobby_comes_back_with_its_seats_and_options(tmp_path: Path) -> None:
    with process(tmp_path, "--port", "0") as (running, address), ExitStack() as stack:
        host, guest = (stack.enter_context(Guest(address)) for _ in range(2))
        table = host.gather("players=4", chat="phrases", public=True)
        with host.sit(table) as first, guest.visit(table).sit(table) as second:
            second.send(type="sit", seat=2, name="Guest")
            second.until(lambda me: me.table["you"] == 2)
            first.send(type="seat_bot", seat=1)
            first.until(lambda me: me.seats[1]["kind"] == "bot" and me.seats[2]["name"] == "Guest")
            second.ready()
            first.until(lambda me: me.seats[2]["ready"])
            before = first.table
            running.send_signal(signal.SIGKILL)
            running.wait()
    with process(tmp_path, "--port", "0") as (_, address), Guest(address) as back:
        back.http.cookies = host.http.cookies
        with back.sit(table) as again:
            assert again.table["options"] == before["options"]
            assert again.table["code"] == before["code"]
            assert (again.table["you"], again.table["host"]) == (0, 0)
            kept = [(each["name"], each["kind"]) for each in before["seats"]]
            assert [(each["name"], each["kind"]) for each in again.seats] == kept
            assert [each["ready"] for each in again.seats] == [False, True, False, False]
            assert not again.seats[2]["present"]
