"""Why an action is not legal: the first reason in the order of R13."""

from __future__ import annotations

from enum import IntEnum
from typing import Final

from durak.kernel.bits import BEATS, bit, count, same_ranks
from durak.kernel.jit import rule
from durak.kernel.layout import (
    AFTER_TAKE,
    ANSWER,
    COVER,
    DONE,
    LAY,
    LEAD,
    OVER,
    SHOW,
    SWAP,
    TAKE,
    THROW_IN,
    TRANSFER,
    State,
)
from durak.kernel.legal import (
    cards_of,
    kind_of,
    may_swap,
    may_transfer_now,
    showable,
    target_of,
    transfer_limit,
)
from durak.kernel.seats import is_in


class Code(IntEnum):
    """The codes of R13 in its order; OK is legal. ``bad_notation`` is found where text is read."""

    OK = 0
    BAD_NOTATION = 1
    DEAL_OVER = 2
    TAKING = 3
    MAY_NOT_THROW_IN = 4
    NOT_YOUR_TURN = 5
    NOTHING_TO_COVER = 6
    TRANSFER_OFF = 7
    MUST_LEAD = 8
    NOTHING_TO_TAKE = 9
    MUST_ANSWER = 10
    TRANSFER_AFTER_COVER = 11
    TRANSFER_FIRST_BOUT = 12
    SHOW_OFF = 13
    NO_SUCH_ATTACK = 14
    ALREADY_COVERED = 15
    SWAP_NOT_ALLOWED = 16
    CARD_NOT_HELD = 17
    MIXED_RANKS = 18
    RANK_NOT_ON_TABLE = 19
    OVER_LIMIT = 20
    DOES_NOT_BEAT = 21
    TRANSFER_RANK = 22
    SHOW_NOT_ALLOWED = 23
    TRANSFER_LIMIT = 24


# Compiled code takes plain integers.
_OK: Final = int(Code.OK)
_DEAL_OVER: Final = int(Code.DEAL_OVER)
_TAKING: Final = int(Code.TAKING)
_MAY_NOT_THROW_IN: Final = int(Code.MAY_NOT_THROW_IN)
_NOT_YOUR_TURN: Final = int(Code.NOT_YOUR_TURN)
_NOTHING_TO_COVER: Final = int(Code.NOTHING_TO_COVER)
_TRANSFER_OFF: Final = int(Code.TRANSFER_OFF)
_MUST_LEAD: Final = int(Code.MUST_LEAD)
_NOTHING_TO_TAKE: Final = int(Code.NOTHING_TO_TAKE)
_MUST_ANSWER: Final = int(Code.MUST_ANSWER)
_TRANSFER_AFTER_COVER: Final = int(Code.TRANSFER_AFTER_COVER)
_TRANSFER_FIRST_BOUT: Final = int(Code.TRANSFER_FIRST_BOUT)
_SHOW_OFF: Final = int(Code.SHOW_OFF)
_NO_SUCH_ATTACK: Final = int(Code.NO_SUCH_ATTACK)
_ALREADY_COVERED: Final = int(Code.ALREADY_COVERED)
_SWAP_NOT_ALLOWED: Final = int(Code.SWAP_NOT_ALLOWED)
_CARD_NOT_HELD: Final = int(Code.CARD_NOT_HELD)
_MIXED_RANKS: Final = int(Code.MIXED_RANKS)
_RANK_NOT_ON_TABLE: Final = int(Code.RANK_NOT_ON_TABLE)
_OVER_LIMIT: Final = int(Code.OVER_LIMIT)
_DOES_NOT_BEAT: Final = int(Code.DOES_NOT_BEAT)
_TRANSFER_RANK: Final = int(Code.TRANSFER_RANK)
_SHOW_NOT_ALLOWED: Final = int(Code.SHOW_NOT_ALLOWED)
_TRANSFER_LIMIT: Final = int(Code.TRANSFER_LIMIT)


