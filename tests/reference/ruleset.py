"""The ruleset of R3, written out again: fields, defaults, presets, refusals and the canonical code.

What the fields do in play is in `rules`, not here.
"""

import re
from dataclasses import dataclass

Value = int | str

# R3: field -> values, in the order of the table.
CHOICES: dict[str, tuple[Value, ...]] = {
    "players": (2, 3, 4, 5, 6),
    "deck": (24, 32, 36, 52),
    "teams": ("none", "two"),
    "first_lead": ("lowest_trump", "dealer_left"),
    "later_lead": ("dealer_left", "at_loser", "lowest_trump"),
    "show_lowest_trump": ("yes", "no"),
    "throwers": ("principal", "neighbours", "all"),
    "done_is_final": ("yes", "no"),
    "throw_after_take": ("yes", "no"),
    "attack_limit": (1, 2, 3, 4, 5, 6),
    "first_limit": (1, 2, 3, 4, 5, 6),
    "first_limit_until": ("first_bout", "first_discard"),
    "transfer": ("off", "on"),
    "transfer_cards": ("one", "several"),
    "transfer_first_bout": ("yes", "no"),
    "transfer_show": ("yes", "no"),
    "refill_returning_lead": ("first", "last"),
    "trump_swap": ("off", "on"),
    "draw_result": ("draw", "last_defender_loses"),
    "stalemate_takes": tuple(range(6, 100)),
}

# R3: the defaults that do not depend on another field.
FIXED_DEFAULTS: dict[str, Value] = {
    "deck": 36,
    "teams": "none",
    "first_lead": "lowest_trump",
    "later_lead": "dealer_left",
    "show_lowest_trump": "no",
    "done_is_final": "no",
    "throw_after_take": "yes",
    "attack_limit": 6,
    "first_limit_until": "first_bout",
    "transfer": "off",
    "transfer_cards": "several",
    "transfer_first_bout": "yes",
    "transfer_show": "no",
    "refill_returning_lead": "first",
    "trump_swap": "off",
    "draw_result": "draw",
    "stalemate_takes": 24,
}

_HOST: dict[str, Value] = {"first_lead": "dealer_left", "done_is_final": "yes"}
_CLASSIC: dict[str, Value] = {"trump_swap": "on"}
_DIGITAL: dict[str, Value] = {"refill_returning_lead": "last", "transfer": "off"}

# R3.5: name -> (player counts, fields that differ from the default)
PRESETS: dict[str, tuple[tuple[int, ...], dict[str, Value]]] = {
    "podkidnoy": ((2, 3, 4, 5, 6), {}),
    "perevodnoy": ((2, 3, 4, 5, 6), {"transfer": "on"}),
    "host": ((2, 3, 4, 5, 6), _HOST),
    "host-transfer": ((2, 3, 4), _HOST | {"transfer": "on", "transfer_cards": "one"}),
    "host-short": ((2,), _HOST | {"deck": 24}),
    "host-buffer": ((4, 5, 6), _HOST | {"first_limit": 5}),
    "classic": ((2, 3, 4, 5, 6), _CLASSIC),
    "classic-short": ((2,), _CLASSIC | {"deck": 24}),
    "classic-full": ((5, 6), _CLASSIC | {"deck": 52}),
    "classic-teams": ((4, 6), _CLASSIC | {"teams": "two"}),
    "classic-first-five": ((2, 3, 4, 5, 6), _CLASSIC | {"first_limit": 5}),
    "digital": ((4,), _DIGITAL),
    "digital-transfer": ((4,), _DIGITAL | {"transfer": "on", "transfer_cards": "several"}),
}


class RulesRefusedError(ValueError):
    """An impossible ruleset; `fields` names what is at fault."""

    def __init__(self, why: str, fields: list[str]) -> None:
        super().__init__(f"{why} ({', '.join(fields)})")
        self.fields = tuple(fields)


def default_of(field: str, players: int, attack_limit: int) -> Value:
    """The default of a field, given the two fields that defaults depend on (R3)."""
    if field == "throwers":
        return "all" if players <= 4 else "neighbours"
    if field == "first_limit":
        return attack_limit
    return FIXED_DEFAULTS[field]


