"""Rules of thumb: how well they play, that deals end, and single choices of each manner."""

from __future__ import annotations

import random
from typing import Any

import pytest

from durak.bots import thumb
from durak.bots.plain import Club, Lowest, Novice, Thumb
from durak.deal import Deal
from tests.bots.duels import RANDOM, duel
from tests.engine.tables import at as deal_at

pytestmark = pytest.mark.compiled


def chosen(bot: type[Thumb], deal: Deal, seed: int = 1) -> str:
    assert deal.to_act is not None
    return str(bot(random.Random(seed)).choose(deal.view(deal.to_act)))


def at(code: str, *hands: str, **members: Any) -> Deal:
    return deal_at(code, *hands, **members)


# Strength


def test_each_manner_is_stronger_than_the_one_before() -> None:
    code = "podkidnoy"
    assert duel(code, thumb.NOVICE, RANDOM, deals=2000).score > 0.8
    assert duel(code, thumb.LOWEST, RANDOM, deals=2000).score > 0.95
    assert 0.1 < duel(code, thumb.NOVICE, thumb.LOWEST, deals=2000).score < 0.5
    assert duel(code, thumb.CLUB, thumb.NOVICE, deals=2000).score > 0.8
    assert duel(code, thumb.CLUB, thumb.LOWEST, deals=4000).score > CLUB_AGAINST_LOWEST


CLUB_AGAINST_LOWEST = 0.6


@pytest.mark.parametrize("code", ["perevodnoy", "classic-short", "classic-teams"])
def test_club_beats_lowest_under_other_rules_too(code: str) -> None:
    assert duel(code, thumb.CLUB, thumb.LOWEST, deals=2000).score > 0.52


@pytest.mark.parametrize("code", ["podkidnoy players=4", "perevodnoy players=6"])
def test_club_among_lowest_is_durak_less_often_than_its_share(code: str) -> None:
    outcome = duel(code, thumb.CLUB, thumb.LOWEST, deals=1500)
    assert outcome.lost / outcome.deals < 0.9 / int(code[-1])


@pytest.mark.parametrize("manner", [thumb.LOWEST, thumb.NOVICE, thumb.CLUB])
@pytest.mark.parametrize("code", ["podkidnoy", "perevodnoy players=4", "classic players=6"])
def test_nobody_hands_cards_round_for_ever(code: str, manner: int) -> None:
    assert duel(code, manner, manner, deals=1000).longest < 150


# Single choices


def test_lowest_leads_its_lowest_card_and_trumps_last() -> None:
    assert chosen(Lowest, at("podkidnoy", "6h 7c 9d", "8c 8d 8s", talon="Ac Ah")) == "7c"
    assert chosen(Lowest, at("podkidnoy", "6h 8h", "8c 8d 8s", talon="Ac Ah")) == "6h"


def test_lowest_throws_in_whatever_fits() -> None:
    deal = at("podkidnoy", "6h Ad", "8d 9d", table="6c<Ac", talon="Kc Kh")
    assert chosen(Lowest, deal) == "Ad"


def test_lowest_covers_with_the_cheapest_and_the_hardest_attack_first() -> None:
    deal = at("podkidnoy", "8d 9d", "7c 9c 6h", table="6c Kd", talon="Kc Kh")
    assert chosen(Lowest, deal) == "Kd<6h"
    deal = at("podkidnoy", "8d 9d", "9c 6h", table="6c", talon="Kc Kh")
    assert chosen(Lowest, deal) == "6c<9c"


def test_lowest_takes_only_when_it_must() -> None:
    assert chosen(Lowest, at("podkidnoy", "8d 9d", "Ah 9s", table="6c", talon="Kc Kh")) == "6c<Ah"
    assert chosen(Lowest, at("podkidnoy", "8d 9d", "Ac 9s", table="6c Kd", talon="Kc Kh")) == "take"


def test_lowest_passes_on_with_a_trump_only_rather_than_take() -> None:
    deal = at("perevodnoy", "8d 9d", "6d 9c 6h", table="6c", talon="Kc Kh")
    assert chosen(Lowest, deal) == ">6d"
    deal = at("perevodnoy", "8d 9d", "9c 6h", table="6c", talon="Kc Kh")
    assert chosen(Lowest, deal) == "6c<9c"
    deal = at("perevodnoy", "8d 9d", "Td 6h", table="6c", talon="Kc Kh")
    assert chosen(Lowest, deal) == "6c<6h"
    deal = at("perevodnoy", "8d 9d", "Td Qh", table="Qc", talon="Kc Kh")
    assert chosen(Lowest, deal) == "Qc<Qh"
    deal = at("perevodnoy", "8d 9d 7d", "Td Kd 6h", table="6c 6s", talon="Kc Kh")
    assert chosen(Lowest, deal) == ">6h"


@pytest.mark.parametrize("bot", [Lowest, Novice, Club])
def test_the_low_trump_is_always_swapped(bot: type[Thumb]) -> None:
    deal = at("classic", "6h 7c 9d", "8c 8d 8s", talon="Ac Ah", low_trump_first=0)
    assert "swap" in map(str, deal.legal())
    assert chosen(bot, deal) == "swap"


def test_club_keeps_its_trumps_while_the_talon_lasts() -> None:
    deal = at("podkidnoy", "6h 9d", "8d 9c", table="6c<Ac", talon="Kc Jd Js Qs Qd Kd Th 7s Kh")
    assert chosen(Club, deal) == "done"


def test_a_novice_throws_trumps_in_and_takes_what_it_could_cover() -> None:
    deal = at("podkidnoy", "6h 9d", "8d 9c", table="6c<Ac", talon="Kc Jd Js Qs Qd Kd Th 7s Kh")
    assert {chosen(Novice, deal, seed) for seed in range(40)} == {"6h", "done"}
    deal = at("podkidnoy", "8d 9d", "Ah Qh", table="6c", talon="Kc Jd Js Kh")
    assert {chosen(Novice, deal, seed) for seed in range(40)} == {"6c<Qh", "take"}


def test_club_takes_a_low_card_rather_than_spend_a_high_trump() -> None:
    talon = "Kc Jd Js Qs Qd Kd Th 7s Kh"
    deal = at("podkidnoy", "8d 9d 7d 8c 9c Tc", "Ah 9s Ts Ac Ad As", table="6c", talon=talon)
    assert chosen(Club, at("podkidnoy", "8d 9d", "Ah Qh", table="6c", talon=talon)) == "take"
    assert chosen(Club, deal) == "6c<Ac"


def test_club_goes_out_when_it_can() -> None:
    assert chosen(Club, at("podkidnoy", "Ac Ad", "6d 7d Th Qh")) == "AcAd"
    assert chosen(Club, at("podkidnoy", "8d 9d", "Ah", table="6c")) == "6c<Ah"


@pytest.mark.parametrize("bot", [Novice, Club])
def test_patience_ends(bot: type[Thumb]) -> None:
    deal = at("podkidnoy", "8d 9d", "Ah Qh", table="6c", talon="Kc Jd Js Kh", bout=61)
    assert {chosen(bot, deal, seed) for seed in range(30)} <= {"6c<Qh"}
