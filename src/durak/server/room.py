"""A room: a table in memory, its one writer, and everybody who follows it.

The writer takes one command after another: the table answers with a change, the change is stored,
then the table becomes what it changed to and everybody is told. Whoever answers for a seat, a
person, the clock or a bot (``answering``), stands in the same queue. What a socket or a cookie is,
is not known here; who may ask what is in ``commands``.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final

from durak.bots.levels import make
from durak.events import Event
from durak.fair import new_seed
from durak.server import showing
from durak.server.answering import HANDED_OVER, Answering
from durak.server.asking import Held, Question
from durak.server.chat import Conversation
from durak.server.clock import LoopTime, Time, allowed
from durak.server.followers import Follower, FullError
from durak.server.levels import WARMTH, NewBot, Ready
from durak.server.limits import Limits
from durak.server.news import changed_hands, changes
from durak.server.practice import Practice
from durak.server.prepared import Prepared
from durak.server.presence import Presence, Reason
from durak.server.protocol import History, Notice, ServerMessage, TableShown, encode
from durak.server.store import Store, StoreError
from durak.server.table import Change, Denied, Table, seated
from durak.server.thinking import Pool

MAX_WATCHERS: Final = 64
"""Connections that may watch one table."""
MAX_OWN: Final = 8
"""Connections of one person who sits there."""
SOON: Final = 0.05
"""Seconds in which comings and goings are gathered into one message."""
Command = Callable[[Table], Change]
Rest = Callable[["Room"], None]
"""Called whenever a room's writer has nothing to do."""

log = logging.getLogger(__name__)


@dataclass(frozen=True, kw_only=True)
class RoomSettings:
    """How rooms are run."""

    pace: float = 0.9
    """Seconds, about, that an answer takes from its question until it is passed on."""
    patience: float = 45.0
    """Seconds that a table waits for somebody who is gone."""
    bot_limit: float = 5.0
    """Seconds that a bot may think."""
    new_bot: NewBot = make
    ready: Ready = WARMTH.ready
    pool: Pool = field(default_factory=Pool)
    """The threads in which bots think: one server's tables share them."""
    time: Time = field(default_factory=LoopTime)
    limits: Limits = field(default_factory=Limits)


