"""The rules sheet says exactly what a ruleset plays (R3, R3.4)."""

from __future__ import annotations

import random
import re

import pytest
from hypothesis import given

from durak import cards
from durak.actions import Kind
from durak.deal import Deal
from durak.ruleset import FIELDS, HAND_SIZE, PRESETS, SHEETS, Clause, Ruleset
from durak.ruleset.sheet import outline, sheet
from tests.engine.draws import rulesets


def words(rules: Ruleset, language: str = "en") -> str:
    clauses = rules.describe(language)
    return "\n".join(f"{each.number} {each.title}: {each.text}" for each in clauses)


def clause(rules: Ruleset, number: str) -> str:
    return next((each.text for each in rules.describe() if each.number == number), "")


def made(code: str) -> Ruleset:
    return Ruleset.from_code(code)


@pytest.mark.parametrize(
    ("preset", "players"),
    [(name, players) for name, preset in PRESETS.items() for players in preset.players],
)
def test_every_preset_has_a_sheet_that_fits_a_page(preset: str, players: int) -> None:
    clauses = Ruleset.preset(preset, players).describe()
    text = " ".join(each.text for each in clauses)
    assert f"{players} players" in text
    assert len(text.split()) < 800
    assert len({each.title for each in clauses}) == len(clauses)


@given(rulesets())
def test_every_ruleset_has_whole_sentences_under_clauses_of_the_freeze(rules: Ruleset) -> None:
    for each in (each for language in SHEETS for each in rules.describe(language)):
        assert re.fullmatch(r"R\d{1,2}(\.\d{1,2})?", each.number)
        assert each.text[0].isupper() or each.text[0].isdigit()
        assert each.text.endswith(".")
        assert not set("{}_") & set(each.text)
        assert 1 <= len(re.findall(r"\.(?: |$)", each.text)) <= 4


@given(rulesets())
def test_every_language_has_the_same_clauses_and_numbers(rules: Ruleset) -> None:
    english = rules.describe()
    assert all(titles_differ(rules.describe(language)) for language in SHEETS)
    for language in SHEETS:
        other = rules.describe(language)
        assert [each.number for each in other] == [each.number for each in english]


def titles_differ(clauses: tuple[Clause, ...]) -> bool:
    return len({each.title for each in clauses}) == len(clauses)


@given(rulesets(), rulesets())
def test_sheets_that_differ_in_english_differ_in_every_language(
    one: Ruleset, other: Ruleset
) -> None:
    same = one.describe() == other.describe()
    for language in SHEETS:
        assert (one.describe(language) == other.describe(language)) == same


def test_every_language_has_every_sentence_with_the_same_places() -> None:
    for words in SHEETS.values():
        assert list(words) == list(SHEETS["en"])
        for key, sentence in words.items():
            places = re.findall(r"\{\w+\}", SHEETS["en"][key])
            assert sorted(re.findall(r"\{\w+\}", sentence)) == sorted(places)
            assert sentence.endswith(".") != key.startswith("title_")
        assert len(set(words.values())) >= len(set(SHEETS["en"].values()))


def test_a_language_without_a_sheet_is_refused_by_name() -> None:
    with pytest.raises(KeyError, match="no sheet in 'xx'"):
        Ruleset().describe("xx")


@given(rulesets())
def test_reading_a_code_back_gives_the_same_sheet(rules: Ruleset) -> None:
    assert made(rules.code).describe() == rules.describe()


