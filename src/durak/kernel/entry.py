"""The few functions of the kernel that Python calls, each with ``(states, i)``.

Each one is compiled with all that it calls, so there are no more than needed.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numba
import numpy as np
from numba.core import event

from durak.kernel import act as _act
from durak.kernel import bout as _bout
from durak.kernel import legal as _legal
from durak.kernel import opening, playout
from durak.kernel import refusal as _refusal
from durak.kernel.jit import entry
from durak.kernel.layout import (
    MAX_LEGAL,
    Actions,
    Random,
    States,
    new_states,
)


@entry
def start(states: States, i: int, dealer: int, is_later: bool) -> None:
    """Deal ``states[i].deck`` under ``states[i].rules``, both filled in before (R4, R10.2)."""
    s = states[i]
    opening.deal_out(s, dealer, s.rules.later_lead if is_later else s.rules.first_lead)


@entry
def resume(states: States, i: int, limit: int, is_taking: bool) -> bool:
    """Complete a state that was set up from the middle of a bout; False when nobody is asked."""
    return _bout.resume_bout(states[i], limit, is_taking)


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
    """Carry out a legal action, then as ``legal``. An illegal one breaks the state: ask first."""
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


COMPILING = "Compiling the rules, once: this takes some seconds ..."


def warm_up(report: Callable[[str], object] | None = None) -> bool:
    """Load or compile what a game needs, so that nobody waits for it later; True when compiled.

    ``report`` is told before the first function that is not in the cache is compiled.
    """
    if numba.config.DISABLE_JIT:
        return False
    watcher = _Watcher(report)
    states, out = new_states(1), np.empty(MAX_LEGAL, np.int64)
    calls: tuple[tuple[Any, tuple[object, ...]], ...] = (
        (start, (states, 0, 0, False)),
        (legal, (states, 0, out)),
        (refusal, (states, 0, 0, 0)),
        (step, (states, 0, 0, out)),
    )
    with event.install_listener("numba:compile", watcher):
        for compiled, arguments in calls:
            compiled.compile(tuple(numba.typeof(each) for each in arguments))
    return watcher.is_compiling


class _Watcher(event.Listener):  # type: ignore[misc]
    """Hears from Numba that something is compiled rather than loaded."""

    def __init__(self, report: Callable[[str], object] | None) -> None:
        self.is_compiling = False
        self._report = report

    def on_start(self, _event: Any) -> None:
        if not self.is_compiling and self._report is not None:
            self._report(COMPILING)
        self.is_compiling = True

    def on_end(self, _event: Any) -> None:
        pass
