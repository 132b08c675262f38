"""The text record of deals (``.durak``): value, writing, reading, replay, censoring.

A record says everything about one deal: ruleset, seats, deck in dealing order, every action.
Reading one replays it: what is not legal is refused, naming line and clause.
"""

from durak.record.censoring import censored
from durak.record.fairness import BOT, verify
from durak.record.model import (
    FORMAT,
    UNFINISHED,
    Bout,
    Record,
    RecordError,
    write,
    write_records,
)
from durak.record.reading import read_record, read_records
from durak.record.replaying import CLAUSES, begun, positions, replay, steps

__all__ = [
    "BOT",
    "CLAUSES",
    "FORMAT",
    "UNFINISHED",
    "Bout",
    "Record",
    "RecordError",
    "begun",
    "censored",
    "positions",
    "read_record",
    "read_records",
    "replay",
    "steps",
    "verify",
    "write",
    "write_records",
]
