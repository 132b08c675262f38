"""The ruleset: every disagreement about Durak as a named field (R3), its checks, presets and code.

What the rules *do* lives in the kernel; how they read to a person lives in ``ruleset.sheet``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, fields
from enum import StrEnum
from functools import lru_cache
from typing import Any, Final, Self

from durak.cards import DECK_SIZES
from durak.ruleset.choices import (
    DrawResult,
    FirstLimitUntil,
    Lead,
    ReturningLead,
    Teams,
    Throwers,
    TransferCards,
)
from durak.ruleset.sheet import SHEETS, Clause, sheet

MAX_PLAYERS: Final = 6
HAND_SIZE: Final = 6


class RulesetError(ValueError):
    """An impossible ruleset. ``fields`` names the fields that do not go together.

    ``code`` and ``params`` say the same as the message, for whoever words it in another language.
    """

    def __init__(self, message: str, *names: str, code: str = "impossible", **params: Any) -> None:
        super().__init__(message)
        self.fields: tuple[str, ...] = names
        self.code = code
        self.params: Mapping[str, Any] = params


_CHOICES: Final[dict[str, tuple[StrEnum, ...]]] = {
    "teams": tuple(Teams),
    "first_lead": (Lead.LOWEST_TRUMP, Lead.DEALER_LEFT),
    "later_lead": (Lead.DEALER_LEFT, Lead.AT_LOSER, Lead.LOWEST_TRUMP),
    "throwers": tuple(Throwers),
    "first_limit_until": tuple(FirstLimitUntil),
    "transfer_cards": tuple(TransferCards),
    "refill_returning_lead": tuple(ReturningLead),
    "draw_result": tuple(DrawResult),
}
_NUMBERS: Final[dict[str, tuple[int, ...]]] = {
    "players": tuple(range(2, MAX_PLAYERS + 1)),
    "deck": DECK_SIZES,
    "attack_limit": tuple(range(1, 7)),
    "first_limit": tuple(range(1, 7)),
    "stalemate_takes": tuple(range(6, 100)),
}
_ON_OFF: Final = ("transfer", "trump_swap")
_YES_NO: Final = (
    "show_lowest_trump",
    "done_is_final",
    "throw_after_take",
    "transfer_first_bout",
    "transfer_show",
)


@dataclass(frozen=True, kw_only=True)
class Ruleset:
    """Exactly the rules of one table (R3): a frozen value that checks itself when made.

    Fields left out take the defaults of R3; ``throwers`` and ``first_limit`` follow ``players`` and
    ``attack_limit``.

    >>> Ruleset(players=4, transfer=True).code
    'players=4 transfer=on'
    >>> Ruleset.from_code("perevodnoy players=4") == Ruleset(players=4, transfer=True)
    True

    Raises:
        RulesetError: a value that its field does not have, or fields that do not go together.
    """

    players: int = 2
    deck: int = 36
    teams: Teams = Teams.NONE
    first_lead: Lead = Lead.LOWEST_TRUMP
    later_lead: Lead = Lead.DEALER_LEFT
    show_lowest_trump: bool = False
    throwers: Throwers = None  # type: ignore[assignment]  # filled in below, by players
    done_is_final: bool = False
    throw_after_take: bool = True
    attack_limit: int = 6
    first_limit: int = None  # type: ignore[assignment]  # filled in below, by attack_limit
    first_limit_until: FirstLimitUntil = FirstLimitUntil.FIRST_BOUT
    transfer: bool = False
    transfer_cards: TransferCards = TransferCards.SEVERAL
    transfer_first_bout: bool = True
    transfer_show: bool = False
    refill_returning_lead: ReturningLead = ReturningLead.FIRST
    trump_swap: bool = False
    draw_result: DrawResult = DrawResult.DRAW
    stalemate_takes: int = 24

    def __post_init__(self) -> None:
        given: dict[str, Any] = {name: getattr(self, name) for name in FIELDS}
        if given["throwers"] is None:
            given["throwers"] = _default_throwers(_checked("players", self.players))
        if given["first_limit"] is None:
            given["first_limit"] = self.attack_limit
        for name, value in given.items():
            object.__setattr__(self, name, _checked(name, value))
        if self.players * HAND_SIZE > self.deck:  # R3.1
            raise RulesetError(
                f"players={self.players} needs {self.players * HAND_SIZE} cards, six a hand, "
                f"and deck={self.deck} has fewer: take fewer players or a larger deck",
                "players",
                "deck",
                code="hands_exceed_deck",
                count=self.players,
                needed=self.players * HAND_SIZE,
                deck=self.deck,
            )
        if self.teams is Teams.TWO and self.players not in (4, 6):  # R3.2
            raise RulesetError(
                f"teams=two needs 4 or 6 players, not players={self.players}",
                "teams",
                "players",
                code="teams_players",
                count=self.players,
            )
        if self.first_limit > self.attack_limit:  # R3.3
            raise RulesetError(
                f"first_limit={self.first_limit} may not exceed attack_limit={self.attack_limit}",
                "first_limit",
                "attack_limit",
                code="first_limit_exceeds",
                first_limit=self.first_limit,
                attack_limit=self.attack_limit,
            )

    @classmethod
    def preset(cls, name: str, /, players: int | None = None, **changes: Any) -> Self:
        """The ruleset a preset's name stands for, with fields changed (R3.5).

        Raises:
            RulesetError: no such preset, a player count it is not for, or an impossible change.
        """
        if name not in PRESETS:
            raise RulesetError(
                f"{name!r} is no preset: there are {', '.join(PRESETS)}",
                "preset",
                code="no_preset",
                preset=name,
            )
        preset = PRESETS[name]
        if players is None:
            players = preset.players[0]
        elif _checked("players", players) not in preset.players:
            raise RulesetError(
                f"preset {name} is for {_listed(preset.players)} players, not {players}",
                "players",
                code="preset_players",
                preset=name,
                count=players,
                allowed=[str(each) for each in preset.players],
            )
        return cls.make(players=players, **{**preset.fields, **changes})

    @classmethod
    def make(cls, /, **values: Any) -> Self:
        """A ruleset from fields by name, values as their text or typed.

        Raises:
            RulesetError: an unknown field too is refused, by name.
        """
        _check_names(values)
        return cls(**{name: _checked(name, value) for name, value in values.items()})

    def changed(self, **values: Any) -> Self:
        """This ruleset with some fields changed; defaults that follow them are taken anew."""
        kept = {name: getattr(self, name) for name in FIELDS if not self._is_default(name)}
        return type(self).make(**{**kept, "players": self.players, **values})

    @classmethod
    def from_code(cls, text: str) -> Self:
        """Read a canonical code, or a preset's name and fields in any order (R3.6).

        Raises:
            RulesetError: a part that is neither, a field named twice, or an impossible ruleset.
        """
        name: str | None = None
        values: dict[str, Any] = {}
        for at, part in enumerate(text.split()):
            field, equals, value = part.partition("=")
            if not equals and at == 0:
                name = part
            elif not equals or not field:
                raise RulesetError(
                    f"{part!r} is not field=value, and only a first word may name a preset",
                    part,
                    code="not_field_value",
                    part=part,
                )
            elif field in values:
                raise RulesetError(
                    f"{field} is given twice", field, code="given_twice", field=field
                )
            elif field in _NUMBERS:
                values[field] = _number(field, value)
            else:
                values[field] = value
        _check_names(values)
        if name is None:
            return cls.make(**values)
        return cls.preset(name, values.pop("players", None), **values)

    @property
    def code(self) -> str:
        """The canonical code: players, then each field that is not at its default (R3.6)."""
        return _code(self)

    def describe(self, language: str = "en") -> tuple[Clause, ...]:
        """The rules sheet: exactly what this ruleset plays, in plain words, clause by clause.

        Raises:
            KeyError: a language without a sheet; ``SHEETS`` has one for each.
        """
        if language not in SHEETS:
            raise KeyError(f"no sheet in {language!r}: there are {', '.join(SHEETS)}")
        return sheet(self, SHEETS[language])

    def _is_default(self, name: str) -> bool:
        value = getattr(self, name)
        if name == "throwers":
            return bool(value is _default_throwers(self.players))
        if name == "first_limit":
            return bool(value == self.attack_limit)
        return bool(value == _DEFAULTS[name])

    def __str__(self) -> str:
        return self.code


FIELDS: Final = tuple(each.name for each in fields(Ruleset))
_DEFAULTS: Final = {each.name: each.default for each in fields(Ruleset)}


def allowed_values(field: str) -> tuple[str, ...]:
    """The texts a field may have, in the order of R3."""
    if field in _NUMBERS:
        return tuple(str(value) for value in _NUMBERS[field])
    if field in _CHOICES:
        return tuple(value.value for value in _CHOICES[field])
    return ("off", "on") if field in _ON_OFF else ("no", "yes")


def value_text(field: str, value: object) -> str:
    """A field's value as codes, cases and tables write it."""
    if isinstance(value, bool):
        return allowed_values(field)[value]
    return str(value)


