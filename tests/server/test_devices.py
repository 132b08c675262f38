"""A person's devices: carried over by a code, joined, forgotten."""

import asyncio
import sqlite3
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from alembic.config import Config
from sqlalchemy import create_engine, select
from starlette.requests import HTTPConnection

from durak.server import migrations, schema
from durak.server.codes import ALOUD, CARRY_MINUTES, TYPED, read_carry_code
from durak.server.devices import DAY, ID_LENGTH, MOST_DEVICES, Guests, Person
from durak.server.folder import database_url
from durak.server.identity import COOKIE, hashed, label_of
from durak.server.invitations import UNUSED_DAYS, Invitations
from durak.server.limits import ADOPTIONS, CARRY_CODES, GUESTS, Limits
from durak.server.problems import Problem
from durak.server.store import Store, StoreError

FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
PHONE = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like "
    "Gecko) Version/18.0 Mobile/15E148 Safari/604.1"
)


def browser(token: str | None = None, agent: str = FIREFOX, host: str = "h") -> HTTPConnection:
    headers = [(b"user-agent", agent.encode())]
    if token is not None:
        headers.append((b"cookie", f"{COOKIE}={token}".encode()))
    return HTTPConnection({"type": "http", "headers": headers, "client": (host, 1)})


class World:
    """Guests of one store at a time that stands still unless told otherwise."""

    def __init__(self, folder: Path) -> None:
        self.now = 1000.0 * DAY
        self.ticks = 0.0
        self.store = Store(database_url(folder))
        self.again()

    def again(self) -> None:
        """What is remembered only in memory is gone."""
        self.guests = Guests(self.store, Limits(lambda: self.ticks), clock=lambda: self.now)

    async def written(self) -> None:
        """What was given to the store before is in it."""
        await asyncio.wrap_future(self.store.put(lambda _connection: None))

    async def arrive(self, agent: str = FIREFOX, host: str = "h") -> tuple[Person, str]:
        person = await self.guests.ensure(browser(None, agent, host))
        assert person.token is not None
        return person, person.token

    async def find(self, token: str) -> Person | None:
        return await self.guests.find(browser(token))

    async def id_of(self, token: str) -> str:
        person = await self.find(token)
        assert person is not None
        return person.id


Story = Callable[[World], Coroutine[Any, Any, None]]


@pytest.fixture
def tell(tmp_path: Path) -> Callable[[Story], None]:
    def run(story: Story) -> None:
        async def whole() -> None:
            world = World(tmp_path)
            try:
                await asyncio.wait_for(story(world), 60)
            finally:
                await asyncio.to_thread(world.store.close)

        asyncio.run(whole())

    return run


async def refused(asked: Coroutine[Any, Any, Any]) -> Problem:
    with pytest.raises(Problem) as problem:
        await asked
    return problem.value


def test_a_new_guest_is_known_again_by_the_cookie_alone(tell: Callable[[Story], None]) -> None:
    async def story(world: World) -> None:
        person, token = await world.arrive()
        found = await world.find(token)
        assert found is not None
        assert (found.id, found.device, found.token) == (person.id, person.device, None)
        assert await world.find("x" * 43) is None
        assert await world.find("short") is None
        assert await world.guests.find(browser()) is None
        assert (await world.guests.ensure(browser(token))).id == person.id
        world.again()
        assert await world.id_of(token) == person.id

    tell(story)


def test_a_token_that_nobody_was_given_is_never_accepted(tell: Callable[[Story], None]) -> None:
    async def story(world: World) -> None:
        mine = "A" * 43
        person = await world.guests.ensure(browser(mine))
        assert person.token not in (None, mine)
        assert await world.find(mine) is None

    tell(story)


def test_only_hashes_of_tokens_and_codes_are_stored(
    tell: Callable[[Story], None], tmp_path: Path
) -> None:
    kept: list[str] = []

    async def story(world: World) -> None:
        person, token = await world.arrive()
        kept.extend([token, await world.guests.new_code(person)])

    tell(story)
    dump = "\n".join(sqlite3.connect(tmp_path / "tables.sqlite3").iterdump())
    assert hashed(kept[0]) in dump
    assert [secret for secret in kept if secret in dump] == []


