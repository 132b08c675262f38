"""A match at the terminal, against bots: the same deals as at the table in the browser."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from durak import fair
from durak.actions import NotationError, parse
from durak.bots import Bot, reasons
from durak.deal import Deal
from durak.events import Event
from durak.match import Match
from durak.record import Record, write
from durak.refusals import Refused
from durak.ruleset import Ruleset
from durak.terminal.words import Words
from durak.view import View, event_as_seen
from durak.web.pages import Pages

BOT_NAMES: Final = ("Anya", "Boris", "Vera", "Gleb", "Dasha")
"""The bots, by the names that the catalogues word."""


class Quit(Exception):
    """The person leaves the table."""


@dataclass(frozen=True, kw_only=True)
class Terminal:
    """Where a match is played: how it shows a line and asks for one."""

    show: Callable[[str], None]
    ask: Callable[[str], str]
    """Show a prompt and return what was typed; EOFError when the input has ended."""
    colour: bool


def play(
    rules: Ruleset,
    *,
    seat: int,
    name: str,
    level: str,
    bot: Callable[[int], Bot],
    adviser: Callable[[], Bot],
    lots: random.Random,
    terminal: Terminal,
    records: Path | None,
    deals: int | None,
    language: str = "en",
) -> None:
    """Play deal after deal until the person stops, or ``deals`` of them.

    ``lots`` draws the first dealer (R4.1); ``bot`` makes the bot of a seat, all of one ``level``;
    ``adviser`` makes the one that is asked for hints, once it is asked. Each deal that is over is
    added to the file ``records``, if given.
    """
    advise = _Hints(adviser, language)
    names = _names(rules.players, seat, name, Pages(language))
    words = Words(names, you=seat, language=language, colour=terminal.colour)
    bots = {each: bot(each) for each in range(rules.players) if each != seat}
    match = Match(rules, dealer=lots.randrange(rules.players), deals=deals)
    if records is not None:
        records.open("a", encoding="utf-8").close()  # a fault is told before the deal, not after
    terminal.show(words.phrase("terminal.help"))
    try:
        while True:
            _play_deal(match, seat, level, bots, advise, words, terminal, names, records)
            if match.is_over or not _goes_on(words, terminal):
                return
    except Quit:
        terminal.show(words.phrase("terminal.left"))


def _play_deal(
    match: Match,
    seat: int,
    level: str,
    bots: dict[int, Bot],
    advise: _Hints,
    words: Words,
    terminal: Terminal,
    names: tuple[str, ...],
    records: Path | None,
) -> None:
    server_seed = fair.new_seed()
    promise = fair.commitment(server_seed)
    number = match.number + 1
    terminal.show("\n" + words.phrase("terminal.deal", deal=number, promise=promise))
    seeds = tuple(
        fair.new_seed() if each == seat else fair.bot_seed(server_seed, each)
        for each in range(match.ruleset.players)
    )
    deal = match.begin(fair.shuffle(match.ruleset.deck, server_seed, seeds))
    for event in deal.opening:
        terminal.show(words.event(event_as_seen(event, seat)))
    while (to_act := deal.to_act) is not None:
        if to_act == seat:
            happened = _ask(deal, seat, advise, words, terminal)
        else:
            happened = deal.apply(to_act, bots[to_act].choose(deal.view(to_act)))
        for event in happened:
            terminal.show(words.event(event_as_seen(event, seat)))
    match.settle()
    tally = ", ".join(f"{names[each]} {lost}" for each, lost in enumerate(match.tally))
    terminal.show(f"{words.phrase('table.tally')}: {tally}")
    if match.draws:
        terminal.show(words.phrase("table.draws", count=match.draws))
    if records is not None:
        record = Record.of_deal(
            deal,
            seats=[names[each] if each == seat else f"bot:{level}" for each in range(len(names))],
            number=number,
            commitment=promise,
            seeds=[seed.hex() for seed in (server_seed, *seeds)],
        )
        _append(records, write(record))
        terminal.show(words.phrase("terminal.recorded", path=records))


class _Hints:
    """What a strong bot would play in the person's place; it is made when it is asked first."""

    def __init__(self, adviser: Callable[[], Bot], language: str) -> None:
        self._adviser = adviser
        self._language = language
        self._bot: Bot | None = None

    def __call__(self, view: View, words: Words) -> str:
        """The best answer to this view with its chance and reason, in words."""
        if self._bot is None:
            self._bot = self._adviser()
        best = self._bot.weigh(view)[0]
        return words.phrase(
            "terminal.hint",
            action=words.action(best.action),
            value=round(100 * best.value),
            why=reasons.text(best.reason, self._language),
        )


def _ask(
    deal: Deal, seat: int, advise: _Hints, words: Words, terminal: Terminal
) -> tuple[Event, ...]:
    """Ask until the person has done something legal."""
    view = deal.view(seat)
    terminal.show("")
    terminal.show(words.position(view))
    legal = deal.legal()
    terminal.show("  ".join(f"{at} {words.action(each)}" for at, each in enumerate(legal, 1)))
    while True:
        typed = _typed(words, terminal, f"{words.name(seat)}> ")
        if typed == "hint":
            terminal.show(advise(view, words))
            continue
        if typed.isascii() and typed.isdigit():
            if not 1 <= int(typed) <= len(legal):
                terminal.show(words.phrase("terminal.not_listed", typed=typed, last=len(legal)))
                continue
            typed = str(legal[int(typed) - 1])
        try:
            return deal.apply(seat, parse(typed))
        except NotationError:
            terminal.show(words.phrase("refusal.bad_notation"))
        except Refused as refused:
            terminal.show(words.refusal(refused.refusal))


def _typed(words: Words, terminal: Terminal, prompt: str) -> str:
    while True:
        try:
            typed = terminal.ask(prompt).strip()
        except EOFError:
            raise Quit from None
        if typed in ("quit", "q", "exit"):
            raise Quit
        if typed in ("help", "?", "h"):
            terminal.show(words.phrase("terminal.help"))
        elif typed:
            return typed


def _goes_on(words: Words, terminal: Terminal) -> bool:
    try:
        return terminal.ask(words.phrase("terminal.next")).strip() not in ("q", "quit")
    except EOFError:
        return False


def _names(players: int, seat: int, name: str, pages: Pages) -> tuple[str, ...]:
    bots = (pages.phrase(f"bot.{each}") for each in BOT_NAMES)
    others = iter(each for each in bots if each != name)
    return tuple(name if each == seat else next(others) for each in range(players))


def _append(path: Path, block: str) -> None:
    old = path.read_text(encoding="utf-8") if path.exists() else ""
    between = "\n" if old else ""
    path.write_text(f"{old}{between}{block}", encoding="utf-8")
