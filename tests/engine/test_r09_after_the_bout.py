"""R9: discard, refill, who is out, who leads next, the swap, the count that ends every deal."""

from __future__ import annotations

from typing import Any

import pytest

from durak import events
from tests.engine.tables import at, bout, code, counts, done, hand, known, legal, play, talon

SIX_H = "players=3 trump_swap=on"


def drew(happened: tuple[events.Event, ...]) -> list[tuple[int, str]]:
    return [
        (event.seat, " ".join(event.cards)) for event in happened if isinstance(event, events.Drew)
    ]


def test_r9_1_beaten_cards_go_to_the_discard_and_never_return() -> None:
    deal = at("podkidnoy", "7c 9c", "8c 9d", talon="Js Qs Ks As Ah")
    before = deal.discard_count
    play(deal, "0:7c", "1:7c<8c")
    happened = play(deal, "0:done")
    assert happened[1] == events.BeatenOff(cards=("7c", "8c"))
    assert deal.discard_count == before + 2
    assert {"7c", "8c"} <= set(deal.view(0).gone)
    assert deal.table == ()


def test_r9_2_who_led_draws_first_then_clockwise_the_final_defender_last() -> None:
    deal = at("players=4", "7c 9c 9d 9s", "8c Ts Td Tc Jc", "Qc Qd Qs Jd Kd", "Kc 7d 8d 6d 6s",
              talon="Js Qh Ks As 6h 7h 8h Ah")  # fmt: skip
    play(deal, "0:7c", "1:7c<8c", "0:done", "2:done")
    happened = play(deal, "3:done")
    assert drew(happened) == [(0, "Js Qh Ks"), (2, "As"), (3, "6h"), (1, "7h 8h")]
    assert counts(deal) == [6, 6, 6, 6]


def test_r9_2_the_talon_lasts_as_long_as_it_lasts_and_the_trump_card_is_last() -> None:
    deal = at("players=3", "7c 9c", "8c Ts", "Qc", talon="Js Ks Qs 8s Ah")
    play(deal, "0:7c", "1:7c<8c", "0:done")
    happened = play(deal, "2:done")
    assert drew(happened) == [(0, "Js Ks Qs 8s Ah")]
    assert happened[2] == events.Drew(seat=0, cards=("Js", "Ks", "Qs", "8s", "Ah"), public=("Ah",))
    assert deal.talon == ()


def test_r9_2_a_seat_with_six_or_more_draws_nothing_and_nobody_draws_during_a_bout() -> None:
    deal = at(
        "players=3", "7c 9c", "8c Ts", "6c 6d 6s 7s 7d 7h 8s", talon="Js Qs Ks As 8h 9h Th Ah"
    )
    play(deal, "0:7c")
    assert len(deal.talon) == 8
    play(deal, "1:take")
    assert len(deal.talon) == 8
    play(deal, "0:done")
    assert drew(play(deal, "2:done")) == [(0, "Js Qs Ks As 8h"), (1, "9h Th Ah")]


@pytest.mark.parametrize(("when", "order"), [("first", [0, 1]), ("last", [1, 0])])
def test_r9_3_a_seat_that_led_and_ends_as_defender_draws_once(when: str, order: list[int]) -> None:
    code_ = f"podkidnoy transfer=on refill_returning_lead={when}"
    deal = at(code_, "6c Kc Ks Td", "6d 8s 8c", talon="Js Qs 7s As Tc 9h Ah")
    play(deal, "0:6c", "1:>6d", "0:6c<Kc", "0:6d<Td")
    happened = play(deal, "1:done")
    assert [seat for seat, _ in drew(happened)] == order
    assert drew(happened)[0][1] == ("Js Qs 7s As Tc" if when == "first" else "Js Qs 7s As")


def test_r9_3_with_three_seats_the_returning_lead_is_first_or_last_of_all() -> None:
    for when, order in (("first", [0, 1, 2]), ("last", [1, 2, 0])):
        deal = at(f"players=3 transfer=on refill_returning_lead={when}", "6c Kc Kd Ks 9s",
                  "6d 8s 8c", "6s 7d 7c", talon="Js 7h 7s As Tc 9h 8h 9c 9d Jh Qh Th")  # fmt: skip
        play(deal, "0:6c", "1:>6d", "2:>6s", "0:6c<Kc", "0:6d<Kd", "0:6s<Ks", "2:done")
        assert [seat for seat, _ in drew(play(deal, "1:done"))] == order


