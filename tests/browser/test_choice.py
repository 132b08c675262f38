"""What a tap means, from the legal list alone: the page's pure functions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.browser.table import At

pytestmark = pytest.mark.browser

_TAPS = """async ([legal, taps, open]) => {
  const choice = await import("/static/choice.js");
  const moves = choice.parseAll(legal);
  let chosen = choice.NOTHING;
  for (const [what, card] of taps) {
    const meaning = what === "hand"
      ? choice.tapHand(moves, chosen, card, open)
      : choice.tapAttack(moves, chosen, card);
    if ("send" in meaning) return { send: meaning.send };
    chosen = meaning.chosen;
  }
  return {
    chosen: chosen.cards, target: chosen.target,
    playable: [...choice.playable(moves, chosen)].sort(),
    offers: choice.offers(moves, chosen).map((move) => move.token),
  };
}"""


@pytest.fixture
def after(visit: Callable[..., At]) -> Callable[..., dict[str, Any]]:
    """What the page makes of taps on hand and attacks."""
    at = visit()

    def taps(legal: str, *taps: tuple[str, str], open_attack: str | None = None) -> dict[str, Any]:
        found: dict[str, Any] = at.page.evaluate(_TAPS, [legal.split(), list(taps), open_attack])
        return found

    return taps


def test_a_card_that_can_do_one_thing_does_it(after: Callable[..., dict[str, Any]]) -> None:
    assert after("6d 7c", ("hand", "6d")) == {"send": "6d"}
    assert after("6d<8d take", ("hand", "8d"), open_attack="6d") == {"send": "6d<8d"}


def test_a_card_that_fits_nothing_is_left_to_the_server_to_refuse(
    after: Callable[..., dict[str, Any]],
) -> None:
    assert after("6d done", ("hand", "Kc")) == {"send": "Kc"}
    assert after("6d<8d take", ("hand", "Kc"), open_attack="6d") == {"send": "6d<Kc"}


def test_several_of_one_rank_are_chosen_card_by_card(
    after: Callable[..., dict[str, Any]],
) -> None:
    legal = "6c 6d 6c6d 6h 6c6h 6d6h 6c6d6h 7c"
    one = after(legal, ("hand", "6c"))
    assert one["chosen"] == ["6c"]
    assert one["offers"] == ["6c", "6c6d6h"]
    two = after(legal, ("hand", "6c"), ("hand", "6h"))
    assert two["chosen"] == ["6c", "6h"]
    assert two["offers"][0] == "6c6h"
    assert after(legal, ("hand", "6c"), ("hand", "6c"))["chosen"] == []


def test_with_several_attacks_open_the_attack_is_chosen_before_or_after_the_card(
    after: Callable[..., dict[str, Any]],
) -> None:
    legal = "6c<8c 6c<7h 6d<7h take"
    assert after(legal, ("hand", "8c")) == {"send": "6c<8c"}
    which = after(legal, ("hand", "7h"))
    assert which["offers"][:2] == ["6c<7h", "6d<7h"]
    assert after(legal, ("hand", "7h"), ("attack", "6d")) == {"send": "6d<7h"}
    assert after(legal, ("attack", "6c"))["playable"] == ["7h", "8c"]
    assert after(legal, ("attack", "6d"), ("hand", "7h")) == {"send": "6d<7h"}


def test_transfers_and_shown_transfers_are_offered(after: Callable[..., dict[str, Any]]) -> None:
    legal = "6c<8c >6d >6h >6d6h >(6h) take"
    assert after(legal)["offers"] == [">6d", ">6h", ">6d6h", ">(6h)", "take"]