# Field, a ruleset beside which it has an effect, and the value it is changed to.
EFFECTIVE = [
    ("players", "players=2", 3),
    ("players", "players=4", 5),
    ("deck", "players=2", 24),
    ("deck", "players=2", 52),
    ("deck", "players=4", 24),
    ("teams", "players=4", "two"),
    ("teams", "players=6", "two"),
    ("first_lead", "players=2", "dealer_left"),
    ("later_lead", "players=2", "lowest_trump"),
    ("later_lead", "players=3", "lowest_trump"),
    ("later_lead", "players=3", "at_loser"),
    ("show_lowest_trump", "players=2", True),
    ("show_lowest_trump", "players=2 first_lead=dealer_left later_lead=lowest_trump", True),
    ("throwers", "players=3", "principal"),
    ("throwers", "players=4", "neighbours"),
    ("throwers", "players=5", "principal"),
    ("throwers", "players=4 teams=two", "neighbours"),
    ("throwers", "players=6 teams=two", "all"),
    ("done_is_final", "players=3", True),
    ("throw_after_take", "players=2", False),
    ("throw_after_take", "players=5", False),
    ("attack_limit", "players=2", 5),
    ("attack_limit", "players=2 attack_limit=2", 1),
    ("attack_limit", "players=2 transfer=on first_limit=3", 4),
    ("first_limit", "players=2", 5),
    ("first_limit", "players=2", 1),
    ("first_limit_until", "players=2 first_limit=5", "first_discard"),
    ("first_limit_until", "players=2 first_limit=1", "first_discard"),
    ("transfer", "players=2", True),
    ("transfer", "players=6 teams=two", True),
    ("transfer", "players=2 attack_limit=1 transfer_show=yes", True),
    ("transfer_cards", "players=2 transfer=on", "one"),
    ("transfer_cards", "players=4 transfer=on teams=two", "one"),
    ("transfer_first_bout", "players=2 transfer=on", False),
    ("transfer_first_bout", "players=2 transfer=on transfer_show=yes first_limit=1", False),
    ("transfer_show", "players=2 transfer=on", True),
    ("transfer_show", "players=2 transfer=on attack_limit=1", True),
    ("refill_returning_lead", "players=2 transfer=on", "last"),
    ("refill_returning_lead", "players=4 transfer=on", "last"),
    ("refill_returning_lead", "players=4 transfer=on transfer_show=yes attack_limit=3", "last"),
    ("trump_swap", "players=2", True),
    ("trump_swap", "players=5 deck=32", True),
    ("draw_result", "players=2", "last_defender_loses"),
    ("draw_result", "players=4 teams=two", "last_defender_loses"),
    ("stalemate_takes", "players=2", 23),
    ("stalemate_takes", "players=3", 99),
    ("stalemate_takes", "players=2 stalemate_takes=40 transfer=on", 41),
]

# The same where the field has no effect beside the others.
IDLE = [
    ("later_lead", "players=2", "at_loser"),
    ("show_lowest_trump", "players=2 first_lead=dealer_left", True),
    ("throwers", "players=2", "principal"),
    ("throwers", "players=2", "neighbours"),
    ("throwers", "players=3", "neighbours"),
    ("throwers", "players=6 attack_limit=1", "principal"),
    ("done_is_final", "players=2", True),
    ("done_is_final", "players=5 throwers=principal", True),
    ("done_is_final", "players=4 attack_limit=2", True),
    ("throw_after_take", "players=3 attack_limit=1", False),
    ("first_limit_until", "players=2", "first_discard"),
    ("first_limit_until", "players=2 attack_limit=5", "first_discard"),
    ("transfer", "players=2 attack_limit=1", True),
    ("transfer_cards", "players=2", "one"),
    ("transfer_cards", "players=2 transfer=on attack_limit=2", "one"),
    ("transfer_cards", "players=2 transfer=on transfer_show=yes attack_limit=1", "one"),
    ("transfer_first_bout", "players=2", False),
    ("transfer_first_bout", "players=2 transfer=on first_limit=1", False),
    ("transfer_show", "players=2", True),
    ("refill_returning_lead", "players=4", "last"),
    ("refill_returning_lead", "players=5 transfer=on", "last"),
    ("refill_returning_lead", "players=4 transfer=on attack_limit=3", "last"),
    ("refill_returning_lead", "players=4 deck=24 transfer=on", "last"),
    ("trump_swap", "players=6", True),
    ("trump_swap", "players=4 deck=24", True),
    ("stalemate_takes", "players=2 deck=24", 25),
    ("stalemate_takes", "players=4 teams=two stalemate_takes=33", 99),
]


@pytest.mark.parametrize(("field", "code", "value"), EFFECTIVE)
def test_a_field_with_an_effect_changes_the_sheet(field: str, code: str, value: object) -> None:
    rules = made(code)
    changed = rules.changed(**{field: value})
    assert changed != rules
    for language in SHEETS:
        assert words(changed, language) != words(rules, language)


def test_no_field_is_left_out_of_that() -> None:
    assert {field for field, _, _ in EFFECTIVE} == set(FIELDS)


@pytest.mark.parametrize(("field", "code", "value"), IDLE)
def test_a_field_without_effect_leaves_the_sheet_alone(
    field: str, code: str, value: object
) -> None:
    rules = made(code)
    changed = rules.changed(**{field: value})
    assert changed != rules  # R3.4 it is kept all the same
    for language in SHEETS:
        assert words(changed, language) == words(rules, language)


