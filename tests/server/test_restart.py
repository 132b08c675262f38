"""A server as its own process: it dies, it comes back, it stops when told."""

import os
import random
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.server.client import Guest

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
