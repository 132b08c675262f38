"""The registry: names, order, budgets, and what a wrong name is told."""

from __future__ import annotations

import random
import subprocess
import sys

import pytest

from durak.bots import levels, plain
from durak.bots.levels import LEVELS, UnknownBotError, make


def test_levels_stand_from_the_weakest_up_and_yardsticks_are_not_seated() -> None:
    assert list(LEVELS) == ["random", "lowest", "novice", "club", "expert", "master"]
    assert [level.name for level in LEVELS.values()] == list(LEVELS)
    assert [name for name, level in LEVELS.items() if not level.is_seated] == ["random", "lowest"]


def test_a_name_makes_a_new_bot() -> None:
    rng = random.Random(1)
    made = {name: make(name, rng) for name in ("random", "lowest", "novice", "club")}
    assert isinstance(made["random"], plain.Random)
    assert isinstance(made["lowest"], plain.Lowest)
    assert isinstance(made["novice"], plain.Novice)
    assert isinstance(made["club"], plain.Club)
    assert make("club", rng) is not made["club"]


@pytest.mark.parametrize("spec", ["", "clubs", "cmd:./bot", "Club"])
def test_a_wrong_name_is_told_which_there_are(spec: str) -> None:
    with pytest.raises(UnknownBotError, match="random, lowest, novice, club, expert, master, and"):
        make(spec, random.Random(1))


@pytest.mark.parametrize("spec", ["club:", "club:100", "master:5,guided"])
def test_a_level_takes_no_budget(spec: str) -> None:
    with pytest.raises(UnknownBotError, match="takes no budget"):
        make(spec, random.Random(1))


@pytest.mark.parametrize(
    "spec",
    ["ismcts", "ismcts:", "ismcts:0", "ismcts:-5", "ismcts:many", "ismcts:10,", "ismcts:9,x"],
)
def test_a_search_without_a_right_budget_is_told_how_one_is_written(spec: str) -> None:
    with pytest.raises(UnknownBotError, match="write the iterations an action gets"):
        make(spec, random.Random(1))


def test_the_registry_imports_nothing_compiled() -> None:
    seen = (
        "import sys, durak.bots.levels; print(*(m for m in ('numba', 'numpy') if m in sys.modules))"
    )
    without = "import sys, durak.bots; print(*(m for m in ('numba', 'numpy') if m in sys.modules))"
    assert _said(seen) == _said(without)


def test_only_what_is_asked_for_is_warmed_up() -> None:
    told: list[str] = []
    levels.warm_up(["random"], told.append)
    assert told == []
    levels.warm_up(["club", "novice", "club"], told.append)
    assert len(told) == 1
    with pytest.raises(UnknownBotError):
        levels.warm_up(["club", "nobody"])


def _said(program: str) -> str:
    return subprocess.run(
        [sys.executable, "-c", program], check=True, capture_output=True, text=True, timeout=60
    ).stdout
