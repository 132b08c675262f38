"""Guests, tables, their seats, deals and actions."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """To this shape."""
    op.create_table(
        "guest",
        sa.Column("hash", sa.String(64), nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("hash", name="pk_guest"),
    )
    op.create_table(
        "game",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("rules", sa.String(1000), nullable=False),
        sa.Column("dealer", sa.Integer, nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_game"),
    )
    op.create_table(
        "seat",
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("name", sa.String(100), nullable=False),
        sa.Column("guest", sa.String(64), nullable=True),
        sa.PrimaryKeyConstraint("game", "seat", name="pk_seat"),
        sa.ForeignKeyConstraint(["game"], ["game.id"], name="fk_seat_game"),
        sa.ForeignKeyConstraint(["guest"], ["guest.hash"], name="fk_seat_guest"),
        sa.CheckConstraint("kind IN ('person', 'bot')", name=op.f("ck_seat_kind")),
    )
    op.create_index("ix_seat_guest", "seat", ["guest"])
    op.create_table(
        "deal",
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("server_seed", sa.LargeBinary(32), nullable=False),
        sa.Column("commitment", sa.String(64), nullable=False),
        sa.Column("v", sa.Integer, nullable=True),
        sa.Column("dealer", sa.Integer, nullable=True),
        sa.Column("seat_seeds", sa.LargeBinary(192), nullable=True),
        sa.Column("result", sa.String(40), nullable=True),
        sa.PrimaryKeyConstraint("game", "number", name="pk_deal"),
        sa.ForeignKeyConstraint(["game"], ["game.id"], name="fk_deal_game"),
    )
    op.create_table(
        "action",
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("v", sa.Integer, nullable=False),
        sa.Column("deal", sa.Integer, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("token", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("game", "v", name="pk_action"),
        sa.ForeignKeyConstraint(
            ["game", "deal"], ["deal.game", "deal.number"], name="fk_action_game"
        ),
    )


def downgrade() -> None:
    """Back to an empty store."""
    for name in ("action", "deal", "seat", "game", "guest"):
        op.drop_table(name)
