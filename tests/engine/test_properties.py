"""What holds for every ruleset and every deal, however it is played."""

from __future__ import annotations

import random
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from durak import actions, cards
from durak.actions import DONE, SWAP, TAKE, Action, Kind
from durak.deal import Deal
from durak.refusals import Refused
from durak.ruleset import Ruleset
from durak.view import event_as_seen
from tests.engine import draws
from tests.engine.public import Public


def step(deal: Deal, rng: random.Random) -> str:
    do = f"{deal.to_act}:{draws.choice(deal, rng)}"
    deal.do(do)
    return do


def candidates(deal: Deal, seat: int, rng: random.Random) -> list[Action]:
    """Everything ``seat`` could think of with its cards, and some things it could not."""
    held = list(cards.members(deal.hands[seat]))
    attacks = [cards.card(attack) for attack, _ in deal.table] or [rng.randrange(cards.CARDS)]
    found = [TAKE, DONE, SWAP]
    sets = [
        cards.mask(chosen)
        for rank in {cards.rank_of(card) for card in held}
        for same in [[card for card in held if cards.rank_of(card) == rank]]
        for size in range(1, len(same) + 1)
        for chosen in combinations(same, size)
    ]
    sets += [cards.mask(rng.sample(range(cards.CARDS), rng.randint(1, 3))) for _ in range(3)]
    sets += [cards.mask(rng.sample(held, 2)) for _ in range(3) if len(held) > 1]
    for chosen in sets:
        found += [Action(kind=kind, cards=chosen) for kind in (Kind.LAY, Kind.TRANSFER)]
    for card in [*held, *rng.sample(range(cards.CARDS), 2)]:
        found.append(Action(kind=Kind.SHOW, cards=1 << card))
        found += [
            Action(kind=Kind.COVER, cards=1 << card, target=attack)
            for attack in [*attacks, rng.randrange(cards.CARDS)]
            if attack != card
        ]
    return found


def placed(deal: Deal) -> list[str]:
    """Every card whose place the deal tells, once for each place."""
    found = [name for hand in deal.hands for name in cards.names(hand)]
    found += [cards.name(card) for card in deal.talon]
    found += [card for pair in deal.table for card in pair if card is not None]
    return found


@draws.few(20)
@given(draws.deals())
def test_every_card_is_in_exactly_one_place(start: tuple[Deal, random.Random]) -> None:
    deal, rng = start
    deck = set(cards.names(cards.deck_mask(deal.ruleset.deck)))
    gone: set[str] = set()
    while True:
        found = placed(deal)
        assert len(set(found)) == len(found)
        assert set(found) <= deck
        beaten = deck - set(found)
        assert gone <= beaten  # R9.1 they never return
        assert len(beaten) == deal.discard_count
        assert beaten == set(deal.view(None).gone)
        gone = beaten
        for seat in range(deal.ruleset.players):
            assert deal.known[seat] & ~deal.hands[seat] == 0
        if deal.is_over:
            break
        step(deal, rng)


@draws.few(50)
@given(draws.deals())
def test_somebody_can_act_until_the_deal_is_over_and_every_deal_ends(
    start: tuple[Deal, random.Random],
) -> None:
    deal, rng = start
    takes_in_row = 0
    for _ in range(draws.MOST_ACTIONS):
        if deal.is_over:
            break
        legal = deal.legal()
        assert deal.to_act in range(deal.ruleset.players)
        assert legal
        assert len(set(legal)) == len(legal)
        assert 0 < deal.limit <= 6
        assert len(deal.table) <= deal.limit
        takes_in_row = int(deal.state.takes_in_row)
        assert takes_in_row <= deal.ruleset.stalemate_takes
        step(deal, rng)
    assert deal.is_over
    assert deal.to_act is None
    assert deal.legal() == ()
    check_result(deal)


