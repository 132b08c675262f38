"""A running program behind its standard input and output: lines each way, deadlines, limits.

Nothing here knows what the lines mean. Threads read and write, so neither a program that does not
read nor one that never ends its line can hold up whoever asks.
"""

from __future__ import annotations

import contextlib
import os
import queue
import signal
import subprocess
import threading
from collections import deque
from collections.abc import Sequence
from enum import Enum
from typing import IO, Final

from durak.bots.messages import LINE_BYTES

__all__ = ["WAITING", "Pipe", "Stopped"]

WAITING: Final = 8
"""How many lines may wait to be read; a program that sends more is not listened to any longer."""
_COMPLAINT_LINES: Final = 5
_COMPLAINT_CHARACTERS: Final = 200
_MERCY: Final = 0.5
"""Seconds between the signal to end and the one that cannot be refused."""


class Stopped(Enum):
    """Why there is no line."""

    SILENT = "nothing in time"
    ENDED = "end of output"
    LONG = "a line too long"
    FLOOD = "too many lines"


class Pipe:
    """One process, from its start to its end. One caller at a time."""

    def __init__(self, words: Sequence[str]) -> None:
        """Start the program ``words[0]``, not through a shell.

        Raises:
            OSError: it cannot be started.
        """
        self._process = subprocess.Popen(
            words,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,  # what it starts in turn ends with it
        )
        self._inbox: queue.Queue[bytes | Stopped] = queue.Queue()
        self._outbox: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._complaint: deque[str] = deque(maxlen=_COMPLAINT_LINES)
        self._rest = b""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        assert self._process.stderr is not None
        self._threads = [
            threading.Thread(target=self._write, args=(self._process.stdin,), daemon=True),
            threading.Thread(target=self._read, args=(self._process.stdout,), daemon=True),
            threading.Thread(target=self._listen, args=(self._process.stderr,), daemon=True),
        ]
        for thread in self._threads:
            thread.start()

    def send(self, line: bytes) -> None:
        """Have a line written; never waits. That nobody reads it shows in ``receive``."""
        self._outbox.put(line)

    def receive(self, seconds: float) -> bytes | Stopped:
        """The next line, its end cut off, or why there is none; 0 seconds ask what is there."""
        try:
            found = self._inbox.get(timeout=seconds)
        except queue.Empty:
            return Stopped.SILENT
        if isinstance(found, Stopped):
            self._inbox.put(found)  # it stays so
        return found

    def end(self, seconds: float) -> int | None:
        """Close its input, wait for it to end; its exit status, None when it had to be killed."""
        self._outbox.put(None)
        try:
            status = self._process.wait(seconds)
        except subprocess.TimeoutExpired:
            self.kill()
            return None
        self._join()
        return status

    def kill(self) -> None:
        """End it now: terminated, and killed when that does not help."""
        self._outbox.put(None)
        self._signal(kill=False)
        try:
            self._process.wait(_MERCY)
        except subprocess.TimeoutExpired:
            self._signal(kill=True)
            self._process.wait()
        self._join()

    def status(self) -> int | None:
        """Its exit status shortly after its output has ended, None while it runs on."""
        try:
            return self._process.wait(_MERCY)
        except subprocess.TimeoutExpired:
            return None

    @property
    def complaint(self) -> str:
        """The last lines it wrote to its standard error, in one; empty when there are none."""
        return " / ".join(self._complaint)

    @property
    def unfinished(self) -> bytes:
        """What it had written of a line when its output ended."""
        return self._rest

    def _signal(self, *, kill: bool) -> None:
        if self._process.poll() is not None:
            return
        if os.name != "posix":
            self._process.kill()
            return
        with contextlib.suppress(OSError):  # it has ended meanwhile
            os.killpg(self._process.pid, signal.SIGKILL if kill else signal.SIGTERM)

    def _join(self) -> None:
        for thread in self._threads:
            thread.join(_MERCY)  # a grandchild may still hold an end of a pipe

    def _write(self, stream: IO[bytes]) -> None:
        with contextlib.suppress(OSError), stream:
            while (line := self._outbox.get()) is not None:
                stream.write(line)
                stream.flush()

    def _read(self, stream: IO[bytes]) -> None:
        with stream:
            self._inbox.put(self._lines(stream))

    def _lines(self, stream: IO[bytes]) -> Stopped:
        """Pass lines on; why it was no use to read further."""
        while chunk := stream.read1(LINE_BYTES):  # type: ignore[attr-defined]
            *lines, self._rest = (self._rest + chunk).split(b"\n")
            for line in lines:
                if len(line) > LINE_BYTES:
                    return Stopped.LONG
                if self._inbox.qsize() >= WAITING:
                    return Stopped.FLOOD
                self._inbox.put(line.removesuffix(b"\r"))
            if len(self._rest) > LINE_BYTES:
                return Stopped.LONG
        return Stopped.ENDED

    def _listen(self, stream: IO[bytes]) -> None:
        with stream:
            while line := stream.readline(4 * _COMPLAINT_CHARACTERS):
                text = line.decode("utf-8", "backslashreplace").strip()
                if text:
                    self._complaint.append(text[:_COMPLAINT_CHARACTERS])
