"""Search finds what there is to find, by its view alone; with open cards it is a yardstick."""

from __future__ import annotations

import random
from functools import cache

import numpy as np
import pytest

from durak import actions, cards, knowledge
from durak.actions import Action
from durak.bots import reasons
from durak.bots.ismcts import MAX_ITERATIONS, Ismcts, Seeing
from durak.deal import Deal
from durak.kernel import entry, layout
from durak.position import Position, set_up
from durak.ruleset import PRESETS, Ruleset
from tests.bots.states import as_deal, dealt, play_one

pytestmark = pytest.mark.compiled

RULES = (
    *PRESETS,
    "perevodnoy players=4 teams=two",
    "perevodnoy players=6 deck=52 transfer_show=yes teams=two",
    "podkidnoy players=3 draw_result=last_defender_loses",
)


def _bot(iterations: int, *, guided: bool = False, seed: int = 1) -> Ismcts:
    return Ismcts(iterations, random.Random(seed), guided=guided)


def _to_act(deal: Deal) -> int:
    assert deal.to_act is not None
    return deal.to_act


def _small(rules: str, hands: tuple[str, str]) -> Deal:
    return set_up(
        Ruleset.from_code(rules),
        Position(
            hands=tuple(cards.mask(cards.cards(hand)) for hand in hands),
            trump=cards.SUITS.index("s"),
            principal=0,
            defender=1,
        ),
    )


def _endings(code: str, most: int, wanted: int) -> list[Deal]:
    """Positions of open cards from random deals, each with a choice to make."""
    found: list[Deal] = []
    rules, seed = Ruleset.from_code(code), 0
    while len(found) < wanted:
        seed += 1
        states, chance = dealt(rules, seed)
        deal = as_deal(rules, states)
        while not deal.is_over:
            held = sum(hand.bit_count() for hand in deal.hands)
            if not deal.talon and held <= most and len(deal.legal()) > 1:
                found.append(deal)
                break
            play_one(deal, chance)
    return found


def _best(deal: Deal) -> tuple[float, set[Action]]:
    """Brute force through the rules: the best score of the seat to act, and what gives it."""
    states = np.array([deal.state])
    seat = _to_act(deal)
    found = {action: 1 - _lost(_after(states, action).tobytes(), seat) for action in deal.legal()}
    most = max(found.values())
    return most, {action for action, score in found.items() if score == most}


def _after(states: layout.States, action: Action) -> layout.States:
    moved = states.copy()
    entry.step(moved, 0, actions.to_int(action), np.empty(layout.MAX_LEGAL, np.int64))
    moved["bout"] = 2
    return moved


@cache
def _lost(state: bytes, seat: int) -> float:
    """What the other seat gets from here."""
    states = np.frombuffer(state, layout.STATE).copy()
    if states[0].phase == layout.OVER:
        return 0.5 if not states[0].losers else float(states[0].losers >> seat & 1)
    legal = np.empty(layout.MAX_LEGAL, np.int64)
    count = entry.legal(states, 0, legal)
    is_own = int(states[0].to_act) == seat
    best = 1.0 if is_own else 0.0
    for number in legal[:count].tolist():
        score = _lost(_after(states, actions.from_int(number)).tobytes(), seat)
        best = min(best, score) if is_own else max(best, score)
        if best == (0.0 if is_own else 1.0):
            break
    return best


@pytest.mark.parametrize("guided", [False, True])
@pytest.mark.parametrize("code", RULES)
def test_plays_whole_deals_of_every_ruleset(code: str, guided: bool) -> None:
    rules = Ruleset.from_code(code)
    deal = as_deal(rules, dealt(rules, 5)[0])
    bots = [_bot(30, guided=guided, seed=seat) for seat in range(rules.players)]
    while not deal.is_over:
        seat = _to_act(deal)
        view = deal.view(seat)
        weighed = bots[seat].weigh(view)
        assert sorted(str(each.action) for each in weighed) == sorted(view.legal)
        assert all(0 <= each.value <= 1 for each in weighed)
        assert all(reasons.text(each.reason, "en") for each in weighed)
        assert bots[seat].choose(view) == weighed[0].action
        deal.apply(seat, weighed[0].action)


@pytest.mark.parametrize(
    ("code", "most"),
    [("host-short stalemate_takes=6", 7), ("host-short transfer=on stalemate_takes=6", 4)],
)
def test_finds_the_best_result_of_small_endings(code: str, most: int) -> None:
    for deal in _endings(code, most, 25):
        score, best = _best(deal)
        seat = _to_act(deal)
        assert _bot(4000).choose(deal.view(seat)) in best, (score, deal.view(seat))
        seeing = Seeing(4000, random.Random(2))
        assert seeing.choose_in(np.array([deal.state]), 0) in best


def test_values_come_near_a_proven_result() -> None:
    deal = _small("podkidnoy", ("6h As", "7h Kd"))
    weighed = _bot(2000).weigh(deal.view(0))
    assert str(weighed[0].action) == "As"
    assert weighed[0].value > 0.95
    assert weighed[0].reason.code == "won_most"
    assert [each.value for each in weighed[1:]] == sorted(
        (each.value for each in weighed[1:]), reverse=True
    )


