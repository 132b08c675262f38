"""The lessons as pages: all of each is there as text, and a script makes a table of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import msgspec

from durak import cards
from durak.actions import Kind, parse
from durak.guide import lessons
from durak.web.guide import (
    BOARD_KEYS,
    inline,
    keep_changes,
    marked,
    names_round,
    on_board,
)
from durak.web.telling import Telling

if TYPE_CHECKING:
    from durak.web.pages import Pages

_KEYS: Final = (*BOARD_KEYS, "guide.lesson.", "home.dealing", "home.offline", "make.name_default")
"""Phrases that the script of a lesson needs beside those of every page."""


def contents(pages: Pages) -> str:
    """All lessons, in the order in which they are taught."""
    listed = [
        {
            "id": each.id,
            "number": each.number,
            "steps": each.steps,
            "title": inline(each.title, pages.language, links=False),
            "summary": inline(each.summary, pages.language, links=False),
        }
        for each in lessons.listed(pages.language)
    ]
    return pages.show("lessons.html", keys=("guide.step_of", "guide.lessons."), lessons=listed)


def page(pages: Pages, lesson: str) -> str:
    """One lesson.

    Raises:
        KeyError: no lesson has this id.
        GuideError: it does not fit the rules.
    """
    shown = lessons.shown(lesson, pages.language)
    return pages.show(
        "lesson.html",
        keys=(*_KEYS, "guide.step_of"),
        lesson=shown,
        summary=inline(shown.texts.summary, pages.language),
        end=inline(shown.texts.end, pages.language) if shown.texts.end else None,
        steps=[
            _told(pages, step, words)
            for step, words in zip(shown.steps, shown.texts.steps, strict=True)
        ],
        played={
            "id": shown.id,
            "sits_down": shown.sits_down,
            "steps": [_played(pages, step) for step in shown.steps],
        },
    )


def _told(pages: Pages, step: lessons.ShownStep, words: lessons.StepTexts) -> dict[str, object]:
    """A step as text: where one is, what to do, what is right and what is not."""
    telling = Telling(pages, _names(pages, step), you=step.seat)
    wrong = []
    for token, text in words.wrong.items():
        meant = step.answers_of(token) if token == lessons.OTHER else (token,)
        wrong.append(
            {
                "token": token,
                "actions": marked(_either(telling, meant)),
                "words": inline(text, pages.language),
            }
        )
    return {
        "position": [marked(line) for line in telling.position(step.view).splitlines()],
        "task": inline(words.task, pages.language),
        "right_actions": marked(_either(telling, step.right)),
        "right": inline(words.right, pages.language),
        "wrong": wrong,
    }


def _either(telling: Telling, tokens: tuple[str, ...]) -> str:
    return "; ".join(_action(telling, token) for token in tokens)


def _action(telling: Telling, token: str) -> str:
    """What a token does, in a few words."""
    action = parse(token)
    laid = telling.cards(cards.names(action.cards))
    if action.kind is Kind.COVER:
        assert action.target is not None
        attack = telling.card(cards.name(action.target))
        return telling.phrase("guide.lesson.cover", attack=attack, cards=laid)
    return telling.phrase(f"allowed.{action.kind.name.lower()}", cards=laid)


def _played(pages: Pages, step: lessons.ShownStep) -> dict[str, Any]:
    """A step for the page's script; of a later view only what has changed."""
    played: dict[str, Any] = msgspec.to_builtins(step)
    played["view"] = on_board(played["view"])
    for answer in played["answers"].values():
        keep_changes(played["view"], answer["frames"])
    for refusal in played["refusals"].values():
        del refusal["message"]  # the page has the words of every code
    return {**played, "names": _names(pages, step)}


def _names(pages: Pages, step: lessons.ShownStep) -> list[str]:
    return names_round(pages, step.seat, len(step.view.counts))
