"""The messages between a page and a table: JSON text, told apart by ``type``.

What a message means is the table's business; here is only its form and how large it may be.
"""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

import msgspec

from durak.events import Event
from durak.view import View

MAX_MESSAGE: Final = 1024
"""Bytes of one message from a client."""
MAX_BODY: Final = 8192
"""Bytes of one request's body."""
MAX_NAME: Final = 24
"""Characters of a seat's name."""

Count = Annotated[int, msgspec.Meta(ge=0, le=2**53)]
SeatKind = Literal["person", "bot"]
Stage = Literal["waiting", "playing", "over"]


class BadMessageError(ValueError):
    """Text that is no message; the sentence says why."""


class Act(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="act"):
    """An action that answers version ``v`` of the table."""

    v: Count
    do: Annotated[str, msgspec.Meta(max_length=64)]


class Ready(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="deal"):
    """The sender is ready for this deal and adds its own 32 random bytes to the shuffle."""

    number: Count
    seed: Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")]


ClientMessage = Act | Ready


class SeatShown(msgspec.Struct, frozen=True, kw_only=True):
    """Who sits at a seat."""

    name: str
    kind: SeatKind


class TableShown(msgspec.Struct, frozen=True, kw_only=True):
    """A table as everybody may see it, but ``you``: the receiver's seat."""

    id: str
    rules: str
    preset: str | None
    players: int
    seats: tuple[SeatShown, ...]
    you: int | None
    stage: Stage
    deal: int
    """The deal to be ready for while waiting, else the deal being played or just over."""
    tally: tuple[int, ...]
    draws: int
    commitment: str
    """SHA-256 of the server's seed for ``deal``."""
    next_commitment: str | None
    """The same for the deal after it, once ``deal`` is over."""
    dealer: int


class State(msgspec.Struct, frozen=True, kw_only=True, tag="state"):
    """The table at version ``v`` as the receiver may see it, and what led there from v - 1."""

    v: int
    table: TableShown
    view: View | None
    events: tuple[Event, ...] = ()


class RefusedMessage(msgspec.Struct, frozen=True, kw_only=True, tag="refused"):
    """Nothing changed, and why: R13's codes, stale, bad_message, not_seated or storage."""

    v: int
    do: str | None
    code: str
    message: str


ServerMessage = State | RefusedMessage

_decoder: Final = msgspec.json.Decoder(ClientMessage)
_encoder: Final = msgspec.json.Encoder()


def decode(text: str) -> ClientMessage:
    """Read a client's message.

    >>> decode('{"type":"act","v":17,"do":"6d<8d"}').do
    '6d<8d'

    Raises:
        BadMessageError: too long, no JSON, or not exactly one of the messages.
    """
    if len(text.encode("utf-8", "surrogatepass")) > MAX_MESSAGE:
        raise BadMessageError(f"a message may have {MAX_MESSAGE} bytes, this one has more")
    try:
        return _decoder.decode(text)
    except (msgspec.DecodeError, UnicodeError) as error:
        raise BadMessageError(
            f"not understood: {error}. Send act with v and do, or deal with number and seed"
        ) from None


def encode(message: ServerMessage) -> str:
    """The text of a message to a client."""
    return _encoder.encode(message).decode()


def encode_body(body: Any) -> bytes:
    """The JSON of an answer over HTTP."""
    return _encoder.encode(body)


# ---- requests over HTTP ---------------------------------------------------------------------


class RulesAsked(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A preset with fields changed, to be checked and described."""

    preset: str | None = None
    players: int | None = None
    set: dict[str, str] = {}


class TableAsked(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A new table by its ruleset's code; the guest takes ``seat``, bots the others."""

    code: Annotated[str, msgspec.Meta(max_length=1000)]
    seat: Annotated[int, msgspec.Meta(ge=0, le=5)] = 0
    name: str = "You"
