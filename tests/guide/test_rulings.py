"""The rulings: every clause is reached, in both languages, and the engine plays the examples."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from durak.conformance import run
from durak.guide.rulings import PARTS
from durak.ruleset import FIELDS as FIELD_NAMES

ROOT = Path(__file__).parents[2]
GUIDE = ROOT / "src" / "durak" / "guide"
LANGUAGES = ("en", "ru")
NAMED = re.compile(r"topic:variations#(\w+)")
CYRILLIC = re.compile("[а-яё]", re.IGNORECASE)


def _read(*parts: str) -> Any:
    return json.loads(GUIDE.joinpath(*parts).read_text(encoding="utf-8"))


RULINGS: list[dict[str, Any]] = _read("rulings.json")
WORDS: dict[str, dict[str, dict[str, str]]] = {
    language: _read("texts", language, "rulings.json") for language in LANGUAGES
}
EXAMPLES: list[dict[str, Any]] = _read("examples", "rulings.json")


def _clauses() -> set[str]:
    text = (ROOT / "docs" / "reference" / "rules.md").read_text(encoding="utf-8")
    return set(re.findall(r"^- (R\d+\.\d+)\b", text, re.MULTILINE))


def test_there_are_enough_rulings_and_examples() -> None:
    assert len(RULINGS) >= 90
    assert len(EXAMPLES) >= 25


def test_each_clause_from_r2_to_r12_is_reached_and_no_other_is_named() -> None:
    clauses = {clause for clause in _clauses() if not clause.startswith("R13.")}
    assert len(clauses) >= 50
    assert {clause for ruling in RULINGS for clause in ruling["clauses"]} == clauses


def test_ids_are_unique_kebab_words_and_the_same_in_both_languages() -> None:
    ids = [ruling["id"] for ruling in RULINGS]
    assert [name for name, times in Counter(ids).items() if times > 1] == []
    assert [name for name in ids if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", name)] == []
    for language in LANGUAGES:
        assert list(WORDS[language]) == ids


def test_parts_stand_together_in_reading_order() -> None:
    parts = [ruling["part"] for ruling in RULINGS]
    assert list(dict.fromkeys(parts)) == list(PARTS)
    assert parts == sorted(parts, key=PARTS.index)


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_ruling_is_a_question_with_a_short_answer_in_its_language(language: str) -> None:
    wrong = []
    for name, words in WORDS[language].items():
        question, answer = words["question"], words["answer"]
        bare = re.sub(r"\([^)]*\)", "", answer)
        sentences = re.findall(r"[.!?](?:\s|$)", bare)
        cyrillic = {bool(CYRILLIC.search(text)) for text in (question, answer)}
        fine = (
            set(words) == {"question", "answer"}
            and "?" in question
            and question.endswith((".", "?"))
            and answer.endswith(".")
            and 1 <= len(sentences) <= 4
            and cyrillic == {language == "ru"}
            and "{" not in answer
        )
        if not fine:
            wrong.append(name)
    assert wrong == []


def test_no_question_is_asked_twice() -> None:
    for language in LANGUAGES:
        asked = Counter(words["question"] for words in WORDS[language].values())
        assert [question for question, times in asked.items() if times > 1] == []


def test_both_languages_send_the_reader_to_the_same_places() -> None:
    def places(language: str, name: str) -> list[str]:
        return sorted(re.findall(r"\]\(([^)]*)\)", WORDS[language][name]["answer"]))

    assert [name for name in WORDS["en"] if places("en", name) != places("ru", name)] == []


def test_the_fields_that_answers_name_are_those_of_a_ruleset() -> None:
    named = {field for words in WORDS["en"].values() for field in NAMED.findall(words["answer"])}
    assert named <= set(FIELD_NAMES)
    assert {"throwers", "done_is_final", "transfer", "trump_swap", "draw_result"} <= named


def test_each_example_belongs_to_a_ruling_and_each_ruling_has_its_example() -> None:
    named = {ruling["example"] for ruling in RULINGS if "example" in ruling}
    assert named == {example["id"] for example in EXAMPLES}


def test_an_example_rests_on_a_clause_of_a_ruling_that_shows_it() -> None:
    shown: dict[str, set[str]] = {}
    for ruling in RULINGS:
        shown.setdefault(ruling.get("example", ""), set()).update(ruling["clauses"])
    assert [each["id"] for each in EXAMPLES if each["clause"] not in shown[each["id"]]] == []


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example["id"])
def test_the_engine_plays_each_example_as_it_is_told(example: dict[str, Any]) -> None:
    assert run(example).failures == ()
    assert example.get("start"), "an example asserts what its ruling claims"
    if "position" in example:
        hands = [hand.split() for hand in example["position"]["hands"]]
        assert max(len(hand) for hand in hands) <= 6
