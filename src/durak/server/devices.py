"""Persons and their devices: who plays without an account, on as many browsers as they like.

A guest is a person: an id that nobody is told, with one device a browser. A further device becomes
the same person by a code that the first one shows. If that device was a guest of its own, the two
are one person from then on: the seats of both are hers. At a table where both sit she has the seat
of the person whose code it was; the other one stays without anybody.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any, Final

from sqlalchemy import Connection, delete, insert, select, update
from starlette.requests import HTTPConnection
from starlette.responses import Response

from durak.server import schema
from durak.server.codes import CARRY_MINUTES, hashed_code, new_carry_code, read_carry_code
from durak.server.identity import drop_token, hashed, label_of, new_token, set_token, token_of
from durak.server.limits import Limits, address_of
from durak.server.problems import Problem, too_many
from durak.server.store import Store
from durak.server.writer import Work

DAY: Final = 24 * 3600
REMEMBERED: Final = 4096
"""Devices whose person is kept in memory."""
MOST_DEVICES: Final = 20
"""Devices that one person may have."""
ID_LENGTH: Final = 16
_ID_LETTERS: Final = "23456789abcdefghjkmnpqrstuvwxyz"


@dataclass(frozen=True, kw_only=True, slots=True)
class Person:
    """Who is at the other end of a connection."""

    ids: tuple[str, ...]
    """This guest's id, then those of guests that turned out to be the same person."""
    device: str
    last_day: int
    token: str | None = None
    """The device's token where it is new, to be given to the browser."""

    @property
    def id(self) -> str:
        """The guest's id."""
        return self.ids[0]

    def at(self, guests: Iterable[str | None]) -> str:
        """Under which id this person acts where these guests are: one that is there, if any.

        >>> Person(ids=("a", "b"), device="d", last_day=0).at([None, "b"])
        'b'
        """
        there = set(guests)
        return next((each for each in self.ids if each in there), self.id)


@dataclass(frozen=True, kw_only=True, slots=True)
class Device:
    """A line of a person's list of devices; days since 1970-01-01."""

    id: str
    label: str
    first_day: int
    last_day: int


