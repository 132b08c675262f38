"""Deals played by the network against itself and a pool of others, kept as samples to learn from.

Compiled from end to end: rules, features, network and the other players. Of a deal only unforced
decisions of the learner become samples; a solved ending stands for the rest of its deal.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from durak.bots import policy, sight, thumb
from durak.bots.compiled import entry, rule
from durak.bots.ending_search import Memory, is_ending, new_memory, solve_state
from durak.bots.features import MAX_ACTIVE, MAX_ROWS
from durak.bots.network import Network
from durak.bots.policy import Scratch
from durak.bots.sight import Sights
from durak.kernel.act import act
from durak.kernel.layout import (
    MAX_LEGAL,
    OVER,
    SEATS,
    Actions,
    Random,
    States,
    new_states,
)
from durak.kernel.legal import legal
from durak.kernel.playout import below, deal_randomly

LEARNER: Final = -1
"""A seat that the learner plays; any other number is a manner of ``thumb``."""
RIVAL: Final = -2
"""A seat that a frozen network plays."""
MAX_ACTIONS: Final = 2000
"""A deal that goes on longer has no end that anybody would learn from (R9.8 waits for a talon)."""
ENDING_NODES: Final = 4000
"""Positions that the search of an ending may look at."""
_TABLE_BITS: Final = 13
_FINE: Final = 1 << 24


class Samples(NamedTuple):
    """What was seen and done, one row a decision; the arrays are filled up to what was returned."""

    active: NDArray[np.int16]
    active_count: NDArray[np.int16]
    rows: NDArray[np.int16]
    """MAX_ROWS for each legal action, the actions of one decision after those of the last."""
    row_count: NDArray[np.int16]
    first: NDArray[np.int64]
    """Where a decision's actions begin in ``row_count``."""
    legal_count: NDArray[np.int16]
    chosen: NDArray[np.int16]
    log_chance: NDArray[np.float32]
    """Logarithm of the probability with which the choice was made."""
    value: NDArray[np.float32]
    outcome: NDArray[np.float32]
    """What the value should have said."""
    advantage: NDArray[np.float32]
    seat: NDArray[np.int16]


def new_samples(capacity: int) -> Samples:
    """Room for ``capacity`` decisions."""
    actions = capacity * 16 + MAX_LEGAL
    return Samples(
        active=np.zeros((capacity, MAX_ACTIVE), np.int16),
        active_count=np.zeros(capacity, np.int16),
        rows=np.zeros(actions * MAX_ROWS, np.int16),
        row_count=np.zeros(actions, np.int16),
        first=np.zeros(capacity, np.int64),
        legal_count=np.zeros(capacity, np.int16),
        chosen=np.zeros(capacity, np.int16),
        log_chance=np.zeros(capacity, np.float32),
        value=np.zeros(capacity, np.float32),
        outcome=np.zeros(capacity, np.float32),
        advantage=np.zeros(capacity, np.float32),
        seat=np.zeros(capacity, np.int16),
    )


class Table(NamedTuple):
    """Where compiled deals are played: a state, a sight, the legal actions."""

    states: States
    sights: Sights
    legal: Actions
    players: NDArray[np.int64]
    """Who plays each seat."""
    outcome: NDArray[np.float64]
    """What each seat scored."""
    last_value: NDArray[np.float64]
    last_advantage: NDArray[np.float64]
    memory: Memory
    """For endings."""


def new_table() -> Table:
    """A table for one thread."""
    return Table(
        states=new_states(2),
        sights=sight.new_sights(1),
        legal=np.zeros(MAX_LEGAL, np.int64),
        players=np.zeros(SEATS, np.int64),
        outcome=np.zeros(SEATS, np.float64),
        last_value=np.zeros(SEATS, np.float64),
        last_advantage=np.zeros(SEATS, np.float64),
        memory=new_memory(_TABLE_BITS),
    )


