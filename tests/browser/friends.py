"""Several people with their own devices at one table, and what they do there together."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, expect

from tests.browser.table import At

Visit = Callable[..., At]
NAMES = ("Ira", "Boris", "Vera")


def new_table(
    at: At, *, rules: str = "players=2", name: str = NAMES[0], bots: bool = False, **agreed: Any
) -> str:
    """A table of this device, which comes to it; its address."""
    options = {"rules": rules, "chat": "free", **agreed}
    answer = at.page.request.post(
        "/api/tables", data={"options": options, "seat": 0, "name": name, "bots": bots}
    )
    assert answer.ok, answer.text()
    url: str = answer.json()["url"]
    at.page.goto(url)
    return url


def gather(*people: At, rules: str = "", names: tuple[str, ...] = NAMES, **agreed: Any) -> str:
    """They sit down at a table of the first one and get their cards; its address."""
    host, *others = people
    url = new_table(host, rules=f"players={len(people)} {rules}".strip(), name=names[0], **agreed)
    for each, name in zip(others, names[1:], strict=False):
        each.page.goto(url)
        each.in_lobby()
        each.sit_down(name)
        each.main.click()
    expect(host.main).to_be_enabled()
    expect(host.page.locator("#lobby .lobby-seat.is-ready")).to_have_count(len(others))
    host.main.click()
    for each in people:
        each.page.locator("#hand .card").first.wait_for()
    return url


def seat_of(name: str, at: At) -> Locator:
    """Somebody else's seat as this device shows it."""
    return at.page.locator("#seats .seat", has_text=name)


def lines(log: Locator, words: re.Pattern[str]) -> int:
    """How many lines of the log say this."""
    return log.locator("li").filter(has_text=words).count()


def is_role(at: At, role: str) -> bool:
    """Whether this person leads the bout (principal) or defends in it."""
    return at.page.locator("#me").get_attribute("data-role") == role


def asked(*people: At) -> At | None:
    """Whose word it is, as soon as one of them is asked; None when the deal is over for all."""
    for _ in range(600):
        for each in people:
            if each.is_asked:
                return each
        if all(each.is_over for each in people):
            return None
        people[0].page.wait_for_timeout(25)  # several pages are waited for: none can wait for all
    raise AssertionError("nobody is asked")


def play_until(*people: At, wanted: Callable[[], object]) -> None:
    """Everybody answers when asked, until this is so."""
    for _ in range(400):
        if wanted():
            return
        at = asked(*people)
        if wanted():
            return
        assert at is not None, "the deal is over first"
        at.answer()
    raise AssertionError("it does not happen")


def say(at: At, text: str) -> None:
    """Say something in the chat."""
    if not at.page.locator("#chat-panel").is_visible():
        at.page.locator("#open-chat").click()
    at.page.get_by_label("Your words").fill(text)
    at.page.get_by_role("button", name="Send", exact=True).click()
