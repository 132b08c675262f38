"""The conformance suite passes, failing cases are reported, and no case whatever raises."""

from __future__ import annotations

import copy
import json
import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from durak.conformance import CaseError, Outcome, run, run_file

FOLDER = Path(__file__).parents[1] / "cases"
FILES = sorted(FOLDER.glob("*.json"))
CASES: list[dict[str, Any]] = [
    case for path in FILES for case in json.loads(path.read_text("utf-8"))
]

CASE: dict[str, Any] = {
    "id": "one",
    "title": "seat 1 covers",
    "clause": "R2.4",
    "rules": {"preset": "podkidnoy", "players": 2},
    "position": {
        "trump": "h",
        "hands": ["7c", "8c Ts"],
        "principal": 0,
        "defender": 1,
        "talon": "Ks Ah",
    },
    "start": {"to_act": 0, "limit": 2},
    "play": [
        {"do": "0:7c", "then": {"to_act": 1, "legal": ["7c<8c", "take"], "table": "7c"}},
        {"do": "1:7c<Ts", "refused": "does_not_beat"},
        {"do": "1:7c<8c"},
    ],
    "expect": {"result": None, "counts": [2, 1], "hands": {"0": "Ah Ks"}, "known": {"0": "Ah"}},
}


def changed(*path: object, to: object) -> dict[str, Any]:
    """The case with one member set."""
    case = copy.deepcopy(CASE)
    inner: Any = case
    for step in path[:-1]:
        inner = inner[step]
    inner[path[-1]] = to
    return case


@pytest.mark.parametrize("path", FILES, ids=[path.stem for path in FILES])
def test_every_case_of_the_suite_passes(path: Path) -> None:
    outcomes = run_file(path)
    assert [outcome for outcome in outcomes if outcome.failures] == []
    assert outcomes


def test_the_suite_is_there_and_ids_are_unique() -> None:
    ids = [case["id"] for case in CASES]
    assert len(ids) >= 150
    assert len(set(ids)) == len(ids)


def test_a_case_that_passes() -> None:
    assert run(CASE) == Outcome(id="one", failures=())


@pytest.mark.parametrize(
    ("case", "parts"),
    [
        (changed("expect", "counts", to=[2, 2]), ("expect", "counts", "[2, 2]", "[2, 1]")),
        (changed("start", "to_act", to=1), ("start", "to_act", "expected 1", "got 0")),
        (changed("start", "limit", to=True), ("limit", "expected true", "got 2")),
        (changed("start", "taking", to=0), ("taking", "expected 0", "got false")),
        (changed("expect", "result", to="draw"), ("result", '"draw"', "null")),
        (changed("expect", "hands", "0", to="Ah"), ("hands", "seat 0", "Ks Ah")),
        (changed("expect", "known", "1", to="Ah"), ("known", "seat 1")),
        (changed("play", 0, "then", "legal", to=["take"]), ("step 1 (0:7c)", "legal", "7c<8c")),
        (changed("play", 0, "then", "table", to="7d"), ("table", "7d", "7c")),
        (changed("play", 2, "do", to="1:7c<Ts"), ("step 3", "expected legal", "does_not_beat")),
        (changed("play", 1, "refused", to="over_limit"), ("step 2", "over_limit", "does_not_beat")),
        (changed("play", 2, "refused", to="does_not_beat"), ("step 3", "does_not_beat", "done")),
        (changed("expect", "talon", to="Ks Ah"), ("talon",)),
        (changed("expect", "trump_card", to="Ah"), ("trump_card", "null")),
        (changed("expect", "out", to=[0]), ("out", "[0]", "[]")),
        (changed("expect", "code", to="players=3"), ("code", "players=2")),
        (changed("expect", "legal_has", to=["9c"]), ("legal_has", "9c")),
        (changed("expect", "legal_lacks", to=["Ts"]), ("legal_lacks", "Ts")),
        (changed("expect", "view", to={"seat": None, "lacks": "Ah"}), ("view", "Ah")),
        (changed("position_refused", to=True), ("position", "expected a refusal")),
        (changed("position", "trump", to="s"), ("start was refused", "Ah")),
        (changed("rules_refused", to=["deck"]), ("expected a refusal", "deck")),
        (changed("rules", "players", to=9), ("rules were refused", "players")),
    ],
)
def test_a_failing_case_says_what_was_expected_and_what_came(
    case: dict[str, Any], parts: tuple[str, ...]
) -> None:
    outcome = run(case)
    assert outcome.id == "one"
    text = "\n".join(outcome.failures)
    assert text
    for part in parts:
        assert part in text


def test_refused_rules_must_name_the_fields() -> None:
    case = {"id": "few", "rules": {"players": 5, "set": {"deck": 24}}}
    assert run({**case, "rules_refused": ["players", "deck"]}).failures == ()
    (failure,) = run({**case, "rules_refused": ["teams"]}).failures
    assert "teams" in failure


def test_a_step_that_fails_ends_the_case() -> None:
    case = changed("play", 0, "do", to="1:8c")
    assert len(run(case).failures) == 1


