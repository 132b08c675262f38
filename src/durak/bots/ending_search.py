"""Exact play of endings, compiled: alpha-beta over the kernel's own states with a table of facts.

An ending has two active seats and an empty talon: nothing is hidden, under any ruleset. Every
question is a yes or no, "does this seat win from here?"; asked for both seats it gives win, draw or
loss. What is legal and what follows is asked of the kernel alone.

With transfers cards can go round, and only R9.8 ends the deal: what a position is worth may depend
on how many takes are left before the stalemate. Fewer takes left never help who wants to win. So a
fact of the table is good for a whole range: "wins with n takes left or more", "does not win with n
left or fewer", and most for any number. The same lets a search begin with an early stalemate, which
is quick, and put it off until the answer no longer leans on it.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from durak import cards
from durak.bots.compiled import entry, rule
from durak.kernel.act import act
from durak.kernel.bits import CLUBS, count
from durak.kernel.bout import is_talon_empty
from durak.kernel.layout import (
    AFTER_TAKE,
    LEAD,
    MAX_LEGAL,
    OVER,
    STALEMATE,
    Actions,
    State,
    States,
    new_states,
    wide,
)
from durak.kernel.legal import legal

Records: TypeAlias = NDArray[Any]
Record: TypeAlias = Any

LOSS: Final = 0
DRAWN: Final = 1
WIN: Final = 2

_NEVER: Final = 127
"""A number of takes left that no position has."""
_ALWAYS: Final = 127
_THIS_HORIZON: Final = 126
"""Not won whatever takes are left now, but a later bout leaned on this horizon's stalemate."""

# How a question ended for a node.
_OPEN: Final = 0
_WON: Final = 1  # with at least so many takes left
_LOST: Final = 2  # the other seat wins with at least so many takes left
_HELD: Final = 3  # the other seat at least draws with at most so many takes left

_DISCARDED: Final = -1
"""In place of takes said since the parent: a bout was beaten off, the count began anew."""

ENTRY: Final = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("key", np.int64, 4),
                ("wins", np.int8, 2),  # the seat to act, the other: with so many takes left or more
                ("fails", np.int8, 2),  # does not win with so many takes left or fewer
                ("horizon", np.int8),  # where the stalemate lay for ``fails`` below _ALWAYS
                ("effort", np.int8),  # logarithm of the nodes it took
            ],
            align=True,
        ),
    )
)

NODE: Final = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("key", np.int64, 4),
                ("slot", np.int64),
                ("place", np.int64),  # in the array of nodes
                ("action", np.int64),  # that led here
                ("score", np.int64),  # how good it looks for who chose it
                ("takes", np.int64),  # said since the parent, or _DISCARDED
                ("actions_at", np.int64),
                ("actions", np.int64),
                ("actions_end", np.int64),  # behind those of its children
                ("parent", np.int64),
                ("first", np.int64),  # of its children, which lie side by side
                ("children", np.int64),  # -1 not made yet
                ("waiting", np.int64),  # children not answered yet
                ("began", np.int64),  # nodes before it
                ("is_waiting", np.int64),
                ("answer", np.int64),
                ("bound", np.int64),
                ("lost_bound", np.int64),  # of all children so far, where the asker is to act
                ("held_bound", np.int64),
                ("effort", np.int64),
            ],
            align=True,
        ),
    )
)

ROOT: Final = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("action", np.int64),
                ("low", np.int64),  # proven: at least, at most; LOSS, DRAWN or WIN
                ("high", np.int64),
                ("effort", np.int64),
                ("score", np.int64),
            ],
            align=True,
        ),
    )
)


class Memory(NamedTuple):
    """All that a search writes to, made once."""

    table: Records
    states: States
    nodes: Records
    actions: Actions
    legal: Actions
    roots: Records
    marks: Actions
    """The ruleset's two numbers and the number of rulesets so far; best root; how many there are."""


_ARENA: Final = 8192
_ACTIONS: Final = 1 << 17


def new_memory(table_bits: int) -> Memory:
    """Memory with a table of ``2 ** table_bits`` entries of 40 bytes, and 4 MB beside it."""
    return Memory(
        table=np.zeros(1 << table_bits, ENTRY),
        states=new_states(_ARENA),
        nodes=np.zeros(_ARENA, NODE),
        actions=np.zeros(_ACTIONS, np.int64),
        legal=np.zeros(MAX_LEGAL, np.int64),
        roots=np.zeros(MAX_LEGAL, ROOT),
        marks=np.zeros(5, np.int64),
    )


