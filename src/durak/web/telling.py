"""Views, events and refusals in words, from the same catalogue as the page's scripts.

For whoever reads without scripts: a terminal, a page of the guide. How a card looks there is
one method.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from durak import cards, events
from durak.actions import Action, Kind
from durak.cards import SUIT_SYMBOLS, SUITS
from durak.view import View


class Phrases(Protocol):
    """Whoever has the phrases of a language."""

    def phrase(self, key: str, **values: object) -> str:
        """A phrase with its places filled in."""
        ...

    def has(self, key: str) -> bool:
        """Whether there is such a phrase."""
        ...


class Why(Protocol):
    """A refusal, however it came here."""

    @property
    def code(self) -> str:
        """The code of R13."""
        ...

    @property
    def params(self) -> Mapping[str, object]:
        """What it names."""
        ...


class Telling:
    """Tells what happens to one reader; ``you`` is the reader's seat, None a spectator's."""

    def __init__(self, phrases: Phrases, names: Sequence[str], *, you: int | None) -> None:
        self._phrases = phrases
        self._names = tuple(names)
        self._you = you

    def phrase(self, key: str, **values: object) -> str:
        """A phrase of the catalogue with its places filled in; ``count`` picks the plural form."""
        return self._phrases.phrase(key, **values)

    def name(self, seat: int) -> str:
        """What a seat is called."""
        return self._names[seat]

    def card(self, text: str) -> str:
        """A card in two signs: rank and symbol."""
        if text == events.UNKNOWN:
            return "??"
        rank, suit = text[0], text[1]
        return self.phrase(f"index.{rank}") + SUIT_SYMBOLS[SUITS.index(suit)]

    def cards(self, texts: Sequence[str]) -> str:
        """Several cards in a row."""
        return " ".join(self.card(text) for text in texts)

    def action(self, action: Action) -> str:
        """What somebody may do, in a few signs."""
        laid = self.cards(cards.names(action.cards))
        match action.kind:
            case Kind.LAY:
                return laid
            case Kind.COVER:
                assert action.target is not None
                return f"{self.card(cards.name(action.target))} < {laid}"
            case Kind.TRANSFER:
                return f"> {laid}"
            case Kind.SHOW:
                return f"> ({laid})"
            case Kind.TAKE:
                return self.phrase("allowed.take")
            case Kind.DONE:
                return self.phrase("allowed.done")
            case Kind.SWAP:
                return self.phrase("allowed.swap")

    def refusal(self, refusal: Why) -> str:
        """Why something was refused; what is allowed stands above it."""
        params = refusal.params
        laid = params.get("cards")
        shown = self.cards([str(each) for each in laid] if isinstance(laid, list) else ())
        return self.phrase(
            f"refusal.{refusal.code}",
            count=params.get("limit", 0),
            card=shown,
            target=self.card(str(params.get("target") or events.UNKNOWN)),
            trump=self.phrase(f"suit.{params['trump']}") if "trump" in params else "",
        )

    def event(self, event: events.Event) -> str:  # noqa: C901  one line a type of event
        """What happened, in one sentence."""
        match event:
            case events.DealBegan():
                return self._said(
                    "dealbegan",
                    event.dealer,
                    suit=self.phrase(f"suit.{event.trump}"),
                    card=self.card(event.trump_card),
                )
            case events.Drew():
                return self._said(
                    "drew",
                    event.seat,
                    count=len(event.cards),
                    cards=self.cards(event.cards),
                )
            case events.LeadShown():
                return self._said("leadshown", event.seat, card=self.card(event.card))
            case events.BoutBegan():
                key = "boutbegan.at_you" if event.defender == self._you else "boutbegan"
                return self._said(
                    key, event.principal, number=event.number, defender=self.name(event.defender)
                )
            case events.Attacked():
                key = "attacked.thrown_in" if event.thrown_in else "attacked"
                return self._said(key, event.seat, cards=self.cards(event.cards))
            case events.Covered():
                return self._said(
                    "covered",
                    event.seat,
                    attack=self.card(event.attack),
                    cover=self.card(event.cover),
                )
            case events.Transferred():
                key = "transferred.to_you" if event.to == self._you else "transferred"
                return self._said(
                    key, event.seat, cards=self.cards(event.cards), to=self.name(event.to)
                )
            case events.ShownTransfer():
                key = "showntransfer.to_you" if event.to == self._you else "showntransfer"
                return self._said(
                    key, event.seat, card=self.card(event.card), to=self.name(event.to)
                )
            case events.TakeSaid():
                return self._said("takesaid", event.seat)
            case events.DoneSaid():
                return self._said("donesaid", event.seat)
            case events.Swapped():
                return self._said(
                    "swapped",
                    event.seat,
                    low=self.card(event.low_trump),
                    card=self.card(event.trump_card),
                )
            case events.BeatenOff():
                return self.phrase("event.beatenoff")
            case events.Taken():
                return self._said("taken", event.seat, count=len(event.cards))
            case events.WentOut():
                return " ".join(self._said("wentout", seat) for seat in event.seats)
            case events.DealEnded():
                return self.phrase("event.dealended", result=self.result(event.result))
        raise TypeError(f"no words for an event of type {type(event).__name__}")

    def result(self, result: str) -> str:
        """A deal's result as a person says it."""
        losers = [int(seat) for seat in result.split()[1:] if seat.isdigit()]
        if result == "draw":
            return self.phrase("over.draw")
        if result == "draw stalemate":
            return self.phrase("over.stalemate")
        if self._you in losers:
            return self.phrase("over.you" if len(losers) == 1 else "over.team_you")
        if len(losers) == 1:
            return self.phrase("over.durak", name=self.name(losers[0]))
        return self.phrase("over.team", names=", ".join(self.name(seat) for seat in losers))

    def position(self, view: View) -> str:
        """The table as this reader sees it, in a few lines."""
        players = "  ".join(self._player(view, seat) for seat in range(len(view.counts)))
        suit = self.phrase("table.trump", suit=self.phrase(f"suit.{view.trump}"))
        talon = (
            self.phrase("table.talon_empty")
            if view.trump_card is None
            else f"{self.phrase('table.talon', count=view.talon_count)}, "
            + self.phrase("table.trump_card", card=self.card(view.trump_card))
        )
        discard = self.phrase("table.discard", count=view.discard_count)
        lines = [players, f"{suit}. {talon}. {discard}."]
        if view.phase != "over":
            pairs = "  ".join(
                self.card(pair.attack)
                + ("" if pair.cover is None else f" < {self.card(pair.cover)}")
                for pair in view.table
            )
            limit = self.phrase("table.limit", count=len(view.table), limit=view.limit)
            lines.append(f"{limit}: {pairs}" if pairs else f"{limit}.")
        if view.hand:
            lines.append(f"{self.phrase('table.hand')}: {self.cards(view.hand)}")
        return "\n".join(lines)

    def _player(self, view: View, seat: int) -> str:
        places = {each: at for at, together in enumerate(view.out, 1) for each in together}
        marks = [self.phrase("seat.cards", count=view.counts[seat])]
        if seat == view.dealer:
            marks.append(self.phrase("seat.dealer"))
        if seat in places:
            marks.append(self.phrase("seat.out_place", place=places[seat]))
        elif seat == view.defender:
            marks.append(self.phrase("seat.takes" if view.taking else "seat.defends"))
        elif seat == view.principal:
            marks.append(self.phrase("seat.attacks"))
        if seat in view.done:
            marks.append(self.phrase("seat.done"))
        pointer = ">" if seat == view.to_act else " "
        return f"{pointer}{self.name(seat)} ({', '.join(marks)})"

    def _said(self, key: str, seat: int, **values: object) -> str:
        own = f"event.{key}.you"
        chosen = own if seat == self._you and self._phrases.has(own) else f"event.{key}"
        return self.phrase(chosen, name=self.name(seat), **values)
