"""Who plays in the arena: a bot by its spec, made ready to be asked about a deal.

A bot sees its view. The one exception is ``seeing:N``, the all-seeing yardstick: the arena alone
can hand it the open cards.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from typing import Final, Protocol, TypeAlias

from durak.actions import Action
from durak.arena.plan import ArenaError
from durak.bots import levels
from durak.deal import Deal
from durak.kernel import layout
from durak.ruleset import Ruleset
from durak.view import View

PROGRAM: Final = "cmd:"
SEEING: Final = "seeing"
_BUDGET: Final = re.compile(r"([1-9][0-9]{0,8})(,guided)?")


class Player(Protocol):
    """Somebody who is asked for actions, deal after deal."""

    is_lasting: bool
    """Whether it plays many deals, as a program does; else each deal has a new one."""

    def begin(self, rules: Ruleset) -> None:
        """Hear that a deal begins."""
        ...

    def choose(self, deal: Deal, view: View) -> Action:
        """The action of the seat of ``view``, whose word it is; ``deal`` is for the all-seeing."""
        ...

    def close(self) -> None:
        """Leave for good."""
        ...


Maker: TypeAlias = Callable[[str, random.Random, float], Player]
"""Makes the player of a spec: all its chance is the generator; the number is the seconds that it
has for an action. For several processes it has to be a function of a module."""


class ViewPlayer:
    """A bot of our own, asked with its view alone."""

    is_lasting = False

    def __init__(self, bot: Chooser) -> None:
        self._bot = bot

    def begin(self, rules: Ruleset) -> None:
        """Nothing: a bot hears of the rules by its view."""

    def choose(self, deal: Deal, view: View) -> Action:
        """What the bot answers to its view."""
        return self._bot.choose(view)

    def close(self) -> None:
        """Nothing: it holds nothing."""


class Chooser(Protocol):
    """The part of a ``durak.bots.Bot`` that plays."""

    def choose(self, view: View) -> Action:
        """One of the legal actions."""
        ...


def make(spec: str, rng: random.Random, seconds: float) -> Player:
    """The player of a spec: a level's name, ``cmd:COMMAND``, ``seeing:ITERATIONS``,
    with ``,guided`` behind it too.

    Raises:
        ArenaError: no bot is called so.
    """
    if spec.startswith(PROGRAM):
        return _program(spec.removeprefix(PROGRAM).strip(), seconds)
    name, _, budget = spec.partition(":")
    if name == SEEING:
        return _seeing(spec, budget, rng)
    try:
        return ViewPlayer(levels.make(spec, rng))
    except levels.UnknownBotError as error:
        raise ArenaError(
            f"{error}. Here also {PROGRAM}COMMAND, a program that speaks the line protocol, "
            f"and {SEEING}:N, which sees all cards"
        ) from None


class ProgramPlayer:
    """Somebody else's program, asked over the line protocol; it plays deal after deal."""

    is_lasting = True

    def __init__(self, command: str, seconds: float) -> None:
        from durak.bots.programs import Program

        self._program = Program(command, timeout=seconds)

    def begin(self, rules: Ruleset) -> None:
        """Tell the program the rules, if it has not heard them."""
        self._program.agree(rules)

    def choose(self, deal: Deal, view: View) -> Action:
        """What the program answers to its seat's view."""
        return self._program.choose(view)

    def close(self) -> None:
        """End the program."""
        self._program.close()


def _program(command: str, seconds: float) -> Player:
    if not command:
        raise ArenaError(
            f"{PROGRAM} names no command: write {PROGRAM}./theirbot, in quotes if it has spaces"
        )
    return ProgramPlayer(command, seconds)


class SeeingPlayer:
    """The all-seeing yardstick: it is handed a copy of the whole state."""

    is_lasting = False

    def __init__(self, iterations: int, rng: random.Random, *, guided: bool) -> None:
        from durak.bots.ismcts import Seeing

        self._seeing = Seeing(iterations, rng, guided=guided)

    def begin(self, rules: Ruleset) -> None:
        """Nothing: the state holds the rules."""

    def choose(self, deal: Deal, view: View) -> Action:
        """What it does with all cards open before it."""
        states = layout.new_states(1)
        states[0] = deal.state
        return self._seeing.choose_in(states, 0)

    def close(self) -> None:
        """Nothing: it holds nothing."""


def _seeing(spec: str, budget: str, rng: random.Random) -> Player:
    found = _BUDGET.fullmatch(budget)
    try:
        if found is not None:
            return SeeingPlayer(int(found[1]), rng, guided=found[2] is not None)
        reason = "that is no budget"
    except ValueError as error:
        reason = str(error)
    raise ArenaError(
        f"{spec!r}: {reason}; write the iterations that an action gets, as {SEEING}:1000 "
        f"or {SEEING}:1000,guided"
    )
