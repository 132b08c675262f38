"""Cards and action texts: what is bad notation, and how an action is written. No rules of play."""

import re
from dataclasses import dataclass

SUITS = "cdhs"
RANKS = "23456789TJQKA"
_SYMBOLS = {"♣": "c", "♦": "d", "♥": "h", "♠": "s"}
_CARD = "(?:10|[2-9TJQKA])[cdhs♣♦♥♠]"  # R2.3


@dataclass(frozen=True, kw_only=True)
class Act:
    """One action without its actor: lay, cover, transfer, show, take, done or swap."""

    kind: str
    cards: tuple[str, ...] = ()
    target: str | None = None

    @property
    def token(self) -> str:
        """The written form, several cards in the order clubs, diamonds, hearts, spades."""
        laid = "".join(by_suit(self.cards))
        if self.kind == "lay":
            return laid
        if self.kind == "cover":
            return f"{self.target}<{laid}"
        if self.kind == "transfer":
            return f">{laid}"
        if self.kind == "show":
            return f">({laid})"
        return self.kind


def deck_of(size: int) -> list[str]:
    """The cards of a deck (R2.2), low to high.

    >>> deck_of(24)[:5]
    ['9c', '9d', '9h', '9s', 'Tc']
    """
    ranks = RANKS[-(size // 4) :]
    return [rank + suit for rank in ranks for suit in SUITS]


def by_suit(cards: tuple[str, ...] | list[str]) -> list[str]:
    """Cards in the order clubs, diamonds, hearts, spades; of one suit low to high."""
    return sorted(cards, key=lambda card: (SUITS.index(card[1]), RANKS.index(card[0])))


def plain_card(text: str) -> str:
    """R2.3: `10♥` as `Th`; ValueError when it is no card."""
    if not re.fullmatch(_CARD, text):
        raise ValueError(f"no card: {text!r}")
    suit = text[-1]
    return ("T" if text[:-1] == "10" else text[:-1]) + _SYMBOLS.get(suit, suit)


def plain_suit(text: str) -> str:
    """A suit letter or symbol as its letter; ValueError when it is neither."""
    suit = _SYMBOLS.get(text, text)
    if len(suit) != 1 or suit not in SUITS:
        raise ValueError(f"no suit: {text!r}")
    return suit


def cards_in(text: str) -> list[str]:
    """The cards of a text with spaces between them.

    >>> cards_in("7s 10♥")
    ['7s', 'Th']
    """
    return [plain_card(word) for word in text.split()]


def table_in(text: str) -> list[list[str | None]]:
    """A table text as pairs of attack and cover.

    >>> table_in("7s<9c 8s")
    [['7s', '9c'], ['8s', None]]
    """
    table: list[list[str | None]] = []
    for word in text.split():
        attack, covered, cover = word.partition("<")
        table.append([plain_card(attack), plain_card(cover) if covered else None])
    return table


def table_text(table: list[list[str | None]]) -> str:
    """The same table as text."""
    return " ".join(f"{attack}<{cover}" if cover else f"{attack}" for attack, cover in table)


def _distinct(text: str) -> tuple[str, ...] | None:
    """Cards written without spaces; None when there is none or one is named twice."""
    if not re.fullmatch(f"(?:{_CARD})+", text):
        return None
    cards = tuple(plain_card(word) for word in re.findall(_CARD, text))
    return cards if len(set(cards)) == len(cards) else None


def read_token(token: str) -> Act | None:
    """The action of a token, None for bad notation.

    >>> read_token("6d<8d")
    Act(kind='cover', cards=('8d',), target='6d')
    """
    if token in ("take", "done", "swap"):
        return Act(kind=token)
    if re.fullmatch(f"{_CARD}<{_CARD}", token):
        attack, cover = (plain_card(word) for word in token.split("<"))
        # a card named twice: an attack and its cover too
        return None if attack == cover else Act(kind="cover", cards=(cover,), target=attack)
    if re.fullmatch(rf">\({_CARD}\)", token):
        return Act(kind="show", cards=(plain_card(token[2:-1]),))
    kind = "transfer" if token.startswith(">") else "lay"
    cards = _distinct(token[1:] if kind == "transfer" else token)
    return None if cards is None else Act(kind=kind, cards=cards)


def read_do(text: str, players: int) -> tuple[int, Act] | None:
    """Actor and action of `SEAT:TOKEN`, None for bad notation."""
    actor, colon, token = text.partition(":")
    if not colon or not re.fullmatch("[0-9]", actor) or int(actor) >= players:
        return None
    act = read_token(token)
    return None if act is None else (int(actor), act)
