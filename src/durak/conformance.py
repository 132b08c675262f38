"""Conformance cases: a language-neutral suite of positions and what must follow from them.

A case is data (``formats``): rules, a position or a deck, actions, checks. Running one compares
every check with what the engine says and returns sentences for those that differ.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from durak import actions, cards, position
from durak.deal import Deal, DeckError
from durak.refusals import Refused
from durak.ruleset import FIELDS, Ruleset, RulesetError
from durak.view import View, identified


class CaseError(ValueError):
    """A file or case that is not of the format; says where and what is allowed."""


@dataclass(frozen=True, kw_only=True)
class Outcome:
    """How one case went: its id and a sentence for each check that failed."""

    id: str
    failures: tuple[str, ...]


def run_file(path: Path) -> tuple[Outcome, ...]:
    """Run every case of a file.

    Raises:
        CaseError: the file cannot be read or is not a list of cases.
    """
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise CaseError(f"{path}: {error.strerror or error}") from None
    except UnicodeDecodeError:
        raise CaseError(f"{path}: not UTF-8 text") from None
    except (ValueError, RecursionError) as error:  # a number too long to read, too
        raise CaseError(f"{path}: not JSON: {error}") from None
    if not isinstance(found, list):
        raise CaseError(f"{path}: a file holds a list of cases, not {_shown(found)}")
    return tuple(run(case) for case in found)


def run(case: object) -> Outcome:
    """Run one case. A case that is not of the format has failed, with a sentence that says why."""
    if not isinstance(case, dict):
        return Outcome(id="?", failures=(f"a case is an object, not {_shown(case)}",))
    try:
        failures = _run(case)
    except CaseError as error:
        failures = [f"not a case: {error}"]
    return Outcome(id=str(case.get("id", "?")), failures=tuple(failures))


def begin(case: Mapping[str, Any]) -> Deal:
    """The deal as a case begins it, before its first step.

    Raises:
        CaseError, RulesetError, PositionError, DeckError, CardError: there is no such deal.
    """
    return _deal(case, _rules(case))


def _run(case: Mapping[str, Any]) -> list[str]:
    expected = case.get("rules_refused")
    try:
        rules = _rules(case)
    except RulesetError as error:
        if expected is None:
            return [f"these rules were refused: {error}"]
        missing = [name for name in _texts("rules_refused", expected) if name not in error.fields]
        return [f"refusal should name {name}, named {error.fields}" for name in missing]
    if expected is not None:
        return [f"rules: expected a refusal naming {expected}, got {rules.code}"]
    if not isinstance(case.get("position_refused", False), bool):
        raise CaseError(
            f"position_refused is true or false, not {_shown(case['position_refused'])}"
        )
    if "position" not in case and "deck" not in case:
        raise CaseError("needs a position or a deck, or rules_refused")
    try:
        deal = _deal(case, rules)
    except (position.PositionError, DeckError, cards.CardError) as error:
        if case.get("position_refused") is True:
            return []
        return [f"the start was refused: {error}"]
    if case.get("position_refused") is True:
        return ["position: expected a refusal, got a deal"]
    failures = _failing("start", deal, case.get("start", {}))
    for number, step in enumerate(_list("play", case.get("play", [])), 1):
        failures += _play(deal, step, f"step {number}")
        if failures:
            return failures
    return failures + _failing("expect", deal, case.get("expect", {}))


def _rules(case: Mapping[str, Any]) -> Ruleset:
    found = _object("rules", case.get("rules", {}))
    unknown = [name for name in found if name not in ("preset", "players", "set")]
    if unknown:
        raise CaseError(f"rules: unknown member {unknown[0]!r}")
    changes = _object("set", found.get("set", {}))
    if "players" in changes:
        raise CaseError("rules: players stands beside set, not in it")
    named = {name: value for name, value in changes.items() if name in FIELDS}
    if len(named) < len(changes):
        Ruleset.make(**changes)  # refuses, naming the field
    preset = found.get("preset", "podkidnoy")
    if not isinstance(preset, str):
        raise CaseError(f"rules: preset is a name, not {_shown(preset)}")
    return Ruleset.preset(preset, found.get("players"), **named)


def _deal(case: Mapping[str, Any], rules: Ruleset) -> Deal:
    if "position" in case:
        members = _object("position", case["position"])
        return position.set_up(rules, position.read(rules, members))
    deck, dealer, later = case["deck"], case.get("dealer", 0), case.get("later", False)
    if not isinstance(deck, str) or type(dealer) is not int or not isinstance(later, bool):
        raise CaseError("deck is a text of cards, dealer a number, later true or false")
    return Deal.start(rules, cards.cards(deck), dealer=dealer, later=later)


def _play(deal: Deal, step: object, where: str) -> list[str]:
    step = _object(where, step)
    do = step.get("do")
    if not isinstance(do, str):
        raise CaseError(f"{where}: do is a text, not {_shown(do)}")
    refused = step.get("refused")
    where = f"{where} ({do})"
    before = deal.state.tobytes()
    try:
        deal.do(do)
    except Refused as refusal:
        if refused is None:
            return [f"{where}: expected legal, got refused {refusal.code}: {refusal}"]
        if refusal.code != refused:
            return [f"{where}: expected refused {refused}, got {refusal.code}"]
        if deal.state.tobytes() != before:
            return [f"{where}: a refused action changed the state"]
    else:
        if refused is not None:
            return [f"{where}: expected refused {refused}, got done"]
    return _failing(where, deal, step.get("then", {}))


def _failing(where: str, deal: Deal, checks: object) -> list[str]:
    """A sentence for each check that does not hold."""
    failures: list[str] = []
    for name, wanted in _object(where, checks).items():
        if name not in _CHECKS:
            raise CaseError(f"{where}: unknown check {name!r}: there are {', '.join(_CHECKS)}")
        if deal.is_over and name in ("principal", "defender", "limit"):
            continue
        found = _CHECKS[name](deal, wanted)
        if found is not None:
            failures.append(f"{where}: {name} expected {json.dumps(wanted)}, got {found}")
    return failures


# Checks: each takes the deal and what is wanted; None, or what there is instead. --------

Check = Callable[[Deal, Any], str | None]


def _same(value: Callable[[Deal], object]) -> Check:
    def check(deal: Deal, wanted: Any) -> str | None:
        found = value(deal)
        if found == wanted and isinstance(found, bool) == isinstance(wanted, bool):
            return None
        return json.dumps(found)

    return check


def _tokens(deal: Deal) -> list[str]:
    return sorted(str(action) for action in deal.legal())


def _legal(deal: Deal, wanted: Any) -> str | None:
    found = _tokens(deal)
    return None if found == sorted(_token_texts("legal", wanted)) else json.dumps(found)


def _legal_has(deal: Deal, wanted: Any) -> str | None:
    missing = set(_token_texts("legal_has", wanted)) - set(_tokens(deal))
    return f"without {sorted(missing)}" if missing else None


def _legal_lacks(deal: Deal, wanted: Any) -> str | None:
    found = set(_token_texts("legal_lacks", wanted)) & set(_tokens(deal))
    return f"with {sorted(found)}" if found else None


def _by_seat(masks: Callable[[Deal], tuple[int, ...]]) -> Check:
    def check(deal: Deal, wanted: Any) -> str | None:
        for seat, text in _object("seats", wanted).items():
            if seat not in [str(each) for each in range(deal.ruleset.players)]:
                raise CaseError(f"{seat!r} is no seat of this table")
            found = masks(deal)[int(seat)]
            if found != cards.mask(_cards(text)):
                return f"seat {seat}: {' '.join(cards.names(found))}"
        return None

    return check


def _talon(deal: Deal, wanted: Any) -> str | None:
    found = deal.talon
    return None if found == _cards(wanted) else " ".join(cards.name(card) for card in found)


def _table(deal: Deal, wanted: Any) -> str | None:
    if not isinstance(wanted, str):
        raise CaseError(f"table is a text, not {_shown(wanted)}")
    found = [attack if cover is None else f"{attack}<{cover}" for attack, cover in deal.table]
    parts = [
        "<".join(cards.name(_card(card)) for card in part.split("<")) for part in wanted.split()
    ]
    return None if found == parts else " ".join(found) or "an empty table"


def _trump_card(deal: Deal, wanted: Any) -> str | None:
    found = cards.name(deal.talon[-1]) if deal.talon else None
    named = wanted if wanted is None else cards.name(_card(wanted))
    return None if found == named else json.dumps(found)


def _out(deal: Deal, wanted: Any) -> str | None:
    found = sorted(seat for seats in deal.out for seat in seats)
    seats = _list("out", wanted)
    if any(type(seat) is not int for seat in seats):
        raise CaseError(f"out is a list of seats, not {_shown(wanted)}")
    return None if found == sorted(seats) else json.dumps(found)


def _code(deal: Deal, wanted: Any) -> str | None:
    code = deal.ruleset.code
    if Ruleset.from_code(code) != deal.ruleset:
        return f"{code}, which does not read back equal"
    return None if code == wanted else code


def _view(deal: Deal, wanted: Any) -> str | None:
    wanted = _object("view", wanted)
    seat = wanted.get("seat")
    if seat is not None and (type(seat) is not int or not 0 <= seat < deal.ruleset.players):
        raise CaseError(f"view: {_shown(seat)} is no seat of this table")
    view: View = deal.view(seat)
    lacks = {cards.name(card) for card in _cards(wanted.get("lacks", ""))}
    shown = lacks & identified(view)
    return f"a view that identifies {sorted(shown)}" if shown else None


_CHECKS: Final[dict[str, Check]] = {
    "to_act": _same(lambda deal: deal.to_act),
    "principal": _same(lambda deal: deal.principal),
    "defender": _same(lambda deal: deal.defender),
    "limit": _same(lambda deal: deal.limit),
    "talon_count": _same(lambda deal: len(deal.talon)),
    "discard_count": _same(lambda deal: deal.discard_count),
    "dealer_next": _same(lambda deal: deal.dealer_next),
    "legal": _legal,
    "legal_has": _legal_has,
    "legal_lacks": _legal_lacks,
    "hands": _by_seat(lambda deal: deal.hands),
    "known": _by_seat(lambda deal: deal.known),
    "counts": _same(lambda deal: [hand.bit_count() for hand in deal.hands]),
    "talon": _talon,
    "table": _table,
    "trump_card": _trump_card,
    "taking": _same(lambda deal: deal.is_taking),
    "out": _out,
    "result": _same(lambda deal: deal.result),
    "code": _code,
    "view": _view,
}


# Reading -----------------------------------------------------------------------------------------


def _cards(text: object) -> tuple[int, ...]:
    if not isinstance(text, str):
        raise CaseError(f"{_shown(text)} is not a text of cards")
    try:
        return cards.cards(text)
    except cards.CardError as error:
        raise CaseError(str(error)) from None


def _card(text: object) -> int:
    found = _cards(text)
    if len(found) != 1:
        raise CaseError(f"{_shown(text)} is not one card")
    return found[0]


def _token_texts(name: str, value: object) -> list[str]:
    """Tokens as they are written, however they were given: 10h, suit symbols, any order."""
    try:
        return [str(actions.parse(text)) for text in _texts(name, value)]
    except actions.NotationError as error:
        raise CaseError(f"{name}: {error}") from None


def _texts(name: str, value: object) -> list[str]:
    found = _list(name, value)
    if not all(isinstance(each, str) for each in found):
        raise CaseError(f"{name} is a list of texts, not {_shown(value)}")
    return found


def _list(name: str, value: object) -> list[Any]:
    if not isinstance(value, list):
        raise CaseError(f"{name} is a list, not {_shown(value)}")
    return value


def _object(name: str, value: object) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise CaseError(f"{name} is an object, not {_shown(value)}")
    return value


def _shown(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= 60 else f"{text[:60]}…"
