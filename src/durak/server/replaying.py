"""A table out of what is stored of it: everything is played again and compared."""

from __future__ import annotations

from collections.abc import Sequence

from durak.ruleset import RulesetError
from durak.server.facts import Acted, Arranged, Begun, Created, Fact, Promised
from durak.server.table import Change, Denied, Table, ruleset_of


class CorruptError(Exception):
    """Stored facts do not make a table; the sentence says where they stop making sense."""


def replay(facts: Sequence[Fact]) -> Table:
    """The table that these stored facts make: everything is played again and compared.

    Raises:
        CorruptError: the facts are not those of a table that followed its rules.
    """
    match facts:
        case [Created() as first, Promised() as promised, *_]:
            pass
        case _:
            raise CorruptError("the table's beginning is missing")
    try:
        ruleset = ruleset_of(first.arrangement.options.rules)
    except RulesetError as error:
        raise CorruptError(f"table {first.table}: its rules are impossible: {error}") from error
    if (
        len(first.arrangement.seats) != ruleset.players
        or first.dealer not in range(ruleset.players)
        or promised.deal != 1
    ):
        raise CorruptError(f"table {first.table}: seats or dealer do not fit its rules")
    table = Table.create(
        first.table,
        first.arrangement,
        dealer=first.dealer,
        new_seed=lambda: promised.server_seed,
    ).table
    at = 2
    while at < len(facts):
        change = _replayed(table, facts[at : at + 3])
        expected = tuple(facts[at : at + len(change.facts)])
        if change.facts != expected:
            raise CorruptError(
                f"table {table.id}: what is stored after version {table.v} does not follow"
            )
        table = change.table
        at += len(change.facts)
    return table


def _replayed(table: Table, rest: Sequence[Fact]) -> Change:
    def stored_seed() -> bytes:
        return next((fact.server_seed for fact in rest if isinstance(fact, Promised)), b"")

    fact, players = rest[0], table.ruleset.players
    try:
        if isinstance(fact, Arranged):
            return table.arrange(fact.arrangement, dealer=fact.dealer)
        if isinstance(fact, Begun) and table.stage != "playing":
            if len(fact.seat_seeds) != players:
                raise ValueError("a seed for each seat")
            return table.begin_with(fact.seat_seeds)
        if isinstance(fact, Acted):
            if fact.seat not in range(players):
                raise ValueError("no such seat")
            return table.act(
                fact.seat,
                table.v,
                fact.token,
                by=fact.by,
                reserve=fact.reserve,
                new_seed=stored_seed,
            )
    except Denied as error:
        raise CorruptError(
            f"table {table.id}: the action stored after version {table.v} is refused ({error.code})"
        ) from error
    except (ValueError, TypeError, IndexError) as error:
        raise CorruptError(
            f"table {table.id}: what is stored after version {table.v} cannot be read"
        ) from error
    raise CorruptError(f"table {table.id}: an action or deal is missing after version {table.v}")