def test_r9_4_seats_without_cards_are_out_once_the_talon_is_empty() -> None:
    deal = at("players=3", "7c", "8c Ts", "Qc Qd")
    play(deal, "0:7c", "1:7c<8c")
    happened = play(deal, "2:done")
    assert events.WentOut(seats=(0,), place=1) in happened
    assert deal.out == ((0,),)
    assert deal.view(None).out == ((0,),)


def test_r9_4_while_the_talon_holds_cards_nobody_is_out() -> None:
    deal = at("players=4", "7c", "8c Ts", "", "Qd", talon="Js Qs Ks As 8h 9h Ah")
    play(deal, "0:7c", "1:7c<8c", "3:done")
    assert deal.out == ()


def test_r9_4_who_has_no_cards_is_out_when_the_last_card_goes_to_another() -> None:
    deal = at("players=3", "7c", "8c", "Qd Qs", talon="Ah")
    play(deal, "0:7c", "1:7c<8c")
    assert hand(deal, 0) == "Ah"
    assert deal.out == ((1,),)
    assert bout(deal)[:2] == (2, 0)


def test_r9_5_after_a_bout_beaten_off_the_defender_leads() -> None:
    deal = at("players=3", "7c 9c", "8c Ts", "Qc Qd")
    play(deal, "0:7c", "1:7c<8c", "0:done", "2:done")
    assert bout(deal)[:2] == (1, 2)


def test_r9_5_if_the_defender_is_out_the_next_active_seat_leads() -> None:
    deal = at("players=4", "7c 9c", "8c", "Qc Qd", "Kc Kd")
    play(deal, "0:7c", "1:7c<8c")
    assert bout(deal)[:2] == (2, 3)


def test_r9_5_after_a_take_the_next_active_seat_from_the_defender_leads() -> None:
    deal = at("players=4", "7c 9c", "8c Js", "", "Kc Kd")
    play(deal, "0:7c", "1:take", "0:done", "3:done")
    assert bout(deal)[:2] == (3, 0)


def test_r9_5_with_two_left_the_same_attacker_attacks_again_after_a_take() -> None:
    deal = at("players=3", "7c 9c", "8c Js", "")
    play(deal, "0:7c", "1:take", "0:done")
    assert bout(deal)[:2] == (0, 1)


def test_r9_6_the_lowest_trump_may_be_swapped_for_the_trump_card() -> None:
    deal = at(SIX_H, "6h 7c", "8c Ts", "Qc", talon="Js Ah", low_trump_first=0)
    assert legal(deal) == ["6h", "7c", "swap"]
    happened = play(deal, "0:swap")
    assert happened == (events.Swapped(seat=0, low_trump="6h", trump_card="Ah"),)
    assert hand(deal, 0) == "7c Ah"
    assert known(deal, 0) == "Ah"
    assert talon(deal) == "Js 6h"
    assert deal.view(2).trump_card == "6h"
    assert deal.to_act == 0
    assert code(deal, "0:swap") == "swap_not_allowed"


def test_r9_6_at_any_turn_and_marks_limit_and_table_stay() -> None:
    deal = at(SIX_H, "7d 9c", "6h 8c Ts", "Qc", talon="Js Ah", low_trump_first=1, table="7c")
    play(deal, "1:swap")
    assert (deal.to_act, deal.table, deal.limit) == (1, (("7c", None),), 3)
    deal = at(
        SIX_H, "7d 9c", "8d Ts", "6h", talon="Js Ah", low_trump_first=2, table="7c<8c", done=[0]
    )
    play(deal, "2:swap")
    assert (deal.to_act, done(deal)) == (2, (0,))
    deal = at(SIX_H, "6h 9c", "8d Ts", "Qc", talon="Ah", low_trump_first=0, table="7c", taking=True)
    play(deal, "0:swap")
    assert talon(deal) == "6h"  # the trump card alone is a talon


