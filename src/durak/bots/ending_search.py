"""Exact play of endings, compiled: a search over the kernel's own states with a table of facts.

An ending has two active seats and an empty talon: nothing is hidden, under any ruleset. Every
question is a yes or no, "does this seat win from here?"; asked for both seats it gives win, draw or
loss. What is legal and what follows is asked of the kernel alone.

The search goes depth first, best looking action first; with transfers, where that gets lost in the
many ways that cards can go round, it goes where the proof seems nearest (depth-first proof-number
search, Nagai 2002, after Ueda's weak numbers, that count a position once though many ways lead to
it). Either gives up at its budget and keeps what is proven by then.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from durak import cards
from durak.bots.compiled import entry, rule
from durak.bots.ending_table import (
    ALWAYS,
    DISCARDED,
    DRAWN,
    HELD,
    LOSS,
    LOST,
    NEVER,
    ONE,
    OPEN,
    WIN,
    WON,
    ZERO,
    Memory,
    Record,
    Records,
    look_up,
    new_memory,
    open_table,
    other_seat,
    store,
    write_key,
)
from durak.kernel.act import act
from durak.kernel.bits import count
from durak.kernel.bout import is_talon_empty
from durak.kernel.layout import (
    AFTER_TAKE,
    LEAD,
    OVER,
    STALEMATE,
    State,
    States,
    wide,
)
from durak.kernel.legal import legal

__all__ = ["Memory", "is_ending", "new_memory", "solve_state"]

_NONE: Final = wide(-1)

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
    total = ZERO
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


# Answers -------------------------------------------------------------------------------------


@rule
def _judge_end(s: State, node: Record, seat: int) -> None:
    """The answer where the deal is over, by the kernel's result."""
    if s.losers == 0:
        node.answer = HELD
        node.bound = 0 if s.result == STALEMATE else ALWAYS
    else:
        node.answer = LOST if s.losers >> seat & 1 else WON
        node.bound = 0


@rule
def _tell_parent(parent: Record, child: Record, is_asker: bool) -> None:
    """Take an answered child into its parent's answer; ``is_asker``: the asker chooses there."""
    parent.waiting -= 1
    answer = child.answer
    bound = child.bound
    if child.takes == DISCARDED:
        bound = ALWAYS if answer == HELD else 0
    elif answer != HELD or bound < ALWAYS:
        bound += child.takes
    if is_asker:
        if answer == WON:
            parent.answer = WON
            parent.bound = bound
        elif answer == LOST:
            parent.lost_bound = max(parent.lost_bound, bound)
        else:
            parent.held_bound = min(parent.held_bound, bound)
    elif answer == WON:
        parent.lost_bound = max(parent.lost_bound, bound)
    else:
        parent.answer = answer
        parent.bound = bound


@rule
def _conclude(node: Record, s: State, is_asker: bool) -> None:
    """The answer of a node whose children are all answered, or one of which decided it."""
    if node.answer == OPEN:
        node.answer = WON
        node.bound = node.lost_bound
        if is_asker:
            node.answer = LOST
            if node.held_bound != NEVER + 1:
                node.answer = HELD
                node.bound = node.held_bound
    if s.phase == LEAD and node.answer != HELD:
        node.bound = max(node.bound, 1)  # with none left nobody leads any more (R9.8)


# The search ----------------------------------------------------------------------------------


@rule
def _expand(memory: Memory, at: int, seat: int, every: bool) -> bool:
    """Make the children of a node, behind its siblings; False when memory is at its end."""
    parent = memory.nodes[at]
    top = ONE
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
    parent.answer = OPEN
    parent.lost_bound = 0
    parent.held_bound = NEVER + 1
    from_ = memory.states[at]
    is_asker = from_.to_act == seat
    mover = from_.to_act + ZERO
    other = other_seat(from_) + ZERO
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
        child.answer = OPEN
        child.effort = 1
        child.is_waiting = 1
        n = ZERO
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
                child.takes = DISCARDED
        else:
            if (s.hands[mover] | s.hands[other] | s.table) != cards_left:
                child.takes = DISCARDED
            write_key(s, memory.marks[2], child, len(memory.table) - 1)
            child.to_prove = 1 if s.to_act == seat else n
            child.to_refute = n if s.to_act == seat else 1
            look_up(memory, child, s, seat)
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
        if child.answer != OPEN:
            child.is_waiting = 0
            _tell_parent(parent, child, is_asker)
            if parent.answer != OPEN and not (every and at == 0):
                break
    parent.actions_end = actions_at
    return True


@rule
def _write_root(memory: Memory, child: Record, which: int, is_own: bool) -> None:
    """Keep what is proven of an action at the root; ``is_own``: asked whether who acts wins."""
    root = memory.roots[which]
    root.effort = max(root.effort, child.effort)
    if child.answer == HELD:
        if is_own:
            root.high = min(root.high, DRAWN)
        else:
            root.low = max(root.low, DRAWN)
    elif child.answer != OPEN:
        root.low = WIN if (child.answer == WON) == is_own else LOSS
        root.high = root.low