@dataclass(frozen=True, kw_only=True)
class Preset:
    """A name for a set of field values, and the player counts it is for (R3.5)."""

    players: tuple[int, ...]
    fields: Mapping[str, Any]


def _presets() -> dict[str, Preset]:
    host = {"first_lead": Lead.DEALER_LEFT, "done_is_final": True}
    classic = {"trump_swap": True}
    digital = {"refill_returning_lead": ReturningLead.LAST}
    any_count = tuple(range(2, MAX_PLAYERS + 1))

    def preset(players: tuple[int, ...], base: Mapping[str, Any], **more: Any) -> Preset:
        return Preset(players=players, fields={**base, **more})

    return {
        "podkidnoy": preset(any_count, {}),
        "perevodnoy": preset(any_count, {}, transfer=True),
        "host": preset(any_count, host),
        "host-transfer": preset((2, 3, 4), host, transfer=True, transfer_cards=TransferCards.ONE),
        "host-short": preset((2,), host, deck=24),
        "host-buffer": preset((4, 5, 6), host, first_limit=5),
        "classic": preset(any_count, classic),
        "classic-short": preset((2,), classic, deck=24),
        "classic-full": preset((5, 6), classic, deck=52),
        "classic-teams": preset((4, 6), classic, teams=Teams.TWO),
        "classic-first-five": preset(any_count, classic, first_limit=5),
        "digital": preset((4,), digital),
        "digital-transfer": preset((4,), digital, transfer=True),
    }


