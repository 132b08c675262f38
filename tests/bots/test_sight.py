"""A sight holds what the view holds, whichever of the two ways it is filled, and nothing else."""

from __future__ import annotations

import pytest

from durak.bots import sight
from durak.bots.compiled import entry
from durak.kernel import layout
from durak.ruleset import PRESETS, Ruleset
from tests.bots.states import as_deal, dealt, play_one

pytestmark = pytest.mark.compiled

RULES = (
    *PRESETS,
    "podkidnoy players=3",
    "perevodnoy players=4 teams=two",
    "perevodnoy players=6 deck=52 transfer_show=yes",
    "podkidnoy players=2 trump_swap=on deck=24",
    "podkidnoy players=5 throwers=principal",
)


@entry
def _sight(states: layout.States, i: int, sights: sight.Sights, j: int) -> None:
    s = states[i]
    sight.of_state(s, s.to_act, sights[j])


@entry
def _sample(
    sights: sight.Sights, j: int, states: layout.States, i: int, random: layout.Random
) -> None:
    sight.sample(sights[j], states[i], random)


@pytest.mark.parametrize("code", RULES)
def test_a_state_and_its_view_give_one_sight(code: str) -> None:
    sights = sight.new_sights(2)
    for seed in range(1, 6):
        states, random = dealt(Ruleset.from_code(code), seed)
        deal = as_deal(Ruleset.from_code(code), states)
        while not deal.is_over:
            assert deal.to_act is not None
            _sight(states, 0, sights, 0)
            sight.of_view(deal.view(deal.to_act), sights, 1)
            assert sights[0] == sights[1], (code, seed, deal.bout)
            play_one(deal, random)


@pytest.mark.parametrize("code", RULES)
def test_a_sampled_state_gives_the_sight_it_was_drawn_from(code: str) -> None:
    sights, sampled = sight.new_sights(2), layout.new_states(1)
    for seed in range(1, 4):
        states, random = dealt(Ruleset.from_code(code), seed)
        deal = as_deal(Ruleset.from_code(code), states)
        while not deal.is_over:
            _sight(states, 0, sights, 0)
            _sample(sights, 0, sampled, 0, random)
            _sight(sampled, 0, sights, 1)
            assert sights[0] == sights[1], (code, seed, deal.bout)
            play_one(deal, random)
