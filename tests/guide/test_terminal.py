"""The guide in the terminal."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from durak.cli import main
from durak.guide.reading import LANGUAGES
from durak.guide.rulings import rulings
from durak.guide.topics import TOPICS, topic


def told(*words: str, status: int = 0) -> str:
    result = CliRunner().invoke(main, ["guide", *words])
    assert result.exit_code == status, result.output
    return result.output


@pytest.mark.parametrize("language", LANGUAGES)
def test_without_a_topic_it_says_what_there_is(language: str) -> None:
    text = told("--language", language)
    for slug in TOPICS:
        assert f"\n{slug} " in text
        assert topic(slug, language).title in text
    assert "\nrulings " in text


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("slug", TOPICS)
def test_a_topic_is_told_as_text(slug: str, language: str) -> None:
    text = told(slug, "--language", language)
    assert topic(slug, language).title in text
    assert "topic:" not in text
    assert "{#" not in text
    assert "```" not in text
    assert "\x1b" not in text  # nobody sees colours in a file
    assert max(len(line.rstrip()) for line in text.splitlines()) <= 88


def test_a_position_is_told_with_what_fits_and_what_follows() -> None:
    text = told("quick")
    assert "Your hand:" in text
    assert "Allowed now:" in text


def test_rulings_are_found_by_words() -> None:
    text = told("rulings", "trump", "ace")
    assert "rulings found" in text
    assert text.count("R2.4") > 0
    every = told("rulings", "--language", "ru")
    assert str(len(rulings("ru"))) in every


def test_an_unknown_topic_names_those_there_are() -> None:
    assert "strategy" in told("poker", status=2)
    assert "only rulings" in told("quick", "ace", status=2)
