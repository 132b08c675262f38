"""Words that somebody should not have said: the host is told, and who does not like them mutes."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.friends import Visit, gather, say

pytestmark = pytest.mark.browser
RUDE = "<i>You play like a mushroom</i>"


def test_the_host_is_told_of_a_line_and_a_muted_person_is_not_heard_by_one_alone(
    visit: Visit,
) -> None:
    ira, boris, vera = visit(), visit(390, 844), visit(390, 844)
    gather(ira, boris, vera)
    say(boris, RUDE)
    vera.page.locator("#open-chat").click()
    vera.page.get_by_label("About Boris's words").click()
    vera.page.get_by_role("button", name="Report this to the host").click()
    told = f"Vera asks you to look at Boris's words: “{RUDE}”"
    expect(ira.page.locator("#notice")).to_have_text(told)
    expect(ira.page.locator("#log")).to_contain_text(told)
    expect(ira.page.locator("#notice i")).to_have_count(0)
    expect(vera.page.locator("#notice")).to_have_text("The host has been told.")
    expect(vera.page.locator(".chat-more")).to_contain_text("The host has been told.")

    vera.page.get_by_role("button", name="Mute Boris on this device").click()
    vera.page.locator("#close-chat").click()
    say(boris, "and like a mushroom's aunt")
    expect(ira.page.locator(".chat-line").last).to_contain_text("aunt")
    say(ira, "Please be kind")  # said later: what came before it has come
    expect(vera.page.locator("#notice")).to_have_text("Ira: Please be kind")
    expect(vera.page.locator("#chat-unread")).to_have_text("1")
    expect(vera.page.locator(".chat-line")).to_have_count(1)

    ira.page.locator(".chat-more summary").last.click()  # the host has nobody to report to
    expect(ira.page.get_by_role("button", name="Mute Boris on this device")).to_be_visible()
    expect(ira.page.get_by_role("button", name="Report this to the host")).to_have_count(0)
    for place in ("#log", "#notice", "#chat-lines", "#live"):  # and who spoke is told nothing
        shown = boris.page.locator(place).text_content() or ""
        assert "Vera asks" not in shown
        assert "told" not in shown
