"""The guide's tools as a person uses them, with and without a script, and without a network."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from durak.ruleset import PRESETS, Ruleset
from tests.browser.table import At

pytestmark = pytest.mark.browser
Visit = Callable[..., At]

TOOLS = ("/guide/compare", "/guide/house?seats=4&transfer=one", "/guide/ask", "/companion")


@pytest.mark.parametrize("language", ["en", "ru"])
def test_the_sheet_of_every_preset_prints_on_one_page(visit: Visit, language: str) -> None:
    page = visit().page
    for name, preset in PRESETS.items():
        page.goto(f"/rules?lang={language}&code={name} players={preset.players[-1]}")
        paper = page.pdf(prefer_css_page_size=True)
        assert len(re.findall(rb"/Type\s*/Page\b(?!s)", paper)) == 1, name
    page.emulate_media(media="print")
    expect(page.locator(".choosing")).to_be_hidden()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("path", TOOLS)
def test_axe_finds_nothing_in_the_tools(visit: Visit, path: str, scheme: str) -> None:
    at = visit(360, 640, color_scheme=scheme)
    at.page.goto(path)
    if path == "/companion":
        begin(at.page, ["Anya", "Boris"])
        at.page.get_by_role("button", name="Anya", exact=True).click()
    assert not Axe().run(at.page).response["violations"]
    assert at.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_rules_are_asked_by_choosing(visit: Visit) -> None:
    page = visit(390, 844).page
    page.goto("/guide/ask")
    answers = page.locator("#answer")
    expect(answers).to_contain_text("6♥ beats 6♦")
    card = page.get_by_role("group", name="Your card")
    card.get_by_role("radio", name="spades").check()
    expect(answers).to_contain_text("6♠ does not beat 6♦")
    card.get_by_role("radio", name="queen").check()
    expect(answers).to_contain_text("you may not throw in Q♠")
    page.reload()
    expect(answers).to_contain_text("Q♠ does not beat 6♦")


def test_the_tools_work_without_a_script(visit: Visit) -> None:
    page = visit(java_script_enabled=False).page
    page.goto("/guide/ask")
    page.get_by_role("group", name="Your card").get_by_role("radio", name="spades").check()
    page.get_by_role("button", name="Ask").click()
    expect(page.locator("#answer")).to_contain_text("6♠ does not beat 6♦")
    page.goto("/guide/house")
    page.get_by_role("radio", name="2 against 2").check()
    page.get_by_role("button", name="Find our rules").click()
    expect(page.locator("#found")).to_contain_text("players=4 teams=two")
    page.get_by_role("link", name="Read the whole sheet").click()
    expect(page.locator("#code")).to_have_text("players=4 teams=two")
    page.locator("details > summary").click()
    page.get_by_label("Transfers", exact=False).first.select_option("on")
    page.get_by_role("button", name="Show the sheet").last.click()
    expect(page.locator("#code")).to_have_text("players=4 teams=two transfer=on")
    page.get_by_role("link", name="Compare").click()
    expect(page.get_by_role("heading", name="Compare rules")).to_be_visible()


# ---- at a real table ----------------------------------------------------------------------------


def begin(page: Page, names: list[str], rules: str | None = None) -> None:
    """Sit down with real cards; the first name deals."""
    rules = f"podkidnoy players={len(names)}" if rules is None else rules
    code = Ruleset.from_code(rules).code
    page.locator("#set-up select[name=rules]").select_option(code)
    expect(page.locator("#names input")).to_have_count(len(names))
    for at, name in enumerate(names):
        page.locator("#names input").nth(at).fill(name)
    page.locator("#first-dealer").select_option("0")
    page.get_by_role("button", name="Begin").click()
    expect(page.locator("#deal-heading")).to_be_focused()


def test_an_evening_is_kept_told_and_taken_back(visit: Visit) -> None:
    page = visit(390, 844).page
    page.goto("/companion")
    begin(page, ["Anya", "Boris", "Vera"])
    expect(page.locator("#deal-words")).to_contain_text("Anya deals")
    page.get_by_role("button", name="Vera", exact=True).click()
    expect(page.locator("#deal-heading")).to_have_text("Deal 2")
    expect(page.locator("#deal-words")).to_have_text("Vera deals, Anya leads.")
    page.get_by_role("button", name="A draw").click()
    expect(page.locator("#deal-words")).to_have_text("Vera deals, Anya leads.")
    seats = page.locator("#company li")
    expect(seats.nth(2)).to_contain_text("1 deal lost")
    expect(seats.nth(3)).to_have_text("1 draw")
    page.reload()
    expect(page.locator("#deal-heading")).to_have_text("Deal 3")
    page.get_by_role("button", name="Take the last result back").click()
    expect(page.locator("#deal-heading")).to_have_text("Deal 2")
    page.get_by_role("button", name="Rules").click()
    expect(page.locator("#sheet")).to_contain_text("The last player with cards is the durak")


def test_a_team_is_settled_by_who_was_left(visit: Visit) -> None:
    page = visit().page
    page.goto("/companion")
    begin(page, ["Anya", "Boris", "Vera", "Gleb"], "classic-teams players=4")
    page.get_by_role("checkbox", name="Anya").check()
    page.get_by_role("checkbox", name="Boris").check()
    page.get_by_role("button", name="Write it down").click()
    expect(page.locator("#ends-refused")).to_contain_text("one team only")
    page.get_by_role("checkbox", name="Anya").uncheck()
    page.get_by_role("button", name="Write it down").click()
    seats = page.locator("#company li")
    expect(seats.nth(1)).to_contain_text("1 deal lost")
    expect(seats.nth(3)).to_contain_text("1 deal lost")
    expect(seats.nth(0)).to_contain_text("0 deals lost")


def test_an_evening_goes_out_as_a_file_and_comes_back(visit: Visit, tmp_path: Path) -> None:
    page = visit().page
    page.goto("/companion")
    begin(page, ["Anya", "Boris"])
    page.get_by_role("button", name="Boris", exact=True).click()
    page.get_by_text("Names, export, new evening").click()
    with page.expect_download() as saved:
        page.get_by_role("link", name="Export").click()
    kept = tmp_path / "evening.json"
    saved.value.save_as(kept)
    page.get_by_role("button", name="New evening").click()
    page.locator("#anew-dialog").get_by_role("button", name="New evening").click()
    expect(page.locator("#set-up")).to_be_visible()
    broken = json.loads(kept.read_text()) | {"ends": ["7"]}
    for wrong in ("no JSON", "[]", json.dumps(broken)):
        page.locator("#import").set_input_files(
            {"name": "x.json", "mimeType": "application/json", "buffer": wrong.encode()}
        )
        expect(page.locator("#refused")).to_contain_text("does not hold an evening")
    page.locator("#import").set_input_files(kept)
    expect(page.locator("#deal-heading")).to_have_text("Deal 2")
    expect(page.locator("#company li").nth(1)).to_contain_text("1 deal lost")


def test_the_companion_works_without_a_network_once_opened(visit: Visit) -> None:
    page = visit(390, 844).page
    page.goto("/companion")
    expect(page.locator("#offline")).to_contain_text("works without a network")
    page.context.set_offline(True)
    page.reload()
    begin(page, ["Anya", "Boris", "Vera", "Gleb", "Dasha"])  # rules never chosen before
    page.get_by_role("button", name="Gleb", exact=True).click()
    page.reload()
    expect(page.locator("#deal-words")).to_have_text("Gleb deals, Dasha leads.")
    page.context.set_offline(False)
