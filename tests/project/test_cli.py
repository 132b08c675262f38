"""The command line: what each command prints, and a sentence for every bad input."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from durak.cli import main

ROOT = Path(__file__).parents[2]
CASES = ROOT / "tests" / "cases"


def durak(*words: str, typed: str = "") -> Result:
    return CliRunner().invoke(main, words, input=typed)


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """The record of a deal played by always taking the first action offered."""
    path = tmp_path / "deal.durak"
    played = durak("play", "--deals", "1", "--record", str(path), typed="1\n" * 500)
    assert played.exit_code == 0, played.output
    return path


def test_every_command_is_in_the_readme() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    for name in main.commands:
        assert f"durak {name}" in readme


def test_conformance_counts_and_exits_0_when_all_pass() -> None:
    ran = durak("conformance", *map(str, sorted(CASES.glob("*.json"))))
    assert ran.exit_code == 0
    assert re.fullmatch(r"\d+ passed, 0 failed", ran.stdout.strip())


def test_conformance_says_what_was_expected_and_what_came_and_exits_1(tmp_path: Path) -> None:
    case = json.loads((CASES / "limits.json").read_text(encoding="utf-8"))[0]
    path = tmp_path / "cases.json"
    path.write_text(json.dumps([{**case, "expect": {"to_act": 5}}]), encoding="utf-8")
    ran = durak("conformance", str(path))
    assert ran.exit_code == 1
    assert f"{case['id']}: expect: to_act expected 5, got" in ran.output
    assert ran.stdout.strip().endswith("0 passed, 1 failed")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{}",
        "[",
        '"x"',
        "[1]",
        "\x00",
        f"[{'9' * 5000}]",
        '[{"id": "\\ud800", "play": 1}]',
    ],
)
def test_conformance_tells_what_is_wrong_with_a_file(tmp_path: Path, text: str) -> None:
    path = tmp_path / "cases.json"
    path.write_text(text, encoding="utf-8")
    ran = durak("conformance", str(path))
    assert ran.exit_code == 1
    assert "FAILED" in ran.output
    assert isinstance(ran.exception, SystemExit)


def test_rules_lists_presets_and_prints_the_sheet_of_a_code() -> None:
    assert "perevodnoy" in durak("rules").output
    sheet = durak("rules", "players=4", "transfer=on").output
    assert sheet.startswith("players=4 transfer=on\n")
    assert "R8.1" in sheet


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["rules", "nonsense"], "is no preset"),
        (["rules", "players=9"], "players is 2 to 6"),
        (["play", "--seat", "3"], "seats are 0 to 1"),
        (["play", "--name", "bot:x"], "is no name"),
        (["play", "--name", "a|b"], "is no name"),
        (["replay", "no-such-file"], "does not exist"),
        (["bench", "--seconds", "0"], "0.01"),
        (["serve", "--port", "99999"], "65535"),
        (["serve", "--pace", "nan"], "from 0 to 10"),
        (["fly"], "No such command"),
    ],
)
def test_bad_words_are_answered_with_what_is_allowed(words: list[str], told: str) -> None:
    ran = durak(*words)
    assert ran.exit_code == 2
    assert told in ran.output


def test_a_deal_is_played_in_the_terminal_recorded_verified_and_replayed(record: Path) -> None:
    assert "The deal is fair" in durak("verify", str(record)).output
    whole = durak("replay", str(record))
    assert whole.exit_code == 0
    assert "Bout 1:" in whole.output
    as_seen = durak("replay", str(record), "--seat", "0")
    assert "draws 6 cards" in as_seen.output


def test_play_rules_and_replay_speak_russian(record: Path) -> None:
    played = durak("play", "--language", "ru", "--deals", "1", typed="9d<9d\n99\n" + "1\n" * 500)
    assert played.exit_code == 0
    assert "Партия 1. Карты определены секретом" in played.output
    assert "Такого хода нет." in played.output
    assert "99 в списке нет" in played.output
    assert "Партия окончена." in played.output
    assert "Проигрыши: Вы " in played.output
    assert "всё по умолчанию" in durak("rules", "--language", "ru").output
    assert "Равные по достоинству" in durak("rules", "host", "--language", "ru").output
    assert "Заход 1: " in durak("replay", str(record), "--language", "ru").output


def test_play_refuses_what_is_not_legal_in_words_and_goes_on_asking() -> None:
    ran = durak("play", typed="6d<6d\n99\nhelp\nquit\n")
    assert ran.exit_code == 0
    assert "names one card as attack and as its cover" in ran.output or "is not" in ran.output
    assert "is not on the list" in ran.output
    assert "You have left the table." in ran.output


def test_verify_exits_1_when_a_deck_does_not_follow(record: Path) -> None:
    text = record.read_text(encoding="utf-8")
    seeds = re.search(r"Seeds: (\w)", text)
    assert seeds
    other = "0" if seeds[1] != "0" else "1"
    record.write_text(text.replace(seeds[0], f"Seeds: {other}"), encoding="utf-8")
    ran = durak("verify", str(record))
    assert ran.exit_code == 1
    assert "does not match" in ran.output


def test_a_record_with_an_illegal_action_is_refused_with_line_and_clause(record: Path) -> None:
    text = record.read_text(encoding="utf-8")
    record.write_text(re.sub(r"\n1\. (\d):", r"\n1. \1:done \1:", text), encoding="utf-8")
    ran = durak("replay", str(record))
    assert ran.exit_code == 1
    assert re.search(r"line \d+: .*must_lead.*R5\.2", ran.output)


@pytest.mark.parametrize("code", ["podkidnoy players=6", "classic-teams players=4", "perevodnoy"])
def test_whole_deals_with_seats_going_out_are_told_in_the_terminal(code: str) -> None:
    for _ in range(4):
        ran = durak("play", *code.split(), "--deals", "1", typed="1\n" * 900)
        assert ran.exit_code == 0, ran.output
        assert "The deal is over." in ran.output


def test_a_record_that_cannot_be_written_is_told_before_the_deal(tmp_path: Path) -> None:
    ran = durak("play", "--record", str(tmp_path / "none" / "deal.durak"), typed="1\n" * 500)
    assert ran.exit_code == 1
    assert "No such file" in ran.output
    assert "Deal 1" not in ran.output
