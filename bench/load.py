"""How many tables a server holds: N tables of four scripted players at human pace.

    python bench/load.py --tables 500 --seconds 30
    python bench/load.py --tables 500 --seconds 30 --beside    # and a boardgame.io game, as a ratio

Starts a real server process, opens four WebSockets a table from another process, and has each
table do one action every two seconds. Prints actions a second; the time from sending an action to
the receipt of its new state at the table's last seat; the server's processor time; its memory
before anybody came and for each table. Server and players run on a core of their own each, where
there are two. ``--beside`` needs node and npm; it plays the same pattern, over socket.io, with the
small card game in ``boardgame/``. That one keeps its matches in memory only; OpenDurak stores every
action on the disk before anybody is told.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import random
import re
import resource
import secrets
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection, connect

HERE = Path(__file__).resolve().parent
SEATS = 4
RULES = f"podkidnoy players={SEATS}"
EVERY = 2.0
"""Seconds between two actions of a table."""
PATIENCE = 120.0
"""Seconds that anything may take before the measurement is given up."""
OPENING = 16
"""Tables that are opened at the same time."""


# ---- the players' process -----------------------------------------------------------------------


class _View(msgspec.Struct):
    legal: list[str] = []
    result: str | None = None


class _Table(msgspec.Struct):
    stage: str = ""
    deal: int = 0


class _Message(msgspec.Struct):
    type: str
    v: int = -1
    table: _Table | None = None
    view: _View | None = None
    code: str = ""


_read = msgspec.json.Decoder(_Message).decode


@dataclass
class Counts:
    """What the players saw."""

    latencies: list[float] = field(default_factory=list)
    actions: int = 0
    refused: int = 0
    lost: int = 0
    received: int = 0
    bytes: int = 0


async def ask(
    address: str, method: str, path: str, body: Any = None, headers: dict[str, str] | None = None
) -> tuple[dict[str, str], bytes]:
    """One request over HTTP; the answer's headers and body."""
    host, _, port = address.partition(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    content = b"" if body is None else json.dumps(body).encode()
    lines = [f"{method} {path} HTTP/1.1", f"Host: {address}", "Connection: close"]
    lines += [f"{name}: {value}" for name, value in (headers or {}).items()]
    if body is not None:
        lines += ["Content-Type: application/json", f"Content-Length: {len(content)}"]
    writer.write("\r\n".join([*lines, "", ""]).encode() + content)
    answer = await asyncio.wait_for(reader.read(), PATIENCE)
    writer.close()
    head, _, rest = answer.partition(b"\r\n\r\n")
    status, *fields = head.decode().split("\r\n")
    if not 200 <= int(status.split()[1]) < 400:
        raise SystemExit(f"{method} {path}: {status}: {rest[:300].decode(errors='replace')}")
    found = [line.partition(":")[::2] for line in fields]
    return {name.strip().lower(): value.strip() for name, value in found}, rest


class Table:
    """Four players at one table; the part that every server has in common."""

    def __init__(self, number: int, address: str, counts: Counts) -> None:
        self.number = number
        self.address = address
        self.counts = counts
        self.rng = random.Random(number)
        self.sockets: list[ClientConnection] = []
        self.measuring = False
        self._awaited = -1
        self._sent = 0.0
        self._missing: set[int] = set()

    @property
    def headers(self) -> dict[str, str]:
        """As a proxy in front of the server would say it: each table is at a place of its own."""
        n = self.number + 1
        return {"X-Forwarded-For": f"10.{n >> 16}.{n >> 8 & 255}.{n & 255}"}

    async def open(self) -> None:
        raise NotImplementedError

    async def act(self) -> None:
        """Do one action, whoever is to act."""
        raise NotImplementedError

    def heard(self, seat: int, text: str) -> None:
        raise NotImplementedError

    async def listen(self, seat: int) -> None:
        async for text in self.sockets[seat]:
            assert isinstance(text, str)
            if self.measuring:
                self.counts.received += 1
                self.counts.bytes += len(text)
            self.heard(seat, text)

    async def play(self, until: float) -> None:
        """An action every so many seconds, at a moment of this table's own."""
        now = time.perf_counter
        at = now() + self.rng.uniform(0, EVERY)
        while at < until:
            await asyncio.sleep(max(0.0, at - now()))
            if self._missing and self.measuring:
                self.counts.lost += 1
                self._missing = set()
            await self.act()
            at += EVERY

    async def send(self, seat: int, text: str, version: int) -> None:
        """Send an action that makes this version, and begin to wait for it at every seat."""
        self._awaited = version
        self._missing = set(range(SEATS))
        if self.measuring:
            self.counts.actions += 1
        self._sent = time.perf_counter()
        await self.sockets[seat].send(text)

    def shown(self, seat: int, version: int) -> None:
        """A seat was sent a version."""
        if version >= self._awaited and seat in self._missing:
            self._missing.discard(seat)
            if not self._missing and self.measuring:
                self.counts.latencies.append(time.perf_counter() - self._sent)

    def refused(self) -> None:
        self._missing = set()
        if self.measuring:
            self.counts.refused += 1
            self.counts.actions -= 1


class DurakTable(Table):
    """Four persons at a table of ours."""

    async def open(self) -> None:
        self.v = -1
        self.stage, self.deal = "", 0
        self.legal: list[list[str]] = [[] for _ in range(SEATS)]
        cookies = []
        made, body = await ask(
            self.address,
            "POST",
            "/api/tables",
            {"options": {"rules": RULES}, "seat": 0, "name": "Player 0", "bots": False},
            self.headers,
        )
        table = json.loads(body)["id"]
        cookies.append(made["set-cookie"].partition(";")[0])
        for _ in range(1, SEATS):
            shown, _ = await ask(self.address, "GET", f"/t/{table}", None, self.headers)
            cookies.append(shown["set-cookie"].partition(";")[0])
        for seat, cookie in enumerate(cookies):
            self.sockets.append(
                await connect(
                    f"ws://{self.address}/t/{table}/ws",
                    additional_headers={"Cookie": cookie, **self.headers},
                    compression=None,
                    proxy=None,
                    open_timeout=PATIENCE,
                    ping_interval=None,
                )
            )
            if seat:
                await self.sockets[seat].send(
                    json.dumps({"type": "sit", "seat": seat, "name": f"Player {seat}"})
                )
        self.listeners = [asyncio.create_task(self.listen(seat)) for seat in range(SEATS)]
        while self.deal == 0:
            await asyncio.sleep(0.01)
        begun = time.perf_counter()
        await self.begin(self.deal)
        while self.stage != "playing":
            await asyncio.sleep(0.01)
            if time.perf_counter() - begun > PATIENCE:
                raise SystemExit(f"table {table} did not begin")

    async def begin(self, number: int) -> None:
        for at in self.sockets:
            await at.send(
                json.dumps({"type": "deal", "number": number, "seed": secrets.token_hex(32)})
            )

    async def act(self) -> None:
        if self.stage != "playing":
            await self.begin(self.deal + (self.stage == "over"))
            return
        seat = next((seat for seat in range(SEATS) if self.legal[seat]), None)
        if seat is not None:
            action = {"type": "act", "v": self.v, "do": self.rng.choice(self.legal[seat])}
            await self.send(seat, json.dumps(action), self.v + 1)

    def heard(self, seat: int, text: str) -> None:
        message = _read(text)
        if message.type == "refused":
            self.refused()
        elif message.type == "state" and message.table is not None:
            if message.v > self.v:
                self.v = message.v
                self.legal = [[] for _ in range(SEATS)]
            if message.v == self.v:
                self.stage, self.deal = message.table.stage, message.table.deal
                self.legal[seat] = message.view.legal if message.view is not None else []
            self.shown(seat, message.v)


class BoardgameTable(Table):
    """Four players of the small game on boardgame.io, over its socket.io."""

    async def open(self) -> None:
        self.v = -1
        self.current = ""
        self.hands: list[list[str]] = [[] for _ in range(SEATS)]
        _, body = await ask(self.address, "POST", "/games/laying/create", {"numPlayers": SEATS})
        self.match = json.loads(body)["matchID"]
        self.credentials: list[str] = []
        for seat in range(SEATS):
            _, body = await ask(
                self.address,
                "POST",
                f"/games/laying/{self.match}/join",
                {"playerID": str(seat), "playerName": f"Player {seat}"},
            )
            self.credentials.append(json.loads(body)["playerCredentials"])
            at = await connect(
                f"ws://{self.address}/socket.io/?EIO=4&transport=websocket",
                compression=None,
                proxy=None,
                open_timeout=PATIENCE,
                ping_interval=None,
                max_size=None,
            )
            self.sockets.append(at)
            assert str(await at.recv()).startswith("0")
            await at.send("40/laying,")
            assert str(await at.recv()).startswith("40/laying,")
            await self.emit(seat, "sync", self.match, str(seat), self.credentials[seat], SEATS)
        self.listeners = [asyncio.create_task(self.listen(seat)) for seat in range(SEATS)]
        while not all(self.hands):
            await asyncio.sleep(0.01)

    async def emit(self, seat: int, *what: Any) -> None:
        await self.sockets[seat].send("42/laying," + json.dumps(what))

    async def act(self) -> None:
        seat = int(self.current)
        action = {
            "type": "MAKE_MOVE",
            "payload": {
                "type": "lay",
                "args": [self.hands[seat][0]],
                "playerID": str(seat),
                "credentials": self.credentials[seat],
            },
        }
        what = ["update", action, self.v, self.match, str(seat)]
        await self.send(seat, "42/laying," + json.dumps(what), self.v + 1)

    def heard(self, seat: int, text: str) -> None:
        if text == "2":  # its own ping
            asyncio.get_running_loop().create_task(self.sockets[seat].send("3"))
        elif text.startswith("42/laying,"):
            name, _, *rest = msgspec.json.decode(text[len("42/laying,") :])
            if name == "sync":
                state = rest[0]["state"]
            elif name == "update":
                state = rest[0]
            else:
                return
            self.v = max(self.v, state["_stateID"])
            self.current = state["ctx"]["currentPlayer"]
            self.hands[seat] = state["G"]["players"].get(str(seat), {}).get("hand", [])
            self.shown(seat, state["_stateID"])


KINDS: dict[str, type[Table]] = {"durak": DurakTable, "boardgame": BoardgameTable}


async def players(kind: str, address: str, tables: int, seconds: float) -> None:
    """Open every table, say so, play when told to, say what was seen."""
    counts = Counts()
    everybody = [KINDS[kind](number, address, counts) for number in range(tables)]
    gate = asyncio.Semaphore(OPENING)

    async def open_one(table: Table) -> None:
        async with gate:
            await asyncio.wait_for(table.open(), PATIENCE)

    await asyncio.gather(*(open_one(table) for table in everybody))
    print("open", flush=True)
    await asyncio.to_thread(sys.stdin.readline)
    begun = time.perf_counter()
    settled, over = begun + EVERY, begun + EVERY + seconds
    playing = [asyncio.create_task(table.play(over)) for table in everybody]
    await asyncio.sleep(settled - time.perf_counter())
    for table in everybody:
        table._missing = set()
        table.measuring = True
    print("settled", flush=True)
    await asyncio.sleep(over - time.perf_counter())
    for table in everybody:
        table.measuring = False
    print(json.dumps(asdict(counts)), flush=True)
    await asyncio.gather(*playing)
    await asyncio.gather(*(at.close() for table in everybody for at in table.sockets))


# ---- the servers, and what is measured of them --------------------------------------------------


@dataclass(kw_only=True)
class Measured:
    """One server under one load."""

    name: str
    tables: int
    actions_per_second: float
    p50: float
    p95: float
    p99: float
    worst: float
    cpu_percent: float
    idle_mb: float
    engine_mb: float
    """Of that, what the compiled rules alone take in a process of their own."""
    table_kb: float
    bytes_per_action: float
    refused: int
    lost: int

    def lines(self) -> Iterator[str]:
        """For people."""
        yield f"{self.name}: {self.tables} tables of {SEATS}, an action every {EVERY:g} s a table"
        yield f"  actions a second      {self.actions_per_second:8.1f}"
        yield (
            "  to the last seat, ms  "
            f"p50 {self.p50:.1f}  p95 {self.p95:.1f}  p99 {self.p99:.1f}  worst {self.worst:.1f}"
        )
        yield f"  processor, % of one   {self.cpu_percent:8.1f}"
        engine = f", of that the engine {self.engine_mb:.1f}" if self.engine_mb else ""
        yield f"  memory idle, MB       {self.idle_mb:8.1f}{engine}"
        yield f"  memory a table, KB    {self.table_kb:8.1f}"
        yield f"  bytes sent an action  {self.bytes_per_action:8.0f}"
        yield f"  refused, lost         {self.refused}, {self.lost}"


def cpu_of(pid: int) -> float:
    """Processor seconds that a process used so far, all threads."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def memory_of(pid: int) -> int:
    """Bytes of a process in memory."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * resource.getpagesize()


def prepare(core: int) -> None:
    """In a child: as many open files as allowed, and a core of its own."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    cores = sorted(os.sched_getaffinity(0))
    if len(cores) > 1:
        os.sched_setaffinity(0, {cores[core % len(cores)]})


@contextlib.contextmanager
def running(command: list[str], core: int, **more: Any) -> Iterator[subprocess.Popen[str]]:
    child = subprocess.Popen(
        command, stdout=subprocess.PIPE, text=True, preexec_fn=lambda: prepare(core), **more
    )
    try:
        yield child
    finally:
        child.terminate()
        try:
            child.wait(20)
        except subprocess.TimeoutExpired:
            child.kill()
            child.wait()


def wait_for(child: subprocess.Popen[str], wanted: str) -> str:
    """The first line of a child's that matches."""
    assert child.stdout is not None
    for line in child.stdout:
        if re.search(wanted, line):
            return line
    raise SystemExit(f"{child.args!r} ended: {child.wait()}")


def measure(name: str, kind: str, command: list[str], tables: int, seconds: float) -> Measured:
    """Start a server and have it played on."""
    environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
    with running(command, 0, env=environment) as server:
        line = wait_for(server, r"http://[^/]+/")
        address = line.partition("http://")[2].partition("/")[0].replace("localhost", "127.0.0.1")
        time.sleep(2)
        idle = memory_of(server.pid)
        arguments = ["--players", kind, "--address", address]
        arguments += ["--tables", str(tables), "--seconds", str(seconds)]
        with running(
            [sys.executable, __file__, *arguments], 1, stdin=subprocess.PIPE, env=environment
        ) as crowd:
            wait_for(crowd, "^open")
            assert crowd.stdin is not None
            crowd.stdin.write("go\n")
            crowd.stdin.flush()
            wait_for(crowd, "^settled")
            before, begun = cpu_of(server.pid), time.perf_counter()
            counts = Counts(**json.loads(wait_for(crowd, "^{")))
            spent, took = cpu_of(server.pid) - before, time.perf_counter() - begun
            full = memory_of(server.pid)
    waits = sorted(counts.latencies) or [float("nan")]

    def at(share: float) -> float:
        return 1000 * waits[min(len(waits) - 1, int(share * len(waits)))]

    return Measured(
        name=name,
        tables=tables,
        actions_per_second=len(counts.latencies) / took,
        p50=at(0.5),
        p95=at(0.95),
        p99=at(0.99),
        worst=at(1),
        cpu_percent=100 * spent / took,
        idle_mb=idle / 1e6,
        engine_mb=0.0,
        table_kb=(full - idle) / 1e3 / tables,
        bytes_per_action=counts.bytes / max(1, counts.actions),
        refused=counts.refused,
        lost=counts.lost,
    )


ENGINE = """
import sys
from pathlib import Path
from durak.kernel.entry import warm_up
warm_up(lambda line: None)
print(int(Path("/proc/self/statm").read_text().split()[1]))
"""


def engine_memory() -> int:
    """Bytes of a process that has the compiled rules and nothing else."""
    done = subprocess.run(
        [sys.executable, "-c", ENGINE], stdout=subprocess.PIPE, text=True, check=True
    )
    return int(done.stdout) * resource.getpagesize()


def beside() -> list[str]:
    """The command of the boardgame.io server, installed if need be."""
    folder = HERE / "boardgame"
    if shutil.which("node") is None or shutil.which("npm") is None:
        raise SystemExit("--beside needs node and npm: install nodejs and npm")
    if not (folder / "node_modules" / "boardgame.io").is_dir():
        print("Installing boardgame.io into bench/boardgame/node_modules ...", flush=True)
        subprocess.run(
            ["npm", "install", "--no-package-lock", "--omit=optional", "--silent"],
            cwd=folder,
            check=True,
        )
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    return ["node", str(folder / "server.js"), str(port)]


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--beside", action="store_true", help="measure boardgame.io too")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("--players", choices=sorted(KINDS), help=argparse.SUPPRESS)
    parser.add_argument("--address", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.players:
        try:
            import uvloop
        except ImportError:
            asyncio.run(players(asked.players, asked.address, asked.tables, asked.seconds))
        else:
            uvloop.run(players(asked.players, asked.address, asked.tables, asked.seconds))
        return
    with tempfile.TemporaryDirectory() as data:
        serve = [sys.executable, "-m", "durak", "serve", "--no-browser", "--port", "0"]
        serve += ["--pace", "0", "--data", data]
        ours = measure("OpenDurak", "durak", serve, asked.tables, asked.seconds)
    ours.engine_mb = engine_memory() / 1e6
    found = [ours]
    if asked.beside:
        theirs = measure("boardgame.io", "boardgame", beside(), asked.tables, asked.seconds)
        found.append(theirs)
    if asked.json:
        print(json.dumps([asdict(each) for each in found]))
        return
    for each in found:
        print(*each.lines(), sep="\n")
    if asked.beside:
        print("OpenDurak to boardgame.io, as a ratio (below 1: less)")
        for what in ("p50", "p99", "cpu_percent", "idle_mb", "table_kb", "bytes_per_action"):
            ratio = getattr(ours, what) / max(1e-9, getattr(theirs, what))
            print(f"  {what:20}  {ratio:8.2f}")


if __name__ == "__main__":
    main()