# Positions -----------------------------------------------------------------------------------

_K1: Final = np.uint64(0x9E3779B97F4A7C15)
_K2: Final = np.uint64(0xBF58476D1CE4E5B9)
_K3: Final = np.uint64(0x94D049BB133111EB)
_K4: Final = np.uint64(0xD6E8FEB86659FD93)
_S32: Final = np.uint64(32)
_S29: Final = np.uint64(29)
_HIGH: Final = wide(52)


@rule
def _other(s: State) -> int:
    """The active seat that is not to act."""
    return s.defender if s.to_act == s.principal else s.principal


@rule
def _suit(s: State, own: int, others: int, suit: int) -> int:
    """A suit in four bits a rank: in the hand to act, the other hand, open, else on the table."""
    return (
        (own >> suit & CLUBS)
        | (others >> suit & CLUBS) << 1
        | (s.open >> suit & CLUBS) << 2
        | ((s.table & ~s.open) >> suit & CLUBS) << 3
    )


@rule
def _write_key(s: State, epoch: int, node: Record, mask: int) -> None:
    """Everything that the continuation depends on but the takes left, plain suits in one order.

    Which attack a cover lies on, who led and who dealt change nothing any more; of the limit only
    the room that the attacker has cards for.
    """
    own = s.hands[s.to_act]
    others = s.hands[_other(s)]
    trump = np.int64(s.trump)
    a = _suit(s, own, others, (trump + 1) & 3)
    b = _suit(s, own, others, (trump + 2) & 3)
    c = _suit(s, own, others, (trump + 3) & 3)
    if a > b:
        a, b = b, a
    if b > c:
        b, c = c, b
    if a > b:
        a, b = b, a
    last = _suit(s, own, others, trump)
    last ^= ((s.shown & (own | others | s.table)) >> trump & CLUBS) * 15
    room = min(np.int64(s.limit - s.attack_count), count(s.hands[s.principal]))
    extra = np.int64(s.phase) | room << 2
    extra |= np.int64(s.to_act == s.principal) << 5
    extra |= (np.int64(s.done) >> s.principal & 1) << 6 | (np.int64(s.done) >> s.defender & 1) << 7
    if s.rules.first_limit != s.rules.attack_limit or not s.rules.transfer_first_bout:
        extra |= np.int64(s.bout == 1) << 8 | np.int64(s.beaten_off) << 9
    last |= extra << _HIGH
    c |= epoch << _HIGH
    node.key[0] = a
    node.key[1] = b
    node.key[2] = c
    node.key[3] = last
    h = np.uint64(a) * _K1
    h = (h ^ (h >> _S32) ^ np.uint64(b)) * _K2
    h = (h ^ (h >> _S32) ^ np.uint64(c)) * _K3
    h = (h ^ (h >> _S32) ^ np.uint64(last)) * _K4
    h ^= h >> _S29
    node.slot = np.int64(h & np.uint64(mask))


_WEIGHTS: Final = np.array(
    [
        [8 - cards.rank_of(card) // 2 if cards.suit_of(card) == trump else 16 - cards.rank_of(card)
         for card in range(cards.CARDS)]
        for trump in range(4)
    ],
    np.int64,
)  # fmt: skip
"""``_WEIGHTS[trump, card]``: how much it costs to have to get rid of a card."""


@rule
def _weight(hand: int, trump: int) -> int:
    total = np.int64(0)
    while hand:
        total += _WEIGHTS[trump, count((hand & -hand) - 1)]
        hand &= hand - 1
    return total


@rule
def _score(s: State, seat: int, other: int) -> int:
    """How good a state looks for a seat: the cards it is rid of, the other's burden."""
    own = s.hands[seat]
    others = s.hands[other]
    if s.phase == AFTER_TAKE:
        if s.defender == seat:
            own |= s.table
        else:
            others |= s.table
    return _weight(others, s.trump) - _weight(own, s.trump)


# The table -----------------------------------------------------------------------------------


@rule
def _is_at(place: Record, node: Record) -> bool:
    return (
        place.key[0] == node.key[0]
        and place.key[1] == node.key[1]
        and place.key[2] == node.key[2]
        and place.key[3] == node.key[3]
    )