PRESETS: Final = _presets()


def _check_names(values: Mapping[str, object]) -> None:
    unknown = [name for name in values if name not in FIELDS]
    if unknown:
        raise RulesetError(
            f"{', '.join(unknown)}: no such field; there are {', '.join(FIELDS)}",
            *unknown,
            code="no_field",
            names=unknown,
        )


@lru_cache(maxsize=1024)
def _code(ruleset: Ruleset) -> str:
    parts = [f"players={ruleset.players}"]
    parts += [
        f"{name}={value_text(name, getattr(ruleset, name))}"
        for name in FIELDS[1:]
        if not ruleset._is_default(name)
    ]
    return " ".join(parts)


def _default_throwers(players: int) -> Throwers:
    return Throwers.ALL if players <= 4 else Throwers.NEIGHBOURS


def _checked(field: str, value: object) -> Any:
    """The typed value of a field, or a refusal that says what the field may be."""
    if field in _NUMBERS:
        if type(value) is int and value in _NUMBERS[field]:
            return value
    elif field in _CHOICES:
        for choice in _CHOICES[field]:
            if isinstance(value, str) and value == choice.value:
                return choice
    elif isinstance(value, bool):
        return value
    elif isinstance(value, str) and value in allowed_values(field):
        return allowed_values(field).index(value) == 1
    raise RulesetError(
        f"{field}={value} is not possible: {field} is {_range(field)}",
        field,
        code="no_value",
        field=field,
        value=str(value),
        allowed=list(allowed_values(field)),
    )


def _number(field: str, text: str) -> object:
    return int(text) if re.fullmatch(r"[1-9][0-9]{0,2}", text) else text


def _range(field: str) -> str:
    values = allowed_values(field)
    if field in _NUMBERS and field != "deck":
        return f"{values[0]} to {values[-1]}"
    return f"{', '.join(values[:-1])} or {values[-1]}"


def _listed(counts: tuple[int, ...]) -> str:
    if len(counts) > 2 and counts[-1] - counts[0] == len(counts) - 1:
        return f"{counts[0]} to {counts[-1]}"
    return " or ".join(str(count) for count in counts)
