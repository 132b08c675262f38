"""Completing a deck with hidden cards, so that a censored record replays as far as it can.

Which seat gets which place of the deck depends on play by counts of cards alone: so places have
owners whatever the hidden cards are, and only which card lies where has to be found.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import Final

from durak import cards, events
from durak.actions import Action, Kind
from durak.deal import Deal
from durak.record.model import Record
from durak.refusals import Refused
from durak.ruleset import HAND_SIZE, Lead, Ruleset

_MAY_DEPEND_ON_HIDDEN: Final = ("card_not_held", "swap_not_allowed")


def completed(record: Record) -> tuple[int, ...]:
    """A whole deck that fits a record: its own, or one with the hidden cards filled in.

    Every card that a seat plays must have come to it, by dealing, drawing or taking, before; the
    lead must fall to the seat that led (R4.4). Where no deck fits to the end, the one returned fits
    up to an action that no deck allows.
    """
    if record.is_whole:
        return _all(record.deck)
    return _Completion(record).find()


def _all(deck: Iterable[int | None]) -> tuple[int, ...]:
    return tuple(card for card in deck if card is not None)


class Places:
    """Which seat got which place of the deck, so far."""

    def __init__(self, rules: Ruleset, dealer: int) -> None:
        dealt = rules.players * HAND_SIZE
        self.dealt: Final = frozenset(range(dealt))
        self.seat_of = {place: (dealer + 1 + place) % rules.players for place in self.dealt}
        # R4.2 the first card after the hands is turned up and drawn last
        self._to_draw = iter((*range(dealt + 1, rules.deck), *range(dealt, rules.deck)[:1]))

    def note(self, happened: Iterable[events.Event]) -> None:
        """Follow the draws among these events."""
        for event in happened:
            if isinstance(event, events.Drew):
                for _ in event.cards:
                    self.seat_of[next(self._to_draw)] = event.seat

    def of(self, seat: int) -> frozenset[int]:
        """The places whose cards came to this seat."""
        return frozenset(place for place, got in self.seat_of.items() if got == seat)


class _Completion:
    """The search for a deck that fits: replay, and where a hidden card is missing, deal it anew.

    A card that appears first in some seat's hand is from then on bound to the places which that
    seat had got by then. What was legal stays so, as whatever appeared is bound.
    """

    def __init__(self, record: Record) -> None:
        self._record = record
        self._hidden_places = frozenset(
            place for place, card in enumerate(record.deck) if card is None
        )
        whole = set(cards.members(cards.deck_mask(record.ruleset.deck)))
        self._hidden_cards = frozenset(whole - set(_all(record.deck)))
        trump_card = record.deck[record.trump_place]
        assert trump_card is not None
        self._trumps = sorted(
            card for card in whole if cards.suit_of(card) == cards.suit_of(trump_card)
        )
        self._bound: dict[int, frozenset[int]] = {}
        self._places = Places(record.ruleset, record.dealer)
        self._first_seat: dict[int, int] = {}
        for seat, action in record.actions:
            for card in self._needed(action):
                self._first_seat.setdefault(card, seat)

    def find(self) -> tuple[int, ...]:
        """The deck of ``completed``."""
        deck = self._dealt() or self._matched({})
        assert deck is not None
        stuck = -1
        while True:
            at = self._first_refused(deck)
            if at is None or at == stuck:
                return deck
            better = self._dealt()
            if better is None:
                return deck
            deck, stuck = better, at

    def _needed(self, action: Action) -> tuple[int, ...]:
        """The cards that a seat must hold for this action, in ascending order."""
        held = 1 << self._trumps[0] if action.kind is Kind.SWAP else action.cards
        return tuple(cards.members(held))

    def _first_refused(self, deck: Sequence[int]) -> int | None:
        """Where play first needs another deck than this; None: nowhere, or none would help."""
        record = self._record
        deal = Deal.start(record.ruleset, deck, dealer=record.dealer, later=record.is_later)
        self._places = Places(record.ruleset, record.dealer)
        for at, (seat, action) in enumerate(record.actions):
            for card in self._needed(action):
                if card in self._hidden_cards and card not in self._bound:
                    self._bound[card] = self._places.of(seat)
            try:
                self._places.note(deal.apply(seat, action))
            except Refused as refused:
                return at if refused.code in _MAY_DEPEND_ON_HIDDEN else None
        return None

    def _dealt(self) -> tuple[int, ...] | None:
        """A deck with every card where it must lie, and the lead with the seat that led."""
        record, rules = self._record, self._record.ruleset
        rule = rules.later_lead if record.is_later else rules.first_lead
        if rule is not Lead.LOWEST_TRUMP or not record.bouts:
            return self._matched({})
        leads = record.actions[0][0]
        dealt = self._places.dealt
        undealt = frozenset(range(rules.deck)) - dealt
        is_none_possible = leads == (record.dealer + 1) % rules.players  # R4.4 no trump in any hand
        lowest: list[int | None] = list(self._trumps)
        if is_none_possible:
            lowest.append(None)
        if rules.show_lowest_trump:  # R4.5 a card that decided lies open: the hidden ones come last
            lowest.sort(key=lambda card: (card in self._hidden_cards, card is None))
        for card in lowest:
            at = len(self._trumps) if card is None else self._trumps.index(card)
            limits = dict.fromkeys(self._trumps[:at], undealt)
            if card is not None:
                limits[card] = self._places.of(leads) & dealt
            deck = self._matched(limits)
            if deck is not None:
                return deck
        return None

    def _matched(self, limits: Mapping[int, AbstractSet[int]]) -> tuple[int, ...] | None:
        """Hidden cards on hidden places, each where it may lie; None: impossible."""
        for place, known in enumerate(self._record.deck):
            if known is not None and place not in limits.get(known, {place}):
                return None
        allowed = {
            card: self._bound.get(card, self._hidden_places)
            & limits.get(card, self._hidden_places)
            & self._hidden_places
            for card in self._hidden_cards
        }
        narrow_first = sorted(
            allowed, key=lambda card: (len(allowed[card]), card not in self._first_seat, card)
        )
        wishes = {card: self._in_order_of_hope(card, allowed[card]) for card in narrow_first}
        lying: dict[int, int] = {}
        for card in narrow_first:
            if not _place(card, wishes, lying, set()):
                return None
        return tuple(
            lying[place] if card is None else card for place, card in enumerate(self._record.deck)
        )

    def _in_order_of_hope(self, card: int, places: Iterable[int]) -> list[int]:
        """First places of the seat that will play the card, then those nobody is known to get."""
        seat = self._first_seat.get(card, -1)
        seat_of = self._places.seat_of

        def hope(place: int) -> tuple[int, int]:
            if place not in seat_of:
                return (1, place)
            return (0 if seat_of[place] == seat else 2, place)

        return sorted(places, key=hope)


def _place(
    card: int, wishes: Mapping[int, Sequence[int]], lying: dict[int, int], tried: set[int]
) -> bool:
    """Give a card a place, moving others when that is needed (augmenting paths, after Kuhn)."""
    for place in wishes[card]:
        if place not in tried and place not in lying:
            lying[place] = card
            return True
    for place in wishes[card]:
        if place not in tried:
            tried.add(place)
            if _place(lying[place], wishes, lying, tried):
                lying[place] = card
                return True
    return False
