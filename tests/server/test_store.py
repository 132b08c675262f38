"""The store: facts in, the same facts out, whatever shape the file was in before."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import URL, Connection, create_engine

from durak.server.facts import Acted, Begun, Created, Ended, Fact, Promised, Seat
from durak.server.folder import FolderError, database_url, default_folder, sole_use
from durak.server.schema import metadata
from durak.server.store import Store, StoredTable, StoreError, UnknownTableError
from durak.server.table import CorruptError
from durak.server.writer import Writer

GUEST = "a" * 64


def facts(table: str = "t") -> list[Fact]:
    return [
        Created(
            table=table,
            rules="players=2",
            seats=(
                Seat(name="South", kind="person", guest=GUEST),
                Seat(name="Anya", kind="bot", guest=None),
            ),
            dealer=1,
        ),
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
    assert store.facts("t") == facts()
    for more in (
        Begun(deal=2, v=3, dealer=0, seat_seeds=(b"x" * 32, b"y" * 32)),
        Acted(deal=2, v=4, seat=1, token="Th"),
    ):
        store.keep("t", [more]).result()
    assert len(store.facts("t")) == 8


def test_a_file_is_opened_again_with_what_it_held(tmp_path: Path) -> None:
    for _ in range(2):
        store = Store(database_url(tmp_path))
        with pytest.raises(UnknownTableError):
            store.facts("u")
        if not store.tables_of(GUEST, 5):
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
    assert store.tables_of(GUEST, 5) == [
        StoredTable(id="new", rules="players=2", deal=1, playing=True),
        StoredTable(id="old", rules="players=2", deal=1, playing=False),
    ]
    assert len(store.tables_of(GUEST, 1)) == 1
    assert store.tables_of("b" * 64, 5) == []
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
