"""The protocol's page names every message with its fields, and no other."""

import re
from pathlib import Path
from typing import Any, get_args

from durak.server import protocol

PAGE = Path(__file__).resolve().parents[2] / "docs" / "reference" / "protocol.md"


def test_every_message_is_documented_with_its_fields() -> None:
    messages: tuple[Any, ...] = (
        *get_args(protocol.ClientMessage),
        *get_args(protocol.ServerMessage),
    )
    rows = re.findall(r"^\| `(\w+)` \| (.*?) ?\|", PAGE.read_text("utf-8"), re.MULTILINE)
    documented = [(kind, re.findall(r"`(\w+)`", fields)) for kind, fields in rows]
    assert sorted(documented) == sorted(
        (each.__struct_config__.tag, list(each.__struct_fields__)) for each in messages
    )
