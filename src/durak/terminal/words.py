"""Views and events in words for a terminal: red suits in red."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from durak import events
from durak.web.pages import Pages
from durak.web.telling import Telling

_RED: Final = "dh"


class Words(Telling):
    """Tells what happens to one reader; ``you`` is the reader's seat, None a spectator's."""

    def __init__(
        self, names: Sequence[str], *, you: int | None, language: str = "en", colour: bool = True
    ) -> None:
        super().__init__(Pages(language), names, you=you)
        self._colour = colour

    def card(self, text: str) -> str:
        """A card as a terminal shows it: rank and symbol, red suits in red."""
        shown = super().card(text)
        is_red = text != events.UNKNOWN and text[1] in _RED
        return f"\x1b[31m{shown}\x1b[0m" if self._colour and is_red else shown