@rule
def _look_up(memory: Memory, node: Record, s: State, seat: int) -> None:
    """Answer the node, if the table can: does ``seat`` win?"""
    slot = node.slot
    if not _is_at(memory.table[slot], node):
        slot ^= 1
        if not _is_at(memory.table[slot], node):
            return
    place = memory.table[slot]
    horizon = np.int64(s.rules.stalemate_takes)
    left = horizon - s.takes_in_row
    who = 0 if s.to_act == seat else 1
    fails = np.int64(place.fails[who])
    if left >= place.wins[who]:
        node.answer = _WON
        node.bound = place.wins[who]
        node.effort = np.int64(1) << place.effort
    elif left >= place.wins[1 - who]:
        node.answer = _LOST
        node.bound = place.wins[1 - who]
        node.effort = np.int64(1) << place.effort
    elif left <= fails and (fails == _ALWAYS or place.horizon == horizon):
        node.answer = _HELD
        node.bound = fails
        node.effort = np.int64(1) << place.effort


@rule
def _store(memory: Memory, node: Record, s: State, seat: int) -> None:
    """Keep the node's answer."""
    horizon = np.int64(s.rules.stalemate_takes)
    effort = np.int64(0)
    while node.effort >> effort > 1:
        effort += 1
    slot = node.slot
    if not _is_at(memory.table[slot], node):
        if _is_at(memory.table[slot ^ 1], node):
            slot ^= 1
        else:
            epoch = node.key[2] >> _HIGH
            if memory.table[slot].key[2] >> _HIGH == epoch and (
                memory.table[slot ^ 1].key[2] >> _HIGH != epoch
                or memory.table[slot ^ 1].effort < memory.table[slot].effort
            ):
                slot ^= 1
            new = memory.table[slot]
            for at in range(4):
                new.key[at] = node.key[at]
            new.wins[0] = _NEVER
            new.wins[1] = _NEVER
            new.fails[0] = -1
            new.fails[1] = -1
            new.effort = 0
    place = memory.table[slot]
    if place.horizon != horizon:
        for at in range(2):
            if place.fails[at] != _ALWAYS:
                place.fails[at] = -1
        place.horizon = horizon
    who = 0 if s.to_act == seat else 1
    if node.answer == _HELD:
        place.fails[who] = max(node.bound, np.int64(place.fails[who]))
    else:
        if node.answer == _LOST:
            who = 1 - who
        place.wins[who] = min(node.bound, np.int64(place.wins[who]))
        place.fails[1 - who] = _ALWAYS  # who wins with many takes left never lets the other win
    place.effort = max(effort, np.int64(place.effort))


# Answers -------------------------------------------------------------------------------------


@rule
def _judge_end(s: State, node: Record, seat: int) -> None:
    """The answer where the deal is over, by the kernel's result."""
    if s.losers == 0:
        node.answer = _HELD
        node.bound = 0 if s.result == STALEMATE else _ALWAYS
    else:
        node.answer = _LOST if s.losers >> seat & 1 else _WON
        node.bound = 0


@rule
def _tell_parent(parent: Record, child: Record, is_asker: bool) -> None:
    """Take an answered child into its parent's answer; ``is_asker``: the asker chooses there."""
    parent.waiting -= 1
    answer = child.answer
    bound = child.bound
    if child.takes == _DISCARDED:
        if answer != _HELD:
            bound = 0
        elif bound != _ALWAYS:
            bound = _THIS_HORIZON
    elif answer != _HELD or bound < _THIS_HORIZON:
        bound += child.takes
    if is_asker:
        if answer == _WON:
            parent.answer = _WON
            parent.bound = bound
        elif answer == _LOST:
            parent.lost_bound = max(parent.lost_bound, bound)
        else:
            parent.held_bound = min(parent.held_bound, bound)
    elif answer == _WON:
        parent.lost_bound = max(parent.lost_bound, bound)
    else:
        parent.answer = answer
        parent.bound = bound


@rule
def _conclude(node: Record, s: State, is_asker: bool) -> None:
    """The answer of a node whose children are all answered, or one of which decided it."""
    if node.answer == _OPEN:
        node.answer = _WON
        node.bound = node.lost_bound
        if is_asker:
            node.answer = _LOST
            if node.held_bound != _NEVER + 1:
                node.answer = _HELD
                node.bound = node.held_bound
    if s.phase == LEAD and node.answer != _HELD:
        node.bound = max(node.bound, 1)  # with none left nobody leads any more (R9.8)


