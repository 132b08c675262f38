"""A bot of ours at the program's end of the line protocol."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from durak import cards
from durak.actions import Action, parse
from durak.bots import Reason, Weighed
from durak.bots.lines import LineError, answer_lines
from durak.bots.messages import Ask, Goodbye, Hello, ToProgram, line_of, rules_of
from durak.deal import Deal
from durak.ruleset import Ruleset
from durak.view import View

DECK = cards.cards("9d Qc Js Qd Jd 9h Ts Tc 9s Th Ks Kd As Ac Jh Jc Ah Qh Ad Td Qs Kh 9c Kc")
RULES = Ruleset.preset("host-short")
HELLO = Hello(protocol=1, host="test")


class First:
    """The first legal action, always."""

    def choose(self, view: View) -> Action:
        if not view.legal:
            raise ValueError(f"seat {view.seat} is not to act")
        return parse(view.legal[0])

    def weigh(self, view: View) -> tuple[Weighed, ...]:
        first = self.choose(view)
        reason = Reason(code="program")
        rest = [parse(token) for token in view.legal[1:]]
        return (
            Weighed(action=first, value=0.75, reason=reason),
            *(Weighed(action=each, value=0.25, reason=reason) for each in rest),
        )


def view_of(seat: int) -> View:
    return Deal.start(RULES, DECK, dealer=0).view(seat)


def ask(number: int = 1, *, weigh: bool = False, seat: int = 1) -> Ask:
    return Ask(id=number, seconds=1.0, weigh=weigh, view=view_of(seat))


def said(*told: ToProgram | bytes) -> list[dict[str, object]]:
    lines = [each if isinstance(each, bytes) else line_of(each) for each in told]
    written: list[bytes] = []
    answer_lines(First(), name="first", version="2", lines=lines, write=written.append)
    assert all(line.endswith(b"\n") and line.count(b"\n") == 1 for line in written)
    return [json.loads(line) for line in written]


def test_hello_rules_and_question_are_answered_in_turn() -> None:
    answers = said(HELLO, rules_of(RULES), ask(7), Goodbye())
    assert answers == [
        {"type": "hello", "protocol": 1, "name": "first", "version": "2"},
        {"type": "ready"},
        {"type": "answer", "id": 7, "do": view_of(1).legal[0], "values": None, "why": None},
    ]


def test_every_legal_token_has_its_value_when_it_is_asked_to_weigh() -> None:
    (answer,) = said(ask(weigh=True))
    values = answer["values"]
    assert isinstance(values, dict)
    assert tuple(values) == view_of(1).legal
    assert set(values.values()) == {0.75, 0.25}


def test_nothing_is_read_after_goodbye() -> None:
    assert said(Goodbye(), HELLO) == []


def test_the_end_of_the_lines_is_goodbye() -> None:
    assert len(said(HELLO)) == 1


def test_types_and_fields_of_a_later_version_are_passed_over() -> None:
    later = {**json.loads(line_of(ask())), "later": [1], "type": "ask"}
    later["view"]["later"] = None
    answers = said(b'{"type":"later","id":"x"}\n', json.dumps(later).encode())
    assert [answer["type"] for answer in answers] == ["answer"]


def test_a_ruleset_that_does_not_exist_is_one_it_is_unable_to_play() -> None:
    (answer,) = said(b'{"type":"rules","code":"players=9","fields":{}}\n')
    assert answer["type"] == "unable"
    assert "players=9" in str(answer["why"])


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (b"take\n", "line 2 is no message: JSON is malformed"),
        (b'{"id":1}\n', "missing required field `type`"),
        (b'{"type":"ask","id":1,"seconds":1,"weigh":false}\n', "missing required field `view`"),
        (b'{"type":"ask","id":"1"}\n', r"\$\.id"),
    ],
)
def test_a_line_that_is_no_message_is_refused_with_its_number(line: bytes, words: str) -> None:
    with pytest.raises(LineError, match=words):
        said(HELLO, line)


def test_a_question_to_a_seat_that_is_not_to_act_is_refused() -> None:
    with pytest.raises(LineError, match="question 1: seat 0 is not to act"):
        said(ask(seat=0))


def test_durak_bot_speaks_it_on_standard_input_and_output() -> None:
    told = b"".join(map(line_of, (HELLO, rules_of(RULES), ask(), ask(2), Goodbye())))
    ran = subprocess.run(
        [sys.executable, "-m", "durak", "bot", "lowest", "--seed", "1"],
        input=told,
        capture_output=True,
        timeout=300,
        check=True,
    )
    hello, ready, first, second = map(json.loads, ran.stdout.splitlines())
    assert hello["name"] == "lowest"
    assert ready == {"type": "ready"}
    assert first["do"] in view_of(1).legal
    assert second["id"] == 2


def test_durak_bot_says_in_a_sentence_what_it_cannot_answer() -> None:
    ran = subprocess.run(
        [sys.executable, "-m", "durak", "bot", "lowest"],
        input=b"take 6d\n",
        capture_output=True,
        timeout=300,
        check=False,
    )
    assert ran.returncode == 1
    assert b"Error: line 1 is no message" in ran.stderr
    assert b"Traceback" not in ran.stderr