def test_a_device_list_says_when_and_what_but_no_more(tell: Callable[[Story], None]) -> None:
    async def story(world: World) -> None:
        person, token = await world.arrive()
        world.now += 3 * DAY + 7000
        found = await world.find(token)
        assert found is not None
        await world.written()
        (device,) = await world.guests.devices(found)
        assert device.id == person.device
        assert len(device.id) == ID_LENGTH
        assert device.label == "Firefox, Linux"
        assert (device.first_day, device.last_day) == (1000, 1003)
        world.again()
        assert (await world.guests.devices(found))[0].last_day == 1003

    tell(story)


@pytest.mark.parametrize(
    ("agent", "label"),
    [
        (FIREFOX, "Firefox, Linux"),
        (PHONE, "Safari, iPhone"),
        (
            "Mozilla/5.0 (Windows NT 10.0; Win64) Chrome/140.0 Safari/537.36 Edg/140.0",
            "Edge, Windows",
        ),
        (
            "Mozilla/5.0 (Linux; Android 16; Pixel 9) Chrome/140 Mobile Safari/537",
            "Chrome, Android",
        ),
        ("<script>alert(1)</script>", ""),
        ("", ""),
    ],
)
def test_a_label_is_a_family_never_what_was_sent(agent: str, label: str) -> None:
    assert label_of(agent) == label


def test_a_code_makes_a_further_device_the_same_person_once(tell: Callable[[Story], None]) -> None:
    async def story(world: World) -> None:
        person, token = await world.arrive()
        code = await world.guests.new_code(person)
        assert len(code) == 8
        assert set(code) <= set(TYPED)
        typed = f" {code[:4].lower()}-{code[4:]} "
        phone = await world.guests.adopt(browser(None, PHONE), typed)
        assert phone.token not in (None, token)
        assert phone.id == person.id
        assert await world.id_of(str(phone.token)) == person.id
        labels = {each.label for each in await world.guests.devices(person)}
        assert labels == {"Firefox, Linux", "Safari, iPhone"}
        again = await refused(world.guests.adopt(browser(), code))
        assert (again.status_code, again.code) == (404, "no_such_code")

    tell(story)


def test_a_code_is_good_for_ten_minutes_and_the_newest_only(tell: Callable[[Story], None]) -> None:
    async def story(world: World) -> None:
        person, _ = await world.arrive()
        old = await world.guests.new_code(person)
        new = await world.guests.new_code(person)
        await refused(world.guests.adopt(browser(), old))
        world.now += CARRY_MINUTES * 60 - 1
        assert (await world.guests.adopt(browser(), new)).id == person.id
        late = await world.guests.new_code(person)
        world.now += CARRY_MINUTES * 60
        unknown = await refused(world.guests.adopt(browser(), "ABCDEFGH"))
        assert str(await refused(world.guests.adopt(browser(), late))) == str(unknown)

    tell(story)


def test_codes_and_guesses_are_limited(tell: Callable[[Story], None]) -> None:
    async def story(world: World) -> None:
        person, _ = await world.arrive()
        for _ in range(CARRY_CODES.burst):
            code = await world.guests.new_code(person)
        problem = await refused(world.guests.new_code(person))
        assert (problem.status_code, problem.code) == (429, "too_many")
        assert problem.headers == {"Retry-After": str(problem.params["seconds"])}
        for _ in range(ADOPTIONS.burst):
            assert (await refused(world.guests.adopt(browser(), "wrong"))).status_code == 404
        assert (await refused(world.guests.adopt(browser(), code))).status_code == 429
        elsewhere = browser(host="elsewhere")
        assert (await world.guests.adopt(elsewhere, code)).id == person.id
        world.ticks += ADOPTIONS.seconds
        assert (await refused(world.guests.adopt(browser(), code))).status_code == 404

    tell(story)


def test_new_guests_of_one_address_are_limited(tell: Callable[[Story], None]) -> None:
    async def story(world: World) -> None:
        for _ in range(GUESTS.burst):
            await world.arrive()
        assert (await refused(world.guests.ensure(browser()))).status_code == 429
        await world.arrive(host="elsewhere")

    tell(story)


