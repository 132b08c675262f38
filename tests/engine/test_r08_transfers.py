"""R8: passing the attack on."""

from __future__ import annotations

from durak import events
from tests.engine.tables import at, bout, code, hand, known, legal, play

ON = "players=3 transfer=on"
SHOW = f"{ON} transfer_show=yes"
TALON = "Js Qs Ks As Ah"


def test_r8_1_a_card_of_the_attacks_rank_passes_the_attack_to_the_next_active_seat() -> None:
    deal = at(ON, "6c", "6d Kc", "8c 8d 8s", talon=TALON)
    play(deal, "0:6c")
    assert legal(deal) == ["6c<Kc", ">6d", "take"]
    assert code(deal, "1:>Kc") == "transfer_rank"
    assert code(deal, "1:>6s") == "card_not_held"
    happened = play(deal, "1:>6d")
    assert happened == (events.Transferred(seat=1, cards=("6d",), to=2, limit=3),)
    assert deal.table == (("6c", None), ("6d", None))
    assert deal.to_act == 2
    assert hand(deal, 1) == "Kc"


def test_r8_1_a_seat_that_is_out_is_passed_over() -> None:
    deal = at("players=4 transfer=on", "6c Kc", "6d Kd", "", "8c 8d")
    play(deal, "0:6c", "1:>6d")
    assert deal.to_act == 3


def test_r8_2_one_card_or_several() -> None:
    hands = ("6c", "6d 6s Kc", "8c 8d 8s")
    several = at(ON, *hands, talon=TALON)
    play(several, "0:6c")
    assert {">6d", ">6s", ">6d6s"} <= set(legal(several))
    one = at(f"{ON} transfer_cards=one", *hands, talon=TALON)
    play(one, "0:6c")
    assert {">6d", ">6s"} <= set(legal(one))
    assert code(one, "1:>6d6s") == "transfer_limit"


def test_r8_3_no_more_attacks_than_the_new_defender_holds() -> None:
    deal = at(ON, "6c", "6d 6s Kc", "8c 8d", talon=TALON)
    play(deal, "0:6c")
    assert code(deal, "1:>6d") is None
    assert code(deal, "1:>6d6s") == "transfer_limit"


def test_r8_3_no_more_attacks_than_the_limit_of_the_rules() -> None:
    hands = ("6c 6h", "6d 6s Kc", "8c 8d 8s 9s")
    deal = at(f"{ON} attack_limit=2", *hands, talon=TALON)
    play(deal, "0:6c")
    assert code(deal, "1:>6d6s") == "transfer_limit"
    first = at(f"{ON} first_limit=2", *hands, talon=TALON, bout=1)
    play(first, "0:6c")
    assert code(first, "1:>6d6s") == "transfer_limit"
    assert code(first, "1:>6d") is None


def test_r8_3_a_seat_that_laid_its_last_card_is_not_skipped_and_receives_nothing() -> None:
    deal = at("players=4 transfer=on", "Kd", "6d Kc", "", "8c 8d", table="6c", talon=TALON)
    assert code(deal, "1:>6d") == "transfer_limit"  # seat 3 could, but seat 2 stands between
    assert legal(deal) == ["6c<Kc", "take"]


def test_r8_3_the_smaller_number_is_the_bouts_new_limit() -> None:
    deal = at(ON, "6c", "6d Kc 9c 9d 9h", "8c 8d 8s", talon=TALON)
    assert deal.limit == 5
    play(deal, "0:6c", "1:>6d")
    assert deal.limit == 3
    deal = at(f"{ON} attack_limit=2", "6c", "6d Kc", "8c 8d 8s", talon=TALON)
    play(deal, "0:6c", "1:>6d")
    assert deal.limit == 2


def test_r8_4_the_former_defender_becomes_the_principal() -> None:
    deal = at(ON, "6c 9c", "6d 9s", "8c Kh Kc", talon=TALON)
    play(deal, "0:6c", "1:>6d")
    assert bout(deal)[:2] == (1, 2)
    assert legal(deal) == ["6c<8c", "6c<Kc", "6c<Kh", "6d<Kh", "take"]
    play(deal, "2:6c<8c", "2:6d<Kh")
    assert deal.to_act == 1  # asked first


