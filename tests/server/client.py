"""A scripted client: plays at a table over a raw WebSocket and keeps every byte it is sent."""

import json
import random
import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any, Self

import httpx2
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

PATIENCE = 60.0
"""Seconds after which a test gives up; nothing waits so long unless it is broken."""


@dataclass
class Guest:
    """A browser: one address, one cookie."""

    address: str
    http: httpx2.Client = field(init=False)

    def __post_init__(self) -> None:
        self.http = httpx2.Client(base_url=f"http://{self.address}", timeout=PATIENCE)

    @property
    def cookie(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())

    def create(self, code: str, seat: int = 0) -> str:
        made = self.http.post("/api/tables", json={"code": code, "seat": seat, "name": "Tester"})
        assert made.status_code == 201, made.text
        table: str = made.json()["id"]
        return table

    def gather(self, rules: str, *, name: str = "Host", seat: int = 0, **options: Any) -> str:
        """A table for several persons."""
        asked = {"options": {"rules": rules, **options}, "name": name, "seat": seat, "bots": False}
        made = self.http.post("/api/tables", json=asked)
        assert made.status_code == 201, made.text
        table: str = made.json()["id"]
        return table

    def visit(self, table: str) -> Self:
        """Open the table's page, which makes a guest of somebody new."""
        assert self.http.get(f"/t/{table}").status_code == 200
        return self

    def open(self, table: str, **more: Any) -> ClientConnection:
        headers = {"Cookie": self.cookie} if self.cookie else {}
        return connect(
            f"ws://{self.address}/t/{table}/ws",
            additional_headers=headers,
            open_timeout=PATIENCE,
            proxy=None,
            compression=None,
            **more,
        )

    @contextmanager
    def sit(self, table: str) -> Iterator["Player"]:
        with self.open(table) as socket:
            yield Player(socket)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.http.close()


class Player:
    """One connection at a table. ``state`` is the newest state it was sent."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.received: list[str] = []
        self.told: list[dict[str, Any]] = []
        self.state: dict[str, Any] = {}
        self.hear()

    @property
    def view(self) -> dict[str, Any]:
        view: dict[str, Any] = self.state["view"]
        return view

    @property
    def v(self) -> int:
        v: int = self.state["v"]
        return v

    def hear(self) -> dict[str, Any]:
        """The next state or refusal; what else is said before it goes to ``told``."""
        while (message := self.hear_any())["type"] not in ("state", "refused"):
            self.told.append(message)
        return message

    def hear_any(self) -> dict[str, Any]:
        text = self.socket.recv(PATIENCE)
        assert isinstance(text, str)
        self.received.append(text)
        message: dict[str, Any] = json.loads(text)
        if message["type"] == "state":
            assert message["v"] >= self.state.get("v", -1)
            self.state = message
        return message

    def refused(self) -> dict[str, Any]:
        """The next refusal; states go by."""
        while (message := self.hear())["type"] != "refused":
            pass
        return message

    def until_told(self, kind: str, **wanted: Any) -> dict[str, Any]:
        """The next notice, line or history with these values, of those not looked at yet."""

        def fits(message: dict[str, Any]) -> bool:
            values = {**message, **message.get("params", {})}
            return message["type"] == kind and all(values.get(k) == x for k, x in wanted.items())

        while True:
            for at, message in enumerate(self.told):
                if fits(message):
                    del self.told[: at + 1]
                    return message
            message = self.hear_any()
            if message["type"] in ("state", "refused"):
                assert message["type"] == "state" or kind == "refused", message
            else:
                self.told.append(message)

    def send(self, **message: Any) -> None:
        self.socket.send(json.dumps(message))

    def act(self, do: str, v: int | None = None) -> None:
        self.send(type="act", v=self.v if v is None else v, do=do)

    def ready(self, number: int = 1) -> str:
        seed = secrets.token_hex(32)
        self.send(type="deal", number=number, seed=seed)
        return seed

    def begin(self, number: int = 1) -> str:
        seed = self.ready(number)
        self.until_stage("playing")
        return seed

    def until_stage(self, stage: str) -> None:
        self.until(lambda me: me.table["stage"] == stage)

    @property
    def table(self) -> dict[str, Any]:
        table: dict[str, Any] = self.state["table"]
        return table

    @property
    def seats(self) -> list[dict[str, Any]]:
        seats: list[dict[str, Any]] = self.table["seats"]
        return seats

    def until_closed(self) -> int | None:
        """Hear everything to the end; the close code."""
        with suppress(ConnectionClosed):
            while True:
                self.hear()
        return self.socket.close_code

    def until(self, wanted: Callable[["Player"], bool]) -> None:
        while not wanted(self):
            assert self.hear()["type"] == "state", self.received[-1]

    def until_v(self, v: int) -> None:
        """Hear until this version; refusals go by."""
        while self.v < v:
            self.hear()

    def until_asked(self) -> bool:
        """Whether this seat is asked before the deal is over."""
        self.until(lambda me: bool(me.view["legal"]) or me.view["result"] is not None)
        return bool(self.view["legal"])

    def play(self, rng: random.Random, actions: int = 1000) -> int:
        """Act so many times at most; how many times it did."""
        for done in range(actions):
            if not self.until_asked():
                return done
            before = self.v
            self.act(rng.choice(self.view["legal"]))
            self.until(lambda me, before=before: me.v > before)  # type: ignore[misc]
        return actions
