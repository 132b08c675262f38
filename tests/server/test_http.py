"""Pages, rules, new tables and their limits over HTTP."""

import json
import re
from collections.abc import Callable
from contextlib import suppress

import pytest

from durak import __version__
from durak.ruleset import FIELDS, PRESETS, Ruleset, RulesetError, allowed_values
from durak.server.options import field_texts, idle_fields, options
from durak.server.protocol import MAX_BODY
from durak.web import LANGUAGES, catalogue
from tests.server.client import Guest


def embedded(page: str, name: str) -> object:
    block = rf'<script type="application/json" id="{name}">(.*?)</script>'
    found = re.search(block, page, re.DOTALL)
    assert found is not None
    return json.loads(found[1])


def test_the_server_says_that_it_is_well(guest: Guest) -> None:
    answer = guest.http.get("/health")
    assert (answer.json()["ok"], answer.json()["version"]) == (True, __version__)


def test_home_offers_every_preset_and_field(guest: Guest) -> None:
    offered = embedded(guest.http.get("/").text, "options")
    assert offered == options()
    assert [each["name"] for each in options()["presets"]] == list(PRESETS)
    assert [each["name"] for each in options()["fields"]] == list(FIELDS)
    assert all(each["default"] in each["values"] for each in options()["fields"])


def test_rules_are_checked_and_described(guest: Guest) -> None:
    asked = {"preset": "perevodnoy", "players": 4, "set": {"transfer_cards": "one"}}
    answer = guest.http.post("/api/rules", json=asked)
    ruleset = Ruleset.preset("perevodnoy", 4, transfer_cards="one")
    assert answer.status_code == 200
    assert answer.json()["code"] == ruleset.code
    assert answer.json()["preset"] is None
    assert answer.json()["fields"]["transfer_cards"] == "one"
    assert set(answer.json()["fields"]) == set(FIELDS)
    assert answer.json()["sheet"][0].keys() == {"number", "title", "text"}
    assert answer.json()["idle"] == ["first_limit_until"]
    assert guest.http.post("/api/rules", json={}).json()["preset"] == "podkidnoy"


@pytest.mark.parametrize(
    ("code", "idle"),
    [
        ("players=2", {"throwers", "done_is_final", "transfer_show"}),
        ("players=4 attack_limit=1", {"throwers", "throw_after_take", "done_is_final"}),
        ("players=6", set()),
        ("players=2 transfer=on", {"throwers"}),
    ],
)
def test_what_chooses_nothing_beside_the_rest_is_named(code: str, idle: set[str]) -> None:
    ruleset = Ruleset.from_code(code)
    found = idle_fields(ruleset)
    assert idle <= set(found)
    texts = field_texts(ruleset)
    for name in FIELDS:
        others = [value for value in allowed_values(name) if value != texts[name]]
        alike = []
        for value in others:
            with suppress(RulesetError):
                changed = {**texts, name: value}
                other = Ruleset.from_code(" ".join(f"{k}={v}" for k, v in changed.items()))
                alike.append(other.describe("ru") == ruleset.describe("ru"))
        assert (name in found) == (bool(alike) and all(alike))


@pytest.mark.parametrize(
    ("asked", "fields"),
    [
        ({"preset": "poker"}, {"preset"}),
        ({"players": 7}, {"players"}),
        ({"preset": "digital", "players": 2}, {"players"}),
        ({"players": 6, "set": {"deck": "24"}}, {"players", "deck"}),
        ({"set": {"deck": "40"}}, {"deck"}),
        ({"set": {"colour": "red"}}, {"colour"}),
        ({"set": {"players": "3"}}, {"players"}),
        ({"set": {"self": "3"}}, {"self"}),
    ],
)
def test_impossible_rules_are_refused_by_field(
    guest: Guest, asked: dict[str, object], fields: set[str]
) -> None:
    answer = guest.http.post("/api/rules", json=asked)
    assert answer.status_code == 422
    assert fields <= set(answer.json()["fields"])
    assert len(answer.json()["message"]) > 10


