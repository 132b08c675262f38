"""Cards: ids, masks of cards and their text. Nothing here knows a rule but which card beats which.

A card is an integer 0..51, the same in every deck: ``rank * 4 + suit``, ranks from the two up,
suits clubs, diamonds, hearts, spades. A set of cards is one integer with bit ``card`` set. Cards
of one rank are four neighbouring bits, which is what the rules ask for most.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final

RANKS: Final = "23456789TJQKA"
SUITS: Final = "cdhs"
SUIT_NAMES: Final = ("clubs", "diamonds", "hearts", "spades")
SUIT_SYMBOLS: Final = "♣♦♥♠"
DECK_SIZES: Final = (24, 32, 36, 52)
CARDS: Final = 52
ALL_CARDS: Final = (1 << CARDS) - 1

_READ: Final = re.compile(r"(10|[2-9TJQKA])([cdhs♣♦♥♠])")
_TEXT: Final = tuple(rank + suit for rank in RANKS for suit in SUITS)


class CardError(ValueError):
    """Text that is not a card or a list of cards."""


def lowest_rank(deck_size: int) -> int:
    """Index in ``RANKS`` of the lowest rank of a deck (R2.2).

    >>> RANKS[lowest_rank(36)], RANKS[lowest_rank(24)]
    ('6', '9')
    """
    return 13 - deck_size // 4


def deck_mask(deck_size: int) -> int:
    """All cards of a deck of 24, 32, 36 or 52 (R2.2)."""
    return ALL_CARDS & ~((1 << (4 * lowest_rank(deck_size))) - 1)


def rank_of(card: int) -> int:
    """Index in ``RANKS``."""
    return card >> 2


def suit_of(card: int) -> int:
    """Index in ``SUITS``."""
    return card & 3


def beats(cover: int, attack: int, trump: int) -> bool:
    """Whether ``cover`` beats ``attack`` when the suit ``trump`` is trumps (R2.4).

    >>> beats(card("7d"), card("6d"), SUITS.index("h"))
    True
    >>> beats(card("6h"), card("Ad"), SUITS.index("h"))
    True
    >>> beats(card("7c"), card("6d"), SUITS.index("h"))
    False
    """
    if suit_of(cover) == suit_of(attack):
        return rank_of(cover) > rank_of(attack)
    return suit_of(cover) == trump


def mask(cards: Iterable[int]) -> int:
    """The set of these cards as one integer."""
    result = 0
    for each in cards:
        result |= 1 << each
    return result


def members(cards: int) -> Iterator[int]:
    """The cards of a mask in ascending order: by rank, then clubs, diamonds, hearts, spades."""
    cards = int(cards)
    while cards:
        yield (cards & -cards).bit_length() - 1
        cards &= cards - 1


def name(card: int) -> str:
    """The text of a card (R2.3).

    >>> name(card("10♥"))
    'Th'
    """
    return _TEXT[card]


@lru_cache(maxsize=1 << 14)
def names(cards: int) -> tuple[str, ...]:
    """The texts of a mask's cards in ascending order."""
    return tuple(_TEXT[each] for each in members(cards))


def card(text: str) -> int:
    """Read one card: ``6s``, ``Th``, ``10h``, ``6♠`` (R2.3).

    Raises:
        CardError: the text is not exactly one card.
    """
    found = _READ.fullmatch(text)
    if found is None:
        raise CardError(f"{text!r} is not a card: write rank 2-9 T J Q K A and suit c d h s, as 6s")
    return _id(found)


def cards(text: str) -> tuple[int, ...]:
    """Read a list of cards separated by spaces, in its order.

    Raises:
        CardError: a part is not a card, or a card is named twice.
    """
    result = tuple(card(part) for part in text.split())
    if len(set(result)) < len(result):
        twice = next(name(each) for each in result if result.count(each) > 1)
        raise CardError(f"{twice} is named twice in {text!r}")
    return result


def cards_joined(text: str) -> tuple[int, ...] | None:
    """Read cards written without spaces, as in ``6c6d``; None when the text is anything else."""
    result: list[int] = []
    at = 0
    while at < len(text):
        found = _READ.match(text, at)
        if found is None:
            return None
        result.append(_id(found))
        at = found.end()
    return tuple(result)


def _id(found: re.Match[str]) -> int:
    rank, suit = found.groups()
    at = SUIT_SYMBOLS.find(suit)
    return RANKS.index("T" if rank == "10" else rank) * 4 + (SUITS.index(suit) if at < 0 else at)
