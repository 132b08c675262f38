"""Carrying out one action. Whether it is legal is asked before, in ``legal`` or ``refusal``."""

from __future__ import annotations

from durak.kernel.bits import bit, lowest
from durak.kernel.bout import ask_attackers, is_talon_empty, low_trump
from durak.kernel.jit import rule
from durak.kernel.layout import (
    AFTER_TAKE,
    ANSWER,
    COVER,
    DONE,
    LAY,
    SHOW,
    SWAP,
    TAKE,
    THROW_IN,
    State,
)
from durak.kernel.legal import cards_of, kind_of, target_of, transfer_limit
from durak.kernel.seats import next_defender, seats_that_may_throw


@rule
def act(s: State, action: int) -> None:
    """Carry out a legal action of the seat to act, to the point where the next seat is asked."""
    kind = kind_of(action)
    cards = cards_of(action)
    if kind == SWAP:
        _swap(s)  # R9.6 the turn goes on
        return
    if kind == LAY:
        _lay(s, cards)
    elif kind == COVER:
        _cover(s, cards, target_of(action))
    elif kind == TAKE:
        _take(s)
    elif kind == DONE:
        s.done |= 1 << s.to_act  # R6.4, R7.3
    else:
        _transfer(s, cards, kind == SHOW)
    if s.phase != AFTER_TAKE:
        s.phase = ANSWER if s.open else THROW_IN
    if s.phase == ANSWER:
        s.to_act = s.defender  # R5.5
    else:
        ask_attackers(s)  # R6.1, R7.3


@rule
def _leave_hand(s: State, cards: int) -> None:
    """Cards go from the hand of the seat to act; what was known of them is history (R12.2)."""
    s.hands[s.to_act] &= ~cards
    s.known[s.to_act] &= ~cards


@rule
def _wipe_marks(s: State) -> None:
    if not s.rules.done_is_final:
        s.done = 0  # R6.5 every attack or cover laid wipes all marks


@rule
def _lay(s: State, cards: int) -> None:
    _leave_hand(s, cards)
    s.table |= cards
    s.open |= cards
    while cards:
        s.attacks[s.attack_count] = lowest(cards)
        s.covers[s.attack_count] = -1
        s.attack_count += 1
        cards &= cards - 1
    if s.phase != AFTER_TAKE:  # R6.5 additions after a take wipe none
        _wipe_marks(s)


@rule
def _cover(s: State, cover: int, attack: int) -> None:
    _leave_hand(s, cover)
    s.table |= cover
    s.open &= ~bit(attack)
    for at in range(s.attack_count):
        if s.attacks[at] == attack:
            s.covers[at] = lowest(cover)
    _wipe_marks(s)


@rule
def _take(s: State) -> None:
    """The defender takes: each attacker gets one turn more, if the rules say so (R7.3)."""
    s.phase = AFTER_TAKE
    s.done = 0  # R6.5 a take wipes the marks
    if is_talon_empty(s):
        s.takes_in_row += 1  # R9.8


@rule
def _transfer(s: State, cards: int, is_shown: bool) -> None:
    """Pass the attack on; the former defender becomes the principal (R8.4)."""
    limit = transfer_limit(s)
    to = next_defender(s)
    if is_shown:  # R8.6 kept, and known from now on
        s.shown |= cards
        s.known[s.to_act] |= cards
    else:
        _lay(s, cards)
    s.principal = s.defender
    s.defender = to
    s.limit = limit  # R8.3
    s.throwers = seats_that_may_throw(s)


@rule
def _swap(s: State) -> None:
    """Exchange the lowest trump for the trump card (R9.6)."""
    low = low_trump(s)
    last = s.rules.deck - 1
    trump_card = bit(s.deck[last])
    _leave_hand(s, low)
    s.hands[s.to_act] |= trump_card
    s.known[s.to_act] |= trump_card
    s.deck[last] = lowest(low)
