"""R5: a bout: leading, the limit, the defender's choice."""

from __future__ import annotations

from tests.engine.tables import at, bout, code, hand, legal, play

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
    deal = at("podkidnoy", "Kc", "8c 8d 9c", table="6c 6d", talon=TALON)
    assert legal(deal) == ["6c<8c", "6c<9c", "6d<8d", "take"]
    play(deal, "1:6d<8d")
    assert deal.table == (("6c", None), ("6d", "8d"))
    assert deal.to_act == 1
    assert code(deal, "1:6d<9c") == "already_covered"
    assert code(deal, "1:7d<9c") == "no_such_attack"
