"""Half an evening: two phones and a desktop, two languages, two deals, a reload, a dead spot."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.friends import Visit, gather, play_until
from tests.browser.table import At

pytestmark = pytest.mark.browser
NAMES = ("Ира", "Борис", "Вера")
SHORT = "deck=24 throwers=principal throw_after_take=no"
"""Rules by which a deal does not take long."""
LATIN = {"J", "Q", "K", "A"}


def _words(at: At, letters: str) -> set[str]:
    """Words of these letters that stand on the page or were read out, but for names."""
    text = at.page.locator("body").inner_text() + at.page.locator("#live").inner_text()
    return set(re.findall(letters, text)) - LATIN - set(NAMES)


def _in_mid_bout(at: At) -> bool:
    return at.page.locator("#pairs .card").count() > 0 and at.is_asked


def test_three_friends_play_two_deals_and_lose_nothing(visit: Visit) -> None:
    phone = {"has_touch": True, "is_mobile": True}
    ira = visit(360, 640, locale="ru-RU", **phone)
    boris = visit(390, 844, locale="en-GB", **phone)
    vera = visit(locale="en-GB", faults_expected=True)  # is going to be out of reach
    people = (ira, boris, vera)
    gather(*people, rules=SHORT, names=NAMES)
    boris.page.locator("#open-chat").tap()
    boris.page.get_by_role("button", name="Good luck!").tap()
    expect(ira.page.locator("#notice")).to_have_text("Борис: Удачи!")
    expect(vera.page.locator("#notice")).to_have_text("Борис: Good luck!")
    boris.page.locator("#close-chat").tap()

    play_until(*people, wanted=lambda: _in_mid_bout(ira))
    before = ira.seen
    ira.page.reload()
    ira.wait()
    assert ira.seen == before

    play_until(*people, wanted=lambda: _in_mid_bout(vera))
    before = vera.seen
    vera.page.context.set_offline(True)
    vera.page.evaluate("() => line.close()")  # emulation lets sockets live that are open already
    expect(vera.page.locator("#refusal")).to_have_text("Connection lost. Reconnecting…")
    vera.page.context.set_offline(False)
    expect(vera.page.locator("#refusal")).not_to_contain_text("Connection lost")
    vera.wait()
    assert vera.seen == before

    for deal in (1, 2):
        play_until(*people, wanted=lambda: all(each.is_over for each in people))
        for at, words in ((ira, "дурак|Ничья"), (boris, "durak|draw"), (vera, "durak|draw")):
            expect(at.page.locator("#over-heading")).to_have_text(re.compile(words, re.IGNORECASE))
            assert not at.layout_faults()
        lost = [
            int(each) for each in vera.page.locator("#over-tally .tally-count").all_inner_texts()
        ]
        assert sum(lost) <= deal
        if deal == 1:
            for each in people:
                each.page.locator("#next-deal").click()
            for each in people:
                expect(each.page.locator("#heading")).to_contain_text("2")
                expect(each.page.locator("#over")).to_be_hidden()
    assert _words(ira, "[A-Za-z]+") == set()
    assert _words(boris, "[А-яЁё]+") == set()
    assert _words(vera, "[А-яЁё]+") == set()
    tallies = [each.page.locator("#over-tally .tally-count").all_inner_texts() for each in people]
    assert tallies[0] == tallies[1] == tallies[2]
