"""A position of a conformance case, read into a deal and written from one. No rules of play."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from tests.reference.notation import cards_in, deck_of, plain_suit, table_in, table_text

if TYPE_CHECKING:
    from tests.reference.rules import RefDeal

REQUIRED = ("hands", "trump", "principal", "defender")
MEMBERS = (
    *REQUIRED,
    "talon",
    "table",
    "limit",
    "led",
    "bout",
    "beaten_off",
    "dealer",
    "done",
    "taking",
    "takes_in_row",
    "known",
    "shown",
    "low_trump_first",
    "out",
)


class PositionRefusedError(ValueError):
    """A position no deal can stand at."""


def fill_from_position(deal: RefDeal, position: Mapping[str, Any]) -> None:
    """Read the members into a new deal, with the defaults and refusals of the case format."""
    try:
        _fill(deal, position)
    except PositionRefusedError:
        raise
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise PositionRefusedError(f"a position that cannot be read: {error}") from error


def _fill(deal: RefDeal, position: Mapping[str, Any]) -> None:
    n = deal.rules.players
    for member in REQUIRED:
        if member not in position:
            raise PositionRefusedError(f"{member} is required")
    for member in position:
        if member not in MEMBERS:
            raise PositionRefusedError(f"no such member: {member}")
    deal.trump = plain_suit(position["trump"])
    if len(position["hands"]) != n:
        raise PositionRefusedError(f"{n} seats need {n} hands")
    deal.hands = [cards_in(hand) for hand in position["hands"]]
    deal.talon = cards_in(position.get("talon", ""))
    deal.table = table_in(position.get("table", ""))
    named = [card for hand in deal.hands for card in hand] + deal.talon + deal.table_cards()
    deck = deck_of(deal.rules.deck)
    if len(set(named)) != len(named):
        raise PositionRefusedError("a card named twice")
    if not set(named) <= set(deck):
        raise PositionRefusedError("a card not of the deck")
    if deal.talon and deal.talon[-1][1] != deal.trump:
        raise PositionRefusedError("the last card of the talon is no trump")
    deal.discard = [card for card in deck if card not in named]

    deal.principal = _seat(position["principal"], n)
    deal.defender = _seat(position["defender"], n)
    deal.led = _seat(position.get("led", deal.principal), n)
    deal.dealer = _seat(position.get("dealer", (deal.principal - 1) % n), n)
    deal.bout = position.get("bout", 2)
    deal.beaten_off = position.get("beaten_off", deal.bout > 1)
    deal.taking = position.get("taking", False)
    deal.takes_in_row = position.get("takes_in_row", 0)
    deal.marked = {_seat(seat, n) for seat in position.get("done", [])}
    deal.shown = set(cards_in(position.get("shown", "")))
    if not deal.shown <= set(deck):
        raise PositionRefusedError("a shown card not of the deck")
    first = position.get("low_trump_first")
    deal.low_trump_first = None if first is None else _seat(first, n)
    for seat_text, cards in position.get("known", {}).items():
        seat = _seat(int(seat_text), n)
        deal.known[seat] = set(cards_in(cards))
        if not deal.known[seat] <= set(deal.hands[seat]):
            raise PositionRefusedError("a known card its seat does not hold")

    if "out" in position:
        deal.out = {_seat(seat, n) for seat in position["out"]}
    elif not deal.talon:
        still_in = (deal.principal, deal.defender, deal.led)
        deal.out = {s for s in range(n) if not deal.hands[s] and s not in still_in}
    if deal.out:
        deal.places = [sorted(deal.out)]  # the order in which they went out is not told

    covers = [cover for _, cover in deal.table if cover is not None]
    held_when_it_began = len(deal.hands[deal.defender]) + len(covers)
    deal.limit = position.get("limit", min(deal.attack_number(), held_when_it_began))
    _refuse_when_nobody_is_to_act(deal)


def _seat(value: Any, players: int) -> int:
    if type(value) is not int or value not in range(players):
        raise PositionRefusedError(f"no seat {value!r}")
    return value


def _refuse_when_nobody_is_to_act(deal: RefDeal) -> None:
    if not deal.are_opponents(deal.principal, deal.defender):
        raise PositionRefusedError("principal and defender are not opponents")
    if deal.out & {deal.principal, deal.defender}:
        raise PositionRefusedError("principal or defender is out")
    if any(deal.hands[seat] for seat in deal.out):
        raise PositionRefusedError("a seat that is out holds cards")
    if deal.taking and not deal.table:
        raise PositionRefusedError("nothing is taken")
    if deal.taking and deal.rules.throw_after_take == "no":
        raise PositionRefusedError("nobody is to act: the take settles the bout")
    if deal.phase == "lead" and not deal.legal():
        raise PositionRefusedError("nobody is to act: the principal can lead nothing")
    if deal.to_act is None:
        raise PositionRefusedError("nobody is to act: the bout is settled")


def position_of(deal: RefDeal) -> dict[str, object]:
    """The position of a deal that is not over, every member written out."""
    seats = range(deal.rules.players)
    position: dict[str, object] = {
        "hands": [" ".join(hand) for hand in deal.hands],
        "trump": deal.trump,
        "talon": " ".join(deal.talon),
        "table": table_text(deal.table),
        "principal": deal.principal,
        "defender": deal.defender,
        "limit": deal.limit,
        "led": deal.led,
        "bout": deal.bout,
        "beaten_off": deal.beaten_off,
        "dealer": deal.dealer,
        "done": sorted(deal.marked),
        "taking": deal.taking,
        "takes_in_row": deal.takes_in_row,
        "known": {str(s): " ".join(sorted(deal.known[s])) for s in seats},
        "shown": " ".join(sorted(deal.shown)),
        "out": sorted(deal.out),
    }
    if deal.low_trump_first is not None:
        position["low_trump_first"] = deal.low_trump_first
    return position
