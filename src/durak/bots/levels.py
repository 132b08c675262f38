"""The registry of bots: names, costs, how one is made. Table, arena and terminal use it."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from durak.bots import Bot

__all__ = ["LEVELS", "Level", "UnknownBotError", "make"]

Maker = Callable[[random.Random], Bot]


class UnknownBotError(ValueError):
    """A name that no bot has; the sentence lists those there are."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Level:
    """One bot that people and programs may ask for by name."""

    name: str
    cost: float
    """Milliseconds that an action takes, about, on a usual core."""
    is_seated: bool
    """Whether the table offers it; a yardstick is for the arena only."""
    make: Maker


LEVELS: Final[dict[str, Level]] = {}
"""Every level by its name, from the weakest up."""


def make(spec: str, rng: random.Random) -> Bot:
    """A new bot: a level's name, or a yardstick with its budget as ``ismcts:1000``.

    ``rng`` is all the chance it has.

    Raises:
        UnknownBotError: no bot is called so, or its budget is not one.
    """
    raise NotImplementedError
