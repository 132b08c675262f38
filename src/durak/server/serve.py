"""Start the server on this machine: its socket, its folder, the browser, and a clean stop."""

from __future__ import annotations

import errno
import gc
import signal
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Final

import uvicorn

from durak.kernel.entry import warm_up
from durak.server.app import Editions, Settings, create_app
from durak.server.folder import FolderError, default_folder, sole_use
from durak.server.levels import ADVICE, WARMTH, seated_levels
from durak.server.ops import set_up_log
from durak.server.protocol import MAX_MESSAGE, USUAL_LEVEL
from durak.server.sockets import Sockets
from durak.server.store import StoreError

DEFAULT_PORT: Final = 8080
PORTS_TRIED: Final = 20
"""Free ports are looked for among so many, from the default one on."""
HEARTBEAT: Final = 20
"""Seconds after which a connection is asked whether it is still there, and then has to say so."""
LOCAL: Final = ("127.0.0.1", "localhost", "::1")
LOOPBACK: Final = ("127.0.0.1", "localhost", "[::1]")
PATIENCE: Final = 5
"""Seconds that connections have to end when the server stops."""
STOPPING: Final = (signal.SIGINT, signal.SIGTERM)


class ServeError(Exception):
    """The server cannot start; the sentence says why and what would help."""


def serve(
    *,
    pages: Editions,
    static: Path,
    host: str = "127.0.0.1",
    port: int | None = None,
    data: Path | None = None,
    open_browser: bool = True,
    pace: float = 0.9,
    log_json: bool = False,
    names: Sequence[str] = (),
    say: Callable[[str], object] = lambda line: sys.stdout.write(line + "\n"),
) -> None:
    """Serve until SIGINT or SIGTERM. ``port`` None: 8080, or the next that is free.

    ``names``: further names by which this server may be called, as a proxy in front has them.

    Raises:
        ServeError: the port is taken, the folder cannot be used, or the store cannot be opened.
    """
    with ExitStack() as stack:
        listening = stack.enter_context(_listen(host, port, say))
        real_port = listening.getsockname()[1]
        try:
            folder = stack.enter_context(sole_use(data or default_folder()))
            settings = Settings(
                data=folder,
                pages=pages,
                static=static,
                pace=pace,
                log_json=log_json,
                hosts=(*LOOPBACK, *map(str.lower, names)) if host in LOCAL else (),
            )
            set_up_log(as_json=settings.log_json)
            app = create_app(settings)
        except (FolderError, StoreError) as error:
            raise ServeError(str(error)) from error
        warm_up(say)
        _spare_collections()
        address = f"http://{_in_address(host)}:{real_port}/"

        def ready() -> None:
            say(f"OpenDurak is at {address} (tables in {folder}; Ctrl+C stops)")
            WARMTH.begin((USUAL_LEVEL, *seated_levels(), ADVICE))
            if open_browser:
                threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()

        _Server(config(app), ready).run(sockets=[listening])
        say("Stopped. Every table is kept.")


def config(app: object) -> uvicorn.Config:
    """How this application wants to be run."""
    return uvicorn.Config(
        app,  # type: ignore[arg-type]  # any ASGI application
        log_config=None,  # its lines go where all others go
        log_level="warning",
        access_log=False,
        server_header=False,
        ws=Sockets,
        ws_max_size=MAX_MESSAGE,
        ws_per_message_deflate=False,
        ws_ping_interval=HEARTBEAT,
        ws_ping_timeout=HEARTBEAT,
        timeout_graceful_shutdown=PATIENCE,
        lifespan="on",
    )


def _spare_collections() -> None:
    """Have the garbage collector look seldom, and never at what was loaded before anybody came.

    The compiled rules alone are a hundred thousand objects, and each table adds its own: a whole
    collection stops every table for a quarter of a second (``bench/load.py`` shows it as p99).
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 10, 100)


class PortTakenError(ServeError):
    """Another program listens on the port."""


class _Server(uvicorn.Server):
    """A server that says when it listens."""

    def __init__(self, settings: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(settings)
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Listen, then say so."""
        await super().startup(sockets)
        if self.started:
            self._ready()

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Stop when told to, and then go on here: uvicorn's own would end the process by signal."""
        before = {each: signal.signal(each, self.handle_exit) for each in STOPPING}
        try:
            yield
        finally:
            for each, old in before.items():
                signal.signal(each, old)


def _listen(host: str, port: int | None, say: Callable[[str], object]) -> socket.socket:
    if port is not None:
        return _bound(host, port)
    for wanted in range(DEFAULT_PORT, DEFAULT_PORT + PORTS_TRIED):
        try:
            found = _bound(host, wanted)
        except PortTakenError:
            continue
        if wanted != DEFAULT_PORT:
            say(f"Port {DEFAULT_PORT} is taken, so this is port {wanted}.")
        return found
    raise ServeError(
        f"no port from {DEFAULT_PORT} to {DEFAULT_PORT + PORTS_TRIED - 1} of {host} is free: "
        "choose one"
    )


def _bound(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    found = socket.socket(family, socket.SOCK_STREAM)
    try:
        if sys.platform != "win32":  # there it would allow two servers on one port
            found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        found.bind((host, port))
    except OSError as error:
        found.close()
        if error.errno == errno.EADDRINUSE:
            raise PortTakenError(
                f"port {port} of {host} is not free: stop what uses it, or choose another port"
            ) from error
        if isinstance(error, PermissionError):
            raise ServeError(
                f"port {port} may not be used by this user: choose one from 1024 on"
            ) from error
        raise ServeError(f"{host} is no address of this machine: {error.strerror}") from error
    return found


def _in_address(host: str) -> str:
    if host in ("0.0.0.0", "::"):  # every address: this machine's own is one
        return "localhost"
    return f"[{host}]" if ":" in host else host
