"""From a deck to the first lead: dealing, trumps, who leads (R4, R10.2)."""

from __future__ import annotations

from durak.kernel.bits import CLUBS, bit
from durak.kernel.bout import begin_bout, low_trump
from durak.kernel.jit import rule
from durak.kernel.layout import (
    AT_LOSER,
    HAND,
    LOWEST_TRUMP,
    NO_RESULT,
    State,
)
from durak.kernel.seats import left_of


@rule
def deal_out(s: State, dealer: int, leads_by: int) -> None:
    """Deal from ``s.deck`` under ``s.rules`` and set up the first bout; every field is set."""
    players = s.rules.players
    s.shown = 0
    s.bout = 1
    s.dealer = dealer
    s.active = (1 << players) - 1
    s.beaten_off = 0
    s.takes_in_row = 0
    s.low_trump_seat = -1
    s.result = NO_RESULT
    s.losers = 0
    s.dealer_next = -1
    for seat in range(len(s.hands)):
        s.hands[seat] = 0
        s.known[seat] = 0
    seat = dealer
    for at in range(players * HAND):  # R4.1 one at a time from the dealer's left
        seat = left_of(s, seat)
        s.hands[seat] |= bit(s.deck[at])
    s.top = players * HAND
    if s.top == s.rules.deck:  # R4.3 no talon: the dealer's last card sets trumps
        trump_card = s.deck[s.top - 1]
        s.known[dealer] |= bit(trump_card)
    else:  # R4.2 it is the last card of the talon
        trump_card = s.deck[s.top]
        for at in range(s.top, s.rules.deck - 1):
            s.deck[at] = s.deck[at + 1]
        s.deck[s.rules.deck - 1] = trump_card
    s.trump = trump_card & 3
    for seat in range(players):
        if s.hands[seat] & low_trump(s):
            s.low_trump_seat = seat  # R9.6 dealt to this seat
    leads = _leader(s, leads_by)
    begin_bout(s, leads, left_of(s, leads))


@rule
def _leader(s: State, by: int) -> int:
    """Who leads the deal's first bout (R4.4, R10.2)."""
    if by == AT_LOSER:
        return s.dealer - 1 if s.dealer else s.rules.players - 1
    leads = left_of(s, s.dealer)
    if by == LOWEST_TRUMP:
        best = bit(52)
        for seat in range(s.rules.players):
            trumps = s.hands[seat] & (CLUBS << s.trump)
            if trumps and (trumps & -trumps) < best:
                best = trumps & -trumps
                leads = seat
        if s.rules.show_lowest_trump and best < bit(52):
            s.known[leads] |= best  # R4.5
    return leads
