"""The guide in a browser: positions that answer taps and keys, and pages that anybody can read."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Locator, Page, Request, expect

from durak.guide.examples import shown
from durak.guide.reading import LANGUAGES
from durak.guide.rulings import rulings
from durak.guide.topics import TOPICS, topic
from durak.web import Pages
from tests.browser.table import At
from tests.server.conftest import Served

pytestmark = pytest.mark.browser
Visit = Callable[..., At]
CLIPPED = (Path(__file__).parent / "clipped.js").read_text(encoding="utf-8")
EVERY = ("/guide", "/guide/rulings", *(f"/guide/{slug}" for slug in TOPICS))
HEAVIEST = 200_000
"""Bytes that a page may send, with its scripts and styles."""


def example(page: Page, name: str) -> Locator:
    figure = page.locator(f"#example-{name}")
    figure.scroll_into_view_if_needed()
    return figure


def card(figure: Locator, name: str) -> Locator:
    return figure.locator(f'.hand [data-card="{name}"]')


def defence(language: str = "en") -> tuple[str, str, str, str]:
    """An example of the rules in which one card covers alone and another does not cover.

    Its id, the card that fits, the card that does not, and the action that goes on if any.
    """
    for name in topic("rules", language).examples:
        found = shown(name)
        open_attacks = [pair for pair in found.view.table if pair.cover is None]
        if found.view.phase != "answer" or len(open_attacks) != 1 or not found.refusals:
            continue
        for each in found.view.hand:
            goes_with = [token for token in found.view.legal if each in token]
            goes_on = bool(found.steps) and found.steps[0].do == f"{found.seat}:{goes_with[0:1]}"
            if len(goes_with) == 1 and not goes_on:
                first = found.steps[0].do if found.steps else ""
                if first != f"{found.seat}:{goes_with[0]}":
                    return name, each, next(iter(found.refusals)), goes_with[0]
    raise AssertionError("no example to try a defence on")


def test_a_card_that_fits_is_told_to_and_one_that_does_not_is_told_why(visit: Visit) -> None:
    page = visit(390, 844, has_touch=True).page
    page.goto("/guide/rules")
    name, good, bad, _ = defence()
    figure = example(page, name)
    card(figure, bad).tap()
    expect(figure.locator(".refusal")).to_contain_text("does not beat")
    expect(figure.get_by_role("status")).to_contain_text("does not beat")
    expect(card(figure, bad)).to_have_class(re.compile("is-wrong"))
    card(figure, good).tap()
    expect(figure.locator(".refusal")).to_be_empty()
    expect(figure.locator(".example-told")).to_have_text("Yes, that may be played.")
    expect(card(figure, good)).to_have_class(re.compile("is-right"))
    expect(card(figure, bad)).not_to_have_class(re.compile("is-wrong"))


def test_an_example_is_tried_with_the_keyboard_alone(visit: Visit) -> None:
    page = visit().page
    page.goto("/guide/rules")
    name, _, bad, _ = defence()
    figure = example(page, name)
    figure.locator('.hand .card[tabindex="0"]').focus()
    page.keyboard.press("Home")
    for _ in range(len(shown(name).view.hand)):
        if page.evaluate("document.activeElement.dataset.card") == bad:
            break
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(figure.locator(".refusal")).to_contain_text("does not beat")
    assert page.evaluate("document.activeElement.dataset.card") == bad  # the focus stays
    page.keyboard.press("t")
    expect(figure.locator(".refusal")).to_be_empty()


def test_an_example_goes_on_step_by_step_and_back(visit: Visit) -> None:
    page = visit().page
    page.goto("/guide/strategy")
    name = next(each for each in topic("strategy", "en").examples if len(shown(each).steps) > 1)
    found, figure = shown(name), example(page, name)
    go_on = figure.get_by_role("button", name="Go on")
    for number, step in enumerate(found.steps, 1):
        go_on.click()
        expect(figure.locator(".example-count")).to_have_text(
            f"Step {number} of {len(found.steps)}"
        )
        expect(figure.locator(".hand .card")).to_have_count(len(step.view.hand))
        expect(figure.locator(".example-told")).not_to_be_empty()
    expect(go_on).to_have_attribute("aria-disabled", "true")
    figure.get_by_role("button", name="From the start").click()
    expect(figure.locator(".hand .card")).to_have_count(len(found.view.hand))
    expect(figure.locator(".example-count")).to_be_empty()


def test_the_action_that_comes_next_is_played(visit: Visit) -> None:
    page = visit().page
    page.goto("/guide/strategy")
    for name in topic("strategy", "en").examples:
        found = shown(name)
        tokens = {token: found.steps[0].do == f"{found.seat}:{token}" for token in found.view.legal}
        single = [token for token, is_next in tokens.items() if is_next and len(token) == 2]
        if single and sum(single[0] in token for token in found.view.legal) == 1:
            figure = example(page, name)
            card(figure, single[0]).click()
            expect(figure.locator(".example-count")).to_contain_text("Step 1")
            expect(card(figure, single[0])).to_have_count(0)
            return
    raise AssertionError("no example to lead in")


def test_without_scripts_an_example_is_text_with_its_answer(visit: Visit) -> None:
    page = visit(java_script_enabled=False).page
    page.goto("/guide/rules")
    name, _, _, _ = defence()
    figure = example(page, name)
    expect(figure).to_contain_text("Your hand:")
    figure.locator("summary").first.click()
    expect(figure).to_contain_text("Allowed now:")
    expect(figure).to_contain_text("does not beat")
    assert page.locator(".board").count() == 0


# ---- rulings ------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_rulings_are_found_while_one_types(visit: Visit, language: str) -> None:
    page = visit().page
    page.goto(f"/guide/rulings?lang={language}")
    every = len(rulings(language))
    shown_now = page.locator(".ruling:visible")
    expect(shown_now).to_have_count(every)
    page.locator("#q").press_sequentially({"en": "last card", "ru": "последн"}[language])
    page.wait_for_function(
        "every => document.querySelectorAll('.ruling:not([hidden])').length < every", arg=every
    )
    here = page.evaluate(
        "[...document.querySelectorAll('.ruling:not([hidden])')].map(each => each.id)"
    )
    assert here
    page.keyboard.press("Enter")
    assert "q=" in page.url
    expect(page.locator("#found")).to_contain_text(str(len(here)))
    page.reload()  # the server finds the same
    assert here == page.evaluate(
        "[...document.querySelectorAll('.ruling:not([hidden])')].map(each => each.id)"
    )


def test_a_rulings_position_opens_where_it_is_asked_for(visit: Visit) -> None:
    page = visit(390, 844).page
    ruling = next(each for each in rulings("en") if each.example is not None)
    page.goto(f"/guide/rulings#{ruling.id}")
    place = page.locator(f"#{ruling.id}")
    place.get_by_role("link", name="See the position").click()
    expect(place.locator(".board .hand .card").first).to_be_visible()
    assert "rulings" in page.url
    expect(place.get_by_role("link", name="See the position")).to_have_count(0)


def test_a_rulings_position_has_a_page_of_its_own(visit: Visit) -> None:
    page = visit(java_script_enabled=False).page
    ruling = next(each for each in rulings("en") if each.example is not None)
    page.goto(f"/guide/rulings#{ruling.id}")
    page.locator(f"#{ruling.id}").get_by_role("link", name="See the position").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(re.sub(r"[*`]", "", ruling.question))
    expect(page.locator("figure.example")).to_be_visible()


def test_a_clause_leads_to_its_ruling_even_while_something_is_searched(visit: Visit) -> None:
    page = visit().page
    page.goto("/guide/rulings?q=zzzz")
    expect(page.locator(".ruling:visible")).to_have_count(0)
    last = rulings("en")[-1].id
    page.evaluate("id => { location.hash = id }", last)
    expect(page.locator(f"#{last}")).to_be_in_viewport()


# ---- for everybody ------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_and_nothing_is_wider_than_a_small_phone(
    visit: Visit, language: str, scheme: str
) -> None:
    page = visit(360, 640, color_scheme=scheme).page
    for path in EVERY:
        page.goto(f"{path}?lang={language}")
        found = Axe().run(page).response["violations"]
        assert not found, (path, [(each["id"], each["nodes"][0]["html"]) for each in found])
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("width", "height"), [(360, 640), (640, 450), (1280, 900)])
def test_no_words_are_cut_or_lie_over_others(
    visit: Visit, language: str, width: int, height: int
) -> None:
    """640 wide is what a desktop of 1280 has left at a zoom of 200 %."""
    page = visit(width, height, device_scale_factor=1280 / width).page
    for path in ("/guide", "/guide/quick", "/guide/first-deal", "/guide/words", "/guide/hosting"):
        page.goto(f"{path}?lang={language}")
        page.wait_for_load_state("networkidle")
        assert page.evaluate(CLIPPED) == [], path
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path


def test_what_one_touches_is_large_enough(visit: Visit) -> None:
    page = visit(360, 640, has_touch=True, is_mobile=True).page
    page.goto("/guide/quick")
    small = page.evaluate(
        """() => [...document.querySelectorAll('.board button:not([aria-disabled]), .board .button,'
          + ' .example-steps .button, .trail a, .beside a, .sections a')]
          .map((each) => [each.textContent, each.getBoundingClientRect()])
          .filter(([, box]) => box.height < 44 || box.width < 44)
          .map(([text]) => text)"""
    )
    assert small == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_is_light(browser: Browser, served: Served, language: str) -> None:
    for path in EVERY:
        with browser.new_context(base_url=f"http://{served.address}") as fresh:
            page = fresh.new_page()
            requests: list[Request] = []

            def met(request: Request, requests: list[Request] = requests) -> None:
                requests.append(request)

            page.on("requestfinished", met)
            page.goto(f"{path}?lang={language}", wait_until="networkidle")
            sizes = [request.sizes() for request in requests]
            sent = sum(each["responseBodySize"] + each["responseHeadersSize"] for each in sizes)
            assert len(sizes) > 3
            assert sent < HEAVIEST, (path, sent)


def test_the_guide_is_found_from_the_first_page(visit: Visit) -> None:
    page = visit(360, 640).page
    page.get_by_role("link", name="How to play").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(Pages("en").phrase("guide.heading"))
    page.get_by_role("link", name=topic("quick", "en").title).click()
    expect(page.locator(".board").first).to_be_visible()
