"""The lobby with several devices at one table: coming in, seats, readiness, and late-comers."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from tests.browser.table import At

pytestmark = pytest.mark.browser
Visit = Callable[..., At]
SIZES = [(360, 640), (390, 844), (740, 360), (1440, 900)]
MARKUP = '<img src=x onerror="x">'

_SCROLLS_DOWN = "document.documentElement.scrollHeight > innerHeight + 1"


def _code(at: At) -> str:
    code = at.page.locator(".invite-code").get_attribute("data-code")
    assert code is not None
    return code


def _join(at: At, code: str) -> None:
    """By the code as somebody types it who heard it: small letters, a space in the middle."""
    half = len(code) // 2
    at.page.get_by_label("Code or link to a table").fill(f"{code[:half]} {code[half:]}".lower())
    at.page.get_by_role("button", name="Join", exact=True).click()
    at.page.wait_for_url("**/t/*")
    at.in_lobby()


def test_friends_join_by_code_swap_seats_are_ready_and_get_their_cards(visit: Visit) -> None:
    host = visit()
    host.make_table(name="Ira", preset="Transfer", seats=4)
    code = _code(host)
    phone, tablet = visit(360, 640, has_touch=True, is_mobile=True), visit(740, 360)

    _join(phone, code)
    phone.sit_down("Boris", seat=2)
    expect(host.page.locator("#live")).to_contain_text("Boris sits down")
    expect(host.seat(2)).to_contain_text("Boris")

    _join(tablet, code)
    expect(tablet.seat(1)).to_contain_text("Ira")
    tablet.sit_down("Vera")
    expect(tablet.seat(3)).to_have_class(re.compile("is-you"))

    phone.seat(4).get_by_role("button", name="Move here").click()
    expect(host.seat(4)).to_contain_text("Boris")
    expect(host.seat(2)).to_contain_text("open seat")

    phone.main.click()
    expect(host.page.locator("#live")).to_contain_text("Boris is ready")
    expect(phone.seat(4)).to_have_class(re.compile("is-ready"))
    tablet.main.click()
    expect(host.main).to_have_text("Deal the cards")
    host.main.click()

    for at in (host, phone, tablet):
        at.page.wait_for_function("() => document.querySelectorAll('#hand .card').length === 6")
        expect(at.page.locator("#lobby")).to_be_hidden()
    expect(host.page.locator("#seats")).to_contain_text("Boris")
    hands = [set(at.seen["hand"]) for at in (host, phone, tablet)]
    assert len(set.union(*hands)) == 18


def test_readiness_can_be_taken_back(visit: Visit) -> None:
    host, guest = visit(), visit()
    host.make_table(name="Ira")
    guest.page.goto(host.page.url)
    guest.in_lobby()
    guest.sit_down("Boris")
    guest.main.click()
    expect(host.seat(2)).to_have_class(re.compile("is-ready"))
    expect(guest.main).to_have_text("Not ready after all")
    guest.main.click()
    expect(host.seat(2)).not_to_have_class(re.compile("is-ready"))
    expect(host.page.locator("#live")).to_contain_text("Boris is not ready any more")
    host.main.click()  # now the host is ready, and the table still waits
    expect(host.page.locator(".lobby-words")).to_contain_text("Waiting for Boris")


def test_the_host_seats_bots_and_removes_people(visit: Visit) -> None:
    host, guest = visit(), visit()
    host.make_table(name="Ira", seats=3)
    guest.page.goto(host.page.url)
    guest.in_lobby()
    guest.sit_down("Boris", seat=2)
    assert guest.seat(3).get_by_role("button", name="Put a bot here").count() == 0

    host.seat(3).get_by_role("button", name="Put a bot here").click()
    expect(guest.seat(3)).to_contain_text("bot")
    host.seat(3).get_by_role("button", name="Send the bot away").click()
    expect(guest.seat(3)).to_contain_text("open seat")

    host.seat(2).get_by_role("button", name="Remove Boris").click()
    expect(guest.seat(2)).to_contain_text("Boris")  # once is not enough
    host.seat(2).get_by_role("button", name="Tap again to remove Boris").click()
    expect(host.seat(2)).to_contain_text("open seat")
    expect(guest.page.locator("#lobby .is-you")).to_have_count(0)


def test_the_host_changes_the_rules_and_everybody_sees_them(visit: Visit) -> None:
    host, guest = visit(), visit()
    host.make_table(name="Ira", seats=2)
    guest.page.goto(host.page.url)
    guest.in_lobby()
    guest.page.locator(".lobby-rules summary").click()
    expect(guest.page.locator(".lobby-rules .sheet")).to_contain_text("2 players")
    assert not guest.page.get_by_role("button", name="Change").is_visible()

    host.page.get_by_role("button", name="Change", exact=True).click()
    dialog = host.page.get_by_role("dialog", name="Rules of this table")
    dialog.get_by_role("radio", name="Transfer", exact=False).first.check()
    dialog.locator('input[name="players"][value="4"]').check()
    dialog.get_by_role("button", name="Use these").click()

    expect(guest.page.locator(".lobby-rules-words")).to_have_text("Transfer · 4 seats")
    expect(guest.page.locator("#lobby .lobby-seat")).to_have_count(4)
    expect(guest.page.locator(".lobby-rules .sheet")).to_contain_text("4 players")


def test_markup_typed_as_a_name_shows_as_text(visit: Visit) -> None:
    host, guest = visit(), visit()
    host.make_table(name="Ira")
    guest.page.goto(host.page.url)
    guest.in_lobby()
    guest.sit_down(MARKUP)
    expect(host.seat(2).locator(".lobby-name")).to_have_text(MARKUP)
    assert host.page.locator("#lobby .lobby-seat img").count() == 0


def test_a_late_comer_takes_a_bots_seat_for_the_next_deal(visit: Visit) -> None:
    host, late = visit(), visit(390, 844)
    host.make_table(name="Ira", preset="Host's short game")
    host.main.click()
    host.wait()
    late.page.goto(host.page.url)
    late.page.get_by_role("button", name="Take a seat").click()
    dialog = late.page.get_by_role("dialog", name="A seat from the next deal on")
    dialog.get_by_label("Your name").fill("Nina")
    dialog.get_by_role("button", name="Take seat 2").click()
    expect(late.page.locator("#late")).to_contain_text("Seat 2 is yours from the next deal on")
    for _ in range(400):
        if host.is_over:
            break
        host.answer_by_clicking()
    host.page.locator("#next-deal").click()
    late.page.locator("#next-deal, #lobby [data-act=main]").first.click()
    late.page.wait_for_function("() => document.querySelectorAll('#hand .card').length > 0")
    expect(host.page.locator("#seats")).to_contain_text("Nina")


def test_the_link_leads_there_and_the_qr_code_is_an_image(visit: Visit) -> None:
    host, guest = visit(), visit()
    host.make_table(name="Ira")
    link = host.page.get_by_label("Link to this table").input_value()
    host.page.get_by_role("button", name="QR code").click()
    host.page.wait_for_function("() => document.querySelector('.invite-qr').naturalWidth > 0")
    guest.page.goto(link)
    guest.in_lobby()
    assert guest.page.url == host.page.url


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_six_seats_fit_and_the_main_button_stays_in_sight(
    visit: Visit, width: int, height: int
) -> None:
    at = visit(width, height)
    at.make_table(name="Ira", seats=6)
    at.seat(3).get_by_role("button", name="Put a bot here").click()
    expect(at.seat(3)).to_contain_text("bot")
    assert at.touch_faults("#lobby") == []
    assert not at.page.evaluate(_SCROLLS_DOWN)
    expect(at.main).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(visit: Visit, scheme: str) -> None:
    host = visit(390, 844, color_scheme=scheme)
    guest = visit(360, 640, color_scheme=scheme)
    axe = Axe()
    host.make_table(name="Ira", seats=3)
    guest.page.goto(host.page.url)
    guest.in_lobby()
    assert not axe.run(guest.page).response["violations"]
    guest.sit_down("Boris")
    guest.main.click()
    expect(host.seat(2)).to_have_class(re.compile("is-ready"))
    assert not axe.run(host.page).response["violations"]
    host.page.get_by_role("button", name="Change", exact=True).click()
    expect(host.page.get_by_role("dialog", name="Rules of this table")).to_be_visible()
    assert not axe.run(host.page).response["violations"]


def test_the_lobby_is_usable_by_keyboard_and_keeps_the_focus(visit: Visit) -> None:
    host, guest = visit(), visit()
    host.make_table(name="Ira", seats=3)
    bot = host.seat(3).get_by_role("button", name="Put a bot here")
    bot.focus()
    guest.page.goto(host.page.url)
    guest.in_lobby()
    guest.sit_down("Boris")
    expect(host.seat(2)).to_contain_text("Boris")  # drawn anew
    expect(bot).to_be_focused()
    host.page.keyboard.press("Enter")
    expect(host.seat(3)).to_contain_text("bot")
