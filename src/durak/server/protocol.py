"""The messages between a page and a table: JSON text, told apart by ``type``.

What a message means is the table's business; here is only its form and how large it may be.
"""

from __future__ import annotations

from collections.abc import Mapping
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
MAX_TEXT: Final = 200
"""Characters of one line of chat."""

Count = Annotated[int, msgspec.Meta(ge=0, le=2**53)]
AnySeat = Annotated[int, msgspec.Meta(ge=0, le=5)]
Token = Annotated[str, msgspec.Meta(max_length=64)]
SeatKind = Literal["person", "bot", "open"]
Stage = Literal["lobby", "playing", "over"]
Pace = Literal["none", "gentle", "fast"]
Aid = Literal["none", "taken", "seen"]
Watching = Literal["anyone", "nobody"]
Talk = Literal["off", "phrases", "free"]
Level = Annotated[str, msgspec.Meta(max_length=16)]
"""A level of bots by its name; which of them a table seats is the table's business."""

USUAL_LEVEL: Final = "club"

DONE_FOR_BOUT: Final = "done_for_bout"
"""What a seat prepares that adds nothing more in this bout."""


class BadMessageError(ValueError):
    """Text that is no message; the sentence says why."""


class Options(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a table has agreed on beside who sits where."""

    rules: Annotated[str, msgspec.Meta(max_length=1000)]
    """Code of the ruleset; kept in its canonical form."""
    public: bool = False
    """Whether the first page lists the table."""
    time: Pace = "none"
    aid: Aid = "taken"
    deals: Annotated[int, msgspec.Meta(ge=1, le=99)] | None = None
    """Deals of a match; None: as long as the table likes (R10.3)."""
    watching: Watching = "anyone"
    chat: Talk = "free"
    bots: Level = USUAL_LEVEL
    """The level of bots that nobody has chosen another one for."""
    practice: bool = False
    """Whether its one person may ask what a bot would play, and what a choice was worth."""


class Asking(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Base of what a client sends."""


class Act(Asking, frozen=True, kw_only=True, tag="act"):
    """An action that answers version ``v`` of the table."""

    v: Count
    do: Token


class Ready(Asking, frozen=True, kw_only=True, tag="deal"):
    """The sender is ready for this deal and adds its own 32 random bytes to the shuffle."""

    number: Count
    seed: Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")]


class Unready(Asking, frozen=True, kw_only=True, tag="unready"):
    """The sender is not ready after all."""


class Prepare(Asking, frozen=True, kw_only=True, tag="prepare"):
    """An answer ahead of the sender's word, as the table is at version ``v``."""

    v: Count
    do: Token


class Unprepare(Asking, frozen=True, kw_only=True, tag="unprepare"):
    """No answer ahead after all."""


class Sit(Asking, frozen=True, kw_only=True, tag="sit"):
    """The sender takes a seat, in a deal that is being played for the next one."""

    seat: AnySeat
    name: Annotated[str, msgspec.Meta(max_length=100)]


class Stand(Asking, frozen=True, kw_only=True, tag="stand"):
    """The sender gives up the seat, between deals."""


class SwapSeats(Asking, frozen=True, kw_only=True, tag="swap_seats"):
    """The sender moves to a seat where no person sits, between deals."""

    seat: AnySeat


class Leave(Asking, frozen=True, kw_only=True, tag="leave"):
    """The sender gives up the seat, at any time."""


class Back(Asking, frozen=True, kw_only=True, tag="back"):
    """The sender plays its seat itself again."""


class ChangeOptions(Asking, frozen=True, kw_only=True, tag="options"):
    """The host changes what the table plays."""

    options: Options


class SeatBot(Asking, frozen=True, kw_only=True, tag="seat_bot"):
    """The host puts a bot on an open seat, or has the one there play at another level."""

    seat: AnySeat
    level: Level | None = None
    """None: the table's own."""


class OpenSeat(Asking, frozen=True, kw_only=True, tag="open_seat"):
    """The host takes a bot away."""

    seat: AnySeat


class Remove(Asking, frozen=True, kw_only=True, tag="remove"):
    """The host takes a person's seat away, or a late-comer's claim to one."""

    seat: AnySeat


class StandIn(Asking, frozen=True, kw_only=True, tag="stand_in"):
    """The host has a bot play for an absent person now."""

    seat: AnySeat


class Chat(Asking, frozen=True, kw_only=True, tag="chat"):
    """A line in the sender's own words."""

    text: Annotated[str, msgspec.Meta(max_length=MAX_TEXT * 4)]


class Phrase(Asking, frozen=True, kw_only=True, tag="phrase"):
    """A ready phrase; everybody reads it in their own language."""

    key: Annotated[str, msgspec.Meta(max_length=40)]


class Report(Asking, frozen=True, kw_only=True, tag="report"):
    """The host is to look at this line of chat."""

    seat: AnySeat | None
    line: Count


class Hint(Asking, frozen=True, kw_only=True, tag="hint"):
    """At a practice table: what a strong bot would answer to version ``v`` in this place."""

    v: Count


class Review(Asking, frozen=True, kw_only=True, tag="review"):
    """At a practice table: what the sender's choices in a bout of this deal were worth."""

    bout: Count


class Ping(Asking, frozen=True, kw_only=True, tag="ping"):
    """Whether anybody is still there: answered with ``pong``, and nothing else happens."""


ClientMessage = (
    Act
    | Ready
    | Unready
    | Prepare
    | Unprepare
    | Sit
    | Stand
    | SwapSeats
    | Leave
    | Back
    | ChangeOptions
    | SeatBot
    | OpenSeat
    | Remove
    | StandIn
    | Chat
    | Phrase
    | Report
    | Hint
    | Review
    | Ping
)


# ---- what a table sends ---------------------------------------------------------------------


class SeatShown(msgspec.Struct, frozen=True, kw_only=True):
    """Who sits at a seat, and how things stand with them."""

    name: str
    kind: SeatKind
    ready: bool
    present: bool
    stand_in: bool
    """Whether a bot plays for this person now."""
    level: str | None
    """A bot's level."""
    waiting: str | None
    """Who takes the seat at the next deal."""


class ClockShown(msgspec.Struct, frozen=True, kw_only=True):
    """Milliseconds left when this was sent: no clock but the server's matters."""

    seat: int
    answer_ms: int
    reserve_ms: tuple[int, ...]


class MatchShown(msgspec.Struct, frozen=True, kw_only=True):
    """How far the match is (R10.3)."""

    deals: int | None
    number: int
    """Deals of this match begun so far."""
    over: bool
    winners: tuple[int, ...]
    """Seats with the fewest losses, once it is over."""


class TableShown(msgspec.Struct, frozen=True, kw_only=True):
    """A table as everybody may see it, but what is said to be the receiver's own."""

    id: str
    rules: str
    preset: str | None
    players: int
    options: Options
    seats: tuple[SeatShown, ...]
    host: int | None
    you: int | None
    """The receiver's seat."""
    waiting: int | None
    """The seat that the receiver takes at the next deal."""
    code: str | None
    """To say aloud; of a private table only for who sits there."""
    watchers: int
    stage: Stage
    deal: int
    """In the lobby the deal to be ready for, else the deal being played or just over."""
    tally: tuple[int, ...]
    draws: int
    match: MatchShown
    commitment: str
    """SHA-256 of the server's seed for ``deal``."""
    next_commitment: str | None
    """The same for the deal after it, once ``deal`` is over."""
    dealer: int
    clock: ClockShown | None
    prepared: str | None
    """The receiver's answer ahead, or one that is about to be passed on."""
    paused: bool = False
    """Whether the table stands still because something could not be stored or done."""


class State(msgspec.Struct, frozen=True, kw_only=True, tag="state"):
    """The table at version ``v`` as the receiver may see it, and what led there from v - 1.

    It is sent again with the same version, and no events, when only the table's facts changed.
    """

    v: int
    table: TableShown
    view: View | None
    events: tuple[Event, ...] = ()


class RefusedMessage(msgspec.Struct, frozen=True, kw_only=True, tag="refused"):
    """Nothing changed, and why: R13's codes or the table's own."""

    v: int
    do: str | None
    code: str
    message: str
    params: Mapping[str, Any] = {}


class Notice(msgspec.Struct, frozen=True, kw_only=True, tag="notice"):
    """Something that a person should be told; the page has the words."""

    key: str
    params: Mapping[str, Any] = {}


class Line(msgspec.Struct, frozen=True, kw_only=True, tag="chat"):
    """One line of chat; ``line`` counts from 1."""

    line: int
    seat: int | None
    name: str
    text: str | None
    phrase: str | None


class History(msgspec.Struct, frozen=True, kw_only=True, tag="history"):
    """The last lines of chat, for who has just come."""

    chat: tuple[Line, ...]


class Worth(msgspec.Struct, frozen=True, kw_only=True):
    """An action, and what a strong bot thinks of it."""

    do: str
    value: float
    """The probability, 0 to 1, of not being the durak after it; see ``durak.bots.Weighed``."""
    exact: bool
    why: Mapping[str, str]
    """The reason in one line, in each language."""


class Advice(msgspec.Struct, frozen=True, kw_only=True, tag="advice"):
    """The answer to ``hint``."""

    v: int
    best: Worth


class Choice(msgspec.Struct, frozen=True, kw_only=True):
    """One decision of the receiver: what it chose, and the best there was."""

    chosen: Worth
    best: Worth


class Reviewed(msgspec.Struct, frozen=True, kw_only=True, tag="reviewed"):
    """The answer to ``review``: the decisions of that bout that were not forced, in order."""

    deal: int
    bout: int
    choices: tuple[Choice, ...]


class Pong(msgspec.Struct, frozen=True, kw_only=True, tag="pong"):
    """The answer to ``ping``."""


ServerMessage = State | RefusedMessage | Notice | Line | History | Advice | Reviewed | Pong

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
            f"not understood: {error}. Send act with v and do, deal with number and seed, "
            "or another of the protocol's messages"
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
    """A new table; the guest takes ``seat``, and with ``bots`` they take all others at once.

    ``code`` alone stands for a ruleset with every other option as usual, against bots.
    """

    options: Options | None = None
    code: Annotated[str, msgspec.Meta(max_length=1000)] | None = None
    seat: AnySeat = 0
    name: str = "You"
    bots: bool | None = None
