"""The guide's tools over HTTP: every answer has an address, and a wrong question a clear no."""

from __future__ import annotations

import pytest

from durak.ruleset import Ruleset
from tests.server.client import Guest


def test_the_form_of_the_sheet_leads_to_an_address_to_share(guest: Guest) -> None:
    answer = guest.http.get("/rules", params={"players": "4", "transfer": "on", "deck": "36"})
    assert answer.status_code == 303
    assert answer.headers["location"] == "/rules?code=players%3D4%20transfer%3Don"
    page = guest.http.get(answer.headers["location"])
    assert "players=4 transfer=on" in page.text


def test_rules_that_do_not_go_together_are_explained_and_the_form_is_kept(guest: Guest) -> None:
    page = guest.http.get("/rules", params={"players": "6", "deck": "24", "throwers": "all"})
    assert page.status_code == 422
    assert "36" in page.text
    assert '<option value="24" selected>' in page.text


def test_the_sheets_of_two_tables_are_compared(guest: Guest) -> None:
    page = guest.http.get("/guide/compare", params={"a": "podkidnoy", "b": "perevodnoy"})
    assert page.status_code == 200
    assert "<mark>There are no transfers.</mark>" in page.text
    same = guest.http.get("/guide/compare", params={"a": "podkidnoy", "b": "podkidnoy"})
    assert "<mark>" not in same.text
    assert guest.http.get("/guide/compare", params={"a": "nonsense"}).status_code == 422


def test_six_answers_find_a_house(guest: Guest) -> None:
    assert 'id="found"' not in guest.http.get("/guide/house").text
    page = guest.http.get("/guide/house", params={"seats": "4", "transfer": "several"})
    assert "players=4 transfer=on" in page.text
    for wrong in ({"deck": "40"}, {"colour": "red"}, {"seats": "6", "deck": "24"}):
        answer = guest.http.get("/guide/house", params=wrong)
        assert answer.status_code == 422
        assert 'role="alert"' in answer.text


def test_the_rules_answer_and_say_their_clause(guest: Guest) -> None:
    page = guest.http.get("/guide/ask", params={"trump": "h", "attack": "6d", "card": "8d"})
    assert page.text.count('class="answer is-legal"') == 1
    assert page.text.count('class="answer is-not"') == 2
    assert "R2.4" in page.text
    parts = {"attack_rank": "7", "attack_suit": "c", "card_rank": "T", "card_suit": "c"}
    assert "10♣ beats 7♣." in guest.http.get("/guide/ask", params=parts).text
    for wrong in ({"card": "6d", "attack": "6d"}, {"card": "2c"}, {"trump": "z"}, {"card": "??"}):
        assert guest.http.get("/guide/ask", params=wrong).status_code == 422


@pytest.mark.parametrize("deck", ["24", "32", "36", "52"])
def test_the_first_question_is_one_that_the_deck_has(guest: Guest, deck: str) -> None:
    page = guest.http.get("/guide/ask", params={"rules": f"players=2 deck={deck}"})
    assert page.status_code == 200


def test_the_companion_gets_everything_it_needs_at_once(guest: Guest) -> None:
    rules = Ruleset.preset("classic-teams", 4)
    found = guest.http.get("/api/companion", params={"rules": rules.code}).json()
    assert (found["code"], found["players"], found["teams"]) == (rules.code, 4, "two")
    assert set(found["sheets"]) == {"en", "ru"}
    assert found["next"]["after"][0]["1,3"]["losers"] == [1, 3]
    refused = guest.http.get("/api/companion", params={"rules": "players=9"})
    assert refused.status_code == 422


def test_the_companions_worker_keeps_what_there_is_and_can_be_renewed(guest: Guest) -> None:
    worker = guest.http.get("/companion-worker.js")
    assert worker.headers["content-type"].startswith("text/javascript")
    assert worker.headers["cache-control"] == "no-cache"
    kept = [line for line in worker.text.split('"') if line.startswith(("/static", "/api"))]
    assert len(kept) > 15
    for address in kept:
        assert guest.http.get(address).status_code == 200, address
    manifest = guest.http.get("/companion.webmanifest").json()
    assert manifest["start_url"] == "/companion"
    assert guest.http.get(manifest["icons"][0]["src"]).status_code == 200
