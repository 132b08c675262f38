"""A match of an agreed number of deals, played to its end."""

from __future__ import annotations

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from tests.browser.friends import Visit, new_table
from tests.browser.table import At

pytestmark = pytest.mark.browser


def _play_out(at: At) -> None:
    at.wait()
    for _ in range(400):
        if at.is_over:
            return
        at.answer_by_clicking()
    raise AssertionError("the deal does not end")


def test_a_match_of_two_deals_ends_with_who_won_it_and_another_one_begins(visit: Visit) -> None:
    at = visit(360, 640)
    new_table(at, rules="players=2 deck=24", bots=True, deals=2)
    match, after = at.page.locator("#over-match"), at.page.locator("#next-deal")
    _play_out(at)
    expect(match).to_have_text("Deal 1 of 2")
    expect(match).not_to_have_class(re.compile("won"))
    after.click()
    expect(at.page.locator("#heading")).to_contain_text("Deal 2")
    _play_out(at)

    tally = at.page.locator("#over-tally li:has(.tally-count)")
    names = [each.evaluate("e => e.firstChild.textContent") for each in tally.all()]
    losses = [int(each) for each in tally.locator(".tally-count").all_inner_texts()]
    assert len(names) == 2
    winners = [name for name, lost in zip(names, losses, strict=True) if lost == min(losses)]
    if len(winners) == 2:
        expect(match).to_have_text(f"{names[0]} and {names[1]} share the match")
    elif winners == ["Ira"]:
        expect(match).to_have_text("You won the match")
    else:
        expect(match).to_have_text(f"{winners[0]} won the match")
    expect(match).to_have_class(re.compile("won"))
    expect(match).to_be_in_viewport()
    assert not at.layout_faults()
    for scheme in ("light", "dark"):
        at.page.emulate_media(color_scheme=scheme)
        assert not Axe().run(at.page).response["violations"]

    expect(after).to_have_text("Play again")
    after.click()
    at.wait()
    at.page.locator("#open-more").click()
    at.page.locator("#open-info").click()
    expect(at.page.locator("#info-tally .tally-count")).to_have_text(["0", "0"])
