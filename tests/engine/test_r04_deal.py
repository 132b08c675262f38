"""R4: dealing, trumps, who leads first."""

from __future__ import annotations

from durak import cards, events
from tests.engine.tables import bout, counts, dealt, hand, known, legal, talon

THREE = "7c 7d 7s 8c 8d 8s 9c 9d 9s Tc Td Ts Jc Jd Js Qc Qd Qs"


def test_r4_1_cards_go_one_at_a_time_from_the_dealers_left_until_each_holds_six() -> None:
    deal = dealt("players=3", THREE, dealer=1, turned="6h")
    assert counts(deal) == [6, 6, 6]
    assert hand(deal, 2) == "7c 8c 9c Tc Jc Qc"
    assert hand(deal, 0) == "7d 8d 9d Td Jd Qd"
    assert hand(deal, 1) == "7s 8s 9s Ts Js Qs"
    drew = [event for event in deal.opening if isinstance(event, events.Drew)]
    assert [event.seat for event in drew] == [2, 0, 1]
    assert drew[0].cards == ("7c", "8c", "9c", "Tc", "Jc", "Qc")


def test_r4_2_the_next_card_sets_trumps_and_is_the_last_of_the_talon() -> None:
    deal = dealt("players=3", THREE, turned="Kh")
    assert cards.SUITS[deal.trump] == "h"
    assert talon(deal).startswith("6c 6d 6h")
    assert talon(deal).endswith(" Kh")
    assert len(deal.talon) == 18
    assert deal.view(None).trump_card == "Kh"
    begun = deal.opening[0]
    assert isinstance(begun, events.DealBegan)
    assert (begun.trump, begun.trump_card, begun.talon_count) == ("h", "Kh", 18)


def test_r4_3_without_a_talon_the_dealers_last_card_is_shown_and_sets_trumps() -> None:
    deal = dealt("players=4 deck=24", "", dealer=2)
    assert deal.talon == ()
    assert cards.SUITS[deal.trump] == "s"
    assert known(deal, 2) == "As"
    assert counts(deal) == [6, 6, 6, 6]
    view = deal.view(0)
    assert view.trump == "s"
    assert view.trump_card is None
    assert view.known[2] == ("As",)
    begun = deal.opening[0]
    assert isinstance(begun, events.DealBegan)
    assert (begun.trump_card, begun.talon_count) == ("As", 0)


def test_r4_3_the_shown_card_counts_as_a_trump_in_the_dealers_hand() -> None:
    deck = [name for name in cards.names(cards.deck_mask(36)) if name[1] != "h"]
    hearts = ["7h", "8h", "9h", "Th", "Jh", "Qh", "Kh", "Ah", "6h"]
    deal = dealt("players=6", " ".join(deck + hearts), dealer=3)
    assert hand(deal, 3).split()[0] == "6h"
    assert bout(deal)[:2] == (3, 4)


def test_r4_4_the_lowest_trump_leads_with_any_card() -> None:
    deck = THREE.replace("Qd", "7h").replace("8c", "8h")  # seats 2 and 1
    deal = dealt("players=3", deck, turned="6h")
    assert "7h" in hand(deal, 2)
    assert bout(deal)[:2] == (2, 0)
    assert deal.to_act == 2
    assert {"7d", "7h"} <= set(legal(deal))


def test_r4_4_with_no_trump_dealt_the_dealers_left_leads() -> None:
    deal = dealt("players=3", THREE, dealer=1, turned="6h")
    assert bout(deal)[:2] == (2, 0)


def test_r4_4_dealer_left_leads_whoever_holds_trumps() -> None:
    deck = THREE.replace("7s", "7h")
    assert dealt("players=3", deck, turned="6h").principal == 0
    assert dealt("players=3 first_lead=dealer_left", deck, turned="6h").principal == 1


def test_r4_5_the_card_that_decided_the_lead_is_shown_where_the_table_says_so() -> None:
    deck = THREE.replace("7s", "7h").replace("8c", "8h")
    shown = dealt("players=3 show_lowest_trump=yes", deck, turned="6h")
    assert known(shown, 0) == "7h"
    assert known(shown, 1) == ""
    assert [event for event in shown.opening if isinstance(event, events.LeadShown)] == [
        events.LeadShown(seat=0, card="7h")
    ]
    hidden = dealt("players=3", deck, turned="6h")
    assert known(hidden, 0) == ""
    assert not any(isinstance(event, events.LeadShown) for event in hidden.opening)


def test_r4_5_nothing_is_shown_when_no_trump_decided() -> None:
    for code_ in (
        "players=3 show_lowest_trump=yes",
        "players=3 first_lead=dealer_left show_lowest_trump=yes",
    ):
        deal = dealt(code_, THREE, turned="6h")
        assert deal.known == (0, 0, 0)
    deck = THREE.replace("7s", "7h")
    deal = dealt("players=3 first_lead=dealer_left show_lowest_trump=yes", deck, turned="6h")
    assert deal.known == (0, 0, 0)


def test_r4_6_only_the_leading_seat_is_announced() -> None:
    deal = dealt("players=3", THREE.replace("7s", "7h"), turned="6h")
    view = deal.view(1)
    assert view.principal == 0
    assert view.known == ((), (), ())
    assert view.follows == ((), (), ())
    kinds = [type(event).__name__ for event in deal.opening]
    assert kinds == ["DealBegan", "Drew", "Drew", "Drew", "BoutBegan"]
