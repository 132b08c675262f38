"""Endings are solved exactly: every value is held against plain recursion over the engine."""

from __future__ import annotations

import random
from collections.abc import Iterator

import numpy as np
import pytest

from durak import actions, cards
from durak.actions import Action
from durak.bots.endings import Solved, Solver
from durak.deal import Deal
from durak.kernel import entry, layout
from durak.kernel.rules import fill
from durak.ruleset import Ruleset, Teams
from tests.bots.states import as_deal, dealt, play_one

pytestmark = pytest.mark.compiled

FORKS = (
    "podkidnoy",
    "podkidnoy stalemate_takes=6",
    "podkidnoy done_is_final=yes",
    "podkidnoy throw_after_take=no",
    "podkidnoy attack_limit=1 first_limit=1",
    "podkidnoy attack_limit=2 first_limit=1",
    "podkidnoy attack_limit=3 first_limit=2 first_limit_until=first_discard",
    "podkidnoy attack_limit=4 first_limit=4",
    "podkidnoy draw_result=last_defender_loses",
    "podkidnoy players=3 throwers=principal",
    "podkidnoy players=6 teams=two",
    "perevodnoy stalemate_takes=6",
    "perevodnoy stalemate_takes=7 transfer_cards=one transfer_first_bout=no",
    "perevodnoy stalemate_takes=6 attack_limit=2 first_limit=1",
    "perevodnoy stalemate_takes=6 throw_after_take=no",
    "perevodnoy stalemate_takes=6 transfer_show=yes",
    "perevodnoy stalemate_takes=9 transfer_show=yes",
    "perevodnoy players=5 stalemate_takes=6 done_is_final=yes",
    "perevodnoy players=6 teams=two stalemate_takes=6 draw_result=last_defender_loses",
    "perevodnoy players=4 teams=two stalemate_takes=6 transfer_show=yes",
)
LOSS, DRAW, WIN = 0.0, 0.5, 1.0


class Recursion:
    """The value of a position by trying everything, through the engine, on one set of rules."""

    def __init__(self) -> None:
        self._known: dict[object, float] = {}

    def values(self, states: layout.States) -> dict[Action, float]:
        seat = int(states[0].to_act)
        return {
            actions.from_int(action): self._value(after, seat) for action, after in _steps(states)
        }

    def _value(self, states: layout.States, seat: int) -> float:
        now = layout.read(states, 0)
        if now.phase == layout.OVER:
            if not now.losers:
                return DRAW
            return LOSS if now.losers >> seat & 1 else WIN
        key = repr(now._replace(known=[], bout=min(now.bout, 2)))
        value = self._known.get(key)
        if value is None:
            value = LOSS
            for _, after in _steps(states):
                value = max(value, self._value(after, now.to_act))
                if value == WIN:
                    break
            self._known[key] = value
        return value if now.to_act == seat else WIN - value


def _steps(states: layout.States) -> Iterator[tuple[int, layout.States]]:
    out = np.empty(layout.MAX_LEGAL, np.int64)
    for action in out[: entry.legal(states, 0, out)].tolist():
        after = states.copy()
        entry.step(after, 0, action, np.empty(layout.MAX_LEGAL, np.int64))
        yield action, after


def _position(rules: Ruleset, rng: random.Random, most: int) -> layout.States:
    """A small ending under ``rules``, before a lead."""
    pool = [card for card in cards.members(cards.deck_mask(rules.deck)) if cards.rank_of(card) > 8]
    if rules.teams is Teams.TWO:
        seats = [rng.randrange(0, rules.players, 2), rng.randrange(1, rules.players, 2)]
        rng.shuffle(seats)
    else:
        seats = rng.sample(range(rules.players), 2)
    sizes = rng.randint(1, most), rng.randint(1, most)
    drawn = rng.sample(pool, sum(sizes))
    states = layout.new_states(1)
    s = states[0]
    fill(s.rules, rules)
    s.hands[seats[0]] = cards.mask(drawn[: sizes[0]])
    s.hands[seats[1]] = cards.mask(drawn[sizes[0] :])
    s.top = rules.deck
    s.trump = rng.randrange(4)
    s.principal, s.defender = seats
    s.led = seats[0]
    s.dealer = rng.randrange(rules.players)
    s.bout = rng.choice((1, 2, 5))
    s.beaten_off = rng.randint(0, 1) if s.bout > 1 else 0
    s.low_trump_seat = s.dealer_next = -1
    s.active = cards.mask(seats)
    if rules.transfer_show:
        s.shown = cards.mask(
            card for card in pool if cards.suit_of(card) == s.trump and rng.random() < 0.3
        )
    assert entry.resume(states, 0, 0, False)
    return states


