"""A deal: the façade over one kernel state, for everybody who is not compiled code.

It adds to the rules what people and programs need around them: checked input, refusals in words,
events of what happened, views. It decides nothing itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Self

import numpy as np

from durak import actions, cards, events
from durak.actions import Action, Kind
from durak.kernel import entry, layout
from durak.kernel.refusal import Code
from durak.kernel.rules import fill
from durak.refusals import Refusal, Refused, bad_notation, explain
from durak.ruleset import HAND_SIZE, Ruleset
from durak.view import View, build, seats_of, table_of

_RESULTS: Final = {layout.DRAW: "draw", layout.STALEMATE: "draw stalemate"}


class DeckError(ValueError):
    """Cards that are not exactly one deck, or a dealer that the table lacks."""


class Deal:
    """One deal, from dealing to its result.

    >>> from durak.ruleset import Ruleset
    >>> deck = cards.cards(
    ...     "9d Qc Js Qd Jd 9h Ts Tc 9s Th Ks Kd As Ac Jh Jc Ah Qh Ad Td Qs Kh 9c Kc"
    ... )
    >>> deal = Deal.start(Ruleset.preset("host-short"), deck, dealer=0)
    >>> deal.to_act, [str(action) for action in deal.legal()][:3]
    (1, ['9d', '9s', '9d9s'])
    >>> [event.seat for event in deal.do("1:9d")]
    [1]
    """

    __slots__ = ("_legal", "_out", "_read", "_states", "actions", "deck", "opening", "ruleset")

    ruleset: Ruleset
    deck: tuple[int, ...]
    """Card ids in dealing order, as dealt; empty for a deal set up from a position."""
    opening: tuple[events.Event, ...]
    """What happened before the first action."""
    actions: list[tuple[int, Action]]
    """Every action so far, with its seat."""

    def __init__(
        self, ruleset: Ruleset, states: layout.States, *, out: tuple[tuple[int, ...], ...] = ()
    ) -> None:
        """Wrap ``states[0]``, where ``out`` are out; use ``start``, or ``position.set_up``."""
        self.ruleset = ruleset
        self.deck = ()
        self.opening = ()
        self.actions = []
        self._states = states
        self._read: layout.Reading | None = None
        self._out = out
        self._legal: tuple[Action, ...] | None = None

    @classmethod
    def start(
        cls, ruleset: Ruleset, deck: Sequence[int], *, dealer: int, later: bool = False
    ) -> Self:
        """Deal ``deck``, card ids in dealing order (R4); ``later``: not a match's first (R10.2).

        Raises:
            DeckError: not exactly the cards of the ruleset's deck, or no such dealer.
        """
        wanted = set(cards.members(cards.deck_mask(ruleset.deck)))
        if len(deck) != ruleset.deck or set(deck) != wanted:
            raise DeckError(_deck_fault(deck, wanted))
        if not 0 <= dealer < ruleset.players:
            raise DeckError(f"no seat {dealer} to deal: seats are 0 to {ruleset.players - 1}")
        states = layout.new_states(1)
        fill(states[0].rules, ruleset)
        states[0].deck[: ruleset.deck] = deck
        entry.start(states, 0, dealer, later)
        deal = cls(ruleset, states)
        deal.deck = tuple(deck)
        deal.opening = deal._opening_events()
        return deal

    def clone(self) -> Self:
        """An independent copy."""
        copy = type(self)(self.ruleset, self._states.copy(), out=self._out)
        copy.deck = self.deck
        copy.opening = self.opening
        copy.actions = self.actions.copy()
        copy._legal = self._legal
        return copy

    # Asking --------------------------------------------------------------------------------------

    @property
    def state(self) -> layout.State:
        """The kernel's record; whoever is not the kernel only reads it."""
        return self._states[0]

    @property
    def _now(self) -> layout.Reading:
        """The state in plain integers, read once after each action."""
        if self._read is None:
            self._read = layout.read(self._states, 0)
        return self._read

    @property
    def is_over(self) -> bool:
        """Whether the deal has its result."""
        return self._now.phase == layout.OVER

    @property
    def to_act(self) -> int | None:
        """The seat that is asked, None when the deal is over."""
        return None if self.is_over else self._now.to_act

    @property
    def principal(self) -> int:
        """The attacker who leads this bout."""
        return self._now.principal

    @property
    def defender(self) -> int:
        """Who must answer."""
        return self._now.defender

    @property
    def dealer(self) -> int:
        """Who dealt."""
        return self._now.dealer

    @property
    def bout(self) -> int:
        """The number of this bout in the deal, from 1."""
        return self._now.bout

    @property
    def limit(self) -> int:
        """How many attacks this bout may hold (R5.3)."""
        return self._now.limit

    @property
    def trump(self) -> int:
        """The trump suit, an index in ``cards.SUITS``."""
        return self._now.trump

    @property
    def hands(self) -> tuple[int, ...]:
        """The hands of all seats, as masks. Only for who may see everything."""
        return tuple(self._now.hands[: self.ruleset.players])

    @property
    def known(self) -> tuple[int, ...]:
        """The publicly known cards of all hands, as masks (R12.2)."""
        return tuple(self._now.known[: self.ruleset.players])

    @property
    def talon(self) -> tuple[int, ...]:
        """The undealt cards, top first, the trump card last. Only for who may see everything."""
        return tuple(self._now.deck[self._now.top : self.ruleset.deck])

    @property
    def table(self) -> tuple[tuple[str, str | None], ...]:
        """Attacks in the order laid, each with its cover."""
        return tuple((pair.attack, pair.cover) for pair in table_of(self._now))

    @property
    def is_taking(self) -> bool:
        """Whether the defender has said that it takes."""
        return self._now.phase == layout.AFTER_TAKE

    @property
    def discard_count(self) -> int:
        """How many cards are beaten and gone."""
        held = sum(hand.bit_count() for hand in self.hands)
        return self.ruleset.deck - held - len(self.talon) - self._now.table.bit_count()

    @property
    def out(self) -> tuple[tuple[int, ...], ...]:
        """Seats that are out, in the order of going out; seats of one bout together (R10.3)."""
        return self._out

    @property
    def losers(self) -> tuple[int, ...]:
        """The durak, or the seats of the losing team; empty before the end and for a draw."""
        return seats_of(self._now.losers)

    @property
    def result(self) -> str | None:
        """The result as a record writes it, None before the end."""
        if not self.is_over:
            return None
        if self.losers:
            return " ".join(["durak", *(str(seat) for seat in self.losers)])
        return _RESULTS[self._now.result]

    @property
    def dealer_next(self) -> int | None:
        """Who deals the next deal of a match (R10.2, R11.4), None before the end."""
        return self._now.dealer_next if self.is_over else None

    def legal(self) -> tuple[Action, ...]:
        """Every legal action of the seat to act, in the kernel's pinned order; none when over."""
        if self._legal is None:
            numbers = np.empty(layout.MAX_LEGAL, np.int64)
            count = entry.legal(self._states, 0, numbers)
            self._legal = tuple(actions.from_int(number) for number in numbers[:count].tolist())
        return self._legal

    def refusal(self, seat: int, action: Action) -> Refusal | None:
        """Why ``seat`` may not do this now, None when it may (R13)."""
        if not actions.is_well_formed(action) or not 0 <= seat < self.ruleset.players:
            return bad_notation(f"seat {seat}, {action!r}: no such seat or action")
        code = Code(entry.refusal(self._states, 0, seat, actions.to_int(action)))
        if code is Code.OK:
            return None
        return explain(
            code,
            seat=seat,
            action=action,
            to_act=self.to_act,
            limit=self.limit,
            trump=self.trump,
            legal=self.legal(),
        )

    def view(self, seat: int | None) -> View:
        """What this seat may see, or a spectator (R12)."""
        return build(
            self._now,
            self.ruleset,
            seat,
            legal=self.legal(),
            out=self._out,
            result=self.result,
        )

    # Acting --------------------------------------------------------------------------------------

    def do(self, text: str) -> tuple[events.Event, ...]:
        """Carry out ``seat:token``, as in ``1:6d<8d``; as ``apply``."""
        try:
            seat, action = actions.parse_with_seat(text, self.ruleset.players)
        except actions.NotationError as error:
            raise Refused(bad_notation(str(error))) from None
        return self.apply(seat, action)

    def act(self, seat: int, token: str) -> tuple[events.Event, ...]:
        """Carry out a token for a seat; as ``apply``."""
        try:
            action = actions.parse(token)
        except actions.NotationError as error:
            raise Refused(bad_notation(str(error))) from None
        return self.apply(seat, action)

    def apply(self, seat: int, action: Action) -> tuple[events.Event, ...]:
        """Carry out an action; everything it set off, in order.

        Raises:
            Refused: the action is not legal (R13); nothing has changed.
        """
        refusal = self.refusal(seat, action)
        if refusal is not None:
            raise Refused(refusal)
        before = self._now
        numbers = np.empty(layout.MAX_LEGAL, np.int64)
        count = entry.step(self._states, 0, actions.to_int(action), numbers)
        self._read = None
        self._legal = tuple(actions.from_int(number) for number in numbers[:count].tolist())
        self.actions.append((seat, action))
        happened = [self._event_of(before, seat, action)]
        if self.is_over or self.bout != before.bout:
            happened += self._end_of_bout(before, action)
        return tuple(happened)

    def _event_of(self, before: layout.Reading, seat: int, action: Action) -> events.Event:
        names = cards.names(action.cards)
        match action.kind:
            case Kind.LAY:
                return events.Attacked(
                    seat=seat,
                    cards=names,
                    thrown_in=before.phase != layout.LEAD,
                    after_take=before.phase == layout.AFTER_TAKE,
                )
            case Kind.COVER:
                assert action.target is not None
                return events.Covered(seat=seat, attack=cards.name(action.target), cover=names[0])
            case Kind.TRANSFER:
                return events.Transferred(
                    seat=seat, cards=names, to=self.defender, limit=self.limit
                )
            case Kind.SHOW:
                return events.ShownTransfer(
                    seat=seat, card=names[0], to=self.defender, limit=self.limit
                )
            case Kind.TAKE:
                return events.TakeSaid(seat=seat)
            case Kind.DONE:
                return events.DoneSaid(seat=seat)
            case Kind.SWAP:
                return events.Swapped(
                    seat=seat,
                    low_trump=cards.name(self.talon[-1]),
                    trump_card=cards.name(before.deck[self.ruleset.deck - 1]),
                )

    def _end_of_bout(self, before: layout.Reading, last: Action) -> list[events.Event]:
        """What followed the bout's last action: table, refill, who is out, what is next (R9)."""
        laid = last.cards if last.kind in (Kind.LAY, Kind.COVER) else 0
        table = before.table | laid
        defender = before.defender
        is_taken = before.phase == layout.AFTER_TAKE or last.kind is Kind.TAKE
        happened: list[events.Event] = [
            events.Taken(seat=defender, cards=cards.names(table))
            if is_taken
            else events.BeatenOff(cards=cards.names(table))
        ]
        happened += self._draws(before.top)
        gone = seats_of(before.active & ~self._now.active)
        if gone:
            place = 1 + len(self._out)
            self._out = (*self._out, gone)
            happened.append(events.WentOut(seats=gone, place=place))
        if self.is_over:
            result, dealer_next = self.result, self.dealer_next
            assert result is not None
            assert dealer_next is not None
            happened.append(events.DealEnded(result=result, dealer_next=dealer_next))
        else:
            happened.append(self._bout_begun())
        return happened

    def _draws(self, top_before: int) -> list[events.Event]:
        """One event for each seat that drew, in the order of the refill (R9.2)."""
        drawn = self._now.deck[top_before : self._now.top]
        groups: list[tuple[int, list[int]]] = []
        for card in drawn:
            seat = next(seat for seat, hand in enumerate(self.hands) if hand >> card & 1)
            if not groups or groups[-1][0] != seat:
                groups.append((seat, []))
            groups[-1][1].append(card)
        last = self.ruleset.deck - 1
        open_card = {self._now.deck[last]} if self._now.top > last else set()
        return [
            events.Drew(
                seat=seat,
                cards=tuple(cards.name(card) for card in group),
                public=tuple(cards.name(card) for card in group if card in open_card),
            )
            for seat, group in groups
        ]

    def _bout_begun(self) -> events.BoutBegan:
        return events.BoutBegan(
            number=self.bout,
            principal=self.principal,
            defender=self.defender,
            limit=self.limit,
        )

    def _opening_events(self) -> tuple[events.Event, ...]:
        players, dealer = self.ruleset.players, self.dealer
        trump_card = self.talon[-1] if self.talon else self.deck[-1]
        begun = events.DealBegan(
            dealer=dealer,
            trump=cards.SUITS[self.trump],
            trump_card=cards.name(trump_card),
            talon_count=len(self.talon),
        )
        hands = []
        for step in range(1, players + 1):
            seat = (dealer + step) % players
            dealt = self.deck[step - 1 : players * HAND_SIZE : players]
            is_shown = not self.talon and seat == dealer  # R4.3
            hands.append(
                events.Drew(
                    seat=seat,
                    cards=tuple(cards.name(card) for card in dealt),
                    public=(cards.name(trump_card),) if is_shown else (),
                )
            )
        shown = [
            events.LeadShown(seat=seat, card=cards.name(card))
            for seat, hand in enumerate(self.known)
            for card in cards.members(hand)
            if self.talon or card != trump_card
        ]
        return (begun, *hands, *shown, self._bout_begun())


def _deck_fault(deck: Sequence[int], wanted: set[int]) -> str:
    missing = sorted(wanted - set(deck))
    foreign = sorted(set(deck) - wanted)
    parts = [f"{len(deck)} cards where the deck has {len(wanted)}"]
    if missing:
        parts.append("missing " + " ".join(cards.name(card) for card in missing))
    if foreign:
        parts.append("not of this deck " + " ".join(_any_name(card) for card in foreign))
    return "not exactly one deck: " + "; ".join(parts)


def _any_name(card: int) -> str:
    return cards.name(card) if 0 <= card < cards.CARDS else str(card)
