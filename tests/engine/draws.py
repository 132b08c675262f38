"""What hypothesis draws for the engine's tests: rulesets of all fields, deals, random play."""

from __future__ import annotations

import random
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st

from durak import cards
from durak.deal import Deal
from durak.ruleset import FIELDS, Ruleset, RulesetError, allowed_values

# So that the rarer actions come up often enough.
LIVELY = {"transfer": "on", "transfer_show": "yes", "trump_swap": "on"}
MOST_ACTIONS = 5000


def few(examples: int) -> settings:
    """For a property that plays whole deals: so many examples, fewer if the profile says so."""
    return settings(max_examples=min(examples, settings().max_examples))


def typed(text: str) -> Any:
    return int(text) if text.isdigit() else text


def repaired(values: dict[str, Any]) -> Ruleset:
    """The ruleset of these fields; those that do not go together fall back to their defaults."""
    try:
        return Ruleset.make(**values)
    except RulesetError as refused:
        kept = {name: value for name, value in values.items() if name not in refused.fields}
        return repaired({**kept, "players": values["players"]})


@st.composite
def rulesets(draw: st.DrawFn, *, players: tuple[int, ...] = (2, 3, 4, 5, 6)) -> Ruleset:
    """Rulesets of all fields, each at its default about half the time."""
    values: dict[str, Any] = {"players": draw(st.sampled_from(players))}
    for field in FIELDS[1:]:
        if draw(st.booleans()):
            values[field] = typed(draw(st.sampled_from(allowed_values(field))))
    if draw(st.booleans()):
        values |= LIVELY
    if draw(st.booleans()):
        values["stalemate_takes"] = 6
    return repaired(values)


def shuffled(rules: Ruleset, rng: random.Random) -> list[int]:
    deck = list(cards.members(cards.deck_mask(rules.deck)))
    rng.shuffle(deck)
    return deck


def deal(rules: Ruleset, rng: random.Random) -> Deal:
    """A shuffled deal, of a match's first or a later one."""
    dealer, later = rng.randrange(rules.players), rng.random() < 0.5
    return Deal.start(rules, shuffled(rules, rng), dealer=dealer, later=later)


def choice(deal: Deal, rng: random.Random, *, shyness: float = 0.6) -> str:
    """A random legal token: takes less often, the rarer kinds more often."""
    tokens = [str(action) for action in deal.legal()]
    if len(tokens) > 1 and rng.random() < shyness:
        tokens = [token for token in tokens if token != "take"]
    rare = [token for token in tokens if token[0] == ">" or token == "swap"]
    if rare and rng.random() < 0.4:
        tokens = rare
    return rng.choice(tokens)


def deals() -> st.SearchStrategy[tuple[Deal, random.Random]]:
    """A fresh deal of a random ruleset, and the generator to play it with."""

    def made(rules: Ruleset, seed: int) -> tuple[Deal, random.Random]:
        rng = random.Random(seed)
        return deal(rules, rng), rng

    return st.builds(made, rulesets(), st.integers(0, 2**32))
