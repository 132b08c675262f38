"""The file that a tournament keeps, so that it can be stopped and gone on with.

One JSON object a line: first what was asked, then every deal that was played, in the order in which
they came to an end. A last line that was cut short by a stop is taken off.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final, Self

import msgspec

from durak import __version__
from durak.arena.plan import ArenaError, Asked, Plan
from durak.arena.playing import Played

FORMAT: Final = "durak-arena 1"


class Header(msgspec.Struct, frozen=True, kw_only=True):
    """The first line: everything on which the course of a deal depends."""

    format: str
    version: str
    bots: tuple[str, ...]
    ruleset: str
    seed: int
    slow: float

    @classmethod
    def of(cls, asked: Asked) -> Self:
        """The header of a tournament; the number of deals is not in it, it may grow."""
        return cls(
            format=FORMAT,
            version=__version__,
            bots=asked.bots,
            ruleset=asked.ruleset.code,
            seed=asked.seed,
            slow=asked.slow,
        )


class Keeper:
    """Reads what was played before and adds what is played now."""

    def __init__(self, path: Path, asked: Asked) -> None:
        """Open or begin the file.

        Raises:
            ArenaError: it is no such file, or one of another tournament; it is left as it is.
            OSError: it cannot be read or written.
        """
        self._path = path
        self.kept: dict[int, Played] = {}
        """The deals that were played before, by number."""
        whole = self._read(asked) if path.exists() and path.stat().st_size else 0
        self._file = path.open("r+b" if path.exists() else "w+b")
        self._file.truncate(whole)
        self._file.seek(whole)
        if not whole:
            self._write(Header.of(asked))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def add(self, played: Played) -> None:
        """Keep a deal, at once."""
        self._write(msgspec.structs.replace(played, record=None, judged=()))

    def _write(self, line: Header | Played) -> None:
        self._file.write(msgspec.json.encode(line) + b"\n")
        self._file.flush()

    def _read(self, asked: Asked) -> int:
        """Take in the whole lines; where they end."""
        text = self._path.read_bytes()
        lines = text.split(b"\n")
        cut = lines.pop()
        if not lines:
            if Header.of(asked).format.encode() in cut or b"{".startswith(cut[:1]):
                return self._stump(cut)
            raise ArenaError(f"{self._path} is not a file that the arena has kept")
        self._check_header(lines[0], asked)
        plan = Plan(asked)
        for at, line in enumerate(lines[1:], 2):
            try:
                played = msgspec.json.decode(line, type=Played)
            except msgspec.DecodeError as error:
                raise ArenaError(f"{self._path}, line {at}: {error}") from None
            if played.number < 1 or plan.place(played.number).seats != played.seats:
                raise ArenaError(
                    f"{self._path}, line {at}: deal {played.number} is not one of this tournament"
                )
            self.kept[played.number] = played
        return len(text) - len(cut)

    def _stump(self, cut: bytes) -> int:
        """A header cut short by a stop: nothing was played yet, and the file begins anew."""
        if len(cut) > 10_000:
            raise ArenaError(f"{self._path} is not a file that the arena has kept")
        return 0

    def _check_header(self, line: bytes, asked: Asked) -> None:
        try:
            found = msgspec.json.decode(line, type=Header)
        except msgspec.DecodeError:
            raise ArenaError(f"{self._path} is not a file that the arena has kept") from None
        wanted = Header.of(asked)
        differing = [
            f"{name} was {_text(before)} and is now {_text(now)}"
            for name in Header.__struct_fields__
            if (before := getattr(found, name)) != (now := getattr(wanted, name))
        ]
        if differing:
            raise ArenaError(
                f"{self._path} keeps another tournament: {'; '.join(differing)}. "
                "Ask as before, or keep in another file"
            )


def _text(value: object) -> str:
    if isinstance(value, Sequence) and not isinstance(value, str):
        return " ".join(map(str, value))
    return str(value)
