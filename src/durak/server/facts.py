"""What a table must remember: enough to play it again from nothing, each fact stored once.

A table makes facts, the store keeps them, and the same facts make the same table again. What need
not outlast the server is no fact: who is ready, who is there, what was prepared or said.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from durak.server.protocol import Options, SeatKind

By = Literal["person", "time", "bot"]
"""Who decided an action: the seat's person, the clock, or a bot, for itself or for a person."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Seat:
    """Who sits at a seat: a person by its guest's id, a bot, or nobody (``open``, no name)."""

    name: str
    kind: SeatKind
    guest: str | None = None
    level: str | None = None
    """How a bot plays; None where no bot sits."""
    next_name: str | None = None
    """Who takes this bot's seat at the next deal."""
    next_guest: str | None = None

    @property
    def after_deal(self) -> Seat:
        """The seat once the deal is over: whoever waited for it has it."""
        if self.next_name is None or self.next_guest is None:
            return self
        return Seat(name=self.next_name, kind="person", guest=self.next_guest)

    @property
    def without_claim(self) -> Seat:
        """The seat with nobody waiting for it."""
        return replace(self, next_name=None, next_guest=None)


OPEN: Seat = Seat(name="", kind="open")


@dataclass(frozen=True, kw_only=True, slots=True)
class Arrangement:
    """What a table has agreed on, who sits where, and who runs it."""

    options: Options
    seats: tuple[Seat, ...]
    host: int | None
    in_lobby: bool = True
    """Whether seats or rules are being changed between deals."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Created:
    """A table came to be (version 0); ``dealer`` was drawn by lot (R4.1)."""

    table: str
    arrangement: Arrangement
    dealer: int


@dataclass(frozen=True, kw_only=True, slots=True)
class Arranged:
    """At version ``v`` the table was arranged anew, for the ``n``-th time.

    ``dealer`` was drawn by lot for a new match; None: the match goes on.
    """

    n: int
    v: int
    arrangement: Arrangement
    dealer: int | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Promised:
    """The server fixed its seed for a deal, and so its commitment."""

    deal: int
    server_seed: bytes


@dataclass(frozen=True, kw_only=True, slots=True)
class Begun:
    """A deal began: version ``v``, with every seat's seed."""

    deal: int
    v: int
    dealer: int
    seat_seeds: tuple[bytes, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class Acted:
    """A seat acted, which made version ``v``.

    ``reserve`` is what the seat has left for this deal, in milliseconds; None without a clock.
    """

    deal: int
    v: int
    seat: int
    token: str
    by: By = "person"
    reserve: int | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Ended:
    """A deal is over; ``result`` as a record writes it."""

    deal: int
    result: str


Fact = Created | Arranged | Promised | Begun | Acted | Ended
