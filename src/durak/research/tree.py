"""The tree of a shrunken Durak, in a form that OpenSpiel's own fast code reads.

The engine plays every line once. OpenSpiel then takes the tree as a text (Gambit's form of
extensive games), so that a best response or a solver never calls back into Python.

With the talon gone nothing is hidden from two seats (R12.3), so a tree may end there: what such an
ending is worth is worked out apart (``folding``), exactly, and put in its place.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from durak.deal import Deal
from durak.research.small import SEATS, Small, Stage
from durak.view import View

_PLAYERS: Final = " ".join(f'"{seat}"' for seat in range(SEATS))


@dataclass(frozen=True, kw_only=True, slots=True)
class Infoset:
    """All the stages that the seat to act cannot tell apart, by the first that was met."""

    key: str
    """OpenSpiel's name for it in the text's game; an action's number there is its place in
    ``view.legal``."""
    view: View


@dataclass(frozen=True, kw_only=True, slots=True)
class Tree:
    """A game whose leaves are worth what is said later."""

    lines: tuple[str | int, ...]
    """Of the text; a number is a leaf, by its place in ``leaves``."""
    infosets: tuple[Infoset, ...]
    leaves: tuple[Deal, ...]
    """Deals that are over, and endings where they are folded."""
    stages: int

    def text(self, worth: Sequence[float]) -> str:
        """The whole game, where seat 0 gets ``worth`` in each of ``leaves``, and seat 1 the rest
        to nothing."""
        written = []
        for number, line in enumerate(self.lines, 1):
            if isinstance(line, int):
                value = float(worth[line])
                written.append(f't "" {number} "" {{ {value!r} {0.0 - value!r} }}\n')
            else:
                written.append(line)
        return "".join(written)


def grow(small: Small, *, folded: bool = True) -> Tree:
    """Play every line of every deal, to its result or, ``folded``, until the talon is gone."""
    return _Grower(small, folded=folded).grow()


class _Grower:
    def __init__(self, small: Small, *, folded: bool) -> None:
        self._small = small
        self._is_folded = folded
        self._lines: list[str | int] = [f'EFG 2 R "small durak" {{ {_PLAYERS} }} ""\n']
        self._infosets: dict[tuple[int, str], Infoset] = {}
        self._of_seat = [0] * SEATS
        self._leaves: list[Deal] = []
        self._stages = 0

    def grow(self) -> Tree:
        number = len(self._small.deals)
        outcomes = " ".join(f'"{at}" 1/{number}' for at in range(number))
        self._lines.append(f'c "" 1 "" {{ {outcomes} }} 0\n')
        for at in range(number):
            self._add(Stage.first(self._small, at))
        return Tree(
            lines=tuple(self._lines),
            infosets=tuple(self._infosets.values()),
            leaves=tuple(self._leaves),
            stages=self._stages,
        )

    def _add(self, stage: Stage) -> None:
        self._stages += 1
        seat = stage.deal.to_act
        if seat is None or (self._is_folded and not stage.deal.talon):
            self._lines.append(len(self._leaves))
            self._leaves.append(stage.deal)
            return
        infoset = self._infoset(seat, stage)
        number = infoset.key.rpartition("-")[2]
        places = range(len(infoset.view.legal))
        # OpenSpiel numbers labels as it first meets them, then takes the branches of a node in the
        # order of these numbers, not of the text: labels that are places keep both the same.
        labels = " ".join(f'"{at}"' for at in places)
        self._lines.append(f'p "" {seat + 1} {number} "{number}" {{ {labels} }} 0\n')
        for at in places:
            self._add(stage.after(at))

    def _infoset(self, seat: int, stage: Stage) -> Infoset:
        where = (seat, stage.seen[seat])
        if where not in self._infosets:
            self._of_seat[seat] += 1
            number = self._of_seat[seat]
            key = f"{seat}-{seat}-{number}-{number}"
            self._infosets[where] = Infoset(key=key, view=stage.view())
        return self._infosets[where]
