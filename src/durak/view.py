"""What a seat or a spectator may see of a deal (R12), built up from what is permitted.

Nothing here removes something from a full state: a view is put together field by field from public
knowledge and the seat's own hand, and an event of an unknown type is refused, not passed on.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal

import msgspec

from durak import actions, cards, events
from durak.kernel.layout import Reading
from durak.ruleset import Ruleset

Phase = Literal["lead", "answer", "throw_in", "after_take", "over"]


class Pair(msgspec.Struct, frozen=True, kw_only=True):
    """One attack on the table and the card that covers it, if any."""

    attack: str
    cover: str | None


class View(msgspec.Struct, frozen=True, kw_only=True):
    """A deal as one seat sees it, or a spectator (``seat`` None).

    Cards are texts in ascending order (rank, then clubs, diamonds, hearts, spades), the table in
    the order in which its attacks were laid. ``legal`` is empty unless it is this seat's word.
    """

    seat: int | None
    rules: str
    """Canonical code of the ruleset."""
    phase: Phase
    to_act: int | None
    principal: int
    defender: int
    dealer: int
    led: int
    """The seat that led this bout."""
    bout: int
    limit: int
    """How many attacks this bout may hold; the table holds ``len(table)``."""
    taking: bool
    done: tuple[int, ...]
    """Seats that said done and are passed over when attackers are asked."""
    throwers: tuple[int, ...]
    """Seats that may throw in at this defender, in the order in which they are asked (R6.2)."""
    trump: str
    trump_card: str | None
    """The face-up card of the talon; None when the talon is empty. ``trump`` stays."""
    talon_count: int
    discard_count: int
    counts: tuple[int, ...]
    """Hand sizes of all seats."""
    table: tuple[Pair, ...]
    hand: tuple[str, ...]
    """This seat's own cards; empty for a spectator."""
    legal: tuple[str, ...]
    out: tuple[tuple[int, ...], ...]
    """Seats that are out, in the order of going out; seats of one bout together."""
    known: tuple[tuple[str, ...], ...]
    """Publicly known cards of each hand (R12.2)."""
    follows: tuple[tuple[str, ...], ...]
    """Cards of each hand that this seat knows by elimination alone (R12.3)."""
    talon_follows: tuple[str, ...]
    """Cards known by elimination to lie in the talon, in no order (R12.3)."""
    gone: tuple[str, ...]
    """Beaten cards: every one was seen on the table."""
    shown: tuple[str, ...]
    """Trumps shown for a transfer in this deal (R8.6)."""
    takes_in_row: int
    beaten_off: bool
    """Whether some bout of this deal was beaten off (R5.4)."""
    low_trump_first: int | None
    """Who was dealt or drew the lowest trump (R9.6), as soon as this seat has seen where it is."""
    result: str | None
    dealer_next: int | None


PHASES: Final[tuple[Phase, ...]] = ("lead", "answer", "throw_in", "after_take", "over")


def build(
    s: Reading,
    rules: Ruleset,
    seat: int | None,
    *,
    legal: Sequence[actions.Action],
    out: Sequence[tuple[int, ...]],
    result: str | None,
) -> View:
    """Put together what ``seat`` may see of the state ``s``.

    ``legal`` are the legal actions of the seat to act; they are passed on to that seat alone.
    """
    hands = s.hands[: rules.players]
    known = s.known[: rules.players]
    talon = rules.deck - s.top
    table = s.table
    trump_card = s.deck[rules.deck - 1] if talon else None
    gone = cards.deck_mask(rules.deck) & ~table & ~_talon_mask(s, rules)
    for hand in hands:
        gone &= ~hand
    own = 0 if seat is None else hands[seat]
    counts = [hand.bit_count() for hand in hands]
    follows, talon_follows = _follows(
        unseen=cards.deck_mask(rules.deck)
        & ~(own | table | gone | _union(known) | (0 if trump_card is None else 1 << trump_card)),
        hidden=[
            0 if each == seat else counts[each] - known[each].bit_count()
            for each in range(rules.players)
        ],
        hidden_talon=max(talon - 1, 0),
    )
    is_over = s.to_act < 0
    return View(
        seat=seat,
        rules=rules.code,
        phase=PHASES[s.phase],
        to_act=None if is_over else s.to_act,
        principal=s.principal,
        defender=s.defender,
        dealer=s.dealer,
        led=s.led,
        bout=s.bout,
        limit=s.limit,
        taking=PHASES[s.phase] == "after_take",
        done=seats_of(s.done),
        throwers=() if is_over else _asking_order(s, rules),
        trump=cards.SUITS[s.trump],
        trump_card=None if trump_card is None else cards.name(trump_card),
        talon_count=talon,
        discard_count=gone.bit_count(),
        counts=tuple(counts),
        table=table_of(s),
        hand=cards.names(own),
        legal=tuple(str(each) for each in legal) if seat == s.to_act else (),
        out=tuple(out),
        known=tuple(cards.names(hand) for hand in known),
        follows=tuple(cards.names(hand) for hand in follows),
        talon_follows=cards.names(talon_follows),
        gone=cards.names(gone),
        shown=cards.names(s.shown),
        takes_in_row=s.takes_in_row,
        beaten_off=bool(s.beaten_off),
        low_trump_first=_first_holder(s, rules, seen=own | table | gone | _union(known)),
        result=result,
        dealer_next=s.dealer_next if is_over else None,
    )