@pytest.mark.parametrize(
    ("rules", "members"),
    [
        (SIX_H, {"talon": "Js Ah"}),  # got it by taking
        (SIX_H, {"talon": "Js Ah", "low_trump_first": 1}),
        (SIX_H, {"talon": "", "low_trump_first": 0}),
        ("players=3", {"talon": "Js Ah", "low_trump_first": 0}),
        ("players=3 deck=52 trump_swap=on", {"talon": "Js Ah", "low_trump_first": 0}),  # the two is
    ],
)
def test_r9_6_no_swap_otherwise(rules: str, members: dict[str, Any]) -> None:
    deal = at(rules, "6h 7c", "8c Ts", "Qc", **members)
    assert code(deal, "0:swap") == "swap_not_allowed"
    assert "swap" not in legal(deal)


def test_r9_6_a_seat_that_got_it_only_by_taking_may_not_swap() -> None:
    deal = at("podkidnoy trump_swap=on", "6h 7c", "8c Ts", talon="Js Qs Ks 9c 9d 9s Tc Td Jc Jd Ah",
              low_trump_first=0)  # fmt: skip
    play(deal, "0:6h", "1:take", "0:done", "0:7c")
    assert "6h" in hand(deal, 1)
    assert len(deal.talon) > 1
    assert code(deal, "1:swap") == "swap_not_allowed"


def test_r9_6_who_draws_it_has_the_right() -> None:
    deal = at(SIX_H, "7c 7d", "8c Ts", "Qc",
              talon="Js Qs Ks 6h As 8h 9h Th Jh Qh Kh Kd 8d 9d Td Ah")  # fmt: skip
    play(deal, "0:7c", "1:7c<8c", "0:done", "2:done")
    assert "6h" in hand(deal, 0)
    play(deal, "1:Ts", "2:take", "1:done")
    assert deal.to_act == 0
    assert code(deal, "0:swap") is None


def test_r9_6_the_right_stays_with_a_seat_that_takes_its_card_back() -> None:
    deal = at(SIX_H, "8c 7d", "8s Ts", "Qc Qd", table="7c<6h 6c", low_trump_first=1,
              talon="Ks Qs 9s As 8h 9h Th Jh Qh Kh Kd Ah")  # fmt: skip
    play(deal, "1:take", "0:done", "2:done", "2:Qc", "0:take", "2:done")
    assert deal.to_act == 1
    assert code(deal, "1:swap") is None


def test_r9_7_a_defender_may_cover_with_its_last_card_before_anyone_has_lost() -> None:
    deal = at("podkidnoy", "7c", "8c")
    play(deal, "0:7c")
    assert not deal.is_over
    play(deal, "1:7c<8c")
    assert deal.result == "draw"


def test_r9_8_takes_with_an_empty_talon_are_counted_and_end_the_deal() -> None:
    code_ = "podkidnoy stalemate_takes=6 draw_result=last_defender_loses"
    deal = at(code_, "7c 7d", "8c Ts", takes_in_row=5)
    play(deal, "0:7c")
    happened = play(deal, "1:take", "0:done")
    assert deal.result == "draw stalemate"
    assert happened[-1] == events.DealEnded(result="draw stalemate", dealer_next=deal.dealer)


def test_r9_8_a_bout_beaten_off_sets_the_count_to_0_and_a_talon_stops_it() -> None:
    deal = at("podkidnoy", "7c 9c", "8c Ts", takes_in_row=5)
    play(deal, "0:7c", "1:7c<8c", "0:done")
    assert deal.view(None).takes_in_row == 0
    deal = at("podkidnoy", "7c 9c", "8c Ts", talon="Ks Ah")
    play(deal, "0:7c", "1:take", "0:done")
    assert deal.view(None).takes_in_row == 0


def test_r9_8_a_deal_that_is_over_by_r10_1_is_no_stalemate() -> None:
    deal = at("podkidnoy stalemate_takes=6", "7c", "8c Ts", takes_in_row=5)
    play(deal, "0:7c", "1:take")
    assert deal.result == "durak 1"
