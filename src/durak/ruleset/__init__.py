"""The ruleset of a table (R3): its value, presets, code and plain-words sheet."""

from durak.ruleset.choices import (
    DrawResult,
    FirstLimitUntil,
    Lead,
    ReturningLead,
    Teams,
    Throwers,
    TransferCards,
)
from durak.ruleset.model import (
    FIELDS,
    HAND_SIZE,
    MAX_PLAYERS,
    PRESETS,
    Preset,
    Ruleset,
    RulesetError,
    allowed_values,
    value_text,
)
from durak.ruleset.sheet import SHEETS, Clause

__all__ = [
    "FIELDS",
    "HAND_SIZE",
    "MAX_PLAYERS",
    "PRESETS",
    "SHEETS",
    "Clause",
    "DrawResult",
    "FirstLimitUntil",
    "Lead",
    "Preset",
    "ReturningLead",
    "Ruleset",
    "RulesetError",
    "Teams",
    "Throwers",
    "TransferCards",
    "allowed_values",
    "value_text",
]
