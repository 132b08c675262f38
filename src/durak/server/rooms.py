"""Rooms: every table of this server, in memory while somebody is there, in the store for good."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Final, Protocol

from durak.fair import new_seed
from durak.ruleset import Ruleset
from durak.server.facts import Arrangement
from durak.server.protocol import Options, Stage
from durak.server.replaying import replay
from durak.server.room import Room, RoomSettings
from durak.server.store import Store, StoreError
from durak.server.table import Table

__all__ = ["OpenTable", "Room", "RoomSettings", "Rooms"]

ID_LETTERS: Final = "23456789abcdefghjkmnpqrstuvwxyz"
ID_LENGTH: Final = 12

log = logging.getLogger(__name__)


@dataclass(frozen=True, kw_only=True, slots=True)
class OpenTable:
    """A line of the list of public tables."""

    id: str
    options: Options
    players: int
    persons: int
    open: int
    """Seats that somebody could take now, or at the next deal."""
    host: str
    stage: Stage
    deal: int


class Codes(Protocol):
    """The codes that lead to tables."""

    async def code_of(self, table: str) -> str:
        """The table's code, drawn now if it has none."""
        ...

    async def close(self, table: str) -> None:
        """No code leads to this table any more."""
        ...


class Rooms:
    """Every table of this server."""

    def __init__(
        self,
        store: Store,
        settings: RoomSettings | None = None,
        *,
        codes: Codes | None = None,
    ) -> None:
        """Without ``codes`` no code leads to any table."""
        self._store = store
        self._settings = RoomSettings() if settings is None else settings
        self._codes = codes
        self._rooms: dict[str, Room] = {}
        self._loading: dict[str, asyncio.Task[Room]] = {}
        self._closing: set[asyncio.Task[None]] = set()

    @property
    def count(self) -> int:
        """How many tables are in memory."""
        return len(self._rooms)

    def open_tables(self) -> list[OpenTable]:
        """Public tables where some person is, those first where one can sit down."""
        found = [
            _listed(room)
            for room in self._rooms.values()
            if room.table.arrangement.options.public and room.presence.is_awake
        ]
        return sorted(found, key=lambda each: (not each.open, each.stage != "lobby", each.id))

    async def create(self, arrangement: Arrangement) -> str:
        """A new table's id.

        Raises:
            StoreError: it could not be stored.
        """
        table = "".join(secrets.choice(ID_LETTERS) for _ in range(ID_LENGTH))
        players = Ruleset.from_code(arrangement.options.rules).players
        dealer = secrets.randbelow(players)  # R4.1 by lot
        change = Table.create(table, arrangement, dealer=dealer, new_seed=new_seed)
        await asyncio.wrap_future(self._store.keep(table, change.facts))
        return table

    @asynccontextmanager
    async def use(self, table: str) -> AsyncIterator[Room]:
        """The room of a table, kept in memory as long as somebody uses it.

        Raises:
            UnknownTableError: no such table.
            CorruptError: what is stored of it makes no table.
            StoreError: the store cannot be read.
        """
        room = await self._room(table)
        room.users += 1
        try:
            yield room
        finally:
            room.users -= 1
            self._rest(room)

    async def close(self) -> None:
        """Finish what is at hand everywhere and send everybody away."""
        for task in self._loading.values():
            task.cancel()
        rooms, self._rooms = list(self._rooms.values()), {}
        await asyncio.gather(*self._closing, *(room.close() for room in rooms))

    async def _room(self, table: str) -> Room:
        while True:
            if table in self._rooms:
                return self._rooms[table]
            if table not in self._loading:
                self._loading[table] = asyncio.create_task(self._load(table))
            await asyncio.shield(self._loading[table])

    async def _load(self, table: str) -> Room:
        try:
            loaded = await asyncio.to_thread(lambda: replay(self._store.facts(table)))
            code = None
            try:
                if self._codes is not None:
                    code = await self._codes.code_of(table)
            except StoreError as error:  # a table without its code is better than none
                log.error("no code for a table now", extra={"table": table}, exc_info=error)
            room = Room(loaded, self._store, self._settings, self._rest, code=code)
            self._rooms[table] = room
            return room
        finally:
            del self._loading[table]

    def _rest(self, room: Room) -> None:
        """Let a room go that nobody needs now."""
        if room.is_idle and self._rooms.get(room.table.id) is room:
            del self._rooms[room.table.id]
            task = asyncio.create_task(self._let_go(room))
            self._closing.add(task)
            task.add_done_callback(self._closing.discard)

    async def _let_go(self, room: Room) -> None:
        await room.close()
        table = room.table
        if self._codes is None or not table.is_left:
            return
        try:
            await self._codes.close(table.id)
        except StoreError as error:  # then it is free after a while of its own accord
            log.error("a code is not closed", extra={"table": table.id}, exc_info=error)


def _listed(room: Room) -> OpenTable:
    table, host = room.table, room.host
    return OpenTable(
        id=table.id,
        options=table.arrangement.options,
        players=table.ruleset.players,
        persons=len(table.persons),
        open=sum(each.kind != "person" and each.next_guest is None for each in table.seats),
        host="" if host is None else table.seats[host].name,
        stage=table.stage,
        deal=len(table.dealt),
    )
