"""Persons over HTTP and WebSockets: cookies, devices, names, codes to a table."""

import json
import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import httpx2
import pytest

from durak.server.codes import ALOUD
from durak.server.limits import ADOPTIONS, GUESSES_OF_ADDRESS
from tests.server.client import Guest
from tests.server.conftest import Served

NewGuest = Callable[[], Guest]
_addresses = iter(f"198.51.100.{at}" for at in range(1, 255))


@pytest.fixture
def new_guest(served: Served) -> Iterator[NewGuest]:
    """Makes guests each at an address of their own, as a proxy in front says it."""
    with ExitStack() as stack:

        def make() -> Guest:
            guest = stack.enter_context(Guest(served.address))
            guest.http.headers["X-Forwarded-For"] = next(_addresses)
            return guest

        yield make


def post(guest: Guest, path: str, **body: object) -> httpx2.Response:
    return guest.http.post(path, json=body)


def carried_over(guest: Guest, to: Guest) -> None:
    code = post(guest, "/api/devices/code").json()["code"]
    adopted = post(to, "/api/devices/adopt", code=code)
    assert adopted.status_code == 200, adopted.text


def devices(guest: Guest) -> list[dict[str, object]]:
    listed: list[dict[str, object]] = guest.http.get("/api/devices").json()["devices"]
    return listed


# ---- devices --------------------------------------------------------------------------------


def test_a_second_device_has_the_seat_and_the_hand_of_the_first(new_guest: NewGuest) -> None:
    laptop, phone = new_guest(), new_guest()
    table = laptop.create("podkidnoy")
    with laptop.sit(table) as player:
        player.begin()
        assert player.until_asked()
        with phone.sit(table) as watcher:
            assert watcher.table["you"] is None
        carried_over(laptop, phone)
        with phone.sit(table) as same:
            assert same.table["you"] == 0
            assert same.view["hand"] == player.view["hand"]
    assert table in phone.http.get("/").text
    assert phone.cookie != laptop.cookie


def test_who_was_somebody_else_keeps_those_seats_too(new_guest: NewGuest) -> None:
    laptop, phone = new_guest(), new_guest()
    first, second = laptop.create("podkidnoy"), phone.create("podkidnoy", seat=1)
    with phone.sit(second) as player:
        player.begin()
        carried_over(laptop, phone)
        assert player.until_closed() in (1012, 1013)  # it comes back as who it is now
    for device in (laptop, phone):
        with device.sit(first) as player:
            assert player.table["you"] == 0
        with device.sit(second) as player:
            assert player.table["you"] == 1
            assert player.table["stage"] == "playing"


def test_at_one_table_a_person_has_one_seat(new_guest: NewGuest) -> None:
    laptop, phone = new_guest(), new_guest()
    table = laptop.gather("podkidnoy players=3")
    phone.visit(table)
    with phone.sit(table) as player:
        player.send(type="sit", seat=2, name="Phone")
        player.until(lambda me: me.table["you"] == 2)
    carried_over(laptop, phone)
    with phone.sit(table) as player:
        assert player.table["you"] == 0


def test_a_forgotten_devices_cookie_and_connection_end_at_once(new_guest: NewGuest) -> None:
    laptop, phone = new_guest(), new_guest()
    table = laptop.create("podkidnoy")
    carried_over(laptop, phone)
    other = next(str(each["id"]) for each in devices(laptop) if not each["this"])
    with phone.sit(table) as player:
        player.begin()
        assert player.table["you"] == 0
        assert post(laptop, "/api/devices/forget", id=other).status_code == 200
        assert player.until_closed() in (1012, 1013)
    with phone.sit(table) as player:
        assert player.table["you"] is None
        assert "hand" not in player.view or not player.view["hand"]
    assert devices(phone) == []
    assert [each["this"] for each in devices(laptop)] == [True]
    assert post(laptop, "/api/devices/forget", id=other).status_code == 404


def test_forgetting_this_device_clears_its_cookie(new_guest: NewGuest) -> None:
    guest = new_guest()
    guest.create("podkidnoy")
    (only,) = devices(guest)
    answer = post(guest, "/api/devices/forget", id=only["id"])
    assert "max-age=0" in answer.headers["set-cookie"].lower()
    assert devices(guest) == []


def test_nobody_has_no_devices_and_forgets_none(new_guest: NewGuest) -> None:
    nobody = new_guest()
    assert devices(nobody) == []
    assert nobody.http.get("/devices").status_code == 200
    answer = post(nobody, "/api/devices/forget", id="x")
    assert (answer.status_code, answer.json()["code"]) == (404, "no_such_device")


def test_a_code_comes_with_a_qr_that_the_policy_allows(new_guest: NewGuest) -> None:
    guest = new_guest()
    asked = post(guest, "/api/devices/code")
    body = asked.json()
    assert re.fullmatch(r"[A-Z]{8}", body["code"])
    assert body["minutes"] == 10
    assert body["link"] == f"http://{guest.address}/devices?code={body['code']}"
    assert body["qr"].startswith("<svg")
    assert not re.search(r"style|class|script|href|<\?", body["qr"])
    assert "durak_guest" in asked.headers["set-cookie"]
    assert asked.headers["cache-control"] == "no-store"


