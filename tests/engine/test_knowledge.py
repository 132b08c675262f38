"""Memory and sampling: a sampled state agrees with what the seat knows, all are as likely."""

from __future__ import annotations

import random
from collections import Counter

import msgspec
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from durak import cards, knowledge, position
from durak.deal import Deal
from durak.knowledge import MemoryAid
from durak.ruleset import PRESETS, Ruleset


def _in_mid_deal(rules: Ruleset, rng: random.Random, steps: int) -> Deal | None:
    """A deal after some random actions; None when it was over before."""
    deck = list(cards.members(cards.deck_mask(rules.deck)))
    rng.shuffle(deck)
    deal = Deal.start(rules, deck, dealer=rng.randrange(rules.players))
    for _ in range(steps):
        to_act = deal.to_act
        if to_act is None:
            return None
        deal.apply(to_act, rng.choice(deal.legal()))
    return None if deal.is_over else deal


@given(st.sampled_from(sorted(PRESETS)), st.integers(0, 2**32), st.integers(0, 120), st.data())
def test_a_sampled_state_gives_the_seat_the_view_it_was_sampled_from(
    preset: str, seed: int, steps: int, data: st.DataObject
) -> None:
    players = data.draw(st.sampled_from(PRESETS[preset].players))
    rules = Ruleset.preset(preset, players).changed(transfer_show=True, trump_swap=True)
    deal = _in_mid_deal(rules, random.Random(seed), steps)
    if deal is None:
        return
    seat = data.draw(st.one_of(st.none(), st.integers(0, players - 1)))
    view = deal.view(seat)
    sampled = knowledge.sample(view, np.random.default_rng(seed))
    assert msgspec.json.encode(sampled.view(seat)) == msgspec.json.encode(view)


@given(st.integers(0, 2**32), st.integers(0, 80))
def test_a_sampled_state_can_be_played_to_its_end(seed: int, steps: int) -> None:
    rng = random.Random(seed)
    deal = _in_mid_deal(Ruleset.preset("perevodnoy", 3), rng, steps)
    if deal is None:
        return
    sampled = knowledge.sample(deal.view(0), np.random.default_rng(seed))
    while (to_act := sampled.to_act) is not None:
        sampled.apply(to_act, rng.choice(sampled.legal()))
    assert sampled.result is not None


_TWO_TO_PLACE = {
    "trump": "s",
    "talon": "9c As",
    "hands": ["8c Kd Qd Qh 7c 7d", "Ts Jd 6c", "9d Td"],
    "principal": 0,
    "defender": 1,
    "known": {"1": "Ts"},
}


@pytest.mark.compiled
def test_every_state_that_agrees_is_as_likely() -> None:
    """Chi-square over all ways to put five unseen cards into two hands and the talon."""
    deal = position.set_up(rules := Ruleset(players=3), position.read(rules, _TWO_TO_PLACE))
    view = deal.view(0)
    random_states = np.random.default_rng(20)
    samples = 6000
    seen = Counter(
        (sampled.hands[1], sampled.hands[2], sampled.talon)
        for sampled in (knowledge.sample(view, random_states) for _ in range(samples))
    )
    ways = 5 * 4 // 2 * (3 * 2 // 2)  # two of five, two of the other three, one is left
    assert len(seen) == ways
    expected = samples / ways
    chi_square = sum((count - expected) ** 2 / expected for count in seen.values())
    assert chi_square < 58.3  # 29 degrees of freedom, one false alarm in a thousand


@pytest.mark.compiled
def test_the_talons_order_is_as_likely_as_any_other() -> None:
    start = {**_TWO_TO_PLACE, "talon": "9c Jc Qc As", "known": {"1": "Ts Jd 6c", "2": "9d Td"}}
    deal = position.set_up(rules := Ruleset(players=3), position.read(rules, start))
    view = deal.view(0)
    assert set(view.talon_follows) == {"9c", "Jc", "Qc"}
    random_states = np.random.default_rng(21)
    seen = Counter(knowledge.sample(view, random_states).talon for _ in range(3000))
    assert len(seen) == 6
    assert sum((count - 500) ** 2 / 500 for count in seen.values()) < 20.5  # 5 degrees, 0.1 %


def test_r9_6_the_sampled_holder_of_a_hidden_low_trump_may_swap_it() -> None:
    start = {
        "trump": "s",
        "talon": "9c 9d As",
        "hands": ["8c Kd Qd Qh 7c 7d", "6s Jd 6c 6d 6h Jc"],
        "principal": 0,
        "defender": 1,
        "low_trump_first": 1,
    }
    rules = Ruleset.preset("classic", 2)
    view = position.set_up(rules, position.read(rules, start)).view(0)
    assert view.low_trump_first is None
    random_states = np.random.default_rng(3)
    for _ in range(50):
        sampled = knowledge.sample(view, random_states)
        sampled.do("0:8c")
        holds = "6s" in cards.names(sampled.hands[1])
        assert ("swap" in [str(action) for action in sampled.legal()]) == holds


def test_sampling_a_deal_that_is_over_is_refused() -> None:
    rules = Ruleset()
    start = {"trump": "s", "hands": ["8c", "9c 9d"], "principal": 0, "defender": 1}
    deal = position.set_up(rules, position.read(rules, start))
    deal.do("0:8c")
    deal.do("1:take")
    with pytest.raises(ValueError, match="over"):
        knowledge.sample(deal.view(0), np.random.default_rng(1))


def test_r12_5_memory_aids_show_nothing_taken_cards_or_everything_that_follows() -> None:
    rules = Ruleset()
    start = {
        "trump": "s", "talon": "", "hands": ["8c Kd", "9c Jd"], "principal": 0, "defender": 1,
        "known": {"1": "Jd"},
    }  # fmt: skip
    view = position.set_up(rules, position.read(rules, start)).view(0)
    assert knowledge.publicly_known(view, MemoryAid.NONE) == ((), ())
    assert knowledge.publicly_known(view, MemoryAid.TAKEN) == ((), ("Jd",))
    assert knowledge.publicly_known(view, MemoryAid.SEEN)[1] == ("Jd", "9c")
