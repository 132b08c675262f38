"""The bots that think no further than one action: random, lowest, novice and club."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import numpy as np

from durak import actions
from durak.actions import Action
from durak.bots import Reason, Weighed, sight, thumb, why
from durak.kernel.layout import MAX_LEGAL
from durak.view import View

__all__ = ["Club", "Lowest", "Novice", "Plain", "Random", "warm_up"]


class Plain:
    """What these bots share: how an action they take at sight is weighed.

    A rule of thumb knows no probabilities: the values are those of the strong estimate.
    """

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng

    def choose(self, view: View) -> Action:
        """As ``Bot.choose``."""
        return self._pick(view, self._rng)

    def weigh(self, view: View) -> tuple[Weighed, ...]:
        """As ``Bot.weigh``; what ``choose`` does next is not changed by asking."""
        from durak.bots import worth  # dear to import, and only for who asks why

        rng = random.Random()
        rng.setstate(self._rng.getstate())
        return worth.weighed(view, self._pick(view, rng), rng, reason=self._why)

    def _pick(self, view: View, rng: random.Random) -> Action:
        raise NotImplementedError

    def _why(self, view: View, action: Action, legal: Sequence[Action]) -> Reason:
        """What speaks for the action that this bot takes itself."""
        return why.of(view, action, legal)


class Random(Plain):
    """Any legal action, all alike."""

    def _pick(self, view: View, rng: random.Random) -> Action:
        if not view.legal:
            raise ValueError(f"seat {view.seat} is not to act: the word is with {view.to_act}")
        return actions.parse(rng.choice(view.legal))

    def _why(self, view: View, action: Action, legal: Sequence[Action]) -> Reason:
        return Reason(code="forced" if len(legal) == 1 else "any")


class Thumb(Plain):
    """A manner of ``thumb``."""

    manner: int

    def __init__(self, rng: random.Random) -> None:
        super().__init__(rng)
        self._sights = sight.new_sights(1)
        self._legal = np.zeros(MAX_LEGAL, np.int64)
        self._random = np.ones(1, np.uint64)

    def _pick(self, view: View, rng: random.Random) -> Action:
        sight.of_view(view, self._sights, 0)
        legal = [actions.parse(token) for token in view.legal]
        for at, action in enumerate(legal):
            self._legal[at] = actions.to_int(action)
        self._random[0] = rng.getrandbits(64) or 1
        at = thumb.pick(self._sights, 0, self._legal, len(legal), self.manner, self._random)
        return legal[at]


class Lowest(Thumb):
    """The yardstick: lowest card, trumps last; throws in what fits, takes only when it must."""

    manner = thumb.LOWEST


class Novice(Thumb):
    """Sensible, with the slips beginners make: wastes trumps, counts nothing."""

    manner = thumb.NOVICE


class Club(Thumb):
    """Plays by the rules of thumb that people at a club know."""

    manner = thumb.CLUB


def warm_up() -> None:
    """Load or compile what these bots need."""
    import numba

    if not numba.config.DISABLE_JIT:
        arguments = (
            sight.new_sights(1),
            0,
            np.zeros(MAX_LEGAL, np.int64),
            0,
            thumb.CLUB,
            np.ones(1, np.uint64),
        )
        pick: Any = thumb.pick
        pick.compile(tuple(numba.typeof(each) for each in arguments))