@pytest.mark.compiled
@pytest.mark.parametrize(("field", "code", "value"), IDLE)
def test_rulesets_with_one_sheet_play_alike(field: str, code: str, value: object) -> None:
    one = made(code)
    other = one.changed(**{field: value})
    rng = random.Random(f"{field} {code}")
    deck = list(cards.members(cards.deck_mask(one.deck)))
    for number in range(4):
        rng.shuffle(deck)
        dealer = rng.randrange(one.players)
        deal = Deal.start(one, deck, dealer=dealer, later=number % 2 == 1)
        twin = Deal.start(other, deck, dealer=dealer, later=number % 2 == 1)
        liked = rng.choice([(), (Kind.TAKE,), (Kind.DONE,), (Kind.TRANSFER, Kind.SHOW)])
        while not deal.is_over:
            legal = deal.legal()
            assert (twin.to_act, twin.legal(), twin.hands) == (deal.to_act, legal, deal.hands)
            seat = deal.to_act
            assert seat is not None
            preferred = [action for action in legal if action.kind in liked]
            action = rng.choice(preferred if preferred and rng.random() < 0.8 else legal)
            assert twin.apply(seat, action) == deal.apply(seat, action)
        assert twin.result == deal.result


@pytest.mark.parametrize(
    ("players", "deck"),
    [
        (players, deck)
        for players in range(2, 7)
        for deck in (24, 32, 36, 52)
        if players * HAND_SIZE <= deck
    ],
)
def test_the_sheet_counts_the_talon(players: int, deck: int) -> None:
    rules = Ruleset(players=players, deck=deck)
    talon = deck - players * HAND_SIZE
    if talon:
        assert f"Six cards each; {talon} remain in the talon." in clause(rules, "R4.1")
    else:
        assert "there is no talon" in clause(rules, "R4.3")
        assert "talon" not in words(rules).replace("there is no talon", "")


@pytest.mark.parametrize(
    ("deck", "lowest"), [(24, "nine"), (32, "seven"), (36, "six"), (52, "two")]
)
def test_the_lowest_card_and_the_swapped_one_follow_the_deck(deck: int, lowest: str) -> None:
    rules = Ruleset(players=2, deck=deck, trump_swap=True)
    assert f"{deck} cards, {lowest} to ace; the {lowest} is the lowest card." in words(rules)
    assert f"the {lowest} of trumps" in clause(rules, "R9.6")


def test_limits_and_counts_are_said_in_numbers() -> None:
    rules = made("players=3 attack_limit=5 first_limit=4 stalemate_takes=17")
    assert "at most 5 attacks" in clause(rules, "R5.3")
    assert "at most 4 attacks" in clause(rules, "R5.4")
    assert clause(rules, "R9.8").startswith("17 takes in a row")


@pytest.mark.parametrize("code", ["players=4", "players=4 attack_limit=1 transfer=on"])
def test_a_table_without_transfers_says_so(code: str) -> None:
    assert clause(made(code), "R8") == "There are no transfers."


def test_the_advice_against_a_first_limit_of_five_with_transfers_is_said() -> None:
    advice = SHEETS["en"]["first_limit_advice"]
    assert advice in words(made("players=4 first_limit=5 transfer=on"))
    assert advice not in words(made("players=4 first_limit=5"))
    assert advice not in words(made("players=4 first_limit=4 transfer=on"))


def test_every_sentence_is_chosen_by_some_ruleset_and_every_key_has_one() -> None:
    codes = [
        f"players={players} {'teams=two' if teams else ''} deck={deck} {rest}"
        for players in range(2, 7)
        for teams in ((False, True) if players in (4, 6) else (False,))
        for deck in (24, 32, 36, 52)
        if players * HAND_SIZE <= deck
        for rest in (
            "",
            "trump_swap=on draw_result=last_defender_loses show_lowest_trump=yes",
            "draw_result=last_defender_loses stalemate_takes=99 later_lead=at_loser",
            "first_lead=dealer_left later_lead=lowest_trump throwers=neighbours",
            "later_lead=lowest_trump throwers=all done_is_final=yes first_limit=1",
            "throwers=principal throw_after_take=no first_limit=5 transfer=on",
            "transfer=on transfer_cards=one transfer_first_bout=no transfer_show=yes",
            "transfer=on refill_returning_lead=last first_limit=4 first_limit_until=first_discard",
            "transfer=on transfer_show=yes attack_limit=1",
            "first_limit=1 first_limit_until=first_discard",
        )
    ]
    chosen: set[str] = set()
    for code in codes:
        for each in outline(made(code)):
            chosen |= {each.title, *each.sentences}
    assert chosen == set(SHEETS["en"])


def test_another_table_of_words_gives_the_sheet_in_another_language() -> None:
    echo = {key: f"<{key}>" for key in SHEETS["en"]}
    first = sheet(Ruleset(players=2), echo)[0]
    assert (first.title, first.text) == ("<title_table>", "<players_alone> <deck_36>")
