"""Actions in their three forms: typed, one 64-bit integer, text token. The only translation.

As an integer an action is 52 bits of cards, three bits of kind, six of target: the attack that is
covered, plus one. The kernel knows the integers, people and records the tokens (``6d<8d``).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import Final

from durak import cards


class Kind(IntEnum):
    """What an action does."""

    LAY = 0
    COVER = 1
    TRANSFER = 2
    SHOW = 3
    TAKE = 4
    DONE = 5
    SWAP = 6


KIND_SHIFT: Final = cards.CARDS
TARGET_SHIFT: Final = KIND_SHIFT + 3


class NotationError(ValueError):
    """Text that is no action; refused with the code ``bad_notation``."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Action:
    """What a seat does.

    ``cards`` is a mask of what it lays, covers with, transfers with or shows; ``target`` the attack
    that a cover beats, None for every other kind.

    >>> str(Action(kind=Kind.COVER, cards=1 << cards.card("8d"), target=cards.card("6d")))
    '6d<8d'
    """

    kind: Kind
    cards: int = 0
    target: int | None = None

    def __str__(self) -> str:
        return token(self)


TAKE: Final = Action(kind=Kind.TAKE)
DONE: Final = Action(kind=Kind.DONE)
SWAP: Final = Action(kind=Kind.SWAP)
_WORDS: Final = {"take": TAKE, "done": DONE, "swap": SWAP}


def is_well_formed(action: Action) -> bool:
    """Whether an action has a token: only such ones may reach the kernel."""
    if not 0 <= action.cards <= cards.ALL_CARDS:
        return False
    if action.kind is Kind.COVER:
        return (
            action.cards.bit_count() == 1
            and action.target is not None
            and 0 <= action.target < cards.CARDS
            and not action.cards >> action.target & 1
        )
    if action.target is not None:
        return False
    if action.kind in (Kind.LAY, Kind.TRANSFER):
        return action.cards != 0
    return action.cards.bit_count() == (action.kind is Kind.SHOW)


def to_int(action: Action) -> int:
    """The kernel's form of an action."""
    target = 0 if action.target is None else action.target + 1
    return action.cards | action.kind << KIND_SHIFT | target << TARGET_SHIFT


def from_int(number: int) -> Action:
    """The typed form of a kernel's action."""
    target = number >> TARGET_SHIFT
    return Action(
        kind=Kind(number >> KIND_SHIFT & 7),
        cards=number & cards.ALL_CARDS,
        target=target - 1 if target else None,
    )


def token(action: Action) -> str:
    """The text of an action, as records and the table write it."""
    laid = "".join(cards.names(action.cards))
    match action.kind:
        case Kind.LAY:
            return laid
        case Kind.COVER:
            assert action.target is not None
            return f"{cards.name(action.target)}<{laid}"
        case Kind.TRANSFER:
            return f">{laid}"
        case Kind.SHOW:
            return f">({laid})"
        case _:
            return action.kind.name.lower()


def parse(text: str) -> Action:
    """Read a token.

    >>> str(parse("10♦6♣"))
    '6cTd'

    Raises:
        NotationError: the text is no action; the sentence says which forms there are.
    """
    if text in _WORDS:
        return _WORDS[text]
    if text.startswith(">(") and text.endswith(")"):
        return Action(kind=Kind.SHOW, cards=1 << _one(text[2:-1], text))
    if text.startswith(">"):
        return Action(kind=Kind.TRANSFER, cards=_several(text[1:], text))
    target, covers, cover = text.partition("<")
    if covers:
        attack, card = _one(target, text), _one(cover, text)
        if attack == card:
            raise NotationError(f"{text!r} names one card as attack and as its cover")
        return Action(kind=Kind.COVER, cards=1 << card, target=attack)
    return Action(kind=Kind.LAY, cards=_several(text, text))


def parse_with_seat(text: str, players: int) -> tuple[int, Action]:
    """Read ``seat:token`` at a table of ``players`` seats.

    Raises:
        NotationError: the seat is missing or not at this table, or the token is no action.
    """
    seat, colon, rest = text.partition(":")
    if not colon:
        raise NotationError(f"{text!r} names no seat: write seat:action, as 0:6d")
    if len(seat) != 1 or seat not in "0123456789"[:players]:
        raise NotationError(f"{seat!r} is no seat of this table: seats are 0 to {players - 1}")
    return int(seat), parse(rest)


def _several(text: str, whole: str) -> int:
    found = cards.cards_joined(text)
    if not found:
        raise NotationError(
            f"{whole!r} is no action: write cards (6d, 6c6d), a cover (6d<8d), a transfer (>6h), "
            "a shown transfer (>(6h)), take, done or swap"
        )
    if len(set(found)) < len(found):
        raise NotationError(f"{whole!r} names a card twice")
    return cards.mask(found)


def _one(text: str, whole: str) -> int:
    found = cards.cards_joined(text)
    if found is None or len(found) != 1:
        raise NotationError(f"{whole!r} needs exactly one card where {text!r} stands")
    return found[0]