def test_a_draw_is_half_a_win_with_two_seats() -> None:
    deal = _small("podkidnoy", ("6h", "7h"))
    (only,) = _bot(10).weigh(deal.view(0))
    # The other may also take, and is the durak then.
    assert only.value >= 0.5
    assert only.reason.code == "forced"
    deal.do("0:6h")
    values = {str(each.action): each.value for each in _bot(200).weigh(deal.view(1))}
    assert values == {"6h<7h": 0.5, "take": 0.0}


def test_a_draw_is_not_lost_with_more_seats() -> None:
    hands = tuple(cards.mask(cards.cards(hand)) for hand in ("6h", "7h", ""))
    position = Position(hands=hands, trump=3, principal=0, defender=1, out=((2,),))
    deal = set_up(Ruleset.from_code("podkidnoy players=3"), position)
    deal.do("0:6h")
    values = {str(each.action): each.value for each in _bot(200).weigh(deal.view(1))}
    assert values == {"6h<7h": 1.0, "take": 0.0}


def test_a_seat_wins_with_its_team() -> None:
    hands = tuple(cards.mask(cards.cards(hand)) for hand in ("As", "6d 7d", "", "8d 9d"))
    position = Position(hands=hands, trump=3, principal=0, defender=1, out=((2,),))
    deal = set_up(Ruleset.from_code("podkidnoy players=4 teams=two"), position)
    (only,) = _bot(100).weigh(deal.view(0))
    assert only.value == 1.0
    deal.do("0:As")
    assert {each.value for each in _bot(100).weigh(deal.view(1))} == {0.0}


@pytest.mark.parametrize("code", ["podkidnoy", "perevodnoy players=4", "classic players=3"])
def test_hidden_cards_change_nothing(code: str) -> None:
    rules = Ruleset.from_code(code)
    states, chance = dealt(rules, 11)
    deal = as_deal(rules, states)
    for _ in range(8):
        play_one(deal, chance)
        seat = _to_act(deal)
        view = deal.view(seat)
        other = knowledge.sample(view, np.random.default_rng(3))
        assert other.hands != deal.hands
        assert _bot(300).weigh(other.view(seat)) == _bot(300).weigh(view)
        assert _bot(300).choose(other.view(seat)) == _bot(300).choose(view)


def test_a_search_remembers_nothing_of_the_one_before() -> None:
    rules = Ruleset.preset("podkidnoy")
    views = [(deal := as_deal(rules, dealt(rules, seed)[0])).view(deal.to_act) for seed in (1, 2)]
    rng = random.Random(4)
    used = Ismcts(500, rng)
    used.choose(views[0])
    fresh = random.Random()
    fresh.setstate(rng.getstate())
    assert used.weigh(views[1]) == Ismcts(500, fresh).weigh(views[1])


def test_the_generator_decides_and_asking_why_does_not_touch_it() -> None:
    rules = Ruleset.preset("podkidnoy")
    view = (deal := as_deal(rules, dealt(rules, 3)[0])).view(deal.to_act)
    one, same, other = (_bot(100, seed=seed) for seed in (1, 1, 2))
    assert one.weigh(view) == one.weigh(view) == same.weigh(view) != other.weigh(view)
    assert one.weigh(view)[0].action == one.choose(view)


def test_seeing_knows_the_other_hand_and_leaves_the_state_alone() -> None:
    rules = Ruleset.preset("podkidnoy")
    states, _ = dealt(rules, 3)
    before = states.tobytes()
    first = Seeing(500, random.Random(1)).choose_in(states, 0)
    assert states.tobytes() == before
    assert Seeing(500, random.Random(1)).choose_in(states, 0) == first
    assert first in as_deal(rules, states).legal()


def test_seeing_covers_what_it_can_because_it_sees_the_talon() -> None:
    # Who leads wins by the card that the other cannot beat, which only an open hand shows.
    for low, high, hand in (("6h", "Ac", "7h Kd 8d"), ("6c", "Ah", "7c Kd 8d")):
        deal = _small("podkidnoy stalemate_takes=6", (f"{low} {high}", hand))
        score, best = _best(deal)
        assert score == 1
        assert Seeing(3000, random.Random(1)).choose_in(np.array([deal.state]), 0) in best


@pytest.mark.parametrize("iterations", [0, -5, MAX_ITERATIONS + 1])
@pytest.mark.parametrize("make", [Ismcts, Seeing])
def test_a_budget_that_is_none_is_refused(
    make: type[Ismcts] | type[Seeing], iterations: int
) -> None:
    with pytest.raises(ValueError, match=f"search of {iterations} iterations: from 1 to 10000000"):
        make(iterations, random.Random(1))


def test_who_is_not_to_act_is_refused() -> None:
    deal = _small("podkidnoy", ("6h As", "7h Kd"))
    for ask in (_bot(10).choose, _bot(10).weigh):
        with pytest.raises(ValueError, match="seat 1 is not to act"):
            ask(deal.view(1))


def test_seeing_refuses_a_deal_that_is_over() -> None:
    deal = _small("podkidnoy", ("As", "7h Kd"))
    deal.do("0:As")
    deal.do("1:take")
    assert deal.is_over
    with pytest.raises(ValueError, match="the deal is over"):
        Seeing(10, random.Random(1)).choose_in(np.array([deal.state]), 0)
