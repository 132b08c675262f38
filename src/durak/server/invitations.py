"""Codes to say aloud that lead to a table, as long as somebody belongs to the table.

A table that was played at and that everybody has left has no code any more; who comes back to it by
its link finds a new one.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Final

from sqlalchemy import Connection, delete, insert, select, update

from durak.server import schema
from durak.server.codes import new_join_code, read_join_code
from durak.server.store import Store

DAY: Final = 24 * 3600
UNUSED_DAYS: Final = 30
"""After so many days without anybody at the table its code may become another table's."""


class Invitations:
    """The codes of every open table: one a table, no two alike."""

    def __init__(
        self,
        store: Store,
        *,
        clock: Callable[[], float] = time.time,
        new_code: Callable[[], str] = new_join_code,
    ) -> None:
        self._store = store
        self._clock = clock
        self._new_code = new_code

    async def code_of(self, table: str) -> str:
        """The table's code, drawn now if it has none.

        Raises:
            StoreError: it could not be stored, or there is no such table.
        """
        now = self._clock()
        found: list[str] = []
        invitation = schema.invitation

        def work(connection: Connection) -> None:
            row = connection.execute(
                select(invitation).where(invitation.c.game == table)
            ).one_or_none()
            if row is not None:
                found[:] = [row.code]
                if row.used < now - DAY:
                    connection.execute(
                        update(invitation).where(invitation.c.game == table).values(used=now)
                    )
                return
            code = self._new_code()
            while not _is_free(connection, code, now):
                code = self._new_code()
            connection.execute(insert(invitation).values(code=code, game=table, used=now))
            found[:] = [code]

        await asyncio.wrap_future(self._store.put(work))
        return found[0]

    async def table_of(self, text: str) -> str | None:
        """The table that this code, as somebody typed it, leads to; None: unknown or closed.

        Raises:
            StoreError: the store cannot be read.
        """
        code = read_join_code(text)
        if code is None:
            return None
        invitation = schema.invitation
        wanted = select(invitation.c.game).where(invitation.c.code == code)
        return await asyncio.to_thread(
            self._store.read, lambda connection: connection.execute(wanted).scalar_one_or_none()
        )

    async def close(self, table: str) -> None:
        """No code leads to this table any more."""
        invitation = schema.invitation

        def work(connection: Connection) -> None:
            connection.execute(delete(invitation).where(invitation.c.game == table))

        await asyncio.wrap_future(self._store.put(work))


def _is_free(connection: Connection, code: str, now: float) -> bool:
    """Whether no table that is still used has this code; one that is not loses it."""
    invitation = schema.invitation
    used = connection.execute(
        select(invitation.c.used).where(invitation.c.code == code)
    ).scalar_one_or_none()
    if used is None:
        return True
    if used > now - UNUSED_DAYS * DAY:
        return False
    connection.execute(delete(invitation).where(invitation.c.code == code))
    return True
