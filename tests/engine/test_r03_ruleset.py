"""R3: the ruleset: a frozen value that checks itself, its presets and its code."""

from __future__ import annotations

import ast
import dataclasses
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import durak
from durak.ruleset import FIELDS, PRESETS, Ruleset, RulesetError, allowed_values
from tests.engine.draws import rulesets

# R3.5: preset, player counts, the canonical code of each by what differs from the defaults.
HOST = "first_lead=dealer_left done_is_final=yes"
TABLE = {
    "podkidnoy": ((2, 3, 4, 5, 6), ""),
    "perevodnoy": ((2, 3, 4, 5, 6), "transfer=on"),
    "host": ((2, 3, 4, 5, 6), HOST),
    "host-transfer": ((2, 3, 4), f"{HOST} transfer=on transfer_cards=one"),
    "host-short": ((2,), f"deck=24 {HOST}"),
    "host-buffer": ((4, 5, 6), f"{HOST} first_limit=5"),
    "classic": ((2, 3, 4, 5, 6), "trump_swap=on"),
    "classic-short": ((2,), "deck=24 trump_swap=on"),
    "classic-full": ((5, 6), "deck=52 trump_swap=on"),
    "classic-teams": ((4, 6), "teams=two trump_swap=on"),
    "classic-first-five": ((2, 3, 4, 5, 6), "first_limit=5 trump_swap=on"),
    "digital": ((4,), "refill_returning_lead=last"),
    "digital-transfer": ((4,), "transfer=on refill_returning_lead=last"),
}
VALUES: dict[str, tuple[str, ...]] = {
    "players": ("2", "3", "4", "5", "6"),
    "deck": ("24", "32", "36", "52"),
    "teams": ("none", "two"),
    "first_lead": ("lowest_trump", "dealer_left"),
    "later_lead": ("dealer_left", "at_loser", "lowest_trump"),
    "show_lowest_trump": ("yes", "no"),
    "throwers": ("principal", "neighbours", "all"),
    "done_is_final": ("yes", "no"),
    "throw_after_take": ("yes", "no"),
    "attack_limit": ("1", "2", "3", "4", "5", "6"),
    "first_limit": ("1", "2", "3", "4", "5", "6"),
    "first_limit_until": ("first_bout", "first_discard"),
    "transfer": ("off", "on"),
    "transfer_cards": ("one", "several"),
    "transfer_first_bout": ("yes", "no"),
    "transfer_show": ("yes", "no"),
    "refill_returning_lead": ("first", "last"),
    "trump_swap": ("off", "on"),
    "draw_result": ("draw", "last_defender_loses"),
    "stalemate_takes": tuple(str(number) for number in range(6, 100)),
}
DEFAULTS: dict[str, object] = {
    "players": 2, "deck": 36, "teams": "none", "first_lead": "lowest_trump",
    "later_lead": "dealer_left", "show_lowest_trump": False, "throwers": "all",
    "done_is_final": False, "throw_after_take": True, "attack_limit": 6, "first_limit": 6,
    "first_limit_until": "first_bout", "transfer": False, "transfer_cards": "several",
    "transfer_first_bout": True, "transfer_show": False, "refill_returning_lead": "first",
    "trump_swap": False, "draw_result": "draw", "stalemate_takes": 24,
}  # fmt: skip


def refusal(make: Callable[[], Ruleset]) -> RulesetError | None:
    """The refusal of a ruleset, None when it is made; its sentence and its fields are there."""
    try:
        make()
    except RulesetError as error:
        found = error
    else:
        return None
    assert len(str(found)) > 10
    assert found.fields
    assert all(isinstance(name, str) for name in found.fields)
    return found


def refused(code: str | None = None, /, **values: Any) -> tuple[str, ...]:
    """The fields that the refusal of this code, or of these fields, names."""
    found = refusal(lambda: Ruleset.make(**values) if code is None else Ruleset.from_code(code))
    assert found is not None
    return found.fields


