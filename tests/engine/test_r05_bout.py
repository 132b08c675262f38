"""R5, R6, R7: the bout: leading, throwing in, taking."""

from __future__ import annotations

import pytest

from durak import events
from tests.engine.tables import at, bout, code, counts, done, hand, legal, play

TALON = "Js Qs Ks As Ah"


def test_r5_1_the_principal_leads_and_the_next_active_seat_defends_alone() -> None:
    deal = at("players=4", "7c 9c", "", "8d Jc", "8s Jd", defender=2)  # seat 1 is out
    play(deal, "0:7c")
    assert deal.to_act == 2
    assert code(deal, "3:take") == "not_your_turn"
    play(deal, "2:7c<Jc", "0:done")
    assert deal.to_act == 3
    play(deal, "3:done")
    assert bout(deal)[:2] == (2, 3)


def test_r5_2_the_lead_is_one_card_or_several_of_one_rank() -> None:
    deal = at("podkidnoy", "6c 6d 6s 7c", "8c 8d 8s 9c 9d", talon=TALON)
    assert legal(deal) == ["6c", "6d", "6c6d", "6s", "6c6s", "6d6s", "6c6d6s", "7c"]
    assert code(deal, "0:6c7c") == "mixed_ranks"
    play(deal, "0:6s6c")
    assert [attack for attack, _ in deal.table] == ["6c", "6s"]


def test_r5_2_the_lead_is_at_most_the_limit() -> None:
    deal = at("podkidnoy", "6c 6d 6s", "8c 8d", talon=TALON)
    assert "6c6d6s" not in legal(deal)
    assert code(deal, "0:6c6d6s") == "over_limit"


def test_r5_2_the_principal_must_lead() -> None:
    assert code(at("podkidnoy", "6c", "8c"), "0:done") == "must_lead"


def test_r5_3_the_limit_is_the_smaller_of_attack_limit_and_the_defenders_hand() -> None:
    five = "8c 8d 8s 9c 9d"
    assert at("podkidnoy", "6c", five).limit == 5
    assert at("podkidnoy", "6c", f"{five} 9s Tc Td").limit == 6
    assert at("podkidnoy attack_limit=3", "6c", five).limit == 3


def test_r5_3_limit_is_fixed_for_the_bout_while_the_hand_shrinks() -> None:
    deal = at("podkidnoy", "6c 7c 7d Kc", "7s 8c 8d 9d", talon=TALON)
    play(deal, "0:6c", "1:6c<8c")
    assert bout(deal) == (0, 1, 4)
    assert code(deal, "0:Kc") == "rank_not_on_table"


def test_r5_3_limit_counts_covered_attacks_and_additions_after_a_take() -> None:
    deal = at("podkidnoy", "6c 6d 8s Kc", "8c 8d 9d", talon=TALON)
    play(deal, "0:6c", "1:6c<8c", "0:8s", "1:take")  # two of three attacks, one covered
    assert legal(deal) == ["6d", "done"]
    play(deal, "0:6d")  # the third: settled at once
    assert bout(deal)[:2] == (0, 1)
    assert "6d" in hand(deal, 1)


def test_r5_3_covers_do_not_count() -> None:
    deal = at("podkidnoy", "6c 6d 6s", "8c 8d 9s", talon=TALON)
    play(deal, "0:6c", "1:6c<8c", "0:6d", "1:6d<8d")
    assert deal.to_act == 0  # four cards on the table, two attacks of three
    assert "6s" in legal(deal)


def test_r5_4_first_limit_stands_in_for_the_first_bout_only() -> None:
    six = "8c 8d 8s 9c 9d 9s"
    code_ = "podkidnoy first_limit=5"
    assert at(code_, "6c", six, talon=TALON, bout=1).limit == 5
    assert at(code_, "6c", six, talon=TALON, bout=2, beaten_off=False).limit == 6
    deal = at(code_, "6c Ac", six, talon=TALON, bout=1)
    play(deal, "0:6c", "1:take", "0:done")
    assert deal.limit == 6


