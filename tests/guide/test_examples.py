"""The examples: each is played by the engine, shown somewhere, and answers every tap."""

from __future__ import annotations

import json

import pytest

from durak import cards
from durak.conformance import begin, run
from durak.deal import Deal
from durak.guide import examples, lessons, topics
from durak.guide.examples import Shown, Step, shown
from durak.guide.reading import LANGUAGES, GuideError
from durak.web import Pages
from durak.web.guide import all_examples, board_data, figure, names_round

IDS = tuple(examples.examples())


@pytest.mark.parametrize("name", IDS)
def test_an_example_is_played_as_it_says(name: str) -> None:
    assert run(examples.examples()[name].case).failures == ()


@pytest.mark.parametrize("name", IDS)
def test_an_example_claims_something(name: str) -> None:
    case = examples.examples()[name].case
    steps = case.get("play", [])
    claims = [case.get("start"), case.get("expect"), *(step.get("then") for step in steps)]
    assert any(claims) or any("refused" in step for step in steps)


@pytest.mark.parametrize("name", IDS)
def test_every_cover_on_the_table_beats_its_attack(name: str) -> None:
    assert_covers_beat(begin(examples.examples()[name].case))


@pytest.mark.parametrize("lesson", lessons.lessons(), ids=lambda each: each.id)
def test_every_cover_in_a_lesson_beats_its_attack(lesson: lessons.Lesson) -> None:
    for deal in lessons.starts(lesson):
        assert_covers_beat(deal)


def assert_covers_beat(deal: Deal) -> None:
    for attack, cover in deal.table:
        assert cover is None or cards.beats(cards.card(cover), cards.card(attack), deal.trump)


@pytest.mark.parametrize("name", IDS)
def test_a_hand_is_small_enough_to_read(name: str) -> None:
    assert len(shown(name).view.hand) <= 9


@pytest.mark.parametrize("name", IDS)
def test_every_card_of_who_is_asked_fits_or_is_told_why_not(name: str) -> None:
    example = shown(name)
    moments: list[Shown | Step] = [example, *example.steps]
    for moment in moments:
        view = moment.view
        if view.to_act != example.seat:
            assert not moment.refusals
            continue
        fitting = {card for card in view.hand if any(card in token for token in view.legal)}
        assert set(moment.refusals) == set(view.hand) - fitting
        assert not set(moment.wrong_covers) & set(view.legal)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_example_is_shown_and_every_one_shown_is_there(language: str) -> None:
    used = set(all_examples(language))
    assert used == set(IDS)


def test_the_seat_that_looks_may_be_another_than_the_one_asked() -> None:
    watching = [shown(name) for name in IDS if "seat" in examples.examples()[name].case]
    assert all(not each.legal or each.view.to_act == each.seat for each in watching)


def test_what_the_page_gets_is_what_that_seat_may_see() -> None:
    for name in IDS:
        example = shown(name)
        deal = begin(examples.examples()[name].case)
        assert example.view == deal.view(example.seat)


@pytest.mark.parametrize("name", IDS)
def test_the_page_gets_every_later_view_as_changes(name: str) -> None:
    example = shown(name)
    data = json.loads(json.dumps(board_data(example, ["a"] * len(example.view.counts))))
    view = data["view"]
    for step, told in zip(example.steps, data["steps"], strict=True):
        view = {**view, **told["changes"]}
        assert view["hand"] == list(step.view.hand)
        assert view["legal"] == list(step.view.legal)
        assert view["table"] == [
            {"attack": pair.attack, "cover": pair.cover} for pair in step.view.table
        ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_example_reads_without_a_script(language: str) -> None:
    pages = Pages(language)
    for name in dict.fromkeys(
        each for slug in topics.TOPICS for each in topics.topic(slug, "en").examples
    ):
        text = str(figure(pages, name, None))
        assert pages.phrase("table.hand") in text
        assert text.count("<li>") >= len(shown(name).refusals)
        assert "{" not in text.partition("<script")[0]  # no place of a phrase is left open


def test_the_reader_is_you_and_company_sits_clockwise() -> None:
    assert names_round(Pages("en"), 1, 3) == ["Boris", "You", "Anya"]
    assert names_round(Pages("ru"), 0, 2) == ["Вы", "Аня"]


def test_an_unknown_example_is_named() -> None:
    with pytest.raises(GuideError, match="no example 'nonsense'"):
        shown("nonsense")


def test_shown_is_for_one_seat() -> None:
    assert all(
        isinstance(shown(name), Shown) and shown(name).view.seat == shown(name).seat for name in IDS
    )
