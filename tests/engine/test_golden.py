"""Golden files: counts of action sequences, and a whole deal of every preset state by state.

They change only by ``regenerate.py``.
"""

from __future__ import annotations

import difflib
import json
from typing import Any

import pytest

from durak.ruleset import PRESETS, Ruleset
from tests.engine import golden

ENTRIES: list[dict[str, Any]] = json.loads(golden.PERFT.read_text("utf-8"))


def check_counts(entry: dict[str, Any], most: int) -> None:
    deal = golden.deal_of(entry)
    for depth, wanted in enumerate(entry["counts"], 1):
        if wanted > most:
            return
        found = golden.split(deal, depth)
        if sum(found.values()) == wanted:
            continue
        text = f"depth {depth}: {sum(found.values())}, not {wanted}; by first action: {found}"
        if depth == len(entry["counts"]):
            text += f"; they were {entry['split']}"
        raise AssertionError(text)


@pytest.mark.compiled
@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: f"{entry['preset']}-{entry['from']}")
def test_as_many_action_sequences_as_ever(entry: dict[str, Any]) -> None:
    check_counts(entry, golden.MOST_SEQUENCES)


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: f"{entry['preset']}-{entry['from']}")
def test_as_many_short_action_sequences_as_ever(entry: dict[str, Any]) -> None:
    check_counts(entry, 150)


@pytest.mark.parametrize("preset", PRESETS)
def test_playthrough(preset: str) -> None:
    path = golden.PLAYTHROUGHS / f"{preset}.txt"
    wanted = path.read_bytes().decode()
    found = golden.playthrough(preset)
    difference = difflib.unified_diff(wanted.split("\n"), found.split("\n"), "golden", "now", n=8)
    assert found == wanted, "\n".join(list(difference)[:40])


def test_no_preset_lacks_its_golden_files_and_none_is_left_over() -> None:
    assert {path.stem for path in golden.PLAYTHROUGHS.glob("*.txt")} == set(PRESETS)
    assert [(entry["preset"], entry["from"]) for entry in ENTRIES] == [
        (preset, start) for preset in PRESETS for start in ("deal", "middle")
    ]
    for entry in ENTRIES:
        assert Ruleset.from_code(entry["rules"]) == golden.rules_of(entry["preset"])
        assert len(entry["counts"]) >= 2


def test_a_wrong_count_prints_the_split_by_action() -> None:
    entry = dict(ENTRIES[0])
    entry["counts"] = [entry["counts"][0], entry["counts"][1] + 1]
    with pytest.raises(AssertionError, match=r"depth 2: .* by first action: \{'"):
        check_counts(entry, golden.MOST_SEQUENCES)