def test_a_person_has_so_many_devices_at_most(tell: Callable[[Story], None]) -> None:
    async def story(world: World) -> None:
        person, _ = await world.arrive()
        for at in range(MOST_DEVICES - 1):
            code = await world.guests.new_code(person)
            world.ticks += CARRY_CODES.seconds
            await world.guests.adopt(browser(host=str(at)), code)
        assert (await refused(world.guests.new_code(person))).code == "too_many_devices"

    tell(story)


def test_two_guests_become_one_person_with_the_seats_of_both(
    tell: Callable[[Story], None],
) -> None:
    async def story(world: World) -> None:
        first, token = await world.arrive()
        second, other = await world.arrive(PHONE)
        third, tablet = await world.arrive()
        await world.guests.adopt(browser(tablet), await world.guests.new_code(second))
        dropped: list[str] = []
        with (
            world.guests.attached(await world.find(token), lambda: dropped.append("first")),
            world.guests.attached(await world.find(other), lambda: dropped.append("second")),
            world.guests.attached(await world.find(tablet), lambda: dropped.append("third")),
        ):
            code = await world.guests.new_code(first)
            adopted = await world.guests.adopt(browser(other), code)
        assert dropped == ["second", "third"]  # they come back as who they are now
        assert adopted.token is None
        assert adopted.ids[0] == first.id
        assert set(adopted.ids) == {first.id, second.id, third.id}
        for each in (token, other, tablet):
            found = await world.find(each)
            assert found is not None
            assert found.ids == adopted.ids
        # where one of them sits she sits; where both do, the one whose code it was
        assert adopted.at([None, second.id]) == second.id
        assert adopted.at([second.id, first.id]) == first.id
        assert adopted.at(["somebody"]) == first.id

    tell(story)


def test_a_code_typed_by_the_same_person_changes_nothing(tell: Callable[[Story], None]) -> None:
    async def story(world: World) -> None:
        person, token = await world.arrive()
        adopted = await world.guests.adopt(browser(token), await world.guests.new_code(person))
        assert (adopted.ids, adopted.device) == ((person.id,), person.device)
        assert len(await world.guests.devices(person)) == 1

    tell(story)


def test_a_forgotten_device_is_nobody_at_once_and_its_connections_end(
    tell: Callable[[Story], None],
) -> None:
    async def story(world: World) -> None:
        person, token = await world.arrive()
        phone = await world.guests.adopt(browser(), await world.guests.new_code(person))
        dropped: list[str] = []
        with (
            world.guests.attached(person, lambda: dropped.append("mine")),
            world.guests.attached(phone, lambda: dropped.append("a tab")),
            world.guests.attached(phone, lambda: dropped.append("another tab")),
        ):
            await world.guests.forget(person, phone.device)
            assert sorted(dropped) == ["a tab", "another tab"]
        assert await world.find(str(phone.token)) is None
        assert await world.id_of(token) == person.id
        assert [each.id for each in await world.guests.devices(person)] == [person.device]
        assert (await refused(world.guests.forget(person, phone.device))).status_code == 404

    tell(story)


def test_nobody_forgets_a_strangers_device(tell: Callable[[Story], None]) -> None:
    async def story(world: World) -> None:
        person, token = await world.arrive()
        stranger, _ = await world.arrive()
        assert (await refused(world.guests.forget(stranger, person.device))).status_code == 404
        assert await world.id_of(token) == person.id

    tell(story)


def test_a_connection_that_ended_is_not_called(tell: Callable[[Story], None]) -> None:
    async def story(world: World) -> None:
        person, _ = await world.arrive()
        with world.guests.attached(person, lambda: pytest.fail("it is gone")):
            pass
        with world.guests.attached(None, lambda: pytest.fail("it is nobody's")):
            await world.guests.forget(person, person.device)

    tell(story)


def test_a_store_that_fails_makes_nobody(tell: Callable[[Story], None]) -> None:
    async def story(world: World) -> None:
        world.store.close()
        with pytest.raises(StoreError):
            await world.guests.ensure(browser())

    tell(story)


