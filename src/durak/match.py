"""A match: consecutive deals at one table, who deals next, the tally of losses (R10)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

from durak.deal import Deal
from durak.ruleset import Ruleset


class MatchError(ValueError):
    """Something asked of a match at the wrong moment."""


class Match:
    """Deals one after another under one ruleset.

    ``deals`` is the agreed number of deals, None for an open end (R10.3). The first dealer is drawn
    by lot by whoever sets up the match (R4.1).
    """

    def __init__(self, ruleset: Ruleset, *, dealer: int, deals: int | None = None) -> None:
        if not 0 <= dealer < ruleset.players:
            raise MatchError(f"no seat {dealer} to deal: seats are 0 to {ruleset.players - 1}")
        if deals is not None and deals < 1:
            raise MatchError(f"{deals} deals: a match has at least one, or None for an open end")
        self.ruleset = ruleset
        self.deals = deals
        self.dealer = dealer
        """Who deals the present deal, or the next one when none is being played."""
        self.number = 0
        """The number of the last deal begun, from 1; 0 before the first."""
        self.tally = [0] * ruleset.players
        """Losses of each seat."""
        self.draws = 0
        self.deal: Deal | None = None
        """The deal being played, or just over and not settled; None between deals."""

    def clone(self) -> Self:
        """An independent copy, its deal too."""
        copy = type(self)(self.ruleset, dealer=self.dealer, deals=self.deals)
        copy.number = self.number
        copy.tally = self.tally.copy()
        copy.draws = self.draws
        copy.deal = None if self.deal is None else self.deal.clone()
        return copy

    @property
    def is_over(self) -> bool:
        """Whether the agreed number of deals has been played."""
        return self.deals is not None and self.number == self.deals and self.deal is None

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats with the fewest losses so far; with ``is_over`` they have won (R10.3)."""
        return tuple(seat for seat, lost in enumerate(self.tally) if lost == min(self.tally))

    def begin(self, deck: Sequence[int]) -> Deal:
        """Deal the next deal; the second and later ones lead by ``later_lead`` (R10.2).

        Raises:
            MatchError: a deal is still being played, or the agreed number has been.
            DeckError: the cards are not exactly one deck.
        """
        if self.deal is not None:
            raise MatchError(f"deal {self.number} is not settled yet")
        if self.is_over:
            raise MatchError(f"all {self.deals} deals have been played")
        self.deal = Deal.start(self.ruleset, deck, dealer=self.dealer, later=self.number > 0)
        self.number += 1
        return self.deal

    def settle(self) -> Deal:
        """Count a deal that is over, and say who deals next (R10.2, R10.3); that deal.

        Raises:
            MatchError: no deal, or one that is not over.
        """
        deal = self.deal
        if deal is None or deal.dealer_next is None:
            raise MatchError("no deal is over and waiting to be counted")
        for seat in deal.losers:
            self.tally[seat] += 1
        self.draws += not deal.losers
        self.dealer = deal.dealer_next
        self.deal = None
        return deal
