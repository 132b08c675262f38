"""What may be said of a mean after so many decks: its 95 % interval.

The deals of one deck are not independent, so decks are what is counted. The interval is Wilson's,
for as many independent deals as would vary like the means of the decks (the effective sample of
survey statistics), with Student's quantile: it never leaves 0 to 1, is honest when all or nothing
was won, and with many decks is the usual mean ± 1.96 standard errors.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

import msgspec

_NORMAL: Final = 1.959963984540054
_STUDENT: Final = (12.706205, 4.302653, 3.182446, 2.776445, 2.570582, 2.446912, 2.364624, 2.306004)
"""Student's 97.5 % quantile for 1, 2, ... degrees of freedom."""


class Estimate(msgspec.Struct, frozen=True, kw_only=True):
    """A mean with its 95 % interval, all from 0 to 1."""

    score: float
    low: float
    high: float

    @staticmethod
    def unknown() -> Estimate:
        """Nothing was measured: everything is possible."""
        return Estimate(score=0.5, low=0.0, high=1.0)


def estimate(clusters: Sequence[float]) -> Estimate:
    """The mean of the decks' means, each 0 to 1.

    >>> estimate([1.0] * 10)
    Estimate(score=1.0, low=0.661..., high=1.0)
    >>> found = estimate([1.0, 0.5, 0.5, 0.0] * 100)
    >>> round(found.low, 3), round(found.high, 3)
    (0.465, 0.535)

    Raises:
        ValueError: no deck at all.
    """
    count = len(clusters)
    if not count:
        raise ValueError("no deck: there is nothing to estimate")
    mean = math.fsum(clusters) / count
    spread = 0.0
    if count > 1:
        spread = math.fsum((each - mean) ** 2 for each in clusters) / (count - 1) / count
    alone = mean * (1 - mean)  # the variance of one independent deal
    effective = alone / spread if spread > 0 and alone > 0 else float(count)
    z = student(count - 1)
    around = mean + z * z / (2 * effective)
    half = z * math.sqrt(alone / effective + z * z / (4 * effective * effective))
    whole = 1 + z * z / effective
    return Estimate(
        score=mean,
        low=min(mean, max(0.0, (around - half) / whole)),
        high=max(mean, min(1.0, (around + half) / whole)),
    )


def student(freedom: int) -> float:
    """Student's 97.5 % quantile; from 9 degrees of freedom on by the series of Cornish and Fisher.

    >>> round(student(10), 3), round(student(100), 3)
    (2.228, 1.984)
    """
    if freedom < 1:
        return _STUDENT[0]
    if freedom <= len(_STUDENT):
        return _STUDENT[freedom - 1]
    z = _NORMAL
    return (
        z
        + (z**3 + z) / (4 * freedom)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * freedom**3)
    )
