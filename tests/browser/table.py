"""The table's page as a person uses it: what can be seen, tapped and typed."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, Page

_ASKED = """() => {
  const over = document.getElementById("over");
  if (over !== null && !over.hidden) return true;
  const free = document.querySelector('#actions button[aria-disabled="false"]');
  const lead = document.querySelector("#hand .card.fits");
  const idle = document.querySelector('#actions button[aria-disabled="true"]') === null;
  return document.querySelector("#say.mine") !== null && (free !== null || lead !== null) && idle;
}"""

COUNT_MESSAGES = """
  window.heard = window.pongs = 0;
  window.WebSocket = class extends window.WebSocket {
    constructor(...how) {
      super(...how);
      window.line = this;
      this.addEventListener("message", ({ data }) => {
        if (data === '{"type":"pong"}') window.pongs += 1;  // no news, only that somebody is there
        else window.heard += 1;
      });
    }
  };
"""

_SEEN = """() => ({
  hand: [...document.querySelectorAll("#hand .card")].map((each) => each.dataset.card).sort(),
  pairs: document.getElementById("pairs").innerText,
  prompt: document.getElementById("prompt").innerText,
  limit: document.getElementById("limit").innerText,
  stock: document.getElementById("stock").innerText,
})"""

_HERE = Path(__file__).parent
_FAULTS = (_HERE / "faults.js").read_text(encoding="utf-8")
_TOUCH = (_HERE / "touch.js").read_text(encoding="utf-8")


@dataclass(frozen=True)
class At:
    """One device's page, at home or at a table."""

    page: Page

    def choose(
        self,
        *,
        code: dict[str, str] | None = None,
        preset: str = "Throw-in",
        bots: int = 1,
        name: str = "",
    ) -> None:
        """Choose a game against bots: a preset, bots, and changed fields by their names."""
        self.page.locator("#change").click()
        if name:  # as the device remembers it from an earlier table; here it is not asked
            self.page.locator("#name").evaluate("(each, name) => { each.value = name; }", name)
        self._fill_rules(code=code, preset=preset, seats=bots + 1)

    def make_table(
        self,
        *,
        name: str,
        preset: str = "Throw-in",
        seats: int = 2,
        public: bool = False,
        code: dict[str, str] | None = None,
        agreed: dict[str, str] | None = None,
    ) -> None:
        """Make a table for people and wait in its lobby; ``agreed``: options by group and words."""
        self.page.locator("#make-link").click()
        if public:
            self.page.get_by_role("radio", name="Anyone", exact=True).check()
        self.page.get_by_label("Your name", exact=True).fill(name)
        self._fill_rules(code=code, preset=preset, seats=seats)
        if agreed:
            self.page.locator("#table-details > summary").click()
            for group, words in agreed.items():
                choices = self.page.get_by_role("group", name=group, exact=True)
                choices.get_by_role("radio", name=words, exact=True).check()
        self.page.locator("#create").click()
        self.page.wait_for_url("**/t/*")
        self.in_lobby()

    def _fill_rules(self, *, code: dict[str, str] | None, preset: str, seats: int) -> None:
        choice = self.page.get_by_role("radio", name=preset, exact=False).first
        if not choice.is_visible():
            self.page.locator(".more-presets > summary").click()
        choice.check()
        number = self.page.locator(f'input[name="players"][value="{seats}"]')
        # as a person scrolls: the button stays at the foot of a phone's screen
        number.evaluate("each => each.scrollIntoView({block: 'center'})")
        number.check()
        if code:
            self.page.locator(".rules-details > summary").click()
            for label, value in code.items():
                field = self.page.get_by_label(label, exact=True)
                if not field.is_visible():
                    self.page.locator(".field-group", has=field).locator("summary").click()
                field.select_option(label=value)

    def deal(self) -> None:
        """Have the cards dealt against bots, and wait at the table."""
        chosen = self.page.locator("#create").is_visible()
        self.page.locator("#create" if chosen else "#play").click()
        self.page.wait_for_url("**/t/*")
        self.wait()

    def in_lobby(self) -> None:
        """Wait until the lobby shows who sits where."""
        self.page.locator("#lobby .lobby-seat").first.wait_for()

    def seat(self, number: int) -> Locator:
        """A seat's row in the lobby, counted from 1."""
        return self.page.locator("#lobby .lobby-seat").nth(number - 1)

    def sit_down(self, name: str, seat: int | None = None) -> None:
        """Take a seat in the lobby; None: the first that is free."""
        self.page.locator("#lobby-name").fill(name)
        if seat is None:
            self.page.get_by_role("button", name="Sit down", exact=True).click()
        else:
            self.seat(seat).get_by_role("button", name="Sit here").click()
        self.page.locator("#lobby .lobby-seat.is-you").wait_for()

    @property
    def main(self) -> Locator:
        """The lobby's one big button."""
        return self.page.locator('#lobby [data-act="main"]')

    def reopen(self, url: str) -> At:
        """Go to a table and wait until it is this person's word."""
        self.page.goto(url)
        self.wait()
        return self

    def wait(self) -> None:
        """Wait until it is this person's word, or the deal is over."""
        self.page.wait_for_function(_ASKED, timeout=60_000)

    @property
    def is_over(self) -> bool:
        return self.page.locator("#over").is_visible()

    @property
    def seen(self) -> dict[str, Any]:
        """What lies open to this person."""
        found: dict[str, Any] = self.page.evaluate(_SEEN)
        return found

    @property
    def fitting(self) -> Locator:
        return self.page.locator("#hand .card.fits")

    @property
    def actions(self) -> Locator:
        return self.page.locator("#actions")

    def layout_faults(self) -> list[str]:
        """What is off the screen, too small to touch, or lies over something else."""
        found: list[str] = self.page.evaluate(_FAULTS)
        return found

    def touch_faults(self, within: str = "body") -> list[str]:
        """What of this part of the page is cut off or too small to touch."""
        found: list[str] = self.page.evaluate(_TOUCH, f"{within} *")
        return found

    def answer_by_clicking(self, *, tap: bool = False) -> None:
        """Answer, and wait until it is this person's word again."""
        before = self.heard
        self.answer(tap=tap)
        self.hear_more_than(before)

    def answer(self, *, tap: bool = False) -> None:
        """Play the first card that fits, or say take or done; by mouse, or by touch."""

        def press(what: Locator) -> None:
            if tap:
                what.tap(position={"x": 8, "y": 8})
            else:
                what.click(position={"x": 8, "y": 8})

        before = self.heard
        if self.fitting.count() == 0:
            press(self.actions.get_by_role("button").last)
        else:
            press(self.fitting.first)
            self.page.wait_for_function(
                """before => document.querySelector("#hand .card.chosen") || heard > before""",
                arg=before,
            )
            if self.heard == before:
                press(self.actions.locator(".primary").first)
        self.page.wait_for_function("before => heard > before", arg=before)

    @property
    def is_asked(self) -> bool:
        """Whether it is this person's word and nothing is on its way."""
        asked: bool = self.page.evaluate(_ASKED)
        return asked and not self.is_over

    @property
    def heard(self) -> int:
        """How many messages the server has sent to this page."""
        count: int = self.page.evaluate("() => heard")
        return count

    def hear_more_than(self, before: int) -> None:
        """Wait for the server's next message, and until the page is through with it."""
        self.page.wait_for_function("before => heard > before", arg=before)
        self.wait()
