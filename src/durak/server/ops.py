"""What whoever runs a server sees of it: counters, whether it is well, and its log.

Nothing here knows a card, a name or a token, and the log writes of an exception only its kind and
where it came from: what an exception says may hold what nobody is to read.
"""

from __future__ import annotations

import asyncio
import json
import logging
import sys
import time
import traceback
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import Connection, insert, update
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from durak import __version__
from durak.server import schema
from durak.server.facts import Acted, Begun, Created, Ended, Fact
from durak.server.store import Store, StoreError

if TYPE_CHECKING:
    from durak.server.rooms import Rooms

LATENCIES: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
"""Upper bounds, in seconds, of the store's latency histogram."""
MOST_LABELS: Final = 100
"""Different values that a counter's label may have; what comes later is counted as ``other``."""
HEALTH_LASTS: Final = 5.0
"""Seconds that the last look at the store is good for."""
HEALTH_WAITS: Final = 2.0
"""Seconds that the store has to show that it can be written."""

log = logging.getLogger(__name__)


# ---- counters -------------------------------------------------------------------------------


class Metrics:
    """Everything counted since this process began.

    >>> metrics = Metrics()
    >>> metrics.refused("stale")
    >>> [line for line in metrics.text({"tables": 3}).splitlines() if "refusals_total{" in line]
    ['durak_refusals_total{code="stale"} 1']
    """

    def __init__(self) -> None:
        self._counters: dict[str, Counter[str]] = {name: Counter() for name in _COUNTERS}
        self._latencies = [0] * (len(LATENCIES) + 1)
        self._latency_sum = 0.0
        self.connections = 0

    def count(self, name: str, label: str = "", by: int = 1) -> None:
        """Count something more under one of the names below."""
        counter = self._counters[name]
        if label not in counter and len(counter) >= MOST_LABELS:
            label = "other"
        counter[label] += by

    def refused(self, code: str) -> None:
        """A message over a WebSocket was refused with this code."""
        self.count("refusals", code)

    @contextmanager
    def counting_errors(self) -> Iterator[None]:
        """While this lasts, each error that the program logs is counted by the module it is of."""
        handler = _Counting(self)
        logger = logging.getLogger("durak")
        logger.addHandler(handler)
        try:
            yield
        finally:
            logger.removeHandler(handler)

    def bot_answered(self) -> None:
        """A bot acted."""
        self.count("bot_answers")

    def stored(self, seconds: float) -> None:
        """Facts were committed, so long after they were given."""
        self._latencies[bisect_left(LATENCIES, seconds)] += 1
        self._latency_sum += seconds

    def text(self, gauges: Mapping[str, float]) -> str:
        """Everything in Prometheus' text format; ``gauges`` are what is so just now."""
        lines: list[str] = []
        for name, (sense, label) in _COUNTERS.items():
            counter = self._counters[name]
            if counter or not label:
                lines += _head(f"durak_{name}_total", sense, "counter")
            for value, number in sorted(counter.items()):
                shown = f'{{{label}="{value}"}}' if label else ""
                lines.append(f"durak_{name}_total{shown} {number}")
            if not counter and not label:
                lines.append(f"durak_{name}_total 0")
        lines += _head("durak_store_seconds", "From giving facts to their commit.", "histogram")
        total = 0
        for bound, bin_size in zip((*LATENCIES, "+Inf"), self._latencies, strict=True):
            total += bin_size
            lines.append(f'durak_store_seconds_bucket{{le="{bound}"}} {total}')
        lines.append(f"durak_store_seconds_sum {self._latency_sum:.6f}")
        lines.append(f"durak_store_seconds_count {total}")
        for name, level in gauges.items():
            lines += _head(f"durak_{name}", _GAUGES[name], "gauge")
            lines.append(f"durak_{name} {round(level, 3)}")
        return "\n".join(lines) + "\n"


class _Counting(logging.Handler):
    def __init__(self, metrics: Metrics) -> None:
        super().__init__(logging.ERROR)
        self._metrics = metrics

    def emit(self, record: logging.LogRecord) -> None:
        self._metrics.count("errors", record.name.rpartition(".")[2])


