"""The reference passes every conformance case and holds together under random play."""

import json
import random
from pathlib import Path
from typing import Any

import pytest

from tests.reference.cases import run_case
from tests.reference.play import check_cards, random_deal, random_rules, random_start, random_text
from tests.reference.rules import ActionRefusedError, PositionRefusedError, RefDeal
from tests.reference.ruleset import PRESETS, RefRules, RulesRefusedError

CASES = Path(__file__).parent.parent / "cases"

R13_CODES = {
    *("bad_notation", "deal_over", "taking", "may_not_throw_in", "not_your_turn"),
    *("nothing_to_cover", "nothing_to_take", "must_lead", "must_answer", "swap_not_allowed"),
    *("transfer_off", "transfer_after_cover", "transfer_first_bout", "show_off"),
    *("no_such_attack", "already_covered", "card_not_held", "mixed_ranks", "rank_not_on_table"),
    *("over_limit", "does_not_beat", "transfer_rank", "show_not_allowed", "transfer_limit"),
}


def every_case() -> list[Any]:
    return [
        pytest.param(case, id=f"{path.stem}:{case['id']}")
        for path in sorted(CASES.glob("*.json"))
        for case in json.loads(path.read_text("utf-8"))
    ]


@pytest.mark.parametrize("case", every_case())
def test_conformance_case(case: dict[str, Any]) -> None:
    assert run_case(case) == []


def test_random_deals_end_with_every_card_in_one_place() -> None:
    for seed in range(40):
        played = random_deal(random.Random(seed))
        assert played.is_finished, seed


def test_refused_texts_change_nothing() -> None:
    seen = set()
    for seed in range(100):
        rng = random.Random(seed)
        deal = random_start(rng).deal
        for _ in range(80):
            before = deal.position()
            do = random_text(deal, rng)
            code = deal.refusal(do)
            seen.add(code)
            if code is None:
                deal.apply(do)
            else:
                with pytest.raises(ActionRefusedError, match=code):
                    deal.apply(do)
                assert deal.position() == before
            check_cards(deal)
            if deal.to_act is not None and rng.random() < 0.5:
                deal.apply(f"{deal.to_act}:{rng.choice(deal.legal())}")
    assert seen == R13_CODES | {None}


def test_legal_is_exactly_what_is_not_refused() -> None:
    for seed in range(10):
        rng = random.Random(1000 + seed)
        deal = random_start(rng).deal
        while deal.to_act is not None:
            legal = deal.legal()
            for _ in range(20):
                do = random_text(deal, rng)
                if deal.refusal(do) is None:
                    assert do.partition(":")[2] in {*legal, *_as_written_otherwise(legal, do)}
            deal.apply(f"{deal.to_act}:{rng.choice(legal)}")


def _as_written_otherwise(legal: list[str], do: str) -> list[str]:
    """The text itself when its cards are those of a legal token in another order."""
    text = do.partition(":")[2]
    return [text] if any(sorted(token) == sorted(text) for token in legal) else []


def test_a_position_written_out_reads_back_equal() -> None:
    for seed in range(8):
        rng = random.Random(2000 + seed)
        deal = random_start(rng).deal
        while deal.to_act is not None:
            again = RefDeal.from_position(deal.rules, deal.position())
            assert again.position() == deal.position()
            assert again.readout() == deal.readout()
            do = f"{deal.to_act}:{rng.choice(deal.legal())}"
            deal.apply(do)
            again.apply(do)
            assert again.readout() == deal.readout()


def test_a_code_reads_back_equal() -> None:
    rng = random.Random(0)
    for _ in range(300):
        rules = random_rules(rng)
        assert RefRules.read(rules.code) == rules
        assert RefRules.read(rules.code).code == rules.code


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("podkidnoy", "players=2"),
        ("perevodnoy players=4", "players=4 transfer=on"),
        ("host-short", "players=2 deck=24 first_lead=dealer_left done_is_final=yes"),
        ("host-buffer", "players=4 first_lead=dealer_left done_is_final=yes first_limit=5"),
        ("classic-full players=6", "players=6 deck=52 trump_swap=on"),
        ("digital", "players=4 refill_returning_lead=last"),
        ("transfer=on players=5 throwers=neighbours", "players=5 transfer=on"),
        ("players=4 throwers=neighbours", "players=4 throwers=neighbours"),
        ("attack_limit=4 first_limit=4", "players=2 attack_limit=4"),
    ],
)
def test_code_is_players_and_what_differs_from_the_default(text: str, code: str) -> None:
    assert RefRules.read(text).code == code


@pytest.mark.parametrize(
    ("text", "field"),
    [
        ("players=2 players=2", "players"),
        ("players=2 colour=red", "colour"),
        ("durak players=2", "preset"),
        ("host-transfer players=5", "players"),
        ("deck=24 players=5", "deck"),
        ("attack_limit=4 first_limit=5", "first_limit"),
        ("transfer=yes", "transfer"),
    ],
)
def test_impossible_codes_name_the_field(text: str, field: str) -> None:
    with pytest.raises(RulesRefusedError) as refused:
        RefRules.read(text)
    assert field in refused.value.fields


def test_every_preset_is_made_at_its_player_counts_only() -> None:
    for name, (counts, _) in PRESETS.items():
        for players in range(2, 7):
            if players in counts:
                assert RefRules.make(name, players).players == players
            else:
                with pytest.raises(RulesRefusedError):
                    RefRules.make(name, players)


@pytest.mark.parametrize(
    "change",
    [
        {"hands": ["8c 8c", "9d"]},
        {"hands": ["8c", "9d"], "table": "8c"},
        {"hands": ["2c", "9d"]},
        {"talon": "As Kc"},
        {"known": {"0": "9d"}},
        {"hands": ["", "9d"]},
        {"hands": ["8c", "9d"], "table": "7c<Tc", "limit": 1},
        {"hands": ["", "9d"], "table": "7c<Tc"},
        {"hands": ["8c", "9d"], "table": "7c<Tc", "done": [0]},
        {"hands": ["", "9d"], "table": "7c", "taking": True},
        {"hands": ["8c", "9d", "Tc"]},
    ],
)
def test_positions_no_deal_can_stand_at_are_refused(change: dict[str, object]) -> None:
    position: dict[str, object] = {
        "trump": "s",
        "hands": ["8c Kd", "9d 9c"],
        "principal": 0,
        "defender": 1,
    }
    RefDeal.from_position(RefRules.make(), position)
    with pytest.raises(PositionRefusedError):
        RefDeal.from_position(RefRules.make(), position | change)
