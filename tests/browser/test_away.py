"""Somebody goes away: the others see it, a bot plays on, and the seat is there to come back to."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from tests.browser.friends import Visit, asked, gather, lines, play_until, seat_of
from tests.browser.table import At
from tests.server.conftest import Served, serving

pytestmark = pytest.mark.browser
PLAYED = re.compile(r"^Boris (attacks with|adds|covers|takes|gives|is done|says)\b")


LONG = 45.0
"""Seconds that nobody waits for here."""


@pytest.fixture
def patience() -> float:
    """Seconds that the table waits for somebody."""
    return 3.0


@pytest.fixture
def served(tmp_path: Path, patience: float) -> Iterator[Served]:
    """A server of so much patience."""
    with serving(tmp_path, patience=patience) as here:
        yield here


def _axe_finds_nothing(at: At) -> None:
    for scheme in ("light", "dark"):
        at.page.emulate_media(color_scheme=scheme)
        assert not Axe().run(at.page).response["violations"]


def test_a_bot_plays_for_who_is_away_until_they_come_back_to_their_hand(visit: Visit) -> None:
    ira, boris = visit(), visit(390, 844)
    table = gather(ira, boris)
    cookies = boris.page.context.storage_state()
    seat, log = seat_of("Boris", ira), ira.page.locator("#log")
    boris.page.context.close()

    seat.locator(".mark.absent").wait_for()
    expect(seat).to_have_class(re.compile("is-absent"))
    expect(log).to_contain_text("Boris is away. The table waits a while.")
    assert not lines(log, PLAYED)
    seat.locator(".mark.stand-in").wait_for()
    expect(log).to_contain_text("A stand-in plays for Boris.")
    play_until(ira, wanted=lambda: lines(log, PLAYED) > 0)

    boris = visit(390, 844, storage_state=cookies)
    boris.page.goto(table)
    expect(boris.page.locator("#hand .card").first).to_be_visible()
    expect(seat.locator(".mark:is(.stand-in, .absent)")).to_have_count(0)
    expect(log).to_contain_text("Boris is back.")
    expect(boris.page.locator("#log")).to_contain_text("You are back")
    at = asked(ira, boris)
    assert at is not None
    expect(seat.locator(".seat-count")).to_have_text(re.compile(f"^{len(boris.seen['hand'])}"))
    assert not boris.actions.get_by_role("button", name="I'm back").count()
    before = lines(log, PLAYED)
    play_until(ira, boris, wanted=lambda: lines(log, PLAYED) > before)


@pytest.mark.parametrize("patience", [LONG])
def test_the_host_lets_a_bot_play_at_once_and_nobody_else_may(visit: Visit) -> None:
    ira, boris, vera = visit(), visit(360, 640), visit(390, 844)
    gather(ira, boris, vera)
    play_until(ira, boris, vera, wanted=lambda: boris.is_asked)
    seat = seat_of("Boris", ira)
    sooner = ira.actions.get_by_role("button", name="Let a stand-in play for Boris")
    boris.page.context.close()

    seat.locator(".mark.absent").wait_for()
    expect(sooner).to_be_visible()
    expect(seat_of("Boris", vera).locator(".mark.absent")).to_be_visible()
    stand_ins = vera.actions.get_by_role("button", name="stand-in")
    expect(stand_ins).to_have_count(0)
    _axe_finds_nothing(ira)

    sooner.click()
    for at in (ira, vera):
        expect(seat_of("Boris", at).locator(".mark.stand-in")).to_be_visible()
    expect(vera.page.locator("#log")).to_contain_text("A stand-in plays for Boris.")
    _axe_finds_nothing(vera)
    log = vera.page.locator("#log")
    play_until(ira, vera, wanted=lambda: lines(log, PLAYED) > 0)
