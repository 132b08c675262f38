"""R11: two teams."""

from __future__ import annotations

import pytest

from durak.position import PositionError
from tests.engine.tables import at, bout, code, play

TEAMS = "players=4 teams=two"
TALON = "Js Qs Ks As Ah"
SIX = "players=6 teams=two throwers=all"


def test_r11_1_seats_alternate_between_the_teams() -> None:
    deal = at(TEAMS, "", "8c Ts", "7c", "", principal=2, defender=1, led=2)
    play(deal, "2:7c", "1:7c<8c")
    assert (deal.result, deal.losers) == ("durak 1 3", (1, 3))


def test_r11_2_nobody_throws_in_at_a_partner() -> None:
    deal = at(TEAMS, "7c 9c", "Jc Qc", "7d", "7s", table="7h<Jh", talon=TALON)
    assert deal.view(None).throwers == (0, 2)
    assert code(deal, "3:7s") == "may_not_throw_in"
    play(deal, "0:done", "2:done")
    assert deal.bout == 3


def test_r11_2_throwers_are_asked_from_the_defenders_left_the_principal_first() -> None:
    deal = at(SIX, "7c", "Kc", "7d", "Kd", "7s", "Qc Qd", principal=2, defender=3,
              table="9c<Jc", led=2, talon=TALON)  # fmt: skip
    assert deal.view(None).throwers == (2, 4, 0)
    nearest = at(f"{SIX[:-3]}neighbours", "7c", "Kc", "7d", "Kd", "7s", "Qc Qd", principal=2,
                 defender=3, table="9c<Jc", led=2, talon=TALON)  # fmt: skip
    assert nearest.view(None).throwers == (2, 4)


def test_r11_2_a_transfer_reaches_the_partner_of_who_led() -> None:
    deal = at(f"{TEAMS} transfer=on", "7c 9c", "7d Qc", "8c 8d 8h", "7s", talon=TALON)
    play(deal, "0:7c", "1:>7d")
    assert bout(deal) == (1, 2, 3)
    assert deal.view(None).throwers == (1, 3)


def test_r11_3_with_everyone_active_it_is_plain_seat_order() -> None:
    deal = at(TEAMS, "7c 9c", "Jc Qc", "7d", "9s", talon=TALON)
    play(deal, "0:7c", "1:7c<Jc", "0:done", "2:done")
    assert bout(deal)[:2] == (1, 2)
    deal = at(TEAMS, "7c 9c", "Jc Qc", "7d", "9s", talon=TALON)
    play(deal, "0:7c", "1:take", "0:done", "2:done")
    assert bout(deal)[:2] == (2, 3)


def test_r11_3_a_seat_whose_partner_is_out_plays_twice_as_often() -> None:
    deal = at(TEAMS, "7c 9c Ac", "Jc Qc", "", "9s Td")
    play(deal, "0:7c", "1:take", "0:done")
    assert bout(deal)[:2] == (0, 3)
    play(deal, "0:9c", "3:take", "0:done")
    assert bout(deal)[:2] == (0, 1)


def test_r11_3_a_defender_that_is_out_is_followed_by_its_team() -> None:
    deal = at(TEAMS, "7c 9c", "Jc", "7d", "9s Td")
    play(deal, "0:7c", "1:7c<Jc")
    assert bout(deal)[:2] == (3, 2)


def test_r11_3_a_transfer_goes_to_the_next_of_the_attackers_team() -> None:
    code_ = "players=6 teams=two transfer=on"
    deal = at(code_, "7c 9c", "7d Qc", "", "9s", "8c 8d", "8s")  # seat 2 is out
    play(deal, "0:7c", "1:>7d")
    assert bout(deal)[:2] == (1, 4)
    deal = at(code_, "7c 9c", "Kd", "8c 8d", "7d Qc", "7s", "8s", defender=3, table="7h")
    play(deal, "3:>7d")
    assert bout(deal)[:2] == (3, 2)  # after the attacker, not after the defender


def test_r11_4_the_team_left_with_cards_loses_and_its_first_seat_with_cards_deals() -> None:
    deal = at(TEAMS, "7c", "8c Td", "", "9s", dealer=1)
    play(deal, "0:7c", "1:7c<8c")
    assert (deal.result, deal.dealer_next) == ("durak 1 3", 3)
    deal = at(TEAMS, "7c", "8c Td", "", "", dealer=1)
    play(deal, "0:7c", "1:7c<8c")
    assert (deal.result, deal.dealer_next) == ("durak 1 3", 1)


def test_r11_4_both_teams_without_cards_is_a_draw_or_the_last_defenders_teams_loss() -> None:
    deal = at(TEAMS, "7c", "8c", "", "", dealer=2)
    play(deal, "0:7c", "1:7c<8c")
    assert (deal.result, deal.dealer_next) == ("draw", 2)
    deal = at(f"{TEAMS} draw_result=last_defender_loses", "7c", "8c", "", "", dealer=2)
    play(deal, "0:7c", "1:7c<8c")
    assert (deal.result, deal.dealer_next) == ("durak 1 3", 1)


def test_r11_2_partners_cannot_be_principal_and_defender() -> None:
    with pytest.raises(PositionError):
        at(TEAMS, "7c", "8c", "9c", "Tc", principal=0, defender=2)