_COUNTERS: Final = {
    "refusals": ("Messages refused, by code.", "code"),
    "actions": ("Actions stored, by who decided them.", "by"),
    "bot_answers": ("Actions that bots decided.", ""),
    "deals_begun": ("Deals begun.", ""),
    "deals_ended": ("Deals ended.", ""),
    "tables_created": ("Tables created.", ""),
    "connections": ("WebSocket connections opened.", ""),
    "requests": ("Requests answered, by the first digit of their status.", "status"),
    "store_failures": ("Pieces of work that the store did not keep.", ""),
    "errors": ("Errors logged, by where they happened.", "where"),
}
_GAUGES: Final = {
    "connections": "WebSocket connections open now.",
    "tables": "Tables in memory now.",
    "cpu_seconds": "Processor time used by this process.",
    "resident_bytes": "Memory of this process.",
    "uptime_seconds": "Seconds since this process began to serve.",
}


def _head(name: str, sense: str, kind: str) -> list[str]:
    return [f"# HELP {name} {sense}", f"# TYPE {name} {kind}"]


def resident_bytes() -> int | None:
    """Memory of this process, where the system tells it."""
    try:
        with open("/proc/self/statm", encoding="ascii") as file:  # noqa: PTH123
            pages = int(file.read().split()[1])
        import resource
    except (OSError, ValueError, IndexError, ImportError):
        return None
    return pages * resource.getpagesize()


class MeasuredStore(Store):
    """A store whose facts are counted and whose commits are timed."""

    def __init__(
        self, url: Any, metrics: Metrics, *, clock: Callable[[], float] = time.time
    ) -> None:
        super().__init__(url, clock=clock)
        self._metrics = metrics

    def keep(self, table: str, facts: Sequence[Fact]) -> Future[None]:
        """Store facts of a table, all or none. The future resolves once they are committed."""
        begun = time.perf_counter()
        kept = super().keep(table, facts)

        def done(future: Future[None]) -> None:
            if future.exception() is not None:
                self._metrics.count("store_failures")
                return
            self._metrics.stored(time.perf_counter() - begun)
            for fact in facts:
                _count(self._metrics, fact)

        kept.add_done_callback(done)  # in the writer's thread, and only there
        return kept


def _count(metrics: Metrics, fact: Fact) -> None:
    match fact:
        case Acted():
            metrics.count("actions", fact.by)
            if fact.by == "bot":
                metrics.bot_answered()
        case Begun():
            metrics.count("deals_begun")
        case Ended():
            metrics.count("deals_ended")
        case Created():
            metrics.count("tables_created")
        case _:
            pass


class Counted:
    """Counts connections and answers on their way."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self._app = app
        self._metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on and count what becomes of it."""
        if scope["type"] == "websocket":
            self._metrics.count("connections")
            self._metrics.connections += 1
            try:
                await self._app(scope, receive, send)
            finally:
                self._metrics.connections -= 1
        elif scope["type"] == "http":

            async def send_counted(message: Message) -> None:
                if message["type"] == "http.response.start":
                    self._metrics.count("requests", f"{message['status'] // 100}xx")
                await send(message)

            await self._app(scope, receive, send_counted)
        else:
            await self._app(scope, receive, send)


# ---- health ---------------------------------------------------------------------------------


