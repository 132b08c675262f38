"""Limits: what is within them, what is not, how much memory they take, and what is documented."""

import re
from pathlib import Path

import pytest
from starlette.requests import HTTPConnection

from durak.server import codes, devices, followers, limits, live, names, protocol, room
from durak.server.limits import Buckets, Limits, Rate, address_of

PAGE = Path(__file__).resolve().parents[2] / "docs" / "reference" / "limits.md"


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def test_a_burst_then_one_each_so_many_seconds() -> None:
    clock = Clock()
    buckets = Buckets(Rate(burst=3, seconds=10), clock=clock)
    assert [buckets.spend("a") for _ in range(5)] == [True] * 3 + [False] * 2
    assert buckets.seconds_left("a") == pytest.approx(10)
    clock.now += 9.9
    assert not buckets.spend("a")
    clock.now += 0.1
    assert [buckets.spend("a") for _ in range(2)] == [True, False]
    clock.now += 1000
    assert [buckets.spend("a") for _ in range(4)] == [True] * 3 + [False]


def test_to_ask_costs_nothing_and_keys_do_not_share() -> None:
    buckets = Buckets(Rate(burst=1, seconds=10), clock=Clock())
    assert all(buckets.may("a") for _ in range(5))
    assert buckets.spend("a")
    assert not buckets.may("a")
    assert buckets.spend("b")


def test_a_clock_that_goes_back_locks_nobody_out_for_longer_than_it_went() -> None:
    clock = Clock()
    buckets = Buckets(Rate(burst=1, seconds=10), clock=clock)
    assert buckets.spend("a")
    clock.now -= 5
    assert buckets.seconds_left("a") == pytest.approx(15)


def test_memory_is_bounded_whoever_comes() -> None:
    clock = Clock()
    buckets = Buckets(Rate(burst=2, seconds=10), clock=clock, kept=50)
    for at in range(1000):
        assert buckets.spend(f"guest {at}")
        assert len(buckets) <= 50
    assert buckets.spend("guest 999")
    assert not buckets.spend("guest 999")  # who came last is remembered


def test_full_buckets_are_forgotten() -> None:
    clock = Clock()
    buckets = Buckets(Rate(burst=2, seconds=10), clock=clock)
    for at in range(100):
        buckets.spend(f"guest {at}")
    clock.now += 60
    buckets.spend("another")
    assert len(buckets) == 1


def connection(host: str | None) -> HTTPConnection:
    return HTTPConnection(
        {"type": "http", "headers": [], "client": None if host is None else (host, 1)}
    )


def test_an_address_is_a_household() -> None:
    assert address_of(connection("192.0.2.7")) == "192.0.2.7"
    assert address_of(connection("::ffff:192.0.2.7")) == "192.0.2.7"
    one, two = connection("2001:db8:1:2::1"), connection("2001:db8:1:2:ffff::9")
    assert address_of(one) == address_of(two) == "2001:db8:1:2::/64"
    assert address_of(connection("2001:db8:1:3::1")) != address_of(one)
    assert address_of(connection("fe80::1%eth0")) == "fe80::/64"
    assert address_of(connection("testclient")) == "testclient"
    assert address_of(connection(None)) == ""


def test_who_plays_on_the_servers_own_machine_makes_as_many_tables_as_they_like() -> None:
    kept = Limits(Clock())
    for host in ("127.0.0.1", "::1"):
        own = address_of(connection(host))
        assert all(kept.tables.spend(own) for _ in range(1000))
        assert all(kept.guests.spend(own) for _ in range(1000))
        assert not all(kept.guesses_of_address.spend(own) for _ in range(1000))


def test_every_limit_has_a_rate_of_its_own() -> None:
    kinds = [each for each in vars(Limits()).values() if isinstance(each, Buckets)]
    rates = [each for each in vars(limits).values() if isinstance(each, Rate)]
    assert [each.rate for each in kinds] == rates


def per(rate: Rate) -> str:
    return f"{rate.burst} at once, then 1 every {rate.seconds:g} s"


DOCUMENTED = {
    "A message from a page": f"{protocol.MAX_MESSAGE} bytes",
    "A request's body": f"{protocol.MAX_BODY} bytes",
    "Messages of one connection": (
        f"{live.BURST} at once, then {live.EACH_SECOND} a second; then it is closed"
    ),
    "Messages waiting for a slow connection": f"{followers.BACKLOG}; then it is closed",
    "Connections that watch one table": f"{room.MAX_WATCHERS}",
    "Connections of one person who sits there": f"{room.MAX_OWN}",
    "A name": f"1 to {protocol.MAX_NAME} characters",
    "Marks over one letter of a name": f"{names.MARKS}",
    "A line of chat": f"{protocol.MAX_TEXT} characters",
    "Chat of one seat": per(limits.CHAT),
    "Reports of one seat": per(limits.REPORTS),
    "Changes of seats and options by one guest at one table": per(limits.ARRANGING),
    "Hints and looks back of one guest at one practice table": per(limits.HINTS),
    "A join code": f"{codes.JOIN_LENGTH} letters of {codes.ALOUD}",
    "Wrong join codes of one guest": per(limits.GUESSES),
    "Wrong join codes of one address": per(limits.GUESSES_OF_ADDRESS),
    "A code for a further device": (
        f"{codes.CARRY_LENGTH} letters, {codes.CARRY_MINUTES} minutes, once"
    ),
    "Codes for a further device, of one guest": per(limits.CARRY_CODES),
    "Wrong codes for a further device, of one address": per(limits.ADOPTIONS),
    "Devices of one guest": f"{devices.MOST_DEVICES}",
    "New tables of one address": per(limits.TABLES),
    "New guests of one address": per(limits.GUESTS),
}


def test_the_documented_limits_are_those_of_the_code() -> None:
    rows = re.findall(r"^\| (.+?) \| (.+?) \|", PAGE.read_text("utf-8"), re.MULTILINE)
    documented = {what: limit.replace("`", "") for what, limit in rows if what != "what"}
    assert documented == DOCUMENTED
