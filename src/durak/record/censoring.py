"""The copy of a record that one seat, or a spectator, may have (R12).

A copy shows a reader those places of the deck that it saw: its own cards and the trump card. A card
that somebody else played is known, but not since when its seat had it: its place stays hidden, and
two deals that looked the same to the reader have one and the same copy.
"""

from __future__ import annotations

from durak import cards, events
from durak.record.hidden import Places
from durak.record.model import Bout, Record, RecordError
from durak.record.replaying import begun, steps


def censored(record: Record, seat: int | None) -> Record:
    """The copy that this seat may have where the record ends, or a spectator (None).

    Shown are the places of the deck that the seat saw: its own cards as dealt and drawn, the trump
    card, the lowest trump shown for the lead (R4.5). Built up from what is permitted: seeds,
    comments and headers without a meaning here could tell more and stay out.

    Raises:
        RecordError: no such seat, a record that hides cards already, or as ``replay``.
    """
    if seat is not None and not 0 <= seat < record.ruleset.players:
        raise RecordError(f"no seat {seat}: seats are 0 to {record.ruleset.players - 1}")
    if not record.is_whole:
        raise RecordError("only a whole record can be censored: this one hides cards already")
    deal = begun(record)
    places = Places(record.ruleset, record.dealer)
    for _, _, _, happened in steps(record, deal, None):
        places.note(happened)
    shown = {
        cards.card(event.card) for event in deal.opening if isinstance(event, events.LeadShown)
    }
    return Record(
        ruleset=record.ruleset,
        seats=record.seats,
        dealer=record.dealer,
        deck=tuple(
            card
            if place == record.trump_place or places.seat_of.get(place, -1) == seat or card in shown
            else None
            for place, card in enumerate(record.deck)
        ),
        bouts=tuple(Bout(actions=bout.actions) for bout in record.bouts),
        result=record.result,
        number=record.number,
        commitment=record.commitment,
        date=record.date,
        site=record.site,
        event=record.event,
    )
