"""Players for the arena's tests: some play, each of the others fails in its own way."""

from __future__ import annotations

import random
from typing import cast

from durak.actions import TAKE, Action, Kind, parse
from durak.arena.plan import ArenaError
from durak.arena.players import Chooser, Player, ViewPlayer
from durak.view import View


class First:
    """Does the first of the legal actions."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng

    def choose(self, view: View) -> Action:
        return parse(view.legal[0])


class Dice(First):
    """Does any of the legal actions."""

    def choose(self, view: View) -> Action:
        return parse(self._rng.choice(view.legal))


class Taker(First):
    """Takes whenever it may, else does anything."""

    def choose(self, view: View) -> Action:
        return TAKE if "take" in view.legal else parse(self._rng.choice(view.legal))


class Cheat(First):
    """Leads a card that it may not."""

    def choose(self, view: View) -> Action:
        return Action(kind=Kind.LAY, cards=3 << 50)


class Mute(First):
    """Answers with something that is no action."""

    def choose(self, view: View) -> Action:
        return cast("Action", "6d")


class Broken(First):
    """Has an error in it."""

    def choose(self, view: View) -> Action:
        raise KeyError("no such plan")


class Absent(ViewPlayer):
    """Is there when it is asked for first, and never again."""

    asked = 0

    def begin(self, rules: object) -> None:
        Absent.asked += 1
        if Absent.asked > 3:
            raise RuntimeError("gone home")


BOTS = {bot.__name__.lower(): bot for bot in (First, Dice, Taker, Cheat, Mute, Broken)}


def make(spec: str, rng: random.Random, seconds: float) -> Player:
    if spec == "absent":
        return Absent(First(rng))
    if spec not in BOTS:
        raise ArenaError(f"no tiny bot {spec!r}")
    return ViewPlayer(cast("Chooser", BOTS[spec](rng)))
