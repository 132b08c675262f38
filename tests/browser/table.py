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
  window.heard = 0;
  window.WebSocket = class extends window.WebSocket {
    constructor(...how) {
      super(...how);
      this.addEventListener("message", () => { window.heard += 1; });
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

_FAULTS = (Path(__file__).parent / "faults.js").read_text(encoding="utf-8")


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
        """Choose a table on the first page: a preset, bots, and changed fields by their names."""
        preset_choice = self.page.get_by_role("radio", name=preset, exact=False).first
        if not preset_choice.is_visible():
            self.page.locator("#more-presets summary").click()
        preset_choice.check(force=True)
        number = self.page.locator("#bots input").nth(bots - 1)
        # as a person scrolls: the Deal button stays at the foot of a phone's screen
        number.evaluate("each => each.scrollIntoView({block: 'center'})")
        number.check(force=True)
        self.page.locator("#name").fill(name)
        if code:
            self.page.locator("#fields-details summary").click()
            for label, value in code.items():
                self.page.get_by_label(label, exact=True).select_option(label=value)

    def deal(self) -> None:
        """Press Deal and wait at the table."""
        self.page.get_by_role("button", name="Deal", exact=True).click()
        self.page.wait_for_url("**/t/*")
        self.wait()

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

    def answer_by_clicking(self, *, tap: bool = False) -> None:
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
        self.hear_more_than(before)

    @property
    def heard(self) -> int:
        """How many messages the server has sent to this page."""
        count: int = self.page.evaluate("() => heard")
        return count

    def hear_more_than(self, before: int) -> None:
        """Wait for the server's next message, and until the page is through with it."""
        self.page.wait_for_function("before => heard > before", arg=before)
        self.wait()
