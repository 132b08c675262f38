"""The store: facts in, the same facts out, whatever shape the file was in before."""

import sqlite3
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from sqlalchemy import URL, Connection, create_engine, select

from durak.fair import bot_seed, commitment
from durak.server import schema
from durak.server import store as store_module
from durak.server.facts import (
    OPEN,
    Acted,
    Arranged,
    Arrangement,
    Begun,
    Created,
    Ended,
    Fact,
    Promised,
    Seat,
)
from durak.server.folder import FolderError, database_url, default_folder, sole_use
from durak.server.protocol import Options
from durak.server.replaying import CorruptError, replay
from durak.server.schema import metadata
from durak.server.store import Store, StoredTable, StoreError, UnknownTableError
from durak.server.table import Table
from durak.server.writer import Writer

GUEST = "a" * 64
ARRANGEMENT = Arrangement(
    options=Options(rules="players=2"),
    seats=(
        Seat(name="South", kind="person", guest=GUEST),
        Seat(name="Anya", kind="bot", level="club"),
    ),
    host=0,
)


def facts(table: str = "t") -> list[Fact]:
    return [
        Created(table=table, arrangement=ARRANGEMENT, dealer=1),
        Promised(deal=1, server_seed=b"1" * 32),
        Begun(deal=1, v=1, dealer=1, seat_seeds=(b"s" * 32, b"b" * 32)),
        Acted(deal=1, v=2, seat=0, token="6d"),
        Ended(deal=1, result="durak 1"),
        Promised(deal=2, server_seed=b"2" * 32),
    ]


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    store = Store(database_url(tmp_path), clock=lambda: 5.0)
    yield store
    store.close()


def rewrite(folder: Path, statement: str) -> None:
    connection = sqlite3.connect(folder / "tables.sqlite3")
    with connection:
        connection.execute(statement)
    connection.close()


def test_facts_come_back_in_their_order(store: Store) -> None:
    store.keep("t", facts()).result()
    expected = facts()
    assert store.facts("t") == expected
    for more in (
        Begun(deal=2, v=3, dealer=0, seat_seeds=(b"x" * 32, b"y" * 32)),
        Acted(deal=2, v=4, seat=1, token="Th"),
        Arranged(n=1, v=4, arrangement=replace(ARRANGEMENT, host=None)),
        Arranged(n=2, v=4, arrangement=replace(ARRANGEMENT, in_lobby=False)),
        Acted(deal=2, v=5, seat=1, token="Tc", by="time", reserve=0),
        Acted(deal=2, v=6, seat=1, token="Ts", by="bot"),
        Arranged(n=3, v=6, arrangement=ARRANGEMENT, dealer=1),
    ):
        store.keep("t", [more]).result()
        expected.append(more)
    assert store.facts("t") == expected


def test_a_file_is_opened_again_with_what_it_held(tmp_path: Path) -> None:
    for _ in range(2):
        store = Store(database_url(tmp_path))
        with pytest.raises(UnknownTableError):
            store.facts("u")
        if not store.tables_of([GUEST], 5):
            store.keep("t", facts()).result()
        assert store.facts("t") == facts()
        store.close()


def test_facts_are_stored_all_or_none(store: Store) -> None:
    wrong = [*facts(), Acted(deal=1, v=2, seat=0, token="7d")]  # a second version 2
    with pytest.raises(StoreError):
        store.keep("t", wrong).result()
    with pytest.raises(UnknownTableError):
        store.facts("t")


def test_one_failure_in_a_batch_leaves_the_others(store: Store) -> None:
    kept = [store.keep(f"t{at}", facts(f"t{at % 10}")) for at in range(12)]
    assert [future.exception() is None for future in kept] == [True] * 10 + [False] * 2
    assert all(store.facts(f"t{at}") == facts(f"t{at}") for at in range(10))


def test_an_action_of_no_deal_is_not_stored(store: Store) -> None:
    store.keep("t", facts()).result()
    for fact in (
        Acted(deal=9, v=9, seat=0, token="6d"),
        Ended(deal=9, result="draw"),
    ):
        with pytest.raises(StoreError):
            store.keep("t", [fact]).result()


def test_a_failed_commit_fails_everything_in_it(tmp_path: Path) -> None:
    engine = create_engine(database_url(tmp_path / "missing"))
    writer = Writer(engine)

    def work(connection: Connection) -> None:
        raise AssertionError("there is no database to work on")

    with pytest.raises(StoreError):
        writer.put(work).result()
    writer.close()
    with pytest.raises(StoreError, match="closed"):
        writer.put(work).result()
    engine.dispose()


