"""Starting: which port, and what is said when there is none."""

import contextlib
import socket

import pytest

from durak.server import serve as module
from durak.server.serve import PORTS_TRIED, ServeError


def test_the_next_free_port_is_taken_and_said(monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        monkeypatch.setattr(module, "DEFAULT_PORT", port)
        with module._listen("127.0.0.1", None, said.append) as found:
            chosen = found.getsockname()[1]
    assert port < chosen < port + PORTS_TRIED
    assert said == [f"Port {port} is taken, so this is port {chosen}."]


def test_a_chosen_port_is_taken_or_refused() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(ServeError, match=f"port {port} "):
            module._listen("127.0.0.1", port, print)
    with contextlib.closing(module._listen("127.0.0.1", port, print)) as found:
        assert found.getsockname()[1] == port


def test_an_address_of_another_machine_is_refused() -> None:
    with pytest.raises(ServeError):
        module._listen("no.such.host.invalid", None, print)
    with pytest.raises(ServeError):
        module._listen("192.0.2.1", None, print)
