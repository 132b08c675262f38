"""A Durak of a few cards: an OpenSpiel game by our engine, and bots measured against it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from functools import partial

import pytest

from durak.bots import levels
from durak.research import small as made
from durak.research.exploitability import (
    best_response,
    exploitability,
    policy_of,
    solved,
    tabulated,
)
from durak.research.folding import Chances, Perfect
from durak.research.small import SEATS, Small, SmallError, Stage, stages
from durak.research.tree import grow
from durak.ruleset import Ruleset
from durak.view import View

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel comes with the extra 'research'")

pytestmark = pytest.mark.compiled

FEW = Small(cards="9c Tc 9d 9h", trump_card="9h", hand=1)
PAIRS = Small(cards="9c Tc 9d Td 9h Th", trump_card="9h", hand=2)
"""The largest of these, for what needs some play."""
TRANSFER = Small(
    cards="9c Tc 9d 9h", trump_card="9h", hand=1, rules=Ruleset(deck=24, transfer=True)
)
SWAP = Small(cards="9c Tc 9h Th", trump_card="Th", hand=1, rules=Ruleset.preset("classic-short"))
ALL = pytest.mark.parametrize("small", [FEW, TRANSFER, SWAP], ids=["few", "transfer", "swap"])


def params(small: Small) -> dict[str, object]:
    return {
        "cards": small.cards,
        "trump_card": small.trump_card,
        "hand": small.hand,
        "rules": small.rules.code,
    }


def chances_of(bot: str) -> Chances:
    """A bot's policy, each view asked once."""
    asked = tabulated(partial(levels.make, bot), seed=3)
    found: dict[View, Mapping[str, float]] = {}

    def chances(view: View) -> Mapping[str, float]:
        if view not in found:
            found[view] = asked(view)
        return found[view]

    return chances


def loaded(small: Small, *, folded: bool) -> tuple[object, object]:
    """The tree, and OpenSpiel's game of it with endings played perfectly."""
    tree, perfect = grow(small, folded=folded), Perfect()
    return tree, pyspiel.load_efg_game(tree.text([perfect.worth(deal) for deal in tree.leaves]))


# The game ------------------------------------------------------------------------------------


@ALL
def test_openspiels_own_checks_of_a_game_pass(small: Small) -> None:
    from durak.research import spiel

    game = pyspiel.load_game(spiel.NAME, params(small))
    pyspiel.random_sim_test(game, num_sims=20, serialize=False, verbose=False)


@ALL
def test_every_deal_is_as_likely_as_any_other(small: Small) -> None:
    from durak.research import spiel

    outcomes = spiel.SmallDurak(params(small)).new_initial_state().chance_outcomes()
    assert sum(chance for _, chance in outcomes) == pytest.approx(1)
    assert len({chance for _, chance in outcomes}) == 1
    dealt = {(position.hands, position.talon) for position in small.deals}
    assert len(dealt) == len(small.deals) == len(outcomes)


@ALL
def test_one_seat_wins_what_the_other_loses(small: Small) -> None:
    results = {stage.returns for stage in stages(small) if stage.deal.is_over}
    assert results <= {(1.0, -1.0), (-1.0, 1.0), (0.0, 0.0)}
    assert len(results) > 1


@ALL
def test_what_a_seat_has_seen_tells_apart_just_what_its_views_do(small: Small) -> None:
    # Views in sequence with the own actions, against the text that stands for them.
    texts: dict[tuple[object, ...], set[str]] = defaultdict(set)
    paths: dict[tuple[int, str], set[tuple[object, ...]]] = defaultdict(set)

    def walk(stage: Stage, past: tuple[tuple[object, ...], ...]) -> None:
        looks = []
        to_act = stage.deal.to_act
        for seat in range(SEATS):
            look = hash((past[seat], stage.deal.view(seat)))
            looks.append(look)
            texts[seat, look].add(stage.seen[seat])
            paths[seat, stage.seen[seat]].add((look,))
        for at, token in enumerate(stage.tokens):
            after = tuple(
                (look, token if each == to_act else "") for each, look in enumerate(looks)
            )
            walk(stage.after(at), after)

    for at in range(len(small.deals)):
        walk(Stage.first(small, at), ((), ()))
    assert all(len(found) == 1 for found in texts.values())
    assert all(len(found) == 1 for found in paths.values())


@ALL
def test_a_seat_never_forgets(small: Small) -> None:
    for stage in stages(small):
        for at in range(len(stage.tokens)):
            after = stage.after(at)
            assert all(
                new.startswith(f"{old} ") for old, new in zip(stage.seen, after.seen, strict=True)
            )


