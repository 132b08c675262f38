"""The checker finds what a program does wrong, and passes the example of the reference page."""

from __future__ import annotations

import itertools
import random
import re
import shlex
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner

from durak import cards
from durak.bots import messages
from durak.bots.checking import ENOUGH, RULESETS, Checked, check
from durak.bots.programs import Fault, Program
from durak.cli import main
from durak.deal import Deal
from durak.ruleset import PRESETS, Ruleset
from durak.view import View
from tests.bots.scripts import GOOD, script

PAGE = (Path(__file__).parents[2] / "docs" / "reference" / "bot-protocol.md").read_text("utf-8")
SMALL = {"host-short": Ruleset.preset("host-short")}


def checked(
    command: str, *, timeout: float = 20.0, end: float = 20.0, rulesets: dict[str, Ruleset] = SMALL
) -> Checked:
    return check(
        command,
        timeout=timeout,
        seed=1,
        clock=itertools.count().__next__,
        rulesets=rulesets,
        start=20.0,
        end=end,
    )


@pytest.fixture(scope="session")
def example(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The command of the page's bot."""
    (source,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    path = tmp_path_factory.mktemp("bot") / "cheap.py"
    path.write_text(source, encoding="utf-8")
    return shlex.join([sys.executable, "-I", "-S", str(path)])


def test_every_preset_is_played_at_every_seat_count() -> None:
    wanted = {
        Ruleset.preset(name, players)
        for name, preset in PRESETS.items()
        for players in preset.players
    }
    assert wanted <= set(RULESETS.values())


def test_the_example_of_the_page_keeps_to_the_protocol_under_every_ruleset(example: str) -> None:
    found = check(example, timeout=20, seed=1, clock=lambda: 0.0)
    assert found.findings == []
    assert found.deals == found.rulesets == len(RULESETS)
    assert not found.unable


def test_the_example_of_the_page_plays_a_deal_against_a_bot_of_ours(example: str) -> None:
    ours = shlex.join([sys.executable, "-m", "durak", "bot", "lowest", "--seed", "1"])
    ruleset = Ruleset.preset("perevodnoy", 2)
    deck = list(cards.members(cards.deck_mask(ruleset.deck)))
    random.Random(1).shuffle(deck)
    deal = Deal.start(ruleset, deck, dealer=0)
    with Program(example, timeout=60) as theirs, Program(ours, timeout=60, start=300) as lowest:
        assert (theirs.name, lowest.name) == ("Cheap", "lowest")
        while deal.to_act is not None:
            seat = deal.to_act
            deal.apply(seat, (theirs, lowest)[seat].choose(deal.view(seat)))
        assert theirs.close() is None
        assert lowest.close() is None
    assert deal.result


def test_the_session_of_the_page_is_what_the_example_says(example: str) -> None:
    session = re.findall(r"^([<>]) (\{.*\})$", PAGE, re.MULTILINE)
    told = [line for mark, line in session if mark == ">"]
    for line in told:
        message = messages.read_to_program(line.encode())
        assert message is not None
        assert messages.line_of(message) == line.encode() + b"\n"
    ran = subprocess.run(
        shlex.split(example), input="\n".join(told), capture_output=True, text=True, check=True
    )
    assert ran.stdout.splitlines() == [line for mark, line in session if mark == "<"]


def test_every_message_field_and_fault_stands_on_the_page() -> None:
    structs: list[type[msgspec.Struct]] = [View]
    structs += [*messages.ToProgram.__subclasses__(), *messages.FromProgram.__subclasses__()]
    for struct in structs:
        for each in msgspec.structs.fields(struct):
            assert f"`{each.encode_name}`" in PAGE, (struct, each.name)
        tag = struct.__struct_config__.tag
        assert tag is None or f"| `{tag}` |" in PAGE
    for fault in Fault:
        assert f"| `{fault}`" in PAGE


def test_a_good_program_has_no_fault_and_its_slowest_answer_is_told() -> None:
    found = checked(GOOD)
    assert (found.name, found.version, found.findings, found.is_whole) == ("Test", "1", [], True)
    assert found.deals == 1
    assert found.slowest == 1
    assert found.lines()[-1].endswith("slowest answer 1000.0 ms, no fault")


FAULTS = {
    "illegal": ("greet(); serve(lambda m: answer(m, do='6x'))", Fault.ILLEGAL),
    "values of illegal tokens": (
        "greet(); serve(lambda m: answer(m, values={'6x': 0.5}))",
        Fault.VALUES,
    ),
    "no JSON": ("greet(); serve(lambda m: print(m['view']['legal'][0], flush=True))", Fault.LINE),
    "twice": ("greet(); serve(lambda m: (answer(m), answer(m)))", Fault.STEP),
    "another id": ("greet(); serve(lambda m: answer(m, id=m['id'] - 1))", Fault.STEP),
    "before it is asked": (
        "greet(); ready(); say(type='answer', id=1, do='9d'); serve()",
        Fault.STEP,
    ),
    "crash in the second bout": (
        "greet(); serve(lambda m: answer(m) if m['view']['bout'] < 2 else sys.exit(1))",
        Fault.CRASH,
    ),
    "rules taken for a question": ("greet(); serve(answer, answer)", Fault.CRASH),
    "something else to rules": (
        "greet(); serve(answer, lambda m: say(type='answer', id=0, do='take'))",
        Fault.RULES,
    ),
    "lines without end": ("greet()\nwhile True: print('{}')", Fault.LINE),
    "status": ("greet(); serve(); sys.exit(2)", Fault.END),
    "unknown types answered": (
        """
greet()
while (m := told())["type"] != "goodbye":
    if m["type"] == "ask":
        answer(m)
    else:
        say(type="ready")
""",
        Fault.STEP,
    ),
    "unknown fields refused": (
        """
greet()
def strict(m):
    assert set(m) == {"type", "id", "seconds", "weigh", "view"}, set(m)
    answer(m)
serve(strict)
""",
        Fault.CRASH,
    ),
    "a question asked twice refused": (
        """
greet()
seen = []
def once(m):
    assert m["view"] not in seen
    seen.append(m["view"])
    answer(m)
serve(once)
""",
        Fault.CRASH,
    ),
}


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_is_found(name: str) -> None:
    body, fault = FAULTS[name]
    found = checked(script(body))
    faults = [each.fault for each in found.findings]
    assert fault in faults, found.lines()


def test_a_program_that_does_not_say_whether_it_plays_a_ruleset_is_found() -> None:
    found = check(
        script("greet(); serve(answer, lambda m: None)"),
        timeout=20,
        seed=1,
        clock=lambda: 0.0,
        rulesets=SMALL,
        start=1.0,
    )
    assert Fault.RULES in [each.fault for each in found.findings]


def test_a_program_that_is_late_is_found() -> None:
    slow = script("greet(); serve(lambda m: (time.sleep(.9), answer(m)))")
    found = checked(slow, timeout=0.05)
    assert Fault.LATE in [each.fault for each in found.findings]


def test_a_program_that_does_not_end_is_found() -> None:
    found = checked(script("greet(); serve()\nwhile True: time.sleep(.9)"), end=0.1)
    assert [each.fault for each in found.findings] == [Fault.END]
    assert found.findings[0].count == 4


def test_a_ruleset_it_does_not_play_is_told_and_is_no_fault() -> None:
    two_only = """
def rules(m):
    if m["fields"]["players"] == 2:
        say(type="ready")
    else:
        say(type="unable", why="two seats only")
greet(); serve(answer, rules)
"""
    found = checked(script(two_only), rulesets={**SMALL, "three": Ruleset(players=3)})
    assert found.findings == []
    assert list(found.unable) == ["three"]
    assert "two seats only" in "\n".join(found.lines())


def test_the_check_ends_when_one_deal_after_another_breaks_off() -> None:
    found = checked(
        script("greet(); serve(lambda m: sys.exit(1))"),
        rulesets={
            str(limit): SMALL["host-short"].changed(attack_limit=limit) for limit in range(1, 7)
        }
        | {"again": Ruleset(), "and again": Ruleset(players=3)},
    )
    assert not found.is_whole
    assert found.questions <= ENOUGH + 1


def test_bot_check_prints_faults_and_exits_1() -> None:
    bad = script("greet(); serve(lambda m: answer(m, do='6x'))")
    ran = CliRunner().invoke(main, ["bot-check", bad, "--rules", "host-short", "--seconds", "20"])
    assert ran.exit_code == 1
    assert "FAULT illegal, host-short, deal 1:" in ran.stdout
    assert "did '6x'; legal is" in ran.stdout


def test_bot_check_exits_0_when_nothing_is_wrong() -> None:
    ran = CliRunner().invoke(main, ["bot-check", GOOD, "--rules", "host-short", "--deals", "2"])
    assert ran.exit_code == 0, ran.output
    assert re.search(r"Test 1: 1 rulesets, 2 deals, \d+ questions, .* no fault", ran.stdout)


def test_bot_check_says_what_cannot_be_started() -> None:
    ran = CliRunner().invoke(main, ["bot-check", "no-such-program-anywhere"])
    assert ran.exit_code == 1
    assert "No such file" in ran.stdout
