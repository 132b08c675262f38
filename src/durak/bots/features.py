"""A sight as a sparse list of binary features, and an action as rows of the network's last layer.

Suits are put in an order that the play cannot tell apart: trumps first, the others by what lies in
them, so that what is learned for one suit holds for all. Ranks count from the ace, seats clockwise
from the seat itself. The layout serves every ruleset and every number of seats.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from durak.bots.compiled import rule
from durak.bots.sight import Sight
from durak.kernel.bits import BEATS, bit, count, lowest
from durak.kernel.layout import (
    ANSWER,
    COVER,
    DONE,
    LAY,
    SEATS,
    SHOW,
    TAKE,
    TRANSFER,
    wide,
)
from durak.kernel.legal import cards_of, kind_of, target_of

Indices = NDArray[np.int16]

# ---- the layout: each block begins where the one before ends ---------------------------------

_CARDS: Final = 52
_OTHERS: Final = SEATS - 1
_HAND: Final = 0
_OPEN: Final = _HAND + _CARDS
_LAID: Final = _OPEN + _CARDS
_GONE: Final = _LAID + _CARDS
_UNSEEN: Final = _GONE + _CARDS
_SAFE: Final = _UNSEEN + _CARDS  # own cards that nothing left can beat
_SURE: Final = _SAFE + _CARDS  # cards that each other seat certainly holds
_TRUMP_CARD: Final = _SURE + _OTHERS * _CARDS
_OWN_RANK: Final = _TRUMP_CARD + 13  # how many of a rank are in the own hand: 2, 3, 4
_UNSEEN_RANK: Final = _OWN_RANK + 13 * 3  # how many of a rank others may hold: 0 to 4
_TABLE_RANK: Final = _UNSEEN_RANK + 13 * 5
_TALON: Final = _TABLE_RANK + 13
_TALON_MOST: Final = 32
_OWN_COUNT: Final = _TALON + _TALON_MOST + 1
_COUNT_MOST: Final = 19
_COUNTS: Final = _OWN_COUNT + _COUNT_MOST + 1
_OTHER_MOST: Final = 12
_PHASE: Final = _COUNTS + _OTHERS * (_OTHER_MOST + 1)
_ROOM: Final = _PHASE + 4
_ATTACKS: Final = _ROOM + 7
_OPEN_COUNT: Final = _ATTACKS + 7
_ROLES: Final = _OPEN_COUNT + 7  # of every seat: principal, defender, led, may throw, is marked, in
_TRUMPS_OUT: Final = _ROLES + SEATS * 6  # trumps that others may hold
_FLAGS: Final = _TRUMPS_OUT + 14
_DECK: Final = _FLAGS + 16
_PLAYERS: Final = _DECK + 4
_PATIENCE: Final = _PLAYERS + 5  # how near a stalemate is (R9.8), how long the deal already is
FEATURES: Final = _PATIENCE + 6
MAX_ACTIVE: Final = 320
"""More than any sight has of them."""

_LAY_ROWS: Final = 0
_COVER_ROWS: Final = _LAY_ROWS + _CARDS
_TARGET_ROWS: Final = _COVER_ROWS + _CARDS
_TRANSFER_ROWS: Final = _TARGET_ROWS + _CARDS
_LAY_SIZE: Final = _TRANSFER_ROWS + _CARDS
_TRANSFER_SIZE: Final = _LAY_SIZE + 3
_TAKE: Final = _TRANSFER_SIZE + 3
_DONE: Final = _TAKE + 1
_SHOW: Final = _DONE + 1
_SWAP: Final = _SHOW + 1
ROWS: Final = _SWAP + 1
MAX_ROWS: Final = 5
"""Rows of one action: four cards and how many they are."""

_EMPTY: Final = wide(0)
_FIRST_RANK: Final = wide(0b1111)
_CLUBS: Final = wide(sum(1 << 4 * rank for rank in range(13)))


# ---- suits ------------------------------------------------------------------------------------


@rule
def order_suits(o: Sight, order: NDArray[np.int64]) -> None:
    """Write the place of each suit into ``order``, four long: trumps 0, the others by content."""
    trump = np.int64(o.trump)
    order[trump] = 0
    known = o.sure[0]
    for seat in range(1, SEATS):
        known |= o.sure[seat]
    for suit in range(4):
        if suit == trump:
            continue
        place = 1
        for other in range(4):
            if other not in (trump, suit):
                ahead = _compare(o, known, other, suit)
                if ahead > 0 or (ahead == 0 and other < suit):
                    place += 1
        order[suit] = place


@rule
def _compare(o: Sight, known: int, one: int, other: int) -> int:
    """Which of two suits comes first: by the own hand, the table, what is gone or known."""
    for cards in (o.hand, o.open, o.table, o.gone, known):
        a = (cards >> one) & _CLUBS
        b = (cards >> other) & _CLUBS
        if a > b:
            return 1
        if a < b:
            return -1
    return 0


@rule
def _place(card: int, order: NDArray[np.int64]) -> int:
    return (card & ~3) | order[card & 3]


# ---- features ---------------------------------------------------------------------------------


@rule
def fill(o: Sight, order: NDArray[np.int64], out: Indices) -> int:
    """Write a sight's active features into ``out``, ``MAX_ACTIVE`` long; how many there are."""
    n = _cards(o.hand, _HAND, order, out, 0)
    n = _cards(o.open, _OPEN, order, out, n)
    n = _cards(o.table, _LAID, order, out, n)
    n = _cards(o.gone, _GONE, order, out, n)
    n = _cards(o.unseen, _UNSEEN, order, out, n)
    others = o.unseen
    seat = o.seat
    players = np.int64(o.rules.players)
    for step in range(1, players):
        other = (seat + step) % players
        n = _cards(o.sure[other], _SURE + (step - 1) * _CARDS, order, out, n)
        others |= o.sure[other]
        held = min(o.counts[other], _OTHER_MOST)
        out[n] = _COUNTS + (step - 1) * (_OTHER_MOST + 1) + held
        n += 1
    n = _cards(_unbeatable(o, others), _SAFE, order, out, n)
    if o.trump_card >= 0:
        out[n] = _TRUMP_CARD + (o.trump_card >> 2)
        n += 1
    n = _ranks(o, others, out, n)
    n = _numbers(o, others, out, n)
    n = _seats(o, out, n)
    return _rules(o, out, n)


