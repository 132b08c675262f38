"""What a record is, and how it is written. Reading and replaying live beside it."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, NoReturn, Self

from durak import cards
from durak.actions import Action, token
from durak.deal import Deal
from durak.events import UNKNOWN
from durak.refusals import Refused
from durak.ruleset import HAND_SIZE, Ruleset

FORMAT: Final = "durak-record 1"
UNFINISHED: Final = "unfinished"
REQUIRED: Final = ("Format", "Rules", "Seats", "Deal", "Dealer", "Deck")
OPTIONAL: Final = ("Commitment", "Date", "Site", "Event", "Seeds")
HEADERS: Final = frozenset((*REQUIRED, *OPTIONAL, "Result"))
"""Headers with a meaning; all others are kept as they are."""
_LOWER: Final = frozenset(known.lower() for known in HEADERS)
MAX_NUMBER: Final = 999_999_999

_KEY: Final = re.compile(r"[^\W\d_][\w-]*(?: [\w-]+)*")
_BAD_CATEGORIES: Final = ("Cc", "Cs", "Zl", "Zp")


class RecordError(ValueError):
    """A record that cannot be: it says where, what was tried, and which clause stands against it.

    ``line`` counts from 1 and is None for a record that was not read from text; ``token`` is the
    action that was refused, ``code`` R13's code for it, ``clause`` the clause of the rules,
    ``field`` the header at fault; each is None where there is none.
    """

    def __init__(
        self,
        message: str,
        *,
        line: int | None = None,
        token: str | None = None,
        code: str | None = None,
        clause: str | None = None,
        field: str | None = None,
    ) -> None:
        where = "" if line is None else f"line {line}: "
        cited = "" if clause is None else f" ({clause})"
        super().__init__(f"{where}{message}{cited}")
        self.message = message
        self.line = line
        self.token = token
        self.code = code
        self.clause = clause
        self.field = field

    def at(self, line: int | None) -> RecordError:
        """The same fault, in this line of a text."""
        return RecordError(
            self.message,
            line=line,
            token=self.token,
            code=self.code,
            clause=self.clause,
            field=self.field,
        )


@dataclass(frozen=True, kw_only=True)
class Bout:
    """One numbered line of a record: the actions of a bout, each with its seat, and comments.

    A comment is its text without braces, with the number of this bout's actions that stand before
    it; comments at one place keep their order.
    """

    actions: tuple[tuple[int, Action], ...]
    comments: tuple[tuple[int, str], ...] = ()

    def __post_init__(self) -> None:
        if not self.actions:
            raise RecordError("a bout without actions has no line")
        places = [place for place, _ in self.comments]
        if places != sorted(places) or not all(0 <= p <= len(self.actions) for p in places):
            raise RecordError("comments are not in the order of their places in the bout")
        for _, text in self.comments:
            if "}" in text or not is_plain(text):
                raise RecordError(f"the comment {text!r} cannot be written in braces on one line")


@dataclass(frozen=True, kw_only=True)
class Record:
    """One deal as it was played: frozen, and equal when every part is.

    Making one checks its parts, not its play: ``replay`` does. ``deck`` holds card ids in dealing
    order, None where this copy hides the card; ``seeds`` hex texts, the server's first, then the
    seats' (``??`` for one that is not known); ``headers`` those without a meaning here, in order.

    Raises:
        RecordError: a part that no record can hold; ``field`` names its header.
    """

    ruleset: Ruleset
    seats: tuple[str, ...]
    dealer: int
    deck: tuple[int | None, ...]
    bouts: tuple[Bout, ...] = ()
    result: str = UNFINISHED
    number: int = 1
    commitment: str | None = None
    seeds: tuple[str, ...] = ()
    date: str | None = None
    site: str | None = None
    event: str | None = None
    headers: tuple[tuple[str, str], ...] = ()

    def __post_init__(self) -> None:
        self._check_table()
        self._check_deck()
        texts = (
            ("Commitment", self.commitment),
            ("Date", self.date),
            ("Site", self.site),
            ("Event", self.event),
            ("Result", self.result),
            *self.headers,
        )
        for key, text in texts:
            if text is not None and not is_value(text):
                _refuse(key, f"{key}: {text!r} is not a text on one line without spaces around it")
        for key, _ in self.headers:
            if not is_key(key) or is_near(key):
                _refuse(key, f"{key!r} cannot be the name of a further header")
        for seed in self.seeds:
            if not seed or not is_plain(seed) or len(seed.split()) != 1:
                _refuse("Seeds", f"Seeds: {seed!r} is not one word")

    def _check_table(self) -> None:
        players = self.ruleset.players
        if len(self.seats) != players:
            _refuse("Seats", f"Seats: {len(self.seats)} names for {players} players", "R4.1")
        for name in self.seats:
            if not name or not is_value(name) or "|" in name:
                _refuse("Seats", f"Seats: {name!r} is no name: some text on one line, without |")
        if not 1 <= self.number <= MAX_NUMBER:
            _refuse("Deal", f"Deal: {self.number} is no number of a deal: they count from 1")
        if not 0 <= self.dealer < players:
            _refuse("Dealer", f"Dealer: seats are 0 to {players - 1}, not {self.dealer}", "R4.1")

    def _check_deck(self) -> None:
        rules = self.ruleset
        whole = cards.deck_mask(rules.deck)
        shown = [card for card in self.deck if card is not None]
        for card in shown:
            if not 0 <= card < cards.CARDS or not whole >> card & 1:
                name = cards.name(card) if 0 <= card < cards.CARDS else str(card)
                _refuse("Deck", f"Deck: {name} is not in a deck of {rules.deck}", "R2.2")
            if shown.count(card) > 1:
                _refuse("Deck", f"Deck: {cards.name(card)} is there twice", "R2.2")
        if len(self.deck) != rules.deck:
            _refuse("Deck", f"Deck: {len(self.deck)} cards in a deck of {rules.deck}", "R2.2")
        if self.deck[self.trump_place] is None:
            _refuse("Deck", "Deck: the trump card lies open, it cannot be hidden", "R12.1")

    @property
    def trump_place(self) -> int:
        """Where in the deck the card stands that sets trumps (R4.2, R4.3)."""
        return min(self.ruleset.players * HAND_SIZE, self.ruleset.deck - 1)

    @property
    def is_later(self) -> bool:
        """Whether this deal is not a match's first, so that R10.2 says who leads."""
        return self.number > 1

    @property
    def is_whole(self) -> bool:
        """Whether no card of the deck is hidden in this copy."""
        return None not in self.deck

    @property
    def is_finished(self) -> bool:
        """Whether the deal has its result."""
        return self.result != UNFINISHED

    @property
    def actions(self) -> tuple[tuple[int, Action], ...]:
        """Every action of the deal with its seat, in order."""
        return tuple(each for bout in self.bouts for each in bout.actions)

    @classmethod
    def of_deal(
        cls,
        deal: Deal,
        *,
        seats: Sequence[str] | None = None,
        number: int = 1,
        commitment: str | None = None,
        seeds: Sequence[str] = (),
        date: str | None = None,
        site: str | None = None,
        event: str | None = None,
        headers: Sequence[tuple[str, str]] = (),
    ) -> Self:
        """The record of a deal as far as it has been played.

        ``number`` is the deal's in its match: the same that was told to ``Deal.start`` as
        ``later``. Without names the seats are called ``Seat 0`` and so on.

        Raises:
            RecordError: a deal set up from a position, which has no deck; a ``number`` that does
                not fit how the deal began; a text that no record can hold.
        """
        if not deal.deck:
            raise RecordError("a deal that began from a position has no deck to record")
        bouts: list[list[tuple[int, Action]]] = []
        again = Deal.start(deal.ruleset, deal.deck, dealer=deal.dealer, later=number > 1)
        for seat, action in deal.actions:
            if again.bout > len(bouts):
                bouts.append([])
            bouts[-1].append((seat, action))
            try:
                again.apply(seat, action)
            except Refused as refused:
                raise RecordError(
                    f"{seat}:{action} cannot follow in deal number {number}: {refused}"
                ) from None
        return cls(
            ruleset=deal.ruleset,
            seats=tuple(seats or (f"Seat {seat}" for seat in range(deal.ruleset.players))),
            dealer=deal.dealer,
            deck=deal.deck,
            bouts=tuple(Bout(actions=tuple(each)) for each in bouts),
            result=deal.result or UNFINISHED,
            number=number,
            commitment=commitment,
            seeds=tuple(seeds),
            date=date,
            site=site,
            event=event,
            headers=tuple(headers),
        )


