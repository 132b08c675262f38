"""What the strategy says of end games of two is true against any answer: they are played out."""

from __future__ import annotations

import pytest

from durak.conformance import begin
from durak.deal import Deal
from durak.guide.examples import examples

WIN, DRAW, LOSS = 1, 0, -1

ONLY_THIS_WINS = {
    "ace-before-the-nines": LOSS,
    "sure-queen-first": DRAW,
    "king-after-the-king-of-trumps": DRAW,
    "nine-covers-the-king-waits": LOSS,
    "trump-jack-cheaper-than-the-king": LOSS,
    "take-the-nine-of-trumps": LOSS,
    "keep-the-eight-of-trumps": LOSS,
    "no-trump-as-a-gift": LOSS,
    "second-six-goes-along": LOSS,
}
"""Examples whose first step alone wins, with the most that anything else is worth."""

MISTAKES = {
    "nines-before-the-ace": LOSS,
    "seven-first-is-only-a-draw": DRAW,
    "king-covers-the-king-comes": LOSS,
    "cover-the-nine-of-trumps": LOSS,
    "eight-of-trumps-thrown-away": LOSS,
}
"""Examples whose first step is worth this much where something else wins."""


def worth(deal: Deal) -> int:
    """What the deal is worth to seat 0 when both seats, seeing all cards, play their best."""
    if deal.is_over:
        return DRAW if not deal.losers else LOSS if 0 in deal.losers else WIN
    after = worth_after(deal).values()
    return max(after) if deal.to_act == 0 else min(after)


def worth_after(deal: Deal) -> dict[str, int]:
    """What each action of the seat to act makes of it, for seat 0."""
    assert deal.to_act is not None
    found = {}
    for action in deal.legal():
        then = deal.clone()
        then.apply(deal.to_act, action)
        found[str(action)] = worth(then)
    return found


def worth_to_mover(name: str) -> tuple[str, dict[str, int]]:
    """An example's first step, and what each action is worth to the seat that takes it."""
    case = examples()[name].case
    deal = begin(case)
    assert deal.ruleset.players == 2
    assert not deal.talon
    sign = 1 if deal.to_act == 0 else -1
    step = case["play"][0]["do"].partition(":")[2]
    return step, {token: sign * value for token, value in worth_after(deal).items()}


@pytest.mark.parametrize("name", ONLY_THIS_WINS)
def test_the_step_shown_is_the_only_one_that_wins(name: str) -> None:
    step, values = worth_to_mover(name)
    assert values.pop(step) == WIN
    assert max(values.values()) == ONLY_THIS_WINS[name]


@pytest.mark.parametrize("name", MISTAKES)
def test_the_mistake_shown_costs_a_won_deal(name: str) -> None:
    step, values = worth_to_mover(name)
    assert values.pop(step) == MISTAKES[name]
    assert max(values.values()) == WIN
