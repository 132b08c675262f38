"""What a connection may ask of a room, message by message, and who may ask it."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from typing import Final, assert_never

from durak.server import gathering, protocol
from durak.server.followers import Follower
from durak.server.limits import at_table
from durak.server.protocol import ClientMessage, Notice
from durak.server.room import Room
from durak.server.table import Change, Denied, Table, seated


async def carry_out(room: Room, follower: Follower, message: ClientMessage) -> None:
    """Do what the message asks, for the follower's guest.

    Raises:
        Denied: nothing changed.
    """
    guest = follower.guest
    here = at_table(room.table.id, guest)
    if isinstance(message, ARRANGES) and not room.limits.arranging.spend(here):
        raise Denied("too_many", "so many changes at once nobody can follow: wait a moment")
    match message:
        case protocol.Act():
            await room.act(guest, message.v, message.do)
        case protocol.Ready():
            await room.begin(guest, message.number, bytes.fromhex(message.seed))
        case protocol.Unready():
            await room.do(lambda table: table.unready(table.seat_of(guest)))
        case protocol.Prepare():
            room.prepare(guest, message.v, message.do)
        case protocol.Unprepare():
            room.unprepare(guest)
        case protocol.Back():
            await room.back(guest)
        case protocol.Sit() | protocol.Stand() | protocol.SwapSeats() | protocol.Leave():
            await _move(room, guest, message)
        case protocol.Chat() | protocol.Phrase() | protocol.Report():
            _talk(room, follower, message)
        case (
            protocol.ChangeOptions()
            | protocol.SeatBot()
            | protocol.OpenSeat()
            | protocol.Remove()
            | protocol.StandIn()
        ):
            await _as_host(room, follower, message)
        case protocol.Hint():
            room.practice.hint(follower, message.v)
        case protocol.Review():
            room.practice.review(follower, message.bout)
        case protocol.Ping():
            follower.send(protocol.Pong())
            await asyncio.sleep(0)  # many at once must not outrun the answers to them
        case _:
            assert_never(message)


async def _move(
    room: Room,
    guest: str | None,
    message: protocol.Sit | protocol.Stand | protocol.SwapSeats | protocol.Leave,
) -> None:
    match message:
        case protocol.Sit():
            if guest in room.removed:
                raise Denied("removed", "the host has removed you from this table")
            await room.do(lambda table: gathering.sit(table, guest, message.seat, message.name))
        case protocol.Stand():
            await room.do(lambda table: gathering.stand(table, guest))
        case protocol.SwapSeats():
            await room.do(lambda table: gathering.swap_seats(table, guest, message.seat))
        case protocol.Leave():
            await room.do(lambda table: gathering.leave(table, guest))


ARRANGES: Final = (
    protocol.Sit,
    protocol.Stand,
    protocol.SwapSeats,
    protocol.Leave,
    protocol.ChangeOptions,
    protocol.SeatBot,
    protocol.OpenSeat,
    protocol.Remove,
)


async def _as_host(
    room: Room,
    follower: Follower,
    message: protocol.ChangeOptions
    | protocol.SeatBot
    | protocol.OpenSeat
    | protocol.Remove
    | protocol.StandIn,
) -> None:
    def check(table: Table) -> None:
        if seated(table.seat_of(follower.guest)) != room.host:
            raise Denied("not_host", "only the host of this table may do that")

    def hosts(command: Callable[[Table], Change]) -> Callable[[Table], Change]:
        def run(table: Table) -> Change:
            check(table)
            return command(table)

        return run

    match message:
        case protocol.ChangeOptions():
            await room.do(
                hosts(
                    lambda table: gathering.change_options(
                        table, message.options, secrets.randbelow
                    )
                )
            )
        case protocol.SeatBot():
            await room.do(
                hosts(lambda table: gathering.seat_bot(table, message.seat, message.level))
            )
        case protocol.OpenSeat():
            await room.do(hosts(lambda table: gathering.open_seat(table, message.seat)))
        case protocol.Remove():
            await _remove(room, hosts, message.seat)
        case protocol.StandIn():
            check(room.table)
            room.stand_in(message.seat)


async def _remove(
    room: Room,
    hosts: Callable[[Callable[[Table], Change]], Callable[[Table], Change]],
    seat: int,
) -> None:
    guests: set[str | None] = set()

    def run(table: Table) -> Change:
        change = gathering.remove(table, seat)
        there = table.seats[seat]
        guests.add(there.next_guest or there.guest)
        return change

    await room.do(hosts(run))
    for guest in guests:
        if guest is not None:
            room.removed.add(guest)
            room.notify(Notice(key="removed"), guest)


def _talk(
    room: Room, follower: Follower, message: protocol.Chat | protocol.Phrase | protocol.Report
) -> None:
    table, guest = room.table, follower.guest
    seat, claim = table.seat_of(guest), table.claim_of(guest)
    if seat is not None:
        name: str | None = table.seats[seat].name
    else:
        name = None if claim is None else table.seats[claim].next_name
    if guest is None or name is None:
        raise Denied("not_seated", "only who sits at this table talks here")
    talk, conversation = table.arrangement.options.chat, room.conversation
    match message:
        case protocol.Chat():
            room.notify(conversation.say(talk, guest, seat, name, message.text))
        case protocol.Phrase():
            room.notify(conversation.say_phrase(talk, guest, seat, name, message.key))
        case protocol.Report():
            notice = conversation.report(guest, message.seat, message.line, name)
            host = None if room.host is None else table.persons.get(room.host)
            if host is None:
                raise Denied("not_now", "nobody runs this table now")
            room.notify(notice, host)
            room.notify(Notice(key="reported"), guest)
