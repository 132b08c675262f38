"""Who is who in a bout: the next seat, the opponents, who may throw in (R6.2, R9.5, R11)."""

from __future__ import annotations

from durak.kernel.jit import rule
from durak.kernel.layout import (
    NEIGHBOURS,
    PRINCIPAL_ONLY,
    State,
)


@rule
def is_in(seats: int, seat: int) -> bool:
    """Whether a set of seats holds this one."""
    return (seats >> seat) & 1 != 0


@rule
def left_of(s: State, seat: int) -> int:
    """The next seat clockwise, active or not."""
    seat += 1
    return 0 if seat == s.rules.players else seat


@rule
def next_active(s: State, seat: int) -> int:
    """The next active seat clockwise; the seat itself when no other is active."""
    for _ in range(s.rules.players):
        seat = left_of(s, seat)
        if is_in(s.active, seat):
            break
    return seat


@rule
def next_of_team(s: State, seat: int) -> int:
    """The next active seat of this seat's team; the seat itself when it is alone (R11.3)."""
    for _ in range(s.rules.players):
        seat = left_of(s, left_of(s, seat))
        if is_in(s.active, seat):
            break
    return seat


@rule
def next_defender(s: State) -> int:
    """Whom a transfer reaches: the next active seat, in teams of the principal's (R11.3)."""
    if s.rules.teams:
        return next_of_team(s, s.principal)
    return next_active(s, s.defender)


@rule
def are_partners(s: State, one: int, other: int) -> bool:
    """Whether two seats play together (R11.1)."""
    return s.rules.teams != 0 and ((one ^ other) & 1) == 0


@rule
def seats_that_may_throw(s: State) -> int:
    """The set of seats that may throw in at this defender, with cards or without (R6.2, R11.2)."""
    allowed = 1 << s.principal
    if s.rules.throwers == PRINCIPAL_ONLY:
        return allowed
    seat = left_of(s, s.defender)
    while seat != s.defender:
        if is_in(s.active, seat) and not are_partners(s, seat, s.defender):
            allowed |= 1 << seat
            if s.rules.throwers == NEIGHBOURS:
                break
        seat = left_of(s, seat)
    return allowed


@rule
def next_to_ask(s: State) -> int:
    """Which attacker is asked now, -1 nobody: the principal, then from the defender's left (R6.2).

    Seats without cards are not asked (R6.3), marked ones are passed over (R6.4).
    """
    open_to = s.throwers & ~s.done
    if is_in(open_to, s.principal) and s.hands[s.principal]:
        return s.principal
    seat = left_of(s, s.defender)
    while seat != s.defender:
        if is_in(open_to, seat) and s.hands[seat]:
            return seat
        seat = left_of(s, seat)
    return -1
