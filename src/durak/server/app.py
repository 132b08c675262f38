"""The application: everything above put together behind one ASGI entrance."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.routing import WebSocketRoute

from durak.bots.levels import make
from durak.ruleset import RulesetError
from durak.server import guide, personal, tools
from durak.server.devices import Guests
from durak.server.folder import database_url
from durak.server.guards import Guard, TooLargeError
from durak.server.invitations import Invitations
from durak.server.levels import WARMTH, NewBot, Ready
from durak.server.limits import Limits
from durak.server.live import follow_table
from durak.server.ops import Counted, MeasuredStore, Metrics, Ops
from durak.server.replaying import CorruptError
from durak.server.room import RoomSettings
from durak.server.rooms import Rooms
from durak.server.routes import answer_error, routes
from durak.server.store import StoreError, UnknownTableError


class Pages(Protocol):
    """Whoever turns answers for people into HTML, in one language."""

    language: str

    def home(
        self,
        *,
        options: Mapping[str, Any],
        tables: Sequence[Mapping[str, Any]] = (),
        open_tables: Sequence[Mapping[str, Any]] = (),
        name: str = "",
    ) -> str:
        """Where a table is chosen."""
        ...

    def table(self, *, table: str, options: Mapping[str, Any] | None = None) -> str:
        """A table's page."""
        ...

    def deals(
        self,
        *,
        deals: Sequence[Mapping[str, Any]],
        older: float | None = None,
        before: float | None = None,
    ) -> str:
        """A person's deals so far."""
        ...

    def devices(self, *, devices: Sequence[Mapping[str, Any]] = ()) -> str:
        """A person's devices."""
        ...

    def show(self, template: str, /, *, keys: Sequence[str] = (), **context: object) -> str:
        """Any page of the guide."""
        ...

    def guide(self) -> str:
        """The guide's first page."""
        ...

    def topic(self, *, slug: str) -> str:
        """A topic of the guide."""
        ...

    def rulings(self, *, query: str = "") -> str:
        """Short answers."""
        ...

    def ruling(self, *, name: str) -> str:
        """One of them, with its position."""
        ...

    def lessons(self) -> str:
        """All lessons."""
        ...

    def lesson(self, *, lesson: str) -> str:
        """One lesson."""
        ...

    def companion_worker(self) -> str:
        """The script that keeps the companion at hand without a network."""
        ...

    def companion_manifest(self) -> Mapping[str, object]:
        """What an installed companion is called and looks like."""
        ...

    def error(
        self,
        *,
        status: int,
        message: str,
        code: str | None = None,
        params: Mapping[str, object] | None = None,
    ) -> str:
        """What went wrong."""
        ...


class Editions(Protocol):
    """The pages in every language there is."""

    edition: str
    """Which files the pages ask for: another one whenever a file is another."""

    def choose(self, *, query: str | None, cookie: str | None, accept: str | None) -> Pages:
        """The pages in the language asked for, chosen earlier, or preferred."""
        ...


@dataclass(frozen=True, kw_only=True)
class Settings:
    """What a server may be told."""

    data: Path
    """The folder that keeps the tables."""
    pages: Editions
    static: Path
    """The folder of the page's files."""
    pace: float = 0.9
    """Seconds, about, that an answer takes from its question until it is passed on."""
    patience: float = 45.0
    """Seconds that a table waits for somebody who is gone."""
    bot_limit: float = 5.0
    """Seconds that a bot may think."""
    hosts: tuple[str, ...] = ()
    """Names by which this server may be called; empty: any."""
    new_bot: NewBot = make
    ready: Ready = WARMTH.ready
    log_json: bool = False
    """Whether the log is written as one JSON object a line."""


def create_app(settings: Settings) -> Starlette:
    """The server as an ASGI application. The store is opened, and if need be migrated, here.

    Raises:
        StoreError: the store cannot be opened.
    """
    metrics = Metrics()
    store = MeasuredStore(database_url(settings.data), metrics)
    limits = Limits()

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        running = RoomSettings(
            pace=settings.pace,
            patience=settings.patience,
            bot_limit=settings.bot_limit,
            new_bot=settings.new_bot,
            ready=settings.ready,
            limits=limits,
        )
        app.state.rooms = Rooms(store, running, codes=app.state.invitations)
        with metrics.counting_errors():
            yield
        await app.state.rooms.close()
        await asyncio.to_thread(store.close)

    expected = (
        HTTPException,
        RulesetError,
        UnknownTableError,
        CorruptError,
        StoreError,
        TooLargeError,
    )
    app = Starlette(
        routes=[
            *routes(settings.static),
            *personal.routes(),
            *tools.routes(),
            *tools.routes(),
            *guide.routes(),
            WebSocketRoute("/t/{table}/ws", follow_table),
        ],
        middleware=[
            Middleware(Counted, metrics=metrics),
            Middleware(Guard, hosts=settings.hosts),
        ],
        exception_handlers=dict.fromkeys((*expected, Exception), answer_error),
        lifespan=lifespan,
    )
    app.state.store = store
    app.state.pages = settings.pages
    app.state.metrics = metrics
    app.state.ops = Ops(store, metrics)
    app.state.limits = limits
    app.state.guests = Guests(store, limits)
    app.state.invitations = Invitations(store)
    return app