class Room:
    """A table in memory."""

    def __init__(
        self,
        table: Table,
        store: Store,
        settings: RoomSettings,
        rest: Rest,
        *,
        code: str | None = None,
    ) -> None:
        self.table = table
        self.users = 0
        self.code = code
        self.time = settings.time
        self.limits = settings.limits
        self.conversation = Conversation(table.id, self.limits)
        self.removed: set[str] = set()
        """Guests whom the host has removed."""
        self._settings = settings
        self._store = store
        self._rest = rest
        self.is_closed = False
        """Whether nothing is taken any more."""
        self._is_paused = False
        self._followers: list[Follower] = []
        self.prepared = Prepared(table)
        self.presence = Presence(self.time, settings.patience, self._became)
        self.presence.seat(table.persons.values())
        for seat, guest in table.persons.items():
            if table.time_outs[seat] >= HANDED_OVER:
                self.presence.away[guest] = "time"
        self._soon: asyncio.TimerHandle | None = None
        self._commands: list[tuple[Command, asyncio.Future[None]]] = []
        self._writer: asyncio.Task[None] | None = None
        """There only while there is something to do."""
        self.answering = Answering(self, settings)
        self.answering.drive()
        self.practice = Practice(self, settings)

    # ---- who is here ------------------------------------------------------------------------

    @property
    def is_idle(self) -> bool:
        """Nobody is here and no bot is about to act."""
        return self.users == 0 and not (self.is_busy or self.answering.is_at_work)

    @property
    def is_busy(self) -> bool:
        """Whether the writer has anything to do."""
        return self._writer is not None

    @property
    def question(self) -> Question | None:
        """What the table asks now."""
        return self.answering.question

    @property
    def stand_ins(self) -> frozenset[int]:
        """Seats of persons for whom bots play."""
        away = self.presence.away
        return frozenset(at for at, guest in self.table.persons.items() if guest in away)

    @property
    def host(self) -> int | None:
        """The seat that may act as host: while the host is away, the next person who is there."""
        persons, host = self.table.persons, self.table.arrangement.host
        if host is None or persons.get(host) not in self.presence.away:
            return host
        players = len(self.table.seats)
        others = ((host + step) % players for step in range(1, players))
        return next(
            (
                at
                for at in others
                if self.presence.is_here(persons.get(at)) and persons[at] not in self.presence.away
            ),
            host,
        )

    def follow(self, guest: str | None) -> Follower:
        """From now on: the whole state first, the last lines of chat, then every change.

        Raises:
            FullError: too many follow this table.
        """
        table = self.table
        if table.seat_of(guest) is None:
            most, others = MAX_WATCHERS, [x for x in self._followers if self._watches(x)]
        else:
            most, others = MAX_OWN, [x for x in self._followers if x.guest == guest]
        if len(others) >= most:
            raise FullError(f"{most} connections follow this table already")
        follower = Follower(guest)
        self._followers.append(follower)
        was_awake = self.presence.is_awake
        if guest is not None:
            self.presence.come(guest)
        if not was_awake and self.presence.is_awake and self.question is not None:
            self.question.asked_at = self.time.now()  # nobody was there to see it asked
        self._tell_state([follower])
        if self._may_listen(follower):
            follower.send(History(chat=self.conversation.lines))
        self._stir()
        return follower

    def leave(self, follower: Follower) -> None:
        """No more messages for this follower."""
        self._followers.remove(follower)
        if follower.guest is not None:
            self.presence.go(follower.guest)
        self._stir()

    def _watches(self, follower: Follower) -> bool:
        return self.table.seat_of(follower.guest) is None

    def _may_listen(self, follower: Follower) -> bool:
        is_of_table = not self._watches(follower) or self.table.claim_of(follower.guest) is not None
        return is_of_table or self.table.arrangement.options.watching == "anyone"

    def _became(self, key: str, guest: str, reason: Reason | None) -> None:
        """Somebody is missed, replaced or back."""
        seat = self.table.seat_of(guest)
        if seat is None:
            return
        params = {"seat": seat, "name": self.table.seats[seat].name}
        self.notify(
            Notice(key=key, params=params if reason is None else {**params, "reason": reason})
        )
        self._stir()

    def _stir(self) -> None:
        """Who is here has changed: tell so, and see who answers now."""
        if self.is_closed:
            return
        self._show_soon()
        if self.table.stage != "playing" and self.table.ready and self.stand_ins:
            self._post(self._begin_if_ready)
        self.answering.drive()

    def _begin_if_ready(self, table: Table) -> Change:
        return table.begin_if_ready(self.stand_ins) or Change(table=table, facts=())

    # ---- what is asked ----------------------------------------------------------------------

    async def do(self, command: Command) -> None:
        """Have the writer do this; returns when it is stored and everybody was told.

        Raises:
            Denied: nothing changed.
        """
        await asyncio.shield(self._post(command))  # whoever asked may go; it still happens whole

    def _post(self, command: Command) -> asyncio.Future[None]:
        if self.is_closed:
            raise Denied("storage", "the server is closing; nothing happened")
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._commands.append((command, done))
        if self._writer is None:
            self._writer = asyncio.create_task(self._write())
        return done

    async def act(self, guest: str | None, v: int, do: str) -> None:
        """A person's action that answers version ``v``.

        With several persons at the table it is passed on no sooner than any other answer (R12.4);
        whether it is legal is said at once.

        Raises:
            Denied: nothing changed.
        """
        table, question = self.table, self.question
        seat = seated(table.seat_of(guest))
        if guest is not None and self.presence.back(guest):
            self.answering.drive()
        if question is None or (seat, v) != (question.seat, question.v):
            return await self.do(lambda table: table.act(seat, v, do, new_seed=new_seed))
        if question.held is not None:
            raise Denied("stale", "you have answered already: wait a moment", {"v": v})
        reserve = self.answering.reserve_left(question)
        if len(table.persons) < 2 or self.time.now() >= question.moment:
            return await self.do(
                lambda table: table.act(seat, v, do, reserve=reserve, new_seed=new_seed)
            )
        table.act(seat, v, do, new_seed=new_seed)  # refused now or not at all
        self.prepared.drop(seat)
        question.held = Held(do=do, reserve=reserve)
        self.answering.drive()
        self._tell_state([each for each in self._followers if each.guest == guest])
        return None

    async def begin(self, guest: str | None, number: int, seed: bytes) -> None:
        """A person is ready for a deal.

        Raises:
            Denied: nothing changed.
        """
        if guest is not None:
            self.presence.back(guest)
        await self.do(
            lambda table: table.begin(table.seat_of(guest), number, seed, away=self.stand_ins)
        )

    async def back(self, guest: str | None) -> None:
        """A person plays its seat itself again.

        Raises:
            Denied: not seated.
        """
        seat = seated(self.table.seat_of(guest))
        if guest is not None and self.presence.back(guest):
            self.answering.drive()
        await self.do(lambda table: Change(table=table.back(seat), facts=()))

    def prepare(self, guest: str | None, v: int, do: str) -> None:
        """A person's answer ahead of its word.

        Raises:
            Denied: nothing changed.
        """
        self.prepared.put(self.table, seated(self.table.seat_of(guest)), v, do)
        if guest is not None:
            self.presence.back(guest)
        self.tell_own(guest)

    def unprepare(self, guest: str | None) -> None:
        """No answer ahead after all.

        Raises:
            Denied: not seated.
        """
        self.prepared.drop(seated(self.table.seat_of(guest)))
        self.tell_own(guest)

    def stand_in(self, seat: int) -> None:
        """A bot plays for this person from now on.

        Raises:
            Denied: nobody to play for, or the person is there.
        """
        guest = self.table.persons.get(seat)
        if guest is None:
            raise Denied("no_seat", f"no person sits at seat {seat}", {"seat": seat})
        question = self.question
        is_silent = question is not None and question.seat == seat and question.is_silent
        is_waited_for = self.table.stage != "playing" and seat not in self.table.ready
        if self.presence.is_here(guest) and not (is_silent or is_waited_for):
            raise Denied(
                "not_now", f"{self.table.seats[seat].name} is at the table", {"seat": seat}
            )
        self.presence.stand_in(guest, "host")

    async def close(self) -> None:
        """Finish what is asked already and stop; followers are sent away."""
        self.is_closed = True
        self.answering.close()
        self.practice.close()
        if self._soon is not None:
            self._soon.cancel()
        self.presence.close()
        if self._writer is not None:
            await self._writer
        for follower in self._followers:
            follower.drop()

    # ---- the writer -------------------------------------------------------------------------

    async def _write(self) -> None:
        try:
            while self._commands:
                command, done = self._commands.pop(0)
                await self._carry_out(command, done)
        finally:
            self._writer = None
        self._rest(self)

    async def _carry_out(self, command: Command, done: asyncio.Future[None]) -> None:
        try:
            await self._change(command)
        except Denied as refusal:
            done.set_exception(refusal)
        except Exception:
            log.exception("a command failed", extra={"table": self.table.id})
            self._pause()
            done.set_exception(Denied("storage", "the server failed; nothing happened"))
        else:
            done.set_result(None)
        done.exception()  # looked at, also where whoever asked has gone

    async def _change(self, command: Command) -> None:
        change = command(self.table)
        if change.facts:
            try:
                await asyncio.wrap_future(self._store.keep(self.table.id, change.facts))
            except StoreError as error:
                log.error("facts are not stored", extra={"table": self.table.id}, exc_info=error)
                self._pause()
                raise Denied(
                    "storage", "this could not be stored, so nothing happened: try again"
                ) from error
            self._resume()
        if change.table is self.table:
            return
        before, self.table = self.table, change.table
        try:
            self._follow_up(before, change.events)
        except Exception:  # it is stored: whoever was not told comes back to the whole state
            log.exception("telling failed", extra={"table": self.table.id})
            for follower in self._followers:
                follower.drop()

    def _follow_up(self, before: Table, events: Sequence[Event]) -> None:
        table = self.table
        withdrawn = self.prepared.follow(table)
        if table.arrangement is not before.arrangement:
            self.presence.seat(table.persons.values())
        if table.v != before.v:
            self.answering.ask()
        elif self.question is not None and changed_hands(before, table, self.question.seat):
            self.question.held = None
        self._tell_state(self._followers, events)
        for seat, do in withdrawn:
            self.answering.withdraw(seat, do)
        for notice in changes(before, table):
            self.notify(notice)
        if table.stage == "over" and table.ready and table.seats != before.seats:
            self._post(self._begin_if_ready)
        self.answering.drive()

    def _pause(self) -> None:
        if not self._is_paused:
            self._is_paused = True
            self.notify(Notice(key="paused"))
            self._show_soon()

    def _resume(self) -> None:
        if self._is_paused:
            self._is_paused = False
            self.notify(Notice(key="resumed"))

    # ---- telling ----------------------------------------------------------------------------

    def notify(self, notice: ServerMessage, guest: str | None = None) -> None:
        """Tell everybody, or all devices of one guest."""
        text = encode(notice)
        for each in self._followers:
            if each.guest == guest if guest is not None else self._may_listen(each):
                each.send_text(text)

    def tell_own(self, guest: str | None) -> None:
        """Show all devices of one guest the table as it is."""
        self._tell_state([each for each in self._followers if each.guest == guest])

    def _show_soon(self) -> None:
        if self._soon is None and not self.is_closed:
            self._soon = asyncio.get_running_loop().call_later(SOON, self._tell_soon)

    def _tell_soon(self) -> None:
        self._soon = None
        self._tell_state(self._followers, is_news=False)

    def _tell_state(
        self,
        followers: Sequence[Follower],
        events: Sequence[Event] = (),
        *,
        is_news: bool = True,
    ) -> None:
        if not followers:
            return
        table, around = self.table, self._around()
        common = showing.table_shown(table, around)
        made: dict[tuple[int | None, int | None], tuple[str, TableShown]] = {}
        for each in followers:
            key = (table.seat_of(each.guest), table.claim_of(each.guest))
            if key not in made:
                state = showing.state(table, key[0], around, events, claim=key[1], shown=common)
                made[key] = (encode(state), state.table)
            text, shown = made[key]
            if is_news or not each.has_seen(table.v, shown):
                each.last = (table.v, shown)
                each.send_text(text)

    def _around(self) -> showing.Around:
        table, persons = self.table, self.table.persons
        seats = {guest: at for at, guest in persons.items()}
        watching = [each.guest for each in self._followers if each.guest not in seats]
        prepared = self.prepared.shown
        question = self.question
        clock = None
        if question is not None:
            if question.held is not None:
                prepared[question.seat] = question.held.do
            limits = allowed(table.arrangement.options.time)
            if limits is not None and table.stage == "playing":
                clock = question.shown(limits, table.reserves, self.time.now())
        return showing.Around(
            absent=frozenset(seats[each] for each in self.presence.absent if each in seats),
            stand_ins=self.stand_ins,
            watchers=len(set(watching) - {None}) + watching.count(None),
            code=self.code,
            clock=clock,
            host=self.host,
            prepared=prepared,
            is_paused=self._is_paused,
        )
