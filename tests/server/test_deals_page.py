"""A person's deals so far."""

import random
from collections.abc import Callable

import pytest

from durak.record import read_record
from durak.web import catalogue
from tests.server.client import Guest

pytestmark = pytest.mark.compiled


def deals(guest: Guest, **params: str) -> list[dict[str, object]]:
    listed: list[dict[str, object]] = guest.http.get("/api/deals", params=params).json()["deals"]
    return listed


def test_deals_that_are_over_are_listed_newest_first(new_guest: Callable[[], Guest]) -> None:
    guest, other = new_guest(), new_guest()
    table = guest.create("perevodnoy players=3", seat=1)
    with guest.sit(table) as player:
        results = []
        for number in (1, 2):
            player.begin(number)
            player.play(random.Random(number))
            results.append(player.view["result"])
        player.begin(3)
        assert player.until_asked()
    listed = deals(guest)
    assert [each["number"] for each in listed] == [2, 1]
    for each in listed:
        assert (each["table"], each["you"], each["preset"]) == (table, 1, "perevodnoy")
        assert each["players"] == 3
        names = each["names"]
        assert isinstance(names, list)
        assert names[1] == "Tester"
        record = read_record(guest.http.get(str(each["record"])).text)
        assert (record.number, record.result) == (each["number"], each["result"])
    assert float(str(listed[0]["ended"])) >= float(str(listed[1]["ended"]))
    assert deals(guest, before=str(listed[0]["ended"]))[0]["number"] == 1
    assert deals(other) == []
    page = guest.http.get("/deals")
    assert page.status_code == 200
    assert f"/t/{table}" in page.text


def test_a_guest_without_deals_has_an_empty_page(guest: Guest) -> None:
    assert deals(guest) == []
    assert guest.http.get("/deals").status_code == 200
    for wrong in ("x", "nan", "inf", "1e300"):
        guest.create("podkidnoy")
        assert guest.http.get("/api/deals", params={"before": wrong}).status_code == 422


def test_deals_played_as_another_guest_are_this_persons_too(
    new_guest: Callable[[], Guest],
) -> None:
    laptop, phone = new_guest(), new_guest()
    laptop.create("podkidnoy")
    with phone.sit(phone.create("podkidnoy")) as player:
        player.begin()
        player.play(random.Random(1))
    code = laptop.http.post("/api/devices/code", json={}).json()["code"]
    assert phone.http.post("/api/devices/adopt", json={"code": code}).status_code == 200
    assert [each["you"] for each in deals(laptop)] == [0]


def test_older_deals_are_a_page_further_and_bots_have_names_of_the_language(
    new_guest: Callable[[], Guest], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("durak.server.personal.LISTED", 2)
    guest = new_guest()
    with guest.sit(guest.create("podkidnoy players=2")) as player:
        for number in (1, 2, 3):
            player.begin(number)
            player.play(random.Random(number))
    first = guest.http.get("/api/deals").json()
    assert [each["number"] for each in first["deals"]] == [3, 2]
    assert first["older"] == first["deals"][-1]["ended"]
    second = guest.http.get("/api/deals", params={"before": first["older"]}).json()
    assert ([each["number"] for each in second["deals"]], second["older"]) == ([1], None)
    assert all(each["bots"] == [1] for each in first["deals"])
    page = guest.http.get("/deals?lang=ru").text.partition("<main")[2].partition("</main")[0]
    assert f'href="/deals?before={first["older"]}"' in page
    (bot,) = {each["names"][1] for each in first["deals"]}
    assert bot not in page
    assert catalogue("ru")[f"bot.{bot}"] in page
    last = guest.http.get("/deals", params={"before": first["older"]}).text
    assert "before=" not in last
    assert 'id="newest"' in last
    wrong = guest.http.get("/api/deals", params={"before": "x"})
    assert (wrong.status_code, wrong.json()["code"]) == (422, "bad_moment")
