"""R10: the result of a deal, and what the next deal of a match takes from it."""

from __future__ import annotations

from durak import cards
from durak.match import Match
from durak.ruleset import Ruleset
from tests.engine.tables import at, bout, dealt, known, play


def test_r10_1_one_active_seat_left_is_the_durak() -> None:
    deal = at("players=3", "7c", "8c Ts", "")
    play(deal, "0:7c", "1:7c<8c")
    assert (deal.result, deal.losers, deal.is_over, deal.to_act) == ("durak 1", (1,), True, None)


def test_r10_1_none_left_is_a_draw_or_the_last_defenders_loss() -> None:
    draw = at("podkidnoy", "7c", "8c")
    play(draw, "0:7c", "1:7c<8c")
    assert (draw.result, draw.losers) == ("draw", ())
    lost = at("podkidnoy draw_result=last_defender_loses", "7c", "8c")
    play(lost, "0:7c", "1:7c<8c")
    assert (lost.result, lost.losers, lost.dealer_next) == ("durak 1", (1,), 1)


def test_r10_1_the_deal_ends_only_after_the_refill() -> None:
    deal = at("podkidnoy", "7c", "8c", talon="Js Ah")
    play(deal, "0:7c", "1:7c<8c")
    assert deal.result == "durak 0"  # who drew both cards


def test_r10_2_the_durak_deals_next_and_after_a_draw_the_same_dealer() -> None:
    deal = at("players=3", "7c", "8c Ts", "", dealer=0)
    play(deal, "0:7c", "1:7c<8c")
    assert deal.dealer_next == 1
    deal = at("podkidnoy", "7c", "8c", dealer=0)
    play(deal, "0:7c", "1:7c<8c")
    assert deal.dealer_next == 0


def test_r10_2_later_lead_says_who_leads_a_later_deal() -> None:
    for later_lead, first_bout in (
        ("dealer_left", (2, 0)),
        ("at_loser", (0, 1)),
        ("lowest_trump", (1, 2)),
    ):
        trumps = "7d 7c 7h " + "8d 8c 8s 9d 9c 9s Td Tc Ts Jd Jc Js Qd Qc Qs"
        code = f"players=3 later_lead={later_lead} show_lowest_trump=yes"
        deal = dealt(code, trumps, dealer=1, turned="6h", later=True)
        assert bout(deal)[:2] == first_bout
        assert known(deal, 1) == ("7h" if later_lead == "lowest_trump" else "")
        first = dealt(code, trumps, dealer=1, turned="6h")
        assert bout(first)[:2] == (1, 2)


def test_r10_3_seats_out_in_one_bout_share_the_place_and_order_is_kept() -> None:
    deal = at("players=4", "7c", "8c", "7d 9s", "Kc Kd")
    play(deal, "0:7c", "1:7c<8c")
    assert deal.out == ((0, 1),)
    deal = at("players=3", "7c", "8c Ts", "Qs")
    play(deal, "0:7c", "1:7c<8c", "2:done", "1:Ts", "2:Ts<Qs")
    assert deal.out == ((0,), (1, 2))
    assert deal.result == "draw"


def test_r10_3_a_match_keeps_a_tally_of_losses_and_counts_draws_apart() -> None:
    match = Match(Ruleset.preset("podkidnoy", 2), dealer=0)
    deck = tuple(cards.members(cards.deck_mask(36)))
    losses, draws, dealer = [0, 0], 0, 0
    for number in range(1, 4):
        assert match.dealer == dealer
        deal = match.begin(deck)
        assert match.number == number
        while not deal.is_over:
            assert deal.to_act is not None
            deal.apply(deal.to_act, deal.legal()[0])
        match.settle()
        draws += not deal.losers
        for seat in deal.losers:
            losses[seat] += 1
        assert deal.dealer_next is not None
        dealer = deal.dealer_next
        assert list(match.tally) == losses
        assert match.draws == draws
