"""Playing one deal: asking the bots, timing them, and ending it when one of them fails."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal

import msgspec

from durak import fair
from durak.actions import Action
from durak.arena.endings import Judge, Judged, is_ending
from durak.arena.plan import MOST_ACTIONS, ArenaError, Asked, Place, Plan, Shuffled
from durak.arena.players import Maker, Player
from durak.deal import Deal
from durak.record import BOT, Record, write

End = Literal["durak", "draw", "stalemate", "unfinished", "fault"]
_ENDS: Final[dict[str, End]] = {"draw": "draw", "draw stalemate": "stalemate"}
_LONGEST: Final = 300
"""A message of a bot's fault longer than this is cut."""


class Fault(msgspec.Struct, frozen=True, kw_only=True):
    """How a bot lost a deal by what it did."""

    seat: int
    bot: str
    deal: int
    deck: int
    what: str
    """What it tried, and what was legal."""

    def __str__(self) -> str:
        return (
            f"deal {self.deal} (deck {self.deck}): {self.bot} at seat {self.seat} loses it: "
            f"{self.what}"
        )


class Played(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """How one deal went."""

    number: int
    seats: tuple[int, ...]
    """For each seat the place of its bot in ``Asked.bots``."""
    end: End
    losers: tuple[int, ...]
    """The seats that have lost; none after a draw."""
    actions: int
    asked: tuple[int, ...]
    """How often each seat was asked: only where it had more than one legal action."""
    seconds: tuple[float, ...]
    """How long each seat took over that."""
    fault: Fault | None = None
    judged: tuple[Judged, ...] = ()
    record: str | None = None


class FaultError(Exception):
    """The bot of a seat has failed; the sentence says what it tried and what was legal."""

    def __init__(self, seat: int, what: str) -> None:
        super().__init__(what)
        self.seat = seat


@dataclass
class Table:
    """Plays deals of one tournament in this process, and keeps its lasting players."""

    asked: Asked
    make: Maker
    most_actions: int = MOST_ACTIONS
    plan: Plan = field(init=False)
    _lasting: dict[tuple[int, int], Player] = field(init=False, default_factory=dict)
    _deck: tuple[int, Shuffled] | None = field(init=False, default=None)

    def __post_init__(self) -> None:
        self.plan = Plan(self.asked)

    def close(self) -> None:
        """Send the lasting players away."""
        for player in self._lasting.values():
            player.close()
        self._lasting.clear()

    def play(self, number: int, *, with_record: bool = False, judge: Judge | None = None) -> Played:
        """Play the deal of this number; a bot that fails loses it.

        With ``judge`` every choice in an ending is held against the best result.
        """
        place = self.plan.place(number)
        deck = self._shuffled(place.deck)
        deal = Deal.start(self.asked.ruleset, deck.cards, dealer=deck.dealer)
        course = _Course(self, place, deal, judge)
        fault = course.run()
        played = Played(
            number=number,
            seats=place.seats,
            end=course.end if fault is None else "fault",
            losers=deal.losers if fault is None else self._side_of(fault.seat),
            actions=len(deal.actions),
            asked=tuple(course.asked),
            seconds=tuple(round(each, 7) for each in course.seconds),
            fault=fault,
            judged=tuple(course.judged),
        )
        if not with_record:
            return played
        return msgspec.structs.replace(played, record=self._record(place, deck, deal, fault))

    def prepare(self) -> None:
        """See that every bot is there and plays these rules.

        Raises:
            ArenaError: one does not.
        """
        for bot, name in enumerate(self.asked.names):
            try:
                self.seat(bot, 0, "prepare", bot).begin(self.asked.ruleset)
            except ArenaError:
                raise
            except Exception as error:
                raise ArenaError(f"{name} cannot play: {_told(error)}") from error

    def warm_up(self) -> None:
        """Have every bot answer once early in a deal and once late, so that compiling costs no
        deal its time."""
        deck = self._shuffled(0)
        for bot in range(len(self.asked.bots)):
            deal = Deal.start(self.asked.ruleset, deck.cards, dealer=deck.dealer)
            lots = random.Random(0)
            wanted: list[Callable[[Deal], bool]] = [lambda _: True, lambda deal: not deal.talon]
            while (seat := deal.to_act) is not None and len(deal.actions) < self.most_actions:
                legal = deal.legal()
                if len(legal) > 1 and wanted and wanted[0](deal):
                    wanted.pop(0)
                    try:
                        player = self.seat(bot, 0, "warm up", bot)
                        player.begin(self.asked.ruleset)
                        player.choose(deal, deal.view(seat))
                    except Exception:  # it will fail again where it counts
                        self.dismiss(bot, 0)
                deal.apply(seat, lots.choice(legal))

    def seat(self, bot: int, chair: int, *what: object) -> Player:
        """The player of a bot for its ``chair``-th seat in a deal; ``what`` names its chance."""
        lasting = self._lasting.get((bot, chair))
        if lasting is not None:
            return lasting
        player = self.make(self.asked.bots[bot], self.plan.random(*what), self.asked.slow)
        if player.is_lasting:
            self._lasting[bot, chair] = player
        return player

    def dismiss(self, bot: int, chair: int) -> None:
        """Send a player that has failed away; the next deal has a new one."""
        player = self._lasting.pop((bot, chair), None)
        if player is not None:
            player.close()

    def _shuffled(self, number: int) -> Shuffled:
        if self._deck is None or self._deck[0] != number:
            self._deck = number, self.plan.shuffled(number)
        return self._deck[1]

    def _side_of(self, seat: int) -> tuple[int, ...]:
        """The seats that lose with this one: in teams its team (R11.4)."""
        players = self.asked.ruleset.players
        if self.plan.has_sides and players > 2:
            return tuple(range(seat % 2, players, 2))
        return (seat,)

    def _record(self, place: Place, deck: Shuffled, deal: Deal, fault: Fault | None) -> str:
        names = self.asked.names
        record = Record.of_deal(
            deal,
            seats=[f"{BOT}{_plain(names[bot])}" for bot in place.seats],
            commitment=fair.commitment(deck.seeds[0]),
            seeds=[seed.hex() for seed in deck.seeds],
            event=f"arena, seed {self.asked.seed}, deal {place.number}, deck {place.deck}",
            headers=() if fault is None else (("Fault", _plain(str(fault))),),
        )
        return write(record)


class _Course:
    """One deal from its first action to its end."""

    def __init__(self, table: Table, place: Place, deal: Deal, judge: Judge | None) -> None:
        self.deal = deal
        self.end: End = "unfinished"
        self.asked = [0] * len(place.seats)
        self.seconds = [0.0] * len(place.seats)
        self.judged: list[Judged] = []
        self._table = table
        self._place = place
        self._judge = judge
        self._chairs = [place.seats[:seat].count(bot) for seat, bot in enumerate(place.seats)]

    def run(self) -> Fault | None:
        """Play until the deal is over, too long, or lost by a fault: that is returned."""
        try:
            players = [self._seated(seat) for seat in range(len(self._place.seats))]
            while (seat := self.deal.to_act) is not None:
                if len(self.deal.actions) >= self._table.most_actions:
                    return None
                legal = self.deal.legal()
                action = legal[0] if len(legal) == 1 else self._asked(players[seat], seat, legal)
                self.deal.apply(seat, action)
        except FaultError as error:
            return self._fault(error.seat, str(error))
        self.end = _ENDS.get(self.deal.result or "", "durak")
        return None

    def _seated(self, seat: int) -> Player:
        place = self._place
        try:
            player = self._table.seat(
                place.seats[seat], self._chairs[seat], "deck", place.deck, place.seating, seat
            )
            player.begin(self._table.asked.ruleset)
        except Exception as error:
            raise FaultError(seat, f"it does not begin: {_told(error)}") from error
        return player

    def _asked(self, player: Player, seat: int, legal: Sequence[Action]) -> Action:
        view = self.deal.view(seat)
        began = time.perf_counter()
        try:
            action: object = player.choose(self.deal, view)  # whatever a bot may answer
        except Exception as error:
            raise FaultError(seat, f"{_told(error)}; {_listed(legal)}") from error
        finally:
            took = time.perf_counter() - began
            self.asked[seat] += 1
            self.seconds[seat] += took
        if not isinstance(action, Action) or action not in legal:
            raise FaultError(seat, f"it tried {_text(action)}; {_listed(legal)}")
        slow = self._table.asked.slow
        if took > slow:
            raise FaultError(
                seat,
                f"it took {took:.3g} s over {action}, allowed are {slow:g} s; {_listed(legal)}",
            )
        if self._judge is not None and is_ending(view):
            self.judged.append(self._judge(self._place.seats[seat], view, action))
        return action

    def _fault(self, seat: int, what: str) -> Fault:
        bot = self._place.seats[seat]
        self._table.dismiss(bot, self._chairs[seat])
        return Fault(
            seat=seat,
            bot=self._table.asked.names[bot],
            deal=self._place.number,
            deck=self._place.deck,
            what=what,
        )


def _told(error: Exception) -> str:
    return _cut(f"{type(error).__name__}: {error}".rstrip(": "))


def _text(action: object) -> str:
    if not isinstance(action, Action):
        return _cut(f"{action!r}, which is no action")
    try:
        return str(action)
    except (IndexError, AssertionError, AttributeError, TypeError):  # cards that are none
        return _cut(repr(action))


def _listed(legal: Sequence[Action]) -> str:
    return _cut("legal: " + " ".join(map(str, legal)))


def _cut(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _LONGEST else line[: _LONGEST - 3] + "..."


def _plain(text: str) -> str:
    """A text that a record can hold as a name or header."""
    kept = "".join(each if each.isprintable() and each != "|" else " " for each in text)
    return " ".join(kept.split()) or "?"
