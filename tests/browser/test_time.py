"""Time runs out: a warning seen and heard, the least is played, then a bot, then "I'm back"."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from durak.server.clock import ALLOWED, Allowed
from durak.web import Pages
from tests.browser.friends import Visit, asked, gather, lines, play_until, seat_of
from tests.browser.table import At
from tests.server.conftest import Served, serving

pytestmark = pytest.mark.browser
Allow = Callable[..., None]


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    """A server of its own, for its clocks are set."""
    with serving(tmp_path) as here:
        yield here


@pytest.fixture
def allow(served: Served, monkeypatch: pytest.MonkeyPatch) -> Allow:
    """Sets what the fast clock allows from the next question on: the usual is a minute's wait."""

    def fast(*, answer: int, reserve: int) -> None:
        monkeypatch.setitem(ALLOWED, "fast", Allowed(answer=answer, reserve=reserve))

    return fast


def _lowest(at: At) -> str:
    """The hand's lowest card, trumps last."""
    trump = at.page.locator("#trump-place [data-suit]").first.get_attribute("data-suit")
    return min(at.seen["hand"], key=lambda card: (card[1] == trump, "23456789TJQKA".index(card[0])))


def _name(card: str) -> str:
    pages = Pages("en")
    rank, suit = pages.phrase(f"rank.{card[0]}"), pages.phrase(f"suit.{card[1]}")
    return pages.phrase("card.name", rank=rank, suit=suit)


def test_who_has_little_time_left_sees_and_hears_it(visit: Visit, allow: Allow) -> None:
    allow(answer=6_000, reserve=0)
    ira, boris = visit(), visit(390, 844)
    gather(ira, boris, time="fast")
    at = asked(ira, boris)
    assert at is not None
    other = boris if at is ira else ira
    clock = at.page.locator("#asked .clock")
    expect(clock).to_have_attribute("data-low", "true")
    expect(clock).to_have_text(re.compile(r"\d s"))
    expect(other.page.locator("#seats .clock")).to_have_attribute("data-low", "true")
    expect(at.page.locator("#live")).to_contain_text("Your time: 5 seconds left.")
    assert "Your time" not in other.page.locator("#live").inner_text()
    at.answer()
    expect(at.page.locator("#seats .clock")).to_be_visible()  # now it runs for the other


def test_the_least_is_played_then_a_bot_plays_until_the_person_says_so(
    visit: Visit, allow: Allow
) -> None:
    allow(answer=2_500, reserve=0)
    ira, boris = visit(), visit(390, 844)
    gather(ira, boris, time="fast")
    late = asked(ira, boris)
    assert late is not None
    other, name = (boris, "Ira") if late is ira else (ira, "Boris")
    least = _name(_lowest(late))
    allow(answer=600, reserve=0)
    log, seat = late.page.locator("#log"), seat_of(name, other)

    expect(log).to_contain_text(f"You attack with the {least}.")
    expect(log).to_contain_text("Your time ran out; the table played the least for you.")
    expect(log).to_contain_text(re.compile(r"(Boris|Ira) takes\."))  # asked next, and as late
    seat.locator(".mark.stand-in").wait_for()
    allow(answer=60_000, reserve=0)
    assert lines(log, re.compile("^Your time ran out")) == 3
    expect(other.page.locator("#log")).to_contain_text(f"A stand-in plays for {name}.")
    expect(late.page.locator("#refusal")).to_have_text("A stand-in plays for you.")

    late.actions.get_by_role("button", name="I'm back").click()
    expect(seat.locator(".mark.stand-in")).to_have_count(0)
    expect(late.page.locator("#refusal")).to_be_empty()
    play_until(ira, boris, wanted=lambda: late.is_asked)
    late.answer()
    assert lines(log, re.compile("^Your time ran out")) == 3
