"""Random play inside the kernel: shuffling, choosing, whole deals without a word to Python."""

from __future__ import annotations

import numpy as np

from durak.kernel.act import act
from durak.kernel.jit import rule
from durak.kernel.layout import OVER, Actions, Deck, Random, State
from durak.kernel.legal import legal
from durak.kernel.opening import deal_out

_A = np.uint64(13)
_B = np.uint64(7)
_C = np.uint64(17)
_HALF = np.uint64(32)


@rule
def below(random: Random, bound: int) -> int:
    """A number from 0 to ``bound`` - 1; ``random`` is one non-zero uint64 in an array (xorshift64).

    Taken from the upper half of 64 bits by multiplication: the bias is below 1 in 10 million.
    """
    x = random[0]
    x ^= x << _A
    x ^= x >> _B
    x ^= x << _C
    random[0] = x
    return np.int64(((x >> _HALF) * np.uint64(bound)) >> _HALF)  # type: ignore[return-value]


@rule
def shuffle(deck: Deck, size: int, random: Random) -> None:
    """Fisher and Yates's shuffle of the first ``size`` cards."""
    for at in range(size - 1, 0, -1):
        other = below(random, at + 1)
        deck[at], deck[other] = deck[other], deck[at]


@rule
def deal_randomly(s: State, random: Random) -> None:
    """A fresh shuffled deal under ``s.rules``, the dealer by lot."""
    low = 52 - s.rules.deck
    for at in range(s.rules.deck):
        s.deck[at] = low + at
    shuffle(s.deck, s.rules.deck, random)
    deal_out(s, below(random, s.rules.players), s.rules.first_lead)


@rule
def play_out(s: State, random: Random, actions: Actions) -> int:
    """Play random legal actions until the deal is over; how many there were."""
    decisions = 0
    while s.phase != OVER:
        act(s, actions[below(random, legal(s, actions))])
        decisions += 1
    return decisions