@rule
def _cards(cards: int, base: int, order: NDArray[np.int64], out: Indices, n: int) -> int:
    while cards:
        out[n] = base + _place(lowest(cards), order)
        n += 1
        cards &= cards - 1
    return n


@rule
def _unbeatable(o: Sight, others: int) -> int:
    safe = _EMPTY
    cards = o.hand
    while cards:
        card = lowest(cards)
        if not BEATS[o.trump, card] & others:
            safe |= bit(card)
        cards &= cards - 1
    return safe


@rule
def _ranks(o: Sight, others: int, out: Indices, n: int) -> int:
    for rank in range(13 - (o.rules.deck >> 2), 13):
        whole = _FIRST_RANK << (4 * rank)
        own = count(o.hand & whole)
        if own > 1:
            out[n] = _OWN_RANK + 3 * rank + own - 2
            n += 1
        out[n] = _UNSEEN_RANK + 5 * rank + count(others & whole)
        n += 1
        if o.table & whole:
            out[n] = _TABLE_RANK + rank
            n += 1
    return n


@rule
def _numbers(o: Sight, others: int, out: Indices, n: int) -> int:
    out[n] = _TALON + min(o.talon, _TALON_MOST)
    out[n + 1] = _OWN_COUNT + min(o.counts[o.seat], _COUNT_MOST)
    out[n + 2] = _PHASE + o.phase
    out[n + 3] = _ROOM + max(o.limit - o.attack_count, 0)
    out[n + 4] = _ATTACKS + o.attack_count
    out[n + 5] = _OPEN_COUNT + count(o.open)
    out[n + 6] = _TRUMPS_OUT + count(others & (_CLUBS << o.trump))
    return n + 7


@rule
def _seats(o: Sight, out: Indices, n: int) -> int:
    players = np.int64(o.rules.players)
    for step in range(players):
        seat = (o.seat + step) % players
        base = _ROLES + 6 * step
        if seat == o.principal:
            out[n] = base
            n += 1
        if seat == o.defender:
            out[n] = base + 1
            n += 1
        if seat == o.led:
            out[n] = base + 2
            n += 1
        if (o.throwers >> seat) & 1:
            out[n] = base + 3
            n += 1
        if (o.done >> seat) & 1:
            out[n] = base + 4
            n += 1
        if (o.active >> seat) & 1:
            out[n] = base + 5
            n += 1
    return n


@rule
def _rules(o: Sight, out: Indices, n: int) -> int:
    r = o.rules
    flags = (
        np.int64(r.teams)
        | r.done_is_final << 1
        | r.throw_after_take << 2
        | r.transfer << 3
        | r.transfer_several << 4
        | r.transfer_first_bout << 5
        | r.transfer_show << 6
        | r.returning_lead_draws_last << 7
        | r.trump_swap << 8
        | r.last_defender_loses << 9
        | o.beaten_off << 10
    )
    while flags:
        out[n] = _FLAGS + lowest(flags)
        n += 1
        flags &= flags - 1
    if r.transfer and o.open == o.table and o.phase == ANSWER:
        out[n] = _FLAGS + 11
        n += 1
    if r.throwers:
        out[n] = _FLAGS + 11 + r.throwers  # 12, 13
        n += 1
    if o.bout == 1:
        out[n] = _FLAGS + 14
        n += 1
    if r.attack_limit < 6:
        out[n] = _FLAGS + 15
        n += 1
    out[n] = _DECK + (0 if r.deck == 24 else 1 if r.deck == 32 else 2 if r.deck == 36 else 3)
    out[n + 1] = _PLAYERS + r.players - 2
    n += 2
    if o.takes_in_row > 4:
        out[n] = _PATIENCE + (0 if o.takes_in_row <= 12 else 1)
        n += 1
    if o.bout > 12:
        out[n] = _PATIENCE + (
            2 if o.bout <= 20 else 3 if o.bout <= 30 else 4 if o.bout <= 45 else 5
        )
        n += 1
    return n


# ---- actions ----------------------------------------------------------------------------------


@rule
def rows_of(action: int, order: NDArray[np.int64], out: Indices, base: int) -> int:
    """Write an action's rows into ``out`` from ``base`` on; how many, at most ``MAX_ROWS``."""
    kind = kind_of(action)
    cards = cards_of(action)
    if kind in (LAY, TRANSFER):
        rows = _LAY_ROWS if kind == LAY else _TRANSFER_ROWS
        sizes = _LAY_SIZE if kind == LAY else _TRANSFER_SIZE
        size = count(cards)
        n = _cards(cards, rows, order, out, base)
        if size > 1:
            out[n] = sizes + size - 2
            n += 1
        return n - base
    if kind == COVER:
        out[base] = _COVER_ROWS + _place(lowest(cards), order)
        out[base + 1] = _TARGET_ROWS + _place(target_of(action), order)
        return 2
    if kind == TAKE:
        out[base] = _TAKE
    elif kind == DONE:
        out[base] = _DONE
    elif kind == SHOW:
        out[base] = _SHOW
    else:
        out[base] = _SWAP
    return 1