class Guests:
    """Every person of this server, by the cookies of their devices."""

    def __init__(
        self, store: Store, limits: Limits, *, clock: Callable[[], float] = time.time
    ) -> None:
        self._store = store
        self._limits = limits
        self._clock = clock
        self._known: OrderedDict[str, Person] = OrderedDict()
        """Persons by the hash of a device's token, the one longest not seen first."""
        self._changes = 0
        """How often somebody became somebody else, so that no older answer is remembered."""
        self._followers: dict[str, set[Callable[[], None]]] = {}
        """How to send away the open connections of each device."""

    @property
    def today(self) -> int:
        """Days since 1970-01-01."""
        return int(self._clock() // DAY)

    async def find(self, connection: HTTPConnection) -> Person | None:
        """Whose device this is; None for one that has played nowhere yet, or was cut off.

        Right when it returns: whoever goes on without awaiting anything misses no change.

        Raises:
            StoreError: the store cannot be read.
        """
        token = token_of(connection)
        if token is None:
            return None
        key = hashed(token)
        person = self._known.get(key)
        while person is None:
            changes = self._changes
            person = await asyncio.to_thread(self._store.read, lambda read: _person(read, key))
            if changes != self._changes:
                person = None  # read while somebody became somebody else: read again
            elif person is None:
                return None
        self._remember(key, person)
        if person.last_day < self.today:
            person = replace(person, last_day=self.today)
            self._known[key] = person
            self._store.put(_seen(person))  # nobody waits for it
        return person

    async def ensure(self, connection: HTTPConnection) -> Person:
        """The same, and a new guest for who was nobody yet.

        Raises:
            Problem: too many new guests from there.
            StoreError: it could not be stored.
        """
        person = await self.find(connection)
        if person is not None:
            return person
        address = address_of(connection)
        if not self._limits.guests.spend(address):
            raise too_many(self._limits.guests.seconds_left(address))
        guest = secrets.token_hex(16)
        made, work = self._new_device((guest,), connection)
        now = self._clock()

        def store(connection: Connection) -> None:
            connection.execute(insert(schema.guest).values(id=guest, created=now))
            work(connection)

        await asyncio.wrap_future(self._store.put(store))
        return made

    def remember(self, response: Response, person: Person, connection: HTTPConnection) -> None:
        """Have the browser keep its token; the cookie's time begins anew."""
        token = person.token or token_of(connection)
        if token is not None:
            set_token(response, token, connection)

    @contextmanager
    def attached(self, person: Person | None, drop: Callable[[], None]) -> Iterator[None]:
        """While this lasts, ``drop`` is called when the device is cut off or becomes another's."""
        if person is None:
            yield
            return
        followers = self._followers.setdefault(person.device, set())
        followers.add(drop)
        try:
            yield
        finally:
            followers.discard(drop)
            if not followers and self._followers.get(person.device) is followers:
                del self._followers[person.device]

    # ---- a person's devices -----------------------------------------------------------------

    async def devices(self, person: Person) -> list[Device]:
        """A person's devices, the one seen last first."""
        wanted = (
            select(schema.device)
            .where(schema.device.c.guest == person.id)
            .order_by(schema.device.c.last_day.desc(), schema.device.c.first_day.desc())
            .order_by(schema.device.c.id)
        )
        rows = await asyncio.to_thread(
            self._store.read, lambda connection: connection.execute(wanted).all()
        )
        return [
            Device(id=row.id, label=row.label, first_day=row.first_day, last_day=row.last_day)
            for row in rows
        ]

    async def new_code(self, person: Person) -> str:
        """A code that makes one further device this person's; an older one is void.

        Raises:
            Problem: too many codes, or devices.
        """
        if not self._limits.carry_codes.spend(person.id):
            raise too_many(self._limits.carry_codes.seconds_left(person.id))
        if len(await self.devices(person)) >= MOST_DEVICES:
            raise Problem(
                409,
                f"You have {MOST_DEVICES} devices already: forget one first.",
                "too_many_devices",
                most=MOST_DEVICES,
            )
        code = new_carry_code()
        now = self._clock()

        def work(connection: Connection) -> None:
            table = schema.carry
            connection.execute(
                delete(table).where((table.c.guest == person.id) | (table.c.expires <= now))
            )
            connection.execute(
                insert(table).values(
                    hash=hashed_code(code), guest=person.id, expires=now + CARRY_MINUTES * 60
                )
            )

        await asyncio.wrap_future(self._store.put(work))
        return code

    async def adopt(self, connection: HTTPConnection, text: str) -> Person:
        """Make this device that of the person who was shown this code.

        Raises:
            Problem: no such code now, or too many tries.
        """
        address = address_of(connection)
        tries = self._limits.adoptions
        if not tries.may(address):
            raise too_many(tries.seconds_left(address))
        mine = await self.find(connection)
        code = read_carry_code(text)
        adopted = None if code is None else await self._adopted(connection, mine, code)
        if adopted is None:
            tries.spend(address)
            raise Problem(
                404,
                "This code leads nowhere: it was mistyped, used already, or is older than "
                f"{CARRY_MINUTES} minutes.",
                "no_such_code",
                minutes=CARRY_MINUTES,
            )
        return adopted

    async def _adopted(
        self, connection: HTTPConnection, mine: Person | None, code: str
    ) -> Person | None:
        now = self._clock()
        made: list[Person] = []
        moved: list[str] = []

        def work(store: Connection) -> None:
            table, device = schema.carry, schema.device
            made.clear()
            moved.clear()
            this = table.c.hash == hashed_code(code)
            guest = store.execute(
                select(table.c.guest).where(this, table.c.expires > now)
            ).scalar_one_or_none()
            if guest is None:
                return
            store.execute(delete(table).where(this))  # it works once
            old = None
            if mine is not None:  # as it is now: somebody may have been quicker
                old = store.execute(
                    select(device.c.guest).where(device.c.id == mine.device)
                ).scalar_one_or_none()
            if old is not None and old != guest:
                moved.extend(_merge(store, old, guest))
            ids = _ids(store, guest)
            if mine is not None and old is not None:
                made.append(replace(mine, ids=ids))
            else:
                person, insertion = self._new_device(ids, connection)
                insertion(store)
                made.append(person)

        await asyncio.wrap_future(self._store.put(work))
        if moved:
            self._changed(moved)
        return made[0] if made else None

    async def forget(self, person: Person, device: str) -> None:
        """Cut a device of this person off: its cookie is worth nothing, its connections end.

        Raises:
            Problem: it is none of this person's devices.
        """
        found: list[str] = []
        table = schema.device

        def work(connection: Connection) -> None:
            this = (table.c.id == device) & (table.c.guest == person.id)
            found[:] = [device] * connection.execute(delete(table).where(this)).rowcount

        await asyncio.wrap_future(self._store.put(work))
        if not found:
            raise Problem(404, "You have no such device: look at the list again.", "no_such_device")
        self._changed(found)

    def leave(self, response: Response) -> None:
        """Have the browser that asked forget that it was anybody's."""
        drop_token(response)

    # ---- inside -----------------------------------------------------------------------------

    def _remember(self, key: str, person: Person) -> None:
        self._known[key] = person
        self._known.move_to_end(key)
        if len(self._known) > REMEMBERED:
            self._known.popitem(last=False)

    def _changed(self, devices: Iterable[str]) -> None:
        """These devices are another person's now, or nobody's."""
        self._changes += 1
        self._known.clear()
        for device in devices:
            for drop in tuple(self._followers.get(device, ())):
                drop()

    def _new_device(self, ids: tuple[str, ...], connection: HTTPConnection) -> tuple[Person, Work]:
        """A device that has been nobody's, and how it is stored."""
        token = new_token()
        device = "".join(secrets.choice(_ID_LETTERS) for _ in range(ID_LENGTH))
        today = self.today
        values: dict[str, Any] = {
            "id": device,
            "hash": hashed(token),
            "guest": ids[0],
            "label": label_of(connection.headers.get("user-agent", "")),
            "first_day": today,
            "last_day": today,
        }

        def work(store: Connection) -> None:
            store.execute(insert(schema.device).values(values))

        return Person(ids=ids, device=device, last_day=today, token=token), work


def _ids(connection: Connection, guest: str) -> tuple[str, ...]:
    taken = connection.execute(
        select(schema.takeover.c.old)
        .where(schema.takeover.c.new == guest)
        .order_by(schema.takeover.c.old)
    ).scalars()
    return (guest, *taken)


def _person(connection: Connection, key: str) -> Person | None:
    row = connection.execute(select(schema.device).where(schema.device.c.hash == key)).one_or_none()
    if row is None:
        return None
    return Person(ids=_ids(connection, row.guest), device=row.id, last_day=row.last_day)


def _seen(person: Person) -> Work:
    statement = (
        update(schema.device)
        .where(schema.device.c.id == person.device)
        .values(last_day=person.last_day)
    )

    def work(connection: Connection) -> None:
        connection.execute(statement)

    return work


def _merge(connection: Connection, old: str, new: str) -> list[str]:
    """Make one guest of two; the devices that changed hands."""
    device, takeover, carry = schema.device, schema.takeover, schema.carry
    moved = connection.execute(select(device.c.id).where(device.c.guest == old)).scalars().all()
    connection.execute(update(device).where(device.c.guest == old).values(guest=new))
    connection.execute(update(takeover).where(takeover.c.new == old).values(new=new))
    connection.execute(insert(takeover).values(old=old, new=new))
    connection.execute(delete(carry).where(carry.c.guest == old))
    return list(moved)
