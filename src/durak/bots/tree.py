"""One tree over many worlds, compiled: Monte Carlo tree search for a seat that sees its view alone.

Cowling, Powley, Whitehouse: Information Set Monte Carlo Tree Search (2012), the single-observer
form. Every iteration draws a world that agrees with the sight, goes down the tree by the actions
that are legal in it, adds one node, plays on to the end and writes the scores of all seats on its
way back. A node is a sequence of actions; all of them are public in Durak. What is legal differs
from world to world, so a node also counts how often it could have been chosen.

The rules come from the kernel alone. With open cards the same search draws no worlds.
"""

from __future__ import annotations

from math import log, sqrt
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from durak.bots.compiled import entry, rule
from durak.bots.sight import Sights, sample
from durak.kernel.act import act
from durak.kernel.bits import CLUBS, bit, lowest
from durak.kernel.bout import is_talon_empty
from durak.kernel.layout import (
    ANSWER,
    COVER,
    DONE,
    LAY,
    LEAD,
    ONE,
    OVER,
    SWAP,
    TAKE,
    TRANSFER,
    Actions,
    Random,
    State,
    States,
    wide,
)
from durak.kernel.legal import cards_of, kind_of, legal, target_of
from durak.kernel.playout import below

Node: TypeAlias = Any
Nodes: TypeAlias = NDArray[Any]

NODE: Final = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("action", np.int64),  # that leads here
                ("score", np.float64),  # the sum of what the seat that took it got
                ("actor", np.int64),  # that seat
                ("visits", np.int64),
                ("available", np.int64),  # iterations in which it could have been chosen
                ("child", np.int64),  # the youngest, 0 none
                ("sibling", np.int64),  # the next older, 0 none
            ],
            align=True,
        ),
    )
)

RANDOMLY: Final = 0
SENSIBLY: Final = 1
DRAWN: Final = 0
OPEN: Final = 1
MAX_DEPTH: Final = 1000
"""Actions after which a world that goes on is a draw: no rule ends every deal."""
_NONE: Final = wide(0)
_MOST: Final = wide(1000)
_FROM_QUEEN: Final = 10


def new_nodes(iterations: int) -> Nodes:
    """Room for a search of so many iterations: one node each, and the root."""
    return np.zeros(iterations + 1, dtype=NODE)


@entry
def search(
    sights: Sights,
    states: States,
    nodes: Nodes,
    actions: Actions,
    chosen: Actions,
    random: Random,
    iterations: int,
    exploration: float,
    playing_on: int,
    worlds: int,
) -> int:
    """Grow the tree in ``nodes`` from its root, node 0; how many nodes there are then.

    ``states[0]`` is worked in. ``worlds`` that are ``DRAWN`` come from ``sights[0]``; ``OPEN``,
    every one is ``states[1]``. Below the tree both sides play on ``RANDOMLY`` or ``SENSIBLY``.
    ``actions`` and ``chosen`` are room for the legal actions, twice ``MAX_LEGAL``, and for the way
    down, ``MAX_DEPTH``.
    """
    _begin(nodes[0], 0, 0)
    size = ONE
    for _ in range(iterations):
        if worlds == OPEN:
            states[0] = states[1]
        else:
            sample(sights[0], states[0], random)
        s = states[0]
        node = _NONE
        depth = _NONE
        in_tree = True
        for at in range(MAX_DEPTH):
            if s.phase == OVER:
                break
            n = legal(s, actions)
            if in_tree:
                if at > 0:
                    n = _in_one_order(s, actions, n)
                node = _go_down(nodes, node, size, s.to_act, actions, n, random, exploration)
                if node == size:
                    size += 1
                    in_tree = False
                chosen[depth] = node
                depth += 1
                action = nodes[node].action
            elif playing_on == SENSIBLY:
                action = actions[_sensible(s, actions, n, random)]
            else:
                action = actions[below(random, n)]
            act(s, action)
        nodes[0].visits += 1
        for at in range(depth):
            nodes[chosen[at]].visits += 1
            nodes[chosen[at]].score += _score(s, nodes[chosen[at]].actor)
    return size


