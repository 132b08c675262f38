"""Checking a record's fair deal: its texts of commitment and seeds for ``durak.fair``."""

from __future__ import annotations

from typing import Final

from durak import fair
from durak.events import UNKNOWN
from durak.record.model import Record

BOT: Final = "bot:"
"""How the name of a seat begins where a bot sits, in a record."""


def verify(record: Record) -> fair.Verdict:
    """Check that the deck of a record follows from its seeds and that the promise was kept.

    Never raises: what is missing, malformed or false is an outcome with a sentence. A reader who
    played should also see that its own seed stands at its seat.
    """
    seeds: list[bytes | None] = []
    for place, text in enumerate(record.seeds):
        try:
            seeds.append(None if text == UNKNOWN else bytes.fromhex(text))
        except ValueError:
            if record.commitment is None:
                break  # nothing was promised: that is said first
            whose = f"the seed of seat {place - 1}" if place else "the server's seed"
            return fair.Verdict(
                outcome=fair.Outcome.BAD_SEED,
                message=f"{text!r}, {whose}, is not hex: it has to be pairs of hex digits.",
            )
    return fair.verify(
        players=record.ruleset.players,
        deck=record.deck,
        commitment=record.commitment,
        server_seed=seeds[0] if seeds else None,
        seat_seeds=seeds[1:],
        bots=[seat for seat, name in enumerate(record.seats) if name.startswith(BOT)],
    )
