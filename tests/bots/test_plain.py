"""The bots that think no further than one action: legal under every ruleset, blind to what is
hidden, and what they say of an action."""

from __future__ import annotations

import random

import numpy as np
import pytest

from durak import actions, cards, knowledge
from durak.actions import Action
from durak.bots import reasons
from durak.bots.plain import Club, Lowest, Novice, Plain, Random
from durak.deal import Deal
from durak.ruleset import PRESETS, Ruleset
from durak.view import View

pytestmark = pytest.mark.compiled

BOTS = (Random, Lowest, Novice, Club)
RULES = [
    *(f"{name} players={players}" for name, each in PRESETS.items() for players in each.players),
    "perevodnoy players=4 teams=two",
    "perevodnoy players=6 deck=52 transfer_show=yes done_is_final=yes",
    "players=3 deck=24 transfer=on transfer_show=yes throw_after_take=no",
    "players=5 throwers=principal attack_limit=1",
    "players=2 trump_swap=on deck=52 stalemate_takes=6",
]


def dealt(code: str, seed: int) -> Deal:
    ruleset = Ruleset.from_code(code)
    deck = list(cards.members(cards.deck_mask(ruleset.deck)))
    random.Random(seed).shuffle(deck)
    return Deal.start(ruleset, deck, dealer=seed % ruleset.players)


def positions(code: str, seed: int) -> list[View]:
    """What each seat saw when it was to act, in one deal of all manners."""
    deal, seen = dealt(code, seed), []
    rng = random.Random(seed)
    bots = [BOTS[(seat + seed) % 4](rng) for seat in range(deal.ruleset.players)]
    while (seat := deal.to_act) is not None:
        seen.append(deal.view(seat))
        deal.apply(seat, bots[seat].choose(seen[-1]))
    return seen


@pytest.mark.parametrize("code", RULES)
def test_every_choice_is_legal_and_every_deal_ends(code: str) -> None:
    for seed in (1, 2):
        deal, rng = dealt(code, seed), random.Random(seed)
        bots = [BOTS[(seat + seed) % 4](rng) for seat in range(deal.ruleset.players)]
        while (seat := deal.to_act) is not None:
            view = deal.view(seat)
            action = bots[seat].choose(view)
            assert str(action) in view.legal
            deal.apply(seat, action)
        assert deal.result is not None


@pytest.mark.parametrize("bot", BOTS)
def test_hidden_cards_change_no_choice(bot: type[Plain]) -> None:
    lots = np.random.default_rng(3)
    for view in positions("perevodnoy players=3", 5)[::3]:
        assert view.seat is not None
        other = knowledge.sample(view, lots).view(view.seat)
        for seed in range(3):
            here = bot(random.Random(seed)).choose(view)
            assert bot(random.Random(seed)).choose(other) == here


@pytest.mark.parametrize("bot", BOTS)
def test_the_same_generator_plays_the_same(bot: type[Plain]) -> None:
    views = positions("classic players=4", 2)
    one, other = (bot(random.Random(8)) for _ in range(2))
    assert [one.choose(view) for view in views] == [other.choose(view) for view in views]


@pytest.mark.parametrize("bot", BOTS)
def test_a_seat_that_is_not_to_act_is_refused(bot: type[Plain]) -> None:
    deal = dealt("podkidnoy", 1)
    assert deal.to_act is not None
    with pytest.raises(ValueError, match="is not to act: the word is with"):
        bot(random.Random(1)).choose(deal.view(1 - deal.to_act))


def _worth(view: View, _rng: random.Random) -> dict[Action, tuple[float, bool]]:
    """An estimate for tests: the later in the list, the better; the first is proven."""
    legal = [actions.parse(token) for token in view.legal]
    return {action: (at / len(legal), at == 0) for at, action in enumerate(legal)}


@pytest.mark.parametrize("bot", BOTS)
def test_every_action_is_weighed_its_own_first_and_the_others_from_the_best_down(
    bot: type[Plain], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("durak.bots.worth.worth", _worth)
    for code in ("perevodnoy players=3 transfer_show=yes", "classic"):
        for view in positions(code, 4):
            asked, silent = bot(random.Random(6)), bot(random.Random(6))
            weighed = asked.weigh(view)
            assert sorted(str(each.action) for each in weighed) == sorted(view.legal)
            assert asked.choose(view) == weighed[0].action == silent.choose(view)
            values = [each.value for each in weighed[1:]]
            assert values == sorted(values, reverse=True)
            for each in weighed:
                assert reasons.text(each.reason, "en")
                assert reasons.text(each.reason, "ru")