@dataclass(frozen=True, kw_only=True)
class RefRules:
    """A frozen ruleset that has checked itself."""

    players: int
    deck: int
    teams: str
    first_lead: str
    later_lead: str
    show_lowest_trump: str
    throwers: str
    done_is_final: str
    throw_after_take: str
    attack_limit: int
    first_limit: int
    first_limit_until: str
    transfer: str
    transfer_cards: str
    transfer_first_bout: str
    transfer_show: str
    refill_returning_lead: str
    trump_swap: str
    draw_result: str
    stalemate_takes: int

    def __post_init__(self) -> None:
        wrong = [
            field
            for field, choices in CHOICES.items()
            if not any(
                getattr(self, field) == choice and type(getattr(self, field)) is type(choice)
                for choice in choices
            )
        ]
        if wrong:
            raise RulesRefusedError("not a value of the field", wrong)
        if self.players * 6 > self.deck:  # R3.1
            raise RulesRefusedError(
                "the deck is too small for six cards a hand", ["players", "deck"]
            )
        if self.teams == "two" and self.players not in (4, 6):  # R3.2
            raise RulesRefusedError("teams need four or six seats", ["teams", "players"])
        if self.first_limit > self.attack_limit:  # R3.3
            raise RulesRefusedError(
                "first_limit may not exceed attack_limit", ["first_limit", "attack_limit"]
            )

    @classmethod
    def make(
        cls, preset: str | None = None, players: int | None = None, **set_: Value
    ) -> "RefRules":
        """The ruleset of a preset (podkidnoy when none is named) with some fields changed.

        >>> RefRules.make("perevodnoy", 3).code
        'players=3 transfer=on'
        """
        name = "podkidnoy" if preset is None else preset
        if name not in PRESETS:
            raise RulesRefusedError(f"no preset {name!r}", ["preset"])
        counts, preset_fields = PRESETS[name]
        if players is None:
            players = counts[0]  # R3.5 the smallest
        if type(players) is not int or players not in counts:
            raise RulesRefusedError(f"{name} is for {counts} players, not {players!r}", ["players"])
        unknown = [field for field in set_ if field not in CHOICES]
        if unknown:
            raise RulesRefusedError("no such field", unknown)
        chosen = preset_fields | {field: _plain(field, value) for field, value in set_.items()}
        limit = chosen.get("attack_limit", FIXED_DEFAULTS["attack_limit"])
        values: dict[str, Value] = {"players": players}
        for field in CHOICES:
            if field != "players":
                default = default_of(field, players, limit if isinstance(limit, int) else 6)
                values[field] = chosen.get(field, default)
        return cls(**values)  # type: ignore[arg-type]  # checked by __post_init__

    @property
    def code(self) -> str:
        """The canonical code of R3.6."""
        words = [f"players={self.players}"]
        for field in CHOICES:
            if field == "players":
                continue
            if getattr(self, field) != default_of(field, self.players, self.attack_limit):
                words.append(f"{field}={getattr(self, field)}")
        return " ".join(words)

    @classmethod
    def read(cls, text: str) -> "RefRules":
        """The ruleset of a code; a preset's name may come first (R3.6).

        >>> RefRules.read("perevodnoy players=4") == RefRules.make("perevodnoy", 4)
        True
        """
        words = text.split()
        preset = None
        if words and "=" not in words[0]:
            preset = words.pop(0)
        fields: dict[str, Value] = {}
        for word in words:
            field, equals, value = word.partition("=")
            if not equals or field not in CHOICES:
                raise RulesRefusedError("no such field", [field])
            if field in fields:
                raise RulesRefusedError("a field named twice", [field])
            is_number = isinstance(CHOICES[field][0], int)
            if is_number and not re.fullmatch("[1-9][0-9]*", value):
                raise RulesRefusedError("not a number", [field])
            fields[field] = int(value) if is_number else value
        return cls.make(preset, **fields)  # type: ignore[arg-type]


def _plain(field: str, value: Value) -> Value:
    """true and false as the field spells them; any other value as it is."""
    if value is True:
        return next((word for word in ("yes", "on") if word in CHOICES[field]), value)
    if value is False:
        return next((word for word in ("no", "off") if word in CHOICES[field]), value)
    return value
