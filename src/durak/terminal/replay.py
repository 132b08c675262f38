"""A record told again in words, bout by bout."""

from __future__ import annotations

from collections.abc import Callable

from durak.record import Record, replay
from durak.terminal.words import Words
from durak.view import event_as_seen


def tell(
    record: Record, *, seat: int | None, show: Callable[[str], None], colour: bool
) -> None:
    """Show what happened in a deal; with ``seat``, no more than that seat could see."""
