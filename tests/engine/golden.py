"""What the golden files hold: counts of action sequences (perft), whole deals state by state."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from durak import cards
from durak.deal import Deal
from durak.ruleset import PRESETS, Ruleset
from tests.engine import draws

PERFT = Path(__file__).parent / "perft.json"
PLAYTHROUGHS = Path(__file__).parents[1] / "playthroughs"
DEPTH = 8
MOST_SEQUENCES = 3_000
"""A depth whose count is above this is left out: the file stays quick to check."""


def seed_of(preset: str) -> int:
    """A number for each preset that adding another one does not change."""
    return int.from_bytes(preset.encode()[:24], "big")


def rules_of(preset: str) -> Ruleset:
    """The preset at the largest player count that leaves a talon, so that more can happen."""
    fitting = [
        count for count in PRESETS[preset].players if Ruleset.preset(preset, count).deck > count * 6
    ]
    return Ruleset.preset(preset, max(fitting))


# Counts -------------------------------------------------------------------------------------------


def count(deal: Deal, depth: int) -> int:
    """How many sequences of ``depth`` legal actions there are; a deal that is over has no more."""
    actions = deal.legal()
    if depth == 1:
        return len(actions)
    total = 0
    for action in actions:
        seat = deal.to_act
        assert seat is not None
        after = deal.clone()
        after.apply(seat, action)
        total += count(after, depth - 1)
    return total


def split(deal: Deal, depth: int) -> dict[str, int]:
    """The count by first action: where a wrong one comes from."""
    found = {}
    for action in deal.legal():
        seat = deal.to_act
        assert seat is not None
        after = deal.clone()
        after.apply(seat, action)
        found[str(action)] = count(after, depth - 1) if depth > 1 else 1
    return found


def counts(deal: Deal) -> list[dict[str, int]]:
    """The split for each depth, as deep as the count stays small."""
    found = []
    for depth in range(1, DEPTH + 1):
        by_action = split(deal, depth)
        if depth > 1 and sum(by_action.values()) > MOST_SEQUENCES:
            break
        found.append(by_action)
    return found


def starts(preset: str) -> Iterator[tuple[str, list[str], Deal]]:
    """The deals whose sequences are counted: from the first lead, and from the middle."""
    rules = rules_of(preset)
    rng = random.Random(seed_of(preset))
    deal = Deal.start(rules, draws.shuffled(rules, rng), dealer=rng.randrange(rules.players))
    yield "deal", [], deal
    played: list[str] = []
    while not deal.is_over and (deal.bout < 4 or len(deal.table) < 2):
        do = f"{deal.to_act}:{draws.choice(deal, rng)}"
        deal.do(do)
        played.append(do)
    yield "middle", played, deal


def deck_text(deal: Deal) -> str:
    return " ".join(cards.name(card) for card in deal.deck)


def perft_text() -> str:
    entries: list[Any] = []
    for preset in PRESETS:
        for name, played, deal in starts(preset):
            entries.append(
                {
                    "preset": preset,
                    "from": name,
                    "rules": deal.ruleset.code,
                    "deck": deck_text(deal),
                    "dealer": deal.dealer,
                    "play": " ".join(played),
                    "counts": [sum(by_action.values()) for by_action in counts(deal)],
                    "split": counts(deal)[-1],
                }
            )
    return json.dumps(entries, indent=1) + "\n"


def deal_of(entry: dict[str, Any]) -> Deal:
    """The deal of an entry of the counts."""
    rules = Ruleset.from_code(entry["rules"])
    deal = Deal.start(rules, cards.cards(entry["deck"]), dealer=entry["dealer"])
    for do in entry["play"].split():
        deal.do(do)
    return deal


# Playthroughs -------------------------------------------------------------------------------------


def playthrough(preset: str) -> str:
    """A whole random deal, state by state, with the order of the legal actions."""
    rules = rules_of(preset)
    rng = random.Random(seed_of(preset) + 1)
    dealer = rng.randrange(rules.players)
    deal = Deal.start(rules, draws.shuffled(rules, rng), dealer=dealer)
    lines = [
        f"preset {preset}",
        f"rules {rules.code}",
        f"dealer {dealer}",
        f"deck {deck_text(deal)}",
    ]
    lines += [f"  ! {event_text(event)}" for event in deal.opening]
    while not deal.is_over:
        lines += ["", *state_text(deal)]
        do = f"{deal.to_act}:{draws.choice(deal, rng, shyness=0.9)}"
        happened = deal.do(do)
        lines.append(f"> {do}")
        lines += [f"  ! {event_text(event)}" for event in happened]
    lines += ["", *state_text(deal), f"result {deal.result}", f"dealer next {deal.dealer_next}"]
    return "\n".join(lines) + "\n"


def event_text(event: object) -> str:
    return repr(event).replace("'", "")


def state_text(deal: Deal) -> list[str]:
    view = deal.view(None)
    table = " ".join(
        attack if cover is None else f"{attack}<{cover}" for attack, cover in deal.table
    )
    lines = [
        ", ".join(
            (
                f"bout {deal.bout} {view.phase}: {deal.principal} at {deal.defender}",
                f"limit {deal.limit}",
                f"led {view.led}",
                f"done {seats(view.done)}",
                f"throwers {seats(view.throwers)}",
                f"talon {view.talon_count} {view.trump_card or '-'}",
                f"discard {view.discard_count}",
                f"takes in row {view.takes_in_row}",
            )
        ),
        f"table {table or '-'}",
    ]
    for seat, hand in enumerate(deal.hands):
        known = " ".join(cards.names(deal.known[seat]))
        lines.append(
            f"seat {seat} {' '.join(cards.names(hand)) or '-'}"
            + (f" (known {known})" if known else "")
        )
    if deal.out:
        lines.append(f"out {' then '.join(seats(group) for group in deal.out)}")
    if not deal.is_over:
        lines.append(f"seat {deal.to_act} may {' '.join(str(action) for action in deal.legal())}")
    return lines


def seats(some: tuple[int, ...]) -> str:
    return " ".join(str(seat) for seat in some) or "-"
