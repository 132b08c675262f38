"""``durak arena``: what it prints, and a sentence for every bad input."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from durak.arena import ArenaError
from durak.arena.command import numbers
from durak.cli import main


def arena(*words: str) -> Result:
    return CliRunner().invoke(main, ("arena", *words))


def test_json_is_one_object_with_every_bot() -> None:
    ran = arena("random", "random", "--deals", "6", "--jobs", "1", "--json")
    assert ran.exit_code == 0, ran.output
    told = json.loads(ran.stdout)
    assert ran.stdout.count("\n") == 1
    assert list(told["bots"]) == ["random", "random#2"]
    for each in told["bots"].values():
        assert 0 <= each["low"] <= each["score"] <= each["high"] <= 1
        assert each["deals"] == 6
        assert each["ms_per_action"] > 0
        assert each["faults"] == 0
    assert (told["ruleset"], told["seed"], told["faults"]) == ("players=2", 1, [])


def test_a_ladder_is_told_with_ratings_and_a_table_of_pairs_and_drawn(tmp_path: Path) -> None:
    for ending, sign in ((".png", b"\x89PNG"), (".svg", b"<?xml")):
        plot = tmp_path / f"ladder{ending}"
        words = ("random", "random", "lowest", "--deals", "4", "--jobs", "1", "--plot", str(plot))
        ran = arena(*words)
        assert ran.exit_code == 0, ran.output
        assert "rating" in ran.stdout
        assert "random#2 " in ran.stdout
        assert "score of the row" in ran.stdout
        assert plot.read_bytes().startswith(sign)


@pytest.mark.parametrize(
    ("words", "status", "told"),
    [
        (["random", "lowest", "--ruleset", "whist"], 2, "is no preset"),
        (["random", "lowest", "--ruleset", "podkidnoy players=9"], 2, "players is 2 to 6"),
        (["random", "lowest", "--deals", "0"], 2, "1<=x"),
        (["random", "lowest", "--jobs", "0"], 2, "1<=x"),
        (["random", "lowest", "--slow", "0"], 2, "0<x"),
        (["random", "lowest", "--endings", "0"], 2, "1<=x"),
        (["random"], 1, "at least two"),
        ([], 2, "Missing argument"),
        (["random", "nobody"], 1, "no bot is called 'nobody'"),
        (["random", "seeing:0"], 1, "seeing:1000"),
        (["random", "seeing"], 1, "seeing:1000"),
        (["random", "cmd:"], 1, "names no command"),
        (["random", "cmd:/no/such/program"], 1, "/no/such/program"),
        (["random", "lowest", "--plot", "x.pdf"], 1, ".png or .svg"),
        (["random", "lowest", "--plot", "no/such/x.png"], 1, "there is no folder"),
        (["random", "lowest", "--only", "1"], 1, "--records"),
        (["random", "lowest", "--records", "/no/such/x.durak"], 1, "No such file"),
        (["random", "lowest", "--keep", "/no/such/x.jsonl"], 1, "No such file"),
    ],
)
def test_bad_words_are_answered_with_what_is_allowed(
    words: list[str], status: int, told: str
) -> None:
    ran = arena(*words, *(["--jobs", "1"] if "--jobs" not in words else []))
    assert ran.exit_code == status, ran.output
    assert told in " ".join(ran.output.split())
    assert ran.stdout == ""


@pytest.mark.parametrize("text", ["", "a", "3-1", "0", "11", "1-", "1,,2", "-1"])
def test_numbers_of_deals_that_there_are_not_are_refused(text: str) -> None:
    with pytest.raises(ArenaError, match="deal"):
        numbers(text, last=10)


def test_a_program_that_dies_loses_its_deals_and_the_tournament_goes_on(tmp_path: Path) -> None:
    program = tmp_path / "dying.py"
    program.write_text(
        "import json, sys\n"
        "for line in sys.stdin:\n"
        "    told = json.loads(line)\n"
        "    if told['type'] == 'hello':\n"
        "        said = {'type': 'hello', 'protocol': told['protocol'], 'name': 'D',"
        " 'version': '1'}\n"
        "    elif told['type'] == 'rules':\n"
        "        said = {'type': 'ready'}\n"
        "    else:\n"
        "        sys.exit(3)\n"
        "    print(json.dumps(said), flush=True)\n",
        encoding="utf-8",
    )
    spec = f"cmd:{sys.executable} {program}"
    ran = arena(spec, "random", "--deals", "4", "--jobs", "1", "--json")
    assert ran.exit_code == 0, ran.output
    told = json.loads(ran.stdout)
    assert told["bots"][spec]["faults"] == told["bots"][spec]["durak"] == 4
    assert "ended with status 3" in told["faults"][0]["what"]
    assert "loses it" in ran.stderr