def test_r5_4_first_limit_until_the_first_discard() -> None:
    six = "8c 8d 8s 9c 9d 9s"
    code_ = "podkidnoy first_limit=5 first_limit_until=first_discard"
    assert at(code_, "6c", six, talon=TALON, bout=4, beaten_off=False).limit == 5
    deal = at(code_, "6c 7c 7d 7s Tc Td", six, talon=TALON, bout=1)
    play(deal, "0:6c", "1:take", "0:done")
    assert deal.limit == 5  # after a take it holds on
    play(deal, "0:7c", "1:7c<8c", "0:done")
    assert deal.limit == 6  # after a bout beaten off it does not


def test_r5_5_while_an_attack_is_open_only_the_defender_acts() -> None:
    deal = at("players=3", "6c 6d", "8c 8d 9c", "6s 6h", talon=TALON)
    play(deal, "0:6c6d")
    assert [code(deal, do) for do in ("0:done", "2:6s", "0:6c<8c")] == ["not_your_turn"] * 3
    assert code(deal, "1:done") == "must_answer"


def test_r5_5_the_defender_chooses_what_to_cover_first_and_one_card_covers_one() -> None:
    deal = at("podkidnoy", "6c 6d", "8c 8d 9c", table="6c 6d", talon=TALON)
    assert legal(deal) == ["6c<8c", "6c<9c", "6d<8d", "take"]
    play(deal, "1:6d<8d")
    assert deal.table == (("6c", None), ("6d", "8d"))
    assert deal.to_act == 1
    assert code(deal, "1:6d<9c") == "already_covered"
    assert code(deal, "1:7d<9c") == "no_such_attack"


# R6 ------------------------------------------------------------------------------------------------


def test_r6_1_additions_are_of_a_rank_that_an_attack_or_a_cover_shows() -> None:
    deal = at("podkidnoy", "6d 6s 8s Kc", "9c 9d 9s 9h", table="6c<8c", talon=TALON)
    assert legal(deal) == ["6d", "6s", "6d6s", "8s", "done"]
    assert code(deal, "0:Kc") == "rank_not_on_table"
    assert code(deal, "0:6d8s") == "mixed_ranks"


def test_r6_1_additions_stay_within_the_limit() -> None:
    deal = at("podkidnoy", "6d 6s", "9d", table="6c<8c", talon=TALON)
    assert deal.limit == 2
    assert legal(deal) == ["6d", "6s", "done"]
    assert code(deal, "0:6d6s") == "over_limit"


def test_r6_2_the_principal_is_asked_first_then_the_others_from_the_defenders_left() -> None:
    deal = at("players=5 throwers=all", "7c 8c", "Jc Qc Kc", "7d 8d", "7s 8s", "9c 9d",
              principal=4, defender=1, table="7h<Jh", talon="Js Qs Ks As Ah")  # fmt: skip
    asked = []
    while deal.bout == 2:
        assert deal.to_act is not None
        asked.append(deal.to_act)
        deal.act(deal.to_act, "done")
    assert asked == [4, 2, 3, 0]


def test_r6_2_throwers_says_who_may_throw_in() -> None:
    for throwers, allowed in (("principal", (0,)), ("neighbours", (0, 2)), ("all", (0, 2, 3))):
        deal = at(f"players=4 throwers={throwers}", "7c", "Jc Qc", "7d", "7s", talon=TALON)
        assert deal.view(None).throwers == allowed
        outside = {2, 3} - set(allowed)
        assert all(code(deal, f"{seat}:7d") == "may_not_throw_in" for seat in outside)


def test_r6_2_a_neighbour_without_cards_is_not_replaced() -> None:
    deal = at("players=4 throwers=neighbours", "7c 9s", "Jc Qc", "", "7s", table="7d<Jd", talon=TALON)
    assert deal.view(None).throwers == (0, 2)
    play(deal, "0:done")
    assert deal.bout == 3  # seat 3 was not asked


