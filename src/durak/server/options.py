"""The choices for a table as plain data: what the page offers is what the rulesets allow."""

from __future__ import annotations

import contextlib
from typing import Any

from durak.ruleset import (
    FIELDS,
    PRESETS,
    Ruleset,
    RulesetError,
    allowed_values,
    value_text,
)
from durak.server.levels import seated_levels


def field_texts(ruleset: Ruleset) -> dict[str, str]:
    """A ruleset's fields as text, all of them, in the order of R3."""
    return {name: value_text(name, getattr(ruleset, name)) for name in FIELDS}


def idle_fields(ruleset: Ruleset) -> list[str]:
    """Fields that have no effect beside the others (R3.4): with any value the sheet is the same."""
    mine, sheet = field_texts(ruleset), ruleset.describe()

    def is_idle(name: str) -> bool:
        others = []
        for value in allowed_values(name):
            with contextlib.suppress(RulesetError):  # a value that the others rule out
                others.append(_with(mine, name, value))
        others = [each for each in others if each != ruleset]
        return bool(others) and all(each.describe() == sheet for each in others)

    return [name for name in FIELDS if is_idle(name)]


def _with(fields: dict[str, str], name: str, value: str) -> Ruleset:
    changed = {**fields, name: value}
    return Ruleset.from_code(" ".join(f"{each}={changed[each]}" for each in changed))


def options() -> dict[str, Any]:
    """Levels of bots; presets with their player counts and changed fields; fields with their values
    and defaults.

    A default that follows another field (``throwers``, ``first_limit``) is the one at two seats.
    """
    usual = field_texts(Ruleset())
    return {
        "levels": list(seated_levels()),
        "presets": [
            {
                "name": name,
                "players": list(preset.players),
                "fields": {key: value_text(key, value) for key, value in preset.fields.items()},
            }
            for name, preset in PRESETS.items()
        ],
        "fields": [
            {"name": name, "values": list(allowed_values(name)), "default": usual[name]}
            for name in FIELDS
        ],
    }
