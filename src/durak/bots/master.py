"""Master: expert, and before it acts it plays the likely choices on in sampled worlds.

The search stays close to the policy: only what the policy thinks of is tried, and what the worlds
say moves the policy's odds by ``exp(score / TEMPERATURE)``, as in regularised policy improvement
(Grill and others 2020), so that chance in a few worlds does not overrule what was learned in many
deals.
"""

from __future__ import annotations

import math
import random
from typing import Final

from durak.actions import Action
from durak.bots import worth
from durak.bots.expert import Expert
from durak.view import View

WORLDS: Final = 120
"""Worlds in which each candidate is played on to the end."""
MOST_TRIES: Final = 500
"""Tries for all candidates together, so that an answer stays within its time."""
LEAST: Final = 0.02
"""What the policy gives less than this is not tried."""
TEMPERATURE: Final = 0.1
"""Smaller: the worlds count for more against the policy."""


class Master(Expert):
    """Expert with a look ahead; dearer, and stronger for it."""

    def __init__(self, rng: random.Random, *, worlds: int = WORLDS) -> None:
        super().__init__(rng)
        self._worlds = worlds

    def _consider(self, view: View) -> Action:
        chances = self._thinker.chances(view)
        candidates = {action: chance for action, chance in chances if chance >= LEAST}
        if len(candidates) == 1:
            return chances[0][0]
        number = max(1, min(self._worlds, MOST_TRIES // len(candidates)))
        scores = worth.played_on(view, list(candidates), number, self._rng)
        return max(
            candidates,
            key=lambda action: math.log(candidates[action]) + scores[action] / TEMPERATURE,
        )
