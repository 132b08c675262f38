"""Records of a table's deals, as a guest may have them."""

from __future__ import annotations

from durak.server.table import Table


def record_text(table: Table, number: int, seat: int | None) -> str:
    """Deal ``number`` of a table: whole with its seeds when it is over, else as ``seat`` knows it."""
    raise NotImplementedError
