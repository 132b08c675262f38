"""Answers ahead: what seats have said they will do when it is their word.

An answer ahead is meant for the table as it was: same deal and bout, same attacks, covers and
defender. When something else lies there it is withdrawn. Only ``done_for_bout`` lasts out the bout.
"""

from __future__ import annotations

from dataclasses import dataclass

from durak.actions import DONE, Action, NotationError, parse
from durak.deal import Deal
from durak.kernel.refusal import Code
from durak.refusals import explain
from durak.server.protocol import DONE_FOR_BOUT
from durak.server.table import Denied, Table

Mark = tuple[object, ...]
"""What has to stay as it is."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Ahead:
    """One answer ahead."""

    do: str
    mark: Mark


class Prepared:
    """The answers ahead of one table."""

    def __init__(self, table: Table) -> None:
        self._by_seat: dict[int, Ahead] = {}
        self._mark = _mark(table)
        self._since = table.v

    @property
    def shown(self) -> dict[int, str]:
        """Each seat's answer ahead, for itself alone."""
        return {seat: each.do for seat, each in self._by_seat.items()}

    def put(self, table: Table, seat: int, v: int, do: str) -> None:
        """Keep an answer ahead in place of the seat's earlier one.

        Raises:
            Denied: no deal, the seat's own word, another table than at ``v``, or no such action.
        """
        if table.stage != "playing" or seat in _out(table):
            raise Denied("not_now", "nothing will be asked of you in this deal")
        if table.to_act == seat:
            raise Denied("not_now", "it is your word: act")
        if not self._since <= v <= table.v:
            raise Denied("stale", f"the table is not as it was at version {v}: look again")
        if do != DONE_FOR_BOUT:
            try:
                action = parse(do)
            except NotationError as error:
                raise Denied("bad_notation", f"{error}.") from error
            assert table.deal is not None
            if action.cards & ~table.deal.hands[seat]:
                raise _not_held(table.deal, seat, action)
            do = str(action)
        mark = _bout(table) if do == DONE_FOR_BOUT else self._mark
        self._by_seat[seat] = Ahead(do=do, mark=mark)

    def drop(self, seat: int) -> bool:
        """Forget the seat's answer ahead; whether there was one."""
        return self._by_seat.pop(seat, None) is not None

    def follow(self, table: Table) -> list[tuple[int, str]]:
        """Take note of a change; the answers that are withdrawn by it, with their seats."""
        mark, bout = _mark(table), _bout(table)
        if mark != self._mark:
            self._mark, self._since = mark, table.v
        gone = []
        for seat, each in list(self._by_seat.items()):
            if each.mark not in (mark, bout) or table.seats[seat].kind != "person":
                del self._by_seat[seat]
                if each.do != DONE_FOR_BOUT:
                    gone.append((seat, each.do))
        return gone

    def due(self, table: Table) -> tuple[str | None, bool]:
        """What the seat to act has prepared, if it may be done now; and whether it was withdrawn.

        What is used or withdrawn is forgotten, but for ``done_for_bout``.
        """
        seat, deal = table.to_act, table.deal
        if seat is None or deal is None or seat not in self._by_seat:
            return None, False
        legal = {str(each) for each in deal.legal()}
        do = self._by_seat[seat].do
        if do == DONE_FOR_BOUT:
            return (str(DONE) if str(DONE) in legal else None), False
        del self._by_seat[seat]
        return (do, False) if do in legal else (None, True)


def _not_held(deal: Deal, seat: int, action: Action) -> Denied:
    """In the same words as of an action; what is allowed now is for the seat to act (R13)."""
    refusal = explain(
        Code.CARD_NOT_HELD,
        seat=seat,
        action=action,
        to_act=deal.to_act,
        limit=deal.limit,
        trump=deal.trump,
        legal=(),
    )
    return Denied(refusal.code, refusal.message, refusal.params)


def _bout(table: Table) -> Mark:
    deal = table.deal
    return (len(table.dealt), -1 if deal is None or deal.is_over else deal.bout)


def _mark(table: Table) -> Mark:
    deal = table.deal
    if deal is None or deal.is_over:
        return _bout(table)
    return (*_bout(table), deal.table, deal.defender, deal.is_taking)


def _out(table: Table) -> set[int]:
    assert table.deal is not None
    return {seat for gone in table.deal.out for seat in gone}
