"""How many tables of bots a server holds: N tables, a person and three bots, at human pace.

    python bench/bots.py --tables 200 --level expert

Runs the server in this process, on one core; another process opens a WebSocket a table and plays
its person, who answers after a human moment. Prints actions a second; how much later than its
moment an answer of a bot is stored and told, which is what thinking and the queue add to the pace;
answers in which the table played the least for a bot; and the share of a core that all of it takes.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import re
import secrets
import socket
import sys
import tempfile
import time
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import msgspec
import uvicorn
from load import PATIENCE, ask, memory_of, prepare, running
from starlette.applications import Starlette
from websockets.asyncio.client import connect

from durak.bots.levels import warm_up
from durak.kernel.entry import warm_up as warm_up_rules
from durak.server.answering import Answering
from durak.server.app import Settings, create_app
from durak.server.serve import config
from durak.server.thinking import Thinking
from durak.web import STATIC, Editions

RULES = "podkidnoy players=4"
PACE = 0.9
"""Seconds, about, that an answer takes."""
OPENING = 8
"""Tables that are opened at the same time."""


# ---- the persons' process -----------------------------------------------------------------------


class _View(msgspec.Struct):
    legal: list[str] = []


class _Table(msgspec.Struct):
    stage: str = ""
    deal: int = 0


class _Message(msgspec.Struct):
    type: str
    v: int = -1
    table: _Table | None = None
    view: _View | None = None


_read = msgspec.json.Decoder(_Message).decode


async def person(address: str, number: int, level: str, opening: asyncio.Semaphore) -> None:
    """Play at a table of bots, deal after deal."""
    rng = random.Random(number)
    headers = {"X-Forwarded-For": f"10.0.{number >> 8}.{number & 255}"}
    async with opening:
        body = {"options": {"rules": RULES, "bots": level}, "name": "Person", "bots": True}
        made, answer = await ask(address, "POST", "/api/tables", body, headers)
        table = json.loads(answer)["id"]
        socket_ = await connect(
            f"ws://{address}/t/{table}/ws",
            additional_headers={"Cookie": made["set-cookie"].partition(";")[0], **headers},
            compression=None,
            proxy=None,
            open_timeout=PATIENCE,
            ping_interval=None,
        )
    answered = -1
    async for text in socket_:
        assert isinstance(text, str)
        message = _read(text)
        if message.type != "state" or message.table is None or message.v == answered:
            continue
        if message.table.stage != "playing":
            answered = message.v
            deal = message.table.deal + (message.table.stage == "over")
            begin = {"type": "deal", "number": deal, "seed": secrets.token_hex(32)}
            await socket_.send(json.dumps(begin))
        elif message.view is not None and message.view.legal:
            answered = message.v
            await asyncio.sleep(PACE * rng.uniform(0.5, 1.5))
            do = rng.choice(message.view.legal)
            await socket_.send(json.dumps({"type": "act", "v": message.v, "do": do}))


async def persons(address: str, tables: int, level: str) -> None:
    """All of them, until this process is ended."""
    opening = asyncio.Semaphore(OPENING)
    await asyncio.gather(*(person(address, each, level, opening) for each in range(tables)))


# ---- the server's process -----------------------------------------------------------------------


@dataclass
class Measured:
    """What came out."""

    level: str
    tables: int
    actions_per_second: float = 0.0
    late_p50_ms: float = 0.0
    late_p95_ms: float = 0.0
    late_p99_ms: float = 0.0
    late_worst_ms: float = 0.0
    cpu_percent: float = 0.0
    memory_mb: float = 0.0
    least: int = 0
    thought_p99_ms: float = 0.0
    """How late an answer is known; the rest is storing and telling it."""
    late: list[float] = field(default_factory=list)
    thought: list[float] = field(default_factory=list)

    def lines(self) -> list[str]:
        return [
            f"{self.tables} tables of {self.level}",
            f"  actions a second          {self.actions_per_second:8.0f}",
            f"  answers late by, p50      {self.late_p50_ms:8.1f} ms",
            f"  p95                       {self.late_p95_ms:8.1f} ms",
            f"  p99                       {self.late_p99_ms:8.1f} ms",
            f"  worst                     {self.late_worst_ms:8.1f} ms",
            f"  of that thinking, p99     {self.thought_p99_ms:8.1f} ms",
            f"  answered for a bot        {self.least:8}",
            f"  of a core                 {self.cpu_percent:8.0f} %",
            f"  memory                    {self.memory_mb:8.0f} MB",
        ]


def watch(measured: Measured) -> None:
    """Have every answer of a bot noted: how long after its moment it is stored and told."""
    whole = Answering._answer

    async def noted(self: Answering, question: Any, do: str, **more: Any) -> bool:
        now = asyncio.get_running_loop().time
        thought = now() - question.moment
        done = await whole(self, question, do, **more)
        if more["by"] == "bot":
            measured.thought.append(thought)
            measured.late.append(now() - question.moment)
        return done

    Answering._answer = noted  # type: ignore[method-assign]
    think = Thinking.answer

    async def thought(self: Thinking, bot: Any, view: Any) -> Any:
        found = await think(self, bot, view)
        measured.least += not found.is_own
        return found

    Thinking.answer = thought  # type: ignore[method-assign]


def acted_so_far(app: Starlette) -> int:
    """Actions of anybody that were stored."""
    text: str = app.state.metrics.text({})
    found = re.findall(r'^durak_actions_total\{by="\w+"\} (\d+)$', text, re.MULTILINE)
    return sum(map(int, found))


async def serve_and_measure(asked: argparse.Namespace, data: Path) -> Measured:
    measured = Measured(level=asked.level, tables=asked.tables)
    watch(measured)
    app = create_app(Settings(data=data, pages=Editions(), static=STATIC, pace=PACE))
    with socket.create_server(("127.0.0.1", 0), backlog=1024) as listening:
        server = uvicorn.Server(config(app))
        serving = asyncio.create_task(server.serve(sockets=[listening]))
        while not server.started:
            await asyncio.sleep(0.01)
        command = [sys.executable, __file__, "--address", f"127.0.0.1:{listening.getsockname()[1]}"]
        command += ["--tables", str(asked.tables), "--level", asked.level]
        with running(command, 1):
            while len(measured.late) < asked.tables * 3:
                await asyncio.sleep(0.1)
            await asyncio.sleep(3)
            measured.late.clear()
            measured.thought.clear()
            spent, begun = time.process_time(), time.perf_counter()
            before = acted_so_far(app)
            await asyncio.sleep(asked.seconds)
            took = time.perf_counter() - begun
            measured.cpu_percent = 100 * (time.process_time() - spent) / took
            late = sorted(measured.late) or [float("nan")]
            acted = acted_so_far(app) - before
        server.should_exit = True
        await serving

    def at(share: float) -> float:
        return 1000 * late[min(len(late) - 1, int(share * len(late)))]

    measured.actions_per_second = acted / took
    measured.late_p50_ms, measured.late_p95_ms = at(0.5), at(0.95)
    measured.late_p99_ms, measured.late_worst_ms = at(0.99), at(1)
    measured.memory_mb = memory_of(os.getpid()) / 1e6
    thought = sorted(measured.thought) or [float("nan")]
    measured.thought_p99_ms = 1000 * thought[min(len(thought) - 1, int(0.99 * len(thought)))]
    measured.late = measured.thought = []
    return measured


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--level", default="expert")
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("--address", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    run = asyncio.run
    try:
        import uvloop
    except ImportError:
        pass
    else:
        run = uvloop.run
    if asked.address:
        run(persons(asked.address, asked.tables, asked.level))
        return
    prepare(0)
    warm_up_rules(lambda line: print(line, file=sys.stderr))
    warm_up([asked.level], lambda line: print(line, file=sys.stderr))
    with tempfile.TemporaryDirectory() as data:
        measured = run(serve_and_measure(asked, Path(data)))
    if asked.json:
        print(json.dumps(asdict(measured)))
    else:
        print(*measured.lines(), sep="\n")


if __name__ == "__main__":
    main()
