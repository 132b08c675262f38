"""A record told again in words, bout by bout."""

from __future__ import annotations

from collections.abc import Callable

from durak import cards, events
from durak.record import BOT, Record, begun, steps
from durak.terminal.words import Words
from durak.view import event_as_seen


def tell(
    record: Record,
    *,
    seat: int | None,
    show: Callable[[str], None],
    colour: bool,
    language: str = "en",
) -> None:
    """Show what happened in a deal; with ``seat``, no more of the draws than that seat saw.

    Raises:
        RecordError: an action that is not legal, when the telling comes to it.
    """
    deal = begun(record)
    words = Words(_names(record, seat), you=seat, language=language, colour=colour)
    guessed = {
        cards.name(card)
        for card, told in zip(deal.deck, record.deck, strict=True)
        if told is None  # hidden in this copy: the replay has put some card there
    }

    def say(event: events.Event) -> None:
        seen = event if seat is None else event_as_seen(event, seat)
        if isinstance(seen, events.Drew):
            shown = tuple(events.UNKNOWN if card in guessed else card for card in seen.cards)
            show(
                f"  {words.name(seen.seat)} < {words.cards(shown)}"
                if seat is None
                else f"  {words.event(events.Drew(seat=seen.seat, cards=shown))}"
            )
        else:
            show(
                words.event(seen)
                if isinstance(seen, events.BoutBegan)
                else f"  {words.event(seen)}"
            )

    seated = " | ".join(f"{at} {name}" for at, name in enumerate(record.seats))
    show(f"{words.phrase('table.deal', deal=record.number)}: {seated}")
    show(record.ruleset.code)
    for event in deal.opening:
        say(event)
    for _, _, _, happened in steps(record, deal, None):
        for event in happened:
            say(event)
    if not deal.is_over:
        show(words.phrase("terminal.unfinished"))
    show("")


def _names(record: Record, seat: int | None) -> tuple[str, ...]:
    """Names that tell the seats apart: bots share theirs, and a "You" is somebody else's."""
    return tuple(
        f"Seat {at}"
        if record.seats.count(name) > 1 or name.startswith(BOT) or (name == "You" and at != seat)
        else name
        for at, name in enumerate(record.seats)
    )
