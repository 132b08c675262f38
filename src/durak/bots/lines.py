"""The program's side of the line protocol, for a bot of ours: lines in, answers out."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from durak.bots import Bot, Weighed
from durak.bots.messages import (
    PROTOCOL,
    Answer,
    Ask,
    FromProgram,
    Goodbye,
    Hello,
    Introduction,
    MessageError,
    Ready,
    Rules,
    Unable,
    line_of,
    read_to_program,
)
from durak.ruleset import Ruleset, RulesetError

__all__ = ["LineError", "answer_lines"]


class LineError(ValueError):
    """A line that cannot be answered; the sentence says which and why."""


def answer_lines(
    bot: Bot, *, name: str, version: str, lines: Iterable[bytes], write: Callable[[bytes], object]
) -> None:
    """Answer every line until goodbye or their end; ``write`` sends one line at once.

    Raises:
        LineError: a line that is no message, or asks a seat that is not to act.
    """
    for number, line in enumerate(lines, 1):
        try:
            message = read_to_program(line)
        except MessageError as error:
            raise LineError(f"line {number} is no message: {error}") from None
        match message:
            case Hello():
                write(line_of(Introduction(protocol=PROTOCOL, name=name, version=version)))
            case Rules():
                write(line_of(_ready_for(message.code)))
            case Ask():
                try:
                    write(line_of(_answer(bot, message)))
                except ValueError as error:
                    raise LineError(f"line {number}, question {message.id}: {error}") from error
            case Goodbye():
                return
            case _:
                pass  # a type of a later version: passed over


def _ready_for(code: str) -> FromProgram:
    try:
        Ruleset.from_code(code)
    except RulesetError as error:
        return Unable(why=str(error)[:200])
    return Ready()


def _answer(bot: Bot, ask: Ask) -> Answer:
    if not ask.weigh:
        return Answer(id=ask.id, do=str(bot.choose(ask.view)))
    weighed: tuple[Weighed, ...] = bot.weigh(ask.view)
    return Answer(
        id=ask.id,
        do=str(weighed[0].action),
        values={str(each.action): each.value for each in weighed},
    )
