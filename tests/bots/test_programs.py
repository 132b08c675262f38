"""A program as a bot: asked, held to the protocol, ended; a whole sentence for every fault."""

from __future__ import annotations

import shlex

import pytest

from durak import cards
from durak.bots.messages import LINE_BYTES
from durak.bots.pipes import WAITING, Pipe, Stopped
from durak.bots.programs import Fault, Program, ProgramError
from durak.deal import Deal
from durak.ruleset import Ruleset
from durak.view import View
from tests.bots.scripts import GOOD, script

DECK = cards.cards("9d Qc Js Qd Jd 9h Ts Tc 9s Th Ks Kd As Ac Jh Jc Ah Qh Ad Td Qs Kh 9c Kc")
HOST_SHORT = Ruleset.preset("host-short")


def lead_view(ruleset: Ruleset = HOST_SHORT) -> View:
    return Deal.start(ruleset, DECK, dealer=0).view(1)


def fault_of(command: str, *, timeout: float = 20.0, weigh: bool = False) -> ProgramError:
    """What is wrong with a program that is started, asked one question and closed."""
    with pytest.raises(ProgramError) as raised, Program(command, timeout=timeout) as program:
        program.weigh(lead_view()) if weigh else program.choose(lead_view())
    return raised.value


def test_a_program_says_who_it_is_and_plays() -> None:
    with Program(GOOD, timeout=20) as program:
        assert (program.name, program.version) == ("Test", "1")
        view = lead_view()
        assert str(program.choose(view)) == view.legal[0]


def test_the_chosen_action_stands_first_the_others_by_value_and_the_silent_ones_at_a_half() -> None:
    view = lead_view()
    first, second, third = view.legal[:3]
    values = {first: 0.4, second: 0.3, third: 0.9}
    with Program(script(f"greet(); serve(lambda m: answer(m, values={values}))"), timeout=20) as it:
        weighed = it.weigh(view)
    assert len(weighed) == len(view.legal)
    assert [str(each.action) for each in weighed[:2]] == [first, third]
    assert [each.value for each in weighed[:2]] == [0.4, 0.9]
    assert {each.value for each in weighed[2:-1]} == {0.5}
    assert weighed[-1].value == 0.3
    assert {each.reason.code for each in weighed} == {"program"}


def test_its_own_reason_is_kept() -> None:
    with Program(script("greet(); serve(lambda m: answer(m, why='cheap'))"), timeout=20) as it:
        it.choose(lead_view())
        assert it.why == "cheap"


def test_a_ruleset_is_told_when_it_changes_and_only_then() -> None:
    counting = """
count = 0
def count_rules(_):
    global count
    count += 1
    say(type="ready")
greet(); serve(lambda m: answer(m, why=str(count)), count_rules)
"""
    other = HOST_SHORT.changed(attack_limit=3)
    with Program(script(counting), timeout=20) as program:
        told = []
        for ruleset in (HOST_SHORT, HOST_SHORT, other, HOST_SHORT):
            program.choose(lead_view(ruleset))
            told.append(program.why)
    assert told == ["1", "1", "2", "3"]


def test_a_program_that_does_not_play_a_ruleset_may_be_asked_another() -> None:
    refusing = """
def only_two(m):
    if m["fields"]["attack_limit"] == 6:
        say(type="ready")
    else:
        say(type="unable", why="six attacks only")
greet(); serve(answer, only_two)
"""
    with Program(script(refusing), timeout=20) as program:
        with pytest.raises(ProgramError, match=r"attack_limit=3.*six attacks only") as raised:
            program.choose(lead_view(HOST_SHORT.changed(attack_limit=3)))
        assert raised.value.fault is Fault.UNABLE
        program.choose(lead_view())


def test_only_the_seat_to_act_is_asked() -> None:
    deal = Deal.start(HOST_SHORT, DECK, dealer=0)
    with Program(GOOD, timeout=20) as program, pytest.raises(ValueError, match="seat 0 is not to"):
        program.choose(deal.view(0))


def test_the_command_is_split_as_in_a_shell_but_run_without_one() -> None:
    command = script("greet(name=sys.argv[1]); serve()") + " '$HOME; *'"
    with Program(command, timeout=20) as program:
        assert program.name == "$HOME; *"