def test_a_guests_tables_are_listed_newest_first(tmp_path: Path) -> None:
    now = [1.0]
    store = Store(database_url(tmp_path), clock=lambda: now[0])
    store.keep("old", facts("old")).result()
    now[0] = 2.0
    store.keep("new", facts("new")[:4]).result()
    now[0] = 3.0
    store.keep("unused", facts("unused")[:2]).result()
    assert store.tables_of([GUEST], 5) == [
        StoredTable(id="unused", rules="players=2", deal=0, playing=False, persons=1),
        StoredTable(id="new", rules="players=2", deal=1, playing=True, persons=1),
        StoredTable(id="old", rules="players=2", deal=1, playing=False, persons=1),
    ]
    assert len(store.tables_of([GUEST], 1)) == 1
    assert store.tables_of(["b" * 64], 5) == []
    store.close()


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE deal SET server_seed = x'00' WHERE game = 't'",
        "UPDATE deal SET commitment = 'no' WHERE game = 't'",
        "UPDATE deal SET server_seed = 'text' WHERE game = 't'",
        "UPDATE deal SET seat_seeds = x'0000' WHERE game = 't'",
        "UPDATE deal SET seat_seeds = 7 WHERE game = 't'",
        "UPDATE deal SET dealer = NULL WHERE game = 't' AND number = 1",
        "UPDATE action SET deal = 7 WHERE game = 't'",
        "UPDATE arrangement SET body = '{}' WHERE game = 't'",
        "DELETE FROM arrangement WHERE game = 't'",
    ],
)
def test_a_damaged_row_is_an_error_of_its_table_only(
    tmp_path: Path, store: Store, damage: str
) -> None:
    for table in ("t", "u"):
        store.keep(table, facts(table)).result()
    rewrite(tmp_path, damage)
    with pytest.raises(CorruptError, match="table t"):
        store.facts("t")
    assert store.facts("u") == facts("u")


def test_the_migrations_make_the_shape_that_the_code_uses(tmp_path: Path, store: Store) -> None:
    engine = create_engine(database_url(tmp_path))
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, metadata) == []
    engine.dispose()


def test_a_table_of_the_first_shape_goes_on_in_this_one(tmp_path: Path) -> None:
    """A deal against bots, stored when seats never changed, is the same deal afterwards."""
    played: list[tuple[int, str]] = []
    arrangement = replace(ARRANGEMENT, host=None)
    table = Table.create("t", arrangement, dealer=1, new_seed=lambda: b"1" * 32).table
    table = table.begin(0, 1, b"s" * 32).table
    for _ in range(5):
        assert table.deal is not None
        assert table.to_act is not None
        played.append((table.to_act, str(table.deal.legal()[0])))
        table = table.act(played[-1][0], table.v, played[-1][1], new_seed=bytes).table
    _at_revision(tmp_path, "0001")
    seeds = (b"s" * 32 + bot_seed(b"1" * 32, 1)).hex()
    for statement in (
        f"INSERT INTO guest VALUES ('{GUEST}', 1)",
        "INSERT INTO game VALUES ('t', 'players=2', 1, 1)",
        f"INSERT INTO seat VALUES ('t', 0, 'person', 'South', '{GUEST}')",
        "INSERT INTO seat VALUES ('t', 1, 'bot', 'Anya', NULL)",
        (
            f"INSERT INTO deal VALUES ('t', 1, x'{(b'1' * 32).hex()}', "
            f"'{commitment(b'1' * 32)}', 1, 1, x'{seeds}', NULL)"
        ),
        *(
            f"INSERT INTO action VALUES ('t', {v}, 1, {seat}, '{do}')"
            for v, (seat, do) in enumerate(played, start=2)
        ),
    ):
        rewrite(tmp_path, statement)
    store = Store(database_url(tmp_path))
    again = replay(store.facts("t"))
    assert again.seats == table.seats
    assert again.arrangement.host == 0
    assert again.v == table.v
    assert again.dealt[0].deal.actions == table.dealt[0].deal.actions
    bots = [x.by for x in store.facts("t") if isinstance(x, Acted) and x.seat == 1]
    assert set(bots) <= {"bot"}
    assert store.tables_of([GUEST], 5) == [
        StoredTable(id="t", rules="players=2", deal=1, playing=True, persons=1)
    ]
    store.close()


