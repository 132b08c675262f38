"""The first page: play at once, make a table, join one; on a small phone and by keyboard."""

from __future__ import annotations

import re
import time
from collections.abc import Callable

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from tests.browser.table import At

pytestmark = pytest.mark.browser
Visit = Callable[..., At]
SIZES = [(360, 640), (390, 844), (740, 360), (1440, 900)]
PROMISED = 3.0
"""Seconds from the tap to the first card that can be played."""


def test_one_tap_deals_and_the_first_card_is_playable_within_three_seconds(visit: Visit) -> None:
    visit().deal()  # a server that has just started reads its compiled rules first
    waited: list[float] = []
    while len(waited) < 3 and min(waited, default=PROMISED) >= PROMISED:  # others may be busy here
        at = visit(390, 844, has_touch=True, is_mobile=True)
        begun = time.monotonic()
        at.page.locator("#play").tap()
        at.page.wait_for_url("**/t/*")
        at.wait()
        waited.append(time.monotonic() - begun)
        assert len(at.seen["hand"]) == 6
    assert min(waited) < PROMISED


def test_play_now_is_with_the_last_choices_of_this_device(visit: Visit) -> None:
    at = visit()
    at.choose(preset="Transfer", bots=3)
    at.deal()
    at.page.goto("/")
    expect(at.page.locator("#play")).to_contain_text("Transfer · you and 3 bots")
    at.deal()
    expect(at.page.locator("#seats > li")).to_have_count(3)
    expect(at.page.locator("#heading")).to_contain_text("Transfer")


def test_a_rule_is_told_in_plain_words_that_change_as_one_chooses(visit: Visit) -> None:
    at = visit()
    at.page.locator("#make-link").click()
    at.page.locator(".rules-details > summary").click()
    at.page.locator('[data-group="throwing"] > summary').click()
    field = at.page.get_by_label("Who throws in", exact=True)
    meaning = at.page.locator("#help-throwers")
    field.select_option("principal")
    expect(meaning).to_have_text(  # of two, one attacks anyway
        "Only who leads the bout may add cards. Changes nothing with these rules."
    )
    at.page.locator('input[name="players"][value="4"]').check()
    expect(meaning).to_have_text("Only who leads the bout may add cards.")
    field.select_option("neighbours")
    expect(meaning).to_contain_text("two neighbours")
    expect(at.page.locator(".rules-details > summary")).to_contain_text("1 rule changed")
    at.page.get_by_role("button", name="Undo all changes").click()
    expect(at.page.locator(".rules-details > summary")).not_to_contain_text("changed")


def test_an_impossible_combination_is_explained_and_makes_no_table(visit: Visit) -> None:
    at = visit(faults_expected=True)
    at.page.locator("#make-link").click()
    at.page.get_by_label("Your name", exact=True).fill("Ira")
    at.page.locator('input[name="players"][value="6"]').check()
    at.page.locator(".rules-details > summary").click()
    at.page.locator('[data-group="cards"] > summary').click()
    deck = at.page.get_by_label("Cards in the deck", exact=True)
    deck.select_option("24")
    expect(at.page.locator("#make-refused")).to_contain_text("24")
    expect(deck).to_have_attribute("aria-invalid", "true")
    expect(at.page.locator("#create")).to_have_attribute("aria-disabled", "true")
    at.page.locator("#create").click(force=True)
    assert "/t/" not in at.page.url
    deck.select_option("52")
    expect(at.page.locator("#make-refused")).to_be_empty()


def test_a_table_for_people_wants_a_name(visit: Visit) -> None:
    at = visit()
    at.page.locator("#make-link").click()
    at.page.locator("#create").click()
    expect(at.page.locator("#name-refused")).not_to_be_empty()
    expect(at.page.get_by_label("Your name", exact=True)).to_be_focused()


def test_a_code_that_no_table_has_is_refused_in_words(visit: Visit) -> None:
    at = visit(faults_expected=True)
    at.page.get_by_label("Code or link to a table").fill("zzz zzz")
    at.page.get_by_role("button", name="Join", exact=True).click()
    expect(at.page.locator("#join-refused")).not_to_be_empty()
    expect(at.page.get_by_label("Code or link to a table")).to_be_focused()


def test_a_public_table_stands_on_the_first_page_until_it_is_full(visit: Visit) -> None:
    other = visit()
    host = visit()
    host.make_table(name="Ira of the list", preset="Transfer", seats=2, public=True)
    other.page.get_by_role("button", name="Refresh").click()
    row = other.page.locator(".open-table", has_text="Ira of the list")
    expect(row).to_contain_text("Transfer")
    expect(row).to_contain_text("1 of 2 seats taken")
    row.get_by_role("link", name="Sit down").click()
    other.in_lobby()
    other.sit_down("Boris")
    expect(host.page.locator("#live")).to_contain_text("Boris sits down")


def test_a_private_table_is_in_no_list_but_in_the_makers_own(visit: Visit) -> None:
    host, other = visit(), visit()
    host.make_table(name="Secret Ira", seats=3)
    other.page.reload()
    expect(other.page.locator("#open-tables")).not_to_contain_text("Secret Ira")
    host.page.goto("/")
    expect(host.page.locator(".resume-link")).to_have_count(1)
    host.page.locator(".resume-link").click()
    host.in_lobby()


def test_back_leads_from_the_choices_to_the_beginning(visit: Visit) -> None:
    at = visit(360, 640)
    at.page.locator("#make-link").click()
    expect(at.page.locator("#make-heading")).to_be_focused()
    at.page.go_back()
    expect(at.page.locator("#play")).to_be_visible()
    at.page.locator("#change").click()
    at.page.get_by_role("link", name="Back").click()
    expect(at.page.locator("#play")).to_be_visible()


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_everything_can_be_touched_and_nothing_scrolls_sideways(
    visit: Visit, width: int, height: int
) -> None:
    at = visit(width, height)
    assert at.touch_faults() == []
    at.page.locator("#make-link").click()
    for summary in (".rules-details > summary", '[data-group="transfer"] > summary'):
        at.page.locator(summary).click()
    at.page.locator("#table-details > summary").click()
    at.page.wait_for_function("() => document.querySelector('#sheet dt') !== null")
    assert at.touch_faults() == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(visit: Visit, scheme: str) -> None:
    at = visit(390, 844, color_scheme=scheme)
    axe = Axe()
    assert not axe.run(at.page).response["violations"]
    at.page.locator("#make-link").click()
    at.page.locator(".rules-details > summary").click()
    at.page.locator('[data-group="throwing"] > summary').click()
    at.page.locator("#table-details > summary").click()
    at.page.get_by_label("Who throws in", exact=True).select_option("principal")
    expect(at.page.locator(".rules-details > summary")).to_contain_text(re.compile("1 rule"))
    assert not axe.run(at.page).response["violations"]
