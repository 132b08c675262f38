"""R2: cards, their order and text, and which card beats which."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from durak import cards
from durak.cards import CardError, beats, card
from tests.engine.tables import at, code, dealt, hand, legal


def test_r2_1_ranks_and_suits_from_low_to_high() -> None:
    deck = [cards.name(each) for each in range(52)]
    assert " ".join(deck[:5]) == "2c 2d 2h 2s 3c"
    assert "".join(name[0] for name in deck[::4]) == "23456789TJQKA"
    assert sorted(deck, key=card) == deck


@pytest.mark.parametrize(("size", "lowest"), [(24, "9"), (32, "7"), (36, "6"), (52, "2")])
def test_r2_2_decks_hold_the_upper_ranks(size: int, lowest: str) -> None:
    names = cards.names(cards.deck_mask(size))
    assert len(names) == size
    assert names[0] == f"{lowest}c"
    assert names[-1] == "As"
    deal = dealt(f"players=2 deck={size}", "")
    held = {card for each in deal.hands for card in cards.members(each)} | set(deal.talon)
    assert {cards.name(each) for each in held} == set(names)


def test_r2_2_a_deck_of_36_is_the_default() -> None:
    assert dealt("players=2", "").ruleset.deck == 36


@pytest.mark.parametrize(
    ("text", "name"),
    [("6s", "6s"), ("Th", "Th"), ("10h", "Th"), ("10♥", "Th"), ("6♠", "6s"), ("A♣", "Ac")],
)
def test_r2_3_text_is_rank_and_suit_with_ten_and_symbols_read_too(text: str, name: str) -> None:
    assert cards.name(card(text)) == name
    assert hand(at("podkidnoy", text, "7c"), 0) == name


@pytest.mark.parametrize(
    "text", ["", "6", "s6", "6S", "th", "1h", "100h", "6 s", "6x", "6cc", "Xs"]
)
def test_r2_3_nothing_else_is_a_card(text: str) -> None:
    with pytest.raises(CardError, match="6s"):
        card(text)


@given(st.text(alphabet="6789TJQKA10cdhs♣♦♥♠ ", max_size=8) | st.text(max_size=4))
def test_r2_3_any_text_is_cards_or_an_error_that_says_so(text: str) -> None:
    try:
        found = cards.cards(text)
    except CardError as error:
        sentence = str(error)
    else:
        sentence = again = " ".join(cards.name(each) for each in found)
        assert cards.cards(again) == found
    assert sentence or not text.split()


@given(st.integers(0, 51), st.integers(0, 51), st.integers(0, 3))
def test_r2_4_a_higher_card_of_the_suit_or_a_trump_beats(
    cover: int, attack: int, trump: int
) -> None:
    ranks, suits = "23456789TJQKA", "cdhs"
    cover_rank, cover_suit = tuple(cards.name(cover))
    attack_rank, attack_suit = tuple(cards.name(attack))
    is_higher = ranks.index(cover_rank) > ranks.index(attack_rank)
    if cover_suit == attack_suit:
        assert beats(cover, attack, trump) == is_higher
    else:
        assert beats(cover, attack, trump) == (cover_suit == suits[trump])
    if cover_rank == attack_rank and suits[trump] not in (cover_suit, attack_suit):
        assert not beats(cover, attack, trump)


def test_r2_4_covers_are_higher_of_the_suit_or_trumps() -> None:
    deal = at("podkidnoy", "Ac", "8d 6d Jc 6h Ah 9s", table="9d")
    assert legal(deal) == ["9d<6h", "9d<Ah", "take"]
    deal = at("podkidnoy", "Ac", "8d Td Jc 6h Ah 9s", table="9h")
    assert legal(deal) == ["9h<Ah", "take"]
    assert code(deal, "1:9h<6h") == "does_not_beat"


def test_r2_4_equal_ranks_never_beat() -> None:
    deal = at("podkidnoy", "Ac", "9d 9s 9c", table="9h")
    assert legal(deal) == ["take"]
    assert code(deal, "1:9h<9d") == "does_not_beat"


def test_r2_4_there_is_no_duty_to_follow_suit() -> None:
    deal = at("podkidnoy", "Ac", "Td 6h", table="9d")
    assert code(deal, "1:9d<6h") is None  # a trump though it holds a higher diamond
    assert code(deal, "1:take") is None
