"""The store: facts of tables in, the same facts out. SQLite in the data folder unless told else.

Writing goes through one thread (``writer``); reading opens a connection of its own and may be done
from any thread.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, TypeVar

import msgspec
from alembic import command
from alembic.config import Config
from alembic.util import CommandError
from sqlalchemy import (
    URL,
    Connection,
    Engine,
    bindparam,
    create_engine,
    delete,
    event,
    func,
    insert,
    select,
    update,
)
from sqlalchemy.engine import make_url
from sqlalchemy.exc import SQLAlchemyError

from durak.fair import SEED_SIZE, commitment
from durak.server import schema
from durak.server.facts import (
    Acted,
    Arranged,
    Arrangement,
    Begun,
    Created,
    Ended,
    Fact,
    Promised,
)
from durak.server.replaying import CorruptError
from durak.server.writer import StoreError, Work, Writer

__all__ = ["Store", "StoreError", "StoredTable", "UnknownTableError"]

T = TypeVar("T")


def _update_deal(*columns: str) -> Any:
    return (
        update(schema.deal)
        .where(
            schema.deal.c.game == bindparam("of_game"),
            schema.deal.c.number == bindparam("of_number"),
        )
        .values({column: bindparam(column) for column in columns})
    )


# made once: SQLAlchemy then knows them again
_PROMISE: Final = insert(schema.deal)
_BEGIN: Final = _update_deal("v", "dealer", "seat_seeds").values(
    rules=select(schema.game.c.rules)
    .where(schema.game.c.id == bindparam("of_game"))
    .scalar_subquery()
)
_PLACE: Final = insert(schema.place).from_select(
    ["game", "deal", "seat", "kind", "name", "guest"],
    select(
        schema.seat.c.game,
        bindparam("of_number"),
        schema.seat.c.seat,
        schema.seat.c.kind,
        schema.seat.c.name,
        schema.seat.c.guest,
    ).where(schema.seat.c.game == bindparam("of_game")),
)
_ACT: Final = insert(schema.action)
_END: Final = _update_deal("result", "ended")


class UnknownTableError(LookupError):
    """No table has this id."""


@dataclass(frozen=True, kw_only=True, slots=True)
class StoredTable:
    """A line of a guest's list of tables."""

    id: str
    rules: str
    deal: int
    """The last deal begun; 0: none yet."""
    playing: bool
    """Whether that deal is still going on."""
    persons: int
    """How many persons sit there."""


