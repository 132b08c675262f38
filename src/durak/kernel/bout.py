"""How a bout begins and ends: limit, settling, refill, who is out, who leads next, the result."""

from __future__ import annotations

from durak.kernel.bits import bit, count
from durak.kernel.jit import rule
from durak.kernel.layout import (
    AFTER_TAKE,
    ANSWER,
    DRAW,
    DURAK,
    HAND,
    LEAD,
    NO_RESULT,
    OVER,
    STALEMATE,
    THROW_IN,
    State,
)
from durak.kernel.seats import (
    is_in,
    left_of,
    next_active,
    next_of_team,
    next_to_ask,
    seats_that_may_throw,
)

_EVEN_SEATS = 0b010101
_ODD_SEATS = 0b101010


@rule
def attacks_allowed(s: State) -> int:
    """The ruleset's number for this bout, whatever the defender holds (R5.4)."""
    if s.rules.first_limit_until_discard:
        is_first = not s.beaten_off
    else:
        is_first = s.bout == 1
    return s.rules.first_limit if is_first else s.rules.attack_limit


@rule
def begin_bout(s: State, principal: int, defender: int) -> None:
    """Set up a bout that this principal is to lead at this defender."""
    s.principal = principal
    s.defender = defender
    s.led = principal
    s.table = 0
    s.open = 0
    s.attack_count = 0
    s.done = 0
    s.phase = LEAD
    s.to_act = principal
    s.limit = min(attacks_allowed(s), count(s.hands[defender]))  # R5.3
    s.throwers = seats_that_may_throw(s)


@rule
def resume_bout(s: State, limit: int, is_taking: bool) -> bool:
    """Set up a bout from its middle: ``limit`` 0 is what R5.3 gives; False when nobody is asked.

    Cards, principal, defender, the seat that led, marks and active seats are set before.
    """
    if not limit:
        covers = count(s.table) - s.attack_count  # the defender held them when the defence began
        limit = min(attacks_allowed(s), count(s.hands[s.defender]) + covers)
    s.limit = limit
    s.throwers = seats_that_may_throw(s)
    if not s.attack_count:
        s.phase = LEAD
        s.to_act = s.principal
        return s.hands[s.principal] != 0
    if s.open and not is_taking:
        s.phase = ANSWER
        s.to_act = s.defender
        return True
    s.phase = AFTER_TAKE if is_taking else THROW_IN
    s.to_act = next_to_ask(s)
    may_add = s.attack_count < s.limit and (not is_taking or s.rules.throw_after_take)
    return may_add and s.to_act >= 0


@rule
def ask_attackers(s: State) -> None:
    """Give the word to the next attacker, or settle the bout when nobody is left (R6.4, R7.3)."""
    seat = -1
    if s.attack_count < s.limit and (s.phase != AFTER_TAKE or s.rules.throw_after_take):
        seat = next_to_ask(s)
    if seat >= 0:
        s.to_act = seat
    else:
        _settle(s)


@rule
def is_talon_empty(s: State) -> bool:
    """Whether nothing is left to draw."""
    return s.top == s.rules.deck


@rule
def low_trump(s: State) -> int:
    """The deck's lowest trump, as a mask."""
    return bit(4 * (13 - s.rules.deck // 4) + s.trump)


@rule
def draw(s: State, seat: int, wanted: int) -> None:
    """Draw up to ``wanted`` cards from the top of the talon (R9.2)."""
    last = s.rules.deck - 1
    while wanted > 0 and s.top <= last:
        card = s.deck[s.top]
        s.hands[seat] |= bit(card)
        if s.top == last:
            s.known[seat] |= bit(card)  # R12.2 drawn as the trump card
        if bit(card) == low_trump(s):
            s.low_trump_seat = seat  # R9.6 it may be swapped by who drew it
        s.top += 1
        wanted -= 1


@rule
def _refill(s: State) -> None:
    """Refill hands: who led first, then clockwise, the final defender last (R9.2)."""
    leads_last = s.led == s.defender and s.rules.returning_lead_draws_last  # R9.3
    seat = s.led
    for _ in range(s.rules.players):
        if is_in(s.active, seat) and (seat != s.defender or (seat == s.led and not leads_last)):
            draw(s, seat, HAND - count(s.hands[seat]))
        seat = left_of(s, seat)
    draw(s, s.defender, HAND - count(s.hands[s.defender]))


@rule
def _settle(s: State) -> None:
    """End the bout: cards, refill, who is out, and what comes next (R9)."""
    is_taken = s.phase == AFTER_TAKE
    if is_taken:
        s.hands[s.defender] |= s.table  # R7.4
        s.known[s.defender] |= s.table  # R12.2
    else:
        s.takes_in_row = 0  # R9.8
        s.beaten_off = 1
    if not is_talon_empty(s):
        _refill(s)
    if is_talon_empty(s):  # R9.4 only now is anybody out
        for seat in range(s.rules.players):
            if not s.hands[seat]:
                s.active &= ~(1 << seat)
    result = _result(s)
    if result == NO_RESULT:
        _next_bout(s, is_taken)
    else:
        _end(s, result)


@rule
def _next_bout(s: State, is_taken: bool) -> None:
    """Who attacks whom next (R9.5, in teams R11.3)."""
    if s.bout < 32767:
        s.bout += 1
    leads, defends = s.defender, s.principal
    if s.rules.teams:
        if is_taken:
            leads, defends = s.principal, s.defender
        if is_taken or not is_in(s.active, leads):
            leads = next_of_team(s, leads)
        defends = next_of_team(s, defends)
    else:
        if is_taken or not is_in(s.active, leads):
            leads = next_active(s, leads)
        defends = next_active(s, leads)
    begin_bout(s, leads, defends)


@rule
def _result(s: State) -> int:
    """The deal's result if this bout decided it, else NO_RESULT (R9.8, R10.1, R11.4)."""
    if s.rules.teams:
        is_decided = s.active & _EVEN_SEATS == 0 or s.active & _ODD_SEATS == 0
    else:
        is_decided = s.active & (s.active - 1) == 0
    if is_decided:
        return DURAK if s.active or s.rules.last_defender_loses else DRAW
    return STALEMATE if s.takes_in_row >= s.rules.stalemate_takes else NO_RESULT


@rule
def _end(s: State, result: int) -> None:
    """Write down the result, who lost, and who deals next."""
    s.phase = OVER
    s.to_act = -1
    s.table = 0
    s.open = 0
    s.attack_count = 0
    s.done = 0
    s.result = result
    s.dealer_next = s.dealer  # R10.2 the same dealer deals again
    if result == DURAK:
        # In teams the losers' first seat with cards from the old dealer's left deals (R11.4).
        loser = next_active(s, s.dealer) if s.active else s.defender
        s.losers = _side_of(s, loser)
        s.dealer_next = loser  # R10.2 the durak deals


@rule
def _side_of(s: State, seat: int) -> int:
    """The set of seats that lose with this seat: itself, or its whole team (R11.4)."""
    if not s.rules.teams:
        return 1 << seat
    everybody = (1 << s.rules.players) - 1
    return everybody & (_ODD_SEATS if seat & 1 else _EVEN_SEATS)
