"""A server in this process, with real sockets: one for all, or one for a test that harms it."""

import random
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import uvicorn

from durak.bots import Bot
from durak.server.app import Settings, create_app
from durak.server.levels import at_once
from durak.server.limits import Rate
from durak.server.serve import config
from durak.web import STATIC, Editions
from tests.quick import Quick
from tests.server.client import PATIENCE, Guest


class _Announced(uvicorn.Server):
    def __init__(self, settings: uvicorn.Config) -> None:
        super().__init__(settings)
        self.ready = threading.Event()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self.ready.set()


@dataclass(frozen=True)
class Served:
    address: str
    data: Path

    @property
    def database(self) -> Path:
        return self.data / "tables.sqlite3"


def quick(_level: str, rng: random.Random) -> Bot:
    """Whatever the level: a bot that answers at once and compiles nothing."""
    return Quick(rng)


@contextmanager
def serving(data: Path, **settings: Any) -> Iterator[Served]:
    app = create_app(
        Settings(
            data=data,
            pages=Editions(),
            static=STATIC,
            hosts=("127.0.0.1",),
            **{"pace": 0, "new_bot": quick, "ready": at_once, **settings},
        )
    )
    for roomy in (app.state.limits.tables, app.state.limits.guests):
        roomy.rate = Rate(burst=100_000, seconds=1)  # all tests come from one address
    with socket.create_server(("127.0.0.1", 0)) as listening:
        server = _Announced(config(app))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
        thread.start()
        try:
            assert server.ready.wait(PATIENCE)
            yield Served(f"127.0.0.1:{listening.getsockname()[1]}", data)
        finally:
            server.should_exit = True
            thread.join(PATIENCE)
            assert not thread.is_alive()


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """One server for all tests that leave it as it is."""
    with serving(tmp_path_factory.mktemp("served")) as here:
        yield here


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Served]:
    """A server for a test that does something to it or to its store."""
    with serving(tmp_path) as here:
        yield here


@pytest.fixture
def new_guest(served: Served) -> Iterator[Callable[[], Guest]]:
    """Makes guests of the shared server."""
    with ExitStack() as stack:
        yield lambda: stack.enter_context(Guest(served.address))


@pytest.fixture
def guest(new_guest: Callable[[], Guest]) -> Guest:
    """A guest of the shared server."""
    return new_guest()
