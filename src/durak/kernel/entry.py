"""The few functions of the kernel that Python calls, each with ``(states, i)``.

Each one is compiled with all that it calls, so there are no more than needed.
"""

from __future__ import annotations

import numpy as np

from durak.kernel import act as _act
from durak.kernel import legal as _legal
from durak.kernel import opening, playout
from durak.kernel import refusal as _refusal
from durak.kernel.jit import entry
from durak.kernel.layout import (
    MAX_LEGAL,
    Actions,
    Random,
    States,
)


@entry
def start(states: States, i: int, dealer: int, is_later: bool) -> None:
    """Deal ``states[i].deck`` under ``states[i].rules``, both filled in before (R4, R10.2)."""
    opening.deal_out(states[i], dealer, is_later)


@entry
def legal(states: States, i: int, out: Actions) -> int:
    """Write the legal actions of the seat to act into ``out``; how many there are, 0 when over."""
    return _legal.legal(states[i], out)


@entry
def refusal(states: States, i: int, seat: int, action: int) -> int:
    """R13's code for this seat doing this; 0 when it is legal. Nothing changes."""
    return _refusal.refusal(states[i], seat, action)


@entry
def step(states: States, i: int, action: int, out: Actions) -> int:
    """Carry out a legal action, then as ``legal``. An illegal one leaves a broken state: ask first."""
    s = states[i]
    _act.act(s, action)
    return _legal.legal(s, out)


@entry
def play_random_deals(states: States, i: int, deals: int, random: Random) -> int:
    """Play whole random deals one after another in ``states[i]``; how many actions they took."""
    actions = np.empty(MAX_LEGAL, np.int64)
    decisions = 0
    for _ in range(deals):
        playout.deal_randomly(states[i], random)
        decisions += playout.play_out(states[i], random, actions)
    return decisions
