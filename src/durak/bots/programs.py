"""Programs of other people as bots: started, asked over the line protocol, held to it.

A fault of the program is a ``ProgramError`` whose sentence says what was sent, what came and what
is allowed. After one that leaves question and answer out of step the program is ended; the next
question starts it anew.
"""

from __future__ import annotations

import shlex
from enum import StrEnum
from typing import Final, NoReturn, Self, TypeVar

from durak import __version__
from durak.actions import Action, parse
from durak.bots import Reason, Weighed
from durak.bots.messages import (
    LINE_BYTES,
    PROTOCOL,
    Answer,
    Ask,
    FromProgram,
    Goodbye,
    Hello,
    Introduction,
    MessageError,
    Ready,
    ToProgram,
    Unable,
    line_of,
    read_from_program,
    rules_of,
)
from durak.bots.pipes import Pipe, Stopped
from durak.ruleset import Ruleset
from durak.view import View

__all__ = ["Fault", "Program", "ProgramError"]

UNVALUED: Final = 0.5
"""The value of an action of which the program said none."""
_SHOWN: Final = 120
"""How much of a wrong line a sentence shows."""
_KNOWN: Final = "hello, ready, unable or answer"

_M = TypeVar("_M", bound=FromProgram)


class Fault(StrEnum):
    """What a program did wrong."""

    START = "start"
    """It cannot be started."""
    VERSION = "version"
    """It speaks another version of the protocol."""
    CRASH = "crash"
    """It ended while it was needed."""
    LATE = "late"
    """It had not answered when its time was up."""
    LINE = "line"
    """What came is no message."""
    STEP = "step"
    """It spoke unasked, or answered something else than what it was asked."""
    FLOOD = "flood"
    """A line longer than the limit."""
    RULES = "rules"
    """It says neither that it plays a ruleset nor that it does not."""
    ILLEGAL = "illegal"
    """Its token is not one of the legal ones."""
    VALUES = "values"
    """It valued something that is no legal token."""
    END = "end"
    """It did not end well when it was told to."""
    UNABLE = "unable"
    """It does not play this ruleset: no fault of the program, but it cannot be seated."""


class ProgramError(RuntimeError):
    """A program could not be asked, or its answer cannot be used; ``fault`` says of which kind."""

    def __init__(self, fault: Fault, sentence: str) -> None:
        super().__init__(sentence)
        self.fault = fault