@rule
def _seat_players(table: Table, players: int, pool: NDArray[np.float64], random: Random) -> None:
    """Who plays this deal: the learner everywhere, or with others drawn from the pool's shares."""
    drawn = below(random, _FINE) / _FINE
    other = LEARNER
    for at in range(len(pool)):
        if drawn < pool[at]:
            other = RIVAL if at == 0 else at - 1
            break
        drawn -= pool[at]
    for seat in range(players):
        is_learner = players > 2 and below(random, 4) == 0
        table.players[seat] = LEARNER if is_learner else other
    table.players[below(random, players)] = LEARNER


@rule
def _solve(table: Table) -> int:
    """Search the ending; the place of the best action where the value is proven, else -1.

    ``table.outcome`` gets what each seat scores then.
    """
    s = table.states[0]
    solve_state(table.states, 0, table.memory, ENDING_NODES, False)
    roots = table.memory.roots
    best = table.memory.marks[3]
    if roots[best].low != roots[best].high or not _is_best(table):
        return -1
    value = roots[best].low / 2
    is_even = s.rules.players == 2 or s.rules.teams
    for seat in range(s.rules.players):
        if (s.active >> seat) & 1:
            own = value if seat == s.to_act else 1 - value
            table.outcome[seat] = own if is_even or value != 0.5 else 1.0
        else:
            table.outcome[seat] = 1.0
    if s.rules.teams:
        for seat in range(s.rules.players):
            table.outcome[seat] = value if (seat ^ s.to_act) & 1 == 0 else 1 - value
    return best


@rule
def _is_best(table: Table) -> bool:
    """Whether no other action may be worth more than the best one is known to be."""
    roots = table.memory.roots
    high = roots[0].high
    for at in range(table.memory.marks[4]):
        high = max(high, roots[at].high)
    return high <= roots[table.memory.marks[3]].low


@rule
def _is_among_networks(table: Table) -> bool:
    """Whether both seats that are left are played by networks."""
    s = table.states[0]
    for seat in range(s.rules.players):
        if (s.active >> seat) & 1 and table.players[seat] >= 0:
            return False
    return True


@rule
def _score(table: Table) -> None:
    """Write the scores of a deal that is over."""
    s = table.states[0]
    for seat in range(s.rules.players):
        table.outcome[seat] = policy.score(s, seat)


@rule
def _keep(
    table: Table, room: Scratch, active: int, n: int, out: Samples, at: int, first: int
) -> None:
    """Write down a decision's features and actions as sample ``at``."""
    for each in range(active):
        out.active[at, each] = room.active[each]
    out.active_count[at] = active
    out.first[at] = first
    out.legal_count[at] = n
    for each in range(n):
        out.row_count[first + each] = room.row_count[each]
        for row in range(room.row_count[each]):
            out.rows[(first + each) * MAX_ROWS + row] = room.rows[each * MAX_ROWS + row]
    out.seat[at] = table.sights[0].seat


@rule
def _look_back(table: Table, out: Samples, begin: int, end: int, trace: float) -> None:
    """Advantages and outcomes of a finished deal's samples (generalised advantage, λ ``trace``)."""
    s = table.states[0]
    for seat in range(s.rules.players):
        table.last_value[seat] = table.outcome[seat]
        table.last_advantage[seat] = 0.0
    for at in range(end - 1, begin - 1, -1):
        seat = out.seat[at]
        surprise = table.last_value[seat] - out.value[at]
        advantage = surprise + trace * table.last_advantage[seat]
        table.last_value[seat] = out.value[at]
        table.last_advantage[seat] = advantage
        out.advantage[at] = advantage
        out.outcome[at] = min(max(out.value[at] + advantage, 0.0), 1.0)


