"""The engine against the literal reference of the rules freeze, in lockstep over random deals.

DURAK_TEST_DEALS says how many deals, DURAK_TEST_SEED where to begin: a long run is one command.
"""

from __future__ import annotations

import contextlib
import functools
import os
import random

import pytest

from durak import actions, cards, position
from durak.deal import Deal
from durak.ruleset import FIELDS, PRESETS, Ruleset, RulesetError, allowed_values, value_text
from tests.engine import lockstep
from tests.reference import (
    Act,
    PositionRefusedError,
    RefDeal,
    RefRules,
    RulesRefusedError,
    read_do,
)
from tests.reference.play import random_start

DEALS = int(os.environ.get("DURAK_TEST_DEALS", "30"))
SEED = int(os.environ.get("DURAK_TEST_SEED", "0"))


def first_difference(seed: int) -> str:
    """The first place where the two part, as text to replay it from; empty when they never do."""
    for where, differences in lockstep.play(seed):
        if differences:
            return "\n".join((where, *differences))
    return ""


@pytest.mark.compiled
def test_engine_and_reference_agree_on_random_deals() -> None:
    found = [first_difference(seed) for seed in range(SEED, SEED + DEALS)]
    assert "\n\n".join(text for text in found if text) == ""


def test_engine_and_reference_agree_on_a_few_deals() -> None:
    found = [first_difference(seed) for seed in range(10**6, 10**6 + 5)]
    assert "\n\n".join(text for text in found if text) == ""


def test_engine_and_reference_read_the_same_action_texts() -> None:
    rng = random.Random(SEED)
    words = "6d 10♥ Th As 2c 7c < > ( ) take done swap , x T c"
    parts = [*words.split(), "", " "]
    sentences = set()
    for _ in range(5_000):
        token = "".join(rng.choices(parts, k=rng.randint(1, 5)))
        text = rng.choice(("0:", "1:", "1:", "2:", "", ":", "²:")) + token
        theirs = read_do(text, 2)
        try:
            seat, action = actions.parse_with_seat(text, 2)
        except actions.NotationError as error:
            sentences.add(str(error))
            assert theirs is None, text
        else:
            assert theirs is not None, text
            assert (seat, str(action)) == (theirs[0], _ascending(theirs[1])), text
    assert min(len(sentence) for sentence in sentences) > 20


def _ascending(act: Act) -> str:
    """The engine's text, cards of several ranks (never legal) by rank, not by suit."""
    if len(act.cards) < 2:
        return act.token
    return act.token[: -2 * len(act.cards)] + "".join(sorted(act.cards, key=cards.card))


def test_engine_and_reference_make_and_refuse_the_same_rulesets() -> None:
    rng = random.Random(SEED)
    named = []
    for _ in range(1_500):
        words = [
            f"{field}={rng.choice([*allowed_values(field), 'x', '7'])}"
            for field in rng.sample(FIELDS, rng.randint(0, 5))
        ]
        if rng.random() < 0.5:
            words.insert(0, rng.choice([*PRESETS, "nobody"]))
        if rng.random() < 0.1:
            words += words[-1:]
        text = " ".join(words)
        try:
            theirs: RefRules | tuple[str, ...] = RefRules.read(text)
        except RulesRefusedError as refused:
            theirs = refused.fields
        try:
            ours = Ruleset.from_code(text)
        except RulesetError as refused:
            named.append(refused.fields)
            assert isinstance(theirs, tuple), text
        else:
            assert isinstance(theirs, RefRules), text
            assert ours.code == theirs.code, text
            assert all(
                value_text(field, getattr(ours, field)) == str(getattr(theirs, field))
                for field in FIELDS
            ), text
    assert all(named)


@functools.lru_cache(maxsize=2)
def reached(seed: int) -> RefDeal:
    """A state of a random deal that is not over; only to be looked at."""
    rng = random.Random(seed)
    reference = random_start(rng).deal
    for _ in range(rng.randint(0, 120)):
        before = reference.position()
        reference.apply(f"{reference.to_act}:{lockstep.chosen(reference.legal(), 0.6, rng)}")
        if reference.to_act is None:
            return RefDeal.from_position(reference.rules, before)
    return reference


def set_up(rules: RefRules, members: dict[str, object]) -> Deal:
    ours = Ruleset.from_code(rules.code)
    return position.set_up(ours, position.read(ours, members))


def test_engine_and_reference_go_on_alike_from_a_position() -> None:
    for seed in range(SEED, SEED + max(DEALS // 2, 1)):
        rng = random.Random(seed)
        reference = reached(seed)
        members = reference.position()
        optional = (
            "limit led bout beaten_off dealer done takes_in_row known shown out low_trump_first"
        )
        for name in optional.split():
            if rng.random() < 0.2:  # what is left out takes the same default
                members.pop(name, None)
        try:
            reference = RefDeal.from_position(reference.rules, members)
        except PositionRefusedError:
            with pytest.raises(position.PositionError):
                set_up(reference.rules, members)
            continue
        deal = set_up(reference.rules, members)
        for _ in range(12):
            assert lockstep.differences(deal, reference, (None, 0)) == [], (
                reference.rules.code,
                members,
            )
            if reference.to_act is None:
                break
            do = f"{reference.to_act}:{lockstep.chosen(reference.legal(), 0.6, rng)}"
            deal.do(do)
            reference.apply(do)


def test_the_engine_refuses_every_position_that_the_reference_refuses() -> None:
    cards_ = ["", "6c", "6h Ah", "7c<6c", "6c<7c", "h", "s"]
    junk = [0, 1, 5, 6, -1, True, *cards_, [0], ["", ""], {"0": "6c"}]
    for seed in range(SEED, SEED + max(DEALS * 2, 1)):
        rng = random.Random(seed)
        reference = reached(seed // 8)
        members = reference.position()
        name = rng.choice(list(members))
        members[name] = rng.choice(junk)
        if name == "hands" and rng.random() < 0.8:
            hands = reference.position()["hands"]
            assert isinstance(hands, list)
            hands[rng.randrange(len(hands))] = rng.choice(["", "6c", "7c 7c", "2c", hands[0]])
            members["hands"] = hands
        try:
            RefDeal.from_position(reference.rules, members)
        except PositionRefusedError:
            with pytest.raises(position.PositionError):
                set_up(reference.rules, members)
        else:
            with contextlib.suppress(position.PositionError):  # it may be stricter
                set_up(reference.rules, members)
