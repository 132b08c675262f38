"""The registry of bots: names, costs, how one is made. Table, arena and terminal use it.

Nothing compiled is imported before a bot is made: a list of names costs nothing.
"""

from __future__ import annotations

import importlib
import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final

from durak.bots import Bot

__all__ = ["LEVELS", "Level", "UnknownBotError", "make", "warm_up"]

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


def _random(rng: random.Random) -> Bot:
    from durak.bots.plain import Random

    return Random(rng)


def _lowest(rng: random.Random) -> Bot:
    from durak.bots.plain import Lowest

    return Lowest(rng)


def _novice(rng: random.Random) -> Bot:
    from durak.bots.plain import Novice

    return Novice(rng)


def _club(rng: random.Random) -> Bot:
    from durak.bots.plain import Club

    return Club(rng)


def _expert(rng: random.Random) -> Bot:
    from durak.bots.expert import Expert

    return Expert(rng)


def _master(rng: random.Random) -> Bot:
    from durak.bots.master import Master

    return Master(rng)


LEVELS: Final[dict[str, Level]] = {
    level.name: level
    for level in (
        Level(name="random", cost=0.01, is_seated=False, make=_random),
        Level(name="lowest", cost=0.1, is_seated=False, make=_lowest),
        Level(name="novice", cost=0.1, is_seated=True, make=_novice),
        Level(name="club", cost=0.1, is_seated=True, make=_club),
        Level(name="expert", cost=1.5, is_seated=True, make=_expert),
        Level(name="master", cost=50.0, is_seated=True, make=_master),
    )
}
"""Every level by its name, from the weakest up."""

_SEARCH: Final = "ismcts"
_MODULES: Final = {
    "lowest": "plain",
    "novice": "plain",
    "club": "plain",
    "expert": "expert",
    "master": "expert",
    _SEARCH: "ismcts",
}
"""Where the compiled code of a bot is warmed up."""


def make(spec: str, rng: random.Random) -> Bot:
    """A new bot: a level's name, or the yardstick of search with its budget as ``ismcts:1000``.

    ``ismcts:1000,guided`` plays on by rules of thumb. ``rng`` is all the chance the bot has.

    Raises:
        UnknownBotError: no bot is called so, or its budget is not one.
    """
    name, _, budget = spec.partition(":")
    if name == _SEARCH:
        return _search(spec, budget, rng)
    if name not in LEVELS:
        raise UnknownBotError(
            f"no bot is called {spec!r}: there are {', '.join(LEVELS)}, "
            f"and {_SEARCH} with a budget, as {_SEARCH}:1000 or {_SEARCH}:1000,guided"
        )
    if name != spec:
        raise UnknownBotError(f"{spec!r}: {name} takes no budget, write {name} alone")
    return LEVELS[name].make(rng)


def _search(spec: str, budget: str, rng: random.Random) -> Bot:
    number, comma, word = budget.partition(",")
    is_number = number.isascii() and number.isdigit() and int(number) > 0
    if not is_number or (comma and word != "guided"):
        raise UnknownBotError(
            f"{spec!r} names no budget: write the iterations an action gets, from 1 up, as "
            f"{_SEARCH}:1000 or {_SEARCH}:1000,guided"
        )
    from durak.bots.ismcts import Ismcts

    return Ismcts(int(number), rng, guided=word == "guided")


def warm_up(names: Iterable[str], report: Callable[[str], object] | None = None) -> None:
    """Load or compile what bots of these names need, so that nobody waits for it later.

    ``report`` is told before each bot's turn. A budget in a name is passed over.

    Raises:
        UnknownBotError: no bot is called so.
    """
    wanted = {spec.partition(":")[0]: None for spec in names}
    for name in wanted:
        if name not in LEVELS and name != _SEARCH:
            make(name, random.Random(0))  # says what there is
    for module in {_MODULES[name]: None for name in wanted if name in _MODULES}:
        if report is not None:
            report(f"Preparing the bots: {module} ...")
        prepare = getattr(importlib.import_module(f"durak.bots.{module}"), "warm_up", None)
        if prepare is not None:
            prepare()