def test_r3_fields_values_and_defaults_are_those_of_the_freeze() -> None:
    assert tuple(VALUES) == FIELDS
    assert {name: set(allowed_values(name)) for name in FIELDS} == {
        name: set(values) for name, values in VALUES.items()
    }
    assert dataclasses.asdict(Ruleset()) == DEFAULTS
    for players in (5, 6):
        assert Ruleset(players=players).throwers == "neighbours"
    assert Ruleset(attack_limit=4).first_limit == 4


def test_r3_a_ruleset_is_a_frozen_value() -> None:
    rules = Ruleset(players=3)
    with pytest.raises(dataclasses.FrozenInstanceError):
        rules.players = 4  # type: ignore[misc]
    assert rules == Ruleset.from_code("players=3")
    assert len({rules, Ruleset(players=3), Ruleset(players=4)}) == 2


@pytest.mark.parametrize("field", FIELDS)
def test_r3_a_value_that_its_field_lacks_is_refused_by_name(field: str) -> None:
    junk: list[Any] = [-1, 0, 7, 100, 1.5, "", "maybe", "YES", None, [], {}, "²", "6 "]
    if field in ("throwers", "first_limit"):
        junk.remove(None)  # what they follow fills them in
    if field == "stalemate_takes":
        junk.remove(7)
    for value in junk:
        assert refused(**{field: value}) == (field,)


def test_r3_1_six_cards_a_hand_may_not_exceed_the_deck() -> None:
    for deck, most in ((24, 4), (32, 5), (36, 6), (52, 6)):
        for players in range(2, 7):
            if players <= most:
                assert Ruleset(players=players, deck=deck).deck == deck
            else:
                assert set(refused(players=players, deck=deck)) == {"players", "deck"}


def test_r3_2_teams_need_four_or_six_players() -> None:
    for players in range(2, 7):
        if players in (4, 6):
            assert Ruleset.make(players=players, teams="two").teams == "two"
        else:
            assert set(refused(players=players, teams="two")) == {"players", "teams"}


def test_r3_3_first_limit_may_not_exceed_attack_limit() -> None:
    for attack in range(1, 7):
        for first in range(1, 7):
            if first <= attack:
                assert Ruleset(attack_limit=attack, first_limit=first).first_limit == first
            else:
                names = refused(attack_limit=attack, first_limit=first)
                assert set(names) == {"attack_limit", "first_limit"}


def test_r3_4_a_field_without_effect_is_kept_and_makes_another_value() -> None:
    one = Ruleset.from_code("players=2 transfer_cards=one")
    assert one != Ruleset()
    assert one.code == "players=2 transfer_cards=one"


def test_r3_5_presets_are_those_of_the_table_at_their_player_counts() -> None:
    assert tuple(PRESETS) == tuple(TABLE)
    for name, (counts, code) in TABLE.items():
        assert PRESETS[name].players == counts
        assert Ruleset.preset(name).players == counts[0]
        for players in range(2, 7):
            if players in counts:
                rules = Ruleset.preset(name, players)
                assert rules.code == f"players={players} {code}".strip()
                assert Ruleset.from_code(f"{name} players={players}") == rules
            else:
                assert refused(f"{name} players={players}") == ("players",)


def test_r3_5_a_preset_changed_is_bound_by_the_checks_alone() -> None:
    assert Ruleset.preset("host-short", deck=36).code == f"players=2 {HOST}"
    assert set(refused("classic-short deck=24 teams=two")) == {"teams", "players"}
    assert refused("durak players=2") == ("preset",)


def test_r3_6_the_code_is_players_then_what_differs_in_the_order_of_the_table() -> None:
    rules = Ruleset.make(stalemate_takes=30, transfer="on", players=4, deck=52)
    assert rules.code == "players=4 deck=52 transfer=on stalemate_takes=30"
    assert str(rules) == rules.code
    assert Ruleset.from_code("").code == "players=2"
    assert (
        Ruleset.from_code("transfer=on throwers=neighbours players=5").code
        == "players=5 transfer=on"
    )
    assert Ruleset(attack_limit=4, first_limit=4).code == "players=2 attack_limit=4"