_FAR: Final = wide(1 << 30)


@rule
def _choose(nodes: Records, node: Record, is_asker: bool, by_proof: bool) -> tuple[int, int, int]:
    """The child to look into, and how far the next best one is; also how far the node is now."""
    best = _NONE
    least = _FAR
    second = _FAR
    most = ZERO
    waiting = ZERO
    for each in range(node.first, node.first + node.children):
        child = nodes[each]
        if not child.is_waiting:
            continue
        waiting += 1
        near = child.to_prove if is_asker else child.to_refute
        most = max(most, child.to_refute if is_asker else child.to_prove)
        if not by_proof:
            near = 0
        if best < 0 or near < least or (near == least and child.score > nodes[best].score):
            second = least
            least = near
            best = each
        elif near < second:
            second = near
    most += waiting - 1
    if by_proof:
        node.to_prove = least if is_asker else most
        node.to_refute = most if is_asker else least
    else:
        node.to_prove = 0
        node.to_refute = 0
    return best, second, waiting


@rule
def _limit(node: Record, child: Record, is_asker: bool, second: int, waiting: int) -> None:
    """How far a child may turn out to be before another one is tried."""
    near = second + second // 2 + 2
    if is_asker:
        child.most_to_prove = min(node.most_to_prove, near)
        child.most_to_refute = node.most_to_refute - (waiting - 1)
    else:
        child.most_to_refute = min(node.most_to_refute, near)
        child.most_to_prove = node.most_to_prove - (waiting - 1)


@rule
def _search(memory: Memory, seat: int, every: bool, spent: int, budget: int) -> int:
    """Ask whether ``seat`` wins from the root; nodes spent so far, answers go to the roots."""
    nodes = memory.nodes
    nodes[0].children = -1
    nodes[0].most_to_prove = _FAR
    nodes[0].most_to_refute = _FAR
    by_proof = memory.states[0].rules.transfer != 0
    is_own = memory.states[0].to_act == seat
    at = ZERO
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
                    if child.answer != OPEN:
                        _write_root(memory, child, which, is_own)
                    memory.roots[which].score = child.score
        is_asker = s.to_act == seat
        is_answered = node.waiting == 0 or (node.answer != OPEN and (at != 0 or not every))
        best = _NONE
        second = _FAR
        waiting = ZERO
        if not is_answered:
            best, second, waiting = _choose(nodes, node, is_asker, by_proof)
        if is_answered or (
            node.to_prove > node.most_to_prove or node.to_refute > node.most_to_refute
        ):
            if at == 0:
                return spent
            if is_answered:
                _conclude(node, s, is_asker)
            node.effort = spent - node.began
            store(memory, node, s, seat)
            node.children = -1
            child = node
        else:
            child = nodes[best]
            look_up(memory, child, memory.states[best], seat)
            if child.answer == OPEN:
                child.most_to_prove = _FAR
                child.most_to_refute = _FAR
                if by_proof and not (every and at == 0):
                    _limit(node, child, is_asker, second, waiting)
                at = best
                continue
        at = child.parent
        if child.answer == OPEN:
            continue
        child.is_waiting = 0
        _tell_parent(nodes[at], child, memory.states[at].to_act == seat)
        if at == 0:
            _write_root(memory, child, child.place - 1, is_own)


@rule
def is_ending(s: State) -> bool:
    """Whether exactly two seats are active, one against the other, and nothing is left to draw."""
    return s.phase != OVER and is_talon_empty(s) and count(s.active + ZERO) == 2


@entry
def solve_state(states: States, i: int, memory: Memory, budget: int, every: bool) -> int:
    """Solve the ending ``states[i]`` with at most ``budget`` nodes; how many it took.

    ``memory.roots`` holds each legal action, in the kernel's order, with what is proven of it,
    ``memory.marks[3]`` the best one's place and ``memory.marks[4]`` how many there are. ``every``:
    all of them are wanted, not only the best. Whether it is an ending is asked before.
    """
    memory.states[0] = states[i]
    s = memory.states[0]
    open_table(s, memory)
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
    own = s.to_act + ZERO
    other = other_seat(s) + ZERO
    spent = ZERO
    for asking in range(2):
        is_own = asking == 0
        low = ZERO
        high = ZERO
        is_open = False
        for which in range(n):
            root = memory.roots[which]
            low = max(low, root.low)
            high = max(high, root.high)
            is_open |= root.low != root.high
        # The first question mostly answers the second too; half is left in case it cannot.
        if (is_open and every) or low != high:
            most = (budget + 1) // 2 if is_own else budget
            spent = _search(memory, own if is_own else other, every, spent, most)
    memory.marks[3] = _best(memory, n)
    return spent


@rule
def _best(memory: Memory, n: int) -> int:
    """The place of the best action: most proven, then most hoped for, hardest to refute."""
    best = ZERO
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