# ---- codes of tables ------------------------------------------------------------------------


def test_a_table_has_one_code_as_long_as_it_is_open(tell: Callable[[Story], None]) -> None:
    async def story(world: World) -> None:
        await asyncio.wrap_future(world.store.put(lambda c: new_game(c, "t", "u")))
        drawn = iter(["BFHKLM", "BFHKLM", "BFHKLO", "BFHKLM"])
        invitations = Invitations(
            world.store, clock=lambda: world.now, new_code=lambda: next(drawn)
        )
        assert await invitations.code_of("t") == "BFHKLM"
        assert await invitations.code_of("t") == "BFHKLM"
        assert await invitations.code_of("u") == "BFHKLO"  # no two alike
        assert await invitations.table_of("bfh-klm") == "t"
        assert await invitations.table_of("вfhklм") == "t"
        assert await invitations.table_of("BFHKLR") is None
        assert await invitations.table_of("ABCDEF") is None
        assert await invitations.table_of("B" * 1000) is None
        await invitations.close("t")
        assert await invitations.table_of("BFHKLM") is None
        assert await invitations.code_of("t") == "BFHKLM"

    tell(story)


def test_a_code_that_nobody_used_for_long_becomes_anothers(tell: Callable[[Story], None]) -> None:
    async def story(world: World) -> None:
        await asyncio.wrap_future(world.store.put(lambda c: new_game(c, "t", "u", "w")))
        drawn = iter(["BFHKLM", "BFHKLO", "BFHKLM", "BFHKLO", "BFHKLR"])
        invitations = Invitations(
            world.store, clock=lambda: world.now, new_code=lambda: next(drawn)
        )
        await invitations.code_of("t")
        await invitations.code_of("u")
        world.now += UNUSED_DAYS * DAY
        await invitations.code_of("u")  # somebody was there
        assert await invitations.code_of("w") == "BFHKLM"
        assert await invitations.table_of("BFHKLM") == "w"

    tell(story)


def new_game(connection: Any, *tables: str) -> None:
    for table in tables:
        connection.execute(
            schema.game.insert().values(id=table, rules="players=2", dealer=0, created=1.0)
        )


def test_codes_have_no_letters_that_look_or_sound_alike() -> None:
    assert len(set(ALOUD)) == len(ALOUD)
    for alike in ("BCDEGPTVZ", "AJK", "MN", "FS", "IY", "QU", "O0Q", "IL1", "UV"):
        assert len(set(alike) & set(ALOUD)) <= 1
    assert not set("IO01U") & set(TYPED)
    assert read_carry_code("ABCDEFGI") is None


# ---- older files ----------------------------------------------------------------------------


def test_guests_of_an_older_file_keep_their_seats_and_have_one_device(tmp_path: Path) -> None:
    token = "t" * 43
    old = hashed(token)
    engine = create_engine(database_url(tmp_path))
    config = Config()
    config.set_main_option("script_location", str(Path(migrations.__file__).parent))
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "0001")
        connection.exec_driver_sql("INSERT INTO guest VALUES (?, ?)", (old, 5.5 * DAY))
        connection.exec_driver_sql("INSERT INTO game VALUES ('t', 'players=2', 0, 1.0)")
        connection.exec_driver_sql(
            "INSERT INTO seat VALUES ('t', 0, 'person', 'South', ?), ('t', 1, 'bot', 'Anya', NULL)",
            (old,),
        )
        command.upgrade(config, "0002")
        assert connection.exec_driver_sql("PRAGMA foreign_key_check").all() == []
        seated = (
            connection.execute(select(schema.seat.c.guest).order_by(schema.seat.c.seat))
            .scalars()
            .all()
        )
        (device,) = connection.execute(select(schema.device)).all()
    engine.dispose()
    assert seated == [old, None]
    assert (device.guest, device.hash, device.first_day) == (old, old, 5)

    async def find() -> None:
        store = Store(database_url(tmp_path))
        person = await Guests(store, Limits()).find(browser(token))
        await asyncio.to_thread(store.close)
        assert person is not None
        assert person.id == old

    asyncio.run(find())