# The search ----------------------------------------------------------------------------------


@rule
def _expand(memory: Memory, at: int, seat: int, every: bool) -> bool:
    """Make the children of a node, behind its siblings; False when memory is at its end."""
    parent = memory.nodes[at]
    top = np.int64(1)
    actions_at = parent.actions
    if at != 0:
        above = memory.nodes[parent.parent]
        top = above.first + above.actions
        actions_at = above.actions_end
    if top + parent.actions > len(memory.nodes):
        return False
    parent.first = top
    parent.children = 0
    parent.waiting = parent.actions
    parent.answer = _OPEN
    parent.lost_bound = 0
    parent.held_bound = _NEVER + 1
    from_ = memory.states[at]
    is_asker = from_.to_act == seat
    mover = np.int64(from_.to_act)
    other = np.int64(_other(from_))
    cards_left = from_.hands[mover] | from_.hands[other] | from_.table
    for which in range(parent.actions):
        child = memory.nodes[top]
        memory.states[top] = memory.states[at]
        s = memory.states[top]
        action = memory.actions[parent.actions_at + which]
        child.place = top
        child.action = action
        child.parent = at
        child.children = -1
        child.answer = _OPEN
        child.effort = 1
        child.is_waiting = 1
        n = np.int64(0)
        while True:
            act(s, action)
            n = legal(s, memory.legal)
            if n != 1 or s.phase == LEAD:
                break
            action = memory.legal[0]  # forced: no node of its own
        child.takes = s.takes_in_row - from_.takes_in_row
        if s.phase == OVER:
            _judge_end(s, child, seat)
            if s.result != STALEMATE:
                child.takes = _DISCARDED
        else:
            if (s.hands[mover] | s.hands[other] | s.table) != cards_left:
                child.takes = _DISCARDED
            _write_key(s, memory.marks[2], child, len(memory.table) - 1)
            _look_up(memory, child, s, seat)
            child.score = _score(s, mover, other)
            child.actions = n
            child.actions_at = actions_at
            if actions_at + n > len(memory.actions):
                return False
            for each in range(n):
                memory.actions[actions_at + each] = memory.legal[each]
            actions_at += n
        top += 1
        parent.children += 1
        if child.answer != _OPEN:
            child.is_waiting = 0
            _tell_parent(parent, child, is_asker)
            if parent.answer != _OPEN and not (every and at == 0):
                break
    parent.actions_end = actions_at
    return True


@rule
def _write_root(memory: Memory, child: Record, which: int, is_own: bool, is_real: bool) -> None:
    """Keep what is proven of an action at the root; ``is_own``: asked whether who acts wins."""
    root = memory.roots[which]
    root.effort = max(root.effort, child.effort)
    if child.answer == _HELD:
        if is_real or child.bound == _ALWAYS:
            if is_own:
                root.high = min(root.high, DRAWN)
            else:
                root.low = max(root.low, DRAWN)
    elif child.answer != _OPEN:
        root.low = WIN if (child.answer == _WON) == is_own else LOSS
        root.high = root.low


@rule
def _search(memory: Memory, seat: int, every: bool, spent: int, budget: int, is_real: bool) -> int:
    """Ask whether ``seat`` wins from the root; nodes spent so far, answers go to the roots."""
    nodes = memory.nodes
    nodes[0].children = -1
    is_own = memory.states[0].to_act == seat
    at = np.int64(0)
    while True:
        node = nodes[at]
        s = memory.states[at]
        if node.children < 0:
            if spent >= budget or not _expand(memory, at, seat, every):
                return spent
            node.began = spent
            spent += 1
            if at == 0:
                for which in range(node.children):
                    child = nodes[1 + which]
                    if child.answer != _OPEN:
                        _write_root(memory, child, which, is_own, is_real)
                    memory.roots[which].score = child.score
        if node.waiting == 0 or (node.answer != _OPEN and (at != 0 or not every)):
            if at == 0:
                return spent
            _conclude(node, s, s.to_act == seat)
            node.effort = spent - node.began
            _store(memory, node, s, seat)
            child = node
        else:
            best = np.int64(-1)
            for each in range(node.first, node.first + node.actions):
                if nodes[each].is_waiting and (best < 0 or nodes[each].score > nodes[best].score):
                    best = each
            child = nodes[best]
            child.is_waiting = 0
            _look_up(memory, child, memory.states[best], seat)
            if child.answer == _OPEN:
                at = best
                continue
        at = child.parent
        _tell_parent(nodes[at], child, memory.states[at].to_act == seat)
        if at == 0:
            _write_root(memory, child, child.place - 1, is_own, is_real)