def test_r8_4_the_new_defender_may_transfer_again() -> None:
    deal = at(ON, "6c 9c 9d 9s", "6d 8s", "6s Kh Kc", talon=TALON)
    play(deal, "0:6c", "1:>6d")
    happened = play(deal, "2:>6s")
    assert happened == (events.Transferred(seat=2, cards=("6s",), to=0, limit=3),)


def test_r8_4_the_first_bout_allows_no_transfer_where_the_table_says_so() -> None:
    code_ = f"{SHOW} transfer_first_bout=no"
    for number, answer in ((1, "transfer_first_bout"), (2, None)):
        deal = at(code_, "6c", "6d 6h Kc", "8c 8d 8s", talon=TALON, bout=number)
        play(deal, "0:6c")
        assert code(deal, "1:>6d") == answer
        assert code(deal, "1:>(6h)") == answer
        assert (">6d" in legal(deal)) == (answer is None)


def test_r8_5_with_two_seats_the_attack_goes_back_to_who_led() -> None:
    deal = at("podkidnoy transfer=on", "6c 9c 9d 6s", "6d 8s 8c", talon=TALON)
    play(deal, "0:6c", "1:>6d")
    assert bout(deal) == (1, 0, 3)
    play(deal, "0:take", "1:done")
    assert bout(deal)[:2] == (1, 0)


def test_r8_5_a_chain_can_come_back_to_who_led_with_more_seats() -> None:
    deal = at(ON, "6c 9c 9d 9s", "6d 8s", "6s Kh Kc", talon=TALON)
    play(deal, "0:6c", "1:>6d", "2:>6s")
    assert bout(deal) == (2, 0, 3)
    assert deal.to_act == 0


def test_r8_6_the_trump_of_that_rank_may_be_shown_kept_and_played_later() -> None:
    deal = at(SHOW, "6c 9c", "6h Kc", "8c 8d 8s", talon=TALON)
    play(deal, "0:6c")
    assert legal(deal) == ["6c<6h", "6c<Kc", ">6h", ">(6h)", "take"]
    happened = play(deal, "1:>(6h)")
    assert happened == (events.ShownTransfer(seat=1, card="6h", to=2, limit=3),)
    assert deal.table == (("6c", None),)  # the number of attacks does not grow
    assert known(deal, 1) == "6h"
    assert deal.view(0).shown == ("6h",)
    play(deal, "2:6c<8c", "1:done", "0:done")
    play(deal, "2:8d")
    assert "6h" in hand(deal, 1)


def test_r8_6_each_trump_once_a_deal_by_anybody() -> None:
    deal = at(SHOW, "6c", "6h Kc", "8c", talon=TALON, shown="6h")
    play(deal, "0:6c")
    assert code(deal, "1:>(6h)") == "show_not_allowed"
    assert ">(6h)" not in legal(deal)
    assert code(deal, "1:>6h") == "transfer_limit"  # two attacks, one card


def test_r8_6_only_a_trump_of_the_attacks_rank_and_only_where_the_table_plays_it() -> None:
    deal = at(SHOW, "6c", "6d 7h Kc", "8c", talon=TALON)
    play(deal, "0:6c")
    assert code(deal, "1:>(6d)") == "show_not_allowed"
    assert code(deal, "1:>(7h)") == "transfer_rank"
    off = at(ON, "6c", "6h Kc", "8c", talon=TALON)
    play(off, "0:6c")
    assert code(off, "1:>(6h)") == "show_off"


def test_r8_6_showing_needs_room_at_the_new_defender() -> None:
    deal = at(SHOW, "Kd", "6h Kc", "8c", table="6c 6d", talon=TALON)
    assert code(deal, "1:>(6h)") == "transfer_limit"


def test_r8_7_once_an_attack_is_covered_there_is_no_transfer_in_that_bout() -> None:
    deal = at(SHOW, "Kd", "6h 8d 8c Kc", "8s 9s 9c", table="6c 6d", talon=TALON)
    assert code(deal, "1:>6h") is None
    play(deal, "1:6c<8c")
    assert code(deal, "1:>6h") == "transfer_after_cover"
    assert code(deal, "1:>(6h)") == "transfer_after_cover"
    assert legal(deal) == ["6d<6h", "6d<8d", "take"]
