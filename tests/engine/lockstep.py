"""The engine and the literal reference side by side: what each says, and where they differ."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Any

from durak import cards
from durak.deal import Deal
from durak.ruleset import Ruleset
from durak.view import identified, seats_of
from tests.engine.tables import code
from tests.reference import RefDeal, random_text
from tests.reference.play import Played, random_start

MOST_ACTIONS = 5000


def names(masks: tuple[int, ...]) -> list[list[str]]:
    return [sorted(cards.names(each)) for each in masks]


def of_engine(deal: Deal) -> dict[str, Any]:
    s = deal.state
    found: dict[str, Any] = {
        "to_act": deal.to_act,
        "legal": sorted(str(action) for action in deal.legal()),
        "hands": names(deal.hands),
        "known": names(deal.known),
        "talon": [cards.name(card) for card in deal.talon],
        "table": [list(pair) for pair in deal.table],
        "taking": deal.is_taking,
        "out": [list(seats) for seats in deal.out],
        "result": deal.result,
        "dealer": deal.dealer,
        "dealer_next": deal.dealer_next,
        "discard_count": deal.discard_count,
        "shown": sorted(cards.names(int(s.shown))),
        "takes_in_row": int(s.takes_in_row),
        "bout": deal.bout,
        "beaten_off": bool(s.beaten_off),
        "trump": cards.SUITS[deal.trump],
    }
    if not deal.is_over:
        view = deal.view(None)
        found |= {
            "principal": deal.principal,
            "defender": deal.defender,
            "limit": deal.limit,
            "led": int(s.led),
            "done": list(seats_of(int(s.done))),
            "throwers": list(view.throwers),
            "low_trump_first": int(s.low_trump_seat) if s.low_trump_seat >= 0 else None,
        }
    return found


def of_reference(deal: RefDeal) -> dict[str, Any]:
    found: dict[str, Any] = {
        "to_act": deal.to_act,
        "legal": deal.legal(),
        "hands": [sorted(hand) for hand in deal.hands],
        "known": [sorted(hand) for hand in deal.known],
        "talon": list(deal.talon),
        "table": [list(pair) for pair in deal.table],
        "taking": deal.taking,
        "out": deal.places,
        "result": deal.result,
        "dealer": deal.dealer,
        "dealer_next": deal.dealer_next,
        "discard_count": len(deal.discard),
        "shown": sorted(deal.shown),
        "takes_in_row": deal.takes_in_row,
        "bout": deal.bout,
        "beaten_off": deal.beaten_off,
        "trump": deal.trump,
    }
    if deal.result is None:
        found |= {
            "principal": deal.principal,
            "defender": deal.defender,
            "limit": deal.limit,
            "led": deal.led,
            "done": sorted(deal.marked),
            "throwers": deal.throwers(),
            "low_trump_first": deal.low_trump_first,
        }
    else:  # what no longer matters is not compared
        found["taking"] = False
    return found


def differences(deal: Deal, reference: RefDeal, viewers: Sequence[int | None]) -> list[str]:
    """A sentence for everything that the two say differently, the views of these seats too."""
    ours, theirs = of_engine(deal), of_reference(reference)
    if ours["result"] is not None:
        ours["taking"] = False
    found = [
        f"{name}: engine {ours.get(name)}, reference {theirs.get(name)}"
        for name in theirs
        if ours.get(name) != theirs[name]
    ]
    for seat in viewers:
        mine, other = identified(deal.view(seat)), reference.view_identifies(seat)
        if mine != other:
            found.append(
                f"view of {seat}: only the engine places {sorted(mine - other)}, "
                f"only the reference {sorted(other - mine)}"
            )
    return found


def start(played: Played) -> Deal:
    """The engine's deal of the same cards."""
    deck = [cards.card(card) for card in played.deck]
    rules = Ruleset.from_code(played.rules.code)
    return Deal.start(rules, deck, dealer=played.dealer, later=played.later)


def chosen(tokens: list[str], shyness: float, rng: random.Random) -> str:
    """A random token: with some shyness no take, the rarer kinds more often."""
    if len(tokens) > 1 and rng.random() < shyness:
        tokens = [token for token in tokens if token != "take"]
    rare = [token for token in tokens if token[0] == ">" or token == "swap"]
    if rare and rng.random() < 0.4:
        tokens = rare
    return rng.choice(tokens)


def play(seed: int, *, asked: int = 3) -> Iterator[tuple[str, list[str]]]:
    """Play one random deal on both; yields where it stands with what differs there.

    After every action ``asked`` random texts, often illegal, are put to both too.
    """
    rng = random.Random(seed)
    played = random_start(rng)
    reference, deal = played.deal, start(played)
    where = f"seed {seed}: {played.rules.code} | {' '.join(played.deck)} | dealer {played.dealer}"
    where += ", later" if played.later else ""
    shyness = rng.choice((0.0, 0.5, 0.9))
    everybody = (None, *range(deal.ruleset.players))
    yield where, differences(deal, reference, everybody)
    for _ in range(MOST_ACTIONS):
        for _ in range(asked):
            text = random_text(reference, rng)
            ours, theirs = code(deal, text), reference.refusal(text)
            if ours != theirs:
                yield f"{where} ? {text}", [f"engine {ours}, reference {theirs}"]
        if reference.to_act is None:
            return
        tokens = sorted(str(action) for action in deal.legal())  # the same in both, just compared
        do = f"{reference.to_act}:{chosen(tokens, shyness, rng)}"
        deal.do(do)
        reference.apply(do)
        where += f" {do}"
        yield where, differences(deal, reference, (rng.choice(everybody),))
    yield where, ["still not over"]
