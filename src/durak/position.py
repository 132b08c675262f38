"""Setting up a deal from the middle: a position as conformance cases and lessons write it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NoReturn

from durak import cards
from durak.deal import Deal
from durak.kernel import entry, layout
from durak.kernel.rules import fill
from durak.ruleset import Ruleset, Teams

MEMBERS: Final = (
    "hands", "trump", "principal", "defender", "talon", "table", "limit", "led", "bout",
    "beaten_off", "dealer", "done", "taking", "takes_in_row", "known", "shown", "low_trump_first",
    "out",
)  # fmt: skip


class PositionError(ValueError):
    """A position that cannot be: it names what is wrong with it."""


@dataclass(frozen=True, kw_only=True)
class Position:
    """A position in the middle of a deal; what is None or empty takes the defaults of the format.

    Sets of cards are masks, ``talon`` and ``table`` are in order (the trump card last; attacks with
    their covers).
    """

    hands: tuple[int, ...]
    trump: int
    principal: int
    defender: int
    talon: tuple[int, ...] = ()
    table: tuple[tuple[int, int | None], ...] = ()
    limit: int | None = None
    led: int | None = None
    bout: int = 2
    beaten_off: bool | None = None
    dealer: int | None = None
    done: tuple[int, ...] = ()
    taking: bool = False
    takes_in_row: int = 0
    known: Mapping[int, int] = field(default_factory=dict)
    shown: int = 0
    low_trump_first: int | None = None
    out: tuple[tuple[int, ...], ...] | None = None
    """In the order of going out; those of one bout together."""


def set_up(rules: Ruleset, position: Position) -> Deal:
    """A deal that goes on from this position.

    Raises:
        PositionError: a card twice or not of the deck, a talon that does not end in trumps, a known
            card its seat does not hold, seats the table lacks, or nobody to act.
    """
    _check(rules, position)
    states = layout.new_states(1)
    s = states[0]
    fill(s.rules, rules)
    _place_cards(s, rules, position)
    s.trump = position.trump
    s.principal = position.principal
    s.defender = position.defender
    s.led = position.principal if position.led is None else position.led
    s.dealer = (
        (position.principal - 1) % rules.players if position.dealer is None else position.dealer
    )
    s.bout = position.bout
    s.beaten_off = position.bout > 1 if position.beaten_off is None else position.beaten_off
    s.takes_in_row = position.takes_in_row
    s.done = cards.mask(position.done)
    s.low_trump_seat = -1 if position.low_trump_first is None else position.low_trump_first
    s.dealer_next = -1
    out = _seats_out(position, s)
    s.active = (1 << rules.players) - 1 & ~cards.mask(seat for seats in out for seat in seats)
    if not entry.resume(states, 0, position.limit or 0, position.taking):
        _refuse("nobody is to act in it")
    deal = Deal(rules, states, out=out)
    if not deal.legal():
        _refuse("the seat to act has nothing it may do")
    return deal


def _refuse(message: str) -> NoReturn:
    raise PositionError(f"impossible position: {message}")


def _check(rules: Ruleset, position: Position) -> None:
    players = rules.players
    if len(position.hands) != players:
        _refuse(f"{len(position.hands)} hands for {players} players")
    seats = {
        "principal": (position.principal,),
        "defender": (position.defender,),
        "led": () if position.led is None else (position.led,),
        "dealer": () if position.dealer is None else (position.dealer,),
        "low_trump_first": () if position.low_trump_first is None else (position.low_trump_first,),
        "done": position.done,
        "out": tuple(seat for seats in position.out or () for seat in seats),
        "known": tuple(position.known),
    }
    for name, named in seats.items():
        for seat in named:
            if not 0 <= seat < players:
                _refuse(f"{name} names seat {seat}, seats are 0 to {players - 1}")
    if position.principal == position.defender:
        _refuse(f"seat {position.principal} is principal and defender at once")
    if rules.teams is Teams.TWO and (position.principal - position.defender) % 2 == 0:
        _refuse(f"seats {position.principal} and {position.defender} are partners")  # R11.2
    _check_cards(rules, position)
    _check_numbers(rules, position)


def _check_cards(rules: Ruleset, position: Position) -> None:
    laid = [card for pair in position.table for card in pair if card is not None]
    placed = [card for hand in position.hands for card in cards.members(hand)]
    placed += [*position.talon, *laid]
    for card in placed:
        if placed.count(card) > 1:
            _refuse(f"{cards.name(card)} is in two places")
        if not cards.deck_mask(rules.deck) >> card & 1:
            _refuse(f"{cards.name(card)} is not in a deck of {rules.deck}")
    foreign = position.shown & ~cards.deck_mask(rules.deck)
    if foreign:
        _refuse(
            f"{' '.join(cards.names(foreign))}, said to be shown, not in a deck of {rules.deck}"
        )
    if position.talon and cards.suit_of(position.talon[-1]) != position.trump:
        _refuse(f"the talon ends in {cards.name(position.talon[-1])}, which is not a trump")
    for seat, known in position.known.items():
        lacking = known & ~position.hands[seat]
        if lacking:
            _refuse(f"seat {seat} does not hold {' '.join(cards.names(lacking))}, said to be known")


def _check_numbers(rules: Ruleset, position: Position) -> None:
    if len(position.table) > layout.ATTACKS:
        _refuse(f"{len(position.table)} attacks, there are never more than {layout.ATTACKS}")
    if position.limit is not None and not 1 <= position.limit <= layout.ATTACKS:
        _refuse(f"limit {position.limit}, limits are 1 to {layout.ATTACKS}")
    if not 1 <= position.bout <= 32767:
        _refuse(f"bout {position.bout}, bouts are numbered from 1")
    if not 0 <= position.takes_in_row <= rules.stalemate_takes:
        _refuse(f"takes_in_row {position.takes_in_row} of at most {rules.stalemate_takes}")
    if position.taking and not position.table:
        _refuse("taking, with nothing on the table")


def _place_cards(s: layout.State, rules: Ruleset, position: Position) -> None:
    for seat, hand in enumerate(position.hands):
        s.hands[seat] = hand
        s.known[seat] = position.known.get(seat, 0)
    s.top = rules.deck - len(position.talon)
    for at, card in enumerate(position.talon):
        s.deck[s.top + at] = card
    s.shown = position.shown
    s.attack_count = len(position.table)
    for at, (attack, cover) in enumerate(position.table):
        s.attacks[at] = attack
        s.covers[at] = -1 if cover is None else cover
        s.table |= 1 << attack
        if cover is None:
            s.open |= 1 << attack
        else:
            s.table |= 1 << cover


def _seats_out(position: Position, s: layout.State) -> tuple[tuple[int, ...], ...]:
    if position.out is not None:
        seats = [seat for together in position.out for seat in together]
        for seat in seats:
            if position.hands[seat]:
                _refuse(f"seat {seat} is out and has cards")
        if {position.principal, position.defender} & set(seats):
            _refuse("the principal or the defender is out")
        return position.out
    if position.talon:
        return ()
    in_the_bout = (position.principal, position.defender, int(s.led))
    empty = tuple(
        seat for seat, hand in enumerate(position.hands) if not hand and seat not in in_the_bout
    )
    return (empty,) if empty else ()


# Reading -----------------------------------------------------------------------------------------


def read(rules: Ruleset, members: Mapping[str, Any]) -> Position:
    """A position from the members of its text form (JSON).

    Raises:
        PositionError: a member that is missing, unknown or not of its form.
    """
    unknown = [name for name in members if name not in MEMBERS]
    if unknown:
        _refuse(f"unknown member {unknown[0]!r}: there are {', '.join(MEMBERS)}")
    for name in ("hands", "trump", "principal", "defender"):
        if name not in members:
            _refuse(f"{name} is missing")
    trump = members["trump"]
    if not isinstance(trump, str) or len(trump) != 1 or trump not in cards.SUITS:
        _refuse(f"trump {trump!r} is no suit: c, d, h or s")
    values: dict[str, Any] = {
        "hands": tuple(
            cards.mask(_cards("hands", hand)) for hand in _list("hands", members["hands"])
        ),
        "trump": cards.SUITS.index(trump),
        "talon": _cards("talon", members.get("talon", "")),
        "table": _table(members.get("table", "")),
        "known": {
            _seat_key(rules, seat): cards.mask(_cards("known", text))
            for seat, text in _object("known", members.get("known", {})).items()
        },
        "shown": cards.mask(_cards("shown", members.get("shown", ""))),
    }
    for name in ("principal", "defender", "limit", "led", "bout", "dealer", "takes_in_row"):
        if name in members:
            values[name] = _number(name, members[name])
    if members.get("low_trump_first") is not None:
        values["low_trump_first"] = _number("low_trump_first", members["low_trump_first"])
    for name in ("beaten_off", "taking"):
        if name in members:
            values[name] = _flag(name, members[name])
    if "done" in members:
        values["done"] = _seats("done", members["done"])
    if members.get("out") is not None:
        out = _seats("out", members["out"])
        values["out"] = (tuple(sorted(set(out))),) if out else ()
    return Position(**values)


def _cards(name: str, text: object) -> tuple[int, ...]:
    if not isinstance(text, str):
        _refuse(f"{name}: {text!r} is not a text of cards")
    try:
        return cards.cards(text)
    except cards.CardError as error:
        _refuse(f"{name}: {error}")


def _table(text: object) -> tuple[tuple[int, int | None], ...]:
    if not isinstance(text, str):
        _refuse(f"table: {text!r} is not a text of attacks")
    pairs: list[tuple[int, int | None]] = []
    for part in text.split():
        attack, covered, cover = part.partition("<")
        found = _cards("table", f"{attack} {cover}")
        if len(found) != 1 + bool(covered):
            _refuse(f"table: {part!r} is not an attack, or attack<cover")
        pairs.append((found[0], found[1] if covered else None))
    return tuple(pairs)


def _number(name: str, value: object) -> int:
    if type(value) is not int:
        _refuse(f"{name}: {value!r} is not a number")
    return value


def _seats(name: str, value: object) -> tuple[int, ...]:
    return tuple(_number(name, each) for each in _list(name, value))


def _flag(name: str, value: object) -> bool:
    if not isinstance(value, bool):
        _refuse(f"{name}: {value!r} is not true or false")
    return value


def _list(name: str, value: object) -> Sequence[Any]:
    if not isinstance(value, list):
        _refuse(f"{name}: {value!r} is not a list")
    return value


def _object(name: str, value: object) -> Mapping[str, Any]:
    if not isinstance(value, dict):
        _refuse(f"{name}: {value!r} is not an object of seats")
    return value


def _seat_key(rules: Ruleset, key: str) -> int:
    if len(key) != 1 or key not in "0123456789" or int(key) >= rules.players:
        _refuse(f"known: {key!r} is no seat, seats are 0 to {rules.players - 1}")
    return int(key)
