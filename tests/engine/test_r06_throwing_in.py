"""R6: throwing in: what fits, who is asked and in which order, marks."""

from __future__ import annotations

from durak import events
from tests.engine.tables import at, code, done, legal, play

TALON = "Js Qs Ks As Ah"


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
    deal = at(
        "players=4 throwers=neighbours", "7c 9s", "Jc Qc", "", "7s", table="7d<Jd", talon=TALON
    )
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
    deal = at(
        "players=3 done_is_final=yes", "7c 8c", "Jc Qc Kd", "7s 9s", table="7d<Jd", talon=TALON
    )
    play(deal, "0:done", "2:7s")
    assert deal.to_act == 1  # after an addition the defender acts
    assert done(deal) == (0,)
    deal = at("players=3", "7c 8c", "Qs Qc Kd", "7s 9s", table="7d<Jd", talon="Js Ks As Ah")
    play(deal, "0:done", "2:7s", "1:7s<Qs")
    assert deal.to_act == 0


def test_r6_4_the_bout_is_beaten_off_when_all_are_marked() -> None:
    deal = at("players=3", "7c 8c", "Qd Qc", "7s", table="7d<Jd", talon=TALON)
    happened = play(deal, "0:done", "2:done")
    assert events.BeatenOff(cards=("7d", "Jd")) in happened


def test_r6_4_the_bout_is_beaten_off_when_the_limit_is_reached() -> None:
    deal = at("players=3", "7c 8c", "Qs Qc", "7s 7h", table="7d<Jd", limit=2, talon="Ks As Ah")
    play(deal, "0:done", "2:7s")
    happened = play(deal, "1:7s<Qs")
    assert events.BeatenOff(cards=("7d", "7s", "Jd", "Qs")) in happened


def test_r6_4_the_bout_is_beaten_off_when_nobody_is_left_to_ask() -> None:
    deal = at("players=3", "7c", "8c Qs Qc", "", table="7d<Jd", talon="Ks As Ah")
    play(deal, "0:7c")
    happened = play(deal, "1:7c<8c")
    assert events.BeatenOff(cards=("7c", "7d", "8c", "Jd")) in happened


def test_r6_5_where_done_is_not_final_an_attack_laid_wipes_all_marks() -> None:
    deal = at("players=3", "7c 8c", "Qs Qc Kd", "7s 9s", table="7d<Jd", talon="Js Ks As Ah")
    play(deal, "0:done")
    assert done(deal) == (0,)
    play(deal, "2:7s")
    assert done(deal) == ()
    play(deal, "1:7s<Qs")
    assert deal.to_act == 0


def test_r6_5_where_done_is_not_final_a_cover_laid_wipes_all_marks() -> None:
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
    deal = at("players=4", "8c", "Qs Qc Kd", "7s 7h", "9c", table="7d", talon="Js Ks As Ah")
    play(deal, "1:take", "0:done", "2:7s")
    assert done(deal) == (0,)
    assert deal.to_act == 2
