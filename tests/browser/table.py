"""The table's page as a person uses it: what can be seen, tapped and typed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Locator, Page, expect

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

_FAULTS = """() => {
  const faults = [];
  const root = document.documentElement;
  if (root.scrollHeight > innerHeight + 1) faults.push("the page scrolls down");
  if (root.scrollWidth > innerWidth + 1) faults.push("the page scrolls sideways");
  const inside = (box) => box.left >= -1 && box.top >= -1 && box.right <= innerWidth + 1 && box.bottom <= innerHeight + 1;
  const shown = (each) => each.getClientRects().length > 0;
  const cards = [...document.querySelectorAll("#hand .card, #pairs .card")].filter(shown);
  const buttons = [...document.querySelectorAll("main button:not(.card), header button, header a")].filter(shown);
  for (const each of [...cards, ...buttons]) {
    if (!inside(each.getBoundingClientRect())) faults.push(`off the screen: ${each.getAttribute("aria-label") ?? each.innerText}`);
  }
  for (const each of buttons) {
    const box = each.getBoundingClientRect();
    if (box.height < 43.5 || box.width < 43.5) faults.push(`too small to touch: ${each.getAttribute("aria-label") ?? each.innerText}`);
  }
  const boxes = ["pairs", "prompt", "actions", "hand", "seats"].map((id) => document.getElementById(id)).filter(shown);
  const rects = boxes.map((each) => {
    const parts = [...each.querySelectorAll(".card, button, li")].filter(shown).map((part) => part.getBoundingClientRect());
    const all = parts.length > 0 ? parts : [each.getBoundingClientRect()];
    return all.map((part) => ({ id: each.id, left: part.left, right: part.right, top: part.top, bottom: part.bottom }));
  });
  for (let a = 0; a < rects.length; a++) for (let b = a + 1; b < rects.length; b++)
    for (const one of rects[a]) for (const other of rects[b])
      if (one.left < other.right - 2 && other.left < one.right - 2 && one.top < other.bottom - 2 && other.top < one.bottom - 2)
        faults.push(`${one.id} lies over ${other.id}`);
  return [...new Set(faults)];
}"""


@dataclass(frozen=True)
class At:
    """One device's page, at home or at a table."""

    page: Page

    def choose(
        self, *, code: dict[str, str] | None = None, preset: str = "Throw-in", bots: int = 1
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

    def expect_refusal(self, words: str) -> None:
        expect(self.page.locator("#refusal")).to_contain_text(words)