def identified(view: View) -> frozenset[str]:
    """Every card whose place this view gives away: the own hand, the table and what it knows."""
    found = {*view.hand, *view.gone, *view.talon_follows}
    for pair in view.table:
        found.update(card for card in (pair.attack, pair.cover) if card is not None)
    for hand in (*view.known, *view.follows):
        found.update(hand)
    if view.trump_card is not None:
        found.add(view.trump_card)
    return frozenset(found)


def event_as_seen(event: events.Event, seat: int | None) -> events.Event:
    """An event as this seat, or a spectator, may know it: cards drawn by others are ``??``.

    The trump card is drawn openly (R12.2).

    Raises:
        TypeError: an event of a type this function does not know; it must not reach anybody.
    """
    match event:
        case events.Drew():
            if event.seat == seat:
                return event
            return events.Drew(
                seat=event.seat,
                cards=tuple(
                    card if card in event.public else events.UNKNOWN for card in event.cards
                ),
                public=event.public,
            )
        case (
            events.DealBegan()
            | events.LeadShown()
            | events.BoutBegan()
            | events.Attacked()
            | events.Covered()
            | events.Transferred()
            | events.ShownTransfer()
            | events.TakeSaid()
            | events.DoneSaid()
            | events.Swapped()
            | events.BeatenOff()
            | events.Taken()
            | events.WentOut()
            | events.DealEnded()
        ):
            return event
    raise TypeError(f"nobody may see an event of unknown type {type(event).__name__}")


def seats_of(seats: int) -> tuple[int, ...]:
    """The seats of a small set, in seat order."""
    return tuple(seat for seat in range(6) if seats >> seat & 1)


def table_of(s: Reading) -> tuple[Pair, ...]:
    """The table's attacks in the order laid, each with its cover."""
    return tuple(
        Pair(
            attack=cards.name(s.attacks[at]),
            cover=cards.name(s.covers[at]) if s.covers[at] >= 0 else None,
        )
        for at in range(s.attack_count)
    )


def _asking_order(s: Reading, rules: Ruleset) -> tuple[int, ...]:
    """Who may throw in: the principal, then the others from the defender's left (R6.2)."""
    principal, defender = s.principal, s.defender
    round_the_table = ((defender + step) % rules.players for step in range(1, rules.players))
    others = [seat for seat in round_the_table if s.throwers >> seat & 1]
    return (principal, *(seat for seat in others if seat != principal))


def _first_holder(s: Reading, rules: Ruleset, *, seen: int) -> int | None:
    """Who was dealt the lowest trump or drew it, if its place has been seen: then all know who
    first laid or showed it, or it is the viewer's own."""
    low = 4 * cards.lowest_rank(rules.deck) + s.trump
    is_known = seen >> low & 1 and s.low_trump_seat >= 0
    return s.low_trump_seat if is_known else None


def _talon_mask(s: Reading, rules: Ruleset) -> int:
    return cards.mask(s.deck[s.top : rules.deck])


def _union(masks: Sequence[int]) -> int:
    whole = 0
    for each in masks:
        whole |= each
    return whole


def _follows(*, unseen: int, hidden: Sequence[int], hidden_talon: int) -> tuple[list[int], int]:
    """What follows when one place alone holds unseen cards (R12.3): hands, and the talon."""
    follows = [0] * len(hidden)
    places = [each for each, cards_hidden in enumerate(hidden) if cards_hidden]
    if len(places) == 1 and not hidden_talon:
        follows[places[0]] = unseen
        return follows, 0
    if not places and hidden_talon:
        return follows, unseen
    return follows, 0
