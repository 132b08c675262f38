"""Which rules do we play? Six questions that find the ruleset of a house.

The questions are those about which tables differ most. What a house never thought about keeps the
default of R3; the words of questions and answers are the languages'.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final

from durak.ruleset import MAX_PLAYERS, PRESETS, Ruleset, RulesetError


class AnswerError(ValueError):
    """A question that is not asked, or an answer that it does not have."""

    code: Final = "bad_answer"
    params: Final[Mapping[str, str]] = MappingProxyType({})


@dataclass(frozen=True, kw_only=True)
class Question:
    """A question with its answers: each one's name and the fields it settles, the usual first."""

    name: str
    answers: Mapping[str, Mapping[str, Any]]


def _question(name: str, answers: Mapping[str, Mapping[str, Any]]) -> Question:
    return Question(name=name, answers=MappingProxyType(answers))


QUESTIONS: Final = (
    _question(
        "seats",
        {
            **{str(players): {"players": players} for players in range(2, MAX_PLAYERS + 1)},
            "teams-4": {"players": 4, "teams": "two"},
            "teams-6": {"players": 6, "teams": "two"},
        },
    ),
    _question("deck", {str(deck): {"deck": deck} for deck in (36, 24, 32, 52)}),
    _question(
        "transfer",
        {
            "no": {"transfer": "off"},
            "several": {"transfer": "on"},
            "one": {"transfer": "on", "transfer_cards": "one"},
            "show": {"transfer": "on", "transfer_show": "yes"},
        },
    ),
    _question("throwers", {who: {"throwers": who} for who in ("all", "neighbours", "principal")}),
    _question(
        "first-bout",
        {
            "six": {},
            "five": {"first_limit": 5},
            "five-until-beaten": {"first_limit": 5, "first_limit_until": "first_discard"},
        },
    ),
    _question(
        "low-trump",
        {
            "leads": {},
            "leads-and-swaps": {"trump_swap": "on"},
            "neither": {"first_lead": "dealer_left"},
            "swaps": {"first_lead": "dealer_left", "trump_swap": "on"},
        },
    ),
)
"""In the order in which they are asked."""


def usual_answers() -> dict[str, str]:
    """The first answer of each question."""
    return {each.name: next(iter(each.answers)) for each in QUESTIONS}


def find(answers: Mapping[str, str]) -> Ruleset:
    """The ruleset of a house that gives these answers; a question left out takes its first.

    Raises:
        AnswerError: a question that is not asked, or an answer it does not have.
        RulesetError: answers that do not go together.

    >>> find({"seats": "4", "transfer": "several"}).code
    'players=4 transfer=on'
    """
    names = [each.name for each in QUESTIONS]
    for name in answers:
        if name not in names:
            raise AnswerError(f"{name!r} is no question: there are {', '.join(names)}")
    fields: dict[str, Any] = {}
    for question in QUESTIONS:
        answer = answers.get(question.name, next(iter(question.answers)))
        if answer not in question.answers:
            allowed = ", ".join(question.answers)
            raise AnswerError(f"{question.name}={answer!r} is no answer: there are {allowed}")
        fields |= question.answers[answer]
    return Ruleset.make(**fields)


def nearest_preset(rules: Ruleset) -> tuple[str, Ruleset]:
    """The preset for as many players that differs in the fewest fields, and its ruleset."""
    found: list[tuple[int, str, Ruleset]] = []
    for name in PRESETS:
        try:
            preset = Ruleset.preset(name, rules.players)
        except RulesetError:  # not for so many players
            continue
        found.append((len(_differing(rules, preset)), name, preset))
    _, name, preset = min(found, key=lambda each: each[0])
    return name, preset


def _differing(one: Ruleset, other: Ruleset) -> set[str]:
    return set(one.code.split()) ^ set(other.code.split())
