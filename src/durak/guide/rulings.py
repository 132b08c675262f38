"""The rulings: short answers to what a table argues about, each with its clauses of the rules."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from durak.guide.reading import HERE, GuideError, read_json

PARTS: Final = (
    "cards", "deal", "attack", "throwing-in", "taking", "transfers", "after", "result", "teams",
    "public", "table",
)  # fmt: skip
"""The parts in which rulings are told, in the order of a deal."""
CLAUSE: Final = re.compile(r"\bR\d{1,2}\.\d{1,2}\b")
"""A clause of the rules as texts name it."""


@dataclass(frozen=True, kw_only=True)
class Ruling:
    """One question in one language."""

    id: str
    part: str
    clauses: tuple[str, ...]
    example: str | None
    question: str
    answer: str
    """Inline Markdown."""


@cache
def rulings(language: str) -> tuple[Ruling, ...]:
    """All rulings of a language in reading order.

    Raises:
        GuideError: a ruling without its words, of no known part, or an id used twice.
    """
    if not (HERE / "rulings.json").is_file():
        return ()
    words = read_json("texts", language, "rulings.json")
    found: dict[str, Ruling] = {}
    for each in read_json("rulings.json"):
        ruling = _ruling(each, words, language)
        if ruling.id in found:
            raise GuideError(f"rulings.json: {ruling.id!r} stands there twice")
        found[ruling.id] = ruling
    return tuple(found.values())


def _ruling(each: dict[str, Any], words: dict[str, Any], language: str) -> Ruling:
    name = str(each.get("id"))
    if each.get("part") not in PARTS:
        raise GuideError(f"rulings.json: {name}: part is one of {', '.join(PARTS)}")
    told = words.get(name, {})
    if not told.get("question") or not told.get("answer"):
        raise GuideError(f"{language}/rulings.json: {name!r} lacks its question or answer")
    return Ruling(
        id=name,
        part=each["part"],
        clauses=tuple(each["clauses"]),
        example=each.get("example"),
        question=told["question"],
        answer=told["answer"],
    )


@cache
def first_with(clause: str, language: str) -> Ruling | None:
    """The first ruling that rests on this clause."""
    return next((each for each in rulings(language) if clause in each.clauses), None)


def normal(text: str) -> str:
    """A text as it is searched: small letters, ё as е, without Markdown's signs.

    >>> normal("**Ёлка** и R5.3")
    'елка и r5.3'
    """
    plain = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", text)
    return re.sub(r"[*_`]", "", plain).lower().replace("ё", "е")


def search(query: str, found: Sequence[Ruling]) -> tuple[Ruling, ...]:
    """Those rulings that have every word of the query, or what begins like it."""
    words = normal(query).split()
    return tuple(each for each in found if _has(each, words))


def _has(ruling: Ruling, words: Sequence[str]) -> bool:
    text = f" {normal(' '.join([ruling.question, ruling.answer, *ruling.clauses]))}"
    return all(re.search(rf"(?<!\w){re.escape(word)}", text) for word in words)
