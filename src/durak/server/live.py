"""A connection at a table: what it sends is read and handed to the room, what is told is sent."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Awaitable, Callable
from typing import Final

from starlette.websockets import WebSocket, WebSocketDisconnect

from durak.server.commands import carry_out
from durak.server.devices import Guests
from durak.server.followers import Follower, FullError
from durak.server.protocol import (
    Act,
    BadMessageError,
    Prepare,
    RefusedMessage,
    decode,
    encode,
)
from durak.server.replaying import CorruptError
from durak.server.room import Room
from durak.server.rooms import Rooms
from durak.server.store import StoreError, UnknownTableError
from durak.server.table import Denied

log = logging.getLogger(__name__)

BURST: Final = 200
"""Messages that a connection may send at once."""
EACH_SECOND: Final = 50
"""Messages a second that it may go on with."""
FAREWELL: Final = 1.0
"""Seconds that a slow connection has to hear that it is closed."""

TRY_AGAIN: Final = 1013
POLICY: Final = 1008
UNKNOWN_TABLE: Final = 4404
BROKEN_TABLE: Final = 4500


class Allowance:
    """How many messages may still come: a bucket that fills with time."""

    __slots__ = ("_at", "_clock", "_left")

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._left = float(BURST)
        self._at = clock()

    def spend(self) -> bool:
        """Whether one more message is within the allowance."""
        now = self._clock()
        self._left = min(BURST, self._left + (now - self._at) * EACH_SECOND)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True


async def follow_table(socket: WebSocket) -> None:
    """The table's WebSocket: the whole state first, then every change, until somebody leaves."""
    rooms: Rooms = socket.app.state.rooms
    guests: Guests = socket.app.state.guests
    table = socket.path_params["table"]
    await socket.accept()
    try:
        async with rooms.use(table) as room:
            person = await guests.find(socket)
            socket.scope["headers"].clear()  # read, and kept as long as the connection otherwise
            # from here on nothing is awaited until the follower is attached
            here = room.table.known_guests
            follower = room.follow(None if person is None else person.at(here))
            try:
                with guests.attached(person, follower.drop):
                    farewell = await _serve(socket, room, follower)
            finally:
                room.leave(follower)
    except UnknownTableError:
        farewell = (UNKNOWN_TABLE, "no such table")
    except FullError:
        farewell = (TRY_AGAIN, "too many connections at this table")
    except (CorruptError, StoreError) as error:
        log.error("a table cannot be read", extra={"table": table}, exc_info=error)
        refused = RefusedMessage(v=0, do=None, code="storage", message=str(error))
        await _try(socket.send_text(encode(refused)))
        farewell = (BROKEN_TABLE, "this table cannot be read from the store")
    if farewell is not None:
        await _try(socket.close(*farewell))


class _Telling:
    """Sends what waits for a follower, in a task that lasts only while something does."""

    __slots__ = ("_follower", "_socket", "_task")

    def __init__(self, socket: WebSocket, follower: Follower) -> None:
        self._socket = socket
        self._follower = follower
        self._task: asyncio.Task[None] | None = None

    def wake(self) -> None:
        """Something waits."""
        if self._task is None:
            self._task = asyncio.create_task(self._tell())

    async def end(self) -> None:
        """Send nothing more."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _tell(self) -> None:
        try:
            while (text := self._follower.next()) is not None:
                await self._socket.send_text(text)
        except WebSocketDisconnect:
            self._follower.drop()
        except Exception:
            log.exception("a connection could not be told")
            self._follower.drop()
        finally:
            self._task = None


async def _serve(socket: WebSocket, room: Room, follower: Follower) -> tuple[int, str] | None:
    """Until one side has enough; how to close, or None when the other side is gone already."""
    telling = _Telling(socket, follower)
    now = asyncio.get_running_loop().time
    enough = asyncio.timeout(None)
    try:
        async with enough:
            follower.attach(telling.wake, lambda: enough.reschedule(now()))
            is_too_much = await _hear(socket, room, follower)
    except TimeoutError:
        if not enough.expired():
            raise
        return TRY_AGAIN, "too slow, or the server is closing: come back"
    finally:
        follower.detach()
        await telling.end()
    return (POLICY, "too many messages") if is_too_much else None


async def _hear(socket: WebSocket, room: Room, follower: Follower) -> bool:
    """Until the connection ends, or (True) sends more than it may."""
    allowance = Allowance()
    while (received := await socket.receive())["type"] == "websocket.receive":
        if not allowance.spend():
            return True
        text = received.get("text")
        do: str | None = None
        try:
            if text is None:
                raise BadMessageError("a message is text, not bytes")
            message = decode(text)
            do = message.do if isinstance(message, Act | Prepare) else None
            await carry_out(room, follower, message)
        except BadMessageError as error:
            refused = Denied("bad_message", str(error))
        except Denied as error:
            refused = error
        except Exception:
            log.exception("a message failed", extra={"table": room.table.id})
            refused = Denied("storage", "the server failed; nothing happened")
        else:
            continue
        follower.send(
            RefusedMessage(
                v=room.table.v,
                do=do,
                code=refused.code,
                message=refused.message,
                params=refused.params,
            )
        )
        socket.app.state.metrics.refused(refused.code)
        await asyncio.sleep(0)  # many at once must not outrun the answers to them
    return False


async def _try(farewell: Awaitable[None]) -> None:
    """Say something to a connection that may be gone or may not listen."""
    with contextlib.suppress(Exception):
        await asyncio.wait_for(farewell, FAREWELL)
