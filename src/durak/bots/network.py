"""The learned network: two layers over sparse features, a logit for every action, one for the deal.

Weights are one flat vector, of which the layers are views: training steps the vector, a file keeps
it in half precision. Evaluating needs NumPy and Numba alone.
"""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from durak.bots.compiled import rule
from durak.bots.features import FEATURES, ROWS, Indices

Floats = NDArray[np.float32]
FORMAT: Final = "opendurak network 1"
"""What a weights file says that it is; another layout of features is another format."""


class Network(NamedTuple):
    """The weights, layer by layer; compiled code takes it as it is."""

    w1: Floats
    """FEATURES x wide."""
    b1: Floats
    w2: Floats
    """wide x narrow."""
    b2: Floats
    w3: Floats
    """ROWS x narrow: an action's logit is the sum over its rows."""
    b3: Floats
    w4: Floats
    """narrow: the value's logit."""
    b4: Floats


class WeightsError(ValueError):
    """A file that holds no weights for this layout of features."""


def size(wide: int, narrow: int) -> int:
    """How many weights a network of these layers has."""
    return FEATURES * wide + wide + wide * narrow + narrow + ROWS * narrow + ROWS + narrow + 1


def of_vector(vector: Floats, wide: int, narrow: int) -> Network:
    """The layers as views of one flat vector of ``size(wide, narrow)`` numbers."""
    shapes = (
        (FEATURES, wide), (wide,), (wide, narrow), (narrow,),
        (ROWS, narrow), (ROWS,), (narrow,), (1,),
    )  # fmt: skip
    parts, at = [], 0
    for shape in shapes:
        length = int(np.prod(shape))
        parts.append(vector[at : at + length].reshape(shape))
        at += length
    if at != len(vector):
        raise ValueError(f"{len(vector)} weights, layers of {wide} and {narrow} have {at}")
    return Network(*parts)


def fresh(wide: int, narrow: int, random: np.random.Generator) -> tuple[Floats, Network]:
    """A network that has learned nothing, and its vector: He's start, the last layers small."""
    vector = np.zeros(size(wide, narrow), np.float32)
    network = of_vector(vector, wide, narrow)
    active = 100  # about as many features are active at once
    network.w1[:] = random.normal(0, (2 / active) ** 0.5, network.w1.shape)
    network.w2[:] = random.normal(0, (2 / wide) ** 0.5, network.w2.shape)
    network.w3[:] = random.normal(0, 0.01, network.w3.shape)
    return vector, network


def save(path: Path, vector: Floats, wide: int, narrow: int) -> None:
    """Write the weights in half precision."""
    with path.open("wb") as file:
        np.savez_compressed(
            file,
            format=np.array(FORMAT),
            layers=np.array([FEATURES, wide, narrow, ROWS]),
            vector=vector.astype(np.float16),
        )


def load(path: Any) -> tuple[Floats, Network]:
    """Read weights; ``path`` is a path or an open binary file.

    Raises:
        WeightsError: no such file, or it holds something else.
    """
    try:
        with np.load(path, allow_pickle=False) as kept:
            said = str(kept["format"])
            if said != FORMAT:
                raise WeightsError(f"{path} holds {said!r}, not {FORMAT!r}")
            found, wide, narrow, rows = (int(each) for each in kept["layers"])
            if (found, rows) != (FEATURES, ROWS):
                raise WeightsError(
                    f"{path} is for {found} features and {rows} rows of actions, this version has "
                    f"{FEATURES} and {ROWS}: train anew"
                )
            vector = kept["vector"].astype(np.float32)
            return vector, of_vector(vector, wide, narrow)
    except (OSError, KeyError, ValueError) as error:
        if isinstance(error, WeightsError):
            raise
        raise WeightsError(f"{path} holds no weights: {error}") from None


@lru_cache(maxsize=2)
def shipped(players: int) -> Network:
    """The network that comes with this package for a table of so many seats."""
    name = "two" if players == 2 else "many"
    with (files("durak.bots") / "weights" / f"{name}.npz").open("rb") as file:
        return load(file)[1]


# ---- evaluating -------------------------------------------------------------------------------


@rule
def forward(net: Network, active: Indices, n: int, h1: Floats, h2: Floats) -> None:
    """Fill both layers from the ``n`` active features."""
    wide = len(h1)
    narrow = len(h2)
    for j in range(wide):
        h1[j] = net.b1[j]
    for at in range(n):
        feature = np.int64(active[at])
        for j in range(wide):
            h1[j] += net.w1[feature, j]
    for j in range(narrow):
        h2[j] = net.b2[j]
    for i in range(wide):
        if h1[i] > 0:
            h = h1[i]
            for j in range(narrow):
                h2[j] += h * net.w2[i, j]
        else:
            h1[i] = 0
    for j in range(narrow):
        h2[j] = max(h2[j], np.float32(0))


@rule
def logit(net: Network, h2: Floats, rows: Indices, base: int, n: int) -> float:
    """An action's logit from the second layer."""
    narrow = len(h2)
    total = 0.0
    for at in range(base, base + n):
        row = np.int64(rows[at])
        a = net.b3[row]
        b = np.float32(0)
        c = np.float32(0)
        d = np.float32(0)
        for j in range(0, narrow, 4):  # four sums: one would wait for itself at every step
            a += h2[j] * net.w3[row, j]
            b += h2[j + 1] * net.w3[row, j + 1]
            c += h2[j + 2] * net.w3[row, j + 2]
            d += h2[j + 3] * net.w3[row, j + 3]
        total += a + b + c + d
    return total
