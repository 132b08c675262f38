"""The positions that the guide speaks of: conformance cases, and what a reader may do in them.

The engine says everything: what is legal, why the rest is not, what follows. A case is data in the
project's own format, with one member more: ``seat``, whose view is shown.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

import msgspec

from durak import cards
from durak.actions import Action, Kind
from durak.conformance import begin
from durak.deal import Deal
from durak.events import Event
from durak.guide.reading import HERE, GuideError, read_json
from durak.refusals import Refusal
from durak.view import View, event_as_seen


@dataclass(frozen=True, kw_only=True)
class Example:
    """A conformance case to be shown."""

    id: str
    file: str
    case: Mapping[str, Any]


class Why(msgspec.Struct, frozen=True, kw_only=True):
    """Why something is refused, as a table sends it."""

    code: str
    params: Mapping[str, Any]
    message: str


class Step(msgspec.Struct, frozen=True, kw_only=True):
    """One action after the start, what is seen then, and why cards do not go with it."""

    do: str
    view: View
    events: tuple[Event, ...]
    refusals: Mapping[str, Why]
    wrong_covers: Mapping[str, Why]


class Shown(msgspec.Struct, frozen=True, kw_only=True):
    """An example as one seat sees it, with an answer to every tap."""

    id: str
    seat: int
    view: View
    legal: tuple[str, ...]
    """What this seat may do; nothing unless it is asked."""
    refusals: Mapping[str, Why]
    """Why each card of the hand that goes with nothing does not: tried as a tap would mean it."""
    wrong_covers: Mapping[str, Why]
    """The same for cards that go with something, tried on an open attack that they do not beat."""
    steps: tuple[Step, ...]
    """How it goes on, to be looked at one after another."""


@cache
def examples() -> Mapping[str, Example]:
    """All examples by id, in the order of their files.

    Raises:
        GuideError: a file is no list of cases, a case has no id, or two have the same.
    """
    found: dict[str, Example] = {}
    for path in sorted((HERE / "examples").glob("*.json")):
        cases = read_json("examples", path.name)
        if not isinstance(cases, list):
            raise GuideError(f"examples/{path.name}: a file holds a list of cases")
        for case in cases:
            name = case.get("id") if isinstance(case, dict) else None
            if not isinstance(name, str):
                raise GuideError(f"examples/{path.name}: each case is an object with an id")
            if name in found:
                raise GuideError(f"{name!r} is in examples/{path.name} and {found[name].file} too")
            found[name] = Example(id=name, file=f"examples/{path.name}", case=case)
    return found


@cache
def shown(name: str) -> Shown:
    """An example as its reader sees it.

    Raises:
        GuideError: there is no such example, or it cannot be played as it says.
    """
    example = examples().get(name)
    if example is None:
        raise GuideError(f"there is no example {name!r} in examples/*.json")
    try:
        return _shown(example)
    except (ValueError, KeyError, TypeError) as error:
        raise GuideError(f"{example.file}: {name}: {error}") from None


def _shown(example: Example) -> Shown:
    deal = begin(example.case)
    asked = deal.to_act
    seat = example.case.get("seat", asked)
    if type(seat) is not int or not 0 <= seat < deal.ruleset.players:
        raise GuideError(f"seat is a seat of the table, not {seat!r}")
    view = deal.view(seat)
    return Shown(
        id=example.id,
        seat=seat,
        view=view,
        legal=view.legal,
        refusals=refusals(deal, seat),
        wrong_covers=wrong_covers(deal, seat),
        steps=tuple(_steps(deal, seat, example.case.get("play", []))),
    )


def _steps(deal: Deal, seat: int, play: list[Mapping[str, Any]]) -> list[Step]:
    found = []
    for step in play:
        if "refused" in step:
            continue
        happened = deal.do(step["do"])
        events = tuple(event_as_seen(event, seat) for event in happened)
        found.append(
            Step(
                do=step["do"],
                view=deal.view(seat),
                events=events,
                refusals=refusals(deal, seat),
                wrong_covers=wrong_covers(deal, seat),
            )
        )
    return found


def refusals(deal: Deal, seat: int) -> dict[str, Why]:
    """Why each card that goes with no legal action does not: laid, or as a cover when it defends.

    Nothing for a seat that is not asked.
    """
    if seat != deal.to_act:
        return {}
    going = 0
    for action in deal.legal():
        going |= action.cards
    target = _open_attacks(deal)[0] if _is_defending(deal, seat) else None
    found = {}
    for card in cards.members(deal.hands[seat] & ~going):
        why = deal.refusal(seat, _tap(card, target))
        if why is not None:
            found[cards.name(card)] = _why(why)
    return found


def wrong_covers(deal: Deal, seat: int) -> dict[str, Why]:
    """Why cards do not cover the attacks that they do not cover, by token."""
    if not _is_defending(deal, seat):
        return {}
    found = {}
    for target in _open_attacks(deal):
        for card in cards.members(deal.hands[seat]):
            action = _tap(card, target)
            why = deal.refusal(seat, action)
            if why is not None:
                found[str(action)] = _why(why)
    return found


def _tap(card: int, target: int | None) -> Action:
    kind = Kind.LAY if target is None else Kind.COVER
    return Action(kind=kind, cards=1 << card, target=target)


def _is_defending(deal: Deal, seat: int) -> bool:
    return seat == deal.to_act == deal.defender and bool(_open_attacks(deal))


def _open_attacks(deal: Deal) -> list[int]:
    return [cards.card(attack) for attack, cover in deal.table if cover is None]


def _why(refusal: Refusal) -> Why:
    return Why(code=refusal.code, params=dict(refusal.params), message=refusal.message)