def test_no_answer_tells_an_id_or_a_token(new_guest: NewGuest, served: Served) -> None:
    guest = new_guest()
    table = guest.create("podkidnoy")
    token = guest.cookie.partition("=")[2]
    texts = [guest.http.get(path).text for path in ("/", "/devices", "/api/devices", f"/t/{table}")]
    texts.append(post(guest, "/api/devices/code").text)
    with guest.sit(table) as player:
        player.begin()
        texts += player.received
    for text in texts:
        assert token not in text
        assert not re.search(r"[0-9a-f]{32}", re.sub(r'"(next_)?commitment":"\w+"', "", text))


def test_codes_are_guessed_a_few_times_only(new_guest: NewGuest) -> None:
    guest, thief = new_guest(), new_guest()
    code = post(guest, "/api/devices/code").json()["code"]
    for at in range(ADOPTIONS.burst):
        wrong = post(thief, "/api/devices/adopt", code="ABCDEFG" + "HJKLM"[at])
        assert (wrong.status_code, wrong.json()["code"]) == (404, "no_such_code")
    late = post(thief, "/api/devices/adopt", code=code)
    assert (late.status_code, late.json()["code"]) == (429, "too_many")
    assert int(late.headers["retry-after"]) == late.json()["params"]["seconds"]
    assert post(new_guest(), "/api/devices/adopt", code=code).status_code == 200


JSON = {"Content-Type": "application/json"}


@pytest.mark.parametrize("path", ["/api/devices/adopt", "/api/devices/forget", "/api/join"])
def test_what_is_no_question_is_refused(new_guest: NewGuest, path: str) -> None:
    guest = new_guest()
    for body in ("{", "[]", '{"code": 5}', '{"id": null}', '{"code": "x", "id": "y"}', "\udcff"):
        content = body.encode("utf-8", "surrogateescape")
        answer = guest.http.post(
            path, content=content, headers={"Content-Type": "application/json"}
        )
        assert answer.status_code == 422
        assert answer.json()["message"]
    assert guest.http.post(path, data={"code": "x"}).status_code == 415
    elsewhere = {"Origin": "http://elsewhere.example"}
    assert guest.http.post(path, json={"code": "x"}, headers=elsewhere).status_code == 403


def test_the_cookie_is_secure_where_the_connection_is(new_guest: NewGuest) -> None:
    guest = new_guest()
    guest.http.headers["X-Forwarded-Proto"] = "https"
    made = post(guest, "/api/tables", code="podkidnoy")
    assert "secure" in made.headers["set-cookie"].lower()
    assert "https://" in post(guest, "/api/devices/code").json()["link"]


# ---- codes to a table -----------------------------------------------------------------------


def test_a_table_is_joined_by_its_code(new_guest: NewGuest) -> None:
    host, friend = new_guest(), new_guest()
    table = host.gather("podkidnoy players=3")
    with host.sit(table) as player:
        code = player.table["code"]
    assert re.fullmatch(rf"[{ALOUD}]{{6}}", code)
    spoken = f"{code[:3].lower()} {code[3:]}"
    assert post(friend, "/api/join", code=spoken).json() == {"url": f"/t/{table}"}
    way = friend.http.get(f"/j/{code}", follow_redirects=False)
    assert (way.status_code, way.headers["location"]) == (303, f"/t/{table}")


def test_guesses_are_limited_and_tell_nothing(new_guest: NewGuest) -> None:
    host, thief = new_guest(), new_guest()
    with host.sit(host.gather("podkidnoy players=3")) as player:
        code = player.table["code"]
    answers = {
        post(thief, "/api/join", code="BBBBB" + ALOUD[at % len(ALOUD)]).text
        for at in range(GUESSES_OF_ADDRESS.burst)
    }
    assert len(answers) == 1
    assert json.loads(answers.pop())["code"] == "no_such_code"
    assert post(thief, "/api/join", code=code).status_code == 429
    page = thief.http.get(f"/j/{code}", follow_redirects=False)
    assert page.status_code == 429
    assert page.headers["content-type"].startswith("text/html")
    for _ in range(3 * GUESSES_OF_ADDRESS.burst):  # right ones cost nothing
        assert post(host, "/api/join", code=code).status_code == 200


def test_a_qr_of_a_table_is_an_image(new_guest: NewGuest) -> None:
    guest = new_guest()
    table = guest.create("podkidnoy")
    answer = guest.http.get(f"/t/{table}/qr.svg")
    assert answer.headers["content-type"] == "image/svg+xml"
    assert answer.text.startswith("<svg")
    assert guest.http.get("/t/nosuchtable/qr.svg").status_code == 404


def test_names_at_a_table_are_checked(new_guest: NewGuest) -> None:
    host, friend = new_guest(), new_guest()
    bad = post(host, "/api/tables", code="podkidnoy", name="bot:quick")
    assert (bad.status_code, bad.json()["code"]) == (422, "bad_name")
    table = host.gather("podkidnoy players=3", name="Вера")
    friend.visit(table)
    with friend.sit(table) as player:
        for name in ("Bepa", "an\u202eya", ""):
            player.send(type="sit", seat=1, name=name)
            assert player.refused()["code"] == "bad_name"
        player.send(type="sit", seat=1, name="Boris")
        player.until(lambda me: me.table["you"] == 1)


def test_the_database_file_holds_no_token(new_guest: NewGuest, served: Served) -> None:
    guest = new_guest()
    guest.create("podkidnoy")
    token = guest.cookie.partition("=")[2].encode()
    for path in Path(served.data).iterdir():
        assert token not in path.read_bytes()
