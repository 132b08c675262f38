"""The choices for a table as plain data: what the page offers is what the rulesets allow."""

from __future__ import annotations

from typing import Any

from durak.ruleset import FIELDS, PRESETS, Ruleset, allowed_values, value_text


def field_texts(ruleset: Ruleset) -> dict[str, str]:
    """A ruleset's fields as text, all of them, in the order of R3."""
    return {name: value_text(name, getattr(ruleset, name)) for name in FIELDS}


def options() -> dict[str, Any]:
    """Presets with their player counts and changed fields; fields with their values and defaults.

    A default that follows another field (``throwers``, ``first_limit``) is the one at two seats.
    """
    usual = field_texts(Ruleset())
    return {
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
