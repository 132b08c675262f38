"""The learned policy asked from Python: a view in, the legal actions by preference out."""

from __future__ import annotations

from typing import Final

import numpy as np

from durak.actions import Action, parse, to_int
from durak.bots import policy, sight
from durak.bots.compiled import entry
from durak.bots.network import Network, shipped
from durak.bots.policy import Scratch
from durak.bots.sight import Sights
from durak.kernel.layout import MAX_LEGAL, TAKE, Actions
from durak.kernel.legal import kind_of
from durak.view import View

_IMPATIENT: Final = 60
"""The bout from which nothing is taken that can be covered: while the talon lasts, no rule ends a
deal in which cards are handed round."""
_NEVER: Final = np.float32(-100)


class Thinker:
    """One thread's room for asking the networks of this package."""

    def __init__(self) -> None:
        self._rooms: dict[bool, tuple[Network, Scratch]] = {}
        self._sights = sight.new_sights(1)
        self._legal = np.zeros(MAX_LEGAL, np.int64)

    def chances(self, view: View) -> list[tuple[Action, float]]:
        """The legal actions with the policy's probabilities, the likeliest first.

        Raises:
            ValueError: the view is not that of the seat to act.
        """
        sight.of_view(view, self._sights, 0)
        net, room = self._room(len(view.counts))
        legal = [parse(token) for token in view.legal]
        self._legal[: len(legal)] = [to_int(action) for action in legal]
        decide(net, self._sights, 0, self._legal, len(legal), room)
        chances = room.logits[: len(legal)].tolist()
        return sorted(zip(legal, chances, strict=True), key=lambda each: -each[1])

    def _room(self, players: int) -> tuple[Network, Scratch]:
        is_two = players == 2
        if is_two not in self._rooms:
            net = shipped(players)
            self._rooms[is_two] = net, policy.scratch(net)
        return self._rooms[is_two]


@entry
def decide(net: Network, sights: Sights, i: int, legal: Actions, n: int, room: Scratch) -> None:
    """Leave the policy's probabilities of ``legal[:n]`` in ``room.logits``."""
    policy.consult(net, sights[i], legal, n, room)
    if sights[i].bout > _IMPATIENT and n > 1:
        for at in range(n):
            if kind_of(legal[at]) == TAKE:
                room.logits[at] = _NEVER
    policy.to_chances(room, n)