def _check(solved: Solved, wanted: dict[Action, float], *, every: bool) -> None:
    assert solved.value == max(wanted.values())
    assert wanted[solved.best] == solved.value
    assert list(solved.values) == list(wanted)
    if every:
        assert solved.values == wanted
    assert all(value in (None, wanted[action]) for action, value in solved.values.items())


@pytest.mark.parametrize("code", FORKS)
def test_small_endings_have_the_value_of_plain_recursion(code: str) -> None:
    rules, rng = Ruleset.from_code(code), random.Random(code)
    solver = Solver(nodes=1_000_000, table_bits=10)  # entries are displaced all the time
    for _ in range(25):
        dealt_hands, recursion = _position(rules, rng, 3), Recursion()
        # What differs in nothing but the takes left and the limit meets the same table.
        for left, limit in ((1, 0), (2, 1), (3, 0), (rules.stalemate_takes, 2)):
            states = dealt_hands.copy()
            states[0].takes_in_row = rules.stalemate_takes - left
            states[0].limit = min(limit or 6, states[0].limit)
            while states[0].phase != layout.OVER:
                before = states.tobytes()
                wanted = recursion.values(states)
                for every in (False, True):
                    _check(solver.solve_state(states, 0, every=every), wanted, every=every)
                assert states.tobytes() == before
                _, states = rng.choice(list(_steps(states)))


def _ending(rules: Ruleset, seed: int, most: int) -> Deal | None:
    """The first ending of a random deal with at most so many cards, None when there is none."""
    states, chance = dealt(rules, seed)
    deal = as_deal(rules, states)
    while not deal.is_over:
        held = sum(hand.bit_count() for hand in deal.hands)
        if not deal.talon and int(deal.state.active).bit_count() == 2 and held <= most:
            return deal
        play_one(deal, chance)
    return None


@pytest.mark.parametrize("code", ["podkidnoy", "podkidnoy players=4 teams=two"])
def test_a_view_of_an_ending_from_play_is_solved(code: str) -> None:
    solver, found = Solver(), 0
    for seed in range(1, 30):
        deal = _ending(Ruleset.from_code(code), seed, 6)
        if deal is None:
            continue
        _check_view(solver, deal)
        found += 1
    assert found > 3


def _check_view(solver: Solver, deal: Deal) -> None:
    rules = deal.ruleset
    states = layout.new_states(1)
    states[0] = deal.state
    wanted = Recursion().values(states)
    assert rules.players == len(deal.hands)
    plain = Deal(rules, states, out=_seats_out(deal))
    solved = solver.solve(plain.view(plain.to_act), every=True)
    assert solved is not None
    _check(solved, wanted, every=True)


def _seats_out(deal: Deal) -> tuple[tuple[int, ...], ...]:
    active = int(deal.state.active)
    out = tuple(seat for seat in range(deal.ruleset.players) if not active >> seat & 1)
    return (out,) if out else ()


def test_what_is_no_ending_is_not_solved() -> None:
    states, _ = dealt(Ruleset.preset("podkidnoy"), 3)
    deal = as_deal(Ruleset.preset("podkidnoy"), states)
    assert Solver().solve(deal.view(deal.to_act)) is None


def test_best_play_keeps_the_proven_value_to_the_end() -> None:
    rules, rng, solver = Ruleset.preset("perevodnoy"), random.Random(5), Solver()
    for _ in range(20):
        deal = as_deal(rules, _position(rules, rng, 4))
        seat = deal.to_act
        assert seat is not None
        promised = solver.solve(deal.view(seat))
        assert promised is not None
        while not deal.is_over:
            assert deal.to_act is not None
            solved = solver.solve(deal.view(deal.to_act))
            assert solved is not None
            deal.apply(deal.to_act, solved.best)
        reached = DRAW if not deal.losers else LOSS if seat in deal.losers else WIN
        assert reached == promised.value


def test_an_unfinished_search_still_answers_and_claims_nothing_false() -> None:
    rules, rng = Ruleset.preset("podkidnoy"), random.Random(9)
    unfinished = 0
    for _ in range(30):
        states = _position(rules, rng, 6)
        full = Solver().solve_state(states, 0, every=True)
        short = Solver(nodes=10, table_bits=10).solve_state(states, 0)
        assert short.nodes <= 10
        assert short.best in full.values
        assert full.value is not None
        assert short.low <= full.value <= short.high
        unfinished += not short.is_proven
    assert unfinished


def test_a_solver_without_room_is_refused() -> None:
    with pytest.raises(ValueError, match="nodes is 0"):
        Solver(nodes=0)
    with pytest.raises(ValueError, match="table_bits is 40"):
        Solver(table_bits=40)