class Store:
    """All tables of one server."""

    def __init__(self, url: str | URL, *, clock: Callable[[], float] = time.time) -> None:
        """Open the database at ``url`` and bring it to the newest shape.

        Raises:
            StoreError: it cannot be opened, is no database, or comes from a newer version.
        """
        self._clock = clock
        self._engine = create_engine(url, hide_parameters=True)  # errors must not tell seeds
        if make_url(url).get_backend_name() == "sqlite":
            _as_we_want_sqlite(self._engine)
        try:
            _migrate(self._engine)
        except CommandError as error:
            self._engine.dispose()
            raise StoreError(
                f"{make_url(url).database} was written by another version of this program: {error}"
            ) from error
        except SQLAlchemyError as error:
            self._engine.dispose()
            raise StoreError(
                f"{make_url(url).database} cannot be opened as this program's database: "
                f"{error.__cause__ or error}"
            ) from error
        self._writer = Writer(self._engine)

    def close(self) -> None:
        """Write what is waiting, then let the database go."""
        self._writer.close()
        self._engine.dispose()

    def keep(self, table: str, facts: Sequence[Fact]) -> Future[None]:
        """Store facts of a table, all or none. The future resolves once they are committed."""
        now = self._clock()
        steps = [_step(table, fact, now) for fact in facts]

        def work(connection: Connection) -> None:
            for step in steps:
                step(connection)

        return self._writer.put(work)

    def put(self, work: Work) -> Future[None]:
        """Have other work done by the one writer. The future resolves once it is committed."""
        return self._writer.put(work)

    def read(self, ask: Callable[[Connection], T]) -> T:
        """What a question to the database gives.

        Raises:
            StoreError: the database cannot be read.
        """
        try:
            with self._engine.connect() as connection:
                return ask(connection)
        except SQLAlchemyError as error:
            raise StoreError(f"the store cannot be read: {type(error).__name__}") from error

    def facts(self, table: str) -> list[Fact]:
        """A table's facts in the order in which they came about.

        Raises:
            UnknownTableError: there is no such table.
            CorruptError: a row cannot be what this program wrote.
            StoreError: the database cannot be read.
        """
        try:
            with self._engine.connect() as connection:
                game = connection.execute(
                    select(schema.game).where(schema.game.c.id == table)
                ).one_or_none()
                if game is None:
                    raise UnknownTableError(table)
                arrangements = connection.execute(
                    select(schema.arrangement)
                    .where(schema.arrangement.c.game == table)
                    .order_by(schema.arrangement.c.n)
                ).all()
                deals = connection.execute(
                    select(schema.deal)
                    .where(schema.deal.c.game == table)
                    .order_by(schema.deal.c.number)
                ).all()
                actions = connection.execute(
                    select(schema.action)
                    .where(schema.action.c.game == table)
                    .order_by(schema.action.c.v)
                ).all()
        except SQLAlchemyError as error:
            raise StoreError(f"table {table} cannot be read: {type(error).__name__}") from error
        try:
            return _facts_of(table, game.dealer, arrangements, deals, actions)
        except (TypeError, ValueError, msgspec.MsgspecError) as error:
            raise CorruptError(f"table {table}: a row has a value of the wrong kind") from error

    def tables_of(self, guests: Sequence[str], limit: int) -> list[StoredTable]:
        """Tables where one of these guests sits, newest first.

        Raises:
            StoreError: the database cannot be read.
        """
        game, seat, deal = schema.game, schema.seat, schema.deal
        last = (
            select(deal.c.game, func.max(deal.c.number).label("number"))
            .where(deal.c.v.is_not(None))
            .group_by(deal.c.game)
            .subquery()
        )
        persons = (
            select(func.count())
            .where(seat.c.game == game.c.id, seat.c.kind == "person")
            .scalar_subquery()
        )
        sits = select(seat.c.seat).where(seat.c.game == game.c.id, seat.c.guest.in_(guests))
        wanted = (
            select(game.c.id, game.c.rules, deal.c.number, deal.c.result, persons.label("persons"))
            .join(last, last.c.game == game.c.id, isouter=True)
            .join(
                deal,
                (deal.c.game == last.c.game) & (deal.c.number == last.c.number),
                isouter=True,
            )
            .where(sits.exists())
            .order_by(game.c.created.desc(), game.c.id)
            .limit(limit)
        )
        rows = self.read(lambda connection: connection.execute(wanted).all())
        return [
            StoredTable(
                id=row.id,
                rules=row.rules,
                deal=row.number or 0,
                playing=row.number is not None and row.result is None,
                persons=row.persons,
            )
            for row in rows
        ]


def _step(table: str, fact: Fact, now: float) -> Work:
    """How a fact is written."""
    match fact:
        case Created():
            return lambda connection: _write_created(connection, fact, now)
        case Arranged():
            return lambda connection: _write_arranged(connection, table, fact, now)
        case Begun():
            return lambda connection: _write_begun(connection, table, fact)
        case Promised():
            statement: Any = _PROMISE
            values: dict[str, Any] = {
                "game": table,
                "number": fact.deal,
                "server_seed": fact.server_seed,
                "commitment": commitment(fact.server_seed),
            }
        case Acted():
            statement = _ACT
            values = {
                "game": table,
                "v": fact.v,
                "deal": fact.deal,
                "seat": fact.seat,
                "token": fact.token,
                "by": fact.by,
                "reserve": fact.reserve,
            }
        case Ended():
            statement = _END
            values = {
                "of_game": table,
                "of_number": fact.deal,
                "result": fact.result,
                "ended": now,
            }

    def run(connection: Connection) -> None:
        if connection.execute(statement, values).rowcount != 1:
            raise StoreError(f"deal {fact.deal} of table {table} is not stored")

    return run


def _write_created(connection: Connection, fact: Created, now: float) -> None:
    rules = fact.arrangement.options.rules
    connection.execute(
        insert(schema.game).values(id=fact.table, rules=rules, dealer=fact.dealer, created=now)
    )
    _write_arrangement(connection, fact.table, fact.arrangement, now, n=0, v=0, dealer=None)


def _write_arranged(connection: Connection, table: str, fact: Arranged, now: float) -> None:
    found = connection.execute(
        update(schema.game)
        .where(schema.game.c.id == table)
        .values(rules=fact.arrangement.options.rules)
    )
    if found.rowcount != 1:
        raise StoreError(f"table {table} is not stored")
    connection.execute(delete(schema.seat).where(schema.seat.c.game == table))
    _write_arrangement(
        connection, table, fact.arrangement, now, n=fact.n, v=fact.v, dealer=fact.dealer
    )


