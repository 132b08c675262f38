"""What is played: who meets whom, on which deck, at which seats. Nothing is played here.

Every deal has a number, from 1, and everything about it follows from that number and from what was
asked, whoever plays it and when.
"""

from __future__ import annotations

import hashlib
import itertools
import random
from dataclasses import dataclass, field
from typing import Final

from durak import fair
from durak.ruleset import Ruleset, Teams

MOST_ACTIONS: Final = 5_000
"""After so many actions a deal counts as a draw: while the talon lasts, nothing else ends the
handing round of cards (R9.8 counts only takes after it)."""


class ArenaError(ValueError):
    """Something asked of the arena that it cannot do; the sentence says what it can."""


@dataclass(frozen=True, kw_only=True)
class Asked:
    """A tournament as it is asked for.

    Raises:
        ArenaError: fewer than two bots, no deals, or no time to act in.
    """

    bots: tuple[str, ...]
    """The specs of the bots, as ``players.make`` reads them."""
    ruleset: Ruleset
    deals: int
    """How many deals each pair or group plays; rounded up to whole decks."""
    seed: int = 1
    slow: float = 60.0
    """Seconds after which an action comes too late."""

    def __post_init__(self) -> None:
        if len(self.bots) < 2:
            raise ArenaError(f"{len(self.bots)} bots: it takes at least two, as in: lowest random")
        if self.deals < 1:
            raise ArenaError(f"{self.deals} deals: at least one is played")
        if not 0 < self.slow <= 86_400:
            raise ArenaError(f"{self.slow} seconds an action: more than 0, at most a day")

    @property
    def names(self) -> tuple[str, ...]:
        """What each bot is called: its spec; the second of one spec is ``spec#2``, and so on."""
        names: list[str] = []
        for at, spec in enumerate(self.bots):
            before = self.bots[:at].count(spec)
            names.append(f"{spec}#{before + 1}" if before else spec)
        return tuple(names)


@dataclass(frozen=True, kw_only=True, slots=True)
class Place:
    """One deal of a tournament: its deck, the group that plays it, and who sits where."""

    number: int
    deck: int
    """The deck's number, from 0; its deals share cards and dealer."""
    group: int
    seating: int
    """Which of the seatings of this deck and group it is, from 0."""
    seats: tuple[int, ...]
    """For each seat the place of its bot in ``Asked.bots``."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Shuffled:
    """The cards of one deck number, with the seeds that prove the shuffle in a record."""

    cards: tuple[int, ...]
    dealer: int
    seeds: tuple[bytes, ...]
    """The server's seed first, then one a seat."""


@dataclass(frozen=True, kw_only=True)
class Plan:
    """Numbers the deals of a tournament: deck after deck, in it group after group.

    - Two sides (two seats, or teams): every pair of bots plays, each deck twice; in a team all
      seats have the same bot.
    - More seats: all bots play if there is a seat for each, else every group of as many bots as
      seats. The first of a group takes one seat; the others share the rest in turns, in an order
      drawn for each deck; each deck is played once for each seat, everybody moving on by one.

    >>> from durak.ruleset import Ruleset
    >>> plan = Plan(Asked(bots=("a", "b"), ruleset=Ruleset(players=3), deals=4))
    >>> [plan.place(number).seats for number in (1, 2, 3)], plan.deals
    ([(0, 1, 1), (1, 0, 1), (1, 1, 0)], 6)
    """

    asked: Asked = field(kw_only=False)
    groups: tuple[tuple[int, ...], ...] = field(init=False)
    seatings: int = field(init=False)

    def __post_init__(self) -> None:
        everybody = range(len(self.asked.bots))
        players = self.asked.ruleset.players
        size = 2 if self.has_sides else min(players, len(everybody))
        object.__setattr__(self, "groups", tuple(itertools.combinations(everybody, size)))
        object.__setattr__(self, "seatings", 2 if self.has_sides else players)

    @property
    def has_sides(self) -> bool:
        """Whether two sides play: one side's loss is the other's win."""
        rules = self.asked.ruleset
        return rules.players == 2 or rules.teams is Teams.TWO

    @property
    def decks(self) -> int:
        """How many decks are shuffled."""
        return -(-self.asked.deals // self.seatings)

    @property
    def deals(self) -> int:
        """How many deals are played in all."""
        return self.decks * len(self.groups) * self.seatings

    def place(self, number: int) -> Place:
        """The deal of this number; beyond ``deals`` it goes on with further decks."""
        rest, seating = divmod(number - 1, self.seatings)
        deck, group = divmod(rest, len(self.groups))
        first = self._first_seating(deck, self.groups[group])
        shift = seating % len(first)
        seats = (*first[-shift:], *first[:-shift]) if shift else first
        return Place(number=number, deck=deck, group=group, seating=seating, seats=seats)

    def _first_seating(self, deck: int, group: tuple[int, ...]) -> tuple[int, ...]:
        players = self.asked.ruleset.players
        if self.has_sides:
            return tuple(group[seat % 2] for seat in range(players))
        others = list(itertools.islice(itertools.cycle(group[1:]), players - 1))
        if len(group) > 2:  # who sits behind whom matters: no order may last
            self.random("order", deck).shuffle(others)
        return (group[0], *others)

    def shuffled(self, deck: int) -> Shuffled:
        """The cards of a deck number, the same for whoever plays them."""
        rules = self.asked.ruleset
        server = hashlib.sha256(f"arena {self.asked.seed} deck {deck}".encode()).digest()
        seats = [fair.bot_seed(server, seat) for seat in range(rules.players)]
        return Shuffled(
            cards=fair.shuffle(rules.deck, server, seats),
            dealer=self.random("dealer", deck).randrange(rules.players),
            seeds=(server, *seats),
        )

    def random(self, *what: object) -> random.Random:
        """The generator of one part of the tournament, the same at each call."""
        return random.Random(" ".join(map(str, ("arena", self.asked.seed, *what))))