@pytest.mark.parametrize(
    ("asked", "status"),
    [
        ({"code": "players=2", "seat": 2}, 422),
        ({"code": "players=2", "seat": -1}, 422),
        ({"code": "players=9"}, 422),
        ({"code": "players=2", "name": ""}, 422),
        ({"code": "players=2", "name": "x" * 25}, 422),
        ({"code": "players=2", "name": "a\nb"}, 422),
        ({"code": "players=2", "name": "a|b"}, 422),
        ({"code": "players=2", "more": 1}, 422),
        ({"seat": 0}, 422),
        ([], 422),
    ],
)
def test_an_impossible_table_is_refused(guest: Guest, asked: object, status: int) -> None:
    answer = guest.http.post("/api/tables", json=asked)
    assert answer.status_code == status
    assert answer.json()["message"]


def test_a_request_that_is_no_json_too_large_or_from_elsewhere_is_refused(guest: Guest) -> None:
    post = guest.http.post
    assert post("/api/tables", content="{", headers=JSON).status_code == 422
    assert post("/api/tables", content=b"\xff{}", headers=JSON).status_code == 422
    assert post("/api/tables", data={"code": "players=2"}).status_code == 415
    assert post("/api/rules", content=" " * (MAX_BODY + 1), headers=JSON).status_code == 413
    elsewhere = {"Origin": "http://elsewhere.example"}
    assert post("/api/tables", json={"code": "players=2"}, headers=elsewhere).status_code == 403
    own = {"Origin": f"http://{guest.address}"}
    assert post("/api/tables", json={"code": "players=2"}, headers=own).status_code == 201


JSON = {"Content-Type": "application/json"}


def test_a_foreign_name_for_this_server_is_refused(guest: Guest) -> None:
    for host in ("evil.example", f"evil.example:{guest.address.partition(':')[2]}", "", "a b"):
        assert guest.http.get("/", headers={"Host": host}).status_code in (400, 421)
    assert guest.http.get("/health", headers={"Host": "127.0.0.1"}).status_code == 200


def test_a_table_has_a_page_and_a_place_among_its_guests_tables(
    new_guest: Callable[[], Guest],
) -> None:
    guest, other = new_guest(), new_guest()
    made = guest.http.post("/api/tables", json={"code": "players=2"})
    table = made.json()["id"]
    assert made.json()["url"] == made.headers["location"] == f"/t/{table}"
    with guest.sit(table) as player:
        player.begin()
    assert table in guest.http.get("/").text
    assert table not in other.http.get("/").text
    assert guest.http.get(f"/t/{table}").status_code == 200
    assert other.http.get(f"/t/{table}").status_code == 200


def test_the_cookie_is_out_of_reach_of_scripts_and_kept(guest: Guest) -> None:
    made = guest.http.post("/api/tables", json={"code": "players=2"})
    cookie = made.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie
    token = guest.cookie
    guest.create("players=2")
    assert guest.cookie == token


def test_what_is_not_there_is_said_as_a_page_or_as_json(guest: Guest) -> None:
    for path in ("/t/nosuchtable", "/nothing", "/t/nosuchtable/record", "/static/none.js"):
        answer = guest.http.get(path)
        assert answer.status_code == 404
        assert answer.headers["content-type"].startswith("text/html")
    answer = guest.http.post("/api/nothing", json={})
    assert (answer.status_code, "message" in answer.json()) == (404, True)
    assert guest.http.get("/api/tables").status_code == 405
    assert guest.http.get("/static/..%2fpages.py").status_code == 404
    assert guest.http.get("/rules?code=players%3D9").status_code == 422