@rule
def _open_table(s: State, memory: Memory) -> None:
    """Forget what was stored under another ruleset."""
    r = s.rules
    one = np.int64(0)
    for field in (r.done_is_final, r.throw_after_take, r.attack_limit, r.first_limit,
                  r.first_limit_until_discard, r.transfer, r.transfer_several):  # fmt: skip
        one = one << 8 | np.int64(field)
    other = np.int64(0)
    for field in (r.transfer_first_bout, r.transfer_show, r.last_defender_loses,
                  r.stalemate_takes, r.teams, r.players, r.throwers):  # fmt: skip
        other = other << 8 | np.int64(field)
    if memory.marks[0] != one or memory.marks[1] != other:
        memory.marks[0] = one
        memory.marks[1] = other
        memory.marks[2] += 1
        if memory.marks[2] == _EPOCHS:
            memory.marks[2] = 1
            for at in range(len(memory.table)):
                memory.table[at].key[2] = 0


_EPOCHS: Final = 2048
_FIRST_HORIZON: Final = 3


@rule
def is_ending(s: State) -> bool:
    """Whether exactly two seats are active, one against the other, and nothing is left to draw."""
    return s.phase != OVER and is_talon_empty(s) and count(np.int64(s.active)) == 2


@entry
def solve_state(states: States, i: int, memory: Memory, budget: int, every: bool) -> int:
    """Solve the ending ``states[i]`` with at most ``budget`` nodes; how many it took.

    ``memory.roots`` holds each legal action, in the kernel's order, with what is proven of it,
    ``memory.marks[3]`` the best one's place and ``memory.marks[4]`` how many there are. ``every``:
    all of them are wanted, not only the best. Whether it is an ending is asked before.
    """
    memory.states[0] = states[i]
    s = memory.states[0]
    _open_table(s, memory)
    n = legal(s, memory.legal)
    for which in range(n):
        memory.actions[which] = memory.legal[which]
        root = memory.roots[which]
        root.action = memory.legal[which]
        root.low = LOSS
        root.high = WIN
        root.effort = 0
        root.score = 0
    memory.nodes[0].actions = n
    memory.nodes[0].actions_at = 0
    memory.marks[4] = n
    real = np.int64(s.rules.stalemate_takes)
    real_left = real - s.takes_in_row
    own = np.int64(s.to_act)
    other = np.int64(_other(s))
    horizon = min(real, _FIRST_HORIZON) if s.rules.transfer else real
    spent = np.int64(0)
    is_own = True
    while spent < budget:
        low = np.int64(LOSS)
        high = np.int64(LOSS)
        is_open = False
        for which in range(n):
            root = memory.roots[which]
            low = max(low, root.low)
            high = max(high, root.high)
            is_open |= root.low != root.high
        if low == high and not (every and is_open):
            break
        if is_own:
            s.rules.stalemate_takes = horizon
            s.takes_in_row = horizon - min(real_left, horizon)
        if every or (is_own and high == WIN) or (not is_own and low == LOSS):
            most = spent + (budget - spent) // 2 if is_own else budget
            asker = own if is_own else other
            spent = _search(memory, asker, every, spent, most, horizon == real)
        if not is_own:
            if horizon == real:
                break
            horizon = min(2 * horizon, real)
        is_own = not is_own
    memory.marks[3] = _best(memory, n)
    return spent


@rule
def _best(memory: Memory, n: int) -> int:
    """The place of the best action: most proven, then most hoped for, hardest to refute."""
    best = np.int64(0)
    for which in range(1, n):
        one = memory.roots[which]
        other = memory.roots[best]
        if one.low != other.low:
            is_better = one.low > other.low
        elif one.high != other.high:
            is_better = one.high > other.high
        elif one.high == LOSS and one.effort != other.effort:
            is_better = one.effort > other.effort
        else:
            is_better = one.score > other.score
        if is_better:
            best = which
    return best
