"""Practice and the levels of bots in Chromium: phone, desk, keyboard, both languages, axe."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from tests.browser.table import At

pytestmark = pytest.mark.browser
Visit = Callable[..., At]
SIZES = [(360, 640), (740, 360), (1440, 900)]
_CLIPPED = (Path(__file__).parent / "clipped.js").read_text(encoding="utf-8")


def _practise(at: At) -> None:
    at.page.locator("#practice").check()
    at.page.locator("#play").click()
    at.page.wait_for_url("**/t/*")
    at.wait()


def _until_a_bout_is_over(at: At, *, tap: bool = False) -> None:
    for _ in range(60):
        if at.page.locator("#bout-news").is_visible():
            return
        at.answer_by_clicking(tap=tap)
    raise AssertionError("no bout comes to its end")


def test_a_level_is_chosen_on_the_first_page_and_remembered(visit: Visit) -> None:
    at = visit(360, 640)
    group = at.page.get_by_role("group", name="Level of the bots", exact=True)
    expect(group.get_by_role("radio", name="club", exact=True)).to_be_checked()
    group.get_by_role("radio", name="novice", exact=True).check()
    expect(at.page.locator("#level-text")).to_contain_text("Plays sensibly")
    at.page.reload()
    expect(group.get_by_role("radio", name="novice", exact=True)).to_be_checked()
    at.deal()
    expect(at.page.locator("#seats .seat-level")).to_have_text("novice")


def test_the_host_chooses_a_level_for_each_bot(visit: Visit) -> None:
    host, guest = visit(360, 640), visit()
    host.make_table(name="Ira", seats=3)
    guest.page.goto(host.page.url)
    guest.in_lobby()
    for seat in (2, 3):
        host.seat(seat).get_by_role("button", name="Put a bot here").click()
    level = host.seat(3).get_by_role("combobox", name=re.compile("^Level of .+, seat 3$"))
    level.focus()
    level.select_option("novice")
    expect(guest.seat(3)).to_contain_text("bot · novice")
    expect(guest.seat(2)).to_contain_text("bot · club")
    expect(level).to_be_focused()
    expect(guest.page.locator(".lobby-manners li")).to_have_count(2)
    assert guest.page.get_by_role("combobox").count() == 0
    assert host.touch_faults("#lobby") == []
    assert not Axe().run(host.page).response["violations"]


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_a_hint_is_told_shown_and_fits_on_the_screen(visit: Visit, width: int, height: int) -> None:
    at = visit(width, height)
    _practise(at)
    expect(at.page.locator("#heading")).to_contain_text("Practice")
    at.page.get_by_role("button", name="Hint", exact=True).click()
    words = at.page.locator("#hint-words")
    expect(words).to_have_text(re.compile(r"^Hint: .+ — \d+ %, .+\.$"))
    expect(at.page.locator("#live")).to_contain_text("Hint: ")
    assert at.layout_faults() == []
    at.answer_by_clicking()
    expect(words).to_be_hidden()  # it was for that question
    expect(at.page.locator(".advised")).to_have_count(0)


def test_a_hint_is_asked_by_its_key(visit: Visit) -> None:
    at = visit()
    _practise(at)
    at.page.keyboard.press("h")
    expect(at.page.locator("#hint-words")).to_contain_text("%")


def test_after_a_bout_the_choices_are_shown_with_what_they_were_worth(visit: Visit) -> None:
    at = visit(390, 844, has_touch=True, is_mobile=True)
    _practise(at)
    _until_a_bout_is_over(at, tap=True)
    at.page.locator("#open-bout").tap()
    expect(at.page.locator("#bout-news")).to_be_hidden()
    section = at.page.get_by_role("region", name="What your choices were worth")
    expect(section).to_contain_text(re.compile(r"\d+ %|Nothing was yours to choose"))
    expect(at.page.locator("#worth-said")).not_to_have_text("Looking…")
    assert not Axe().run(at.page).response["violations"]


def test_the_review_opens_by_keyboard_and_closes_again(visit: Visit) -> None:
    at = visit()
    _practise(at)
    _until_a_bout_is_over(at)
    at.page.locator("#open-bout").focus()
    at.page.keyboard.press("Enter")
    expect(at.page.locator("#bout-worth")).to_be_visible()
    at.page.keyboard.press("Escape")
    expect(at.page.locator("#open-bout")).to_be_focused()


def test_other_tables_have_no_hints(visit: Visit) -> None:
    at = visit()
    at.deal()
    expect(at.page.locator("#hint")).to_be_hidden()
    at.page.keyboard.press("h")
    expect(at.page.locator("#hint-words")).to_be_hidden()
    at.page.locator("#open-bout").click()
    expect(at.page.locator("#bout-worth")).to_be_hidden()


def test_nobody_is_offered_a_seat_where_somebody_practises(visit: Visit) -> None:
    host, other = visit(), visit()
    _practise(host)
    other.page.goto(host.page.url)
    expect(other.page.locator("#late")).to_contain_text("All seats are taken")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(visit: Visit, scheme: str) -> None:
    at = visit(390, 844, color_scheme=scheme)
    _practise(at)
    at.page.get_by_role("button", name="Hint", exact=True).click()
    expect(at.page.locator("#hint-words")).to_contain_text("%")
    assert not Axe().run(at.page).response["violations"]


def test_practice_is_told_in_russian_and_nothing_is_cut_off(visit: Visit) -> None:
    at = visit(360, 640, locale="ru-RU", has_touch=True, is_mobile=True)
    expect(at.page.locator("#level")).to_contain_text("клубный")
    assert at.page.evaluate(_CLIPPED) == []
    _practise(at)
    at.page.get_by_role("button", name="Подсказка", exact=True).tap()
    expect(at.page.locator("#hint-words")).to_have_text(
        re.compile(r"^Подсказка: .+ — \d+ %, .+\.$")
    )
    expect(at.page.locator("#heading")).to_contain_text("Тренировка")
    assert at.page.evaluate(_CLIPPED) == []
    _until_a_bout_is_over(at, tap=True)
    at.page.locator("#open-bout").tap()
    expect(at.page.locator("#bout-worth")).to_contain_text("Чего стоили ваши решения")
    words = at.page.locator("#bout-worth").inner_text()
    assert not re.search(r"[a-z]{2,}", words)
