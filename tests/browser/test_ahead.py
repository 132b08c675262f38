"""Answers had ready ahead of one's word, at a table of three."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

import pytest
from playwright.sync_api import Position, expect

from tests.browser.friends import Visit, asked, gather, is_role
from tests.browser.table import At

pytestmark = pytest.mark.browser
READY = "Ready ahead"
PLACE: Position = {"x": 8, "y": 8}


@dataclass(frozen=True)
class Bout:
    """Who is what in a bout that begins."""

    leader: At
    defender: At
    third: At

    def name(self, at: At) -> str:
        return at.page.locator("#me .seat-name").inner_text()

    def lead(self, card: str) -> None:
        """Lead with this card alone, and have the defender asked."""
        page = self.leader.page
        page.locator(f'#hand [data-card="{card}"]').click(position=PLACE)
        lay = self.leader.actions.locator(".primary")
        page.locator("#pairs .card").or_(lay.first).first.wait_for()
        if lay.count():  # with another of the rank in hand the page asks which are meant
            lay.first.click()
        self.defender.wait()

    def take(self) -> None:
        """The defender takes, and the leader is asked for more."""
        self.defender.actions.get_by_role("button", name="Take", exact=True).click()
        self.leader.wait()

    def done(self) -> None:
        """The leader adds nothing."""
        self.leader.actions.get_by_role("button").last.click()


def _next_bout(people: tuple[At, At, At], wanted: Callable[[Bout], str | None]) -> tuple[Bout, str]:
    """The next bout that begins as wanted, and with which card; others are played through."""
    for _ in range(200):
        at = asked(*people)
        assert at is not None, "no bout of the deal is as wanted"
        if is_role(at, "principal") and not at.page.locator("#pairs .card").count():
            number = at.page.locator('#seats [data-role="defender"]').get_attribute("data-seat")
            defender = people[int(number or 0)]
            third = next(each for each in people if each not in (at, defender))
            bout = Bout(leader=at, defender=defender, third=third)
            card = wanted(bout)
            if card is not None:
                return bout, card
        at.answer()
    raise AssertionError("the deal does not end")


def _shared(bout: Bout) -> str | None:
    """A card to lead of which the third has the rank too."""
    ranks = {card[0] for card in bout.third.seen["hand"]}
    return next((card for card in bout.leader.seen["hand"] if card[0] in ranks), None)


def _paired(bout: Bout) -> str | None:
    """A card to lead of which the leader has another of the rank."""
    hand = bout.leader.seen["hand"]
    ranks = Counter(card[0] for card in hand)
    return next((card for card in hand if ranks[card[0]] > 1), None)


def _has_ready(at: At, card: str) -> None:
    """Tap a card before one's word: it is had ready."""
    held = at.page.locator(f'#hand [data-card="{card}"]')
    held.click(position=PLACE)
    expect(at.page.locator("#refusal")).to_contain_text(READY)
    expect(held).to_have_class(re.compile("ahead"))


def test_what_is_had_ready_is_played_when_the_word_comes_or_withdrawn_when_the_table_changes(
    visit: Visit,
) -> None:
    people = visit(), visit(390, 844), visit(390, 844)
    gather(*people)

    bout, card = _next_bout(people, _shared)
    bout.lead(card)
    bout.take()
    third = bout.third
    mine = next(each for each in third.seen["hand"] if each[0] == card[0])
    _has_ready(third, mine)
    for other in (bout.leader, bout.defender):  # nobody else knows
        expect(other.page.locator(f'#main [data-card="{mine}"]')).to_have_count(0)
    bout.done()
    expect(bout.defender.page.locator("#log")).to_contain_text(f"{bout.name(third)} adds the ")
    expect(third.page.locator(f'#hand [data-card="{mine}"]')).to_have_count(0)
    expect(third.page.locator("#refusal")).not_to_contain_text(READY)

    bout, card = _next_bout(people, _paired)
    bout.lead(card)
    bout.take()
    third = bout.third
    mine = third.seen["hand"][0]
    _has_ready(third, mine)
    bout.leader.answer()  # another card lies there now
    words = "The table changed: what you had ready was withdrawn."
    expect(third.page.locator("#notice")).to_have_text(words)
    expect(third.page.locator("#log")).to_contain_text(words)
    expect(third.page.locator("#refusal")).not_to_contain_text(READY)
    expect(third.page.locator(f'#hand [data-card="{mine}"]')).not_to_have_class(re.compile("ahead"))

    bout, card = _next_bout(people, _shared)
    third = bout.third
    bout.lead(card)
    done = third.actions.locator("[aria-pressed]")
    done.click()
    expect(done).to_have_attribute("aria-pressed", "true")
    bout.take()
    bout.done()
    log = third.page.locator("#log li")
    expect(log.filter(has_text=re.compile("^You give no more|^You are done")).last).to_be_attached()
    taken = f"{bout.name(bout.defender)} picks up 1 card."
    expect(log.filter(has_text=taken).last).to_be_attached()  # and nobody waited for the third
