"""The lessons: the engine plays every answer, and every answer has its words in every language."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest

from durak import cards
from durak.deal import Deal
from durak.guide import lessons
from durak.guide.lessons import LessonTexts, StepTexts
from durak.guide.reading import LANGUAGES, GuideError
from durak.web import Pages
from durak.web.pages import STATIC, modules

RULES = Path(__file__).resolve().parents[2] / "docs" / "reference" / "rules.md"
IDS = [each.id for each in lessons.lessons()]
BY_ID = {each.id: each for each in lessons.lessons()}
NAMED = re.compile(r"(10|[2-9TJQKAВДКТ])([♣♦♥♠])")
SUITS = dict(zip("♣♦♥♠", "cdhs", strict=True))
LETTERS = {
    "en": {"10": "T"},
    "ru": {"10": "T", "В": "J", "Д": "Q", "К": "K", "Т": "A"},
}
LIMIT = 200_000
"""Bytes of a page with all its scripts and styles."""


# ---- what is taught -----------------------------------------------------------------------------


def test_there_are_ten_lessons_and_the_last_one_seats_the_reader() -> None:
    assert len(IDS) == 10
    assert [each.id for each in lessons.lessons() if each.sits_down] == [IDS[-1]]


def test_every_clause_that_a_lesson_names_is_in_the_rules() -> None:
    written = set(re.findall(r"^- (R\d+\.\d+) ", RULES.read_text(encoding="utf-8"), re.MULTILINE))
    assert [
        clause for each in lessons.lessons() for clause in each.clauses if clause not in written
    ] == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("lesson", IDS)
def test_every_answer_is_played_and_has_words(lesson: str, language: str) -> None:
    for step in lessons.shown(lesson, language).steps:
        assert set(step.answers) == set(step.view.legal)
        assert step.right
        assert all(answer.frames for answer in step.answers.values())
        assert not set(step.refusals) & set(step.answers)


@pytest.mark.parametrize("lesson", IDS)
def test_every_card_of_the_hand_answers_a_tap(lesson: str) -> None:
    for step in lessons.shown(lesson, "en").steps:
        answered = " ".join([*step.answers, *step.refusals])
        assert [card for card in step.view.hand if card not in answered] == []


@pytest.mark.parametrize("lesson", IDS)
def test_nothing_is_shown_that_the_readers_seat_may_not_know(lesson: str) -> None:
    starts = lessons.starts(BY_ID[lesson])
    for deal, step in zip(starts, lessons.shown(lesson, "en").steps, strict=True):
        text = msgspec.json.encode(step.view).decode()
        open_cards = cards.mask(cards.card(card) for card in step.view.hand)
        for seat, hand in enumerate(deal.hands):
            if seat != step.seat:
                known = deal.known[seat] | cards.mask(
                    cards.card(card) for card in step.view.follows[seat]
                )
                for name in cards.names(hand & ~known & ~open_cards):
                    assert f'"{name}"' not in text


# ---- what is said -------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("lesson", IDS)
def test_texts_name_only_cards_of_their_position(lesson: str, language: str) -> None:
    starts = lessons.starts(BY_ID[lesson])
    for number, (deal, words) in enumerate(
        zip(starts, lessons.texts(language)[lesson].steps, strict=True), 1
    ):
        there = {name for hand in deal.hands for name in cards.names(hand)}
        there |= {cards.name(card) for card in deal.talon}
        there |= {card for pair in deal.table for card in pair if card is not None}
        for text in (words.task, words.right, *words.wrong.values()):
            named = {
                LETTERS[language].get(rank, rank) + SUITS[suit]
                for rank, suit in NAMED.findall(text)
            }
            assert named <= there, f"{lesson}, step {number}: {text}"


def test_both_languages_answer_the_same_tokens() -> None:
    answered = [
        [[sorted(step.wrong) for step in each.steps] for each in lessons.texts(language).values()]
        for language in LANGUAGES
    ]
    assert all(each == answered[0] for each in answered)


def test_an_answer_without_words_is_refused_and_named() -> None:
    lesson = BY_ID["beat"]
    steps = lessons.texts("en")["beat"].steps
    silent = LessonTexts(title="", summary="", steps=(StepTexts(task="", right=""), *steps[1:]))
    with pytest.raises(GuideError, match="beat, step 1: no words for take"):
        lessons._played(lesson, silent)


def test_words_that_are_never_said_are_refused() -> None:
    lesson = BY_ID["beat"]
    steps = lessons.texts("en")["beat"].steps
    idle = StepTexts(task="", right="", wrong={"take": "", "done": "", "7d<Ah": ""})
    with pytest.raises(GuideError, match="7d<Ah"):
        lessons._played(lesson, LessonTexts(title="", summary="", steps=(idle, *steps[1:])))


def test_an_answer_that_is_not_legal_is_refused_with_what_is() -> None:
    lesson = BY_ID["beat"]
    step = msgspec.structs.replace(lesson.steps[0], accept={"7d<6d": ()})
    with pytest.raises(GuideError, match="7d<6d is refused"):
        lessons.starts(msgspec.structs.replace(lesson, steps=(step,)))


def test_a_step_goes_on_only_from_one_table() -> None:
    step = BY_ID["lead"].steps[2]
    on = lessons.Step(accept={"done": ()})
    lesson = msgspec.structs.replace(BY_ID["lead"], steps=(step, on))
    with pytest.raises(GuideError, match="different tables"):
        lessons.starts(lesson)


# ---- what is claimed of the end game ------------------------------------------------------------


def value(deal: Deal, seen: dict[object, int]) -> int:
    """What best play makes of it for seat 0 of two: 1 out, 0 a draw, -1 the durak."""
    if deal.is_over:
        return 0 if not deal.losers else -1 if 0 in deal.losers else 1
    key = (
        deal.hands, deal.to_act, deal.principal, deal.table, deal.is_taking, deal.limit,
        int(deal.state.done), int(deal.state.takes_in_row),
    )  # fmt: skip
    if key not in seen:
        found = [value(after(deal, str(action)), seen) for action in deal.legal()]
        seen[key] = max(found) if deal.to_act == 0 else min(found)
    return seen[key]


def after(deal: Deal, token: str) -> Deal:
    copy = deal.clone()
    assert copy.to_act is not None
    copy.act(copy.to_act, token)
    return copy


FORCED = [
    pytest.param(deal, step, id=f"{each.id}-{number}")
    for each in lessons.lessons()
    for number, (deal, step) in enumerate(zip(lessons.starts(each), each.steps, strict=True), 1)
    if step.forced
]


def test_the_end_game_is_claimed_in_full() -> None:
    assert len(FORCED) >= len(BY_ID["endgame"].steps)
    assert all(step.forced for step in BY_ID["endgame"].steps)


@pytest.mark.compiled
@pytest.mark.parametrize(("deal", "step"), FORCED)
def test_what_is_called_right_wins_and_everything_else_does_not(
    deal: Deal, step: lessons.Step
) -> None:
    seen: dict[object, int] = {}
    worth = {str(action): value(after(deal, str(action)), seen) for action in deal.legal()}
    assert {token for token, found in worth.items() if found == 1} == set(step.accept)


# ---- pages --------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("lesson", IDS)
def test_a_page_tells_everything_without_scripts_and_is_light(lesson: str, language: str) -> None:
    page = Pages(language).lesson(lesson=lesson)
    body = page[page.index('id="lesson-steps"') :]
    text = re.sub(r"\s+", " ", re.sub(r"<[^>]+>|︎", "", body))
    words = lessons.texts(language)[lesson]
    for step in words.steps:
        for said in (step.task, step.right, *step.wrong.values()):
            assert re.sub(r"&#39;", "'", said) in text.replace("&#39;", "'")
    styles = re.findall(r'rel="stylesheet" href="/static/([\w.-]+)"', page)
    scripts = {name for entry in ("lesson.js", "paper.js") for name in modules(entry)}
    files = sum((STATIC / name).stat().st_size for name in (*styles, *scripts))
    assert len(page.encode()) + files < LIMIT


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_list_has_every_lesson(language: str) -> None:
    page = Pages(language).lessons()
    assert re.findall(r'href="/guide/lessons/([\w-]+)"', page) == IDS