def _write_arrangement(
    connection: Connection,
    table: str,
    arrangement: Arrangement,
    now: float,
    *,
    n: int,
    v: int,
    dealer: int | None,
) -> None:
    guests = {each.guest for each in arrangement.seats} | {x.next_guest for x in arrangement.seats}
    for guest in sorted(each for each in guests if each is not None):
        known = connection.execute(
            select(schema.guest.c.id).where(schema.guest.c.id == guest)
        ).one_or_none()
        if known is None:
            connection.execute(insert(schema.guest).values(id=guest, created=now))
    body = msgspec.json.encode(arrangement).decode()
    connection.execute(
        insert(schema.arrangement).values(game=table, n=n, v=v, dealer=dealer, body=body)
    )
    seats = [
        {"game": table, "seat": at, "kind": x.kind, "name": x.name, "guest": x.guest}
        for at, x in enumerate(arrangement.seats)
        if x.kind != "open"
    ]
    if seats:
        connection.execute(insert(schema.seat), seats)


def _write_begun(connection: Connection, table: str, fact: Begun) -> None:
    values = {
        "of_game": table,
        "of_number": fact.deal,
        "v": fact.v,
        "dealer": fact.dealer,
        "seat_seeds": b"".join(fact.seat_seeds),
    }
    if connection.execute(_BEGIN, values).rowcount != 1:
        raise StoreError(f"deal {fact.deal} of table {table} is not stored")
    connection.execute(_PLACE, {"of_game": table, "of_number": fact.deal})


def _facts_of(
    table: str,
    dealer: int,
    arrangements: Sequence[Any],
    deals: Sequence[Any],
    actions: Sequence[Any],
) -> list[Fact]:
    """A table's facts from its rows, each arrangement after what made its version."""
    if not arrangements:
        raise CorruptError(f"table {table}: its beginning is missing")
    first, *later = (
        Arranged(
            n=row.n,
            v=row.v,
            dealer=row.dealer,
            arrangement=msgspec.json.decode(row.body, type=Arrangement),
        )
        for row in arrangements
    )
    facts: list[Fact] = [Created(table=table, arrangement=first.arrangement, dealer=dealer)]
    played: list[Fact] = []
    for row in deals:
        acted = [each for each in actions if each.deal == row.number]
        played += _deal_facts(table, row, acted)
    if len(actions) != sum(isinstance(fact, Acted) for fact in played):
        raise CorruptError(f"table {table}: an action belongs to no deal")
    for fact in played:
        if isinstance(fact, Begun | Acted):
            while later and later[0].v < fact.v:
                facts.append(later.pop(0))
        facts.append(fact)
    return facts + later


def _deal_facts(table: str, row: Any, acted: Sequence[Any]) -> list[Fact]:
    """A deal's facts from its row and its actions' rows."""
    where = f"table {table}, deal {row.number}"
    if len(row.server_seed) != SEED_SIZE or commitment(row.server_seed) != row.commitment:
        raise CorruptError(f"{where}: the server's seed is not the one that was promised")
    facts: list[Fact] = [Promised(deal=row.number, server_seed=row.server_seed)]
    if row.v is not None:
        seeds = row.seat_seeds or b""
        if len(seeds) % SEED_SIZE or row.dealer is None:
            raise CorruptError(f"{where}: the seats' seeds or the dealer are damaged")
        facts.append(
            Begun(
                deal=row.number,
                v=row.v,
                dealer=row.dealer,
                seat_seeds=tuple(
                    seeds[at : at + SEED_SIZE] for at in range(0, len(seeds), SEED_SIZE)
                ),
            )
        )
    facts += [
        Acted(deal=row.number, v=x.v, seat=x.seat, token=x.token, by=x.by, reserve=x.reserve)
        for x in acted
    ]
    if row.result is not None:
        facts.append(Ended(deal=row.number, result=row.result))
    return facts


def _as_we_want_sqlite(engine: Engine) -> None:
    """Write-ahead log, foreign keys, commits that last, transactions that we begin ourselves."""

    @event.listens_for(engine, "connect")
    def connected(connection: Any, _record: object) -> None:
        connection.isolation_level = None  # Python's own BEGIN would spoil savepoints
        for pragma in (
            "journal_mode = WAL",
            "foreign_keys = ON",
            "synchronous = FULL",
            "busy_timeout = 5000",
        ):
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def begun(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN")


def _migrate(engine: Engine) -> None:
    config = Config()
    folder = str(Path(__file__).parent / "migrations")
    config.set_main_option("script_location", folder.replace("%", "%%"))
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
