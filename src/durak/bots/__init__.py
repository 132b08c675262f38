"""Bots: whoever answers a view with an action. What a bot may know is the view and nothing else."""

from __future__ import annotations

from typing import Protocol

from durak.actions import Action
from durak.view import View

__all__ = ["Bot"]


class Bot(Protocol):
    """A player that is a program. It is asked only when it is to act."""

    def choose(self, view: View) -> Action:
        """One of the actions whose tokens ``view.legal`` lists."""
        ...
