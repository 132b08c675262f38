"""Several persons at one table over real sockets."""

import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

from tests.server.client import Guest, Player

NewGuest = Callable[[], Guest]


@contextmanager
def gathered(
    new_guest: NewGuest, rules: str, persons: int, **options: Any
) -> Iterator[list[Player]]:
    """A table where so many persons sit, at the first seats."""
    host = new_guest()
    table = host.gather(rules, **options)
    with ExitStack() as stack:
        players = [stack.enter_context(host.sit(table))]
        for seat in range(1, persons):
            guest = new_guest().visit(table)
            player = stack.enter_context(guest.sit(table))
            player.send(type="sit", seat=seat, name=f"Guest {seat}")
            player.until(lambda me, seat=seat: me.table["you"] == seat)  # type: ignore[misc]
            players.append(player)
        for each in players:
            each.until(lambda me: sum(x["kind"] == "person" for x in me.seats) == persons)
        yield players


def begin(players: list[Player], number: int = 1) -> None:
    for each in players:
        each.ready(number)
    for each in players:
        each.until_stage("playing")


def code(player: Player, **message: Any) -> str:
    player.send(**message)
    refused: str = player.refused()["code"]
    return refused


def names(player: Player) -> list[str]:
    return [each["name"] for each in player.seats]


def kinds(player: Player) -> list[str]:
    return [each["kind"] for each in player.seats]


def play(players: list[Player]) -> None:
    """Each answers with the first legal action until the deal is over."""
    while (player := asked(players)) is not None:
        before = player.v
        player.act(player.view["legal"][0])
        player.until(lambda me, before=before: me.v > before)  # type: ignore[misc]


def state_of(text: str) -> dict[str, Any]:
    """The message that a text is."""
    found: dict[str, Any] = json.loads(text)
    return found


def everybody_hears(players: list[Player]) -> int:
    """Have all of them hear what the first of them has heard; the version."""
    newest = max(each.v for each in players)
    for each in players:
        each.until_v(newest)
    return newest


def asked(players: list[Player]) -> Player | None:
    """Whose word it is, once a person is asked or the deal is over."""
    while True:
        newest = everybody_hears(players)
        if players[0].table["stage"] != "playing":
            return None
        for each in players:
            if each.view["legal"]:
                return each
        players[0].until_v(newest + 1)