def write(record: Record) -> str:
    """The text of a record: one block, each line ended by a line feed.

    Headers stand in one order: what the table is, the optional ones, the deck, the seeds, and last
    those without a meaning here in the order in which they came.
    """
    deck = " ".join(UNKNOWN if card is None else cards.name(card) for card in record.deck)
    headers: list[tuple[str, str | None]] = [
        ("Format", FORMAT),
        ("Rules", record.ruleset.code),
        ("Seats", " | ".join(record.seats)),
        ("Deal", str(record.number)),
        ("Dealer", str(record.dealer)),
        ("Commitment", record.commitment),
        ("Date", record.date),
        ("Site", record.site),
        ("Event", record.event),
        ("Deck", deck),
        ("Seeds", " ".join(record.seeds) or None),
        *record.headers,
    ]
    lines = [f"{key}: {text}".rstrip() for key, text in headers if text is not None]
    lines.append("")
    lines += [f"{number}. {_bout(bout)}" for number, bout in enumerate(record.bouts, start=1)]
    lines.append(f"Result: {record.result}")
    return "\n".join(lines) + "\n"


def write_records(records: Iterable[Record]) -> str:
    """The text of a match: its deals' blocks, a blank line between."""
    return "\n".join(write(record) for record in records)


def _bout(bout: Bout) -> str:
    parts = []
    comments = list(bout.comments)
    for at, (seat, action) in enumerate((*bout.actions, (0, None))):
        while comments and comments[0][0] == at:
            parts.append(f"{{{comments.pop(0)[1]}}}")
        if action is not None:
            parts.append(f"{seat}:{token(action)}")
    return " ".join(parts)


def is_plain(text: str) -> bool:
    """Whether a text holds nothing that ends a line or cannot be stored (a tab is fine)."""
    return all(each == "\t" or unicodedata.category(each) not in _BAD_CATEGORIES for each in text)


def is_value(text: str) -> bool:
    """Whether a text can stand behind a header's colon and be read back equal."""
    return is_plain(text) and text == text.strip()


def is_near(key: str) -> bool:
    """Whether a header's name is one with a meaning, in whatever letter case."""
    return key.lower() in _LOWER


def is_key(text: str) -> bool:
    """Whether a text can be the name of a header: letters, digits, hyphens, single spaces."""
    return _KEY.fullmatch(text) is not None


def _refuse(field: str, message: str, clause: str | None = None) -> NoReturn:
    raise RecordError(message, field=field, clause=clause)
