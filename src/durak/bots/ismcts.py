"""Search as a bot: information-set Monte Carlo tree search, and its yardstick with open cards.

``Ismcts`` takes a view like every bot. ``Seeing`` is none: it looks at all hands, to measure what a
fair player leaves on the table, and only the arena has it. The search itself lives in ``tree``.
"""

from __future__ import annotations

import random
from typing import Final

import numpy as np

from durak import actions
from durak.actions import Action
from durak.bots import Reason, Weighed
from durak.bots.sight import new_sights, of_view
from durak.bots.tree import DRAWN, MAX_DEPTH, OPEN, RANDOMLY, SENSIBLY, new_nodes, search
from durak.kernel.layout import MAX_LEGAL, OVER, States, new_states
from durak.view import View

__all__ = ["MAX_ITERATIONS", "Ismcts", "Seeing", "warm_up"]

MAX_ITERATIONS: Final = 10_000_000
"""A node takes 56 bytes, and an iteration adds one."""
EXPLORATION: Final = 1.0
"""How much an action's upper bound grows with what is not known of it. Measured with two seats and
1,000 iterations: 0.5 to 1 play nearly alike, 1 best; 0.35 and less are worse, and 1.4 too."""


class Ismcts:
    """Searches ``iterations`` worlds an action that agree with its view, drawn uniformly.

    ``guided`` plays each world on by simple rules of thumb, else at random.

    Raises:
        ValueError: a number of iterations that is not from 1 to ``MAX_ITERATIONS``.
    """

    def __init__(self, iterations: int, rng: random.Random, *, guided: bool = False) -> None:
        self._tree = _Tree(iterations, rng, guided=guided)

    def choose(self, view: View) -> Action:
        """The action that the search came to most often.

        Raises:
            ValueError: the view is not that of the seat to act.
        """
        of_view(view, self._tree.sights, 0)
        if len(view.legal) == 1:
            return actions.parse(view.legal[0])
        return self._tree.grow(DRAWN)[0].action

    def weigh(self, view: View) -> tuple[Weighed, ...]:
        """Every legal action with the share of its worlds that went well, the chosen one first.

        An action that the iterations did not suffice for has the value of the whole search. What
        ``choose`` does next is not changed by asking.

        Raises:
            ValueError: the view is not that of the seat to act.
        """
        of_view(view, self._tree.sights, 0)
        found = self._tree.grow(DRAWN, keeps_chance=True)
        mean = sum(each.value * each.visits for each in found) / sum(each.visits for each in found)
        values = {each.action: each.value for each in found}
        chosen = found[0].action
        code = "forced" if len(view.legal) == 1 else "won_most"
        weighed = [
            Weighed(
                action=action,
                value=values.get(action, mean),
                reason=Reason(code=code if action == chosen else "won_less"),
            )
            for action in map(actions.parse, view.legal)
        ]
        return tuple(sorted(weighed, key=lambda each: (each.action != chosen, -each.value)))


class Seeing:
    """The same search with all cards open: a yardstick for the arena, and NOT a bot.

    It is given the whole state, which no seat may know, so it can never play at a table.

    Raises:
        ValueError: a number of iterations that is not from 1 to ``MAX_ITERATIONS``.
    """

    def __init__(self, iterations: int, rng: random.Random, *, guided: bool = False) -> None:
        self._tree = _Tree(iterations, rng, guided=guided)

    def choose_in(self, states: States, i: int) -> Action:
        """What the seat to act in ``states[i]`` does; the state stays as it is.

        Raises:
            ValueError: the deal is over.
        """
        if states[i].phase == OVER:
            raise ValueError("the deal is over: there is nothing to choose")
        self._tree.states[1] = states[i]
        return self._tree.grow(OPEN)[0].action


class _Found:
    """A legal action and what the search found of it."""

    __slots__ = ("action", "value", "visits")

    def __init__(self, action: Action, value: float, visits: int) -> None:
        self.action = action
        self.value = value
        self.visits = visits


class _Tree:
    """The memory of a search, made once for a bot."""

    def __init__(self, iterations: int, rng: random.Random, *, guided: bool) -> None:
        if not 1 <= iterations <= MAX_ITERATIONS:
            raise ValueError(
                f"a search of {iterations} iterations: from 1 to {MAX_ITERATIONS} are possible"
            )
        self.sights = new_sights(1)
        self.states = new_states(2)
        self._iterations = iterations
        self._rng = rng
        self._playing_on = SENSIBLY if guided else RANDOMLY
        self._nodes = new_nodes(iterations)
        self._legal = np.empty(2 * MAX_LEGAL, np.int64)
        self._way = np.empty(MAX_DEPTH, np.int64)

    def grow(self, worlds: int, *, keeps_chance: bool = False) -> list[_Found]:
        """Search anew; the actions that were tried, the most visited first.

        With ``keeps_chance`` the generator is left as it was.
        """
        before = self._rng.getstate()
        seed = np.array([self._rng.getrandbits(64) | 1], np.uint64)
        if keeps_chance:
            self._rng.setstate(before)
        search(
            self.sights,
            self.states,
            self._nodes,
            self._legal,
            self._way,
            seed,
            self._iterations,
            EXPLORATION,
            self._playing_on,
            worlds,
        )
        found = []
        child = int(self._nodes[0].child)
        while child:
            node = self._nodes[child]
            action = actions.from_int(int(node.action))
            found.append(_Found(action, float(node.score / node.visits), int(node.visits)))
            child = int(node.sibling)
        return sorted(found, key=lambda each: (-each.visits, -each.value))


def warm_up() -> None:
    """Load or compile the search, so that nobody waits for it later."""
    states = new_states(1)
    states[0].rules.players = 2
    states[0].rules.deck = 36
    states[0].top = 36
    Seeing(1, random.Random(0))._tree.grow(DRAWN)
