"""The page's files: fetched once, then kept, for their addresses change when they do."""

from __future__ import annotations

from typing import Any

import pytest

from durak.web.pages import edition
from tests.browser.friends import Visit
from tests.browser.table import At

pytestmark = pytest.mark.browser

_FILES = """() => performance.getEntriesByType("resource")
  .filter((each) => new URL(each.name).pathname.startsWith("/static/"))
  .map((each) => ({ path: new URL(each.name).pathname, bytes: each.transferSize }))"""


def _files(at: At) -> list[dict[str, Any]]:
    """What of the page's files this load asked for, and how much of it came from the server."""
    at.page.wait_for_load_state("networkidle")
    found: list[dict[str, Any]] = at.page.evaluate(_FILES)
    return found


def test_a_page_that_is_opened_again_fetches_no_file_again(visit: Visit) -> None:
    at = visit()
    at.deal()
    first = _files(at)
    scripts = [each for each in first if each["path"].endswith(".js")]
    assert len(scripts) > 20
    assert any(each["bytes"] > 0 for each in scripts)
    assert {each["path"].split("/")[2] for each in first} == {edition()}

    paths = {each["path"] for each in scripts}
    at.page.reload()
    at.wait()
    reloaded = _files(at)
    at.page.goto(at.page.url)
    at.wait()
    for again in (reloaded, _files(at)):
        assert {each["path"] for each in again} >= paths
        assert [each for each in again if each["bytes"] > 0] == []
