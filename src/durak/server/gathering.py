"""Who sits at a table and by which rules: what may be asked about it, and by whom.

Every function takes a table and gives the change that was asked for, or raises ``Denied``. Between
deals seats and rules may change; within a deal only a person's own going, a late-comer's claim to a
bot's seat, and who runs the table.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import msgspec

from durak.ruleset import Ruleset, RulesetError
from durak.server.facts import OPEN, Arrangement, Seat
from durak.server.levels import seated_levels
from durak.server.names import BadNameError, checked_name
from durak.server.protocol import Options
from durak.server.table import Change, Denied, Table, seated, with_bots

Lot = Callable[[int], int]
"""Draws a number below the given one."""


def canonical(options: Options) -> Options:
    """The same options with the rules' code as it is always written.

    Raises:
        RulesetError: the rules are impossible.
        Denied: no bot of that level sits at tables, or practice for anybody who comes.
    """
    _check_level(options.bots)
    if options.practice and options.public:
        raise _practice_alone()
    return msgspec.structs.replace(options, rules=Ruleset.from_code(options.rules).code)


def arranged_first(
    options: Options, *, seat: int, name: str, guest: str, bots: bool
) -> Arrangement:
    """A new table's arrangement: its maker at ``seat``, the others open, or bots.

    Raises:
        RulesetError: the rules are impossible.
        BadNameError: the name cannot be.
        Denied: there is no such seat, or no such level.
    """
    options = canonical(options)
    players = Ruleset.from_code(options.rules).players
    if seat >= players:
        raise _no_seat(seat, players)
    person = Seat(name=checked_name(name), kind="person", guest=guest)
    seats: list[Seat] = [OPEN] * players
    seats[seat] = person
    if bots:
        turned = with_bots([*seats[seat:], *seats[:seat]], options.bots)  # clockwise from its left
        seats = [*turned[players - seat :], *turned[: players - seat]]
    return Arrangement(options=options, seats=tuple(seats), host=seat)


# ---- what a person asks for itself ----------------------------------------------------------


def sit(table: Table, guest: str | None, seat: int, name: str) -> Change:
    """Take a seat where no person sits; while a deal is played, a bot's seat for the next one.

    Raises:
        Denied: no such seat, not free, seated already, the name cannot be, or somebody practises
            here.
    """
    if guest is None:
        raise Denied("not_seated", "open the table's page first: it makes you a guest")
    _check_seat(table, seat)
    if table.seat_of(guest) is not None:
        raise Denied("already_seated", "you have a seat at this table: swap it, or stand up first")
    there = table.seats[seat]
    if there.kind == "person" or there.next_guest not in (None, guest):
        raise Denied("seat_taken", f"seat {seat} is taken: choose another", {"seat": seat})
    if table.arrangement.options.practice and _has_others(table, guest):
        raise _practice_alone()
    others = [
        shown
        for at, each in enumerate(table.seats)
        for shown in (each.name if at != seat else "", each.next_name or "")
        if shown and each.next_guest != guest
    ]
    try:
        name = checked_name(name, seated=others)
    except BadNameError as error:
        raise Denied(error.code, error.message, error.params) from error
    seats = [each.without_claim if each.next_guest == guest else each for each in table.seats]
    if table.stage == "playing":
        seats[seat] = replace(there, next_name=name, next_guest=guest)
        return table.arrange(replace(table.arrangement, seats=tuple(seats)))
    seats[seat] = Seat(name=name, kind="person", guest=guest)
    host = seat if table.arrangement.host is None else table.arrangement.host
    return table.arrange(replace(table.arrangement, seats=tuple(seats), host=host))


def stand(table: Table, guest: str | None) -> Change:
    """Give the seat up between deals.

    Raises:
        Denied: not seated, or a deal is being played.
    """
    if table.claim_of(guest) is None:
        seated(table.seat_of(guest))
        _between_deals(table, "stand up")
    return leave(table, guest)


def leave(table: Table, guest: str | None) -> Change:
    """Give the seat up: while a deal is played a bot takes it, between deals it becomes open.

    Raises:
        Denied: not seated, and not waiting for a seat.
    """
    claimed = table.claim_of(guest)
    if claimed is not None:
        return table.arrange(
            _placed(table.arrangement, claimed, table.seats[claimed].without_claim)
        )
    seat = seated(table.seat_of(guest))
    return _vacated(table, seat)


def swap_seats(table: Table, guest: str | None, seat: int) -> Change:
    """Move to a seat where no person sits; who was there takes the old one.

    Raises:
        Denied: not seated, no such seat, not free, or a deal is being played.
    """
    old = seated(table.seat_of(guest))
    _between_deals(table, "change seats")
    _check_seat(table, seat)
    if seat == old:
        return Change(table=table, facts=())
    if table.seats[seat].kind == "person":
        raise Denied("seat_taken", f"seat {seat} is taken: choose another", {"seat": seat})
    seats = list(table.seats)
    seats[old], seats[seat] = seats[seat], seats[old]
    host = seat if table.arrangement.host == old else table.arrangement.host
    return table.arrange(replace(table.arrangement, seats=tuple(seats), host=host, in_lobby=True))


# ---- what the host asks ---------------------------------------------------------------------


def change_options(table: Table, options: Options, lot: Lot) -> Change:
    """Play something else from the next deal on: everybody has to be ready for it anew.

    Other rules, another number of deals, or practice where there was none, begin a new match, its
    dealer drawn by lot (R4.1). Bots of the table's level follow it, others keep their own.

    Raises:
        Denied: a deal is being played, the rules are impossible or have too few seats, no bot is of
            that level, or several persons would practise.
    """
    _between_deals(table, "change the rules")
    try:
        options = canonical(options)
    except RulesetError as error:
        raise Denied(
            "bad_options",
            f"this ruleset is not possible: {error}",
            {"fields": list(error.fields), "rule": error.code, **error.params},
        ) from error
    players = Ruleset.from_code(options.rules).players
    if len(table.persons) > players:
        raise Denied(
            "bad_options",
            f"{len(table.persons)} persons sit here, and these rules have {players} seats",
            {"fields": ["players"], "persons": len(table.persons), "players": players},
        )
    before = table.arrangement.options
    if options.practice and len(table.persons) > 1:
        raise _practice_alone()
    seats, host = _fitted(table, players)
    seats = tuple(
        replace(each, level=options.bots) if each.level == before.bots else each for each in seats
    )
    is_same = (
        options.rules == table.ruleset.code
        and options.deals == table.match.deals
        and options.practice == before.practice  # practice is counted by itself
    )
    arrangement = Arrangement(options=options, seats=seats, host=host)
    return table.arrange(arrangement, dealer=None if is_same else lot(players), keep_ready=False)


def seat_bot(table: Table, seat: int, level: str | None = None) -> Change:
    """Put a bot on an open seat, or have the one there play at another level.

    Raises:
        Denied: no such seat or level, a person there, or a deal is being played.
    """
    _between_deals(table, "change seats")
    _check_seat(table, seat)
    there = table.seats[seat]
    if there.kind == "person" or (there.kind == "bot" and level is None):
        raise Denied("seat_taken", f"seat {seat} is not open", {"seat": seat})
    level = table.arrangement.options.bots if level is None else level
    _check_level(level)
    if there.kind == "open":
        wanted = with_bots(table.seats, level)[seat]
    elif there.level != level:
        wanted = replace(there, level=level)
    else:
        return Change(table=table, facts=())
    return table.arrange(_placed(table.arrangement, seat, wanted))


def open_seat(table: Table, seat: int) -> Change:
    """Take a bot away.

    Raises:
        Denied: no such seat, no bot there, or a deal is being played.
    """
    _between_deals(table, "change seats")
    _check_seat(table, seat)
    if table.seats[seat].kind == "person":
        raise Denied("seat_taken", f"a person sits at seat {seat}", {"seat": seat})
    return table.arrange(replace(_placed(table.arrangement, seat, OPEN), in_lobby=True))


def remove(table: Table, seat: int) -> Change:
    """Take a person's seat away between deals, or at any time a late-comer's claim.

    Raises:
        Denied: no such seat, nobody there, or a deal is being played.
    """
    _check_seat(table, seat)
    there = table.seats[seat]
    if there.next_guest is not None:
        return table.arrange(_placed(table.arrangement, seat, there.without_claim))
    _between_deals(table, "remove somebody")
    if there.kind != "person":
        raise Denied("no_seat", f"no person sits at seat {seat}", {"seat": seat})
    return _vacated(table, seat)


# ---- what they share ------------------------------------------------------------------------


def _vacated(table: Table, seat: int) -> Change:
    arrangement = _placed(table.arrangement, seat, OPEN)
    if table.stage == "playing":
        arrangement = replace(
            arrangement, seats=with_bots(arrangement.seats, arrangement.options.bots)
        )
    if arrangement.host == seat:
        arrangement = replace(arrangement, host=_next_person(arrangement.seats, seat))
    change = table.arrange(arrangement)
    persons = change.table.persons
    if table.stage == "lobby" and persons and set(persons) <= set(change.table.ready):
        # the last who was waited for has gone: nobody is surprised by a deal
        return replace(change, table=replace(change.table, ready={}))
    return change


def _next_person(seats: Sequence[Seat], after: int) -> int | None:
    """The next seat clockwise where a person sits."""
    round_the_table = ((after + step) % len(seats) for step in range(1, len(seats)))
    return next((at for at in round_the_table if seats[at].kind == "person"), None)


def _fitted(table: Table, players: int) -> tuple[tuple[Seat, ...], int | None]:
    """The seats at a table of another size, persons kept, and the host's among them."""
    seats = list(table.seats[:players]) + [OPEN] * (players - len(table.seats))
    moved = {at: at for at in range(players)}
    for at, each in enumerate(table.seats[players:], start=players):
        if each.kind == "person":
            free = next(to for to, there in enumerate(seats) if there.kind != "person")
            seats[free], moved[at] = each, free
    host = table.arrangement.host
    return tuple(seats), None if host is None else moved[host]


