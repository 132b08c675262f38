"""What a seat knows, as plain numbers for compiled code: the view in a record, and nothing besides.

A sight is filled from a ``View``, where a bot plays, or from a kernel's state for one of its seats,
where compiled code plays many deals against itself; both give the same record. ``sample`` goes the
other way: a full state that agrees with a sight, drawn uniformly, the record's counterpart of
``knowledge.sample``.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from durak import cards
from durak.bots.compiled import rule
from durak.kernel.bits import bit, count, lowest
from durak.kernel.bout import low_trump
from durak.kernel.layout import ATTACKS, RULES, SEATS, Random, State, wide
from durak.kernel.playout import below
from durak.kernel.rules import fill
from durak.ruleset import Ruleset
from durak.view import PHASES, View

Sight: TypeAlias = Any
"""One record of ``SIGHT``; Numba gives its fields their types."""
Sights: TypeAlias = NDArray[Any]

SIGHT: Final = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("hand", np.int64),  # the seat's own cards
                ("public", np.int64, SEATS),  # publicly known cards of each hand (R12.2)
                ("sure", np.int64, SEATS),  # cards each hand certainly holds (R12.3); own: all
                ("counts", np.int64, SEATS),  # sizes of the hands
                ("table", np.int64),
                ("open", np.int64),
                ("gone", np.int64),
                ("shown", np.int64),
                ("talon_sure", np.int64),  # cards certainly in the talon, the trump card among them
                ("unseen", np.int64),  # cards that may be in several places
                ("talon", np.int64),  # how many cards the talon holds
                ("trump_card", np.int64),  # -1 once the talon is empty
                ("trump", np.int64),
                ("seat", np.int64),
                ("phase", np.int64),
                ("principal", np.int64),
                ("defender", np.int64),
                ("led", np.int64),
                ("dealer", np.int64),
                ("bout", np.int64),
                ("limit", np.int64),
                ("attack_count", np.int64),
                ("active", np.int64),  # set of seats
                ("throwers", np.int64),  # set of seats
                ("done", np.int64),  # set of seats
                ("beaten_off", np.int64),
                ("takes_in_row", np.int64),
                ("low_trump_first", np.int64),  # as far as this seat has seen it, else -1 (R9.6)
                ("attacks", np.int8, ATTACKS),  # in the order laid
                ("covers", np.int8, ATTACKS),  # -1 none
                ("rules", RULES),
            ],
            align=True,
        ),
    )
)

_ALL: Final = wide(cards.ALL_CARDS)
_EMPTY: Final = wide(0)
_NOBODY: Final = wide(-1)


def new_sights(number: int) -> Sights:
    """An array of ``number`` empty sights."""
    return np.zeros(number, dtype=SIGHT)


# From a view ---------------------------------------------------------------------------------


def of_view(view: View, sights: Sights, i: int) -> None:
    """Fill ``sights[i]`` with what ``view`` shows.

    Raises:
        ValueError: the view is not that of the seat to act.
    """
    if view.seat is None or view.seat != view.to_act:
        raise ValueError(f"seat {view.seat} is not to act: the word is with {view.to_act}")
    players = len(view.counts)
    hand = _mask(view.hand)
    public = [_mask(held) for held in view.known]
    sure = [held | _mask(more) for held, more in zip(public, view.follows, strict=True)]
    sure[view.seat] = hand
    trump_card = -1 if view.trump_card is None else cards.card(view.trump_card)
    talon_sure = _mask(view.talon_follows) | (0 if trump_card < 0 else 1 << trump_card)
    attacks = [cards.card(pair.attack) for pair in view.table]
    covers = [-1 if pair.cover is None else cards.card(pair.cover) for pair in view.table]
    table = cards.mask([*attacks, *(cover for cover in covers if cover >= 0)])
    gone = _mask(view.gone)
    deck, rules = _rules(view.rules)
    unseen = cards.deck_mask(deck) & ~(table | gone | talon_sure)
    for held in sure:
        unseen &= ~held
    low = view.low_trump_first
    spare = (0,) * (SEATS - players)
    unlaid = ATTACKS - len(attacks)
    sights[i] = (
        hand,
        (*public, *spare),
        (*sure, *spare),
        (*view.counts, *spare),
        table,
        cards.mask(a for a, cover in zip(attacks, covers, strict=True) if cover < 0),
        gone,
        _mask(view.shown),
        talon_sure,
        unseen,
        view.talon_count,
        trump_card,
        cards.SUITS.index(view.trump),
        view.seat,
        PHASES.index(view.phase),
        view.principal,
        view.defender,
        view.led,
        view.dealer,
        view.bout,
        view.limit,
        len(attacks),
        ((1 << players) - 1) & ~cards.mask(seat for seats in view.out for seat in seats),
        cards.mask(view.throwers),
        cards.mask(view.done),
        view.beaten_off,
        view.takes_in_row,
        -1 if low is None else low,
        (*attacks, *(0,) * unlaid),
        (*covers, *(0,) * unlaid),
        rules,
    )


@lru_cache(maxsize=256)
def _rules(code: str) -> tuple[int, tuple[int, ...]]:
    ruleset = Ruleset.from_code(code)
    record = np.zeros(1, RULES)[0]
    fill(record, ruleset)
    return ruleset.deck, record.item()


def _mask(names: tuple[str, ...]) -> int:
    return cards.mask(cards.card(each) for each in names)


# From a state --------------------------------------------------------------------------------


@rule
def of_state(s: State, seat: int, o: Sight) -> None:
    """Fill the sight ``o`` with what ``seat`` of the state ``s`` may know, as its view would."""
    players = s.rules.players
    talon = s.rules.deck - s.top
    trump_card = _NOBODY
    if talon:
        trump_card = s.deck[s.rules.deck - 1]
    gone = _ALL ^ ((bit(52 - s.rules.deck)) - 1)
    unseen = gone & ~s.table
    gone &= ~s.table
    for at in range(s.top, s.rules.deck):
        gone &= ~bit(s.deck[at])
    hidden_hands = _EMPTY
    hidden_hand = _NOBODY
    for each in range(SEATS):
        o.public[each] = 0
        o.sure[each] = 0
        o.counts[each] = 0
    for each in range(players):
        hand = s.hands[each]
        gone &= ~hand
        o.public[each] = s.known[each]
        o.sure[each] = hand if each == seat else s.known[each]
        o.counts[each] = count(hand)
        unseen &= ~o.sure[each]
        if each != seat and hand != s.known[each]:
            hidden_hands += 1
            hidden_hand = each
    unseen &= ~gone
    sure_in_talon = _EMPTY
    if talon:
        sure_in_talon = bit(trump_card)
        unseen &= ~sure_in_talon
    if hidden_hands == 1 and talon <= 1:  # R12.3 one place alone holds what is unseen
        o.sure[hidden_hand] |= unseen
        unseen = _EMPTY
    elif hidden_hands == 0 and talon > 1:
        sure_in_talon |= unseen
        unseen = _EMPTY
    o.hand = s.hands[seat]
    o.table = s.table
    o.open = s.open
    o.gone = gone
    o.shown = s.shown
    o.talon_sure = sure_in_talon
    o.unseen = unseen
    o.talon = talon
    o.trump_card = trump_card
    o.trump = s.trump
    o.seat = seat
    o.phase = s.phase
    o.principal = s.principal
    o.defender = s.defender
    o.led = s.led
    o.dealer = s.dealer
    o.bout = s.bout
    o.limit = s.limit
    o.attack_count = s.attack_count
    o.active = s.active
    o.throwers = s.throwers
    o.done = s.done
    o.beaten_off = s.beaten_off
    o.takes_in_row = s.takes_in_row
    o.low_trump_first = -1
    low = low_trump(s)
    seen = s.hands[seat] | s.table | gone
    for each in range(players):
        seen |= s.known[each]
    if low & seen:
        o.low_trump_first = s.low_trump_seat
    for at in range(ATTACKS):
        o.attacks[at] = s.attacks[at] if at < s.attack_count else 0
        o.covers[at] = s.covers[at] if at < s.attack_count else 0
    o.rules = s.rules


# To a state ----------------------------------------------------------------------------------


@rule
def sample(o: Sight, s: State, random: Random) -> None:
    """Fill the state ``s`` with one drawn uniformly from all that agree with the sight ``o``."""
    s.rules = o.rules
    deck = np.int64(o.rules.deck)
    s.top = deck - o.talon
    # The unseen cards in random order: first each hidden hand's share, then the talon's.
    left = o.unseen
    for each in range(SEATS):
        hand = o.sure[each]
        wanted = o.counts[each] - count(hand)
        while wanted > 0:
            taken = _any(left, random)
            hand |= taken
            left &= ~taken
            wanted -= 1
        s.hands[each] = hand
        s.known[each] = o.public[each]
    at = s.top
    rest = left | o.talon_sure
    if o.talon:
        s.deck[deck - 1] = o.trump_card
        rest &= ~bit(o.trump_card)
    while at < deck - 1 and rest:
        taken = _any(rest, random)
        rest &= ~taken
        s.deck[at] = lowest(taken)
        at += 1
    _copy_public(o, s)
    if o.low_trump_first < 0:
        low = low_trump(s)
        for each in range(o.rules.players):
            if low & s.hands[each] and not low & s.known[each]:
                s.low_trump_seat = each


@rule
def _any(cards_left: int, random: Random) -> int:
    """One card of a mask at random, as a mask."""
    for _ in range(below(random, count(cards_left))):
        cards_left &= cards_left - 1
    return cards_left & -cards_left


@rule
def _copy_public(o: Sight, s: State) -> None:
    s.table = o.table
    s.open = o.open
    s.shown = o.shown
    for at in range(ATTACKS):
        s.attacks[at] = o.attacks[at]
        s.covers[at] = o.covers[at]
    s.bout = o.bout
    s.attack_count = o.attack_count
    s.limit = o.limit
    s.trump = o.trump
    s.phase = o.phase
    s.to_act = o.seat
    s.principal = o.principal
    s.defender = o.defender
    s.led = o.led
    s.dealer = o.dealer
    s.active = o.active
    s.throwers = o.throwers
    s.done = o.done
    s.beaten_off = o.beaten_off
    s.takes_in_row = o.takes_in_row
    s.low_trump_seat = o.low_trump_first
    s.result = 0
    s.losers = 0
    s.dealer_next = -1