FAULTS = {
    "no json": ("greet(); ready(); told(); print('6d', flush=True)", Fault.LINE, "'6d'"),
    "no object": ("greet(); ready(); told(); print('[1]', flush=True)", Fault.LINE, "array"),
    "a field too few": ("greet(); ready(); told(); say(type='answer')", Fault.LINE, "`id`"),
    "a type unknown": ("greet(); ready(); told(); say(type='act')", Fault.LINE, "'act' is none"),
    "nested": (f"greet(); told(); print('{{\"a\":' + '['*{LINE_BYTES - 9})", Fault.LINE, "deep"),
    "no utf-8": ('greet(); told(); os.write(1, b\'{"type":"\\xff"}\\n\')', Fault.LINE, "UTF-8"),
    "no name": ("greet(name='')", Fault.LINE, "name"),
    "a bot's name": ("greet(name='bot:x')", Fault.LINE, "name"),
    "a name of two lines": ("greet(name='a\\n')", Fault.LINE, "name"),
    "no greeting": ("ready()", Fault.STEP, "allowed is hello"),
    "another protocol": ("greet(protocol=2)", Fault.VERSION, "protocol 2; allowed is 1"),
    "another id": ("greet(); serve(lambda m: answer(m, id=7))", Fault.STEP, "id 1"),
    "ready for a question": ("greet(); ready(); ready()", Fault.STEP, "allowed is one answer"),
    "answer to rules": (
        "greet(); told(); say(type='answer', id=1, do='9d')",
        Fault.RULES,
        "unable",
    ),
    "unasked": ("greet(); ready(); say(type='ready'); serve()", Fault.STEP, "said"),
    "illegal": ("greet(); serve(lambda m: answer(m, do='6x'))", Fault.ILLEGAL, "legal is 9d"),
    "not as it stands": ("greet(); serve(lambda m: answer(m, do=' 9d'))", Fault.ILLEGAL, "' 9d'"),
    "a foreign value": (
        "greet(); serve(lambda m: answer(m, values={'6x': 1}))",
        Fault.VALUES,
        "valued '6x'",
    ),
    "no probability": ("greet(); serve(lambda m: answer(m, values={'9d': 2}))", Fault.LINE, "<= 1"),
    "a long reason": ("greet(); serve(lambda m: answer(m, why='x' * 201))", Fault.LINE, "200"),
    "a crash": ("greet(); ready(); told(); sys.exit(3)", Fault.CRASH, "status 3"),
    "half a line": ("greet(); ready(); told(); print('{', end='')", Fault.CRASH, "the line '{'"),
    "a traceback": ("greet(); ready(); told(); 1 / 0", Fault.CRASH, "ZeroDivisionError"),
    "an endless line": (
        "greet(); told()\nwhile True: sys.stdout.write('x' * 9999)",
        Fault.FLOOD,
        "65536 bytes",
    ),
    "endless lines": ("greet(); told()\nwhile True: print('{}')", Fault.LINE, "'{}'"),
}


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_is_told_in_a_sentence(name: str) -> None:
    body, fault, words = FAULTS[name]
    error = fault_of(script(body))
    assert error.fault is fault, error
    assert words in str(error)


def test_no_more_than_some_lines_are_taken_ahead() -> None:
    pipe = Pipe(shlex.split(script("while True: print('{}')")))
    assert [pipe.receive(20) for _ in range(WAITING)] == [b"{}"] * WAITING
    while (more := pipe.receive(20)) == b"{}":
        pass
    assert more is Stopped.FLOOD
    pipe.kill()


def test_a_program_that_does_not_read_does_not_hold_up_who_sends() -> None:
    pipe = Pipe(shlex.split(script("time.sleep(.9)")))
    for _ in range(64):
        pipe.send(b"x" * LINE_BYTES)
    assert pipe.receive(0) is Stopped.SILENT
    pipe.kill()


def test_a_program_is_not_waited_for_longer_than_its_time() -> None:
    error = fault_of(script("greet(); ready(); told(); time.sleep(.9)"), timeout=0.1)
    assert error.fault is Fault.LATE
    assert "did not answer within 0.1 s" in str(error)


def test_after_a_late_answer_it_is_started_anew() -> None:
    slow_at_first = """
greet()
def slow(m):
    if m["id"] == 1:
        time.sleep(9)
    answer(m)
serve(slow)
"""
    with Program(script(slow_at_first), timeout=0.6) as program:
        with pytest.raises(ProgramError):
            program.choose(lead_view())
        program.choose(lead_view())


def test_after_an_illegal_answer_it_goes_on() -> None:
    once = """
def second(m):
    answer(m, why=str(os.getpid()), do="no" if m["id"] == 2 else m["view"]["legal"][0])
greet(); serve(second)
"""
    with Program(script(once), timeout=20) as program:
        program.choose(lead_view())
        first = program.why
        with pytest.raises(ProgramError):
            program.choose(lead_view())
        program.choose(lead_view())
        assert program.why == first


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ("", "empty command"),
        ("'", "No closing quotation"),
        ("no-such-program-anywhere", "no-such-program-anywhere: No such file"),
        ("no\0", "null"),
    ],
)
def test_a_command_that_starts_nothing_is_told(command: str, words: str) -> None:
    with pytest.raises(ProgramError, match=words) as raised:
        Program(command, timeout=1)
    assert raised.value.fault is Fault.START


# The end -------------------------------------------------------------------------------------


def ending(command: str, *, goodbye: bool = True, end: float = 20.0) -> str:
    program = Program(command, timeout=20, end=end)
    program.choose(lead_view())
    error = program.close(goodbye=goodbye)
    assert program.close() is None  # nothing is left
    assert error is None or error.fault is Fault.END
    return str(error or "")


@pytest.mark.parametrize("goodbye", [True, False])
def test_a_program_ends_at_goodbye_and_at_the_end_of_its_input(goodbye: bool) -> None:
    assert not ending(GOOD, goodbye=goodbye)


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ("greet(); serve(); sys.exit(4)", "it ended with status 4; allowed is 0"),
        ("greet(); serve(); say(type='ready')", "more than its answers"),
        ("greet(); ready(); answer(told()); sys.exit(5)", "status 5"),
    ],
)
def test_what_is_wrong_with_an_end_is_told(body: str, words: str) -> None:
    assert words in ending(script(body))


@pytest.mark.parametrize("signals", ["", "signal.signal(signal.SIGTERM, signal.SIG_IGN); "])
def test_a_program_that_runs_on_is_killed(signals: str) -> None:
    runs_on = script(f"{signals}greet(); serve()\nwhile True: time.sleep(.9)")
    assert "was killed" in ending(runs_on, end=0.1)


def test_what_a_program_started_ends_with_it() -> None:
    """A child that holds the pipes open is in the same session: nobody waits for it."""
    parent = script(
        "import subprocess\n"
        "subprocess.Popen([sys.executable, '-c', 'import time\\nwhile True: time.sleep(.9)'])\n"
        "greet(); serve()\nwhile True: time.sleep(.9)"
    )
    assert "was killed" in ending(parent, end=0.1)
