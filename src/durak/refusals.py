"""Refusals: R13's codes, with a sentence that says what was wrong and what is allowed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from durak import cards
from durak.actions import Action, Kind
from durak.kernel.refusal import Code

_REASONS: Final[dict[Code, str]] = {
    Code.BAD_NOTATION: "This is not an action",
    Code.DEAL_OVER: "The deal is over",
    Code.TAKING: "The defender has said that it takes: there is no covering or taking back",
    Code.MAY_NOT_THROW_IN: "Seat {seat} may not attack in this bout",
    Code.NOT_YOUR_TURN: "It is not seat {seat}'s word",
    Code.NOTHING_TO_COVER: "No attack lies open",
    Code.TRANSFER_OFF: "There are no transfers at this table",
    Code.MUST_LEAD: "The principal must lead a card first",
    Code.NOTHING_TO_TAKE: "Nothing lies open to take",
    Code.MUST_ANSWER: "The defender must answer the attack",
    Code.TRANSFER_AFTER_COVER: "An attack has been covered: this bout can no longer be passed on",
    Code.TRANSFER_FIRST_BOUT: "The first bout of a deal may not be passed on",
    Code.SHOW_OFF: "Passing on by showing a trump is not played at this table",
    Code.NO_SUCH_ATTACK: "{target} is not an attack on the table",
    Code.ALREADY_COVERED: "{target} is covered already",
    Code.SWAP_NOT_ALLOWED: "Seat {seat} may not swap the trump card now",
    Code.CARD_NOT_HELD: "Seat {seat} does not hold {cards}",
    Code.MIXED_RANKS: "{cards} are of different ranks: cards laid together are of one rank",
    Code.RANK_NOT_ON_TABLE: "No card of the rank of {cards} lies on the table",
    Code.OVER_LIMIT: "With {cards} there would be more than {limit} attacks, this bout's limit",
    Code.DOES_NOT_BEAT: "{cards} does not beat {target} with {trump} as trumps",
    Code.TRANSFER_RANK: "{cards} is not of the attack's rank",
    Code.SHOW_NOT_ALLOWED: "{cards} cannot be shown: only a trump, and each one once a deal",
    Code.TRANSFER_LIMIT: "The attack cannot be passed on with so many cards",
}


@dataclass(frozen=True, kw_only=True)
class Refusal:
    """Why an action was not done: the code of R13, and a sentence for a person.

    ``params`` are what the sentence names, for whoever words the code in another language: numbers,
    cards as text, and nothing that the seat which tried it may not know.
    """

    code: str
    message: str
    params: Mapping[str, object] = field(default_factory=dict, hash=False)


class Refused(ValueError):
    """An action that is not legal. Nothing has changed."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.message)
        self.refusal = refusal

    @property
    def code(self) -> str:
        """The code of R13."""
        return self.refusal.code


def explain(
    code: Code,
    *,
    seat: int,
    action: Action,
    to_act: int | None,
    limit: int,
    trump: int,
    legal: Sequence[Action],
) -> Refusal:
    """A refusal in words. What is allowed is told in full to nobody but the seat to act."""
    laid = cards.names(action.cards)
    target = None if action.target is None else cards.name(action.target)
    reason = _REASONS[code].format(
        seat=seat,
        cards=" and ".join(laid),
        target=target or "",
        limit=limit,
        trump=cards.SUIT_NAMES[trump],
    )
    return Refusal(
        code=code.name.lower(),
        message=f"{reason}. {_allowed(seat, to_act, legal)}",
        params={
            "seat": seat,
            "to_act": to_act,
            "cards": list(laid),
            "target": target,
            "limit": limit,
            "trump": cards.SUITS[trump],
        },
    )


def bad_notation(message: str) -> Refusal:
    """The refusal of a text that is no action; ``message`` says what an action looks like."""
    return Refusal(code="bad_notation", message=f"{message}.")


def _allowed(seat: int, to_act: int | None, legal: Sequence[Action]) -> str:
    if to_act is None:
        return "Nothing more can be done in it."
    if seat != to_act:
        return f"Seat {to_act} is asked now."
    parts = [
        _some("lay", legal, Kind.LAY),
        _some("cover", legal, Kind.COVER),
        _some("transfer", legal, Kind.TRANSFER),
        _some("show", legal, Kind.SHOW),
        *(str(each) for each in legal if each.kind in (Kind.TAKE, Kind.DONE, Kind.SWAP)),
    ]
    return f"Allowed now: {', '.join(part for part in parts if part)}."


def _some(verb: str, legal: Sequence[Action], kind: Kind) -> str:
    tokens = [str(each) for each in legal if each.kind is kind]
    if not tokens:
        return ""
    shown = " ".join(tokens[:8])
    return f"{verb} {shown}" + (f" and {len(tokens) - 8} more" if len(tokens) > 8 else "")
