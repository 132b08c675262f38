"""The line protocol's messages: one JSON object a line, both ways, its ``type`` saying which.

How they follow one another stands in ``docs/reference/bot-protocol.md``; whoever keeps to that page
may sit at a table. Here are their shapes, and lines made of them and read again.
"""

from __future__ import annotations

from typing import Annotated, Final, TypeVar

import msgspec

from durak.ruleset import FIELDS, Ruleset
from durak.view import View

__all__ = [
    "LINE_BYTES",
    "PROTOCOL",
    "Answer",
    "Ask",
    "FromProgram",
    "Goodbye",
    "Hello",
    "Introduction",
    "MessageError",
    "Ready",
    "Rules",
    "ToProgram",
    "Unable",
    "line_of",
    "read_from_program",
    "read_to_program",
    "rules_of",
]

PROTOCOL: Final = 1
"""The version of the protocol. New fields and types do not change it: whoever does not know them
passes over them."""
LINE_BYTES: Final = 65_536
"""The longest line, its end not counted, that either side may send."""

# As records have names: see their header Seats.
_Name = Annotated[
    str, msgspec.Meta(max_length=24, pattern=r"^(?!bot:|\s)[^|\x00-\x1f\x7f]+(?<!\s)\Z")
]
_Why = Annotated[str, msgspec.Meta(max_length=200, pattern=r"^[^\x00-\x1f\x7f]*\Z")]
_Share = Annotated[float, msgspec.Meta(ge=0, le=1)]


class MessageError(ValueError):
    """A line that is no message of this protocol; the sentence says what it should have been."""


class ToProgram(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag=str.lower):
    """Base of what a program is told; ``type`` is the class's name in small letters."""


class Hello(ToProgram, frozen=True, kw_only=True):
    """The first line. Answered with ``hello``."""

    protocol: int
    host: str
    """Who asks, with its version."""


class Rules(ToProgram, frozen=True, kw_only=True):
    """The questions from now on are of this ruleset. Answered with ``ready`` or ``unable``."""

    code: str
    """The canonical code, as in every view."""
    fields: dict[str, bool | int | str]
    """Every field with its value, those at their defaults too."""


class Ask(ToProgram, frozen=True, kw_only=True):
    """What do you do? Answered with ``answer``."""

    id: int
    seconds: float
    """How long the answer may take."""
    weigh: bool
    """Whether the values of the answer will be looked at."""
    view: View
    """What the seat to act sees; ``view.legal`` lists the tokens to choose from."""


class Goodbye(ToProgram, frozen=True, kw_only=True):
    """No more questions: end."""


class FromProgram(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag=str.lower):
    """Base of what a program says; ``type`` is the class's name in small letters."""


class Introduction(FromProgram, frozen=True, kw_only=True, tag="hello"):
    """The answer to ``hello``: who the program is and which version of the protocol it speaks."""

    protocol: int
    name: _Name
    version: _Name


class Ready(FromProgram, frozen=True, kw_only=True):
    """The ruleset is understood."""


class Unable(FromProgram, frozen=True, kw_only=True):
    """The program does not play this ruleset; that is no fault."""

    why: _Why = ""


class Answer(FromProgram, frozen=True, kw_only=True):
    """What the seat does."""

    id: int
    do: str
    """One of the tokens of ``view.legal``, exactly as it stands there."""
    values: dict[str, _Share] | None = None
    """For some legal tokens, or all: the probability that the seat is not the durak after it."""
    why: _Why | None = None
    """The program's own reason."""


_TO_PROGRAM: Final[dict[str, msgspec.json.Decoder[ToProgram]]] = {
    "hello": msgspec.json.Decoder(Hello),
    "rules": msgspec.json.Decoder(Rules),
    "ask": msgspec.json.Decoder(Ask),
    "goodbye": msgspec.json.Decoder(Goodbye),
}
_FROM_PROGRAM: Final[dict[str, msgspec.json.Decoder[FromProgram]]] = {
    "hello": msgspec.json.Decoder(Introduction),
    "ready": msgspec.json.Decoder(Ready),
    "unable": msgspec.json.Decoder(Unable),
    "answer": msgspec.json.Decoder(Answer),
}


_M = TypeVar("_M")


class _Typed(msgspec.Struct):
    type: str


_TYPED: Final = msgspec.json.Decoder(_Typed)


def line_of(message: ToProgram | FromProgram) -> bytes:
    r"""A message as its line, with the line's end.

    >>> line_of(Goodbye())
    b'{"type":"goodbye"}\n'
    """
    return msgspec.json.encode(message) + b"\n"


def read_to_program(line: bytes) -> ToProgram | None:
    """What a program is told; None for a type that this version does not know, to be passed over.

    Raises:
        MessageError: not an object with a ``type``, or its fields are not those of that type.
    """
    decoder = _TO_PROGRAM.get(_type_of(line))
    return None if decoder is None else _decoded(line, decoder)


def read_from_program(line: bytes) -> FromProgram:
    """What a program says.

    Raises:
        MessageError: not one of the messages that a program may send.
    """
    kind = _type_of(line)
    if kind not in _FROM_PROGRAM:
        raise MessageError(f"type {kind!r} is none of {', '.join(_FROM_PROGRAM)}")
    return _decoded(line, _FROM_PROGRAM[kind])


def rules_of(ruleset: Ruleset) -> Rules:
    """The message that announces a ruleset.

    >>> rules_of(Ruleset(players=4, transfer=True)).fields["transfer"]
    True
    """
    values = {name: getattr(ruleset, name) for name in FIELDS}
    fields = {name: each if isinstance(each, int) else str(each) for name, each in values.items()}
    return Rules(code=ruleset.code, fields=fields)


def _type_of(line: bytes) -> str:
    return _decoded(line, _TYPED).type


def _decoded(line: bytes, decoder: msgspec.json.Decoder[_M]) -> _M:
    try:
        return decoder.decode(line)
    except RecursionError:
        raise MessageError("brackets nested too deep") from None
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise MessageError(str(error)) from None
