"""Motion: short wherever there is any, and none where it is not wanted."""

from __future__ import annotations

from typing import Any

import pytest

from tests.browser.friends import Visit, new_table
from tests.browser.table import At

pytestmark = pytest.mark.browser
LONGEST = 250
"""Milliseconds that anything moves at a time."""
ALL = 1000
"""Milliseconds after which everything lies where it belongs."""

_WATCH = """() => {
  window.moved = [];
  const seen = new WeakSet();
  const look = () => {
    for (const each of document.getAnimations()) {
      if (seen.has(each)) continue;
      seen.add(each);
      const { duration, iterations, endTime } = each.effect.getComputedTiming();
      const what = each.effect.target.id || each.effect.target.className;
      moved.push({ what, kind: each.constructor.name, duration, iterations, endTime });
    }
    requestAnimationFrame(look);
  };
  look();
}"""


def _moved(at: At) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = at.page.evaluate("() => moved")
    return found


def _bouts(at: At, number: int) -> None:
    """Play until so many bouts have ended."""
    ended = at.page.locator("#log li", has_text="Bout ")
    for _ in range(60):
        if at.is_over or ended.count() > number:
            return
        at.answer_by_clicking()
    raise AssertionError("no bout ends")


def test_nothing_moves_for_long_and_nothing_at_all_where_it_is_not_wanted(visit: Visit) -> None:
    at = visit()
    new_table(at, rules="players=3", bots=True, time="gentle")
    at.wait()
    at.page.evaluate(_WATCH)
    _bouts(at, 1)
    assert _moved(at) == []  # the device wants it calm

    at.page.emulate_media(reduced_motion="no-preference")
    _bouts(at, 3)
    moved = _moved(at)
    assert {each["kind"] for each in moved} >= {"Animation", "CSSTransition"}
    assert len(moved) > 10
    for each in moved:
        assert each["duration"] <= LONGEST, each
        assert each["iterations"] == 1, each
        assert each["endTime"] <= ALL, each

    at.page.locator("#open-settings").click()
    group = at.page.get_by_role("group", name="Motion", exact=True)
    group.get_by_role("radio", name="off", exact=True).check()
    at.page.keyboard.press("Escape")
    at.page.wait_for_function("() => document.getAnimations().length === 0")
    at.page.evaluate("() => { moved.length = 0; }")
    _bouts(at, 4)
    assert _moved(at) == []
