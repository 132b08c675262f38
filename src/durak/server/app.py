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

from durak.bots.quick import Quick
from durak.server.folder import database_url
from durak.server.guards import Guard, TooLargeError
from durak.server.live import follow_table
from durak.server.rooms import NewBot, Rooms
from durak.server.routes import answer_error, routes
from durak.server.store import Store, StoreError, UnknownTableError
from durak.server.table import CorruptError


class Pages(Protocol):
    """Whoever turns answers for people into HTML."""

    def home(self, *, options: Mapping[str, Any], tables: Sequence[Mapping[str, Any]]) -> str:
        """Where a table is chosen."""
        ...

    def table(self, *, table: str) -> str:
        """A table's page."""
        ...

    def rules(self, *, code: str, preset: str | None, sheet: Sequence[object]) -> str:
        """A rules sheet."""
        ...

    def error(self, *, status: int, message: str) -> str:
        """What went wrong."""
        ...


@dataclass(frozen=True, kw_only=True)
class Settings:
    """What a server may be told."""

    data: Path
    """The folder that keeps the tables."""
    pages: Pages
    static: Path
    """The folder of the page's files."""
    pace: float = 0.9
    """Seconds, about, until a bot answers."""
    hosts: tuple[str, ...] = ()
    """Names by which this server may be called; empty: any."""
    new_bot: NewBot = Quick


def create_app(settings: Settings) -> Starlette:
    """The server as an ASGI application. The store is opened, and if need be migrated, here.

    Raises:
        StoreError: the store cannot be opened.
    """
    store = Store(database_url(settings.data))

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        app.state.rooms = Rooms(store, pace=settings.pace, new_bot=settings.new_bot)
        yield
        await app.state.rooms.close()
        await asyncio.to_thread(store.close)

    expected = (HTTPException, UnknownTableError, CorruptError, StoreError, TooLargeError)
    app = Starlette(
        routes=[*routes(settings.static), WebSocketRoute("/t/{table}/ws", follow_table)],
        middleware=[Middleware(Guard, hosts=settings.hosts)],
        exception_handlers=dict.fromkeys((*expected, Exception), answer_error),
        lifespan=lifespan,
    )
    app.state.store = store
    app.state.pages = settings.pages
    return app