@entry
def collect(
    net: Network,
    rival: Network,
    rules: NDArray[np.void],
    pool: NDArray[np.float64],
    is_rival_sure: bool,
    deals: int,
    trace: float,
    random: Random,
    table: Table,
    room: Scratch,
    out: Samples,
) -> int:
    """Play ``deals`` deals, each under one of ``rules``; how many samples were kept in ``out``.

    ``pool`` holds the shares of deals with the rival and with each manner of ``thumb``; the rest is
    the learner alone. A rival that is sure takes its first choice, else it draws one as the learner
    does. Stops early when ``out`` is nearly full.
    """
    s = table.states[0]
    o = table.sights[0]
    kept = 0
    actions = 0
    for _ in range(deals):
        s.rules = rules[below(random, len(rules))]
        deal_randomly(s, random)
        _seat_players(table, s.rules.players, pool, random)
        begin = kept
        begin_actions = actions
        is_proven = False
        steps = 0
        while s.phase != OVER and steps < MAX_ACTIONS:
            steps += 1
            n = legal(s, table.legal)
            chosen = 0
            if n > 1:
                # An ending is scored as perfect play ends it: that is how it will be played.
                if is_ending(s) and _is_among_networks(table) and _solve(table) >= 0:
                    is_proven = True
                    break
                sight.of_state(s, s.to_act, o)
                player = table.players[s.to_act]
                if player == LEARNER:
                    if kept == len(out.active) or actions + n > len(out.row_count):
                        return begin
                    active = policy.consult(net, o, table.legal, n, room)
                    _keep(table, room, active, n, out, kept, actions)
                    policy.to_chances(room, n)
                    chosen = policy.pick(room, n, random)
                    out.chosen[kept] = chosen
                    out.log_chance[kept] = np.log(max(room.logits[chosen], 1e-9))
                    out.value[kept] = policy.worth(net, room)
                    kept += 1
                    actions += n
                elif player == RIVAL:
                    policy.consult(rival, o, table.legal, n, room)
                    if is_rival_sure:
                        chosen = policy.best(room, n)
                    else:
                        policy.to_chances(room, n)
                        chosen = policy.pick(room, n, random)
                else:
                    chosen = thumb.choose(o, table.legal, n, player, random)
            act(s, table.legal[chosen])
        if s.phase == OVER:
            _score(table)
        if s.phase != OVER and not is_proven:
            kept = begin
            actions = begin_actions
        else:
            _look_back(table, out, begin, kept, trace)
    return kept


@entry
def duel(
    net: Network,
    rival: Network,
    rules: NDArray[np.void],
    other: int,
    decks: int,
    random: Random,
    table: Table,
    room: Scratch,
    scores: NDArray[np.float64],
) -> None:
    """The network at its best, endings solved, against others in every other seat.

    Each deck is played once from every seat; ``scores[deck]`` gets the mean. ``other`` is a manner
    of ``thumb`` or RIVAL.
    """
    s = table.states[0]
    o = table.sights[0]
    fresh = table.states[1]
    for deck in range(decks):
        fresh.rules = rules[deck % len(rules)]
        deal_randomly(fresh, random)
        players = fresh.rules.players
        total = 0.0
        for own in range(players):
            table.states[0] = table.states[1]
            steps = 0
            while s.phase != OVER and steps < MAX_ACTIONS:
                steps += 1
                n = legal(s, table.legal)
                chosen = 0
                if n > 1:
                    sight.of_state(s, s.to_act, o)
                    if s.to_act == own or other == RIVAL:
                        chosen = _solve(table) if is_ending(s) else -1
                        if chosen >= 0:
                            act(s, table.legal[chosen])
                            continue
                    if s.to_act == own:
                        policy.consult(net, o, table.legal, n, room)
                        chosen = policy.best(room, n)
                    elif other == RIVAL:
                        policy.consult(rival, o, table.legal, n, room)
                        chosen = policy.best(room, n)
                    else:
                        chosen = thumb.choose(o, table.legal, n, other, random)
                act(s, table.legal[chosen])
            total += policy.score(s, own) if s.phase == OVER else 0.5
        scores[deck] = total / players
