"""The lessons in a browser: by touch, by keyboard, to the table at the end, and without scripts."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from tests.browser.table import At
from tests.server.conftest import Served

pytestmark = pytest.mark.browser
Visit = Callable[..., At]


@pytest.fixture
def without_scripts(browser: Browser, served: Served) -> Iterator[Page]:
    context = browser.new_context(
        java_script_enabled=False, base_url=f"http://{served.address}", locale="en-GB"
    )
    yield context.new_page()
    context.close()


def lesson_of(at: At, name: str) -> Page:
    at.page.goto(f"/guide/lessons/{name}")
    at.page.locator("#lesson-board .hand .card").first.wait_for()
    return at.page


def tap(page: Page, card: str) -> None:
    """Touch the part of a card that its right neighbour does not lie over."""
    page.locator(f'#lesson-board .hand .card[data-card="{card}"]').tap(position={"x": 12, "y": 40})


def count(page: Page) -> str:
    return page.locator("#lesson-count").inner_text()


def go_on(page: Page) -> None:
    way = page.get_by_role("button", name="Go on", exact=True)
    expect(way).to_be_focused()
    way.tap()


def test_a_lesson_is_learned_by_touch(visit: Visit) -> None:
    page = lesson_of(visit(360, 640, has_touch=True, is_mobile=True), "beat")
    assert count(page) == "Step 1 of 4"
    refusal = page.locator("#lesson-board .refusal")
    tap(page, "Qc")
    expect(refusal).to_contain_text("does not beat")
    expect(refusal).to_contain_text("Allowed now")
    page.get_by_role("button", name="Take", exact=True).tap()
    said = page.locator("#lesson-words")
    expect(said).to_contain_text("You may take at any time")
    page.get_by_role("button", name="Try again", exact=True).tap()
    expect(said).to_be_empty()
    tap(page, "9d")
    expect(page.locator("#lesson-told")).to_contain_text("Beaten off")
    expect(said).to_contain_text("A higher card of the same suit beats")
    go_on(page)
    assert count(page) == "Step 2 of 4"
    tap(page, "9h")
    expect(said).to_contain_text("Spend the smallest trump")
    page.get_by_role("button", name="Try again", exact=True).tap()
    tap(page, "6h")
    go_on(page)
    tap(page, "As")
    expect(said).to_contain_text("only trumps beat trumps")
    expect(page.locator('#lesson-board .card[data-card="As"]')).to_have_class("card is-wrong")
    tap(page, "Jh")
    go_on(page)
    page.get_by_role("button", name="Take", exact=True).tap()
    expect(page.locator("#lesson-count")).to_have_text("The lesson is done")
    page.get_by_role("link", name="Next lesson: Lead").tap()
    page.wait_for_url("**/guide/lessons/lead")
    page.goto("/guide/lessons")
    done = page.locator('a[data-lesson="beat"]')
    expect(done).to_contain_text("Done")
    expect(page.locator('a[data-lesson="lead"]')).to_contain_text("Begin here")


def test_a_lesson_is_learned_by_keyboard(visit: Visit) -> None:
    page = lesson_of(visit(), "throw-in")
    board = page.locator("#lesson-board")
    board.locator('.card[tabindex="0"]').focus()
    for _ in range(5):
        if page.evaluate("() => document.activeElement.dataset.card") == "Js":
            break
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    said = page.locator("#lesson-words")
    expect(said).to_contain_text("Covers count too")
    way = page.get_by_role("button", name="Go on", exact=True)
    expect(way).to_be_focused()
    expect(way).to_have_accessible_description(said.inner_text())
    page.keyboard.press("Enter")
    assert count(page) == "Step 2 of 3"
    expect(page.locator("#lesson-task")).to_be_focused()
    page.keyboard.press("Tab")
    assert page.evaluate("() => document.activeElement.closest('#lesson-board') !== null")
    page.keyboard.press("d")
    expect(said).to_contain_text("keep it")
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.press("d")
    expect(said).to_contain_text("9♦")
    again = page.get_by_role("button", name="Try again", exact=True)
    expect(again).to_be_focused()
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Show me").press("Enter")
    expect(board.locator('.hand .card[data-card="9d"]')).to_have_class("card is-right")


def test_a_lesson_goes_on_where_it_was_left(visit: Visit) -> None:
    at = visit(has_touch=True)
    page = lesson_of(at, "take")
    page.get_by_role("button", name="Take", exact=True).tap()
    go_on(page)
    assert count(page) == "Step 2 of 3"
    page.goto("/guide/lessons")
    expect(page.locator('a[data-lesson="take"]')).to_contain_text("Step 2 of 3")
    page = lesson_of(at, "take")
    assert count(page) == "Step 2 of 3"
    page.get_by_role("button", name="From the start", exact=True).tap()
    assert count(page) == "Step 1 of 3"


def test_a_wrong_answer_is_played_out_to_its_end(visit: Visit) -> None:
    page = lesson_of(visit(has_touch=True), "endgame")
    tap(page, "7d")
    expect(page.locator("#lesson-told")).to_contain_text("Nobody is the durak", timeout=15_000)
    expect(page.locator("#lesson-words")).to_contain_text("a draw")
    page.get_by_role("button", name="Try again", exact=True).tap()
    tap(page, "Ks")
    expect(page.locator("#lesson-told")).to_contain_text("Anya is the durak", timeout=15_000)
    go_on(page)


def test_the_last_lesson_leads_to_a_table_with_a_bot(visit: Visit) -> None:
    at = visit(390, 844, has_touch=True, is_mobile=True)
    page = lesson_of(at, "table")
    for card in ("7c", "Ts", None, "9d"):
        if card is None:
            page.get_by_role("button", name="Done", exact=True).tap()
        else:
            tap(page, card)
            choice = page.locator("#lesson-board .actions .primary")
            if page.locator("#lesson-board .hand .chosen").count():
                choice.first.tap()
        if card != "9d":
            go_on(page)
    page.get_by_role("button", name="Sit down with a bot").tap()
    page.wait_for_url("**/t/*")
    at.wait()
    assert len(at.seen["hand"]) == 6


def test_without_scripts_a_lesson_is_text(without_scripts: Page) -> None:
    page = without_scripts
    page.goto("/guide/lessons")
    page.get_by_role("link", name="Cover well").click()
    expect(page.locator("#lesson-board")).to_be_hidden()
    first = page.locator('[data-step="0"]')
    expect(first).to_contain_text("Cover both.")
    expect(first).to_contain_text("Your hand")
    answer = first.get_by_text("The small card for the small attack")
    expect(answer).to_be_hidden()
    first.locator("summary").click()
    expect(answer).to_be_visible()
    expect(first).to_contain_text("K♣︎ on 7♣︎")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("language", ["en", "ru"])
def test_axe_finds_nothing(visit: Visit, scheme: str, language: str) -> None:
    at = visit(390, 844, color_scheme=scheme, has_touch=True, locale=language)
    axe = Axe()
    at.page.goto("/guide/lessons")
    assert not axe.run(at.page).response["violations"]
    page = lesson_of(at, "cover")
    assert not axe.run(page).response["violations"]
    page.locator("#lesson-board .actions button").last.tap()
    page.locator("#lesson-ways .primary").wait_for()
    assert not axe.run(page).response["violations"]


@pytest.mark.parametrize(("width", "height"), [(360, 640), (740, 360), (1440, 900)])
@pytest.mark.parametrize("lesson", ["count", "transfer"])
def test_everything_can_be_touched_and_nothing_scrolls_sideways(
    visit: Visit, lesson: str, width: int, height: int
) -> None:
    at = visit(width, height, locale="ru-RU")
    lesson_of(at, lesson)
    assert at.touch_faults("main") == []
    at.page.goto("/guide/lessons")
    assert at.touch_faults("main") == []


def test_at_twice_the_size_a_lesson_still_fits(visit: Visit) -> None:
    at = visit(640, 400)  # what a desktop of 1280 by 800 has left at a zoom of 200 %
    page = lesson_of(at, "cover")
    assert at.touch_faults("main") == []
    page.evaluate("() => { document.documentElement.style.fontSize = '200%'; }")
    fits = "each => each.scrollWidth <= each.clientWidth"
    assert page.locator("main").evaluate(fits)
