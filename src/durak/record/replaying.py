"""Replaying a record on the engine, and saying which clause refused it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from durak.actions import Action
from durak.deal import Deal
from durak.events import Event
from durak.record.hidden import completed
from durak.record.model import UNFINISHED, Record, RecordError
from durak.refusals import Refusal, Refused

CLAUSES: Final = {
    "bad_notation": "R13",
    "deal_over": "R10.1",
    "taking": "R7.2",
    "may_not_throw_in": "R6.2",
    "not_your_turn": "R6.4",
    "nothing_to_cover": "R5.5",
    "transfer_off": "R8",
    "must_lead": "R5.2",
    "nothing_to_take": "R7.1",
    "must_answer": "R5.5",
    "transfer_after_cover": "R8.7",
    "transfer_first_bout": "R8.4",
    "show_off": "R8.6",
    "no_such_attack": "R5.5",
    "already_covered": "R5.5",
    "swap_not_allowed": "R9.6",
    "card_not_held": "R13",
    "mixed_ranks": "R5.2",
    "rank_not_on_table": "R6.1",
    "over_limit": "R5.3",
    "does_not_beat": "R2.4",
    "transfer_rank": "R8.1",
    "show_not_allowed": "R8.6",
    "transfer_limit": "R8.3",
}
"""The clause that each code of R13 enforces."""


def replay(record: Record) -> Deal:
    """The deal of a record, played to where the record ends.

    With hidden cards the deal is one of those that fit everything the record shows: whose seat has
    which card is then a guess, how many cards each seat holds and all that lay open is not.

    Raises:
        RecordError: an action that is not legal, bouts that are not cut where they end, a result
            that is not the play's.
    """
    return replayed(record, None)


def positions(record: Record) -> Iterator[tuple[int, int, Action, Deal]]:
    """Each action in turn: number of the bout, seat, action, and the deal after it, all its own.

    Raises:
        RecordError: as ``replay``, when it comes to the fault.
    """
    deal = begun(record)
    for number, seat, action, _ in steps(record, deal, None):
        yield number, seat, action, deal.clone()
    _check_result(record, deal, None)


def replayed(record: Record, lines: Sequence[int] | None) -> Deal:
    """As ``replay``; ``lines`` are the lines of a text where each bout and the result stand."""
    deal = begun(record)
    for _ in steps(record, deal, lines):
        pass
    _check_result(record, deal, lines)
    return deal


def begun(record: Record) -> Deal:
    """The deal of a record before its first action; hidden cards are filled in."""
    return Deal.start(
        record.ruleset, completed(record), dealer=record.dealer, later=record.is_later
    )


def steps(
    record: Record, deal: Deal, lines: Sequence[int] | None
) -> Iterator[tuple[int, int, Action, tuple[Event, ...]]]:
    """Play a record's actions in ``deal``: each with its bout, its seat and what it set off."""
    for number, bout in enumerate(record.bouts, start=1):
        line = None if lines is None else lines[number - 1]
        if deal.bout < number and not deal.is_over:
            raise RecordError(
                f"bout {number} begins before bout {number - 1} has ended: "
                f"seat {deal.to_act} is asked",
                line=line,
                clause="R6.4",
            )
        for seat, action in bout.actions:
            token = f"{seat}:{action}"
            if deal.bout > number:
                raise RecordError(
                    f"bout {number} had ended before {token}: bout {deal.bout} has its own line",
                    line=line,
                    token=token,
                    clause="R9.5",
                )
            try:
                happened = deal.apply(seat, action)
            except Refused as refused:
                raise _refused(record, refused.refusal, number, token, line) from None
            yield number, seat, action, happened


def _refused(
    record: Record, refusal: Refusal, number: int, token: str, line: int | None
) -> RecordError:
    where = f"bout {number}: " if line is None else ""
    return RecordError(
        f"{where}{token} is refused ({refusal.code}): {_sentence(record, refusal)}",
        line=line,
        token=token,
        code=refusal.code,
        clause=CLAUSES[refusal.code],
    )


def _sentence(record: Record, refusal: Refusal) -> str:
    if record.is_whole:
        return refusal.message
    # what a hand of guessed cards would allow says nothing
    return refusal.message.partition(" Allowed now:")[0]


def _check_result(record: Record, deal: Deal, lines: Sequence[int] | None) -> None:
    came = deal.result or UNFINISHED
    if record.result != came:
        raise RecordError(
            f"Result: {record.result!r} is not what the play comes to: {came!r}",
            line=None if lines is None else lines[-1],
            clause="R10.1",
            field="Result",
        )
