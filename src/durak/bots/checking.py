"""Whether a program keeps to the line protocol: it is played through every preset, and teased.

Besides usual deals it meets what is odd but allowed: unknown fields and messages, the same question
twice, questions of two deals in turn, rules that no preset has, no goodbye.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

import msgspec

from durak import cards
from durak.bots.messages import Ask, ToProgram, line_of
from durak.bots.programs import Fault, Program, ProgramError
from durak.deal import Deal
from durak.ruleset import PRESETS, Ruleset
from durak.view import View

__all__ = ["RULESETS", "Checked", "Finding", "check"]

ENOUGH: Final = 5
"""After so many faults that ended the program no further deal is begun."""
_WEIGHED: Final = 4
"""Every how manyeth question wants values."""
_ODD: Final = (
    "players=3 deck=52 transfer=on transfer_show=yes trump_swap=on attack_limit=4 first_limit=2",
    "players=2 deck=24 attack_limit=1 throw_after_take=no show_lowest_trump=yes",
    "players=6 teams=two transfer=on transfer_cards=one throwers=principal later_lead=at_loser",
)


def _presets() -> dict[str, Ruleset]:
    """Every preset at every count it is for, each ruleset once, then some that no preset has."""
    named: dict[Ruleset, str] = {}
    for name, preset in PRESETS.items():
        for players in preset.players:
            named.setdefault(Ruleset.preset(name, players), f"{name} players={players}")
    for code in _ODD:
        named.setdefault(Ruleset.from_code(code), code)
    return {name: ruleset for ruleset, name in named.items()}


RULESETS: Final[Mapping[str, Ruleset]] = _presets()
"""What is played unless it is said otherwise, by how it is told."""


@dataclass(frozen=True, kw_only=True)
class Finding:
    """One thing that the program does wrong."""

    fault: Fault
    where: str
    """At what it came to light first."""
    sentence: str
    count: int = 1
    """How often it was seen."""


@dataclass(kw_only=True)
class Checked:
    """What was played, and how it went."""

    name: str = ""
    version: str = ""
    findings: list[Finding] = field(default_factory=list)
    unable: dict[str, str] = field(default_factory=dict)
    """Rulesets that the program says it does not play, with its words."""
    rulesets: int = 0
    deals: int = 0
    """Deals played to their end."""
    questions: int = 0
    slowest: float = 0.0
    """Seconds of the slowest answer."""
    is_whole: bool = True
    """Whether nothing was left out after too many faults."""

    def lines(self) -> list[str]:
        """What is to be told, the faults first."""
        told = [
            f"FAULT {each.fault}, {each.where}: {each.sentence}"
            + (f" ({each.count} times)" if each.count > 1 else "")
            for each in self.findings
        ]
        told += [f"does not play {name}: {words}" for name, words in self.unable.items()]
        if not self.is_whole:
            told.append("Not all was played, because of its faults.")
        count = len(self.findings)
        faults = "no fault" if not count else f"{count} fault{'s' if count > 1 else ''}"
        told.append(
            f"{self.name or 'No program'} {self.version}".strip()
            + f": {self.rulesets} rulesets, {self.deals} deals, {self.questions} questions, "
            f"slowest answer {1000 * self.slowest:.1f} ms, {faults}"
        )
        return told


def check(
    command: str,
    *,
    timeout: float,
    seed: int,
    clock: Callable[[], float],
    rulesets: Mapping[str, Ruleset] = RULESETS,
    deals: int = 1,
    start: float = 60.0,
    end: float = 2.0,
    report: Callable[[str], object] = lambda _line: None,
) -> Checked:
    """Play a program through ``rulesets``, ``deals`` deals each, and through odd situations.

    It sits on every seat but one, where legal actions are drawn at random. ``timeout``, ``start``
    and ``end`` are those of ``Program``, ``clock`` says seconds; ``report`` hears what comes next.
    """
    checker = _Checker(
        lambda kind: kind(command, timeout=timeout, start=start, end=end),
        rng=random.Random(seed),
        clock=clock,
    )
    report("hello and goodbye")
    if not checker.greet():
        checker.checked.is_whole = False
        return checker.checked
    report("hello and no more input")
    checker.greet(goodbye=False)
    for program in checker.running(Program):
        for name, ruleset in rulesets.items():
            report(name)
            checker.play(program, name, ruleset, deals)
    playable = [ruleset for name, ruleset in rulesets.items() if name not in checker.checked.unable]
    for program in checker.running(_Talkative) if playable else ():
        report("odd but allowed")
        checker.tease(program, playable)
    return checker.checked


class _Talkative(Program):
    """Says more than this version of the protocol has: fields and messages that a later one may."""

    def line_for(self, message: ToProgram) -> bytes:
        told = msgspec.json.decode(line_of(message))
        told["later"] = {"type": "goodbye", "list": [1, None, "ä"]}
        if isinstance(message, Ask):
            told["view"]["later"] = [[]]
        more = {"type": "later", "id": 0, "view": None}
        return b"".join(msgspec.json.encode(each) + b"\n" for each in (more, told))


class _Checker:
    """The check as far as it has come."""

    def __init__(
        self,
        make: Callable[[type[Program]], Program],
        *,
        rng: random.Random,
        clock: Callable[[], float],
    ) -> None:
        self.checked = Checked()
        self._make = make
        self._rng = rng
        self._clock = clock
        self._ended = 0

    def greet(self, *, goodbye: bool = True) -> bool:
        """Hello and nothing else; whether the program introduced itself."""
        where = "goodbye without a question" if goodbye else "the end of its input"
        try:
            program = self._make(Program)
        except ProgramError as error:
            self._note(error, "hello")
            return False
        self.checked.name, self.checked.version = program.name, program.version
        self._note(program.close(goodbye=goodbye), where)
        return True

    def running(self, kind: type[Program]) -> Iterator[Program]:
        """The program, said goodbye to afterwards; nothing when it does not start."""
        where = "goodbye" if kind is Program else "goodbye, with unknown messages and fields"
        try:
            program = self._make(kind)
        except ProgramError as error:
            self._note(error, "hello" if kind is Program else "hello, with unknown fields")
            return
        try:
            yield program
        finally:
            self._note(program.close(), where)

    def play(self, program: Program, name: str, ruleset: Ruleset, deals: int) -> None:
        """Some deals of one ruleset; a fault ends its deal."""
        self.checked.rulesets += 1
        for number in range(deals):
            if self._ended >= ENOUGH:
                self.checked.is_whole = False
                return
            deal = self._deal(ruleset)
            try:
                while not deal.is_over:
                    self._step(program, deal, odd_seat=number % ruleset.players)
            except ProgramError as error:
                if error.fault is Fault.UNABLE:
                    self.checked.unable[name] = str(error)
                    return
                self._note(error, f"{name}, deal {number + 1}")
            else:
                self.checked.deals += 1

    def tease(self, program: Program, rulesets: Sequence[Ruleset]) -> None:
        """Two deals in turn, of different rules, every question twice."""
        two = [self._deal(rulesets[0]), self._deal(rulesets[-1])]
        try:
            while not all(deal.is_over for deal in two):
                for deal in two:
                    if not deal.is_over:
                        self._ask(program, deal.view(deal.to_act))
                        self._step(program, deal, odd_seat=None)
        except ProgramError as error:
            self._note(error, "two deals in turn, unknown messages and fields")

    def _deal(self, ruleset: Ruleset) -> Deal:
        deck = list(cards.members(cards.deck_mask(ruleset.deck)))
        self._rng.shuffle(deck)
        return Deal.start(ruleset, deck, dealer=self._rng.randrange(ruleset.players))

    def _step(self, program: Program, deal: Deal, *, odd_seat: int | None) -> None:
        seat = deal.to_act
        assert seat is not None
        view = deal.view(seat)
        is_odd = seat == odd_seat
        deal.act(seat, self._rng.choice(view.legal) if is_odd else self._ask(program, view))

    def _ask(self, program: Program, view: View) -> str:
        program.agree(Ruleset.from_code(view.rules))
        self.checked.questions += 1
        began = self._clock()
        try:
            if self.checked.questions % _WEIGHED:
                return str(program.choose(view))
            return str(program.weigh(view)[0].action)
        finally:
            self.checked.slowest = max(self.checked.slowest, self._clock() - began)

    def _note(self, error: ProgramError | None, where: str) -> None:
        """Keep a fault: one of each kind is told, the others counted."""
        if error is None:
            return
        if error.fault not in (Fault.ILLEGAL, Fault.VALUES, Fault.END):
            self._ended += 1
        found = self.checked.findings
        for at, each in enumerate(found):
            if each.fault is error.fault:
                found[at] = replace(each, count=each.count + 1)
                return
        found.append(Finding(fault=error.fault, where=where, sentence=str(error)))
