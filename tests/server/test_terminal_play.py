"""Deals in the terminal: bots of a level, and a hint for who asks."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from durak.bots import Bot
from durak.cli import main
from durak.record import read_records
from durak.ruleset import Ruleset
from durak.terminal.play import Terminal, play
from tests.quick import Quick


def played(tmp_path: Path, typed: list[str], language: str = "en") -> tuple[list[str], int]:
    """What the terminal showed of a deal, and how often an adviser was made."""
    shown: list[str] = []
    made: list[Bot] = []
    lines: Iterator[str] = iter([*typed, *["1"] * 500])

    def ask(prompt: str) -> str:
        shown.append(prompt)
        return next(lines)

    def adviser() -> Bot:
        made.append(Quick(random.Random(3)))
        return made[-1]

    play(
        Ruleset.from_code("players=3 deck=24"),
        seat=0,
        name="Ada",
        level="novice",
        bot=lambda seat: Quick(random.Random(seat)),
        adviser=adviser,
        lots=random.Random(1),
        terminal=Terminal(show=shown.append, ask=ask, colour=False),
        records=tmp_path / "played.durak",
        deals=1,
        language=language,
    )
    return shown, len(made)


@pytest.mark.parametrize(("language", "word"), [("en", "Hint: "), ("ru", "Подсказка: ")])
def test_a_hint_is_told_with_its_chance_and_reason_and_changes_nothing(
    tmp_path: Path, language: str, word: str
) -> None:
    shown, made = played(tmp_path, ["hint", "hint"], language)
    hints = [line for line in shown if line.startswith(word)]
    assert len(hints) == 2
    assert all("61 %" in line for line in hints)
    assert made == 1  # the second hint asks the same bot
    at = shown.index(hints[0])
    assert shown[at + 1] == shown[at - 1]  # the same question again


def test_nobody_is_made_to_advise_before_a_hint_is_asked(tmp_path: Path) -> None:
    _, made = played(tmp_path, [])
    assert made == 0


def test_a_record_names_the_level_of_the_bots(tmp_path: Path) -> None:
    played(tmp_path, [])
    (record,) = read_records((tmp_path / "played.durak").read_text("utf-8"))
    assert record.seats == ("Ada", "bot:novice", "bot:novice")


def test_an_unknown_level_is_refused_with_those_there_are() -> None:
    refused = CliRunner().invoke(main, ["play", "--level", "quick"])
    assert refused.exit_code == 2
    assert "no bot is called 'quick'" in refused.output
    assert "club" in refused.output
