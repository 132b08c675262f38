"""Bots have levels: those of older tables play at the usual one."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"

OLD, NEW = "quick", "club"


def upgrade() -> None:
    """To this shape: the only bot there was becomes the one that is usual now."""

    def change(body: dict[str, Any]) -> None:
        if body["options"].get("bots") == OLD:
            body["options"]["bots"] = NEW
        for seat in body["seats"]:
            if seat["kind"] == "bot" and seat.get("level") is None:
                seat["level"] = NEW

    _rewrite(change)


def downgrade() -> None:
    """Back to tables with one kind of bot, and no practice."""

    def change(body: dict[str, Any]) -> None:
        body["options"]["bots"] = OLD
        body["options"].pop("practice", None)
        for seat in body["seats"]:
            seat.pop("level", None)

    _rewrite(change)


def _rewrite(change: Callable[[dict[str, Any]], None]) -> None:
    """Have this done to every arrangement that is stored."""
    connection = op.get_bind()
    table = sa.table("arrangement", *(sa.column(x) for x in ("game", "n", "body")))
    for row in connection.execute(sa.select(table)).all():
        body = json.loads(row.body)
        change(body)
        connection.execute(
            table.update()
            .where(table.c.game == row.game, table.c.n == row.n)
            .values(body=json.dumps(body, ensure_ascii=False))
        )
