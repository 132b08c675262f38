"""Expert and master: what the seat sees decides, endings are proven, weights fit the package."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest

import durak.bots
from durak import cards, knowledge
from durak.actions import parse
from durak.bots import endings, levels, network, worth
from durak.deal import Deal
from durak.position import Position, set_up
from durak.ruleset import PRESETS, Ruleset

pytestmark = pytest.mark.compiled

RULES = (*PRESETS, "podkidnoy players=6 deck=52", "perevodnoy players=4 teams=two")


def shuffled(rules: Ruleset, seed: int) -> Deal:
    deck = list(cards.members(cards.deck_mask(rules.deck)))
    random.Random(seed).shuffle(deck)
    return Deal.start(rules, deck, dealer=0)


@pytest.mark.parametrize("code", RULES)
def test_expert_plays_every_ruleset_to_its_end(code: str) -> None:
    deal = shuffled(Ruleset.from_code(code), 3)
    bot = levels.make("expert", random.Random(1))
    while not deal.is_over:
        assert deal.to_act is not None
        deal.apply(deal.to_act, bot.choose(deal.view(deal.to_act)))


@pytest.mark.parametrize("level", ["expert", "master"])
@pytest.mark.parametrize("code", ["podkidnoy", "perevodnoy players=3"])
def test_hidden_cards_change_no_choice(level: str, code: str) -> None:
    deal = shuffled(Ruleset.from_code(code), 5)
    driver = levels.make("club", random.Random(2))
    worlds = np.random.default_rng(4)
    asked = 0
    while not deal.is_over and asked < 12:
        assert deal.to_act is not None
        view = deal.view(deal.to_act)
        if len(view.legal) > 1 and view.talon_count:
            other = knowledge.sample(view, worlds)
            there = other.view(deal.to_act)
            choices = {levels.make(level, random.Random(9)).choose(each) for each in (view, there)}
            assert len(choices) == 1
            asked += 1
        deal.apply(deal.to_act, driver.choose(view))


def test_an_ending_that_is_won_is_won_whatever_the_other_does() -> None:
    rules = Ruleset.from_code("podkidnoy")
    lots = random.Random(6)
    won = 0
    for _ in range(30):
        drawn = lots.sample(sorted(cards.members(cards.deck_mask(36))), 10)
        hands = (cards.mask(drawn[:5]), cards.mask(drawn[5:]))
        deal = set_up(
            rules, Position(hands=hands, trump=lots.randrange(4), principal=0, defender=1)
        )
        solved = endings.solve(deal.view(0))
        assert solved is not None
        if solved.value != 1:
            continue
        bot, other = levels.make("expert", lots), levels.make("random", lots)
        while not deal.is_over:
            assert deal.to_act is not None
            player = bot if deal.to_act == 0 else other
            deal.apply(deal.to_act, player.choose(deal.view(deal.to_act)))
        assert deal.losers == (1,)
        won += 1
    assert won > 5


@pytest.mark.parametrize("level", ["expert", "master", "club"])
def test_weighing_lists_every_legal_action_and_the_choice_first(level: str) -> None:
    deal = shuffled(Ruleset.from_code("podkidnoy players=3"), 8)
    assert deal.to_act is not None
    view = deal.view(deal.to_act)
    weighed = levels.make(level, random.Random(3)).weigh(view)
    assert weighed[0].action == levels.make(level, random.Random(3)).choose(view)
    assert {str(each.action) for each in weighed} == set(view.legal)
    assert all(0 <= each.value <= 1 for each in weighed)
    values = [each.value for each in weighed[1:]]
    assert values == sorted(values, reverse=True)


def test_a_proven_ending_is_weighed_exactly() -> None:
    rules = Ruleset.from_code("podkidnoy")
    hands = (cards.mask([cards.card("7c"), cards.card("8c")]), 1 << cards.card("6d"))
    deal = set_up(rules, Position(hands=hands, trump=0, principal=0, defender=1))
    weighed = levels.make("expert", random.Random(3)).weigh(deal.view(0))
    assert {each.is_exact for each in weighed} == {True}
    assert {each.value for each in weighed} == {1.0}
    assert weighed[0].reason.code == "proven_safe"


def test_the_estimate_is_the_same_for_the_same_view_and_seed() -> None:
    view = shuffled(Ruleset.from_code("perevodnoy players=4"), 2).view(None)
    deal = shuffled(Ruleset.from_code("perevodnoy players=4"), 2)
    view = deal.view(deal.to_act)
    one, two = (worth.worth(view, random.Random(7), tries=200) for _ in range(2))
    assert one == two
    assert set(one) == {parse(token) for token in view.legal}


def test_a_view_of_somebody_else_s_word_is_refused() -> None:
    deal = shuffled(Ruleset.from_code("podkidnoy"), 8)
    assert deal.to_act is not None
    with pytest.raises(ValueError, match="is not to act"):
        levels.make("expert", random.Random(1)).choose(deal.view(1 - deal.to_act))


def test_the_shipped_weights_fit_and_stay_under_two_megabytes() -> None:
    folder = Path(durak.bots.__file__).parent / "weights"
    assert sum(path.stat().st_size for path in folder.glob("*.npz")) < 2 * 1024 * 1024
    for players in (2, 3):
        assert np.isfinite(network.shipped(players).w1).all()
