"""Two rules sheets side by side: the same clauses on one line, and which sentences differ."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from durak.ruleset import FIELDS, Clause, Ruleset, value_text


@dataclass(frozen=True, kw_only=True)
class Sentence:
    """A sentence of one sheet, and whether the other sheet's clause lacks it."""

    text: str
    differs: bool


@dataclass(frozen=True, kw_only=True)
class Line:
    """A clause in both sheets; a side without it is empty."""

    number: str
    title: str
    one: tuple[Sentence, ...]
    other: tuple[Sentence, ...]

    @property
    def differs(self) -> bool:
        """Whether the sheets say different things here."""
        return any(each.differs for each in (*self.one, *self.other))


def compare(one: Ruleset, other: Ruleset, language: str) -> tuple[Line, ...]:
    """Both rules sheets clause by clause, in the order in which one meets them.

    Raises:
        KeyError: a language without a sheet.

    >>> lines = compare(Ruleset(), Ruleset(transfer=True), "en")
    >>> [line.number for line in lines if line.differs][:3]
    ['R5.1', 'R8', 'R8.3']
    """
    first, second = one.describe(language), other.describe(language)
    return tuple(
        Line(
            number=(left or right or first[0]).number,
            title=(left or right or first[0]).title,
            one=_sentences(left, right),
            other=_sentences(right, left),
        )
        for left, right in _paired(first, second)
    )


def changed_fields(one: Ruleset, other: Ruleset) -> tuple[tuple[str, str, str], ...]:
    """The fields in which two rulesets differ, each with both values as text, in R3's order.

    >>> changed_fields(Ruleset(), Ruleset(players=4, deck=52))
    (('players', '2', '4'), ('deck', '36', '52'))
    """
    texts = (
        (name, *(value_text(name, getattr(rules, name)) for rules in (one, other)))
        for name in FIELDS
    )
    return tuple((name, left, right) for name, left, right in texts if left != right)


def _paired(
    first: Sequence[Clause], second: Sequence[Clause]
) -> list[tuple[Clause | None, Clause | None]]:
    """Clauses of the same title together; those of one sheet alone where they stand in it."""
    pairs: list[tuple[Clause | None, Clause | None]] = []
    rest = list(second)
    for clause in first:
        at = next((i for i, each in enumerate(rest) if each.title == clause.title), None)
        if at is None:
            pairs.append((clause, None))
            continue
        pairs += [(None, each) for each in rest[:at]]
        pairs.append((clause, rest[at]))
        rest = rest[at + 1 :]
    return pairs + [(None, each) for each in rest]


def _sentences(clause: Clause | None, beside: Clause | None) -> tuple[Sentence, ...]:
    if clause is None:
        return ()
    said = () if beside is None else beside.sentences
    return tuple(Sentence(text=each, differs=each not in said) for each in clause.sentences)