def test_every_refusal_has_a_code_that_every_language_words(guest: Guest) -> None:
    table = guest.create("players=2")
    asked = [
        guest.http.post("/api/nothing", json={}),
        guest.http.post("/api/rules", content="{", headers=JSON),
        guest.http.post("/api/rules", data={"players": "2"}),
        guest.http.post("/api/rules", content=" " * (MAX_BODY + 1), headers=JSON),
        guest.http.post("/api/tables", json={"seat": 0}),
        guest.http.post("/api/tables", json={"code": "players=2", "seat": 5}),
        guest.http.post("/api/tables", json={"code": "players=2"}, headers={"Origin": "null"}),
        guest.http.get("/health", headers={"Host": "evil.example"}),
        guest.http.get("/api/tables"),
    ]
    for answer in asked:
        assert answer.status_code >= 400
        assert answer.json().keys() >= {"message", "code", "params"}, answer.text
        for language in LANGUAGES:
            assert f"refusal.{answer.json()['code']}" in catalogue(language)
    guest.http.headers["Accept-Language"] = "ru"
    for path, words in {
        "/nothing": "no_such_page",
        "/static/none.js": "no_such_page",
        "/t/nosuchtable": "no_such_table",
        f"/t/{table}/record": "no_such_deal",
        f"/t/{table}/record?deal=1": "no_such_deal",
        f"/t/{table}/record?deal=x": "no_such_deal",
    }.items():
        assert catalogue("ru")[f"refusal.{words}"] in guest.http.get(path).text, path


def test_a_rules_sheet_is_a_page(guest: Guest) -> None:
    page = guest.http.get("/rules", params={"code": "players=4 transfer=on"})
    assert page.status_code == 200
    assert "players=4 transfer=on" in page.text


def test_every_answer_stays_in_its_box(guest: Guest) -> None:
    for path in ("/", "/health", "/static/icon.svg", "/nothing"):
        headers = guest.http.get(path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'self'" in policy
        assert "frame-ancestors 'none'" in policy
        assert "unsafe" not in policy
        assert headers["x-content-type-options"] == "nosniff"
    assert guest.http.get("/").headers["cache-control"] == "no-store"


def test_a_file_of_the_page_is_asked_for_again_and_not_sent_again(guest: Guest) -> None:
    first = guest.http.get("/static/icon.svg")
    assert first.headers["cache-control"] == "no-cache"
    again = guest.http.get("/static/icon.svg", headers={"If-None-Match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        ({"options": {"rules": "players=3"}, "seat": 3}, "no_seat"),
        ({"options": {"rules": "players=3"}, "name": "a\u202eb"}, "bad_name"),
        ({"options": {"rules": "players=6 deck=24"}}, "hands_exceed_deck"),
        ({"options": {"rules": "players=3"}, "code": "players=3"}, "bad_message"),
        ({}, "bad_message"),
    ],
)
def test_an_impossible_table_is_refused_with_a_code(
    guest: Guest, asked: dict[str, object], code: str
) -> None:
    answer = guest.http.post("/api/tables", json={"name": "Ada", **asked})
    assert (answer.status_code, answer.json()["code"]) == (422, code)


@pytest.mark.parametrize(
    "wrong",
    [
        {"time": "slow"},
        {"aid": "all"},
        {"deals": 0},
        {"deals": 100},
        {"watching": "me"},
        {"chat": "loud"},
        {"bots": "genius"},
        {"public": "yes"},
        {"more": 1},
    ],
)
def test_options_have_their_values_and_no_others(guest: Guest, wrong: dict[str, object]) -> None:
    asked = {"options": {"rules": "players=2", **wrong}, "name": "Ada"}
    assert guest.http.post("/api/tables", json=asked).status_code == 422


def test_whoever_opens_a_tables_page_is_a_guest_and_may_sit(
    new_guest: Callable[[], Guest],
) -> None:
    table = new_guest().gather("players=2")
    guest = new_guest()
    with guest.sit(table) as nobody:
        nobody.send(type="sit", seat=1, name="Ben")
        assert nobody.refused()["code"] == "not_seated"
    with guest.visit(table).sit(table) as player:
        player.send(type="sit", seat=1, name="Ben")
        player.until(lambda me: me.table["you"] == 1)