def check_result(deal: Deal) -> None:
    """R10.1, R10.2, R11.4: the result, who holds cards, who deals next."""
    rules, result, dealer_next = deal.ruleset, deal.result, deal.dealer_next
    holders = [seat for seat, hand in enumerate(deal.hands) if hand]
    out = {seat for seats in deal.out for seat in seats}
    assert out | set(holders) == set(range(rules.players))
    assert not out & set(holders)
    assert dealer_next is not None
    if result == "draw stalemate":
        assert len(holders) > 1
        assert dealer_next == deal.dealer
    elif result == "draw":
        assert holders == []
        assert rules.draw_result == "draw"
        assert dealer_next == deal.dealer
    else:
        assert result == "durak " + " ".join(str(seat) for seat in deal.losers)
        assert dealer_next in deal.losers
        assert holders or rules.draw_result == "last_defender_loses"
        assert set(holders) <= set(deal.losers)
        assert len(deal.losers) == (1 if rules.teams == "none" else rules.players // 2)
        assert not holders or dealer_next in holders
        if holders:
            assert deal.talon == ()


@draws.few(25)
@given(draws.deals())
def test_legal_is_exactly_what_is_not_refused_and_a_refusal_changes_nothing(
    start: tuple[Deal, random.Random],
) -> None:
    deal, rng = start
    while True:
        if rng.random() < 0.1 or deal.is_over:
            check_refusals(deal, rng)
        if deal.is_over:
            break
        step(deal, rng)


def check_refusals(deal: Deal, rng: random.Random) -> None:
    before, legal = deal.state.tobytes(), set(deal.legal())
    for seat in range(deal.ruleset.players):
        tried = candidates(deal, seat, rng)
        if seat != deal.to_act:
            tried = rng.sample(tried, min(len(tried), 6))
        allowed = {action for action in tried if deal.refusal(seat, action) is None}
        assert allowed == (legal if seat == deal.to_act else set())
        refused = rng.choice([action for action in tried if action not in allowed])
        with pytest.raises(Refused) as error:
            deal.apply(seat, refused)
        assert error.value.refusal == deal.refusal(seat, refused)
    assert deal.state.tobytes() == before
    assert set(deal.legal()) == legal


@draws.few(30)
@given(draws.deals())
def test_actions_keep_their_meaning_as_token_and_as_integer(
    start: tuple[Deal, random.Random],
) -> None:
    deal, rng = start
    for _ in range(12):
        if deal.is_over:
            break
        assert deal.to_act is not None
        tried = candidates(deal, deal.to_act, rng)
        numbers = {actions.to_int(action) for action in tried}
        assert len(numbers) == len(set(tried)) == len({str(action) for action in tried})
        for action in tried:
            assert actions.from_int(actions.to_int(action)) == action
            assert 0 <= actions.to_int(action) < 2**63
            if action.kind is not Kind.SHOW or action.cards.bit_count() == 1:
                assert actions.parse(str(action)) == action
        step(deal, rng)


@draws.few(40)
@given(draws.deals())
def test_clones_are_independent(start: tuple[Deal, random.Random]) -> None:
    deal, rng = start
    for _ in range(rng.randint(0, 60)):
        if not deal.is_over:
            step(deal, rng)
    copy = deal.clone()
    before, view, played = deal.state.tobytes(), deal.view(None), list(deal.actions)
    assert copy.state == deal.state
    assert (copy.view(None), copy.actions) == (view, played)
    assert (copy.legal(), copy.deck, copy.opening, copy.out) == (
        deal.legal(), deal.deck, deal.opening, deal.out,
    )  # fmt: skip
    dos = [step(copy, rng) for _ in range(30) if not copy.is_over]
    assert (deal.state.tobytes(), deal.view(None), deal.actions) == (before, view, played)
    for do in dos:
        deal.do(do)
    assert deal.state == copy.state
    assert (deal.actions, deal.out, deal.view(0)) == (copy.actions, copy.out, copy.view(0))


@draws.few(15)
@given(draws.deals())
def test_actions_so_far_replay_to_the_same_state(start: tuple[Deal, random.Random]) -> None:
    deal, rng = start
    later = deal.clone()
    events = list(deal.opening)
    while not deal.is_over:
        events += deal.do(f"{deal.to_act}:{draws.choice(deal, rng)}")
    again = list(later.opening)
    for seat, action in deal.actions:
        again += later.apply(seat, action)
    assert again == events
    assert later.state == deal.state


@draws.few(25)
@given(draws.deals())
def test_events_as_a_spectator_sees_them_give_the_public_state(
    start: tuple[Deal, random.Random],
) -> None:
    deal, rng = start
    public = Public(players=deal.ruleset.players)
    for event in deal.opening:
        public.follow(event_as_seen(event, None))
    public.check(deal.view(None))
    while not deal.is_over:
        for event in deal.do(f"{deal.to_act}:{draws.choice(deal, rng)}"):
            public.follow(event_as_seen(event, None))
        public.check(deal.view(None))


@draws.few(15)
@given(draws.deals())
def test_events_as_a_seat_sees_them_give_its_hand(start: tuple[Deal, random.Random]) -> None:
    deal, rng = start
    seat = rng.randrange(deal.ruleset.players)
    held: set[str] = set()
    happened = list(deal.opening)
    while True:
        for event in happened:
            seen = event_as_seen(event, seat)
            if getattr(seen, "seat", None) != seat:
                continue
            match type(seen).__name__:
                case "Drew" | "Taken":
                    held |= set(seen.cards)  # type: ignore[attr-defined]
                case "Attacked" | "Transferred":
                    held -= set(seen.cards)  # type: ignore[attr-defined]
                case "Covered":
                    held.discard(seen.cover)  # type: ignore[attr-defined]
                case "Swapped":
                    held.discard(seen.low_trump)  # type: ignore[attr-defined]
                    held.add(seen.trump_card)  # type: ignore[attr-defined]
        assert held == set(deal.view(seat).hand)
        if deal.is_over:
            break
        happened = list(deal.do(f"{deal.to_act}:{draws.choice(deal, rng)}"))


@draws.few(40)
@given(draws.rulesets(), st.integers(0, 2**32))
def test_the_refill_fills_hands_to_six_while_the_talon_lasts(rules: Ruleset, seed: int) -> None:
    rng = random.Random(seed)
    deal = draws.deal(rules, rng)
    while not deal.is_over:
        bout = deal.bout
        step(deal, rng)
        if deal.result is not None or bout == deal.bout:
            continue
        counts = [hand.bit_count() for hand in deal.hands]
        if deal.talon:
            assert min(counts) >= 6
            assert deal.out == ()
        else:
            assert {seat for seats in deal.out for seat in seats} == {
                seat for seat, count in enumerate(counts) if count == 0
            }
        assert deal.limit == min(counts[deal.defender], allowed(deal))


def allowed(deal: Deal) -> int:
    """R5.4."""
    rules = deal.ruleset
    if rules.first_limit_until == "first_bout":
        return rules.first_limit if deal.bout == 1 else rules.attack_limit
    return rules.attack_limit if deal.view(None).gone else rules.first_limit
