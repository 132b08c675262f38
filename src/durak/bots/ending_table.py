"""What the search of endings remembers: nodes on its way, and a table of facts by position.

With transfers only R9.8 ends some deals: what a position is worth may depend on how many takes are
left before the stalemate. Fewer takes left never help who wants to win. So a fact of the table is
good for a whole range: "wins with n takes left or more", "does not win with n left or fewer", and
most for any number.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from durak.bots.compiled import rule
from durak.kernel.bits import CLUBS, count
from durak.kernel.layout import MAX_LEGAL, Actions, State, States, new_states, wide

Records: TypeAlias = NDArray[Any]
Record: TypeAlias = Any

LOSS: Final = 0
DRAWN: Final = 1
WIN: Final = 2

NEVER: Final = 127
"""A number of takes left that no position has."""
ALWAYS: Final = 127

ZERO: Final = wide(0)
ONE: Final = wide(1)

# How a question ended for a node.
OPEN: Final = 0
WON: Final = 1  # with at least so many takes left
LOST: Final = 2  # the other seat wins with at least so many takes left
HELD: Final = 3  # the other seat at least draws with at most so many takes left

DISCARDED: Final = -1
"""In place of takes said since the parent: a bout was beaten off, the count began anew."""

ENTRY: Final = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("key", np.int64, 4),
                ("wins", np.int8, 2),  # the seat to act, the other: with so many takes left or more
                ("fails", np.int8, 2),  # does not win with so many takes left or fewer
                ("effort", np.int8),  # logarithm of the nodes it took
                ("to_prove", np.int32, 2),  # as in a node, for either asker, while not answered
                ("to_refute", np.int32, 2),
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
                ("takes", np.int64),  # said since the parent, or DISCARDED
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
                ("to_prove", np.int64),  # how far the proof seems: about so many open positions
                ("to_refute", np.int64),
                ("most_to_prove", np.int64),  # beyond this another position is to be tried first
                ("most_to_refute", np.int64),
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
    """The ruleset in two numbers, how many rulesets there were; the best root, how many roots."""


_ARENA: Final = 8192
_ACTIONS: Final = 1 << 17


def new_memory(table_bits: int) -> Memory:
    """Memory with a table of ``2 ** table_bits`` entries of 56 bytes, and 5 MB beside it."""
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
def other_seat(s: State) -> int:
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
def write_key(s: State, epoch: int, node: Record, mask: int) -> None:
    """Everything that the continuation depends on but the takes left, plain suits in one order.

    Which attack a cover lies on, who led and who dealt change nothing any more; of the limit only
    the room that the attacker has cards for.
    """
    own = s.hands[s.to_act]
    others = s.hands[other_seat(s)]
    trump = s.trump + ZERO
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
    room = min(ZERO + s.limit - s.attack_count, count(s.hands[s.principal]))
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
def look_up(memory: Memory, node: Record, s: State, seat: int) -> None:
    """Answer the node, if the table can: does ``seat`` win?"""
    slot = node.slot
    if not _is_at(memory.table[slot], node):
        slot ^= 1
        if not _is_at(memory.table[slot], node):
            return
    place = memory.table[slot]
    left = np.int64(s.rules.stalemate_takes) - s.takes_in_row
    who = 0 if s.to_act == seat else 1
    fails = np.int64(place.fails[who])
    if left >= place.wins[who]:
        node.answer = WON
        node.bound = place.wins[who]
        node.effort = ONE << place.effort
    elif left >= place.wins[1 - who]:
        node.answer = LOST
        node.bound = place.wins[1 - who]
        node.effort = ONE << place.effort
    elif left <= fails:
        node.answer = HELD
        node.bound = fails
        node.effort = ONE << place.effort
    elif place.to_prove[who]:
        node.to_prove = place.to_prove[who]
        node.to_refute = place.to_refute[who]


@rule
def store(memory: Memory, node: Record, s: State, seat: int) -> None:
    """Keep the node's answer."""
    effort = ZERO
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
            new.wins[0] = NEVER
            new.wins[1] = NEVER
            new.fails[0] = -1
            new.fails[1] = -1
            new.effort = 0
            new.to_prove[0] = 0
            new.to_prove[1] = 0
    place = memory.table[slot]
    place.effort = max(effort, np.int64(place.effort))
    if node.answer == OPEN:
        who = 0 if s.to_act == seat else 1
        place.to_prove[who] = node.to_prove
        place.to_refute[who] = node.to_refute
        return
    who = 0 if s.to_act == seat else 1
    if node.answer == HELD:
        place.fails[who] = max(node.bound, np.int64(place.fails[who]))
    else:
        if node.answer == LOST:
            who = 1 - who
        place.wins[who] = min(node.bound, np.int64(place.wins[who]))
        place.fails[1 - who] = ALWAYS  # who wins with many takes left never lets the other win


@rule
def open_table(s: State, memory: Memory) -> None:
    """Forget what was stored under another ruleset."""
    r = s.rules
    one = ZERO
    for field in (r.done_is_final, r.throw_after_take, r.attack_limit, r.first_limit,
                  r.first_limit_until_discard, r.transfer, r.transfer_several):  # fmt: skip
        one = one << 8 | (field + ZERO)
    other = ZERO
    for field in (r.transfer_first_bout, r.transfer_show, r.last_defender_loses,
                  r.stalemate_takes, r.teams, r.players, r.throwers):  # fmt: skip
        other = other << 8 | (field + ZERO)
    if memory.marks[0] != one or memory.marks[1] != other:
        memory.marks[0] = one
        memory.marks[1] = other
        memory.marks[2] += 1
        if memory.marks[2] == _EPOCHS:
            memory.marks[2] = 1
            for at in range(len(memory.table)):
                memory.table[at].key[2] = 0


_EPOCHS: Final = 2048