def _placed(arrangement: Arrangement, seat: int, who: Seat) -> Arrangement:
    seats = (*arrangement.seats[:seat], who, *arrangement.seats[seat + 1 :])
    return replace(arrangement, seats=seats)


def _has_others(table: Table, guest: str | None) -> bool:
    """Whether anybody else sits here, or waits for a seat."""
    seats = table.seats
    return any(x not in (None, guest) for each in seats for x in (each.guest, each.next_guest))


def _check_level(level: str) -> None:
    if level not in (allowed := seated_levels()):
        raise Denied(
            "bad_level",
            f"no bot of level {level} sits at tables: there are {', '.join(allowed)}",
            {"level": level, "allowed": list(allowed)},
        )


def _practice_alone() -> Denied:
    return Denied(
        "practice_alone", "at a practice table one person sits beside bots, and nobody else can"
    )


def _between_deals(table: Table, what: str) -> None:
    if table.stage == "playing":
        raise Denied("not_now", f"you can {what} when this deal is over")


def _check_seat(table: Table, seat: int) -> None:
    if seat >= len(table.seats):
        raise _no_seat(seat, len(table.seats))


def _no_seat(seat: int, players: int) -> Denied:
    return Denied(
        "no_seat", f"seat {seat} is not here: seats are 0 to {players - 1}", {"seat": seat}
    )