def test_a_seat_does_not_see_what_the_other_draws_from_the_hidden_talon() -> None:
    drawn = {
        word for stage in stages(FEW) for word in stage.seen[1].split() if word.startswith("0+")
    }
    assert drawn == {"0+9h,??"}  # the trump card is drawn openly (R12.2)


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"cards": "9c Tc 6d 9h Th", "trump_card": "9h"}, "6d is not in a deck of 24"),
        ({"cards": "9c Tc 9d 9h Th", "trump_card": "Ah"}, "Ah is not one of"),
        ({"hand": 3}, "one card at least is left over"),
        ({"hand": 0}, "hands are 1 to 6"),
        ({"cards": "9c 9c"}, "named twice"),
        ({"rules": Ruleset(players=3)}, "two seats"),
    ],
)
def test_a_game_that_cannot_be_is_refused(fields: dict[str, object], message: str) -> None:
    with pytest.raises(SmallError, match=message):
        Small(**{"cards": PAIRS.cards, "trump_card": "9h", "hand": 2, **fields})  # type: ignore[arg-type]


def test_the_standard_game_hides_a_hand() -> None:
    assert made.STANDARD.talon_count >= 2
    assert len(made.STANDARD.deals) >= 100


# Measuring -----------------------------------------------------------------------------------


def literal_response(small: Small, chances: Chances, seat: int) -> float:
    """A best response by its definition, slowly, on the engine alone: no tree, no OpenSpiel."""

    def worth(alike: list[tuple[float, Stage]]) -> float:
        """What the responder gets over stages that it cannot tell apart, by their weights."""
        total, left = 0.0, alike
        own: dict[str, list[tuple[float, Stage]]] = defaultdict(list)
        while left:
            weight, stage = left.pop()
            to_act = stage.deal.to_act
            if to_act is None:
                total += weight * stage.returns[seat]
            elif to_act == seat:
                own[stage.seen[seat]].append((weight, stage))
            else:
                policy = chances(stage.view())
                left += [
                    (weight * policy[token], stage.after(at))
                    for at, token in enumerate(stage.tokens)
                    if policy.get(token)
                ]
        for group in own.values():
            total += max(
                worth([(weight, stage.after(at)) for weight, stage in group])
                for at in range(len(group[0][1].tokens))
            )
        return total

    number = len(small.deals)
    return worth([(1 / number, Stage.first(small, at)) for at in range(number)])


@pytest.mark.parametrize(
    ("small", "bot"),
    [(FEW, "random"), (TRANSFER, "random"), (TRANSFER, "club"), (SWAP, "club"), (PAIRS, "club")],
)
def test_a_best_response_gets_what_its_definition_says(small: Small, bot: str) -> None:
    found = exploitability(partial(levels.make, bot), small, seed=3).best_response
    chances = chances_of(bot)
    assert found == pytest.approx([literal_response(small, chances, seat) for seat in range(SEATS)])


@ALL
def test_the_tree_with_endings_folded_is_worth_as_much_as_the_whole(small: Small) -> None:
    values = []
    for folded in (True, False):
        _, game = loaded(small, folded=folded)
        values.append(solved(game, target=0.002, iterations=500))
    assert values[0].exploitability <= 0.002
    (low, high), (other_low, other_high) = values[0].value, values[1].value
    assert low <= other_high
    assert other_low <= high


def test_the_tree_is_the_games() -> None:
    from durak.research import spiel

    tree, game = loaded(FEW, folded=False)
    there = spiel.SmallDurak(params(FEW))
    uniform = pyspiel.nash_conv(game, pyspiel.TabularPolicy(policy_of(tree, chances_of("random"))))  # type: ignore[arg-type]
    slow = pyspiel.nash_conv(there, pyspiel.UniformRandomPolicy(there))
    assert uniform == pytest.approx(slow)


@pytest.mark.parametrize("bot", ["random", "lowest", "club"])
def test_a_tabulated_policy_plays_legal_actions_by_chances_that_sum_to_one(bot: str) -> None:
    chances = chances_of(bot)
    for infoset in grow(TRANSFER, folded=False).infosets:
        found = chances(infoset.view)
        assert set(found) <= set(infoset.view.legal)
        assert sum(found.values()) == pytest.approx(1)


def test_random_is_more_exploitable_than_what_the_solver_plays() -> None:
    tree, game = loaded(PAIRS, folded=True)
    floor = solved(game, target=0.002, iterations=500)
    result = exploitability(partial(levels.make, "random"), PAIRS)
    assert result.exploitability > floor.exploitability + 0.1
    assert 0 <= result.hidden <= result.exploitability
    uniform = policy_of(tree, chances_of("random"))  # type: ignore[arg-type]
    assert result.hidden == pytest.approx(
        sum(best_response(game, seat, uniform) for seat in range(SEATS)) / 2
    )


def test_the_same_seed_measures_the_same() -> None:
    make = partial(levels.make, "lowest")
    assert exploitability(make, FEW, seed=5) == exploitability(make, FEW, seed=5)
