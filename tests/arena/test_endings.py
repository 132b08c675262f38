"""Choices in endings held against the exact result."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import pytest

from durak import cards
from durak.actions import Action, parse
from durak.arena import Asked
from durak.arena.endings import Judged, agreement, is_ending, judge_by
from durak.arena.playing import Table
from durak.deal import Deal
from durak.position import Position, set_up
from durak.ruleset import Ruleset
from durak.view import View
from tests.arena import tiny


def hand(text: str) -> int:
    return cards.mask(cards.cards(text))


def position(*hands: str, talon: str = "") -> Deal:
    return set_up(
        Ruleset(players=len(hands)),
        Position(
            hands=tuple(map(hand, hands)),
            trump=cards.SUITS.index("h"),
            principal=0,
            defender=1,
            talon=tuple(cards.cards(talon)),
        ),
    )


@dataclass
class Known:
    """A solver that has been told what every action leads to."""

    results: Mapping[str, float | None]
    value: float | None = 1

    @property
    def best(self) -> Action:
        return max(self.values, key=lambda action: self.values[action] or 0)

    @property
    def values(self) -> Mapping[Action, float | None]:
        return {parse(token): value for token, value in self.results.items()}

    def solve(self, view: View, *, every: bool) -> Known | None:
        return self if self.results else None


VIEW = position("6c 7d", "8c 9d").view(0)


@pytest.mark.parametrize(
    ("results", "chosen", "judged"),
    [
        ({"6c": 0, "7d": 1}, "7d", Judged(bot=1, is_proven=True, is_kept=True, is_deciding=True)),
        ({"6c": 0, "7d": 1}, "6c", Judged(bot=1, is_proven=True, is_kept=False, is_deciding=True)),
        ({"6c": 0.5, "7d": 1}, "6c", Judged(bot=1, is_proven=True, is_deciding=True)),
        ({"6c": 1, "7d": 1}, "6c", Judged(bot=1, is_proven=True, is_kept=True)),
        ({"6c": None, "7d": 1}, "7d", Judged(bot=1, is_proven=True, is_kept=True)),
        ({"6c": None, "7d": 1}, "6c", Judged(bot=1, is_proven=False)),
        ({}, "7d", Judged(bot=1, is_proven=False)),
    ],
)
def test_a_choice_keeps_the_best_result_or_gives_it_away(
    results: dict[str, float | None], chosen: str, judged: Judged
) -> None:
    assert judge_by(Known(results))(1, VIEW, parse(chosen)) == judged


def test_what_is_not_proven_is_left_out() -> None:
    unsure = Known({"6c": 0, "7d": None}, value=None)
    found = [judge_by(unsure)(0, VIEW, parse("6c")), Judged(bot=0, is_proven=True, is_kept=True)]
    told = agreement(found)
    assert (told.positions, told.kept, told.unproven, told.share) == (1, 1, 1, 1.0)


def test_no_position_at_all_says_nothing() -> None:
    told = agreement([])
    assert (told.positions, told.low, told.high) == (0, 0, 1)


def test_an_ending_has_two_active_seats_and_no_talon() -> None:
    assert is_ending(VIEW)
    assert is_ending(position("6c 7d", "8c 9d", "").view(0))
    assert not is_ending(position("6c 7d", "8c 9d", "Ks").view(0))
    assert not is_ending(position("6c 7d", "8c 9d", talon="6h").view(0))


def test_every_choice_in_an_ending_is_judged_and_no_other() -> None:
    asked = Asked(bots=("dice", "first"), ruleset=Ruleset(), deals=2)
    seen: list[View] = []

    def judge(bot: int, view: View, action: Action) -> Judged:
        seen.append(view)
        return Judged(bot=bot, is_proven=False)

    table = Table(asked, tiny.make)
    judged = [each for number in range(1, 9) for each in table.play(number, judge=judge).judged]
    assert len(judged) == len(seen) > 0
    assert {each.bot for each in judged} == {0, 1}
    assert all(view.talon_count == 0 and len(view.legal) > 1 for view in seen)
