"""The step of proximal policy optimisation (Schulman and others 2017): gradient, then Adam."""

from __future__ import annotations

from concurrent.futures import Executor
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from durak.bots import policy
from durak.bots.compiled import entry
from durak.bots.features import MAX_ROWS
from durak.bots.learning.selfplay import Samples
from durak.bots.network import Floats, Network, forward, logit, of_vector
from durak.bots.policy import Scratch


@entry
def gradient(
    net: Network,
    grad: Network,
    samples: Samples,
    which: NDArray[np.int64],
    clip: float,
    entropy: float,
    value_share: float,
    room: Scratch,
    h1: Floats,
    h2: Floats,
    told: NDArray[np.float64],
) -> None:
    """Add to ``grad`` the loss's gradient over the samples ``which``, each divided by nothing.

    ``told`` gets the sums of: entropy, value loss, share clipped, distance from the old policy.
    """
    wide = len(net.b1)
    narrow = len(net.b2)
    for k in range(len(which)):
        at = which[k]
        active = samples.active_count[at]
        n = samples.legal_count[at]
        first = samples.first[at]
        for each in range(active):
            room.active[each] = samples.active[at, each]
        forward(net, room.active, active, room.h1, room.h2)
        for each in range(n):
            base = (first + each) * MAX_ROWS
            room.logits[each] = logit(
                net, room.h2, samples.rows, base, samples.row_count[first + each]
            )
        policy.to_chances(room, n)
        chosen = samples.chosen[at]
        log_chance = np.log(max(room.logits[chosen], 1e-9))
        ratio = np.exp(log_chance - samples.log_chance[at])
        advantage = samples.advantage[at]
        is_clipped = (advantage > 0 and ratio > 1 + clip) or (advantage < 0 and ratio < 1 - clip)
        push = 0.0 if is_clipped else advantage * ratio
        spread = 0.0
        for each in range(n):
            chance = room.logits[each]
            if chance > 1e-9:
                spread -= chance * np.log(chance)
        value = policy.worth(net, room)
        error = value - samples.outcome[at]
        told[0] += spread
        told[1] += error * error
        told[2] += 1.0 if is_clipped else 0.0
        told[3] += samples.log_chance[at] - log_chance

        # Back through the last layers.
        for j in range(narrow):
            h2[j] = value_share * error * net.w4[j]
            grad.w4[j] += value_share * error * room.h2[j]
        grad.b4[0] += value_share * error
        for each in range(n):
            chance = room.logits[each]
            pull = push * chance
            if each == chosen:
                pull -= push
            if chance > 1e-9:
                pull += entropy * chance * (np.log(chance) + spread)
            g = np.float32(pull)
            if g == 0:
                continue
            base = (first + each) * MAX_ROWS
            for place in range(samples.row_count[first + each]):
                row = np.int64(samples.rows[base + place])
                grad.b3[row] += g
                for j in range(narrow):
                    h2[j] += g * net.w3[row, j]
                    grad.w3[row, j] += g * room.h2[j]
        for j in range(narrow):
            if room.h2[j] <= 0:
                h2[j] = 0
            grad.b2[j] += h2[j]
        for i in range(wide):
            h1[i] = 0
            h = room.h1[i]
            if h > 0:
                a = np.float32(0)
                b = np.float32(0)
                c = np.float32(0)
                d = np.float32(0)
                for j in range(0, narrow, 4):
                    a += h2[j] * net.w2[i, j]
                    b += h2[j + 1] * net.w2[i, j + 1]
                    c += h2[j + 2] * net.w2[i, j + 2]
                    d += h2[j + 3] * net.w2[i, j + 3]
                h1[i] = a + b + c + d
                for j in range(narrow):
                    grad.w2[i, j] += h * h2[j]
            grad.b1[i] += h1[i]
        for each in range(active):
            feature = np.int64(room.active[each])
            for i in range(wide):
                grad.w1[feature, i] += h1[i]


@dataclass
class Moments:
    """What Adam remembers (Kingma and Ba 2015)."""

    first: Floats
    second: Floats
    steps: int = 0

    def step(self, vector: Floats, slope: Floats, rate: float, most: float) -> float:
        """Move ``vector`` against ``slope``, its norm held to ``most``; the norm it had."""
        norm = float(np.linalg.norm(slope))
        if norm > most:
            slope *= most / norm
        self.steps += 1
        self.first += 0.1 * (slope - self.first)
        self.second += 0.001 * (slope * slope - self.second)
        scale = rate * (1 - 0.999**self.steps) ** 0.5 / (1 - 0.9**self.steps)
        vector -= np.float32(scale) * self.first / (np.sqrt(self.second) + np.float32(1e-7))
        return norm


class Learner:
    """Weights in training. ``parts`` pieces of a minibatch go to the executor's threads; how many
    there are decides the order of the sums, so it belongs to what makes a run reproducible."""

    def __init__(self, vector: Floats, wide: int, narrow: int, *, parts: int) -> None:
        self.vector = vector
        self.net = of_vector(vector, wide, narrow)
        self.moments = Moments(first=np.zeros_like(vector), second=np.zeros_like(vector))
        self._slopes = [np.zeros_like(vector) for _ in range(parts)]
        self._grads = [of_vector(slope, wide, narrow) for slope in self._slopes]
        self._rooms = [policy.scratch(self.net) for _ in range(parts)]
        self._layers = [policy.scratch(self.net) for _ in range(parts)]

    def learn(
        self,
        samples: Samples,
        count: int,
        *,
        epochs: int,
        batch: int,
        rate: float,
        clip: float,
        entropy: float,
        value_share: float,
        norm: float,
        random: np.random.Generator,
        threads: Executor,
    ) -> NDArray[np.float64]:
        """Improve the weights on ``count`` samples; means of entropy, value loss, share clipped,
        distance from the old policy."""
        advantage = samples.advantage[:count]
        advantage -= advantage.mean()
        advantage /= advantage.std() + 1e-6
        told = np.zeros(4)
        seen = 0
        for _ in range(epochs):
            order = random.permutation(count)
            for begin in range(0, count, batch):
                which = order[begin : begin + batch]
                if 2 * len(which) < batch <= count:
                    continue  # a rest too small to point anywhere
                told += self._add_up(samples, which, clip, entropy, value_share, threads)
                seen += len(which)
                slope = self._slopes[0]
                for other in self._slopes[1:]:
                    slope += other
                slope /= len(which)
                self.moments.step(self.vector, slope, rate, norm)
        return told / max(seen, 1)

    def _add_up(
        self,
        samples: Samples,
        which: NDArray[np.int64],
        clip: float,
        entropy: float,
        value_share: float,
        threads: Executor,
    ) -> NDArray[np.float64]:
        pieces = np.array_split(which, len(self._slopes))
        told = [np.zeros(4) for _ in pieces]

        def one(part: int) -> None:
            self._slopes[part][:] = 0
            layers = self._layers[part]
            gradient(
                self.net,
                self._grads[part],
                samples,
                pieces[part],
                clip,
                entropy,
                value_share,
                self._rooms[part],
                layers.h1,
                layers.h2,
                told[part],
            )

        list(threads.map(one, range(len(pieces))))
        return np.sum(told, axis=0)
