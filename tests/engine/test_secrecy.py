"""R12: what is hidden from a seat makes no difference to anything that reaches it."""

from __future__ import annotations

import random

import msgspec
from hypothesis import given

from durak import cards, events
from durak.deal import Deal
from durak.view import event_as_seen, identified
from tests.engine import draws
from tests.engine.test_properties import candidates

encode = msgspec.json.encode


def hidden(deal: Deal, seat: int | None) -> list[set[str]]:
    """The cards that ``seat`` may not place by R12.2: each other hand's, then the talon's."""
    found = []
    for other in range(deal.ruleset.players):
        held = set(cards.names(deal.hands[other] & ~deal.known[other]))
        found.append(set() if other == seat else held)
    found.append({cards.name(card) for card in deal.talon[:-1]})
    return found


def disguised(deal: Deal, seat: int | None, rng: random.Random) -> Deal:
    """The same deal to ``seat``: the cards it may not place are shuffled among their places."""
    places = hidden(deal, seat)
    loose = sorted(card for place in places for card in place)
    rng.shuffle(loose)
    other = deal.clone()
    other._legal = None
    s = other.state
    rules = deal.ruleset
    low_trump = cards.card(cards.RANKS[cards.lowest_rank(rules.deck)] + cards.SUITS[deal.trump])
    if cards.name(low_trump) in loose:
        s.low_trump_seat = -1
    for holder in range(rules.players):
        if not places[holder]:
            continue
        new = cards.mask(cards.card(loose.pop()) for _ in places[holder])
        s.hands[holder] = new | deal.known[holder]
        if new >> low_trump & 1:
            s.low_trump_seat = holder  # dealt to it or drawn: a card taken would be known (R12.2)
    for at in range(len(places[-1])):
        s.deck[int(s.top) + at] = cards.card(loose.pop())
    assert loose == []
    return other


def seen(happened: tuple[events.Event, ...], seat: int | None) -> list[bytes]:
    return [encode(event_as_seen(event, seat)) for event in happened]


def check_alike(one: Deal, other: Deal, seat: int | None, rng: random.Random) -> None:
    """Everything that reaches ``seat`` is the same, byte for byte."""
    assert encode(one.view(seat)) == encode(other.view(seat))
    if seat is None:
        return
    if one.to_act == seat:
        assert one.legal() == other.legal()
    for action in rng.sample(candidates(one, seat, rng), 3):
        assert one.refusal(seat, action) == other.refusal(seat, action)


def drew_unseen(happened: tuple[events.Event, ...], seat: int | None) -> bool:
    """Whether ``seat`` drew cards it could not know before: from here on the two may differ."""
    return any(
        isinstance(event, events.Drew)
        and event.seat == seat
        and len(event.cards) > len(event.public)
        for event in happened
    )


def play_alike(one: Deal, seat: int | None, rng: random.Random) -> None:
    """Play the deal and a disguised one together as long as both allow it."""
    other = disguised(one, seat, rng)
    one = one.clone()
    check_alike(one, other, seat, rng)
    for _ in range(25):
        both = [action for action in one.legal() if action in other.legal()]
        if not both:
            return
        action = rng.choice(both)
        actor = one.to_act
        assert actor is not None
        first, second = one.apply(actor, action), other.apply(actor, action)
        if drew_unseen(first, seat):
            return
        assert seen(first, seat) == seen(second, seat)
        check_alike(one, other, seat, rng)


@draws.few(25)
@given(draws.deals())
def test_r12_4_hidden_cards_make_no_difference_to_what_reaches_a_seat(
    start: tuple[Deal, random.Random],
) -> None:
    deal, rng = start
    viewers = (None, *range(deal.ruleset.players))
    while not deal.is_over:
        if rng.random() < 0.08:
            play_alike(deal, rng.choice(viewers), rng)
        deal.do(f"{deal.to_act}:{draws.choice(deal, rng)}")


@draws.few(15)
@given(draws.deals())
def test_r12_3_a_view_places_what_it_may_and_the_only_hidden_place(
    start: tuple[Deal, random.Random],
) -> None:
    deal, rng = start
    deck = set(cards.names(cards.deck_mask(deal.ruleset.deck)))
    while True:
        for seat in (None, rng.randrange(deal.ruleset.players)):
            view = deal.view(seat)
            places = [place for place in hidden(deal, seat) if place]
            unseen = {card for place in places for card in place}
            if len(places) == 1:
                unseen = set()
            assert identified(view) == deck - unseen
            for other, follows in enumerate(view.follows):
                assert set(follows) <= set(cards.names(deal.hands[other] & ~deal.known[other]))
            assert set(view.talon_follows) <= {cards.name(card) for card in deal.talon[:-1]}
        if deal.is_over:
            break
        deal.do(f"{deal.to_act}:{draws.choice(deal, rng)}")


@draws.few(20)
@given(draws.deals())
def test_r12_4_events_as_seen_name_only_cards_whose_place_the_seat_may_know(
    start: tuple[Deal, random.Random],
) -> None:
    deal, rng = start
    happened = deal.opening
    while True:
        for seat in (None, rng.randrange(deal.ruleset.players)):
            text = b" ".join(seen(happened, seat)).decode()
            known = identified(deal.view(seat))
            for card in cards.names(cards.deck_mask(deal.ruleset.deck)):
                assert f'"{card}"' not in text or card in known
        if deal.is_over:
            break
        happened = deal.do(f"{deal.to_act}:{draws.choice(deal, rng)}")


@draws.few(12)
@given(draws.deals())
def test_r12_4_only_the_seat_to_act_gets_legal_actions(start: tuple[Deal, random.Random]) -> None:
    deal, rng = start
    while not deal.is_over:
        for seat in (None, *range(deal.ruleset.players)):
            legal = tuple(str(action) for action in deal.legal()) if seat == deal.to_act else ()
            assert deal.view(seat).legal == legal
        deal.do(f"{deal.to_act}:{draws.choice(deal, rng)}")
