"""What a table shows to whom: built from the table, and from what a room knows around it.

Cards come from ``Deal.view`` and nowhere else; here is only less of it: what the table's memory aid
leaves out, and what a table without spectators keeps to its seats.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

import msgspec

from durak.events import Event
from durak.fair import commitment
from durak.server.protocol import (
    Aid,
    ClockShown,
    MatchShown,
    SeatShown,
    State,
    TableShown,
)
from durak.server.table import Table, preset_of
from durak.view import View, event_as_seen


@dataclass(frozen=True, kw_only=True, slots=True)
class Around:
    """What is not the table's own: who is there, and what is about to happen."""

    absent: frozenset[int] = frozenset()
    stand_ins: frozenset[int] = frozenset()
    watchers: int = 0
    code: str | None = None
    clock: ClockShown | None = None
    host: int | None = None
    """Who may act as host now, if not the host itself."""
    prepared: Mapping[int, str] = field(default_factory=dict)
    is_paused: bool = False


ALONE: Final = Around()


def table_shown(table: Table, around: Around = ALONE) -> TableShown:
    """The table without its cards and without what is one seat's own, as a spectator sees it."""
    deal, number = table.deal, len(table.dealt)
    if table.stage == "lobby":
        deal, number = None, number + 1
    match, options = table.match, table.arrangement.options
    seeds = table.server_seeds
    return TableShown(
        id=table.id,
        rules=table.ruleset.code,
        preset=preset_of(table.ruleset),
        players=table.ruleset.players,
        options=options,
        seats=tuple(
            SeatShown(
                name=each.name,
                kind=each.kind,
                ready=each.kind == "bot" or at in table.ready,
                present=each.kind == "bot" or (each.kind == "person" and at not in around.absent),
                stand_in=at in around.stand_ins,
                level=each.level,
                waiting=each.next_name,
            )
            for at, each in enumerate(table.seats)
        ),
        host=table.arrangement.host if around.host is None else around.host,
        you=None,
        waiting=None,
        code=around.code if options.public else None,
        watchers=around.watchers,
        stage=table.stage,
        deal=number,
        tally=tuple(match.tally),
        draws=match.draws,
        match=MatchShown(
            deals=match.deals,
            number=match.number,
            over=match.is_over,
            winners=match.winners if match.is_over else (),
        ),
        commitment=commitment(seeds[number - 1]),
        next_commitment=commitment(seeds[number]) if len(seeds) > number else None,
        dealer=match.dealer if deal is None else deal.dealer,
        clock=around.clock,
        prepared=None,
        paused=around.is_paused,
    )


def own(
    shown: TableShown, seat: int | None, around: Around = ALONE, *, claim: int | None = None
) -> TableShown:
    """The same for a seat, or for who waits for the seat ``claim``."""
    if seat is None:
        return shown if claim is None else msgspec.structs.replace(shown, waiting=claim)
    return msgspec.structs.replace(
        shown, you=seat, code=around.code, prepared=around.prepared.get(seat)
    )


def state(
    table: Table,
    seat: int | None,
    around: Around = ALONE,
    events: Sequence[Event] = (),
    *,
    claim: int | None = None,
    shown: TableShown | None = None,
) -> State:
    """Everything a seat (None: a spectator) may know now, and of what just happened.

    ``shown``: what ``table_shown`` gave, where many states are made of one table.
    """
    shown = own(shown or table_shown(table, around), seat, around, claim=claim)
    options = table.arrangement.options
    if table.stage == "lobby" or (seat is None and options.watching == "nobody"):
        return State(v=table.v, table=shown, view=None)
    dealt = table.dealt[-1]
    if seat is not None and dealt.seat_of(table.seats[seat].guest) != seat:
        seat = None  # who sat down after the deal had begun has seen it from outside
    return State(
        v=table.v,
        table=shown,
        view=aided(dealt.deal.view(seat), options.aid),
        events=tuple(event_as_seen(event, seat) for event in events),
    )


def aided(view: View, aid: Aid) -> View:
    """The view with as much memory as the table has agreed on (R12.5)."""
    if aid == "seen":
        return view
    nothing: tuple[tuple[str, ...], ...] = ((),) * len(view.known)
    return msgspec.structs.replace(
        view,
        known=view.known if aid == "taken" else nothing,
        follows=nothing,
        talon_follows=(),
        gone=(),
    )