def test_r6_2_with_two_seats_the_neighbour_is_the_principal() -> None:
    deal = at("podkidnoy throwers=neighbours", "7c", "Jc", talon=TALON)
    assert deal.view(None).throwers == (0,)


def test_r6_3_a_seat_without_cards_is_not_asked() -> None:
    deal = at("players=4", "", "Jc Qc", "8d", "7s", table="7d<Jd", talon=TALON)
    assert deal.to_act == 2


def test_r6_3_a_seat_with_cards_that_do_not_fit_is_asked() -> None:
    deal = at("players=3", "7c 8c", "Jc Qc", "9s", table="7d<Jd", talon=TALON)
    play(deal, "0:done")
    assert deal.to_act == 2
    assert legal(deal) == ["done"]


def test_r6_4_asking_starts_at_the_principal_and_passes_over_marked_seats() -> None:
    deal = at("players=3 done_is_final=yes", "7c 8c", "Jc Qc Kd", "7s 9s", table="7d<Jd", talon=TALON)
    play(deal, "0:done", "2:7s")
    assert deal.to_act == 1  # after an addition the defender acts
    assert done(deal) == (0,)
    deal = at("players=3", "7c 8c", "Qs Qc Kd", "7s 9s", table="7d<Jd", talon="Js Ks As Ah")
    play(deal, "0:done", "2:7s", "1:7s<Qs")
    assert deal.to_act == 0


@pytest.mark.parametrize(
    ("hands", "actions"),
    [
        (("7c 8c", "Jc Qc", "7s"), ("0:done", "2:done")),  # all marked
        (("7c", "Qs Qc", "7s"), ("0:done", "2:7s", "1:7s<Qs")),  # limit reached
        (("7c", "8c 8s Qc", "7s"), ("0:7c", "1:7c<8c", "2:7s", "1:7s<8s")),  # nobody left to ask
    ],
)
def test_r6_4_then_the_bout_is_beaten_off(hands: tuple[str, ...], actions: tuple[str, ...]) -> None:
    deal = at("players=3 done_is_final=yes", *hands, table="7d<Jd", talon="Js Ks As Ah", limit=2)
    if len(actions) == 4:
        deal = at("players=3 done_is_final=yes", *hands, table="7d<Jd", talon="Js Ks As Ah")
    happened = play(deal, *actions)
    assert deal.bout == 3
    assert any(isinstance(event, events.BeatenOff) for event in happened)


def test_r6_5_done_not_final_every_attack_or_cover_wipes_all_marks() -> None:
    deal = at("players=3", "7c 8c", "Qs Qc Kd", "7s 9s", table="7d<Jd", talon="Js Ks As Ah")
    play(deal, "0:done")
    assert done(deal) == (0,)
    play(deal, "2:7s")
    assert done(deal) == ()
    play(deal, "1:7s<Qs")
    assert deal.to_act == 0
    deal = at("players=3", "7c 8c", "Qs Qc", "9s", table="7d<Jd 7s", done=[0], talon="Js Ks As Ah")
    play(deal, "1:7s<Qs")
    assert deal.to_act is not None
    deal = at("players=3", "7c 8c", "Qs Qc Kc", "9s", table="7d<Jd 7s", done=[0], talon="Ks As Ah")
    play(deal, "1:7s<Qs")
    assert (deal.to_act, done(deal)) == (0, ())


def test_r6_5_done_is_final_marks_stay_until_the_bout_ends() -> None:
    code_ = "players=3 done_is_final=yes"
    deal = at(code_, "7c 8c", "Qs Qc Kd", "7s 9s", table="7d<Jd", talon="Js Ks As Ah")
    play(deal, "0:done", "2:7s", "1:7s<Qs")
    assert done(deal) == (0,)
    assert deal.to_act == 2
    play(deal, "2:done")
    assert deal.bout == 3
    assert done(deal) == ()


