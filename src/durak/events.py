"""What happened, typed: everything an action set off, in the order in which it came about.

A ``Deal`` tells the whole truth; ``view.event_as_seen`` says what a seat may know of it. Cards are
texts (``6d``), and ``??`` is a card that the reader may not know, as in records.
"""

from __future__ import annotations

from typing import Final

import msgspec

UNKNOWN: Final = "??"


class Event(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag=str.lower):
    """Base of all events; ``type`` in the text form is the class's name in small letters."""


class DealBegan(Event, frozen=True, kw_only=True):
    """Trumps are set. Without a talon the dealer holds the trump card, and all know it (R4.3)."""

    dealer: int
    trump: str
    trump_card: str
    talon_count: int


class Drew(Event, frozen=True, kw_only=True):
    """A seat got cards, at the deal or from the talon, in this order (R4.1, R9.2)."""

    seat: int
    cards: tuple[str, ...]
    public: tuple[str, ...] = ()
    """Those of the cards that everybody sees: the trump card, drawn openly or shown (R4.3)."""


class LeadShown(Event, frozen=True, kw_only=True):
    """The lowest trump, which decided who leads, is shown (R4.5)."""

    seat: int
    card: str


class BoutBegan(Event, frozen=True, kw_only=True):
    """A bout begins; ``number`` counts from 1 in the deal."""

    number: int
    principal: int
    defender: int
    limit: int


class Attacked(Event, frozen=True, kw_only=True):
    """A lead, or an addition (``thrown_in``), maybe after a take (``after_take``)."""

    seat: int
    cards: tuple[str, ...]
    thrown_in: bool
    after_take: bool


class Covered(Event, frozen=True, kw_only=True):
    """One attack is beaten by one card."""

    seat: int
    attack: str
    cover: str


class Transferred(Event, frozen=True, kw_only=True):
    """The attack passes on to ``to``; ``cards`` were laid beside it (R8.1)."""

    seat: int
    cards: tuple[str, ...]
    to: int
    limit: int


class ShownTransfer(Event, frozen=True, kw_only=True):
    """The attack passes on to ``to``; ``card`` was shown and kept (R8.6)."""

    seat: int
    card: str
    to: int
    limit: int


class TakeSaid(Event, frozen=True, kw_only=True):
    """The defender's word that it takes."""

    seat: int


class DoneSaid(Event, frozen=True, kw_only=True):
    """An attacker's word that it adds nothing now."""

    seat: int


class Swapped(Event, frozen=True, kw_only=True):
    """The lowest trump was exchanged for the trump card (R9.6)."""

    seat: int
    low_trump: str
    trump_card: str


class BeatenOff(Event, frozen=True, kw_only=True):
    """Every attack is covered; the table's cards go to the discard (R9.1)."""

    cards: tuple[str, ...]


class Taken(Event, frozen=True, kw_only=True):
    """The table's cards go into the defender's hand (R7.4)."""

    seat: int
    cards: tuple[str, ...]


class WentOut(Event, frozen=True, kw_only=True):
    """Seats that are out after this bout; they share ``place``: 1 for the first to go (R10.3)."""

    seats: tuple[int, ...]
    place: int


class DealEnded(Event, frozen=True, kw_only=True):
    """The deal is over; ``result`` as a record writes it, ``dealer_next`` by R10.2 and R11.4."""

    result: str
    dealer_next: int
