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
    Text,
)

metadata: Final = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "pk": "pk_%(table_name)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
    }
)

guest: Final = Table(
    "guest",
    metadata,
    Column("id", String(64), primary_key=True),
    Column("created", Float, nullable=False),
)
"""Persons, by an id that is told to nobody."""

device: Final = Table(
    "device",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("hash", String(64), nullable=False, unique=True),
    Column("guest", String(64), ForeignKey("guest.id"), nullable=False, index=True),
    Column("label", String(40), nullable=False),
    Column("first_day", Integer, nullable=False),
    Column("last_day", Integer, nullable=False),
)
"""Browsers of a guest: the hash of each one's token, never the token; days since 1970-01-01."""

takeover: Final = Table(
    "takeover",
    metadata,
    Column("old", String(64), ForeignKey("guest.id"), primary_key=True),
    Column("new", String(64), ForeignKey("guest.id"), nullable=False, index=True),
)
"""Two guests turned out to be one person: the seats of the old one are the new one's too."""

carry: Final = Table(
    "carry",
    metadata,
    Column("hash", String(64), primary_key=True),
    Column("guest", String(64), ForeignKey("guest.id"), nullable=False, index=True),
    Column("expires", Float, nullable=False),
)
"""Codes that make a further device a guest's: hashes; used ones are gone."""

game: Final = Table(
    "game",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("rules", String(1000), nullable=False),
    Column("dealer", Integer, nullable=False),
    Column("created", Float, nullable=False),
)
"""Tables to play at: their present rules; ``dealer`` is the first one, drawn by lot."""

arrangement: Final = Table(
    "arrangement",
    metadata,
    Column("game", String(32), ForeignKey("game.id"), primary_key=True),
    Column("n", Integer, primary_key=True, autoincrement=False),
    Column("v", Integer, nullable=False),
    Column("dealer", Integer, nullable=True),
    Column("body", Text, nullable=False),
)
"""How a table was arranged, for the ``n``-th time after it came to be, at which version: options,
seats and host as JSON; ``dealer`` of a new match, drawn by lot."""

pulse: Final = Table(
    "pulse",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("beat", Float, nullable=False),
)
"""One row, written to see whether the store can be written."""

invitation: Final = Table(
    "invitation",
    metadata,
    Column("code", String(8), primary_key=True),
    Column("game", String(32), ForeignKey("game.id"), nullable=False, unique=True),
    Column("used", Float, nullable=False),
)
"""Codes to say aloud, of tables that are not closed; ``used``: when it last was of use."""

seat: Final = Table(
    "seat",
    metadata,
    Column("game", String(32), ForeignKey("game.id"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("kind", String(8), nullable=False),
    Column("name", String(100), nullable=False),
    Column("guest", String(64), ForeignKey("guest.id"), nullable=True, index=True),
    CheckConstraint("kind IN ('person', 'bot')", name="kind"),
)
"""Who sits where now; a seat that is open has no row."""

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
    Column("ended", Float, nullable=True),
    Column("rules", String(1000), nullable=True),
)
"""Deals: promised (a seed and its commitment), begun (``v``, dealer, all seats' seeds), over."""

place: Final = Table(
    "place",
    metadata,
    Column("game", String(32), primary_key=True),
    Column("deal", Integer, primary_key=True, autoincrement=False),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("kind", String(8), nullable=False),
    Column("name", String(100), nullable=False),
    Column("guest", String(64), ForeignKey("guest.id"), nullable=True, index=True),
    ForeignKeyConstraint(["game", "deal"], ["deal.game", "deal.number"]),
)
"""Who sat where when a deal began."""

action: Final = Table(
    "action",
    metadata,
    Column("game", String(32), primary_key=True),
    Column("v", Integer, primary_key=True, autoincrement=False),
    Column("deal", Integer, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("token", String(64), nullable=False),
    Column("by", String(8), nullable=False, server_default="person"),
    Column("reserve", Integer, nullable=True),
    ForeignKeyConstraint(["game", "deal"], ["deal.game", "deal.number"]),
)
"""What seats did: one row a version, so no version can be stored twice. ``by`` whom it was decided,
and the milliseconds of ``reserve`` that the seat had left."""