def test_the_one_bot_of_older_tables_plays_at_the_usual_level(tmp_path: Path) -> None:
    _at_revision(tmp_path, "0003")
    body = (
        '{"options":{"rules":"players=2","bots":"quick"},"host":0,"in_lobby":true,"seats":['
        f'{{"name":"Зоя","kind":"person","guest":"{GUEST}"}},{{"name":"Anya","kind":"bot"}}]}}'
    )
    for statement in (
        f"INSERT INTO guest VALUES ('{GUEST}', 1)",
        "INSERT INTO game VALUES ('t', 'players=2', 1, 1)",
        f"INSERT INTO arrangement VALUES ('t', 0, 0, NULL, '{body}')",
        (
            f"INSERT INTO deal (game, number, server_seed, commitment) "
            f"VALUES ('t', 1, x'{(b'1' * 32).hex()}', '{commitment(b'1' * 32)}')"
        ),
    ):
        rewrite(tmp_path, statement)
    store = Store(database_url(tmp_path))
    table = replay(store.facts("t"))
    store.close()
    assert table.arrangement.options.bots == "club"
    assert [(each.name, each.level) for each in table.seats] == [("Зоя", None), ("Anya", "club")]


def _at_revision(folder: Path, revision: str) -> None:
    config = Config()
    config.set_main_option(
        "script_location", str(Path(store_module.__file__).parent / "migrations")
    )
    engine = create_engine(database_url(folder))
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, revision)
    engine.dispose()


def test_who_sat_where_is_kept_with_each_deal(tmp_path: Path) -> None:
    store = Store(database_url(tmp_path))
    store.keep("t", facts()).result()
    left = replace(ARRANGEMENT, seats=(OPEN, ARRANGEMENT.seats[1]), host=None)
    store.keep("t", [Arranged(n=1, v=2, arrangement=left)]).result()
    wanted = select(schema.place.c.seat, schema.place.c.name, schema.place.c.guest)
    rows = store.read(lambda connection: connection.execute(wanted.order_by("seat")).all())
    assert [tuple(row) for row in rows] == [(0, "South", GUEST), (1, "Anya", None)]
    assert store.tables_of([GUEST], 5) == []
    store.close()


def test_a_newer_programs_file_is_refused(tmp_path: Path) -> None:
    Store(database_url(tmp_path)).close()
    rewrite(tmp_path, "UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(StoreError, match="another version"):
        Store(database_url(tmp_path))


def test_a_file_that_is_no_database_is_refused(tmp_path: Path) -> None:
    (tmp_path / "tables.sqlite3").write_bytes(b"not a database at all, but long enough" * 40)
    with pytest.raises(StoreError, match="cannot be opened"):
        Store(database_url(tmp_path))


def test_errors_tell_no_seeds(store: Store) -> None:
    store.keep("t", facts()).result()
    error = store.keep("t", [Promised(deal=1, server_seed=b"secret" * 5 + b"..")]).exception()
    assert error is not None
    assert "secret" not in f"{error!r} {error.__cause__!r}"


def test_any_folder_will_do(tmp_path: Path) -> None:
    folder = tmp_path / "50% off? #1"
    folder.mkdir()
    url = database_url(folder)
    assert isinstance(url, URL)
    Store(url).close()
    assert (folder / "tables.sqlite3").is_file()


# ---- the folder -----------------------------------------------------------------------------


def test_the_folder_is_where_a_system_keeps_a_users_data() -> None:
    home = Path.home()
    assert default_folder({"DURAK_DATA": "/x/y"}, "linux") == Path("/x/y")
    assert default_folder({"XDG_DATA_HOME": "/d"}, "linux") == Path("/d/opendurak")
    assert default_folder({"XDG_DATA_HOME": "relative"}, "linux").is_relative_to(home)
    assert default_folder({}, "linux") == home / ".local" / "share" / "opendurak"
    assert default_folder({}, "darwin").is_relative_to(home / "Library")
    assert default_folder({"LOCALAPPDATA": "/l"}, "win32") == Path("/l/OpenDurak")


def test_one_server_at_a_time_uses_a_folder(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "folder"
    with sole_use(folder), pytest.raises(FolderError, match="another server"), sole_use(folder):
        pass
    with sole_use(folder):
        pass


def test_a_folder_that_cannot_be_made_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(FolderError, match="cannot be used"), sole_use(tmp_path / "file" / "below"):
        pass
