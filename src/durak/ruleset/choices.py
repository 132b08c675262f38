"""The values that fields of a ruleset may have, where they are words (R3)."""

from __future__ import annotations

from enum import StrEnum


class Teams(StrEnum):
    """Whether seats play alone or in two teams (R11)."""

    NONE = "none"
    TWO = "two"


class Lead(StrEnum):
    """Who leads a deal (R4.4, R10.2)."""

    LOWEST_TRUMP = "lowest_trump"
    DEALER_LEFT = "dealer_left"
    AT_LOSER = "at_loser"


class Throwers(StrEnum):
    """Who may throw in (R6.2)."""

    PRINCIPAL = "principal"
    NEIGHBOURS = "neighbours"
    ALL = "all"


class FirstLimitUntil(StrEnum):
    """How long the first limit holds (R5.4)."""

    FIRST_BOUT = "first_bout"
    FIRST_DISCARD = "first_discard"


class TransferCards(StrEnum):
    """How many cards a transfer may lay (R8.2)."""

    ONE = "one"
    SEVERAL = "several"


class ReturningLead(StrEnum):
    """When a seat that led and ended as defender draws (R9.3)."""

    FIRST = "first"
    LAST = "last"


class DrawResult(StrEnum):
    """What it means when the last seats go out together (R10.1)."""

    DRAW = "draw"
    LAST_DEFENDER_LOSES = "last_defender_loses"
