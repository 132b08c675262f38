"""Sets of cards as 64-bit masks: counting, lowest card, ranks, and what beats what.

The plain loops become single machine instructions when compiled.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from durak import cards
from durak.kernel.jit import rule
from durak.kernel.layout import ONE, wide

CLUBS: Final = wide(cards.mask(range(0, cards.CARDS, 4)))
"""The lowest card of each rank; shifted by a suit, that suit."""
_ALL_SUITS: Final = wide(15)

BEATS: Final = np.array(
    [
        [
            cards.mask(cover for cover in range(cards.CARDS) if cards.beats(cover, attack, trump))
            for attack in range(cards.CARDS)
        ]
        for trump in range(4)
    ],
    dtype=np.int64,
)
"""``BEATS[trump, attack]``: every card that beats this attack (R2.4)."""


@rule
def count(cards: int) -> int:
    """How many cards a mask holds."""
    n = 0
    while cards:
        cards &= cards - 1
        n += 1
    return n


@rule
def lowest(cards: int) -> int:
    """The id of a mask's lowest card."""
    return count((cards & -cards) - 1)


@rule
def bit(card: int) -> int:
    """The mask of one card."""
    return ONE << card


@rule
def same_ranks(cards: int) -> int:
    """Every card of a rank that the mask shows."""
    either = cards | cards >> 1
    return ((either | either >> 2) & CLUBS) * _ALL_SUITS
