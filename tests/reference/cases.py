"""Running conformance cases against the reference: `python -m tests.reference cases FILE...`."""

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tests.reference.notation import cards_in, read_token, table_in
from tests.reference.rules import PositionRefusedError, RefDeal
from tests.reference.ruleset import RefRules, RulesRefusedError

_NOT_WHEN_OVER = ("principal", "defender", "limit")
_AS_WRITTEN = (
    "to_act",
    "principal",
    "defender",
    "limit",
    "talon_count",
    "discard_count",
    "dealer_next",
    "counts",
    "trump_card",
    "taking",
    "result",
)


def rules_of(case: Mapping[str, Any]) -> RefRules:
    """The ruleset of a case; RulesRefusedError when it is impossible."""
    written = case.get("rules", {})
    fields = written.get("set", {})
    if "players" in fields:
        raise RulesRefusedError("players is not one of the set fields", ["players"])
    return RefRules.make(written.get("preset"), written.get("players"), **fields)


def deal_of(case: Mapping[str, Any], rules: RefRules) -> RefDeal:
    """The deal a case starts from."""
    if "deck" in case:
        deck = cards_in(case["deck"])
        return RefDeal.from_deck(rules, deck, case["dealer"], case.get("later", False))
    return RefDeal.from_position(rules, case["position"])


def run_case(case: Mapping[str, Any]) -> list[str]:
    """What failed, in words; [] when the case passes."""
    if "rules_refused" in case:
        try:
            rules = rules_of(case)
        except RulesRefusedError as refused:
            missing = set(case["rules_refused"]) - set(refused.fields)
            return [f"refused, but {sorted(missing)} not named"] if missing else []
        return [f"the ruleset was made: {rules.code}"]
    rules = rules_of(case)
    if case.get("position_refused"):
        try:
            RefDeal.from_position(rules, case["position"])
        except PositionRefusedError:
            return []
        return ["the position was accepted"]
    deal = deal_of(case, rules)
    failures = [f"start: {text}" for text in failed_checks(deal, case.get("start", {}))]
    for number, step in enumerate(case.get("play", []), start=1):
        where = f"step {number} {step['do']}"
        before = (deal.readout(), deal.position())
        code = deal.refusal(step["do"])
        if code != step.get("refused"):
            failures.append(f"{where}: expected {step.get('refused')}, came {code}")
            return failures
        if code is None:
            deal.apply(step["do"])
        elif (deal.readout(), deal.position()) != before:
            failures.append(f"{where}: refused, but the state changed")
        failures += [f"{where}: {text}" for text in failed_checks(deal, step.get("then", {}))]
    return failures + [f"expect: {text}" for text in failed_checks(deal, case.get("expect", {}))]


def failed_checks(deal: RefDeal, checks: Mapping[str, Any]) -> list[str]:
    """Each check that does not hold, with what was expected and what came."""
    came = deal.readout()
    failures = []
    for name, value in checks.items():
        if name in _NOT_WHEN_OVER and deal.result is not None:
            continue
        text = _failed(deal, came, name, value)
        if text is not None:
            failures.append(f"{name}: {text}")
    return failures


def _failed(deal: RefDeal, came: Mapping[str, Any], name: str, value: Any) -> str | None:
    expected: object
    if name in _AS_WRITTEN:
        got, expected = came[name], value
        if name == "trump_card" and value is not None:
            expected = cards_in(value)[0]
    elif name == "legal":
        got, expected = set(came["legal"]), set(_tokens(value))
    elif name == "legal_has":
        got, expected = set(_tokens(value)) - set(came["legal"]), set()
    elif name == "legal_lacks":
        got, expected = set(_tokens(value)) & set(came["legal"]), set()
    elif name in ("hands", "known"):
        got = {seat: came[name][seat] for seat in value}
        expected = {seat: sorted(cards_in(text)) for seat, text in value.items()}
    elif name == "talon":
        got, expected = came[name], cards_in(value)
    elif name == "table":
        got, expected = came[name], table_in(value)
    elif name == "out":
        got, expected = set(came[name]), set(value)
    elif name == "code":
        got, expected = came[name], value
        if RefRules.read(deal.rules.code) != deal.rules:
            return f"{deal.rules.code} does not read back equal"
    elif name == "view":
        got = deal.view_identifies(value["seat"]) & set(cards_in(value["lacks"]))
        expected = set()
    else:
        return "no such check"
    return None if got == expected else f"expected {expected}, came {got}"


def _tokens(texts: list[str]) -> list[str]:
    """Tokens as they are written, whatever way they were read (R2.3)."""
    acts = [read_token(text) for text in texts]
    return [text if act is None else act.token for text, act in zip(texts, acts, strict=True)]


def run_file(path: Path) -> dict[str, list[str]]:
    """The failures of every case of a file, by its id."""
    return {case["id"]: run_case(case) for case in json.loads(path.read_text("utf-8"))}


def main(paths: list[str]) -> int:
    """Print each case that fails and the sum; 1 if any failed."""
    passed = failed = 0
    for path in paths:
        for name, failures in run_file(Path(path)).items():
            passed += not failures
            failed += bool(failures)
            for text in failures:
                sys.stdout.write(f"{name}: {text}\n")
    sys.stdout.write(f"{passed} passed, {failed} failed\n")
    return 1 if failed else 0
