"""What people say at a table: ready phrases and free text, so much at a time, for a while."""

from __future__ import annotations

import unicodedata
from collections import deque
from typing import Final

from durak.server.limits import Limits, at_table
from durak.server.protocol import MAX_TEXT, Line, Notice, Talk
from durak.server.table import Denied

PHRASES: Final = (
    "hello",
    "good_luck",
    "well_played",
    "thanks",
    "sorry",
    "oops",
    "moment",
    "hurry",
    "thinking",
    "ouch",
    "close",
    "again",
    "good_game",
    "bye",
)
"""Keys of the ready phrases; the catalogues have each as ``phrase.KEY``."""
KEPT: Final = 50
"""Lines that somebody who comes is shown."""
_JOINER: Final = "\u200d"
"""Joins signs into one (families, professions): the only unseen character that is let through."""


class Conversation:
    """The chat of one table; it lasts as long as the table is in memory."""

    def __init__(self, table: str, limits: Limits) -> None:
        self._table = table
        self._limits = limits
        self._lines: deque[Line] = deque(maxlen=KEPT)
        self._count = 0

    @property
    def lines(self) -> tuple[Line, ...]:
        """The last lines, oldest first."""
        return tuple(self._lines)

    def say(self, talk: Talk, guest: str, seat: int | None, name: str, text: str) -> Line:
        """A line of free text.

        Raises:
            Denied: not at this table, too much at a time, or a text that may not be.
        """
        if talk != "free":
            raise Denied("chat_off", "there is no free text at this table", {"chat": talk})
        _check(text)
        return self._add(guest, seat, name, text=text)

    def say_phrase(self, talk: Talk, guest: str, seat: int | None, name: str, key: str) -> Line:
        """A ready phrase.

        Raises:
            Denied: not at this table, too much at a time, or no such phrase.
        """
        if talk == "off":
            raise Denied("chat_off", "there is no chat at this table", {"chat": talk})
        if key not in PHRASES:
            raise Denied("bad_text", f"there is no such phrase: there are {', '.join(PHRASES)}")
        return self._add(guest, seat, name, phrase=key)

    def report(self, guest: str, seat: int | None, line: int, by: str) -> Notice:
        """What the host is told of a line that somebody reports.

        Raises:
            Denied: there is no such line (any more), or too many reports at a time.
        """
        found = next((each for each in self._lines if (each.line, each.seat) == (line, seat)), None)
        if found is None:
            raise Denied("not_now", f"line {line} is not there any more", {"line": line})
        if not self._limits.reports.spend(at_table(self._table, guest)):
            raise Denied("too_many", "the host has been told often enough: wait a moment")
        text = found.text or f"phrase.{found.phrase}"
        return Notice(
            key="report", params={"name": found.name, "text": text, "line": line, "by": by}
        )

    def _add(
        self,
        guest: str,
        seat: int | None,
        name: str,
        *,
        text: str | None = None,
        phrase: str | None = None,
    ) -> Line:
        if not self._limits.chat.spend(at_table(self._table, guest)):
            raise Denied("too_many", "so much at once nobody can read: wait a moment")
        self._count += 1
        line = Line(line=self._count, seat=seat, name=name, text=text, phrase=phrase)
        self._lines.append(line)
        return line


def _check(text: str) -> None:
    if not 1 <= len(text) <= MAX_TEXT or not text.strip():
        raise Denied("bad_text", f"a line has 1 to {MAX_TEXT} characters", {"most": MAX_TEXT})
    for each in text:
        if each not in (" ", _JOINER) and unicodedata.category(each)[0] in "CZ":
            raise Denied("bad_text", f"a line has no control characters (here U+{ord(each):04X})")
