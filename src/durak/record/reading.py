"""Reading records: the grammar of the text, then a replay of every deal, then what joins them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final, NoReturn

from durak import actions, cards
from durak.actions import Action
from durak.deal import Deal
from durak.events import UNKNOWN
from durak.record.model import (
    FORMAT,
    HEADERS,
    REQUIRED,
    Bout,
    Record,
    RecordError,
    is_key,
    is_near,
    is_plain,
)
from durak.record.replaying import CLAUSES, replayed
from durak.ruleset import FIELDS, Ruleset, RulesetError

_BOUT: Final = re.compile(r"([0-9]+)\.(?:[ \t]+(.*))?")
_PART: Final = re.compile(r"[ \t]*(?:(\{[^}]*\})|([^\s{}]+))")
_NUMBER: Final = re.compile(r"[1-9][0-9]{0,8}")


@dataclass(kw_only=True)
class _Block:
    """The lines of one deal, taken apart but not yet understood; lines count from 1."""

    start: int
    headers: list[tuple[int, str, str]] = field(default_factory=list)
    body: list[tuple[int, str]] = field(default_factory=list)
    result: tuple[int, str] = (0, "")

    def line_of(self, key: str | None) -> int:
        """Where a header stands, else where the block begins."""
        if key == "Result":
            return self.result[0]
        return next((line for line, known, _ in self.headers if known == key), self.start)

    def value(self, key: str) -> str | None:
        """The text of a header, None when it is not there."""
        return next((text for _, known, text in self.headers if known == key), None)


def read_record(text: str) -> Record:
    """Read the one record of a text.

    Raises:
        RecordError: as ``read_records``, or more than one record.
    """
    records = read_records(text)
    if len(records) > 1:
        raise RecordError(f"{len(records)} records where one was asked for")
    return records[0]


def read_records(text: str) -> tuple[Record, ...]:
    """Read all records of a text: a match is a text of several, in order.

    A byte order mark, lines ended by CR and LF, spaces at the ends of lines and more than one blank
    line between the parts are read and never written; comments on a line of their own join the bout
    before it. Where a deal that is over is followed by the
    next number, its dealer must be the one that R10.2 names.

    Raises:
        RecordError: anything else, with its line; no other exception, whatever the text.
    """
    records: list[Record] = []
    before: Deal | None = None
    for block in _blocks(text):
        record, lines = _understood(block)
        deal = replayed(record, lines)
        if before is not None and _follows(records[-1], record):
            _check_dealer(before, record, block)
        records.append(record)
        before = deal
    if not records:
        raise RecordError("there is no record in this text", line=1)
    return tuple(records)


def _follows(before: Record, record: Record) -> bool:
    return (
        before.is_finished
        and before.number + 1 == record.number
        and before.ruleset.players == record.ruleset.players
    )


def _check_dealer(before: Deal, record: Record, block: _Block) -> None:
    if record.dealer != before.dealer_next:
        raise RecordError(
            f"Dealer: seat {record.dealer} deals deal {record.number}, but after "
            f"{before.result!r} with seat {before.dealer} dealing it is seat {before.dealer_next}",
            line=block.line_of("Dealer"),
            clause="R10.2",
            field="Dealer",
        )


# Lines ----------------------------------------------------------------------------------------


def _refuse(line: int, message: str, clause: str | None = None) -> NoReturn:
    raise RecordError(message, line=line, clause=clause)


def _blocks(text: str) -> Iterator[_Block]:
    """Cut a text into blocks: headers, a blank line, bouts, the result, a blank line or the end."""
    block: _Block | None = None
    place = "between"  # then "headers", "body", "after"
    number = 0
    for number, raw in enumerate(text.removeprefix("\ufeff").split("\n"), start=1):
        line = raw.rstrip(" \t\r")
        if not is_plain(line):
            _refuse(number, f"{line!r} holds a character that no record holds")
        if place == "after" and line:
            _refuse(number, f"{line!r} stands after the result: a blank line ends a record")
        if not line:
            place = _after_blank(place, block, number)
            continue
        if block is None or place == "between":
            block = _Block(start=number)
            place = "headers"
        if place == "headers":
            block.headers.append(_header(number, line, block))
        elif line.startswith("Result:"):
            block.result = (number, line.removeprefix("Result:").strip())
            place = "after"
            yield block
        else:
            block.body.append((number, line))
    if place in ("headers", "body"):
        _refuse(number, "the record ends without its result: unfinished, if the deal is not over")


def _after_blank(place: str, block: _Block | None, number: int) -> str:
    if place == "headers":
        return "body"
    if place == "body":
        assert block is not None
        if block.body:
            _refuse(
                number,
                "no result before this line: bouts follow one another, and Result: ends them",
            )
        return place
    return "between"


def _header(number: int, line: str, block: _Block) -> tuple[int, str, str]:
    key, colon, value = line.partition(":")
    if not colon or not is_key(key):
        _refuse(number, f"{line!r} is no header: write Key: value, and a blank line after the last")
    if key == "Result":
        _refuse(number, "the result among the headers: a blank line and the bouts come before it")
    if key not in HEADERS and is_near(key):
        known = next(each for each in HEADERS if each.lower() == key.lower())
        _refuse(number, f"write {known}, not {key}")
    if key in HEADERS and block.value(key) is not None:
        _refuse(number, f"{key} is there twice")
    if not block.headers and (key, value.strip()) != ("Format", FORMAT):
        _refuse(number, f"a record begins with Format: {FORMAT}, not with {line!r}")
    return number, key, value.strip()


# Parts ------------------------------------------------------------------------------------------


def _understood(block: _Block) -> tuple[Record, list[int]]:
    """The record of a block, not replayed yet, and the lines of its bouts and its result."""
    values: dict[str, str] = {}
    for key in REQUIRED:
        value = block.value(key)
        if value is None:
            _refuse(block.start, f"the header {key} is missing")
        values[key] = value
    rules = _rules(block.line_of("Rules"), values["Rules"])
    for key in ("Deal", "Dealer"):
        if not _NUMBER.fullmatch(values[key]) and (key, values[key]) != ("Dealer", "0"):
            _refuse(block.line_of(key), f"{key}: {values[key]!r} is no number")
    seeds = block.value("Seeds")
    if seeds is not None and not seeds:
        _refuse(block.line_of("Seeds"), "Seeds: there are none; leave the header out")
    bouts, lines = _bouts(block, rules)
    try:
        record = Record(
            ruleset=rules,
            seats=tuple(name.strip() for name in values["Seats"].split("|")),
            number=int(values["Deal"]),
            dealer=int(values["Dealer"]),
            deck=_deck(block.line_of("Deck"), values["Deck"]),
            bouts=bouts,
            result=" ".join(block.result[1].split()),
            commitment=block.value("Commitment"),
            seeds=tuple((seeds or "").split()),
            date=block.value("Date"),
            site=block.value("Site"),
            event=block.value("Event"),
            headers=tuple((key, text) for _, key, text in block.headers if key not in HEADERS),
        )
    except RecordError as error:
        raise (error if error.line else error.at(block.line_of(error.field))) from None
    return record, [*lines, block.result[0]]


def _rules(line: int, text: str) -> Ruleset:
    for part in text.split():
        name, equals, _ = part.partition("=")
        if equals and name not in FIELDS:
            _refuse(line, f"Rules: {name!r} is no field of a ruleset", "R3")
    try:
        return Ruleset.from_code(text)
    except RulesetError as error:
        _refuse(line, f"Rules: {error}", "R3")


def _deck(line: int, text: str) -> tuple[int | None, ...]:
    try:
        return tuple(None if part == UNKNOWN else cards.card(part) for part in text.split())
    except cards.CardError as error:
        _refuse(line, f"Deck: {error}", "R2.3")


def _bouts(block: _Block, rules: Ruleset) -> tuple[tuple[Bout, ...], list[int]]:
    """The bouts and their lines. Comments on a line of their own join the bout before it."""
    parts: list[list[str]] = []
    lines: list[int] = []
    before_first: list[str] = []
    for number, line in block.body:
        if line.startswith("{"):
            comments = _parts(number, line)
            if not all(each.startswith("{") for each in comments):
                _refuse(number, f"{line!r} has actions but no number of a bout")
            (parts[-1] if parts else before_first).extend(comments)
            continue
        found = _BOUT.fullmatch(line)
        if found is None:
            _refuse(number, f"{line!r} is no bout: write its number, a point, and its actions")
        if found[1] != str(len(parts) + 1):
            _refuse(number, f"bout {found[1]} stands where bout {len(parts) + 1} is due")
        parts.append(before_first + _parts(number, found[2] or ""))
        before_first = []
        lines.append(number)
        if all(each.startswith("{") for each in parts[-1]):
            _refuse(number, "a bout without an action has no line")
    if before_first:
        _refuse(block.body[0][0], "a comment without a bout: comments stand between actions")
    return tuple(_bout(*each, rules) for each in zip(lines, parts, strict=True)), lines


def _parts(line: int, text: str) -> list[str]:
    """Tokens, and comments with their braces."""
    parts: list[str] = []
    at = 0
    while at < len(text):
        found = _PART.match(text, at)
        if found is None:
            _refuse(
                line,
                f"{text[at:].strip()!r} begins with neither an action nor a comment: "
                "a comment stands in braces on one line",
            )
        at = found.end()
        parts.append(found[1] or found[2])
    return parts


def _bout(line: int, parts: Iterable[str], rules: Ruleset) -> Bout:
    played: list[tuple[int, Action]] = []
    comments: list[tuple[int, str]] = []
    for part in parts:
        if part.startswith("{"):
            comments.append((len(played), part[1:-1]))
        else:
            played.append(_action(line, part, rules))
    return Bout(actions=tuple(played), comments=tuple(comments))


def _action(line: int, token: str, rules: Ruleset) -> tuple[int, Action]:
    try:
        return actions.parse_with_seat(token, rules.players)
    except actions.NotationError as error:
        raise RecordError(
            f"{token} is refused (bad_notation): {error}",
            line=line,
            token=token,
            code="bad_notation",
            clause=CLAUSES["bad_notation"],
        ) from None