class Ops:
    """Whether a server is well, and its counters as they are now."""

    def __init__(
        self,
        store: Store,
        metrics: Metrics,
        *,
        clock: Callable[[], float] = time.monotonic,
        now: Callable[[], float] = time.time,
    ) -> None:
        self.metrics = metrics
        self._store = store
        self._clock = clock
        self._now = now
        self._begun = clock()
        self._looked: float | None = None
        self._is_writable = False
        self._looking: asyncio.Task[None] | None = None

    async def is_writable(self) -> bool:
        """Whether the store was written just now, or a few seconds ago."""
        if self._looked is None or self._clock() - self._looked >= HEALTH_LASTS:
            if self._looking is None or self._looking.done():
                self._looking = asyncio.create_task(self._look())
            await asyncio.shield(self._looking)
        return self._is_writable

    async def health(self, rooms: Rooms) -> dict[str, Any]:
        """What ``/health`` says."""
        writable = await self.is_writable()
        return {
            "ok": writable,
            "version": __version__,
            "store": "writable" if writable else "not writable",
            "tables": rooms.count,
            "connections": self.metrics.connections,
        }

    def prometheus(self, rooms: Rooms) -> str:
        """What ``/metrics`` says."""
        gauges: dict[str, float] = {
            "connections": self.metrics.connections,
            "tables": rooms.count,
            "cpu_seconds": time.process_time(),
            "uptime_seconds": self._clock() - self._begun,
        }
        resident = resident_bytes()
        if resident is not None:
            gauges["resident_bytes"] = resident
        return self.metrics.text(gauges)

    async def _look(self) -> None:
        beat = self._now()
        pulse = schema.pulse

        def work(connection: Connection) -> None:
            if not connection.execute(update(pulse).values(beat=beat)).rowcount:
                connection.execute(insert(pulse).values(id=0, beat=beat))

        written = asyncio.wrap_future(self._store.put(work))
        try:
            await asyncio.wait_for(asyncio.shield(written), HEALTH_WAITS)
            self._is_writable = True
        except (StoreError, TimeoutError):
            self._is_writable = False
            written.add_done_callback(lambda late: late.cancelled() or late.exception())
        self._looked = self._clock()


# ---- the log --------------------------------------------------------------------------------

_USUAL: Final = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName"}


class Plain(logging.Formatter):
    """A line for people: time, level, where, what."""

    def format(self, record: logging.LogRecord) -> str:
        """The record's line; of an exception its kind and the way it came."""
        when = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        parts = [when, record.levelname, record.name, record.getMessage()]
        parts += [f"{name}={value}" for name, value in _extras(record).items()]
        failure = _failure(record)
        if failure is not None:
            parts.append(f"[{failure['kind']}: {' < '.join(failure['way'])}]")
        return " ".join(part.replace("\n", "\\n") for part in parts)


class Json(logging.Formatter):
    """One JSON object a line: time, level, logger, message, the event's own fields, failure."""

    def format(self, record: logging.LogRecord) -> str:
        """The record's object; of an exception its kind and the way it came."""
        body: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
            **_extras(record),
        }
        failure = _failure(record)
        if failure is not None:
            body["failure"] = failure
        return json.dumps(body, ensure_ascii=False, default=str)


def set_up_log(*, as_json: bool, level: int = logging.INFO, stream: Any = None) -> None:
    """Have everything that is logged written to stderr, a line each, as JSON or for people."""
    handler = logging.StreamHandler(sys.stderr if stream is None else stream)
    handler.setFormatter(Json() if as_json else Plain())
    root = logging.getLogger()
    for old in tuple(root.handlers):
        root.removeHandler(old)
    root.addHandler(handler)
    root.setLevel(logging.WARNING)
    logging.getLogger("durak").setLevel(level)
    logging.captureWarnings(capture=True)


def _extras(record: logging.LogRecord) -> dict[str, Any]:
    return {name: value for name, value in vars(record).items() if name not in _USUAL}


def _failure(record: logging.LogRecord) -> dict[str, Any] | None:
    """The kinds of an exception and of those behind it, and the way it came, innermost first."""
    if not record.exc_info or record.exc_info[1] is None:
        return None
    kinds: list[str] = []
    error: BaseException | None = record.exc_info[1]
    while error is not None and len(kinds) < 5:
        kinds.append(type(error).__name__)
        error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    frames: Iterable[traceback.FrameSummary] = traceback.extract_tb(record.exc_info[2])
    way = [f"{_place(each.filename)}:{each.lineno} {each.name}" for each in frames]
    return {"kind": " from ".join(kinds), "way": way[::-1][:20]}


def _place(path: str) -> str:
    return "/".join(path.replace("\\", "/").split("/")[-2:])
