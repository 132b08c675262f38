"""What each action is worth: sampled worlds, played on to the end.

Every action is tried in the same worlds, drawn uniformly from those that agree with the sight, and
every seat plays on by the learned policy or by rules of thumb, on what it would see there.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from durak.bots import policy, sight, thumb
from durak.bots.compiled import rule
from durak.bots.network import Network
from durak.bots.policy import Scratch
from durak.bots.sight import Sights
from durak.kernel.act import act
from durak.kernel.layout import (
    MAX_LEGAL,
    OVER,
    Actions,
    Random,
    State,
    States,
    new_states,
)
from durak.kernel.legal import legal

POLICY: Final = -1
"""Who plays on: the learned policy; any other number is a manner of ``thumb``."""
_MAX_ACTIONS: Final = 600


class Worlds(NamedTuple):
    """Room for looking ahead, allocated once."""

    states: States
    """The sampled world, and the copy that is played on."""
    sights: Sights
    legal: Actions
    totals: NDArray[np.float64]
    """For each legal action the sum of its scores."""


def room() -> Worlds:
    """Room for one thread."""
    return Worlds(
        states=new_states(2),
        sights=sight.new_sights(1),
        legal=np.zeros(MAX_LEGAL, np.int64),
        totals=np.zeros(MAX_LEGAL, np.float64),
    )


@rule
def play_on(
    net: Network,
    s: State,
    seat: int,
    player: int,
    random: Random,
    worlds: Worlds,
    scratch: Scratch,
) -> float:
    """The score of ``seat`` when ``player`` goes on in every seat."""
    o = worlds.sights[0]
    for _ in range(_MAX_ACTIONS):
        if s.phase == OVER:
            return policy.score(s, seat)
        n = legal(s, worlds.legal)
        chosen = 0
        if n > 1:
            sight.of_state(s, s.to_act, o)
            if player == POLICY:
                policy.consult(net, o, worlds.legal, n, scratch)
                policy.to_chances(scratch, n)
                chosen = policy.pick(scratch, n, random)
            else:
                chosen = thumb.choose(o, worlds.legal, n, player, random)
        act(s, worlds.legal[chosen])
    return 0.5


@rule
def look(
    net: Network,
    sights: Sights,
    i: int,
    tried: Actions,
    n: int,
    number: int,
    player: int,
    random: Random,
    worlds: Worlds,
    scratch: Scratch,
) -> None:
    """Add to ``worlds.totals`` what each of ``tried[:n]`` scores in ``number`` sampled worlds."""
    seat = sights[i].seat
    for _ in range(number):
        sight.sample(sights[i], worlds.states[0], random)
        for at in range(n):
            worlds.states[1] = worlds.states[0]
            s = worlds.states[1]
            act(s, tried[at])
            worlds.totals[at] += play_on(net, s, seat, player, random, worlds, scratch)
