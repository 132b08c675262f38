"""Every language has every phrase, in every form, and no phrase is left that nobody says."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import durak.web
from durak import events
from durak.cards import SUITS
from durak.kernel.refusal import Code
from durak.refusals import _REASONS
from durak.ruleset import FIELDS, PRESETS, SHEETS, Ruleset, RulesetError, allowed_values
from durak.terminal.play import BOT_NAMES
from durak.terminal.words import Words
from durak.web import LANGUAGES, Pages, catalogue
from durak.web.plurals import PLURALS

SOURCE = Path(durak.web.__file__).resolve().parents[1]
FORMS = re.compile(r"rank\.(object|with|from)\.|suit\.of\.")
"""Grammatical forms that a catalogue may have: without them the plain word serves."""
LATIN_IN_RUSSIAN = {
    "OpenDurak", "JavaScript", "SHA", "Enter", "Escape", "QR", "durak", "verify", "rules", "bot",
    "take", "done", "swap", "hint", "help", "quit",
}  # fmt: skip
"""Names and commands; single letters are keys and cards."""


def texts(phrase: str | dict[str, str]) -> list[str]:
    return [phrase] if isinstance(phrase, str) else list(phrase.values())


def places(phrase: str | dict[str, str]) -> set[str]:
    return {place for text in texts(phrase) for place in re.findall(r"\{(\w+)\}", text)}


# ---- between the languages ----------------------------------------------------------------------


def test_there_are_english_and_russian_with_plurals_and_a_sheet_each() -> None:
    assert {"en", "ru"} <= set(LANGUAGES)
    assert set(LANGUAGES) == set(PLURALS) == set(SHEETS)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_the_same_keys_once(language: str) -> None:
    path = SOURCE / "web" / "languages" / f"{language}.json"
    pairs = json.loads(path.read_text(encoding="utf-8"), object_pairs_hook=list)
    keys = Counter(key for key, _ in pairs)
    assert [key for key, count in keys.items() if count > 1] == []
    assert {key for key in keys if not FORMS.match(key)} == set(catalogue("en"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_phrase_has_the_same_places_in_every_language(language: str) -> None:
    english = catalogue("en")
    differ = {
        key: (places(phrase), places(english[key]))
        for key, phrase in catalogue(language).items()
        if key in english and places(phrase) != places(english[key])
    }
    assert differ == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_plural_forms_are_exactly_those_of_the_language(language: str) -> None:
    forms = {PLURALS[language](number) for number in range(200)} | {"other"}
    for key, phrase in catalogue(language).items():
        assert isinstance(phrase, str) == isinstance(catalogue("en").get(key, ""), str), key
        if not isinstance(phrase, str):
            assert set(phrase) == forms, key


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_phrase_is_empty_or_has_spaces_to_spare(language: str) -> None:
    for key, phrase in catalogue(language).items():
        for text in texts(phrase):
            assert text.strip(), key
            assert "  " not in text or key.startswith("terminal."), key
            assert text == text.strip() or key == "terminal.next", key


def test_russian_is_written_in_russian() -> None:
    for key, phrase in catalogue("ru").items():
        for text in texts(phrase):
            plain = re.sub(r"\{\w+\}", "", text)
            assert set(re.findall(r"[A-Za-z]{2,}", plain)) <= LATIN_IN_RUSSIAN, key
            # letters of two alphabets in one word are a slip of the keyboard
            assert not re.search(r"[А-Яа-яЁё][A-Za-z]|[A-Za-z][А-Яа-яЁё]", plain), key
            assert '"' not in text, key


def test_a_card_has_every_form_that_a_language_gives_any() -> None:
    for language in LANGUAGES:
        given = {key for key in catalogue(language) if FORMS.match(key)}
        for form in ("rank.object.", "rank.with.", "rank.from."):
            found = {key.removeprefix(form) for key in given if key.startswith(form)}
            assert found in (set(), set("23456789TJQKA"))
        assert {key[-1] for key in given if key.startswith("suit.of.")} in (set(), set(SUITS))


# ---- between the catalogue and the code ---------------------------------------------------------

# `event.${type}`, f"event.{type}" and "preset." ~ name are keys with a part that varies.
_LITERALS = re.compile(r'"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`')
_VARIES = "\0"


def _literals() -> Iterator[str]:
    """Every text in quotes of pages, scripts and Python, ``\\0`` where something is put in."""
    for path in sorted(SOURCE.rglob("*")):
        if path.suffix not in (".js", ".py", ".html"):
            continue
        text = path.read_text(encoding="utf-8")
        if path.suffix == ".html":  # quotes of attributes stand round what Jinja puts in
            text = "\n".join(re.findall(r"\{[{%].*?[%}]\}", text, re.DOTALL))
        for quoted, template in _LITERALS.findall(text):
            if template:
                yield re.sub(r"\$\{[^}]*\}", _VARIES, template)
                yield from (found for found, _ in _LITERALS.findall(template))
            else:
                yield re.sub(r"\{[^{}]*\}", _VARIES, quoted) if path.suffix == ".py" else quoted


@cache
def _uses() -> tuple[frozenset[str], tuple[re.Pattern[str], ...], frozenset[str], frozenset[str]]:
    """Keys said whole; keys of which a part varies; what is put at the end of keys; all words."""
    whole, patterns, endings = set(), set(), set()
    for text in _literals():
        if re.fullmatch(r"[a-z]+(\.[\w-]+)+", text):
            whole.add(text)
        elif re.fullmatch(rf"[a-z]+\.[\w.{_VARIES}-]*", text):
            pattern = re.escape(text).replace(_VARIES, r"([\w-]*)")
            patterns.add(pattern + r"([\w-]+)" if text.endswith(".") else pattern)
        elif ending := re.fullmatch(rf"{_VARIES}?([._]\w+)", text):
            endings.add(ending[1])
    words = {
        word.lower()
        for path in SOURCE.rglob("*")
        if path.suffix in (".js", ".py", ".html")
        for word in re.findall(r"[\w-]+", path.read_text(encoding="utf-8"))
    }
    return (
        frozenset(whole),
        tuple(re.compile(each) for each in sorted(patterns)),
        frozenset(endings),
        frozenset(words),
    )


def _is_used(key: str) -> bool:
    whole, patterns, endings, words = _uses()
    if key in whole:
        return True
    for pattern in patterns:
        found = pattern.fullmatch(key)
        if found and all(part.lower().strip("_") in {*words, ""} for part in found.groups()):
            return True
    return any(key.endswith(each) and _is_used(key.removesuffix(each)) for each in endings)


def test_every_phrase_is_said_somewhere() -> None:
    assert [key for key in catalogue("en") if not _is_used(key)] == []


def test_every_key_in_the_code_has_a_phrase() -> None:
    whole, patterns, _, _ = _uses()
    families = {key.partition(".")[0] for key in catalogue("en")}
    said = {key for key in whole if key.partition(".")[0] in families and not FORMS.match(key)}
    missing = {
        key
        for key in said - set(catalogue("en"))
        if not any(each.startswith(f"{key}.") for each in catalogue("en"))
        and not key.endswith((".js", ".css", ".svg", ".html", ".durak", ".toml"))
    }
    assert missing == set()
    every = {key for language in LANGUAGES for key in catalogue(language)}
    for pattern in patterns:
        if pattern.pattern.partition("\\.")[0] in families:
            assert any(pattern.fullmatch(key) for key in every), pattern.pattern


def test_what_is_told_is_never_said_with_a_key_alone() -> None:
    wanted = [f"event.{_tag(each)}" for each in events.Event.__subclasses__()]
    wanted += [f"preset.{name}{part}" for name in PRESETS for part in ("", ".text")]
    wanted += [f"field.{name}{part}" for name in FIELDS for part in ("", ".help")]
    wanted += [f"rank.{rank}" for rank in "23456789TJQKA"]
    wanted += [f"index.{rank}" for rank in "23456789TJQKA"]
    wanted += [f"suit.{suit}" for suit in SUITS]
    wanted += [f"wait.{phase}" for phase in ("lead", "answer", "throw_in", "after_take")]
    wanted += [f"ask.{phase}" for phase in ("lead", "answer", "throw_in", "after_take")]
    wanted += [f"refusal.{code.name.lower()}" for code in Code if code is not Code.OK]
    wanted += [f"bot.{name}" for name in BOT_NAMES]
    assert [key for key in wanted if key not in catalogue("en")] == []
    for name in FIELDS:
        for value in allowed_values(name):
            known = {f"field.{name}.{value}", f"value.{value}"} & set(catalogue("en"))
            assert known or value.isdigit(), (name, value)


def _tag(event: type[events.Event]) -> str:
    return event.__name__.lower()


_SAID_BY_THE_SERVER = {
    "refusal": r'(?:Denied|RefusedMessage)\(\s*(?:v=\S+ do=\S+ code=)?"(\w+)"'
    r'|Problem\(\s*\d+,[^)]*?"(\w+)"[,\s]*(?:\w+=|\))|"code": "(\w+)"',
    "notice": r'Notice\(\s*key="(\w+)"',
}


@pytest.mark.parametrize("family", _SAID_BY_THE_SERVER)
def test_what_the_server_says_by_key_has_words(family: str) -> None:
    found: set[str] = set()
    for path in (SOURCE / "server").glob("*.py"):
        text = path.read_text(encoding="utf-8")
        for groups in re.findall(_SAID_BY_THE_SERVER[family], text):
            found |= set(groups if isinstance(groups, tuple) else [groups]) - {""}
    assert found
    assert {key for key in found if f"{family}.{key}" not in catalogue("en")} == set()


# ---- refusals -----------------------------------------------------------------------------------

IMPOSSIBLE: dict[str, tuple[str, dict[str, Any]]] = {
    "hands_exceed_deck": ("players=6 deck=24", {"count": 6, "needed": 36, "deck": 24}),
    "teams_players": ("players=3 teams=two", {"count": 3}),
    "first_limit_exceeds": (
        "attack_limit=2 first_limit=3", {"first_limit": 3, "attack_limit": 2},
    ),
    "no_preset": ("nonsense", {"preset": "nonsense"}),
    "preset_players": (
        "digital players=2", {"preset": "digital", "count": 2, "allowed": ["4"]},
    ),
    "not_field_value": ("players=2 what", {"part": "what"}),
    "given_twice": ("deck=24 deck=36", {"field": "deck"}),
    "no_field": ("colour=red", {"names": ["colour"]}),
    "no_value": (
        "deck=40", {"field": "deck", "value": "40", "allowed": ["24", "32", "36", "52"]},
    ),
}  # fmt: skip


@pytest.mark.parametrize("code", IMPOSSIBLE)
def test_an_impossible_ruleset_is_refused_with_code_and_params(code: str) -> None:
    text, params = IMPOSSIBLE[code]
    with pytest.raises(RulesetError) as refused:
        Ruleset.from_code(text)
    assert (refused.value.code, refused.value.params) == (code, params)
    phrase = catalogue("en")[f"ruleset.{code}"]
    assert places(phrase) <= set(params)


def test_every_code_of_an_impossible_ruleset_is_tried_above() -> None:
    text = (SOURCE / "ruleset" / "model.py").read_text(encoding="utf-8")
    codes = set(re.findall(r'code="(\w+)"', text)) - {"impossible"}
    assert codes == set(IMPOSSIBLE)


def test_a_refusal_of_the_rules_names_only_what_its_params_have() -> None:
    for code in _REASONS:
        given = {"card", "target", "trump", "count"}
        assert places(catalogue("en")[f"refusal.{code.name.lower()}"]) <= given


# ---- told in a terminal -------------------------------------------------------------------------


def test_the_terminal_tells_the_play_in_russian() -> None:
    words = Words(["Аня", "Борис"], you=1, language="ru", colour=False)
    told = [
        words.event(events.Attacked(seat=0, cards=("7c", "7d"), thrown_in=False, after_take=False)),
        words.event(events.Covered(seat=1, attack="7c", cover="Ac")),
        words.event(events.Drew(seat=0, cards=("??",) * 3)),
        words.event(events.Taken(seat=1, cards=("7c",) * 21)),
        words.event(events.DealEnded(result="durak 0", dealer_next=0)),
    ]
    assert told == [
        "Аня ходит с 7♣ 7♦.",
        "Вы бьёте 7♣ Т♣.",
        "Аня получает 3 карты.",
        "Вы забираете 21 карту.",
        "Партия окончена. В дураках — Аня.",
    ]


@pytest.mark.parametrize(
    ("count", "words"), [(1, "1 карта"), (2, "2 карты"), (5, "5 карт"), (11, "11 карт")]
)
def test_a_page_picks_the_plural_form_of_its_language(count: int, words: str) -> None:
    assert Pages("ru").phrase("seat.cards", count=count) == words


def test_what_is_put_into_a_phrase_is_not_read_as_a_place() -> None:
    assert Pages("en").phrase("event.transferred", name="{to}", to="B", cards="{name}") == (
        "{to} transfers to B with the {name}."
    )