@pytest.mark.parametrize(
    "case",
    [
        None, 3, "case", [], {}, {"rules": 3},
        {"rules": {"set": []}}, {"rules": {"preset": 3}}, {"rules": {"colour": "red"}},
        {"rules": {"set": {"players": 3}}}, {"rules_refused": "players", "rules": {"players": 9}},
        {"rules": {}, "deck": 3}, {"rules": {}, "deck": "6c", "dealer": "x"},
        {"rules": {}, "position": 3},
        changed("play", to={}), changed("play", to=[3]), changed("play", 0, "do", to=3),
        changed("play", 0, "then", to=3), changed("start", "colour", to=3),
        changed("position", "colour", to=3), changed("position", "hands", to="7c 8c"),
        changed("position", "hands", to=["7c", 3]), changed("position", "trump", to="x"),
        changed("position", "table", to="7d<8d<9d"), changed("position", "known", to={"x": "7c"}),
        changed("position", "taking", to="yes"), changed("position", "limit", to=7),
        changed("expect", "hands", to={"9": "7c"}), changed("expect", "view", to={"seat": 9}),
        changed("expect", "talon", to=3), changed("expect", "legal", to=[3]),
        changed("expect", "out", to=[0, "x"]), changed("expect", "out", to=[[0], {}]),
    ],
)  # fmt: skip
def test_what_is_no_case_has_failed_with_a_sentence(case: object) -> None:
    outcome = run(case)
    assert outcome.failures
    assert all(len(failure) > 10 for failure in outcome.failures)


@pytest.mark.parametrize("text", ["", "{", "{}", "3", "[" * 100_000, '"\ud800"'])
def test_a_file_that_is_no_list_of_cases_is_an_error(text: str, tmp_path: Path) -> None:
    path = tmp_path / "cases.json"
    path.write_bytes(text.encode("utf-8", "surrogatepass"))
    with pytest.raises(CaseError, match=r"cases\.json"):
        run_file(path)
    with pytest.raises(CaseError, match=r"missing\.json"):
        run_file(tmp_path / "missing.json")
    with pytest.raises(CaseError):
        run_file(tmp_path)


JSON: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3)
    ),
    max_leaves=4,
)


def places(value: Any) -> list[tuple[Any, Any]]:
    """Every member of a case: what holds it, and its key there."""
    found: list[tuple[Any, Any]] = []
    inner = value.items() if isinstance(value, dict) else enumerate(value)
    for key, each in list(inner):
        found.append((value, key))
        if isinstance(each, dict | list):
            found += places(each)
    return found


def mutate(case: dict[str, Any], junk: Any, rng: random.Random) -> None:
    """Change, drop, double or move something in a case."""
    holder, key = rng.choice(places(case))
    value = holder[key]
    how = rng.randrange(7)
    if how == 0:
        holder[key] = junk
    elif how == 1:
        del holder[key]
    elif how == 2:
        other_holder, other_key = rng.choice(places(case))
        holder[key] = copy.deepcopy(other_holder[other_key])
    elif isinstance(value, str):
        words = value.split(" ")
        rng.shuffle(words)
        at = rng.randint(0, len(value))
        holder[key] = rng.choice(
            (
                " ".join(words),
                value[:at] + rng.choice("cdhs6789TJQKA<>() :0123") + value[at:],
                value[1:],
            )
        )
    elif isinstance(value, bool):
        holder[key] = not value
    elif isinstance(value, int):
        holder[key] = value + rng.choice((-2, -1, 1, 2, 10**30))
    elif isinstance(value, list) and value:
        value.append(copy.deepcopy(rng.choice(value)))
    elif isinstance(value, dict):
        value[rng.choice(("seat", "do", "talon", "out", "done", "0", "1", "7"))] = junk


@given(st.sampled_from(CASES), JSON, st.integers(1, 3), st.integers(0, 2**32))
def test_a_mutated_case_passes_or_fails_and_never_raises(
    case: dict[str, Any], junk: Any, changes: int, seed: int
) -> None:
    rng = random.Random(seed)
    case = copy.deepcopy(case)
    for _ in range(changes):
        if case:
            mutate(case, copy.deepcopy(junk), rng)
    outcome = run(case)
    assert all(outcome.failures)


@given(JSON)
def test_any_json_fails_with_a_sentence(value: Any) -> None:
    assert run(value).failures


def test_tokens_of_checks_are_read_in_every_form() -> None:
    case = {
        "id": "forms",
        "rules": {"players": 2},
        "position": {"trump": "h", "hands": ["10d Tc 7c", "Jd"], "principal": 0, "defender": 1},
        "start": {"legal_has": ["10♦", "7♣"], "legal_lacks": ["J♦"], "legal": ["7c", "T♣", "10d"]},
    }
    assert run(case).failures == ()
    assert run({**case, "start": {"legal_lacks": ["10♦"]}}).failures
    assert "not a case" in run({**case, "start": {"legal": ["7C"]}}).failures[0]


@pytest.mark.parametrize("name", ["cls", "name", "self", "preset"])
def test_a_field_named_like_a_parameter_is_an_unknown_field(name: str) -> None:
    assert "no such field" in run({"id": "x", "rules": {"set": {name: 1}}}).failures[0]
