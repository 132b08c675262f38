"""Every legal action of the seat to act, in a pinned order.

Attacking: cards by rank, sets of a rank in ascending order of their masks; then done, then swap.
Defending: covers by attack in table order, then by card; transfers; shown transfers; take; swap.
"""

from __future__ import annotations

from durak.kernel.bits import BEATS, CLUBS, bit, count, same_ranks
from durak.kernel.bout import attacks_allowed, is_talon_empty, low_trump
from durak.kernel.jit import rule
from durak.kernel.layout import (
    ANSWER,
    CARD_BITS,
    COVER,
    DONE,
    KIND_SHIFT,
    LAY,
    LEAD,
    ONE,
    OVER,
    SHOW,
    SWAP,
    TAKE,
    TARGET_SHIFT,
    TRANSFER,
    Actions,
    State,
    wide,
)
from durak.kernel.seats import next_defender

_NONE = wide(0)
_LAY = LAY * (ONE << KIND_SHIFT)
_DONE = DONE * (ONE << KIND_SHIFT)
_TAKE = TAKE * (ONE << KIND_SHIFT)
_SWAP = SWAP * (ONE << KIND_SHIFT)
_COVER = COVER * (ONE << KIND_SHIFT)
_TRANSFER = TRANSFER * (ONE << KIND_SHIFT)
_SHOW = SHOW * (ONE << KIND_SHIFT)


@rule
def legal(s: State, out: Actions) -> int:
    """Write the legal actions into ``out``, at least MAX_LEGAL long; how many there are."""
    if s.phase == OVER:
        return 0
    n = _NONE
    if s.phase == ANSWER:
        n = _covers(s, out, n)
        if s.rules.transfer and may_transfer_now(s):
            n = _transfers(s, out, n)
        out[n] = _TAKE  # R7.1
        n += 1
    else:
        n = _sets(layable(s), s.limit - s.attack_count, _LAY, out, n)
        if s.phase != LEAD:  # R5.2 the principal must lead
            out[n] = _DONE
            n += 1
    if may_swap(s):
        out[n] = _SWAP
        n += 1
    return n


@rule
def layable(s: State) -> int:
    """The cards of the seat to act that fit the table (R5.2, R6.1)."""
    hand = s.hands[s.to_act]
    return hand if s.phase == LEAD else hand & same_ranks(s.table)


@rule
def _sets(cards: int, most: int, kind_bits: int, out: Actions, n: int) -> int:
    """Every set of one to ``most`` cards of one rank out of ``cards``."""
    while cards:
        rank = cards & same_ranks(cards & -cards)
        cards &= ~rank
        chosen = rank & -rank
        while chosen:
            if count(chosen) <= most:
                out[n] = chosen | kind_bits
                n += 1
            chosen = (chosen - rank) & rank
    return n


@rule
def _covers(s: State, out: Actions, n: int) -> int:
    """Every card that beats an open attack (R5.5, R2.4)."""
    hand = s.hands[s.to_act]
    for at in range(s.attack_count):
        if s.covers[at] < 0:
            attack = s.attacks[at]
            fitting = hand & BEATS[s.trump, attack]
            target = _COVER | (ONE * (attack + 1)) << TARGET_SHIFT
            while fitting:
                out[n] = target | (fitting & -fitting)
                n += 1
                fitting &= fitting - 1
    return n


@rule
def _transfers(s: State, out: Actions, n: int) -> int:
    """Transfers and shown transfers (R8)."""
    room = transfer_limit(s) - s.attack_count
    rank = same_ranks(bit(s.attacks[0]))
    most = room if s.rules.transfer_several else min(room, 1)
    if most > 0:
        n = _sets(s.hands[s.to_act] & rank, most, _TRANSFER, out, n)
    if room >= 0 and s.rules.transfer_show:
        trump = s.hands[s.to_act] & rank & showable(s)
        if trump:
            out[n] = _SHOW | trump
            n += 1
    return n


@rule
def may_transfer_now(s: State) -> bool:
    """Whether this bout is still open to transfers (R8.4, R8.7)."""
    if s.open != s.table:
        return False
    return s.rules.transfer_first_bout or s.bout != 1


@rule
def showable(s: State) -> int:
    """The trumps that may still be shown in this deal (R8.6)."""
    return (CLUBS << s.trump) & ~s.shown


@rule
def transfer_limit(s: State) -> int:
    """The most attacks that a transfer now may leave on the table (R8.3)."""
    return min(attacks_allowed(s), count(s.hands[next_defender(s)]))


@rule
def may_swap(s: State) -> bool:
    """Whether the seat to act may exchange the lowest trump for the trump card (R9.6)."""
    if not s.rules.trump_swap or s.low_trump_seat != s.to_act or is_talon_empty(s):
        return False
    return s.hands[s.to_act] & low_trump(s) != 0


@rule
def cards_of(action: int) -> int:
    """The cards of an action."""
    return action & CARD_BITS


@rule
def kind_of(action: int) -> int:
    """The kind of an action."""
    return (action >> KIND_SHIFT) & 7


@rule
def target_of(action: int) -> int:
    """The attack that a cover names, -1 none."""
    return (action >> TARGET_SHIFT) - 1
