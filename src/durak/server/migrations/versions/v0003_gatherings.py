"""Arrangements of tables as facts, who sat where in each deal, who decided an action."""

from __future__ import annotations

import json

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """To this shape. A table that was made for a person and bots is arranged so."""
    op.create_table(
        "arrangement",
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("n", sa.Integer, nullable=False),
        sa.Column("v", sa.Integer, nullable=False),
        sa.Column("dealer", sa.Integer, nullable=True),
        sa.Column("body", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("game", "n", name="pk_arrangement"),
        sa.ForeignKeyConstraint(["game"], ["game.id"], name="fk_arrangement_game"),
    )
    op.create_table(
        "place",
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("deal", sa.Integer, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("name", sa.String(100), nullable=False),
        sa.Column("guest", sa.String(64), nullable=True),
        sa.PrimaryKeyConstraint("game", "deal", "seat", name="pk_place"),
        sa.ForeignKeyConstraint(["guest"], ["guest.id"], name="fk_place_guest"),
        sa.ForeignKeyConstraint(
            ["game", "deal"], ["deal.game", "deal.number"], name="fk_place_game"
        ),
    )
    op.create_index("ix_place_guest", "place", ["guest"])
    op.add_column("deal", sa.Column("rules", sa.String(1000), nullable=True))
    op.add_column("action", sa.Column("by", sa.String(8), nullable=False, server_default="person"))
    op.add_column("action", sa.Column("reserve", sa.Integer, nullable=True))

    begun = "(SELECT rules FROM game WHERE game.id = deal.game)"
    op.execute(f"UPDATE deal SET rules = {begun} WHERE v IS NOT NULL")
    op.execute(
        "INSERT INTO place (game, deal, seat, kind, name, guest) "
        "SELECT seat.game, deal.number, seat.seat, seat.kind, seat.name, seat.guest "
        "FROM seat JOIN deal ON deal.game = seat.game WHERE deal.v IS NOT NULL"
    )
    op.execute(
        "UPDATE action SET by = 'bot' WHERE EXISTS (SELECT 1 FROM seat "
        "WHERE seat.game = action.game AND seat.seat = action.seat AND seat.kind = 'bot')"
    )
    _arrange()


def _arrange() -> None:
    connection = op.get_bind()
    games = sa.table("game", sa.column("id"), sa.column("rules"))
    seats = sa.table("seat", *(sa.column(x) for x in ("game", "seat", "kind", "name", "guest")))
    arrangements = sa.table(
        "arrangement", *(sa.column(x) for x in ("game", "n", "v", "dealer", "body"))
    )
    for game in connection.execute(sa.select(games)).all():
        sitting = connection.execute(
            sa.select(seats).where(seats.c.game == game.id).order_by(seats.c.seat)
        ).all()
        body = {
            "options": {
                "rules": game.rules,
                "public": False,
                "time": "none",
                "aid": "taken",
                "deals": None,
                "watching": "anyone",
                "chat": "free",
                "bots": "quick",
            },
            "seats": [{"name": x.name, "kind": x.kind, "guest": x.guest} for x in sitting],
            "host": next((x.seat for x in sitting if x.kind == "person"), None),
            "in_lobby": True,
        }
        connection.execute(
            arrangements.insert().values(
                game=game.id, n=0, v=0, dealer=None, body=json.dumps(body, ensure_ascii=False)
            )
        )


def downgrade() -> None:
    """Back to tables whose seats and rules never change."""
    op.drop_column("action", "reserve")
    op.drop_column("action", "by")
    op.drop_column("deal", "rules")
    for name in ("place", "arrangement"):
        op.drop_table(name)
