"""A table: who sits there, which deals were and are played, at which version. No sockets, no clock.

A table is a value. What somebody asks of it gives a new table, the facts to store and the events
to tell, or raises ``Denied`` and gives nothing; whoever asks stores first and then goes on with the
new table, so what could not be stored did not happen.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from durak.deal import Deal
from durak.events import Event
from durak.fair import bot_seed, commitment, shuffle
from durak.match import Match
from durak.refusals import Refused
from durak.ruleset import PRESETS, Ruleset, RulesetError
from durak.server.facts import Acted, Begun, Created, Ended, Fact, Promised, Seat
from durak.server.protocol import SeatShown, Stage, State, TableShown
from durak.view import event_as_seen

NewSeed = Callable[[], bytes]
"""Where the server's seeds come from: 32 bytes that nobody can guess."""


class Denied(Exception):
    """Nothing changed; ``code`` is R13's or one of the protocol's own."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message


class CorruptError(Exception):
    """Stored facts do not make a table; the sentence says where they stop making sense."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Change:
    """What a table becomes, what to store first, and what happened."""

    table: Table
    facts: tuple[Fact, ...]
    events: tuple[Event, ...] = ()


@dataclass(frozen=True, kw_only=True, eq=False)
class Table:
    """One table at version ``v``; versions count on over all its deals."""

    id: str
    ruleset: Ruleset
    seats: tuple[Seat, ...]
    match: Match
    v: int = 0
    deals: tuple[Deal, ...] = ()
    """Every deal begun; the last is being played or just over."""
    server_seeds: tuple[bytes, ...]
    """One a deal, and one for the deal to come unless one is being played. Secret."""
    seat_seeds: tuple[tuple[bytes, ...], ...] = ()
    ready: Mapping[int, bytes] = field(default_factory=dict)
    """Seeds of persons who are ready for the next deal; not stored, they are asked again."""

    @classmethod
    def create(
        cls, table: str, ruleset: Ruleset, seats: Sequence[Seat], *, dealer: int, new_seed: NewSeed
    ) -> Change:
        """A new table, waiting for its first deal; ``dealer`` was drawn by lot (R4.1)."""
        assert len(seats) == ruleset.players
        assert 0 <= dealer < ruleset.players
        seed = new_seed()
        made = cls(
            id=table,
            ruleset=ruleset,
            seats=tuple(seats),
            match=Match(ruleset, dealer=dealer),
            server_seeds=(seed,),
        )
        created = Created(table=table, rules=ruleset.code, seats=tuple(seats), dealer=dealer)
        return Change(table=made, facts=(created, Promised(deal=1, server_seed=seed)))

    @classmethod
    def replay(cls, facts: Sequence[Fact]) -> Table:
        """The table that these stored facts make: everything is played again and compared.

        Raises:
            CorruptError: the facts are not those of a table that followed its rules.
        """
        match facts:
            case [Created() as first, Promised() as promised, *_]:
                pass
            case _:
                raise CorruptError("the table's beginning is missing")
        try:
            ruleset = Ruleset.from_code(first.rules)
        except RulesetError as error:
            raise CorruptError(f"table {first.table}: its rules are impossible: {error}") from error
        if len(first.seats) != ruleset.players or first.dealer not in range(ruleset.players):
            raise CorruptError(f"table {first.table}: seats or dealer do not fit its rules")
        table = cls.create(
            first.table,
            ruleset,
            first.seats,
            dealer=first.dealer,
            new_seed=lambda: promised.server_seed,
        ).table
        at = 2
        while at < len(facts):
            change = table._replayed(facts[at:])
            expected = tuple(facts[at : at + len(change.facts)])
            if change.facts != expected:
                raise CorruptError(
                    f"table {table.id}: what is stored after version {table.v} does not follow"
                )
            table = change.table
            at += len(change.facts)
        return table

    def _replayed(self, rest: Sequence[Fact]) -> Change:
        def stored_seed() -> bytes:
            return next((fact.server_seed for fact in rest if isinstance(fact, Promised)), b"")

        fact, players = rest[0], self.ruleset.players
        try:
            if isinstance(fact, Begun) and self.stage != "playing":
                if len(fact.seat_seeds) != players:
                    raise ValueError("a seed for each seat")
                return self._begin(fact.seat_seeds)
            if isinstance(fact, Acted):
                if fact.seat not in range(players):
                    raise ValueError("no such seat")
                return self.act(fact.seat, self.v, fact.token, new_seed=stored_seed)
        except Denied as error:
            raise CorruptError(
                f"table {self.id}: the action stored after version {self.v} is refused "
                f"({error.code})"
            ) from error
        except (ValueError, TypeError, IndexError) as error:
            raise CorruptError(
                f"table {self.id}: what is stored after version {self.v} cannot be read"
            ) from error
        raise CorruptError(f"table {self.id}: an action or deal is missing after version {self.v}")

    # ---- what is asked of a table -----------------------------------------------------------

    def begin(self, seat: int | None, number: int, seed: bytes) -> Change:
        """A person is ready for deal ``number``; the deal begins when all persons are.

        Raises:
            Denied: not seated, or this is not the deal to be ready for.
        """
        seat = self._seated(seat)
        if self.stage == "playing" or number != len(self.deals) + 1:
            raise Denied(
                "stale",
                f"deal {number} is not to begin now: "
                + (
                    f"deal {len(self.deals)} is being played"
                    if self.stage == "playing"
                    else f"deal {len(self.deals) + 1} comes next"
                ),
            )
        ready = {**self.ready, seat: seed}
        persons = [at for at, each in enumerate(self.seats) if each.kind == "person"]
        if any(at not in ready for at in persons):
            return Change(table=replace(self, ready=ready), facts=())
        return self._begin(
            tuple(
                ready[at] if at in ready else bot_seed(self.server_seeds[-1], at)
                for at in range(len(self.seats))
            )
        )

    def act(self, seat: int | None, v: int, do: str, *, new_seed: NewSeed) -> Change:
        """A seat's action that answers version ``v``.

        Raises:
            Denied: not seated, an old version, or refused by the rules (R13).
        """
        seat = self._seated(seat)
        if v != self.v:
            raise Denied(
                "stale", f"this answers version {v}, but the table is at {self.v}: look again"
            )
        if not self.deals:
            raise Denied("deal_over", "no deal has begun: say that you are ready for deal 1")
        match = self.match.clone()
        deal = match.deal or self.deals[-1]  # the last is over and refuses everything
        try:
            events = deal.act(seat, do)
        except Refused as error:
            raise Denied(error.refusal.code, error.refusal.message) from error
        number = len(self.deals)
        token = str(deal.actions[-1][1])
        facts: list[Fact] = [Acted(deal=number, v=self.v + 1, seat=seat, token=token)]
        seeds = self.server_seeds
        if deal.is_over:
            assert deal.result is not None
            match.settle()
            seeds = (*seeds, new_seed())
            facts.append(Ended(deal=number, result=deal.result))
            facts.append(Promised(deal=number + 1, server_seed=seeds[-1]))
        table = replace(
            self,
            v=self.v + 1,
            match=match,
            deals=(*self.deals[:-1], deal),
            server_seeds=seeds,
        )
        return Change(table=table, facts=tuple(facts), events=events)

    def _begin(self, seat_seeds: tuple[bytes, ...]) -> Change:
        match = self.match.clone()
        deck = shuffle(self.ruleset.deck, self.server_seeds[-1], seat_seeds)
        deal = match.begin(deck)
        number = len(self.deals) + 1
        table = replace(
            self,
            v=self.v + 1,
            match=match,
            deals=(*self.deals, deal),
            seat_seeds=(*self.seat_seeds, seat_seeds),
            ready={},
        )
        begun = Begun(deal=number, v=table.v, dealer=deal.dealer, seat_seeds=seat_seeds)
        return Change(table=table, facts=(begun,), events=deal.opening)

    def _seated(self, seat: int | None) -> int:
        if seat is None:
            raise Denied("not_seated", "you are watching this table: only its seats may act")
        return seat

    # ---- what a table shows -----------------------------------------------------------------

    @property
    def deal(self) -> Deal | None:
        """The deal being played or just over."""
        return self.deals[-1] if self.deals else None

    @property
    def stage(self) -> Stage:
        """Before the first deal, in a deal, or after one."""
        if not self.deals:
            return "waiting"
        return "over" if self.deals[-1].is_over else "playing"

    @property
    def bot_to_act(self) -> int | None:
        """The seat to act, if a bot sits there."""
        seat = self.deals[-1].to_act if self.deals else None
        return seat if seat is not None and self.seats[seat].kind == "bot" else None

    def seat_of(self, guest: str | None) -> int | None:
        """The seat of the guest with this hash; None is a spectator's."""
        if guest is None:
            return None
        return next((at for at, each in enumerate(self.seats) if each.guest == guest), None)

    def shown_to(self, seat: int | None) -> TableShown:
        """The table without its cards."""
        deal = self.deal
        number = max(1, len(self.deals))
        return TableShown(
            id=self.id,
            rules=self.ruleset.code,
            preset=preset_of(self.ruleset),
            players=self.ruleset.players,
            seats=tuple(SeatShown(name=each.name, kind=each.kind) for each in self.seats),
            you=seat,
            stage=self.stage,
            deal=number,
            tally=tuple(self.match.tally),
            draws=self.match.draws,
            commitment=commitment(self.server_seeds[number - 1]),
            next_commitment=(
                commitment(self.server_seeds[-1]) if len(self.server_seeds) > number else None
            ),
            dealer=self.match.dealer if deal is None else deal.dealer,
        )

    def state_for(self, seat: int | None, events: Sequence[Event] = ()) -> State:
        """Everything a seat (None: a spectator) may know now, and of what just happened."""
        deal = self.deal
        return State(
            v=self.v,
            table=self.shown_to(seat),
            view=None if deal is None else deal.view(seat),
            events=tuple(event_as_seen(event, seat) for event in events),
        )


def preset_of(ruleset: Ruleset) -> str | None:
    """The name of the first preset that is this ruleset, if any."""
    return next(
        (
            name
            for name, preset in PRESETS.items()
            if ruleset.players in preset.players
            and Ruleset.preset(name, ruleset.players) == ruleset
        ),
        None,
    )
