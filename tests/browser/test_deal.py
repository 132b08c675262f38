"""Whole deals in Chromium, by mouse, touch and keyboard; reload, refusal, sizes, axe."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import WebSocketRoute, expect

from tests.browser.table import At

pytestmark = pytest.mark.browser
Visit = Callable[..., At]
SIZES = [(360, 640), (390, 844), (740, 360), (1440, 900)]


def _play_out(at: At, *, tap: bool = False) -> None:
    for _ in range(400):
        if at.is_over:
            return
        at.answer_by_clicking(tap=tap)
    raise AssertionError("the deal does not end")


def test_a_whole_deal_is_played_by_clicking_and_the_next_one_begins(visit: Visit) -> None:
    at = visit()
    at.choose(preset="Host's short game")
    at.deal()
    _play_out(at)
    heading = at.page.locator("#over-heading")
    expect(heading).to_have_text(re.compile("durak", re.IGNORECASE))
    expect(at.page.locator("#over-tally li")).to_have_count(2)
    at.page.get_by_role("button", name="Deal again").click()
    expect(at.page.locator("#heading")).to_contain_text("Deal 2")
    at.wait()
    assert len(at.seen["hand"]) >= 5


def test_a_whole_deal_is_played_by_touch_on_a_phone(visit: Visit) -> None:
    at = visit(390, 844, has_touch=True, is_mobile=True)
    at.choose(preset="Host's short game")
    at.deal()
    _play_out(at, tap=True)
    expect(at.page.locator("#over-heading")).to_be_visible()


def test_a_whole_deal_is_played_by_keyboard_alone(visit: Visit) -> None:
    at = visit()
    _press_until(at, "Tab", "document.activeElement.id === 'play'")
    at.page.keyboard.press("Enter")
    at.page.wait_for_url("**/t/*")
    at.wait()
    for _ in range(400):
        if at.is_over:
            break
        _answer_by_keyboard(at)
    assert at.is_over
    _press_until(at, "Tab", "document.activeElement.id === 'next-deal'")
    at.page.keyboard.press("Enter")
    expect(at.page.locator("#heading")).to_contain_text("Deal 2")


def _press_until(at: At, key: str, condition: str, most: int = 80) -> None:
    for _ in range(most):
        if at.page.evaluate(f"() => Boolean({condition})"):
            return
        at.page.keyboard.press(key)
    raise AssertionError(f"{key} does not lead to {condition}")


def _answer_by_keyboard(at: At) -> None:
    keys = at.page.keyboard
    before = at.heard
    if at.fitting.count() == 0:
        take = at.actions.get_by_role("button", name="Take", exact=True).count() > 0
        keys.press("t" if take else "d")
    else:
        _press_until(at, "Tab", "document.activeElement.closest('#hand') !== null")
        keys.press("Home")
        _press_until(at, "ArrowRight", "document.activeElement.classList.contains('fits')")
        keys.press("Enter")
        if at.page.locator("#hand .card.chosen").count() > 0 and at.heard == before:
            _press_until(at, "Tab", "document.activeElement.closest('#actions') !== null")
            keys.press("Enter")
    at.hear_more_than(before)


def test_a_reload_in_mid_bout_loses_nothing(visit: Visit) -> None:
    at = visit()
    at.choose(bots=3)
    at.deal()
    at.answer_by_clicking()
    before = at.seen
    at.page.reload()
    at.wait()
    assert at.seen == before


def test_a_second_tab_shows_the_same_table(visit: Visit) -> None:
    at = visit()
    at.deal()
    other = At(at.page.context.new_page())
    other.page.goto(at.page.url)
    other.wait()
    assert other.seen == at.seen


def test_a_card_that_does_not_fit_is_refused_in_words_and_stays_in_the_hand(visit: Visit) -> None:
    at = visit()
    at.choose(preset="Host's short game")
    at.deal()
    for _ in range(60):
        assert not at.is_over
        lazy = at.page.locator("#hand .card:not(.fits)")
        if lazy.count() > 0:
            break
        at.answer_by_clicking()
    before = at.seen["hand"]
    lazy.first.click(position={"x": 12, "y": 12})
    expect(at.page.locator("#refusal")).not_to_be_empty()
    expect(at.page.locator("#refusal")).to_contain_text("Allowed now")
    assert at.seen["hand"] == before


@pytest.mark.parametrize(("width", "height"), SIZES)
@pytest.mark.parametrize("bots", [1, 3, 5])
def test_nothing_overlaps_scrolls_or_is_too_small_at(
    visit: Visit, width: int, height: int, bots: int
) -> None:
    at = visit(width, height)
    at.choose(preset="Transfer", bots=bots, name="Maximiliana Longname Xyz")
    at.deal()
    faults: list[str] = []
    for _ in range(12):
        faults += at.layout_faults()
        if at.is_over or faults:
            break
        at.answer_by_clicking()
    assert not faults


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(visit: Visit, scheme: str) -> None:
    at = visit(390, 844, color_scheme=scheme)
    axe = Axe()
    assert not axe.run(at.page).response["violations"]
    at.choose(preset="Transfer", bots=3)
    at.deal()
    assert not axe.run(at.page).response["violations"]
    at.answer_by_clicking()
    assert not axe.run(at.page).response["violations"]
    at.page.goto("/rules?code=perevodnoy")
    assert not axe.run(at.page).response["violations"]


def test_the_connection_comes_back_by_itself(visit: Visit) -> None:
    at = visit()
    at.deal()
    before = at.seen
    at.page.context.set_offline(True)
    at.page.evaluate("() => window.dispatchEvent(new Event('offline'))")
    at.page.context.set_offline(False)
    at.wait()
    assert at.seen == before


class _Line:
    """What lies between a page and the server; it can be cut without either being told."""

    def __init__(self, at: At) -> None:
        self.connections = 0
        self.is_cut = False
        at.page.route_web_socket(re.compile("/ws$"), self._connect)

    def _connect(self, page: WebSocketRoute) -> None:
        self.connections += 1
        server = page.connect_to_server()

        def from_page(text: str | bytes) -> None:
            if not self.is_cut:
                server.send(text)

        def from_server(text: str | bytes) -> None:
            if not self.is_cut:
                page.send(text)

        page.on_message(from_page)
        server.on_message(from_server)


def test_a_connection_that_died_in_silence_is_noticed_and_made_anew(visit: Visit) -> None:
    at = visit()
    at.deal()
    before, address = at.seen, at.page.url
    line = _Line(at)
    at.page.clock.install()
    at.reopen(address)
    words = at.page.locator("#refusal")
    for asked in range(3):  # with somebody at the other end it stays as it is
        at.page.clock.run_for(21_000)
        at.page.wait_for_function("asked => pongs > asked", arg=asked)
    assert line.connections == 1
    line.is_cut = True
    at.page.clock.run_for(31_000)
    expect(words).to_contain_text("Reconnecting")
    line.is_cut = False
    at.page.clock.run_for(30_000)
    expect(words).to_be_empty()
    assert line.connections > 1
    at.wait()
    assert at.seen == before
