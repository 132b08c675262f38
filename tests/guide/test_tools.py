"""The guide's tools: asking cards, a house's rules, sheets side by side, who deals next."""

from __future__ import annotations

import itertools
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from durak import cards
from durak.guide.comparing import changed_fields, compare
from durak.guide.house import QUESTIONS, AnswerError, find, nearest_preset
from durak.guide.succession import succession
from durak.guide.trying import CardsError, try_cards
from durak.match import Match
from durak.ruleset import FIELDS, PRESETS, SHEETS, Lead, Ruleset, RulesetError
from tests.engine.draws import choice, few, rulesets, shuffled

PRESET_TABLES = [(name, count) for name, preset in PRESETS.items() for count in preset.players]

# ---- ask the rules ------------------------------------------------------------------------------


@pytest.mark.parametrize("trump", cards.SUITS)
def test_an_answer_is_what_the_game_is_about(trump: str) -> None:
    rules = Ruleset(deck=24, transfer=True, transfer_show=True)
    deck = cards.names(cards.deck_mask(24))
    for attack, card in itertools.permutations(deck, 2):
        said = try_cards(rules, trump=trump, attack=attack, card=card)
        answers = {each.question: each.is_legal for each in said}
        higher = cards.RANKS.index(card[0]) > cards.RANKS.index(attack[0])
        same_suit = card[1] == attack[1]
        assert answers["cover"] == (higher if same_suit else card[1] == trump)  # R2.4
        assert answers["throw_in"] == (card[0] == attack[0])  # R6.1
        assert answers["transfer"] == (card[0] == attack[0])  # R8.1
        assert answers["show"] == (card[0] == attack[0] and card[1] == trump)  # R8.6


@given(rulesets())
def test_every_table_answers_and_a_refusal_names_its_clause(rules: Ruleset) -> None:
    rank = cards.RANKS[cards.rank_of(next(cards.members(cards.deck_mask(rules.deck))))]
    answers = try_cards(rules, trump="h", attack=f"{rank}d", card=f"{rank}h")
    by_question = {each.question: each for each in answers}
    assert by_question["cover"].is_legal
    assert by_question["throw_in"].is_legal == (rules.attack_limit > 1)
    transfer = by_question["transfer"]
    if not rules.transfer:
        assert transfer.refusal is not None
        assert (transfer.refusal.code, transfer.clause) == ("transfer_off", "R8.1")
    if rules.attack_limit == 1:
        refusal = by_question["throw_in"].refusal
        assert refusal is not None
        assert (refusal.code, by_question["throw_in"].clause) == ("over_limit", "R5.3")


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        ({"trump": "x"}, "no_suit"),
        ({"trump": ""}, "no_suit"),
        ({"attack": "1d"}, "no_card"),
        ({"card": "6d6h"}, "no_card"),
        ({"card": "2c"}, "not_in_deck"),
        ({"card": "6d"}, "same_card"),
        ({"card": "♦" * 500}, "no_card"),
    ],
)
def test_what_is_no_question_is_refused(asked: dict[str, str], code: str) -> None:
    with pytest.raises(CardsError) as refused:
        try_cards(Ruleset(), **({"trump": "h", "attack": "6d", "card": "6h"} | asked))
    assert refused.value.code == code


# ---- which rules do we play? --------------------------------------------------------------------


def test_every_answer_makes_a_ruleset_of_its_own_or_says_what_does_not_go() -> None:
    found: dict[Ruleset, tuple[str, ...]] = {}
    for answers in itertools.product(*(each.answers for each in QUESTIONS)):
        house = dict(zip((each.name for each in QUESTIONS), answers, strict=True))
        players = int(house["seats"].removeprefix("teams-"))
        if players * 6 > int(house["deck"]):  # R3.1
            with pytest.raises(RulesetError, match="six a hand"):
                find(house)
            continue
        rules = find(house)
        assert found.setdefault(rules, answers) == answers
    assert len(found) > 1000


def test_there_are_six_questions() -> None:
    assert len(QUESTIONS) == 6


def test_an_answer_that_is_not_offered_is_refused() -> None:
    with pytest.raises(AnswerError, match="deck"):
        find({"deck": "40"})
    with pytest.raises(AnswerError, match="wallpaper"):
        find({"wallpaper": "green"})


@pytest.mark.parametrize(("name", "players"), PRESET_TABLES)
def test_the_nearest_preset_of_a_preset_plays_the_same(name: str, players: int) -> None:
    rules = Ruleset.preset(name, players)
    assert nearest_preset(rules)[1] == rules


# ---- side by side -------------------------------------------------------------------------------


@given(rulesets(), rulesets(), st.sampled_from(sorted(SHEETS)))
def test_both_sheets_stand_whole_beside_each_other(
    one: Ruleset, other: Ruleset, language: str
) -> None:
    lines = compare(one, other, language)
    for rules, side in ((one, "one"), (other, "other")):
        said = [each.text for line in lines for each in getattr(line, side)]
        assert said == [text for clause in rules.describe(language) for text in clause.sentences]
    differ = [line for line in lines if line.differs]
    assert bool(differ) == (one.describe(language) != other.describe(language))


@given(rulesets(), rulesets())
def test_the_settings_that_differ_are_all_that_differ(one: Ruleset, other: Ruleset) -> None:
    changes = changed_fields(one, other)
    assert bool(changes) == (one != other)
    for name in FIELDS:
        differs = getattr(one, name) != getattr(other, name)
        assert differs == (name in [changed for changed, _, _ in changes])


# ---- who deals next -----------------------------------------------------------------------------


@few(60)
@given(rulesets(), st.integers(0, 2**32))
def test_the_companion_says_what_a_match_does(rules: Ruleset, seed: int) -> None:
    rng = random.Random(seed)
    table = succession(rules)
    match = Match(rules, dealer=rng.randrange(rules.players))
    leads = table.first[match.dealer]
    for _ in range(3):
        dealer = match.dealer
        deal = match.begin(shuffled(rules, rng))
        assert leads in (None, deal.principal)
        while not deal.is_over:
            deal.do(f"{deal.to_act}:{choice(deal, rng)}")
        left = tuple(seat for seat, hand in enumerate(deal.hands) if hand)
        if deal.result == "draw stalemate":
            left = ()
        if not left and deal.losers:  # last_defender_loses: the loser too has no cards left
            left = (deal.dealer_next,) if deal.dealer_next is not None else ()
        match.settle()
        next_deal = table.after[dealer][left]
        assert next_deal.losers == tuple(deal.losers)
        assert next_deal.dealer == match.dealer
        leads = next_deal.leader


def test_who_leads_is_left_to_the_cards_where_the_lowest_trump_decides() -> None:
    rules = Ruleset(players=3, later_lead=Lead.LOWEST_TRUMP)
    found = succession(rules)
    assert set(found.first) == {None}
    assert {each.leader for ends in found.after for each in ends.values()} == {None}
