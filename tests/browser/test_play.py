"""At the table with others: clock, answers ahead, talk, the last bout, the log, settings, aids."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import WebSocketRoute, expect

from tests.browser.friends import Visit, asked, gather, new_table, say
from tests.browser.table import At

pytestmark = pytest.mark.browser
MARKUP = '<img src=x onerror="window.hurt = 1"><b>bold</b>'

_CALL = """async ([file, name, args]) => {
  const found = (await import(`/static/${file}.js`))[name](...args);
  return found instanceof Map ? Object.fromEntries(found) : found;
}"""


@pytest.fixture
def call(visit: Visit) -> Callable[..., Any]:
    """Calls a pure function of the page by its module and name."""
    page = visit().page
    return lambda file, name, *args: page.evaluate(_CALL, [file, name, list(args)])


def _to_act(*people: At) -> tuple[At, At]:
    """Who is asked, then who is not."""
    at = asked(*people)
    first, other = people
    return (first, other) if at is first else (other, first)


def _settings(at: At) -> None:
    if at.page.locator("#open-more").is_visible():
        at.page.locator("#open-more").click()
    at.page.locator("#open-settings").click()


def _set(at: At, group: str, words: str) -> None:
    _settings(at)
    choices = at.page.get_by_role("group", name=group, exact=True)
    choices.get_by_role("radio", name=words, exact=True).check()
    at.page.keyboard.press("Escape")


# ---- time -----------------------------------------------------------------------------------


def test_a_clock_counts_durations_whatever_the_device_thinks_the_time_is(
    call: Callable[..., Any],
) -> None:
    clock = {"seat": 1, "answer_ms": 8000, "reserve_ms": [9000, 20000]}
    early = call("clock", "left", clock, 1000, 10000)
    assert early == {"seat": 1, "seconds": 7, "reserve": False, "part": 0.7, "low": False}
    late = call("clock", "left", clock, 12000, 10000)
    assert late == {"seat": 1, "seconds": 16, "reserve": True, "part": 0.8, "low": False}
    assert call("clock", "left", clock, 19000, 10000)["low"]
    gone = call("clock", "left", clock, 99000, 10000)
    assert (gone["seconds"], gone["part"], gone["low"]) == (0, 0, True)


def test_the_clock_stands_at_who_is_asked_even_when_a_devices_clock_is_wrong(visit: Visit) -> None:
    ira, boris = visit(), visit(390, 844)
    gather(ira, boris, time="fast")
    boris.page.clock.set_fixed_time("2001-01-01")
    boris.page.reload()
    boris.page.locator("#hand .card").first.wait_for()
    mover, waits = _to_act(ira, boris)
    expect(mover.page.locator("#asked .clock")).to_be_visible()
    expect(waits.page.locator("#seats .clock")).to_be_visible()
    part = waits.page.locator(".clock-bar").evaluate(
        "e => Number(e.style.getPropertyValue('--part'))"
    )
    assert 0.2 < part <= 1


# ---- answers ahead --------------------------------------------------------------------------


def test_cards_of_one_rank_are_had_ready_together_and_taken_back_by_a_tap(
    call: Callable[..., Any],
) -> None:
    assert call("ahead", "tapAhead", None, "6h") == "6h"
    assert call("ahead", "tapAhead", "6h", "6c") == "6c6h"
    assert call("ahead", "tapAhead", "6c6h", "7d") == "7d"
    assert call("ahead", "tapAhead", "6c6h", "6c") == "6h"
    assert call("ahead", "tapAhead", "6h", "6h") is None
    assert call("ahead", "tapAhead", "done_for_bout", "6h") == "6h"


def test_done_for_this_bout_is_said_ahead_and_taken_back(visit: Visit) -> None:
    ira, boris = visit(), visit(390, 844)
    gather(ira, boris)
    attacker, defender = _to_act(ira, boris)
    attacker.page.locator("#hand .card.fits").first.click(position={"x": 8, "y": 8})
    if attacker.page.locator("#hand .card.chosen").count():
        attacker.actions.locator(".primary").first.click()
    defender.wait()
    done = attacker.actions.get_by_role("button", name="Done for this bout")
    expect(done).to_have_attribute("aria-pressed", "false")
    done.click()
    expect(done).to_have_attribute("aria-pressed", "true")
    expect(attacker.page.locator("#refusal")).to_contain_text("done for this bout")
    done.click()
    expect(done).to_have_attribute("aria-pressed", "false")
    done.click()
    expect(done).to_have_attribute("aria-pressed", "true")
    defender.actions.get_by_role("button", name="Take", exact=True).click()
    expect(attacker.page.locator("#log")).to_contain_text(re.compile("picks? up"))


def test_a_tap_on_a_card_when_another_is_asked_says_so_where_it_can_be_seen(visit: Visit) -> None:
    ira, boris = visit(360, 640), visit(390, 844)
    gather(ira, boris)
    attacker, defender = _to_act(ira, boris)
    hint = defender.page.locator("#refusal")
    expect(hint).to_be_empty()
    defender.page.locator("#hand .card").first.click(position={"x": 8, "y": 8})
    expect(hint).to_have_text("It is not your word.")
    expect(defender.page.locator("#live")).to_contain_text("It is not your word.")
    assert not defender.layout_faults()
    attacker.page.locator("#hand .card.fits").first.click(position={"x": 8, "y": 8})
    if attacker.page.locator("#hand .card.chosen").count():
        attacker.actions.locator(".primary").first.click()
    defender.wait()
    expect(hint).to_be_empty()


# ---- trouble --------------------------------------------------------------------------------


def test_a_paused_table_says_so_to_a_page_that_comes_later(visit: Visit) -> None:
    at = visit(360, 640)
    new_table(at, bots=True)
    at.wait()

    def pause(page: WebSocketRoute) -> None:
        server = page.connect_to_server()
        server.on_message(
            lambda text: page.send(str(text).replace('"paused":false', '"paused":true'))
        )

    at.page.route_web_socket(re.compile("/ws$"), pause)
    at.page.reload()
    expect(at.page.locator("#refusal")).to_have_text("The table is paused. Nothing is lost.")


# ---- talk -----------------------------------------------------------------------------------


def test_words_stand_as_text_and_a_person_can_be_muted_on_this_device(visit: Visit) -> None:
    ira, boris = visit(), visit(390, 844)
    gather(ira, boris)
    say(boris, MARKUP)
    expect(ira.page.locator("#chat-unread")).to_have_text("1")
    ira.page.locator("#open-chat").click()
    line = ira.page.locator(".chat-line span").first
    expect(line).to_have_text(MARKUP)
    assert ira.page.locator("#chat-lines :is(img, b b)").count() == 0
    assert ira.page.evaluate("() => window.hurt") is None
    expect(ira.page.locator("#chat-unread")).to_be_hidden()

    boris.page.get_by_role("button", name="Well played!").click()
    expect(ira.page.locator(".chat-line").last).to_contain_text("Well played!")
    ira.page.locator(".chat-more summary").last.click()
    ira.page.get_by_role("button", name="Mute Boris on this device").last.click()
    expect(ira.page.locator(".chat-line")).to_have_count(0)
    say(boris, "still here")
    expect(boris.page.locator(".chat-line").last).to_contain_text("still here")
    ira.page.wait_for_timeout(200)
    assert ira.page.locator(".chat-line").count() == 0
    ira.page.reload()
    ira.page.locator("#hand .card").first.wait_for()
    ira.page.locator("#open-chat").click()
    ira.page.get_by_role("button", name="Hear Boris again").click()
    expect(ira.page.locator(".chat-line").last).to_contain_text("still here")


@pytest.mark.parametrize(("width", "height"), [(360, 640), (740, 360), (1440, 900)])
def test_the_talk_never_covers_the_hand(visit: Visit, width: int, height: int) -> None:
    at = visit(width, height)
    new_table(at, bots=True, rules="players=4")
    at.wait()
    at.page.locator("#open-chat").click()
    panel = at.page.locator("#chat-panel").bounding_box()
    assert panel is not None
    for card in at.page.locator("#hand .card").all():
        box = card.bounding_box()
        assert box is not None
        beside = panel["x"] >= box["x"] + box["width"]
        assert beside or panel["y"] + panel["height"] <= box["y"] + 1
    assert not at.layout_faults()
    assert not Axe().run(at.page).response["violations"]


def test_a_table_without_talk_has_no_button_for_it(visit: Visit) -> None:
    at = visit()
    new_table(at, bots=True, chat="off")
    at.wait()
    assert not at.page.locator("#open-chat").is_visible()


# ---- what was played ------------------------------------------------------------------------


def test_a_bout_is_put_together_from_events(call: Callable[..., Any]) -> None:
    view = {"bout": 1, "phase": "answer", "led": 0, "defender": 1}
    first = call(
        "bout",
        "follow",
        {"v": -1, "deal": 0, "now": None, "last": None},
        {
            "v": 1,
            "deal": 1,
            "view": {**view, "table": [{"attack": "6d", "cover": None}]},
            "events": [
                {"type": "boutbegan", "number": 1, "principal": 0, "defender": 1},
                {"type": "attacked", "seat": 0, "cards": ["6d"]},
            ],
        },
    )
    assert first["now"]["pairs"] == [{"attack": "6d", "by": 0, "cover": None}]
    ended = {
        "v": 2,
        "deal": 1,
        "view": {**view, "bout": 2, "phase": "lead", "table": []},
        "events": [
            {"type": "covered", "seat": 1, "attack": "6d", "cover": "8d"},
            {"type": "beatenoff", "cards": ["6d", "8d"]},
            {"type": "boutbegan", "number": 2, "principal": 1, "defender": 0},
        ],
    }
    second = call("bout", "follow", first, ended)
    assert second["last"]["pairs"] == [{"attack": "6d", "by": 0, "cover": "8d"}]
    assert (second["last"]["end"], second["last"]["part"]) == ("beatenoff", False)
    missed = call("bout", "follow", first, {**ended, "v": 9, "events": []})
    assert missed["last"] is None
    late = {**ended, "v": 3, "view": {**view, "table": [{"attack": "7c", "cover": None}]}}
    came = call(
        "bout", "follow", {"v": -1, "deal": 0, "now": None, "last": None}, {**late, "events": []}
    )
    assert came["now"]["part"]


def _play_bouts(at: At, bouts: int) -> None:
    for _ in range(60):
        if at.page.locator("#log li", has_text=re.compile(r"^Bout \d+")).count() > bouts:
            return
        assert not at.is_over
        at.answer_by_clicking()
    raise AssertionError("no bout ends")


def test_the_last_bout_and_the_log_survive_a_reload(visit: Visit) -> None:
    at = visit()
    new_table(at, bots=True, rules="players=3")
    at.wait()
    _play_bouts(at, 1)
    at.page.locator("#open-bout").click()
    shown = at.page.locator("#bout-shown")
    expect(shown).to_contain_text("Bout 1")
    assert shown.locator(".small-card").count() > 0
    before, log = shown.inner_text(), at.page.locator("#log").inner_text()
    assert not Axe().run(at.page).response["violations"]
    at.page.reload()
    at.wait()
    assert at.page.locator("#log").inner_text() == log
    at.page.locator("#open-bout").click()
    assert shown.inner_text() == before


def test_the_last_bout_is_looked_at_again_action_by_action(visit: Visit) -> None:
    at = visit(360, 640)
    new_table(at, bots=True, rules="players=3")
    at.wait()
    _play_bouts(at, 1)
    at.page.locator("#open-bout").click()
    cards = at.page.locator("#bout-shown .small-card")
    said, end = at.page.locator(".bout-said"), at.page.locator(".bout-end")
    count = at.page.locator(".bout-count")
    whole = cards.count()
    steps = int(count.inner_text().rpartition(" ")[2])
    assert count.inner_text() == f"{steps} of {steps}"
    expect(end).to_be_visible()
    expect(at.page.get_by_role("button", name="One action on")).to_be_disabled()
    at.page.keyboard.press("Home")
    expect(count).to_have_text(f"1 of {steps}")
    expect(said).to_contain_text(re.compile("attacks? with"))
    expect(end).to_be_hidden()
    shown = [cards.count()]
    assert shown[0] >= 1
    assert not Axe().run(at.page).response["violations"]
    for step in range(2, steps + 1):
        if step % 2:
            at.page.keyboard.press("ArrowRight")
        else:
            at.page.get_by_role("button", name="One action on").click()
        expect(count).to_have_text(f"{step} of {steps}")
        shown.append(cards.count())
    assert shown == sorted(shown)
    assert shown[-1] == whole
    at.page.get_by_role("button", name="One action back").click()
    expect(count).to_have_text(f"{steps - 1} of {steps}")
    assert at.touch_faults("#bout-dialog") == []


def test_play_that_was_missed_is_said_to_be_missed(visit: Visit) -> None:
    at = visit()
    new_table(at, bots=True, rules="players=2")
    at.wait()
    at.answer_by_clicking()
    other = At(at.page.context.new_page())
    other.reopen(at.page.url)
    address = at.page.url
    at.page.goto("/")
    for _ in range(2):
        other.answer_by_clicking()
    at.reopen(address)
    expect(at.page.locator("#log")).to_contain_text("Some play passed")


def test_one_double_click_plays_one_card(visit: Visit) -> None:
    at = visit()
    new_table(at, bots=True, rules="players=2 deck=52")
    at.wait()
    sent: list[str] = []
    at.page.on("websocket", lambda ws: ws.on("framesent", lambda text: sent.append(str(text))))
    at.page.reload()
    at.wait()
    for _ in range(3):
        if at.is_over:
            break
        before = len([each for each in sent if '"act"' in each])
        card = at.fitting.first if at.fitting.count() else at.actions.get_by_role("button").last
        heard = at.heard
        card.dblclick(position={"x": 8, "y": 8}, no_wait_after=True)
        at.page.wait_for_timeout(150)
        versions = [each for each in sent if '"act"' in each][before:]
        numbers = [re.findall(r'"v":\s*(\d+)', each)[0] for each in versions]
        assert len(set(numbers)) == len(numbers)
        if at.heard == heard:
            at.answer_by_clicking()
        at.wait()


# ---- memory ---------------------------------------------------------------------------------


def test_every_card_is_at_one_place_of_the_sheet(call: Callable[..., Any]) -> None:
    view = {
        "rules": "players=2 deck=24",
        "hand": ["9c", "Td"],
        "trump_card": "Ah",
        "table": [{"attack": "Jc", "cover": "Qc"}],
        "counts": [2, 3],
        "known": [["9c"], ["Kd"]],
        "follows": [[], []],
        "talon_follows": [],
        "gone": ["9s"],
    }
    found = call("memory", "whereabouts", view)
    assert len(found) == 24
    wanted = {"9c": "mine", "Td": "mine", "Ah": "talon", "Jc": "table", "Qc": "table", "Kd": 1}
    assert {card: found[card] for card in wanted} == wanted
    assert found["9s"] == "gone"
    assert list(found.values()).count("unknown") == 24 - 7
    assert call("aid", "knownAt", view, 1, "none") == []


@pytest.mark.parametrize(("aid", "cells"), [("none", None), ("taken", 0), ("seen", 36)])
def test_the_memory_aid_is_the_one_agreed_on(visit: Visit, aid: str, cells: int | None) -> None:
    at = visit()
    new_table(at, bots=True, aid=aid)
    at.wait()
    button = at.page.locator("#open-memory")
    if cells is None:
        assert not button.is_visible()
        return
    button.click()
    expect(at.page.locator("#memory-shown td")).to_have_count(cells)
    if cells:
        mine = at.page.locator('#memory-shown td[data-where="mine"]')
        assert (
            sorted(each.get_attribute("data-card") or "" for each in mine.all()) == at.seen["hand"]
        )
    assert not Axe().run(at.page).response["violations"]


# ---- as the person likes it -----------------------------------------------------------------


def test_four_colours_size_and_left_hand_are_kept_on_the_device(visit: Visit) -> None:
    at = visit(390, 844)
    new_table(at, bots=True)
    at.wait()
    width = at.page.locator("#hand .card").first.bounding_box()
    _set(at, "Suits", "four colours")
    _set(at, "Size of your cards", "large")
    _set(at, "Hand you hold the phone with", "left")
    at.page.reload()
    at.wait()
    root = at.page.locator("html")
    for name, value in (("deck", "four"), ("size", "large"), ("hand", "left")):
        expect(root).to_have_attribute(f"data-{name}", value)
    larger = at.page.locator("#hand .card").first.bounding_box()
    assert width is not None
    assert larger is not None
    assert larger["width"] > width["width"]
    stock, middle = (at.page.locator(each).bounding_box() for each in ("#stock", "#pairs"))
    assert stock is not None
    assert middle is not None
    assert stock["x"] > middle["x"]
    assert not at.layout_faults()


def test_sounds_can_be_switched_off_and_need_a_gesture(visit: Visit) -> None:
    at = visit()
    new_table(at, bots=True)
    at.wait()
    sound = """async () => {
      const scripts = document.querySelector("script[type=module]").src;
      return (await import(new URL("sound.js", scripts))).play("card");
    }"""
    at.page.reload()
    at.wait()
    assert at.page.evaluate(sound) is False
    at.page.locator("#heading").click()
    at.page.wait_for_timeout(300)
    assert at.page.evaluate(sound) in (True, False)  # a machine may have nothing to play on
    _set(at, "Sounds", "off")
    assert at.page.evaluate(sound) is False
    at.page.reload()
    at.wait()
    _settings(at)
    group = at.page.get_by_role("group", name="Sounds", exact=True)
    expect(group.locator("input:checked")).to_have_value("off")
    assert not Axe().run(at.page).response["violations"]


def test_take_and_done_can_wait_a_moment_to_be_taken_back(visit: Visit) -> None:
    at = visit()
    new_table(at, bots=True)
    at.wait()
    _set(at, "A moment to take back Take and Done", "1.5 seconds")
    for _ in range(40):
        word = at.actions.get_by_role("button", name=re.compile("^(Take|Done|Enough)$"))
        if word.count():
            break
        at.answer_by_clicking()
    heard = at.heard
    word.click()
    undo = at.actions.get_by_role("button", name=re.compile("tap to undo"))
    expect(undo).to_be_visible()
    assert at.fitting.count() == 0
    undo.click()
    expect(word).to_be_visible()
    at.page.wait_for_timeout(1700)
    assert at.heard == heard
    word.click()
    at.page.wait_for_function("before => heard > before", arg=heard, timeout=4000)


def test_hidden_cards_have_nothing_that_tells_one_from_another(visit: Visit) -> None:
    at = visit()
    new_table(at, bots=True, rules="players=4")
    at.wait()
    backs = at.page.locator(".back").all()
    assert len(backs) > 10
    assert {back.evaluate("e => e.outerHTML") for back in backs} == {'<span class="back"></span>'}
    on_page = set(
        at.page.evaluate(
            "() => [...document.querySelectorAll('[data-card]')].map((e) => e.dataset.card)"
        )
    )
    open_cards = at.page.locator(":is(#hand, #pairs, #trump-place) .card").count()
    assert len(on_page) == open_cards  # the hand, the table and the trump card, nothing else