def test_r6_5_a_take_wipes_marks_and_additions_after_it_wipe_none() -> None:
    code_ = "players=3 done_is_final=yes"
    deal = at(code_, "7c 8c", "Qs Qc Kd", "7s 7h", table="7d<Jd", talon="Js Ks As Ah")
    play(deal, "0:done", "2:7s", "1:take")
    assert deal.to_act == 0
    assert done(deal) == ()
    play(deal, "0:done", "2:7h")
    assert done(deal) == () or done(deal) == (0,)
    deal = at("players=4", "8c", "Qs Qc Kd", "7s 7h", "9c", table="7d", talon="Js Ks As Ah")
    play(deal, "1:take", "0:done", "2:7s")
    assert done(deal) == (0,)
    assert deal.to_act == 2


# R7 ------------------------------------------------------------------------------------------------


def test_r7_1_the_defender_may_take_though_it_could_cover() -> None:
    deal = at("podkidnoy", "6d", "8c 8d", table="6c<7c 7d", talon=TALON)
    assert {"7d<8d", "take"} <= set(legal(deal))
    play(deal, "1:take")
    assert deal.is_taking
    assert code(at("podkidnoy", "6d", "8c", table="6c<7c", talon=TALON), "0:take") == "nothing_to_take"


def test_r7_2_there_is_no_going_back_to_covering() -> None:
    deal = at("podkidnoy", "6d", "8c 8d", table="6c<7c 7d", talon=TALON)
    play(deal, "1:take")
    assert [code(deal, f"1:{do}") for do in ("7d<8d", "take", "done")] == ["taking"] * 3


def test_r7_3_after_a_take_each_attacker_gets_one_turn_in_order() -> None:
    deal = at("players=4", "6d 6s Kc", "8c 8d 8s 9c 9d", "Qc", "6h Qd", table="6c", talon=TALON)
    play(deal, "1:take")
    assert deal.to_act == 0
    play(deal, "0:6d")
    assert deal.to_act == 0  # as many actions as it likes
    play(deal, "0:6s")
    assert deal.to_act == 0  # nothing fits, it has cards
    play(deal, "0:done")
    assert legal(deal) == ["done"]  # seat 2 is asked all the same
    play(deal, "2:done", "3:6h")
    assert deal.to_act == 3  # seats whose turn is over are not asked again
    play(deal, "3:done")
    assert bout(deal)[:2] == (2, 3)


def test_r7_3_a_turn_ends_with_the_last_card() -> None:
    deal = at("players=3", "6d", "8c 8d 8s", "Qc", table="6c", talon=TALON)
    play(deal, "1:take", "0:6d")
    assert deal.to_act == 2


def test_r7_3_without_throw_after_take_the_take_settles_the_bout() -> None:
    deal = at("players=3 throw_after_take=no", "6d 6s", "8c 8d", "6h", table="6c", talon=TALON)
    happened = play(deal, "1:take")
    assert [type(event).__name__ for event in happened[:2]] == ["TakeSaid", "Taken"]
    assert bout(deal)[:2] == (2, 0)


def test_r7_3_limit_reached_or_nobody_to_ask_settles_at_once() -> None:
    deal = at("podkidnoy", "6d 6s", "8c", table="6c", talon=TALON)
    play(deal, "1:take")
    assert deal.bout == 3
    deal = at("podkidnoy", "", "8c 8d", table="6c", talon=TALON)
    play(deal, "1:take")
    assert deal.bout == 3


def test_r7_4_all_cards_go_to_the_defender_whatever_its_hand() -> None:
    deal = at("podkidnoy", "Kc", "8c 9c 9d 9s Tc Td Ts Jc", table="6c<7c 7d", talon=TALON)
    happened = play(deal, "1:take", "0:done")
    assert hand(deal, 1) == "6c 7c 7d 8c 9c 9d 9s Tc Td Ts Jc"
    assert counts(deal)[1] == 11
    assert events.Taken(seat=1, cards=("6c", "7c", "7d")) in happened
