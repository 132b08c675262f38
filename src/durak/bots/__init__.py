"""Bots: whoever answers a view with an action. What a bot may know is the view and nothing else."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from durak.actions import Action
from durak.view import View

__all__ = ["Bot", "Reason", "Weighed"]


@dataclass(frozen=True, kw_only=True, slots=True)
class Reason:
    """Why an action, in one line that ``reasons.text`` words in a language."""

    code: str
    """A key of the catalogue of reasons."""
    cards: tuple[str, ...] = ()
    """The cards that the line names, in its order."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Weighed:
    """One legal action with what it is worth."""

    action: Action
    value: float
    """The probability, 0 to 1, that the seat (in teams: its team) is not the durak after it; a draw
    counts ½ with two seats, as not lost with more."""
    reason: Reason
    is_exact: bool = False
    """Whether the value is proven by search to the end, not estimated."""


class Bot(Protocol):
    """A player that is a program. It is asked only when it is to act."""

    def choose(self, view: View) -> Action:
        """One of the actions whose tokens ``view.legal`` lists.

        Raises:
            ValueError: the view is not that of the seat to act.
        """
        ...

    def weigh(self, view: View) -> tuple[Weighed, ...]:
        """Every legal action with its value and a reason; the one that ``choose`` would take first,
        the others from the best down. Dearer than ``choose``.

        Raises:
            ValueError: the view is not that of the seat to act.
        """
        ...
