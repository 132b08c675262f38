"""Who plays whom, on which deck, at which seat: duplicates, groups, names."""

from __future__ import annotations

from collections import Counter

import pytest

from durak.arena import ArenaError, Asked, Plan
from durak.ruleset import Ruleset


def plan_of(*bots: str, rules: str = "podkidnoy", deals: int = 1, seed: int = 1) -> Plan:
    return Plan(Asked(bots=bots, ruleset=Ruleset.from_code(rules), deals=deals, seed=seed))


def seats(plan: Plan) -> list[tuple[int, ...]]:
    return [plan.place(number).seats for number in range(1, plan.deals + 1)]


def test_two_bots_at_two_seats_play_each_deck_twice_with_seats_exchanged() -> None:
    plan = plan_of("a", "b", deals=4)
    assert seats(plan) == [(0, 1), (1, 0)] * 2
    assert [plan.place(number).deck for number in range(1, 5)] == [0, 0, 1, 1]


def test_deals_are_rounded_up_to_whole_decks() -> None:
    assert plan_of("a", "b", deals=3).deals == 4
    assert plan_of("a", "b", deals=9, rules="podkidnoy players=4").deals == 12


def test_every_pair_of_a_ladder_plays_the_same_decks() -> None:
    plan = plan_of("a", "b", "c", deals=4)
    assert plan.deals == 12
    decks: dict[tuple[int, ...], list[int]] = {}
    for number in range(1, 13):
        place = plan.place(number)
        decks.setdefault(place.seats, []).append(place.deck)
    assert len(decks) == 6
    assert set(map(tuple, decks.values())) == {(0, 1)}


def test_one_bot_against_three_of_another_moves_over_all_seats() -> None:
    assert seats(plan_of("a", "b", rules="podkidnoy players=4")) == [
        (0, 1, 1, 1),
        (1, 0, 1, 1),
        (1, 1, 0, 1),
        (1, 1, 1, 0),
    ]


def test_with_fewer_bots_than_seats_the_first_has_one_and_the_others_share_the_rest() -> None:
    plan = plan_of("a", "b", "c", rules="podkidnoy players=6", deals=60)
    for found in seats(plan):
        assert Counter(found) == {0: 1, 1: 3, 2: 2}
    for deck in range(plan.decks):
        where = {seats(plan)[6 * deck + at].index(0) for at in range(6)}
        assert where == set(range(6))


def test_the_order_of_the_others_changes_from_deck_to_deck() -> None:
    plan = plan_of("a", "b", "c", "d", rules="podkidnoy players=4", deals=200)
    neighbours = Counter(found[(found.index(0) + 1) % 4] for found in seats(plan))
    assert set(neighbours) == {1, 2, 3}


def test_with_more_bots_than_seats_every_group_plays() -> None:
    plan = plan_of("a", "b", "c", "d", rules="podkidnoy players=3")
    assert plan.groups == ((0, 1, 2), (0, 1, 3), (0, 2, 3), (1, 2, 3))
    assert plan.deals == 12


def test_in_teams_each_bot_has_a_whole_team_and_the_teams_are_exchanged() -> None:
    plan = plan_of("a", "b", rules="classic-teams players=6")
    assert seats(plan) == [(0, 1, 0, 1, 0, 1), (1, 0, 1, 0, 1, 0)]
    assert len(plan_of("a", "b", "c", rules="classic-teams players=4").groups) == 3


def test_a_deal_depends_on_its_number_and_the_seed_alone() -> None:
    short, long = plan_of("a", "b", deals=2), plan_of("a", "b", deals=500)
    assert short.place(2) == long.place(2)
    assert short.shuffled(7) == long.shuffled(7)
    assert short.shuffled(7).cards != plan_of("a", "b", seed=2).shuffled(7).cards
    assert short.random("deck", 1).random() == long.random("deck", 1).random()


def test_bots_of_one_spec_have_names_of_their_own() -> None:
    asked = Asked(bots=("club", "club", "random", "club"), ruleset=Ruleset(), deals=1)
    assert asked.names == ("club", "club#2", "random", "club#3")


@pytest.mark.parametrize(
    ("bots", "deals", "slow", "told"),
    [
        (("a",), 1, 1.0, "at least two"),
        (("a", "b"), 0, 1.0, "at least one"),
        (("a", "b"), 1, 0.0, "more than 0"),
        (("a", "b"), 1, float("nan"), "more than 0"),
    ],
)
def test_an_impossible_tournament_is_refused(
    bots: tuple[str, ...], deals: int, slow: float, told: str
) -> None:
    with pytest.raises(ArenaError, match=told):
        Asked(bots=bots, ruleset=Ruleset(), deals=deals, slow=slow)
