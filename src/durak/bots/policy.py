"""The network asked about one sight: the logits of its legal actions and what the deal is worth."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from durak.bots import features
from durak.bots.compiled import rule
from durak.bots.features import MAX_ACTIVE, MAX_ROWS, Indices
from durak.bots.network import Floats, Network, forward, logit
from durak.bots.sight import Sight
from durak.kernel.layout import DURAK, MAX_LEGAL, Actions, Random, State
from durak.kernel.playout import below

_FINE: Final = 1 << 24


class Scratch(NamedTuple):
    """Room to think in, allocated once: the compiled parts allocate nothing."""

    order: NDArray[np.int64]
    active: Indices
    h1: Floats
    h2: Floats
    rows: Indices
    """``MAX_ROWS`` places for each legal action."""
    row_count: Indices
    logits: Floats


def scratch(network: Network) -> Scratch:
    """Room for this network."""
    return Scratch(
        order=np.zeros(4, np.int64),
        active=np.zeros(MAX_ACTIVE, np.int16),
        h1=np.zeros(len(network.b1), np.float32),
        h2=np.zeros(len(network.b2), np.float32),
        rows=np.zeros(MAX_LEGAL * MAX_ROWS, np.int16),
        row_count=np.zeros(MAX_LEGAL, np.int16),
        logits=np.zeros(MAX_LEGAL, np.float32),
    )


@rule
def consult(net: Network, o: Sight, legal: Actions, n: int, room: Scratch) -> int:
    """Fill both layers, the rows and the logits of ``legal[:n]``; how many features are active."""
    features.order_suits(o, room.order)
    active = features.fill(o, room.order, room.active)
    forward(net, room.active, active, room.h1, room.h2)
    for at in range(n):
        base = at * MAX_ROWS
        rows = features.rows_of(legal[at], room.order, room.rows, base)
        room.row_count[at] = rows
        room.logits[at] = logit(net, room.h2, room.rows, base, rows)
    return active


@rule
def worth(net: Network, room: Scratch) -> float:
    """The probability of not being the durak, after ``consult``."""
    value = 0.0
    value += net.b4[0]
    for j in range(len(room.h2)):
        value += room.h2[j] * net.w4[j]
    return 1 / (1 + np.exp(-value))


@rule
def best(room: Scratch, n: int) -> int:
    """The place of the highest logit."""
    chosen = 0
    for at in range(1, n):
        if room.logits[at] > room.logits[chosen]:
            chosen = at
    return chosen


@rule
def to_chances(room: Scratch, n: int) -> None:
    """Turn the logits into probabilities, in place."""
    most = room.logits[best(room, n)]
    total = 0.0
    for at in range(n):
        room.logits[at] = np.exp(room.logits[at] - most)
        total += room.logits[at]
    for at in range(n):
        room.logits[at] /= total


@rule
def score(s: State, seat: int) -> float:
    """1 for not being the durak, ½ for a draw of two seats or two teams, 0 for the durak."""
    if s.result != DURAK:
        return 0.5 if s.rules.players == 2 or s.rules.teams else 1.0
    return 0.0 if (s.losers >> seat) & 1 else 1.0


@rule
def pick(room: Scratch, n: int, random: Random) -> int:
    """A place drawn by the chances in ``room.logits``."""
    left = below(random, _FINE) / _FINE
    for at in range(n):
        left -= room.logits[at]
        if left < 0:
            return at
    return best(room, n)