@pytest.mark.parametrize(
    ("code", "field"),
    [
        ("players=2 players=2", "players"),
        ("players=2 colour=red", "colour"),
        ("players=2 podkidnoy", "podkidnoy"),
        ("transfer=yes", "transfer"),
        ("done_is_final=on", "done_is_final"),
        ("players=02", "players"),
        ("players=two", "players"),
        ("deck=", "deck"),
        ("first_lead=at_loser", "first_lead"),
    ],
)
def test_r3_6_anything_else_is_refused_by_name(code: str, field: str) -> None:
    assert field in refused(code)


@given(rulesets())
def test_r3_6_the_code_reads_back_to_an_equal_value(rules: Ruleset) -> None:
    assert Ruleset.from_code(rules.code) == rules
    assert Ruleset.from_code(rules.code).code == rules.code
    parts = rules.code.split()
    assert Ruleset.from_code(" ".join(reversed(parts))) == rules
    assert Ruleset.make(**{name: getattr(rules, name) for name in FIELDS}) == rules


@given(rulesets(), rulesets())
def test_r3_6_different_rulesets_have_different_codes(one: Ruleset, other: Ruleset) -> None:
    assert (one == other) == (one.code == other.code)


@given(rulesets(), st.sampled_from(FIELDS[1:]), st.data())
def test_changed_keeps_every_other_field(rules: Ruleset, field: str, data: st.DataObject) -> None:
    text = data.draw(st.sampled_from(allowed_values(field)))
    value: Any = int(text) if text.isdigit() else text
    follows = {"attack_limit": {"first_limit"}}.get(field, set())
    if refusal(lambda: rules.changed(**{field: value})):
        return
    changed = rules.changed(**{field: value})
    for name in FIELDS:
        if name == field:
            assert changed == changed.changed(**{field: getattr(changed, field)})
        elif name not in follows:
            assert getattr(changed, name) == getattr(rules, name)
    assert changed.changed() == changed


def test_changed_takes_defaults_anew_that_follow_another_field() -> None:
    assert Ruleset(players=4).changed(players=5) == Ruleset(players=5)
    assert Ruleset().changed(attack_limit=4) == Ruleset(attack_limit=4)
    assert Ruleset.preset("host-buffer").changed(attack_limit=6).first_limit == 5
    with pytest.raises(RulesetError):
        Ruleset().changed(colour="red")


WORDS = st.one_of(
    st.sampled_from(
        [*FIELDS, *PRESETS, *(value for values in VALUES.values() for value in values[:6])]
    ),
    st.sampled_from(["=", " ", "==", "٣", "²", "\x00", "players=6", "-1", "1e3", "9" * 5000]),
    st.text(max_size=6),
)


@given(st.lists(WORDS, max_size=8).map("".join) | st.lists(WORDS, max_size=6).map(" ".join))
def test_any_text_is_a_ruleset_or_an_error_that_names_fields(text: str) -> None:
    if refusal(lambda: Ruleset.from_code(text)) is None:
        rules = Ruleset.from_code(text)
        assert Ruleset.from_code(rules.code) == rules


JUNK = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=4)
    | st.lists(st.integers())
)


@given(st.dictionaries(st.sampled_from([*FIELDS, "colour", "preset"]), JUNK, max_size=4))
def test_any_fields_are_a_ruleset_or_an_error_that_names_fields(values: dict[str, Any]) -> None:
    found = refusal(lambda: Ruleset.make(**values))
    assert found is None or set(found.fields) <= {*FIELDS, "colour", "preset"}


def test_r3_5_nothing_tests_a_presets_name() -> None:
    for path in Path(durak.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            compared = [node.left, *node.comparators] if isinstance(node, ast.Compare) else []
            if isinstance(node, ast.MatchValue):
                compared = [node.value]
            named = [each.value for each in compared if isinstance(each, ast.Constant)]
            assert not set(PRESETS) & {name for name in named if isinstance(name, str)}, path
