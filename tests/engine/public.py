"""The public state of a deal put together from its events alone, as a spectator sees them."""

from __future__ import annotations

from dataclasses import dataclass, field

from durak import events
from durak.view import View


@dataclass(kw_only=True)
class Public:
    """What somebody knows who saw every event and nothing else."""

    players: int
    counts: list[int] = field(default_factory=list)
    known: list[set[str]] = field(default_factory=list)
    talon: int = 0
    trump_card: str = ""
    table: list[tuple[str, str | None]] = field(default_factory=list)
    gone: set[str] = field(default_factory=set)
    out: list[tuple[int, ...]] = field(default_factory=list)
    bout: int = 0
    principal: int = -1
    defender: int = -1
    limit: int = 0
    taking: bool = False
    result: str | None = None
    dealer_next: int | None = None

    def __post_init__(self) -> None:
        self.counts = [0] * self.players
        self.known = [set() for _ in range(self.players)]

    def leave(self, seat: int, laid: tuple[str, ...]) -> None:
        self.counts[seat] -= len(laid)
        self.known[seat] -= set(laid)

    def pass_on(self, to: int, limit: int) -> None:
        self.principal, self.defender, self.limit = self.defender, to, limit

    def follow(self, event: events.Event) -> None:
        match event:
            case events.DealBegan():
                self.talon, self.trump_card = event.talon_count, event.trump_card
            case events.Drew():
                self.counts[event.seat] += len(event.cards)
                self.known[event.seat] |= set(event.public)
                if self.bout:  # not the deal's own cards
                    self.talon -= len(event.cards)
            case events.LeadShown():
                self.known[event.seat].add(event.card)
            case events.BoutBegan():
                assert event.number == self.bout + 1
                self.bout, self.limit = event.number, event.limit
                self.principal, self.defender = event.principal, event.defender
                self.table, self.taking = [], False
            case _:
                self.follow_play(event)

    def follow_play(self, event: events.Event) -> None:
        match event:
            case events.Attacked():
                assert event.thrown_in == bool(self.table)
                assert event.after_take == self.taking
                self.leave(event.seat, event.cards)
                self.table += [(card, None) for card in event.cards]
            case events.Covered():
                assert event.seat == self.defender
                self.leave(event.seat, (event.cover,))
                self.table[self.table.index((event.attack, None))] = (event.attack, event.cover)
            case events.Transferred():
                assert event.seat == self.defender
                self.leave(event.seat, event.cards)
                self.table += [(card, None) for card in event.cards]
                self.pass_on(event.to, event.limit)
            case events.ShownTransfer():
                self.known[event.seat].add(event.card)
                self.pass_on(event.to, event.limit)
            case events.TakeSaid():
                assert event.seat == self.defender
                self.taking = True
            case events.Swapped():
                assert event.trump_card == self.trump_card
                self.known[event.seat] -= {event.low_trump}
                self.known[event.seat].add(event.trump_card)
                self.trump_card = event.low_trump
            case _:
                self.follow_end(event)

    def follow_end(self, event: events.Event) -> None:
        match event:
            case events.BeatenOff():
                assert set(event.cards) == self.on_table()
                self.gone |= self.on_table()
                self.table = []
            case events.Taken():
                assert event.seat == self.defender
                assert set(event.cards) == self.on_table()
                self.counts[event.seat] += len(event.cards)
                self.known[event.seat] |= self.on_table()
                self.table = []
            case events.WentOut():
                assert event.place == 1 + len(self.out)
                self.out.append(event.seats)
            case events.DealEnded():
                self.result, self.dealer_next = event.result, event.dealer_next
            case _:
                assert isinstance(event, events.DoneSaid)

    def on_table(self) -> set[str]:
        return {card for pair in self.table for card in pair if card is not None}

    def check(self, view: View) -> None:
        """This is what the view says too."""
        assert tuple(self.counts) == view.counts
        assert self.known == [set(hand) for hand in view.known]
        assert self.talon == view.talon_count
        assert view.trump_card == (self.trump_card if self.talon else None)
        assert self.table == [(pair.attack, pair.cover) for pair in view.table]
        assert self.gone == set(view.gone)
        assert len(self.gone) == view.discard_count
        assert tuple(self.out) == view.out
        assert (self.result, self.dealer_next) == (view.result, view.dealer_next)
        if view.result is None:
            assert (self.bout, self.principal, self.defender) == (
                view.bout,
                view.principal,
                view.defender,
            )
            assert (self.limit, self.taking) == (view.limit, view.taking)
