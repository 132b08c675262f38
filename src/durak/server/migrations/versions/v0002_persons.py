"""Guests with several devices, codes to carry a guest over and to join a table, ends of deals."""

from __future__ import annotations

import time

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

DAY = 24 * 3600


def upgrade() -> None:
    """To this shape. The hash that was a guest becomes its id, and the hash of its one device."""
    op.execute("ALTER TABLE guest RENAME COLUMN hash TO id")
    op.create_table(
        "device",
        sa.Column("id", sa.String(16), nullable=False),
        sa.Column("hash", sa.String(64), nullable=False),
        sa.Column("guest", sa.String(64), nullable=False),
        sa.Column("label", sa.String(40), nullable=False),
        sa.Column("first_day", sa.Integer, nullable=False),
        sa.Column("last_day", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_device"),
        sa.ForeignKeyConstraint(["guest"], ["guest.id"], name="fk_device_guest"),
        sa.UniqueConstraint("hash", name="uq_device_hash"),
    )
    op.create_index("ix_device_guest", "device", ["guest"])
    op.create_table(
        "takeover",
        sa.Column("old", sa.String(64), nullable=False),
        sa.Column("new", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("old", name="pk_takeover"),
        sa.ForeignKeyConstraint(["old"], ["guest.id"], name="fk_takeover_old"),
        sa.ForeignKeyConstraint(["new"], ["guest.id"], name="fk_takeover_new"),
    )
    op.create_index("ix_takeover_new", "takeover", ["new"])
    op.create_table(
        "carry",
        sa.Column("hash", sa.String(64), nullable=False),
        sa.Column("guest", sa.String(64), nullable=False),
        sa.Column("expires", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("hash", name="pk_carry"),
        sa.ForeignKeyConstraint(["guest"], ["guest.id"], name="fk_carry_guest"),
    )
    op.create_index("ix_carry_guest", "carry", ["guest"])
    op.create_table(
        "invitation",
        sa.Column("code", sa.String(8), nullable=False),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("used", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("code", name="pk_invitation"),
        sa.ForeignKeyConstraint(["game"], ["game.id"], name="fk_invitation_game"),
        sa.UniqueConstraint("game", name="uq_invitation_game"),
    )
    op.create_table(
        "pulse",
        sa.Column("id", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("beat", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_pulse"),
    )
    op.add_column("deal", sa.Column("ended", sa.Float, nullable=True))

    guests = sa.table("guest", sa.column("id", sa.String), sa.column("created", sa.Float))
    devices = sa.table(
        "device",
        *(sa.column(name, sa.String) for name in ("id", "hash", "guest", "label")),
        *(sa.column(name, sa.Integer) for name in ("first_day", "last_day")),
    )
    today = int(time.time() // DAY)
    rows = op.get_bind().execute(sa.select(guests.c.id, guests.c.created)).all()
    if rows:
        op.bulk_insert(
            devices,
            [
                {
                    "id": row.id[:16],
                    "hash": row.id,
                    "guest": row.id,
                    "label": "",
                    "first_day": int(row.created // DAY),
                    "last_day": today,
                }
                for row in rows
            ],
        )


def downgrade() -> None:
    """Back to one device a guest: whoever came by another one is nobody again."""
    op.drop_column("deal", "ended")
    for name in ("pulse", "invitation", "carry", "takeover", "device"):
        op.drop_table(name)
    op.execute("ALTER TABLE guest RENAME COLUMN id TO hash")
