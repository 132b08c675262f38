"""The topics: all of them in every language, of one build, and read the same way everywhere."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from durak.guide import rulings, topics
from durak.guide.reading import LANGUAGES, GuideError
from durak.guide.topics import TOPICS, Prose, Shown, parse, topic
from durak.web import LANGUAGES as CATALOGUES
from durak.web.guide import address, inline, prose

RULES = (Path(__file__).parents[2] / "docs/reference/rules.md").read_text(encoding="utf-8")
CLAUSES = frozenset(re.findall(r"^- (R\d+\.\d+) ", RULES, re.MULTILINE))


def source(slug: str, language: str) -> str:
    return "\n".join(
        part.text if isinstance(part, Prose) else part.caption
        for part in topic(slug, language).parts
    )


def test_the_guide_is_written_in_every_language_that_there_are_pages_in() -> None:
    assert set(LANGUAGES) == set(CATALOGUES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_topic_is_written(language: str) -> None:
    assert [slug for slug in TOPICS if not topics.is_written(slug, language)] == []


@pytest.mark.parametrize("slug", TOPICS)
def test_a_topic_has_the_same_sections_in_every_language(slug: str) -> None:
    built = {
        language: [each.id for each in topic(slug, language).sections] for language in LANGUAGES
    }
    english = built["en"]
    assert len(set(english)) == len(english)
    assert all(ids == english for ids in built.values())


@pytest.mark.parametrize("slug", TOPICS)
def test_a_topic_shows_the_same_examples_in_every_language(slug: str) -> None:
    shown = {language: topic(slug, language).examples for language in LANGUAGES}
    assert len(set(shown["en"])) == len(shown["en"])
    assert all(ids == shown["en"] for ids in shown.values())


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("slug", TOPICS)
def test_a_topic_cites_only_clauses_that_there_are(slug: str, language: str) -> None:
    cited = set(rulings.CLAUSE.findall(source(slug, language)))
    assert cited <= CLAUSES
    # each leads somewhere: a ruling rests on it, unless it is one of the refusals' own
    assert {each for each in cited if rulings.first_with(each, language) is None} == set()


@pytest.mark.parametrize("slug", TOPICS)
def test_russian_letters_stand_on_russian_cards(slug: str) -> None:
    text = source(slug, "ru")
    assert re.findall(r"(?<!\w)[JQKAT][♣♦♥♠]", text) == []
    assert re.findall(r"(?<!\w)[ВДКТ][♣♦♥♠]", source(slug, "en")) == []


def test_every_setting_and_preset_has_a_section_of_the_variations() -> None:
    from durak.ruleset import FIELDS, PRESETS

    ids = {each.id for each in topic("variations", "en").sections}
    assert {*FIELDS, *PRESETS} - ids == set()


# ---- reading ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("Words\n\nWhat.", "first line"),
        ("# Words\n\n## Cards {#cards}", "a paragraph"),
        ("# Words\n\nWhat.\n\n## Cards", "lacks its"),
    ],
)
def test_a_text_that_is_not_built_so_is_refused_by_name(text: str, fault: str) -> None:
    with pytest.raises(GuideError, match=fault) as refused:
        parse(text, slug="words", language="en")
    assert "en/words.md" in str(refused.value)


def test_an_unknown_topic_names_those_there_are() -> None:
    with pytest.raises(GuideError, match="quick, rules"):
        topic("poker", "en")


def test_examples_are_cut_out_of_the_prose() -> None:
    text = "# A\n\nB.\n\nOne.\n\n```example beat-one\nSee\nhere.\n```\n\nTwo.\n\n```\ncode\n```\n"
    read = parse(text, slug="words", language="en")
    assert read.examples == ("beat-one",)
    assert read.parts == (
        Prose(text="One."),
        Shown(example="beat-one", caption="See here."),
        Prose(text="Two.\n\n```\ncode\n```"),
    )


def test_markdown_lets_no_html_through() -> None:
    assert "<script>" not in prose("<script>alert(1)</script>\n\na <b>c</b>", "en")
    assert "&lt;b&gt;" in inline("a <b>c</b>", "en")
    assert "javascript:" not in inline("a & b", "en")


def test_a_link_that_leads_nowhere_is_refused() -> None:
    for link in ("topic:poker", "page:nowhere", "lessons:one", "mailto:a@b"):
        with pytest.raises(GuideError, match="leads nowhere"):
            address(link)


def test_a_clause_in_a_link_is_no_link_of_its_own() -> None:
    assert inline("[see R5.3](topic:rules#limit)", "en").count("<a ") == 1
    assert inline("see R5.3", "en").count("<a ") == 1
    assert inline("see R5.3", "en", links=False).count("<a ") == 0
    assert inline("see R99.9", "en").count("<a ") == 0
