"""A table: who sits there, which deals were and are played, at which version. No sockets, no clock.

A table is a value. What somebody asks of it gives a new table, the facts to store and the events
to tell, or raises ``Denied`` and gives nothing; whoever asks stores first and then goes on with the
new table, so what could not be stored did not happen. What is asked between deals, about seats and
rules, is in ``gathering``; what a table shows is in ``showing``; how it comes out of what is stored
is in ``replaying``.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any, Final

from durak.deal import Deal
from durak.events import Event
from durak.fair import bot_seed, shuffle
from durak.match import Match
from durak.refusals import Refused
from durak.ruleset import PRESETS, Ruleset
from durak.server.clock import reserve_of
from durak.server.facts import (
    Acted,
    Arranged,
    Arrangement,
    Begun,
    By,
    Created,
    Ended,
    Fact,
    Promised,
    Seat,
)
from durak.server.names import skeleton
from durak.server.protocol import Stage

NewSeed = Callable[[], bytes]
"""Where the server's seeds come from: 32 bytes that nobody can guess."""
BOT_NAMES: Final = ("Anya", "Boris", "Vera", "Gleb", "Dasha", "Egor")
NOBODY: Final[frozenset[int]] = frozenset()


class Denied(Exception):
    """Nothing changed; ``code`` is R13's or one of the protocol's own."""

    def __init__(self, code: str, message: str, params: Mapping[str, Any] | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.params = dict(params or {})


@dataclass(frozen=True, kw_only=True, slots=True)
class Change:
    """What a table becomes, what to store first, and what happened."""

    table: Table
    facts: tuple[Fact, ...]
    events: tuple[Event, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True, eq=False)
class Dealt:
    """A deal that was begun, with what stood fixed when it was."""

    deal: Deal
    seats: tuple[Seat, ...]
    number: int
    """The deal's number in its match."""
    server_seed: bytes
    seat_seeds: tuple[bytes, ...]
    is_practice: bool = False
    """Whether its person could ask for hints."""

    def seat_of(self, guest: str | None) -> int | None:
        """Where this guest sat when the deal began."""
        return _seat_of(self.seats, guest)


@dataclass(frozen=True, kw_only=True, eq=False)
class Table:
    """One table at version ``v``; versions count on over all its deals."""

    id: str
    ruleset: Ruleset
    arrangement: Arrangement
    arranged: int = 0
    """How often it was arranged anew."""
    match: Match
    v: int = 0
    dealt: tuple[Dealt, ...] = ()
    """Every deal begun; the last is being played or just over."""
    promised: bytes | None
    """The server's seed for the deal to come, None while one is being played. Secret."""
    reserves: tuple[int, ...] = ()
    """Milliseconds that each seat has left in this deal; empty without a clock."""
    time_outs: tuple[int, ...]
    """How many answers in a row the clock has given for each seat."""
    ready: Mapping[int, bytes] = field(default_factory=dict)
    """Seeds of persons who are ready for the next deal; not stored, they are asked again."""

    @classmethod
    def create(
        cls, table: str, arrangement: Arrangement, *, dealer: int, new_seed: NewSeed
    ) -> Change:
        """A new table, waiting for its first deal; ``dealer`` was drawn by lot (R4.1).

        Raises:
            RulesetError: the rules are impossible.
        """
        ruleset = ruleset_of(arrangement.options.rules)
        assert len(arrangement.seats) == ruleset.players
        assert 0 <= dealer < ruleset.players
        seed = new_seed()
        made = cls(
            id=table,
            ruleset=ruleset,
            arrangement=arrangement,
            match=Match(ruleset, dealer=dealer, deals=arrangement.options.deals),
            promised=seed,
            time_outs=(0,) * ruleset.players,
        )
        created = Created(table=table, arrangement=arrangement, dealer=dealer)
        return Change(table=made, facts=(created, Promised(deal=1, server_seed=seed)))

    # ---- what is asked of a table -----------------------------------------------------------

    def arrange(
        self, arrangement: Arrangement, *, dealer: int | None = None, keep_ready: bool = True
    ) -> Change:
        """Seats, options or host are others from now on; a ``dealer`` begins a new match.

        Who has moved is not ready any more, nor is anybody without ``keep_ready``.

        Raises:
            ValueError: seats that do not fit the rules, or other rules within a deal or a match.
        """
        ruleset = ruleset_of(arrangement.options.rules)
        if len(arrangement.seats) != ruleset.players:
            raise ValueError("a seat for each player")
        is_same = ruleset == self.ruleset and arrangement.options.deals == self.match.deals
        if not is_same and (dealer is None or self.stage == "playing"):
            raise ValueError("other rules are another match")
        match = self.match
        if dealer is not None:
            match = Match(ruleset, dealer=dealer, deals=arrangement.options.deals)
        stayed = [
            at < len(self.seats) and self.seats[at].guest == seat.guest is not None
            for at, seat in enumerate(arrangement.seats)
        ]
        table = replace(
            self,
            ruleset=ruleset,
            arrangement=arrangement,
            arranged=self.arranged + 1,
            match=match,
            time_outs=tuple(self.time_outs[at] if here else 0 for at, here in enumerate(stayed)),
            ready={at: seed for at, seed in self.ready.items() if keep_ready and stayed[at]},
        )
        fact = Arranged(n=table.arranged, v=self.v, arrangement=arrangement, dealer=dealer)
        return Change(table=table, facts=(fact,))

    def begin(
        self, seat: int | None, number: int, seed: bytes, *, away: Collection[int] = NOBODY
    ) -> Change:
        """A person is ready for deal ``number``; the deal begins when all persons are.

        Nobody waits for those that are ``away``: bots play for them.

        Raises:
            Denied: not seated, or this is not the deal to be ready for.
        """
        seat = seated(seat)
        if self.stage == "playing" or number != len(self.dealt) + 1:
            raise Denied(
                "stale",
                f"deal {number} is not to begin now: "
                + (
                    f"deal {len(self.dealt)} is being played"
                    if self.stage == "playing"
                    else f"deal {len(self.dealt) + 1} comes next"
                ),
                {"number": number},
            )
        if seat in self.ready:  # the first seed stands: nobody may choose again
            return Change(table=self, facts=())
        table = replace(self, ready={**self.ready, seat: seed})
        return table.begin_if_ready(away) or Change(table=table, facts=())

    def unready(self, seat: int | None) -> Change:
        """A person is not ready after all.

        Raises:
            Denied: not seated.
        """
        seat = seated(seat)
        ready = {at: seed for at, seed in self.ready.items() if at != seat}
        return Change(
            table=self if len(ready) == len(self.ready) else replace(self, ready=ready), facts=()
        )

    def begin_if_ready(self, away: Collection[int] = NOBODY) -> Change | None:
        """The next deal, if somebody is ready for it and nobody is waited for.

        Open seats get bots.
        """
        waited_for = {
            at
            for at, each in enumerate(self.seats)
            if each.kind == "person" and at not in self.ready and at not in away
        }
        if self.stage == "playing" or not self.ready or waited_for:
            return None
        filled = Change(table=self, facts=())
        if any(each.kind == "open" for each in self.seats):
            seats = with_bots(self.seats, self.arrangement.options.bots)
            filled = self.arrange(replace(self.arrangement, seats=seats))
        assert self.promised is not None
        begun = filled.table.begin_with(
            tuple(
                self.ready[at] if at in self.ready else bot_seed(self.promised, at)
                for at in range(len(self.seats))
            )
        )
        return replace(begun, facts=(*filled.facts, *begun.facts))

    def act(
        self,
        seat: int | None,
        v: int,
        do: str,
        *,
        by: By = "person",
        reserve: int | None = None,
        new_seed: NewSeed,
    ) -> Change:
        """A seat's action that answers version ``v``.

        Raises:
            Denied: not seated, an old version, or refused by the rules (R13).
        """
        seat = seated(seat)
        if v != self.v:
            raise Denied(
                "stale",
                f"this answers version {v}, but the table is at {self.v}: look again",
                {"v": v},
            )
        if not self.dealt:
            raise Denied("deal_over", "no deal has begun: say that you are ready for deal 1")
        match = self.match.clone()
        deal = match.deal or self.dealt[-1].deal  # the last is over and refuses everything
        try:
            events = deal.act(seat, do)
        except Refused as error:
            params = getattr(error.refusal, "params", {})
            raise Denied(error.refusal.code, error.refusal.message, params) from error
        number = len(self.dealt)
        token = str(deal.actions[-1][1])
        facts: list[Fact] = [
            Acted(deal=number, v=self.v + 1, seat=seat, token=token, by=by, reserve=reserve)
        ]
        counted = {"time": self.time_outs[seat] + 1, "person": 0, "bot": self.time_outs[seat]}
        table = replace(
            self,
            v=self.v + 1,
            match=match,
            dealt=(*self.dealt[:-1], replace(self.dealt[-1], deal=deal)),
            time_outs=_with(self.time_outs, seat, counted[by]),
            reserves=(self.reserves if reserve is None else _with(self.reserves, seat, reserve)),
        )
        if deal.is_over:
            assert deal.result is not None
            match.settle()
            seed = new_seed()
            facts.append(Ended(deal=number, result=deal.result))
            facts.append(Promised(deal=number + 1, server_seed=seed))
            settled = replace(table, promised=seed)._without_claims()
            table = settled.table
            facts += settled.facts
        return Change(table=table, facts=tuple(facts), events=events)

    def back(self, seat: int) -> Table:
        """A person plays its seat again: time-outs count from nothing."""
        if not self.time_outs[seat]:
            return self
        return replace(self, time_outs=_with(self.time_outs, seat, 0))

    def begin_with(self, seat_seeds: tuple[bytes, ...]) -> Change:
        """The next deal, with these seeds of all seats."""
        assert self.promised is not None
        match = self.match.clone()
        if match.is_over:  # again, with the dealer that R10.2 says
            match = Match(self.ruleset, dealer=match.dealer, deals=match.deals)
        deck = shuffle(self.ruleset.deck, self.promised, seat_seeds)
        deal = match.begin(deck)
        reserve = reserve_of(self.arrangement.options.time)
        dealt = Dealt(
            deal=deal,
            seats=self.seats,
            number=match.number,
            server_seed=self.promised,
            seat_seeds=seat_seeds,
            is_practice=self.arrangement.options.practice,
        )
        table = replace(
            self,
            v=self.v + 1,
            arrangement=replace(self.arrangement, in_lobby=False),
            match=match,
            dealt=(*self.dealt, dealt),
            promised=None,
            reserves=() if reserve is None else (reserve,) * self.ruleset.players,
            ready={},
        )
        begun = Begun(deal=len(table.dealt), v=table.v, dealer=deal.dealer, seat_seeds=seat_seeds)
        return Change(table=table, facts=(begun,), events=deal.opening)

    def _without_claims(self) -> Change:
        """Late-comers have the seats that they waited for."""
        seats = tuple(each.after_deal for each in self.seats)
        if seats == self.seats:
            return Change(table=self, facts=())
        host = self.arrangement.host
        if host is None:
            host = next(at for at, each in enumerate(seats) if each.kind == "person")
        return self.arrange(replace(self.arrangement, seats=seats, host=host))

    # ---- what a table knows -----------------------------------------------------------------

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Who sits where now."""
        return self.arrangement.seats

    @property
    def deals(self) -> tuple[Deal, ...]:
        """Every deal begun."""
        return tuple(each.deal for each in self.dealt)

    @property
    def server_seeds(self) -> tuple[bytes, ...]:
        """One a deal, and one for the deal to come unless one is being played. Secret."""
        begun = tuple(each.server_seed for each in self.dealt)
        return begun if self.promised is None else (*begun, self.promised)

    @property
    def seat_seeds(self) -> tuple[tuple[bytes, ...], ...]:
        """All seats' seeds of every deal begun. Secret while the deal is being played."""
        return tuple(each.seat_seeds for each in self.dealt)

    @property
    def deal(self) -> Deal | None:
        """The deal being played or just over."""
        return self.dealt[-1].deal if self.dealt else None

    @property
    def stage(self) -> Stage:
        """Gathering, in a deal, or after one."""
        if self.dealt and not self.dealt[-1].deal.is_over:
            return "playing"
        return "over" if self.dealt and not self.arrangement.in_lobby else "lobby"

    @property
    def to_act(self) -> int | None:
        """The seat whose word it is."""
        return self.dealt[-1].deal.to_act if self.dealt else None

    @property
    def bot_to_act(self) -> int | None:
        """The seat to act, if a bot sits there."""
        seat = self.to_act
        return seat if seat is not None and self.seats[seat].kind == "bot" else None

    def level_of(self, seat: int) -> str:
        """The level of the bot at this seat, or of one that plays there for a person."""
        return self.seats[seat].level or self.arrangement.options.bots

    @property
    def persons(self) -> dict[int, str]:
        """Seats where persons sit, with their guests."""
        return {at: each.guest for at, each in enumerate(self.seats) if each.guest is not None}

    @property
    def is_left(self) -> bool:
        """Whether it has been played at, and nobody sits here or waits for a seat any more."""
        return bool(self.dealt) and not any(each.guest or each.next_guest for each in self.seats)

    @property
    def known_guests(self) -> list[str]:
        """Everybody who sits here, waits for a seat, or sat in the present deal."""
        seats = (*self.seats, *(self.dealt[-1].seats if self.dealt else ()))
        found = [each.guest for each in seats] + [each.next_guest for each in self.seats]
        return [each for each in found if each is not None]

    def seat_of(self, guest: str | None) -> int | None:
        """The seat of this guest; None is a spectator's."""
        return _seat_of(self.seats, guest)

    def claim_of(self, guest: str | None) -> int | None:
        """The seat that this guest takes at the next deal."""
        if guest is None:
            return None
        return next((at for at, each in enumerate(self.seats) if each.next_guest == guest), None)


def seated(seat: int | None) -> int:
    """The seat of somebody who has one.

    Raises:
        Denied: a spectator.
    """
    if seat is None:
        raise Denied("not_seated", "you are watching this table: only its seats may act")
    return seat


def with_bots(seats: Sequence[Seat], level: str) -> tuple[Seat, ...]:
    """The seats with bots of a level where they were open, each with a name that looks like nobody
    else's."""
    taken = {skeleton(each.name) for each in seats}
    taken |= {skeleton(each.next_name) for each in seats if each.next_name is not None}
    names = (
        name if round_ == 1 else f"{name} {round_}"
        for round_ in itertools.count(1)
        for name in BOT_NAMES
    )
    free = (name for name in names if skeleton(name) not in taken)
    return tuple(
        Seat(name=next(free), kind="bot", level=level) if each.kind == "open" else each
        for each in seats
    )


def preset_of(ruleset: Ruleset) -> str | None:
    """The name of the first preset that is this ruleset, if any."""
    return _presets().get(ruleset.code)


@lru_cache(maxsize=1)
def _presets() -> dict[str, str]:
    found: dict[str, str] = {}
    for name, preset in PRESETS.items():
        for players in preset.players:
            found.setdefault(Ruleset.preset(name, players).code, name)
    return found


@lru_cache(maxsize=256)
def ruleset_of(code: str) -> Ruleset:
    """The ruleset of a code.

    Raises:
        RulesetError: it is impossible.
    """
    return Ruleset.from_code(code)


def _seat_of(seats: Sequence[Seat], guest: str | None) -> int | None:
    if guest is None:
        return None
    return next((at for at, each in enumerate(seats) if each.guest == guest), None)


def _with(values: tuple[int, ...], at: int, value: int) -> tuple[int, ...]:
    return (*values[:at], value, *values[at + 1 :])
