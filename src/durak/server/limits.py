"""How often something may be done: buckets that fill with time, one a guest or an address.

A bucket that is full again is like one that was never used, so full ones are forgotten; and never
are more kept than a fixed number. What is limited, and how tightly, stands in ``Limits``.
"""

from __future__ import annotations

import ipaddress
import time
from collections import OrderedDict
from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Final

from starlette.requests import HTTPConnection

Clock = Callable[[], float]

OWN: Final = ("127.0.0.1", "::/64")
"""This machine's own addresses, as ``address_of`` says them: its own user is not limited."""
KEPT: Final = 20_000
"""Buckets of one kind that are kept at most; then the one longest unused is forgotten."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Rate:
    """``burst`` at once, then one every ``seconds``."""

    burst: int
    seconds: float


TABLES: Final = Rate(burst=20, seconds=30)
"""New tables of one address."""
GUESTS: Final = Rate(burst=60, seconds=10)
"""New guests of one address."""
GUESSES: Final = Rate(burst=10, seconds=60)
"""Wrong join codes of one guest."""
GUESSES_OF_ADDRESS: Final = Rate(burst=20, seconds=30)
"""Wrong join codes of one address."""
CARRY_CODES: Final = Rate(burst=5, seconds=60)
"""Codes for a further device that one guest may ask for."""
ADOPTIONS: Final = Rate(burst=5, seconds=120)
"""Wrong codes for a further device, of one address."""
CHAT: Final = Rate(burst=6, seconds=3)
"""Lines of chat of one seat at one table."""
REPORTS: Final = Rate(burst=3, seconds=60)
"""Reports to the host of one seat at one table."""
ARRANGING: Final = Rate(burst=30, seconds=2)
"""Changes of seats and options that one guest may ask for at one table: each is stored."""

HINTS: Final = Rate(burst=30, seconds=2)
"""Hints and looks back of one guest at one practice table: each has a bot think."""


class Buckets:
    """One bucket a key, all of the same rate.

    >>> now = [0.0]
    >>> buckets = Buckets(Rate(burst=2, seconds=5), clock=lambda: now[0])
    >>> buckets.spend("a"), buckets.spend("a"), buckets.spend("a"), buckets.spend("b")
    (True, True, False, True)
    >>> now[0] = 5.0
    >>> buckets.spend("a"), buckets.spend("a")
    (True, False)
    """

    def __init__(
        self,
        rate: Rate,
        *,
        clock: Clock = time.monotonic,
        kept: int = KEPT,
        free: Collection[str] = (),
    ) -> None:
        """``free`` are keys without a limit."""
        self.rate = rate
        self._free = frozenset(free)
        self._clock = clock
        self._kept = kept
        self._full_at: OrderedDict[str, float] = OrderedDict()
        """When each bucket will be full again; the one longest unused first."""

    def __len__(self) -> int:
        """How many buckets are kept now."""
        return len(self._full_at)

    def may(self, key: str) -> bool:
        """Whether one more is within the rate; nothing is spent."""
        return self._missing(key) <= self.rate.burst - 1

    def spend(self, key: str) -> bool:
        """Whether one more is within the rate; if so it is spent."""
        if key in self._free:
            return True
        missing = self._missing(key)
        if missing > self.rate.burst - 1:
            return False
        now = self._clock()
        self._full_at[key] = now + (missing + 1) * self.rate.seconds
        self._full_at.move_to_end(key)
        self._forget(now)
        return True

    def seconds_left(self, key: str) -> float:
        """Seconds until one more is within the rate."""
        return max(0.0, self._missing(key) - (self.rate.burst - 1)) * self.rate.seconds

    def _missing(self, key: str) -> float:
        """What the bucket lacks."""
        return max(0.0, self._full_at.get(key, 0.0) - self._clock()) / self.rate.seconds

    def _forget(self, now: float) -> None:
        while self._full_at:
            key, full_at = next(iter(self._full_at.items()))
            if full_at > now and len(self._full_at) <= self._kept:
                return
            del self._full_at[key]


class Limits:
    """Every limit that a server holds over more than one connection, of each kind one."""

    def __init__(self, clock: Clock = time.monotonic) -> None:
        self.tables = Buckets(TABLES, clock=clock, free=OWN)
        self.guests = Buckets(GUESTS, clock=clock, free=OWN)
        self.guesses = Buckets(GUESSES, clock=clock)
        self.guesses_of_address = Buckets(GUESSES_OF_ADDRESS, clock=clock)
        self.carry_codes = Buckets(CARRY_CODES, clock=clock)
        self.adoptions = Buckets(ADOPTIONS, clock=clock)
        self.chat = Buckets(CHAT, clock=clock)
        self.reports = Buckets(REPORTS, clock=clock)
        self.arranging = Buckets(ARRANGING, clock=clock)
        self.hints = Buckets(HINTS, clock=clock)


def at_table(table: str, guest: str | None) -> str:
    """The key of a guest at one table."""
    return f"{table} {guest or ''}"


def address_of(connection: HTTPConnection) -> str:
    """Where a connection comes from; of an IPv6 address the half that one household shares."""
    host = connection.client.host if connection.client is not None else ""
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if address.version == 4:
        return str(address)
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(ipaddress.ip_network((address, 64), strict=False))