@rule
def refusal(s: State, seat: int, action: int) -> int:
    """The code of the first reason why this seat may not do this, OK when it may (R13)."""
    if s.phase == OVER:
        return _DEAL_OVER
    code = _seat(s, seat, kind_of(action))
    if code == _OK:
        code = _state(s, action)
    if code == _OK and cards_of(action) & ~s.hands[seat]:
        code = _CARD_NOT_HELD
    if code == _OK:
        code = _cards(s, action)
    return code


@rule
def _seat(s: State, seat: int, kind: int) -> int:
    """Reasons that lie in who acts."""
    if seat == s.defender:
        if s.phase == AFTER_TAKE:
            return _TAKING
        if kind == LAY:
            return _MAY_NOT_THROW_IN
    elif seat != s.principal and not is_in(s.throwers, seat):
        return _MAY_NOT_THROW_IN
    return _OK if seat == s.to_act else _NOT_YOUR_TURN


@rule
def _state(s: State, action: int) -> int:
    """Reasons that lie in the state of the bout, whatever the cards."""
    kind = kind_of(action)
    if kind == SWAP:
        return _OK if may_swap(s) else _SWAP_NOT_ALLOWED
    if kind == TRANSFER or kind == SHOW:  # noqa: SIM109  compiled, a tuple costs more
        return _transfer_state(s, kind)
    if s.phase == ANSWER:
        if kind == DONE:
            return _MUST_ANSWER
        if kind == COVER:
            return _target(s, target_of(action))
        return _OK
    if kind == COVER:
        return _TAKING if s.phase == AFTER_TAKE else _NOTHING_TO_COVER
    if kind == TAKE:
        return _TAKING if s.phase == AFTER_TAKE else _NOTHING_TO_TAKE
    if kind == DONE and s.phase == LEAD:
        return _MUST_LEAD
    return _OK


@rule
def _transfer_state(s: State, kind: int) -> int:
    if not s.rules.transfer:
        return _TRANSFER_OFF
    if s.phase == LEAD:
        return _MUST_LEAD
    if s.phase == THROW_IN:
        return _TRANSFER_AFTER_COVER
    if s.phase == AFTER_TAKE:
        return _TAKING
    if s.open != s.table:
        return _TRANSFER_AFTER_COVER  # R8.7
    if not may_transfer_now(s):
        return _TRANSFER_FIRST_BOUT  # R8.4
    if kind == SHOW and not s.rules.transfer_show:
        return _SHOW_OFF
    return _OK


@rule
def _target(s: State, attack: int) -> int:
    for at in range(s.attack_count):
        if s.attacks[at] == attack:
            return _OK if s.covers[at] < 0 else _ALREADY_COVERED
    return _NO_SUCH_ATTACK


@rule
def _cards(s: State, action: int) -> int:
    """Reasons that lie in the cards."""
    kind = kind_of(action)
    cards = cards_of(action)
    if kind == COVER:
        return _OK if cards & BEATS[s.trump, target_of(action)] else _DOES_NOT_BEAT
    if kind != LAY and kind != TRANSFER and kind != SHOW:
        return _OK
    if cards & ~same_ranks(cards & -cards):
        return _MIXED_RANKS
    if kind == LAY:
        if s.phase != LEAD and not cards & same_ranks(s.table):
            return _RANK_NOT_ON_TABLE
        return _OVER_LIMIT if s.attack_count + count(cards) > s.limit else _OK
    return _transfer_cards(s, kind, cards)


@rule
def _transfer_cards(s: State, kind: int, cards: int) -> int:
    if not cards & same_ranks(bit(s.attacks[0])):
        return _TRANSFER_RANK  # R8.1
    laid = count(cards)
    if kind == SHOW:
        if not cards & showable(s):
            return _SHOW_NOT_ALLOWED  # R8.6
        laid = 0
    elif laid > 1 and not s.rules.transfer_several:
        return _TRANSFER_LIMIT  # R8.2
    return _TRANSFER_LIMIT if s.attack_count + laid > transfer_limit(s) else _OK
