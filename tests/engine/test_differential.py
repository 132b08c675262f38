"""The engine against the literal reference of the rules freeze, in lockstep over random deals.

DURAK_TEST_DEALS says how many deals, DURAK_TEST_SEED where to begin: a long run is one command.
"""

from __future__ import annotations

import os

import pytest

from tests.engine import lockstep

DEALS = int(os.environ.get("DURAK_TEST_DEALS", "100"))
SEED = int(os.environ.get("DURAK_TEST_SEED", "0"))


def first_difference(seed: int) -> str:
    """The first place where the two part, as text to replay it from; empty when they never do."""
    for where, differences in lockstep.play(seed):
        if differences:
            return "\n".join((where, *differences))
    return ""


@pytest.mark.compiled
def test_engine_and_reference_agree_on_random_deals() -> None:
    found = [first_difference(seed) for seed in range(SEED, SEED + DEALS)]
    assert "\n\n".join(text for text in found if text) == ""


def test_engine_and_reference_agree_on_a_few_deals() -> None:
    found = [first_difference(seed) for seed in range(10**6, 10**6 + 5)]
    assert "\n\n".join(text for text in found if text) == ""
