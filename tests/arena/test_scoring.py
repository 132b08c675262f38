"""The score, its interval, the rating."""

from __future__ import annotations

import random

import pytest

from durak.arena import Asked, Plan
from durak.arena.interval import estimate, student
from durak.arena.playing import End, Fault, Played
from durak.arena.rating import ratings
from durak.arena.scoring import Standing, seat_score, standings
from durak.ruleset import Ruleset


def played(plan: Plan, number: int, *losers: int, end: End | None = None) -> Played:
    seats = plan.place(number).seats
    return Played(
        number=number,
        seats=seats,
        end=end or ("durak" if losers else "draw"),
        losers=losers,
        actions=40,
        asked=(10,) * len(seats),
        seconds=(0.02,) * len(seats),
    )


def plan_of(*bots: str, rules: str = "podkidnoy") -> Plan:
    return Plan(Asked(bots=bots, ruleset=Ruleset.from_code(rules), deals=100))


def outcome(plan: Plan, *deals: Played) -> dict[str, Standing]:
    return standings(plan, deals, ratings={}, agreements={})


def test_at_two_seats_a_deal_the_other_lost_is_1_and_a_draw_a_half() -> None:
    plan = plan_of("a", "b")
    # b sits at seat 1 in deal 1, at seat 0 in deal 2
    found = outcome(
        plan,
        played(plan, 1, 1),
        played(plan, 2, 0),
        played(plan, 3),
        played(plan, 4, 1),
    )
    assert (found["a"].score, found["b"].score) == (2.5 / 4, 1.5 / 4)
    assert (found["a"].durak, found["b"].durak) == (1, 2)
    assert found["a"].draws == found["b"].draws == 1
    assert found["a"].deals == 4


def test_with_more_seats_a_draw_counts_as_not_lost_and_every_seat_counts() -> None:
    plan = plan_of("a", "b", rules="podkidnoy players=4")
    found = outcome(plan, played(plan, 1, 0), played(plan, 2, 0), played(plan, 3), played(plan, 4))
    assert found["a"].score == 3 / 4
    assert found["b"].score == 11 / 12
    assert (found["a"].durak, found["b"].durak) == (1, 1)


def test_teams_are_two_sides() -> None:
    plan = plan_of("a", "b", rules="classic-teams players=4")
    found = outcome(plan, played(plan, 1, 1, 3), played(plan, 2))
    assert (found["a"].score, found["b"].score) == (0.75, 0.25)
    assert seat_score(played(plan, 1, 0, 2), 2, has_sides=plan.has_sides) == 0


@pytest.mark.parametrize("end", ["stalemate", "unfinished"])
def test_a_stalemate_and_an_unfinished_deal_are_draws(end: End) -> None:
    plan = plan_of("a", "b")
    found = outcome(plan, played(plan, 1, end=end))
    assert (found["a"].score, found["a"].draws, found["a"].durak) == (0.5, 1, 0)


def test_a_fault_is_counted_for_the_bot_that_failed() -> None:
    plan = plan_of("a", "b")
    fault = Fault(seat=0, bot="b", deal=2, deck=0, what="it tried 6d; legal: 7d")
    lost = Played(
        number=2,
        seats=(1, 0),
        end="fault",
        losers=(0,),
        actions=0,
        asked=(1, 0),
        seconds=(0.1, 0.0),
        fault=fault,
    )
    found = outcome(plan, lost)
    assert (found["a"].faults, found["b"].faults) == (0, 1)
    assert (found["a"].score, found["b"].durak) == (1, 1)


def test_milliseconds_are_those_over_actions_that_were_asked_for() -> None:
    plan = plan_of("a", "b")
    assert outcome(plan, played(plan, 1, 0))["a"].ms_per_action == pytest.approx(2)


def test_each_pair_of_a_ladder_has_a_score_of_its_own() -> None:
    plan = plan_of("a", "b", "c")
    # deals 1, 2: a and b; 3, 4: a and c; 5, 6: b and c
    losers = {1: 1, 2: 0, 3: 0, 4: 1, 5: 0, 6: 1}
    found = outcome(plan, *(played(plan, number, seat) for number, seat in losers.items()))
    against = found["a"].against
    assert against is not None
    assert {name: (each.score, each.deals) for name, each in against.items()} == {
        "b": (1, 2),
        "c": (0, 2),
    }
    assert found["a"].score == 0.5


# The interval ------------------------------------------------------------------------------------


@pytest.mark.parametrize("decks", [5, 20, 200])
@pytest.mark.parametrize("chance", [0.5, 0.8, 0.97])
def test_the_interval_holds_the_truth_about_95_times_in_100(decks: int, chance: float) -> None:
    # The two deals of a deck hang together: half of the time the cards decide both.
    rng = random.Random(f"{decks} {chance}")

    def deck() -> float:
        if rng.random() < 0.5:
            return float(rng.random() < chance)
        return ((rng.random() < chance) + (rng.random() < chance)) / 2

    tries, held = 1500, 0
    for _ in range(tries):
        found = estimate([deck() for _ in range(decks)])
        assert 0 <= found.low <= found.score <= found.high <= 1
        held += found.low <= chance <= found.high
    assert held / tries >= 0.92


def test_the_interval_knows_that_deals_of_one_deck_hang_together() -> None:
    # a hundred decks that decide both their deals are a hundred deals, not two hundred
    together = estimate([1.0, 0.0] * 50)
    apart = estimate([1.0, 0.5, 0.5, 0.0] * 25)
    assert together.high - together.low == pytest.approx(0.195, abs=0.01)
    assert apart.high - apart.low == pytest.approx(0.138, abs=0.01)


@pytest.mark.parametrize("mean", [0.0, 0.5, 1.0])
def test_a_few_decks_that_agree_do_not_prove_everything(mean: float) -> None:
    found = estimate([mean] * 3)
    assert found.score == mean
    assert found.high - found.low > 0.5


def test_one_deck_says_nearly_nothing_and_none_is_refused() -> None:
    assert estimate([1.0]).low < 0.05
    with pytest.raises(ValueError, match="no deck"):
        estimate([])


def test_students_quantile_falls_to_the_normal_one() -> None:
    quantiles = [student(freedom) for freedom in range(1, 200)]
    assert quantiles == sorted(quantiles, reverse=True)
    assert quantiles[8] == pytest.approx(2.262, abs=0.001)
    assert student(10**6) == pytest.approx(1.96, abs=0.001)


# Ratings -----------------------------------------------------------------------------------------


def test_who_is_less_often_the_durak_is_rated_higher() -> None:
    plan = plan_of("a", "b", "c")
    deals = [
        played(plan, number, plan.place(number).seats.index(max(plan.place(number).seats)))
        for number in range(1, 121)
    ]
    found = ratings(deals, 3, has_sides=True)
    assert found[0].mu > found[1].mu > found[2].mu
    assert found[0].sigma < 25 / 3
    assert found == ratings(reversed(deals), 3, has_sides=True)


def test_all_but_the_durak_tie() -> None:
    plan = plan_of("a", "b", "c", rules="podkidnoy players=3")
    found = ratings([played(plan, 1, plan.place(1).seats.index(2))], 3, has_sides=False)
    assert found[0].mu == pytest.approx(found[1].mu)
    assert found[2].mu < 25 < found[0].mu


def test_teams_are_rated_as_two_sides() -> None:
    plan = plan_of("a", "b", rules="classic-teams players=4")
    found = ratings([played(plan, 1, 0, 2)], 2, has_sides=True)
    assert found[0].mu < 25 < found[1].mu
