"""What a table must remember: enough to play it again from nothing, each fact stored once.

A table makes facts, the store keeps them, and the same facts make the same table again.
"""

from __future__ import annotations

from dataclasses import dataclass

from durak.server.protocol import SeatKind


@dataclass(frozen=True, kw_only=True, slots=True)
class Seat:
    """Who sits at a seat; ``guest`` is the hash of a person's token, None for a bot."""

    name: str
    kind: SeatKind
    guest: str | None


@dataclass(frozen=True, kw_only=True, slots=True)
class Created:
    """A table came to be (version 0); ``dealer`` was drawn by lot (R4.1)."""

    table: str
    rules: str
    seats: tuple[Seat, ...]
    dealer: int


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
    """A seat acted, which made version ``v``."""

    deal: int
    v: int
    seat: int
    token: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Ended:
    """A deal is over; ``result`` as a record writes it."""

    deal: int
    result: str


Fact = Created | Promised | Begun | Acted | Ended
