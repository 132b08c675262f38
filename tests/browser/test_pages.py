"""The pages one reads: my deals, my devices, the rules sheet on screen and on paper; languages."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from durak.web import LANGUAGES, Editions, Pages
from durak.web.pages import edition
from durak.web.plurals import PLURALS
from tests.browser.table import At

pytestmark = pytest.mark.browser
Visit = Callable[..., At]
LONGEST = (
    "players=6 deck=52 teams=two show_lowest_trump=yes transfer=on transfer_show=yes trump_swap=on "
    "first_limit=5 first_limit_until=first_discard later_lead=at_loser done_is_final=yes "
    "draw_result=last_defender_loses refill_returning_lead=last transfer_first_bout=no"
)
"""A ruleset with about every paragraph that a sheet may have."""


def _play_out(at: At) -> None:
    for _ in range(400):
        if at.is_over:
            return
        at.answer_by_clicking()
    raise AssertionError("the deal does not end")


def test_a_deal_that_is_over_stands_in_my_deals_and_its_rules_are_played_again(
    visit: Visit,
) -> None:
    at = visit()
    at.page.goto("/deals")
    expect(at.page.get_by_role("main")).to_contain_text("No deal has been played")
    at.page.goto("/")
    at.choose(preset="Host's short game")
    at.deal()
    _play_out(at)
    at.page.goto("/deals")
    deal = at.page.locator(".deal")
    expect(deal).to_have_count(1)
    expect(deal).to_contain_text("Host's short game")
    expect(deal.locator("h2")).to_have_text(re.compile("durak|draw", re.IGNORECASE))
    expect(deal.locator("time")).not_to_have_text(re.compile("UTC"))
    assert not Axe().run(at.page).response["violations"]
    record = at.page.request.get(str(deal.get_by_role("link", name="Record").get_attribute("href")))
    assert "Result" in record.text()
    deal.get_by_role("button", name="Again").click()
    at.page.wait_for_url("**/t/*")
    at.wait()
    expect(at.page.locator("#heading")).to_contain_text("Host's short game")


def test_a_seat_is_carried_over_to_another_device_by_its_code(visit: Visit) -> None:
    here, there = visit(), visit(390, 844)
    here.deal()
    table = here.page.url
    here.page.goto("/devices")
    here.page.get_by_role("button", name="Make a code").click()
    letters = here.page.locator("#code-letters")
    expect(letters).not_to_be_empty()
    here.page.wait_for_function("() => document.querySelector('#code-qr').naturalWidth > 0")
    assert not Axe().run(here.page).response["violations"]

    there.page.goto("/devices")
    there.page.locator("#adopt-code").fill(letters.inner_text().lower())
    there.page.get_by_role("button", name="Use the code").click()
    expect(there.page.locator("#said")).to_contain_text("same person")
    expect(there.page.locator(".device")).to_have_count(2)
    there.page.goto(table)
    there.wait()
    assert there.seen["hand"] == At(here.page.context.new_page()).reopen(table).seen["hand"]


def test_a_device_can_be_forgotten_from_another_one(visit: Visit) -> None:
    here, there = visit(), visit()
    here.deal()
    here.page.goto("/devices")
    here.page.get_by_role("button", name="Make a code").click()
    expect(here.page.locator("#code-letters")).not_to_be_empty()
    code = here.page.locator("#code-letters").inner_text()
    there.page.goto(f"/devices?code={code.replace(' ', '')}")
    assert "code=" not in there.page.url  # not left in the history
    there.page.get_by_role("button", name="Use the code").click()
    expect(there.page.locator(".device")).to_have_count(2)
    here.page.reload()
    forget = here.page.locator("[data-forget]")
    forget.click()
    forget.click()  # the second tap means it
    expect(here.page.locator(".device")).to_have_count(1)
    there.page.reload()
    expect(there.page.locator(".device")).to_have_count(0)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("code", ["podkidnoy", LONGEST])
def test_the_rules_sheet_prints_on_one_page(visit: Visit, language: str, code: str) -> None:
    at = visit()
    at.page.goto(f"/rules?lang={language}&code={code}")
    paper = at.page.pdf(prefer_css_page_size=True)
    assert len(re.findall(rb"/Type\s*/Page\b(?!s)", paper)) == 1
    at.page.emulate_media(media="print")
    assert not at.page.locator(".masthead").is_visible()
    for way in at.page.locator(".ways a, .choosing").all():  # clauses stay, they are text on paper
        assert not way.is_visible()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("path", ["/rules?code=perevodnoy", "/devices", "/deals", "/t/nowhere"])
def test_axe_finds_nothing(visit: Visit, path: str, scheme: str) -> None:
    at = visit(360, 640, color_scheme=scheme, faults_expected="/nowhere" in path)
    at.page.goto(path)
    assert not Axe().run(at.page).response["violations"]
    assert at.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


# ---- languages --------------------------------------------------------------------------------


@pytest.mark.skipif(len(LANGUAGES) < 2, reason="one catalogue only")
def test_the_language_is_switched_for_every_page_and_stays(visit: Visit) -> None:
    at = visit(360, 640)
    html = at.page.locator("html")
    expect(html).to_have_attribute("lang", "en")
    at.page.get_by_role("link", name="Русский").click()
    expect(html).to_have_attribute("lang", "ru")
    at.page.goto("/devices")
    expect(html).to_have_attribute("lang", "ru")
    at.page.get_by_role("link", name="English").click()
    expect(html).to_have_attribute("lang", "en")


@pytest.mark.parametrize("language", LANGUAGES)
def test_python_and_the_page_choose_the_same_plural_form(visit: Visit, language: str) -> None:
    at = visit()
    theirs = at.page.evaluate(
        """language => {
          const rules = new Intl.PluralRules(language);
          return Array.from({ length: 1001 }, (_, number) => rules.select(number));
        }""",
        language,
    )
    assert theirs == [PLURALS[language](number) for number in range(1001)]


def test_the_language_asked_for_goes_before_the_one_kept_and_the_browsers() -> None:
    editions = Editions()

    def choose(query: str | None, cookie: str | None, accept: str | None) -> str:
        return editions.choose(query=query, cookie=cookie, accept=accept).language

    assert choose(None, None, None) == "en"
    assert choose(None, None, "xx;q=1, en-GB;q=0.3") == "en"
    assert choose("xx", "yy", "*;q=nonsense") == "en"
    if "ru" in LANGUAGES:
        assert choose("ru", "en", "en") == "ru"
        assert choose(None, "ru", "en") == "ru"
        assert choose(None, None, "en;q=0.5, ru-RU") == "ru"
        assert choose(None, None, "ru;q=0, en") == "en"


def test_an_error_is_told_by_its_code_in_the_pages_language() -> None:
    page = Pages("en").error(status=404, message="words of the server", code="no_such_thing")
    assert "words of the server" in page


# ---- files of the page ------------------------------------------------------------------------


def test_another_file_is_another_edition(tmp_path: Path) -> None:
    (tmp_path / "a.js").write_text("1")
    (tmp_path / "b.js").write_text("2")
    before = edition.__wrapped__(tmp_path)
    assert edition.__wrapped__(tmp_path) == before
    (tmp_path / "b.js").write_text("3")
    changed = edition.__wrapped__(tmp_path)
    (tmp_path / "b.js").rename(tmp_path / "c.js")
    assert len({before, changed, edition.__wrapped__(tmp_path)}) == 3


def test_after_an_upgrade_a_page_asks_for_no_file_that_a_browser_keeps(visit: Visit) -> None:
    at = visit()
    asked: list[str] = []
    at.page.on("request", lambda request: asked.append(request.url))
    at.page.reload()
    at.page.wait_for_function("() => document.getElementById('play-with').textContent !== ''")
    files = [each for each in asked if "/static/" in each]
    assert len(files) > 10
    assert all(f"/static/{edition()}/" in each for each in files)
    for path, kept in (
        (f"/static/{edition()}/home.js", "public, max-age=31536000, immutable"),
        ("/static/0123456789abcdef/home.js", "no-cache"),  # a page from before the upgrade
        ("/static/home.js", "no-cache"),
    ):
        answer = at.page.request.get(path)
        assert (answer.status, answer.headers["cache-control"]) == (200, kept)
        assert answer.body() == at.page.request.get("/static/home.js").body()
    assert at.page.request.get(f"/static/{edition()}/none.js").status == 404
