"""A ruleset as the kernel reads it: plain small numbers in the state's record."""

from __future__ import annotations

from durak.kernel.layout import (
    ALL_THROW,
    AT_LOSER,
    DEALER_LEFT,
    LOWEST_TRUMP,
    NEIGHBOURS,
    PRINCIPAL_ONLY,
    State,
)
from durak.ruleset import (
    DrawResult,
    FirstLimitUntil,
    Lead,
    ReturningLead,
    Ruleset,
    Teams,
    Throwers,
    TransferCards,
)

_LEADS = {
    Lead.LOWEST_TRUMP: LOWEST_TRUMP,
    Lead.DEALER_LEFT: DEALER_LEFT,
    Lead.AT_LOSER: AT_LOSER,
}
_THROWERS = {
    Throwers.PRINCIPAL: PRINCIPAL_ONLY,
    Throwers.NEIGHBOURS: NEIGHBOURS,
    Throwers.ALL: ALL_THROW,
}


def fill(record: State, rules: Ruleset) -> None:
    """Write ``rules`` into the ``rules`` part of a state."""
    record.players = rules.players
    record.deck = rules.deck
    record.teams = rules.teams is Teams.TWO
    record.first_lead = _LEADS[rules.first_lead]
    record.later_lead = _LEADS[rules.later_lead]
    record.show_lowest_trump = rules.show_lowest_trump
    record.throwers = _THROWERS[rules.throwers]
    record.done_is_final = rules.done_is_final
    record.throw_after_take = rules.throw_after_take
    record.attack_limit = rules.attack_limit
    record.first_limit = rules.first_limit
    record.first_limit_until_discard = rules.first_limit_until is FirstLimitUntil.FIRST_DISCARD
    record.transfer = rules.transfer
    record.transfer_several = rules.transfer_cards is TransferCards.SEVERAL
    record.transfer_first_bout = rules.transfer_first_bout
    record.transfer_show = rules.transfer_show
    record.returning_lead_draws_last = rules.refill_returning_lead is ReturningLead.LAST
    record.trump_swap = rules.trump_swap
    record.last_defender_loses = rules.draw_result is DrawResult.LAST_DEFENDER_LOSES
    record.stalemate_takes = rules.stalemate_takes
