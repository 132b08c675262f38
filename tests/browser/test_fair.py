"""The fair deal checked in the page: the engine's vectors, with WebCrypto and without."""

from __future__ import annotations

import hashlib
import hmac
import os
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from durak import cards, fair
from tests.browser.table import At
from tests.engine.test_fair import SEATS, SERVER, VECTORS

pytestmark = pytest.mark.browser
Visit = Callable[..., At]

_SHUFFLE = """async ([own, size, server, seats]) => {
  const { OWN, best } = await import("/static/sha256.js");
  const { fromHex, shuffle } = await import("/static/fair.js");
  return (await shuffle(size, fromHex(server), seats.map(fromHex), own ? OWN : best())).join(" ");
}"""

_CHECK = """async ([own, text, seen]) => {
  const { OWN, best } = await import("/static/sha256.js");
  const { check, readRecord } = await import("/static/fair.js");
  const found = await check(readRecord(text), seen, own ? OWN : best());
  return { verdict: found.verdict, steps: found.steps.map((step) => step.key) };
}"""

_HASHES = """async (texts) => {
  const { sha256, hmac } = await import("/static/sha256.js");
  const { fromHex, toHex } = await import("/static/fair.js");
  const bytes = (hex) => fromHex(hex) ?? new Uint8Array(0);
  const both = (key, text) => [toHex(sha256(text)), toHex(hmac(key, text))];
  return texts.map(([key, text]) => both(bytes(key), bytes(text)));
}"""

UNSEEN = {"commitment": None, "seat": None, "seed": None}


def _record(**changes: str) -> str:
    """A record's head with a bot at seat 1 that follows the rules."""
    seeds = [b"\1" * 32, fair.bot_seed(SERVER, 1)]
    deck = fair.shuffle(36, SERVER, seeds)
    headers = {
        "Format": "durak-record 1",
        "Rules": "players=2",
        "Seats": "Ira | bot:quick",
        "Deal": "1",
        "Dealer": "0",
        "Deck": " ".join(cards.name(card) for card in deck),
        "Commitment": fair.commitment(SERVER),
        "Seeds": " ".join(seed.hex() for seed in (SERVER, *seeds)),
        **changes,
    }
    return "".join(f"{key}: {value}\n" for key, value in headers.items()) + "\n1. 1:9d 0:take\n"


@pytest.mark.parametrize("own", [False, True], ids=["WebCrypto", "our own"])
def test_the_page_shuffles_as_every_other_program_does(visit: Visit, own: bool) -> None:
    page = visit().page
    assert page.evaluate("() => crypto.subtle !== undefined")
    for size, server, seats, deck in VECTORS:
        seeds = [seed.hex() for seed in seats]
        assert page.evaluate(_SHUFFLE, [own, size, server.hex(), seeds]) == deck


def test_our_own_hashes_are_the_standard_ones(visit: Visit) -> None:
    lengths = (0, 1, 3, 55, 56, 63, 64, 65, 119, 120, 128, 1000)
    texts = [(os.urandom(length), os.urandom(length)) for length in lengths]
    found = visit().page.evaluate(_HASHES, [[key.hex(), text.hex()] for key, text in texts])
    assert found == [
        [hashlib.sha256(text).hexdigest(), hmac.digest(key, text, "sha256").hex()]
        for key, text in texts
    ]


@pytest.mark.parametrize("own", [False, True], ids=["WebCrypto", "our own"])
def test_a_check_says_step_by_step_what_holds(visit: Visit, own: bool) -> None:
    page = visit().page

    def check(text: str, **seen: Any) -> dict[str, Any]:
        found: dict[str, Any] = page.evaluate(_CHECK, [own, text, {**UNSEEN, **seen}])
        return found

    promise = fair.commitment(SERVER)
    good = check(_record(), commitment=promise, seat=0, seed="01" * 32)
    assert good == {"verdict": "fair", "steps": ["promise", "kept", "mine", "bots", "deck"]}
    assert check(_record())["steps"][0] == "promise_unseen"
    other = check(_record(), commitment="00" * 32)
    assert other["verdict"] == "not_fair"
    assert other["steps"][0] == "promise_bad"
    mine = check(_record(), commitment=promise, seat=0, seed="02" * 32)
    assert mine["verdict"] == "doubt"
    assert "mine_bad" in mine["steps"]
    chosen = " ".join(seed.hex() for seed in (SERVER, *SEATS))
    assert "bots_bad" in check(_record(Seeds=chosen))["steps"]
    false_server = check(_record(Commitment="ab" * 32))
    assert false_server["verdict"] == "not_fair"
    assert "kept_bad" in false_server["steps"]
    deck = re.sub(r"^(\S+) (\S+)", r"\2 \1", _record().split("Deck: ")[1].split("\n")[0])
    moved = check(_record(Deck=deck))
    assert moved["verdict"] == "not_fair"
    assert moved["steps"][-1] == "deck_bad"


@pytest.mark.parametrize(
    "changes",
    [{"Seeds": SERVER.hex()}, {"Seeds": ""}, {"Seeds": "?? ?? ??"}, {"Deck": "6c 7d ??"}],
)
def test_a_record_that_lacks_something_cannot_be_checked(
    visit: Visit, changes: dict[str, str]
) -> None:
    found = visit().page.evaluate(_CHECK, [False, _record(**changes), UNSEEN])
    assert found == {"verdict": "unknown", "steps": ["missing"]}


def test_a_deal_that_was_played_is_checked_at_its_end(visit: Visit) -> None:
    at = visit(390, 844)
    at.choose(preset="Host's short game")
    at.deal()
    for _ in range(200):
        if at.is_over:
            break
        at.answer_by_clicking()
    at.page.get_by_role("button", name="Check this deal").click()
    dialog = at.page.get_by_role("dialog")
    expect(dialog.locator("#fair-verdict")).to_have_text("This deal was fair.")
    steps = dialog.locator("#fair-steps li")
    expect(steps).to_have_count(5)
    assert [step.get_attribute("data-good") for step in steps.all()] == ["true"] * 5
    expect(dialog.locator("#fair-sentences li")).to_have_count(5)
    dialog.locator("summary").click()
    expect(dialog.locator("#fair-facts .small-card")).to_have_count(24)
    assert dialog.get_by_text(re.compile("^[0-9a-f]{64}$")).count() >= 3
