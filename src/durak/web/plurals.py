"""Which plural form a number takes, as the browsers' ``Intl.PluralRules`` has it.

A new language needs a line here beside its catalogue; a test compares both sides number by number.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, Literal

Form = Literal["one", "few", "many", "other"]


def _english(number: int) -> Form:
    return "one" if number == 1 else "other"


def _russian(number: int) -> Form:
    last, last_two = number % 10, number % 100
    if last == 1 and last_two != 11:
        return "one"
    if last in (2, 3, 4) and last_two not in (12, 13, 14):
        return "few"
    return "many"  # "other" is for fractions


PLURALS: Final[Mapping[str, Callable[[int], Form]]] = {"en": _english, "ru": _russian}
"""The form of a whole number that is not negative, by language."""
