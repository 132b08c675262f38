"""Rules of thumb, compiled: how lowest, novice and club choose from a sight and the legal actions.

They look at what their seat knows and at one action at a time, never ahead. ``choose`` is a part
for compiled play of many deals; Python bots call ``pick``.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from durak.bots.compiled import entry, rule
from durak.bots.sight import Sight, Sights
from durak.kernel.bits import BEATS, CLUBS, count, lowest, same_ranks
from durak.kernel.layout import (
    AFTER_TAKE,
    ANSWER,
    ATTACKS,
    COVER,
    DONE,
    LAY,
    LEAD,
    SEATS,
    SHOW,
    SWAP,
    TAKE,
    TRANSFER,
    Actions,
    Random,
    wide,
)
from durak.kernel.legal import cards_of, kind_of, target_of
from durak.kernel.playout import below

LOWEST: Final = 0
NOVICE: Final = 1
CLUB: Final = 2

Weights = NDArray[np.int64]
Plan = tuple[int, int, int]

# What club weighs, in tenths of a step of rank in the deck of 36, first with two seats
# left, then with more or teams; a row for each stage: much of the talon left, little of it, none.
TRUMP: Final = 0  # how much more a trump is worth than a card that is not
LEAD_EACH: Final = 1  # a card led is a card less, or a better one drawn
LEAD_STUCK: Final = 2  # a lead that the defender cannot cover
THROW_EACH: Final = 3  # as the two above, thrown in
THROW_STUCK: Final = 4
GIVE_EACH: Final = 5  # a card given to who takes
COVER_EACH: Final = 6  # a card covered with is a card less
HOLD_EACH: Final = 7  # what each card taken costs, whatever it is
TEMPO: Final = 8  # what it costs not to lead next
TAKEN_WORTH: Final = 9  # how much of a taken card's worth counts, in hundredths
NEW_RANK: Final = 10  # each card out of sight that a cover's new rank lets in
PASS_ON: Final = 11  # an attack passed on
PAIR: Final = 12  # what a card is worth more beside another of its rank
COUNTED: Final = 13  # how much of a card's worth is counted from what can still beat it, hundredths
PASSED_BACK: Final = 14  # each card out of sight that an attack could be passed on with
PRESS: Final = 15  # each card that the other is short of four, for sticking and against taking

CLUB_WEIGHTS: Final[Weights] = np.array(
    [
        [
            [99, 18, 21, 76, 34, 20, 61, 37, 39, 75, 4, 31, -4, 17, 2, 2],
            [101, 69, 49, 95, 23, 28, 63, 80, 43, 63, 10, 29, 18, 7, 0, -4],
            [53, 105, 49, 132, 58, 96, 57, 90, 81, 15, 14, 59, -5, 1, 1, 32],
        ],
        [
            [113, 22, 12, 67, 16, 42, 50, 24, 49, 81, 2, 29, 7, 6, 1, 4],
            [123, 47, 32, 99, 39, 44, 51, 75, 35, 19, 10, 35, 9, 10, -1, -7],
            [99, 38, 35, 109, 56, 88, 69, 202, 75, 39, 14, 32, -1, 15, 9, 8],
        ],
    ],
    dtype=np.int64,
)
_LITTLE: Final = 8
"""A talon of so many cards is little."""

_NONE: Final = wide(0)
_ONE: Final = wide(1)
_MANY: Final = wide(1000)
_MOST: Final = wide(1_000_000)
_HUNDRED: Final = wide(100)
_STEP: Final = wide(16)  # above any rank
_SMALL_STEP: Final = wide(3)  # a novice holds a trump for hardly more than a court card

_OUT: Final = wide(100_000)  # the last card goes, and no more is to be drawn
_DEAR: Final = wide(10)  # what a novice does not like to spend: a queen, a trump

_IMPATIENT: Final = 60
_ANYTHING: Final = 300
"""The bouts from which nobody takes who need not, and from which anything goes: while the talon
lasts, no rule ends a deal in which cards are handed round for ever."""


@rule
def choose(o: Sight, legal: Actions, number: int, manner: int, random: Random) -> int:
    """The index in ``legal`` of what a player of this manner does."""
    return choose_with(o, legal, number, manner, random, CLUB_WEIGHTS)


@entry
def pick(sights: Sights, i: int, legal: Actions, number: int, manner: int, random: Random) -> int:
    """As ``choose``, of ``sights[i]``."""
    return choose_with(sights[i], legal, number, manner, random, CLUB_WEIGHTS)


@rule
def choose_with(
    o: Sight, legal: Actions, number: int, manner: int, random: Random, weights: Weights
) -> int:
    """As ``choose``, with other weights for club than those it has."""
    stage = 2 if o.talon == 0 else 1 if o.talon <= _LITTLE else 0
    w = weights[0 if o.rules.teams == 0 and count(o.active) == 2 else 1, stage]
    slip = below(random, 12) if manner == NOVICE and o.bout <= _IMPATIENT else -1
    is_club = manner == CLUB and o.bout <= _IMPATIENT
    step = _SMALL_STEP if manner == NOVICE else _STEP
    plan = (_NONE, _NONE, _NONE)
    if o.phase == ANSWER:
        plan = _plan(o, w, _NONE if is_club else step)
    best = _NONE
    most = -_MOST * 10
    ties = _NONE
    for at in range(number):
        action = legal[at]
        if o.bout > _ANYTHING:
            worth = -_ONE if kind_of(action) == TAKE else _NONE
        elif kind_of(action) == SWAP:
            worth = _MOST  # a better trump for nothing
        elif is_club:
            worth = _club(o, action, plan, w)
        else:
            worth = _simple(o, action, plan, step, slip)
        if worth > most:
            best, most, ties = at, worth, _ONE
        elif worth == most:
            ties += 1
            if below(random, ties) == 0:
                best = at
    return best


# Covering ------------------------------------------------------------------------------------


@rule
def _plan(o: Sight, w: Weights, step: int) -> Plan:
    """The first cover of the cheapest way to cover all, its attack, and what all of it costs.

    The attack that fewest cards beat comes first; ``step`` 0 counts as club does. Without
    a card when not all can be covered.
    """
    hand = o.hand
    left = o.open
    table = o.table
    first = _NONE
    first_attack = _NONE
    total = _NONE
    for _ in range(count(o.open)):
        hardest = _NONE
        fewest = _MANY
        for at in range(ATTACKS):
            if at < o.attack_count and left >> o.attacks[at] & 1:
                ways = count(hand & BEATS[o.trump, o.attacks[at]])
                if ways < fewest:
                    fewest, hardest = ways, o.attacks[at] + _NONE
        if fewest == 0:
            return _NONE, _NONE, _NONE
        left &= ~(_ONE << hardest)
        fitting = hand & BEATS[o.trump, hardest]
        cheapest = _NONE
        least = _MOST
        while fitting:
            card = fitting & -fitting
            fitting &= fitting - 1
            cost = _plain_cost(o, card, step)
            if step == 0:
                cost = _worth(o, card, hand, w)
                if same_ranks(card) & table == 0:
                    cost += w[NEW_RANK] * count(_elsewhere(o) & same_ranks(card))
            if cost < least:
                least, cheapest = cost, card
        hand &= ~cheapest
        table |= cheapest
        total += least - (w[COVER_EACH] if step == 0 else 0)
        if first == 0:
            first, first_attack = cheapest, hardest
    return first, first_attack, total


# Club ----------------------------------------------------------------------------------------


@rule
def _club(o: Sight, action: int, plan: Plan, w: Weights) -> int:
    """What an action is worth to club, against 0 for doing nothing."""
    kind = kind_of(action)
    cards = cards_of(action)
    if kind == DONE:
        return _NONE
    if kind == COVER:
        is_planned = cards == plan[0] and target_of(action) == plan[1]
        return -plan[2] if is_planned else -_MOST
    if kind == TAKE:
        return -w[TEMPO] - w[PRESS] * _short(o, o.principal) - _cost_of_taking(o, w)
    worth = _NONE
    if kind == SHOW:
        return w[PASS_ON] + worth
    each = w[LEAD_EACH]
    stuck = w[LEAD_STUCK]
    if kind == TRANSFER:
        each = w[THROW_EACH]
        stuck = _NONE
        worth += w[PASS_ON]
    elif o.phase == AFTER_TAKE:
        each = w[GIVE_EACH]
        stuck = _NONE
    elif o.phase != LEAD:
        each = w[THROW_EACH]
        stuck = w[THROW_STUCK]
    elif o.rules.transfer:
        worth -= w[PASSED_BACK] * count(o.unseen & same_ranks(cards))
    if stuck:
        stuck += w[PRESS] * _short(o, o.defender)
        worth += stuck * _chance_to_stick(o, cards) // _HUNDRED
    if o.talon == 0 and cards == o.hand and kind == LAY:
        worth += _OUT
    hand = o.hand
    while cards:
        card = cards & -cards
        worth += each - _worth(o, card, hand, w)
        hand &= ~card
        cards &= ~card
    return worth


@rule
def _cost_of_taking(o: Sight, w: Weights) -> int:
    """What the cards on the table cost who takes them."""
    cost = _NONE
    left = o.table
    while left:
        card = left & -left
        left &= ~card
        cost += w[HOLD_EACH] - _worth(o, card, _NONE, w) * w[TAKEN_WORTH] // _HUNDRED
    return cost


@rule
def _worth(o: Sight, card: int, hand: int, w: Weights) -> int:
    """What a card is worth to who holds it, in tenths of a rank of the deck of 36."""
    ranks = o.rules.deck // 4 - _ONE
    worth = (lowest(card) // 4 - (12 - ranks)) * 80 // ranks
    if w[COUNTED]:
        elsewhere = _elsewhere(o)
        beaters = count(elsewhere & BEATS[o.trump, lowest(card)] & ~(CLUBS << o.trump))
        counted = 80 - beaters * 80 // ranks
        worth += (counted - worth) * w[COUNTED] // _HUNDRED
    if (CLUBS << o.trump) & card:
        return worth + w[TRUMP]
    if hand & same_ranks(card) & ~card & ~(CLUBS << o.trump):
        worth += w[PAIR]
    return worth


@rule
def _short(o: Sight, seat: int) -> int:
    """How many cards a seat is short of four."""
    return max(4 - o.counts[seat], _NONE)


@rule
def _elsewhere(o: Sight) -> int:
    """The cards that other hands and the talon hold."""
    found = o.unseen | o.talon_sure
    for seat in range(SEATS):
        if seat != o.seat:
            found |= o.sure[seat]
    return found


@rule
def _chance_to_stick(o: Sight, cards: int) -> int:
    """How likely the defender cannot cover each of these cards, in hundredths, by counting."""
    known = o.sure[o.defender]
    can = _HUNDRED
    while cards:
        beaters = BEATS[o.trump, lowest(cards)]
        cards &= cards - 1
        if not known & beaters:
            unseen = count(o.unseen)
            beating = count(o.unseen & beaters)
            cannot = _HUNDRED * 100
            for _ in range(o.counts[o.defender] - count(known)):
                cannot = cannot * max(unseen - beating, _NONE) // max(unseen, _ONE)
                unseen -= 1
            can = can * (_HUNDRED - cannot // 100) // 100
    return _HUNDRED - can


# Lowest and novice ---------------------------------------------------------------------------


@rule
def _simple(o: Sight, action: int, plan: Plan, step: int, slip: int) -> int:
    """What an action is worth to who goes by the lowest card; ``slip`` is -1 for lowest.

    A novice's slips: a lead that is any card, cards kept or thrown in without looking, taking
    early. It never counts.
    """
    kind = kind_of(action)
    cards = cards_of(action)
    cost = _NONE
    if cards:
        cost = _plain_cost(o, cards & -cards, step)
    if kind == DONE:
        return -_ONE * 50 if slip < 0 or slip > 2 else _NONE
    if kind == TAKE:
        is_early = slip >= 0 and slip < 3 and plan[2] > _DEAR
        return -_ONE * (0 if is_early else 500)
    if cards & (cards - 1):
        return -_MOST
    if kind == COVER:
        is_planned = cards == plan[0] and target_of(action) == plan[1]
        return -_ONE * 40 if is_planned else -_MOST
    if kind == TRANSFER:
        return -_ONE * (400 if cost >= _STEP else 0) - cost
    if kind == SHOW:
        return -_ONE * 390
    if slip >= 0 and slip < 4:
        return -_ONE  # any of them
    return -cost


@rule
def _plain_cost(o: Sight, card: int, step: int) -> int:
    """The rank of a card, and a step more when it is a trump."""
    cost = _ONE * (lowest(card) >> 2)
    return cost + step if (CLUBS << o.trump) & card else cost
