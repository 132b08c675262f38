"""The layout of a deal's state: one record, its fields named here and nowhere else.

``states[i]`` is one whole deal. Sets of cards are 64-bit masks, sets of seats small ones; a ruleset
is data inside the record, so that a new ruleset needs no new compilation. Copying the record copies
the deal.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple, TypeAlias, cast

import numpy as np
from numpy.typing import NDArray

from durak.actions import KIND_SHIFT as _KIND_SHIFT
from durak.actions import TARGET_SHIFT as _TARGET_SHIFT
from durak.actions import Kind
from durak.cards import ALL_CARDS as _ALL_CARDS

State: TypeAlias = Any
"""One record of ``STATE``; Numba gives its fields their types."""
States: TypeAlias = NDArray[Any]
Actions: TypeAlias = NDArray[np.int64]
Deck: TypeAlias = NDArray[np.int8]
Random: TypeAlias = NDArray[np.uint64]


def wide(value: int) -> int:
    """A constant of the one width that compiled code counts in; an integer like any other."""
    return cast("int", np.int64(value))


SEATS: Final = 6
HAND: Final = 6  # R3.1
ATTACKS: Final = 6  # the largest limit there is (R3)
MAX_LEGAL: Final = 512
"""More than any seat has: 13 ranks of 15 sets, or 6 attacks and 46 covers, and a few words."""

# Phases of a bout.
LEAD: Final = 0
ANSWER: Final = 1
THROW_IN: Final = 2
AFTER_TAKE: Final = 3
OVER: Final = 4

# Results of a deal.
NO_RESULT: Final = 0
DURAK: Final = 1
DRAW: Final = 2
STALEMATE: Final = 3

# Words of ruleset fields as the kernel reads them: their place in the lists of R3.
LOWEST_TRUMP: Final = 0
DEALER_LEFT: Final = 1
AT_LOSER: Final = 2
PRINCIPAL_ONLY: Final = 0
NEIGHBOURS: Final = 1
ALL_THROW: Final = 2

# Kinds of action, plain integers for compiled code.
LAY: Final = int(Kind.LAY)
COVER: Final = int(Kind.COVER)
TRANSFER: Final = int(Kind.TRANSFER)
SHOW: Final = int(Kind.SHOW)
TAKE: Final = int(Kind.TAKE)
DONE: Final = int(Kind.DONE)
SWAP: Final = int(Kind.SWAP)

ONE: Final = wide(1)
CARD_BITS: Final = wide(_ALL_CARDS)
KIND_SHIFT: Final = wide(_KIND_SHIFT)
TARGET_SHIFT: Final = wide(_TARGET_SHIFT)

RULES: Final = np.dtype(
    (
        np.record,
        np.dtype(
            [
                (name, np.int8)
                for name in (
                    "players",
                    "deck",
                    "teams",
                    "first_lead",
                    "later_lead",
                    "show_lowest_trump",
                    "throwers",
                    "done_is_final",
                    "throw_after_take",
                    "attack_limit",
                    "first_limit",
                    "first_limit_until_discard",
                    "transfer",
                    "transfer_several",
                    "transfer_first_bout",
                    "transfer_show",
                    "returning_lead_draws_last",
                    "trump_swap",
                    "last_defender_loses",
                    "stalemate_takes",
                )
            ]
        ),
    )
)

STATE: Final = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("hands", np.int64, SEATS),
                ("known", np.int64, SEATS),  # publicly known cards of each hand (R12.2)
                ("table", np.int64),  # attacks and covers of this bout
                ("open", np.int64),  # attacks not covered yet
                ("shown", np.int64),  # trumps shown for a transfer in this deal (R8.6)
                ("deck", np.int8, 52),  # in dealing order; a swap changes its last card
                ("attacks", np.int8, ATTACKS),  # in the order laid
                ("covers", np.int8, ATTACKS),  # the card that covers each, -1 none
                ("rules", RULES),
                ("bout", np.int16),  # number of the bout in the deal, from 1
                ("attack_count", np.int8),
                ("limit", np.int8),
                ("top", np.int8),  # the talon is deck[top:rules.deck], the trump card last
                ("trump", np.int8),
                ("phase", np.int8),
                ("to_act", np.int8),  # -1 when over
                ("principal", np.int8),
                ("defender", np.int8),
                ("led", np.int8),  # the seat that led this bout
                ("dealer", np.int8),
                ("active", np.int8),  # set of seats
                ("throwers", np.int8),  # set of seats that may throw in at this defender
                ("done", np.int8),  # set of seats passed over when attackers are asked
                ("beaten_off", np.int8),  # some bout of this deal was beaten off
                ("takes_in_row", np.int8),  # R9.8
                ("low_trump_seat", np.int8),  # who was dealt or drew the lowest trump, -1 nobody
                ("result", np.int8),
                ("losers", np.int8),  # set of seats
                ("dealer_next", np.int8),  # -1 before the end
                ("unused", np.int8, 7),  # to a multiple of eight: bytes of equal states are equal
            ],
            align=True,
        ),
    )
)


class Reading(NamedTuple):
    """One state as plain integers and lists, for readers outside the kernel: reading a field of a
    record from Python takes a microsecond, and a view reads forty."""

    hands: list[int]
    known: list[int]
    table: int
    open: int
    shown: int
    deck: list[int]
    attacks: list[int]
    covers: list[int]
    bout: int
    attack_count: int
    limit: int
    top: int
    trump: int
    phase: int
    to_act: int
    principal: int
    defender: int
    led: int
    dealer: int
    active: int
    throwers: int
    done: int
    beaten_off: int
    takes_in_row: int
    low_trump_seat: int
    result: int
    losers: int
    dealer_next: int


def read(states: States, i: int) -> Reading:
    """State ``i`` as it is now."""
    named = dict(zip(STATE.names or (), states[i].item(), strict=True))
    return Reading(*(_plain(named[name]) for name in Reading._fields))


def _plain(value: object) -> Any:
    return value.tolist() if isinstance(value, np.ndarray) else value


def new_states(count: int) -> States:
    """An array of ``count`` empty states; deal into them with ``entry.start``."""
    return np.zeros(count, dtype=STATE)
