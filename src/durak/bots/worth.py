"""What each legal action is worth: proven in an ending, else played on in sampled worlds."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Final

import numpy as np

from durak.actions import Action, parse, to_int
from durak.bots import Reason, Weighed, endings, policy, sight, why, worlds
from durak.bots.compiled import entry
from durak.bots.network import Network, shipped
from durak.bots.policy import Scratch
from durak.bots.sight import Sights
from durak.bots.worlds import POLICY, Worlds
from durak.kernel.layout import MAX_LEGAL, Actions, Random
from durak.view import View

WORLDS: Final = 300
"""Sampled worlds in which each action is tried."""
MOST_TRIES: Final = 1200
"""Tries for all actions together: with many actions each gets fewer worlds."""
NODES: Final = 200_000
"""Positions that the search of an ending may look at."""

Values = dict[Action, tuple[float, bool]]
"""Of each legal action the value, as in ``Weighed``, and whether it is proven."""


def worth(view: View, rng: random.Random, *, tries: int = MOST_TRIES) -> Values:
    """The values of all legal actions of the seat to act.

    Raises:
        ValueError: the view is not that of the seat to act.
    """
    legal = [parse(token) for token in view.legal]
    solved = endings.solve(view, nodes=NODES, every=True)
    proven = {} if solved is None else solved.values
    values: Values = {
        action: (value, True) for action, value in proven.items() if value is not None
    }
    left = [action for action in legal if action not in values]
    if left:
        number = max(4, min(WORLDS, tries // len(left)))
        for action, value in played_on(view, left, number, rng).items():
            values[action] = value, False
    return values


def played_on(
    view: View,
    actions: Sequence[Action],
    number: int,
    rng: random.Random,
    *,
    player: int = POLICY,
) -> dict[Action, float]:
    """What each of ``actions`` scored on average, played on to the end in ``number`` worlds by
    ``player``: the policy, or a manner of ``thumb``.

    Raises:
        ValueError: the view is not that of the seat to act.
    """
    sights = sight.new_sights(1)
    sight.of_view(view, sights, 0)
    net = shipped(len(view.counts))
    ahead = worlds.room()
    tried = np.zeros(MAX_LEGAL, np.int64)
    tried[: len(actions)] = [to_int(action) for action in actions]
    seed = np.array([rng.getrandbits(64) | 1], np.uint64)
    look_ahead(
        net,
        sights,
        0,
        tried,
        len(actions),
        number,
        player,
        seed,
        ahead,
        policy.scratch(net),
    )
    return {action: float(ahead.totals[at]) / number for at, action in enumerate(actions)}


def weighed(
    view: View,
    chosen: Action,
    rng: random.Random,
    *,
    reason: Callable[[View, Action, Sequence[Action]], Reason],
) -> tuple[Weighed, ...]:
    """Every legal action with its worth: the chosen one first, for its ``reason``, then the others
    from the best down."""
    values = worth(view, rng)
    value, is_exact = values.pop(chosen)
    legal = [parse(token) for token in view.legal]
    first = Weighed(
        action=chosen,
        value=value,
        reason=why.of_value(value, value, is_exact=True)
        if is_exact
        else reason(view, chosen, legal),
        is_exact=is_exact,
    )
    others = [
        Weighed(
            action=action,
            value=other,
            reason=why.of_value(other, value, is_exact=exact),
            is_exact=exact,
        )
        for action, (other, exact) in values.items()
    ]
    return (first, *sorted(others, key=lambda each: -each.value))


@entry
def look_ahead(
    net: Network,
    sights: Sights,
    i: int,
    tried: Actions,
    n: int,
    number: int,
    player: int,
    random: Random,
    ahead: Worlds,
    room: Scratch,
) -> None:
    """As ``worlds.look``, for Python."""
    worlds.look(net, sights, i, tried, n, number, player, random, ahead, room)
