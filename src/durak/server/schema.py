"""The shape of the store. ``migrations`` brings an older file to this shape, step by step."""

from __future__ import annotations

from typing import Final

from sqlalchemy import (
    CheckConstraint,
    Column,
    Float,
    ForeignKey,
    ForeignKeyConstraint,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
)

metadata: Final = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "pk": "pk_%(table_name)s",
    }
)

guest: Final = Table(
    "guest",
    metadata,
    Column("hash", String(64), primary_key=True),
    Column("created", Float, nullable=False),
)
"""Persons: the hash of each one's token, never the token."""

game: Final = Table(
    "game",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("rules", String(1000), nullable=False),
    Column("dealer", Integer, nullable=False),
    Column("created", Float, nullable=False),
)
"""Tables to play at; ``dealer`` is the first one, drawn by lot."""

seat: Final = Table(
    "seat",
    metadata,
    Column("game", String(32), ForeignKey("game.id"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("kind", String(8), nullable=False),
    Column("name", String(100), nullable=False),
    Column("guest", String(64), ForeignKey("guest.hash"), nullable=True, index=True),
    CheckConstraint("kind IN ('person', 'bot')", name="kind"),
)
"""Who sits where."""

deal: Final = Table(
    "deal",
    metadata,
    Column("game", String(32), ForeignKey("game.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("server_seed", LargeBinary(32), nullable=False),
    Column("commitment", String(64), nullable=False),
    Column("v", Integer, nullable=True),
    Column("dealer", Integer, nullable=True),
    Column("seat_seeds", LargeBinary(192), nullable=True),
    Column("result", String(40), nullable=True),
)
"""Deals: promised (a seed and its commitment), begun (``v``, dealer, all seats' seeds), over."""

action: Final = Table(
    "action",
    metadata,
    Column("game", String(32), primary_key=True),
    Column("v", Integer, primary_key=True, autoincrement=False),
    Column("deal", Integer, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("token", String(64), nullable=False),
    ForeignKeyConstraint(["game", "deal"], ["deal.game", "deal.number"]),
)
"""What seats did: one row a version, so no version can be stored twice."""