@rule
def _begin(node: Node, action: int, actor: int) -> None:
    node.action = action
    node.actor = actor
    node.score = 0.0
    node.visits = 0
    node.available = 1
    node.child = 0
    node.sibling = 0


@rule
def _go_down(
    nodes: Nodes,
    node: int,
    size: int,
    actor: int,
    actions: Actions,
    n: int,
    random: Random,
    exploration: float,
) -> int:
    """The child for one of the ``n`` legal actions: number ``size``, a new one, if any is untried.

    Else the one of the best upper bound. ``actions`` is reordered; behind them it holds children.
    """
    tried = _NONE
    child = np.int64(nodes[node].child)
    while child:
        for at in range(tried, n):
            if actions[at] == nodes[child].action:
                actions[at] = actions[tried]
                actions[tried] = nodes[child].action
                actions[n + tried] = child
                nodes[child].available += 1
                tried += 1
                break
        child = np.int64(nodes[child].sibling)
    if tried < n:
        _begin(nodes[size], actions[tried + below(random, n - tried)], actor)
        nodes[size].sibling = nodes[node].child
        nodes[node].child = size
        return size
    best = _NONE
    most = -1.0
    for at in range(n):
        child = actions[n + at]
        visits = nodes[child].visits
        bound = nodes[child].score / visits + exploration * sqrt(
            log(nodes[child].available) / visits
        )
        if bound > most:
            most = bound
            best = child
    return best


@rule
def _in_one_order(s: State, actions: Actions, n: int) -> int:
    """Leave out covers of all but the first open attack: the order of covers changes nothing."""
    if s.phase != ANSWER or kind_of(actions[0]) != COVER:
        return n
    first = _NONE
    while s.covers[first] >= 0:
        first += 1
    attack = np.int64(s.attacks[first])
    kept = _NONE
    for at in range(n):
        if kind_of(actions[at]) != COVER or target_of(actions[at]) == attack:
            actions[kept] = actions[at]
            kept += 1
    return kept


@rule
def _score(s: State, seat: int) -> float:
    """What the end is worth to a seat: a draw ½ with two seats, as not lost with more."""
    if s.phase != OVER or s.losers == 0:
        return 0.5 if s.rules.players == 2 else 1.0
    return 0.0 if (s.losers >> seat) & 1 else 1.0


# Playing on --------------------------------------------------------------------------------------


@rule
def _sensible(s: State, actions: Actions, n: int, random: Random) -> int:
    """The index of what somebody does who knows the game a little, and now and then anything."""
    if n == 1:
        return 0
    if below(random, 16) == 0:
        return below(random, n)
    if s.phase == ANSWER and _is_hopeless(s, actions, n):
        return n - 1 if kind_of(actions[n - 1]) == TAKE else n - 2  # a swap comes last
    best = _NONE
    least = _MOST
    for at in range(n):
        cost = 4 * _cost(s, actions[at]) + below(random, 4)
        if cost < least:
            least = cost
            best = at
    return best


@rule
def _is_hopeless(s: State, actions: Actions, n: int) -> bool:
    """Whether some attack can be neither covered nor passed on."""
    left = np.int64(s.open)
    for at in range(n):
        kind = kind_of(actions[at])
        if kind == COVER:
            left &= ~bit(target_of(actions[at]))
        elif kind != TAKE and kind != SWAP:
            return False
    return left != 0


@rule
def _cost(s: State, action: int) -> int:
    """How unwilling one is to do this: below 100 a card that is cheap, 100 to pass or take."""
    kind = kind_of(action)
    if kind == DONE or kind == TAKE:  # noqa: SIM109 (compiled: two comparisons, no tuple)
        return 100
    if kind != LAY and kind != COVER and kind != TRANSFER:
        return 0
    cards = cards_of(action)
    rank = lowest(cards) >> 2
    is_trump = (cards & (CLUBS << s.trump)) != 0
    price = 2 * rank + (40 if is_trump else 0)
    is_addition = kind == LAY and s.phase != LEAD
    if is_addition and (is_trump or rank >= _FROM_QUEEN) and not is_talon_empty(s):
        return 101
    if cards & (cards - 1):
        price -= 1
    return price
