"""The whole tree of a shrunken Durak, in a form that OpenSpiel's own fast code reads.

The engine plays every line once. OpenSpiel then takes the tree as a text (Gambit's form of
extensive games), so that a best response or a solver never calls back into Python.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from durak.research.small import SEATS, Small, Stage
from durak.view import View

_PLAYERS: Final = " ".join(f'"{seat}"' for seat in range(SEATS))


@dataclass(frozen=True, kw_only=True, slots=True)
class Infoset:
    """All the stages that the seat to act cannot tell apart, by the first that was met."""

    key: str
    """OpenSpiel's name for it in the text's game."""
    view: View
    actions: tuple[int, ...]
    """OpenSpiel's numbers of ``view.legal``, in its order."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Tree:
    """A game as text, and its information sets."""

    text: str
    infosets: tuple[Infoset, ...]
    stages: int


def grow(small: Small) -> Tree:
    """Play every line of every deal."""
    return _Grower(small).grow()


class _Grower:
    def __init__(self, small: Small) -> None:
        self._small = small
        self._lines = [f'EFG 2 R "small durak" {{ {_PLAYERS} }} ""']
        self._numbers: dict[str, int] = {}
        self._infosets: dict[tuple[int, str], Infoset] = {}
        self._of_seat = [0] * SEATS
        self._ends = 0
        self._stages = 0

    def grow(self) -> Tree:
        number = len(self._small.deals)
        outcomes = " ".join(f'"{at}" 1/{number}' for at in range(number))
        self._lines.append(f'c "" 1 "" {{ {outcomes} }} 0')
        for at in range(number):
            self._add(Stage.first(self._small, at))
        return Tree(
            text="\n".join(self._lines) + "\n",
            infosets=tuple(self._infosets.values()),
            stages=self._stages,
        )

    def _add(self, stage: Stage) -> None:
        self._stages += 1
        seat = stage.deal.to_act
        if seat is None:
            self._ends += 1
            first, second = stage.returns
            self._lines.append(f't "" {self._ends} "" {{ {first} {second} }}')
            return
        infoset = self._infoset(seat, stage)
        number = infoset.key.rpartition("-")[2]
        tokens = " ".join(f'"{token}"' for token in infoset.view.legal)
        self._lines.append(f'p "" {seat + 1} {number} "{number}" {{ {tokens} }} 0')
        for at in range(len(infoset.actions)):
            self._add(stage.after(at))

    def _infoset(self, seat: int, stage: Stage) -> Infoset:
        where = (seat, stage.seen[seat])
        if where not in self._infosets:
            view = stage.view()
            self._of_seat[seat] += 1
            number = self._of_seat[seat]
            self._infosets[where] = Infoset(
                key=f"{seat}-{seat}-{number}-{number}",
                view=view,
                # OpenSpiel numbers actions as it first meets them.
                actions=tuple(
                    self._numbers.setdefault(token, len(self._numbers)) for token in view.legal
                ),
            )
        return self._infosets[where]