class Program:
    """A bot that is a program, from the constructor to ``close``. One caller at a time.

    Args:
        command: the program and its words, split as a shell would, run without one.
        timeout: seconds an answer may take.
        start: seconds it may take to say hello, and again to be ready for a ruleset.
        end: seconds it may take to end after goodbye.

    Raises:
        ProgramError: it cannot be started, or does not introduce itself.
    """

    def __init__(
        self, command: str, *, timeout: float, start: float = 60.0, end: float = 2.0
    ) -> None:
        self.command = command
        self.why: str | None = None
        """The reason it gave with its last answer, in its own words."""
        self._timeout = timeout
        self._start = start
        self._end = end
        self._pipe: Pipe | None = None
        self._rules: str | None = None
        self._asked = 0
        self._introduction = self._connect()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def name(self) -> str:
        """What it calls itself."""
        return self._introduction.name

    @property
    def version(self) -> str:
        """Its version, as it says."""
        return self._introduction.version

    # A bot ---------------------------------------------------------------------------------------

    def agree(self, ruleset: Ruleset) -> None:
        """Tell it the ruleset of the questions to come. Asking tells it too.

        Raises:
            ProgramError: it is unable to play that (``Fault.UNABLE``), or a fault.
        """
        if self._pipe is None:
            self._introduction = self._connect()
        if self._rules == ruleset.code:
            return
        self._rules = None
        what = f"the ruleset {ruleset.code}"
        got = self._exchange(rules_of(ruleset), what=what, seconds=self._start, silence=Fault.RULES)
        if isinstance(got, Unable):
            reason = f": {got.why}" if got.why else ""
            raise ProgramError(Fault.UNABLE, f"{self.command!r} does not play {what}{reason}")
        if not isinstance(got, Ready):
            self._give_up(
                Fault.RULES,
                f"told {what}, said {line_of(got)[:-1]!r}; allowed is ready or unable",
            )
        self._rules = ruleset.code

    def choose(self, view: View) -> Action:
        """What the program does.

        Raises:
            ProgramError: it gave no answer that can be used.
            ValueError: the view is not that of the seat to act.
        """
        return parse(self._ask(view, weigh=False).do)

    def weigh(self, view: View) -> tuple[Weighed, ...]:
        """What the program does, then the other actions as it values them; ½ where it says nothing.

        Raises:
            ProgramError: it gave no answer that can be used.
            ValueError: the view is not that of the seat to act.
        """
        answer = self._ask(view, weigh=True)
        values = answer.values or {}
        tokens = sorted(
            view.legal,
            key=lambda token: (token != answer.do, -values.get(token, UNVALUED)),
        )
        return tuple(
            Weighed(
                action=parse(token),
                value=values.get(token, UNVALUED),
                reason=Reason(code="program"),
            )
            for token in tokens
        )

    def close(self, *, goodbye: bool = True) -> ProgramError | None:
        """End it: say goodbye (or only close its input), wait, terminate, kill.

        Returns, never raises, what was wrong with how it ended.
        """
        pipe, self._pipe = self._pipe, None
        if pipe is None:
            return None
        before = pipe.receive(0)
        if goodbye:
            pipe.send(self.line_for(Goodbye()))
        status = pipe.end(self._end)
        told = "told goodbye" if goodbye else "with its input closed"
        left = before if before is not Stopped.SILENT else pipe.receive(0)
        if before is Stopped.ENDED:
            problem = f"it had ended before it was told to, with status {status}"
        elif status is None:
            problem = f"it had not ended after {self._end:g} s and was killed"
        elif status:
            problem = f"it ended with status {status}; allowed is 0"
        elif isinstance(left, bytes):
            problem = f"it had said more than its answers: {_shown(left)}"
        elif left in (Stopped.LONG, Stopped.FLOOD):
            problem = f"it had said more than its answers: {left.value}"
        else:
            return None
        return ProgramError(Fault.END, self._sentence(f"{told}: {problem}", pipe))

    # The protocol --------------------------------------------------------------------------------

    def line_for(self, message: ToProgram) -> bytes:
        """What is sent for a message; the checker sends more than that."""
        return line_of(message)

    def _connect(self) -> Introduction:
        self._rules = None
        try:
            words = shlex.split(self.command)
        except ValueError as error:
            raise ProgramError(Fault.START, f"{self.command!r} is no command: {error}") from None
        if not words:
            raise ProgramError(Fault.START, "an empty command starts no program")
        try:
            self._pipe = Pipe(words)
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or error
            raise ProgramError(
                Fault.START,
                f"{self.command!r} cannot be started: {words[0]}: {reason}; allowed is a program "
                "with its words, as in a shell, without the shell's own signs",
            ) from None
        hello = Hello(protocol=PROTOCOL, host=f"opendurak {__version__}")
        got = self._exchange(hello, what="hello", seconds=self._start, silence=Fault.LATE)
        if not isinstance(got, Introduction):
            self._give_up(Fault.STEP, f"told hello, said {line_of(got)[:-1]!r}; allowed is hello")
        if got.protocol != PROTOCOL:
            self._give_up(
                Fault.VERSION,
                f"told hello, speaks protocol {got.protocol}; allowed is {PROTOCOL}",
            )
        return got

    def _ask(self, view: View, *, weigh: bool) -> Answer:
        if not view.legal:
            raise ValueError(f"seat {view.seat} is not to act: the word is with {view.to_act}")
        self.agree(Ruleset.from_code(view.rules))
        self._asked += 1
        ask = Ask(id=self._asked, seconds=self._timeout, weigh=weigh, view=view)
        what = f"question {ask.id} (seat {view.seat}, bout {view.bout}, {view.rules})"
        got = self._exchange(ask, what=what, seconds=self._timeout, silence=Fault.LATE)
        if not isinstance(got, Answer) or got.id != ask.id:
            self._give_up(
                Fault.STEP,
                f"asked {what}, said {_shown(line_of(got)[:-1])}; allowed is one answer with "
                f"id {ask.id}",
            )
        legal = " ".join(view.legal)
        if got.do not in view.legal:
            self._refuse(Fault.ILLEGAL, f"asked {what}, did {got.do!r}; legal is {legal}")
        foreign = [token for token in got.values or () if token not in view.legal]
        if foreign:
            self._refuse(
                Fault.VALUES,
                f"asked {what}, valued {', '.join(map(repr, foreign[:3]))}; legal is {legal}",
            )
        self.why = got.why
        return got

    def _exchange(
        self, message: ToProgram, *, what: str, seconds: float, silence: Fault
    ) -> FromProgram:
        """Send a message and read the one that answers it."""
        assert self._pipe is not None
        early = self._pipe.receive(0)
        if isinstance(early, bytes):
            self._give_up(
                Fault.STEP,
                f"said {_shown(early)} before it was asked {what}; allowed is one line for each "
                "that asks, and nothing else",
            )
        if early is not Stopped.SILENT:
            self._stopped(early, what=f"before it was asked {what}", seconds=seconds, fault=silence)
        self._pipe.send(self.line_for(message))
        line = self._pipe.receive(seconds)
        if isinstance(line, Stopped):
            self._stopped(line, what=f"asked {what}", seconds=seconds, fault=silence)
        try:
            return read_from_program(line)
        except MessageError as error:
            self._give_up(
                Fault.LINE,
                f"asked {what}, said {_shown(line)}, which is no message ({error}); allowed is one "
                f"JSON object a line, its type {_KNOWN}",
            )

    def _stopped(self, why: Stopped, *, what: str, seconds: float, fault: Fault) -> NoReturn:
        assert self._pipe is not None
        match why:
            case Stopped.SILENT:
                self._give_up(fault, f"{what}, did not answer within {seconds:g} s")
            case Stopped.ENDED:
                status = self._pipe.status()
                how = "closed its output" if status is None else f"ended with status {status}"
                rest = self._pipe.unfinished
                within = f" in the middle of the line {_shown(rest)}" if rest else ""
                self._give_up(
                    Fault.CRASH,
                    f"{what}, {how}{within}; allowed is to end after goodbye or when its input "
                    "ends",
                )
            case Stopped.LONG | Stopped.FLOOD:
                self._give_up(
                    Fault.FLOOD,
                    f"{what}, sent {why.value}; allowed is one line for each that asks, of at most "
                    f"{LINE_BYTES} bytes",
                )

    def _give_up(self, fault: Fault, text: str) -> NoReturn:
        """End a program with which one can no longer be in step."""
        assert self._pipe is not None
        pipe, self._pipe = self._pipe, None
        pipe.kill()
        raise ProgramError(fault, self._sentence(text, pipe))

    def _refuse(self, fault: Fault, text: str) -> NoReturn:
        """An answer that cannot be used, from a program that is still in step."""
        assert self._pipe is not None
        raise ProgramError(fault, self._sentence(text, self._pipe))

    def _sentence(self, text: str, pipe: Pipe) -> str:
        complaint = f"; its standard error ends: {pipe.complaint}" if pipe.complaint else ""
        return f"{self.command!r}, {text}{complaint}"


def _shown(line: bytes) -> str:
    text = line[:_SHOWN].decode("utf-8", "backslashreplace")
    return f"{text!r}{'…' if len(line) > _SHOWN else ''}"
