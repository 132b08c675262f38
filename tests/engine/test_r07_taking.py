"""R7: taking, and what may be added to it."""

from __future__ import annotations

from durak import events
from tests.engine.tables import at, bout, code, counts, hand, legal, play

TALON = "Js Qs Ks As Ah"


def test_r7_1_the_defender_may_take_though_it_could_cover() -> None:
    deal = at("podkidnoy", "6d", "8c 8d", table="6c<7c 7d", talon=TALON)
    assert {"7d<8d", "take"} <= set(legal(deal))
    play(deal, "1:take")
    assert deal.is_taking
    assert (
        code(at("podkidnoy", "6d", "8c", table="6c<7c", talon=TALON), "0:take") == "nothing_to_take"
    )


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
