"""Deals in two forms at once, the kernel's and the façade's, for tests of compiled bot code."""

from __future__ import annotations

import numpy as np

from durak.bots.compiled import entry
from durak.deal import Deal
from durak.kernel import layout, playout
from durak.kernel.rules import fill
from durak.ruleset import Ruleset


@entry
def _deal(states: layout.States, i: int, random: layout.Random) -> None:
    playout.deal_randomly(states[i], random)


def dealt(rules: Ruleset, seed: int) -> tuple[layout.States, layout.Random]:
    """A random deal under ``rules`` and the generator that goes on with it."""
    states, random = layout.new_states(1), np.array([seed], np.uint64)
    fill(states[0].rules, rules)
    _deal(states, 0, random)
    return states, random


def as_deal(rules: Ruleset, states: layout.States) -> Deal:
    """The façade over the same record: an action of the deal moves the state."""
    return Deal(rules, states, out=())


def play_one(deal: Deal, random: layout.Random) -> None:
    """One random legal action."""
    legal = deal.legal()
    x = int(random[0])
    x ^= x << 13 & 0xFFFF_FFFF_FFFF_FFFF
    x ^= x >> 7
    x ^= x << 17 & 0xFFFF_FFFF_FFFF_FFFF
    random[0] = x
    assert deal.to_act is not None
    deal.apply(deal.to_act, legal[(x >> 20) % len(legal)])
