"""The lessons: short positions in which the reader does the right thing to go on.

What a lesson asks is written down in ``lessons.json``, what it says in the ``lessons.json`` of each
language. Here the engine plays out every answer beforehand: a page with a lesson knows no rule.

A lesson has ``id``, ``clauses``, ``rules`` (as in a conformance case; the default table when left
out) and ``steps``. A step has ``accept``: each right token with what is done after it; a
``position``, or it goes on from the step before; and maybe ``rules`` of its own, a ``seat`` other
than 0, and ``instead``: what is done after other legal tokens, to show where they lead. The texts
of a step are ``task``, ``right`` and ``wrong``: by token, legal or not, with ``*`` for legal ones
that are not named.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Final, TypeVar

import msgspec

from durak import actions, cards
from durak.actions import Action, Kind
from durak.conformance import begin
from durak.deal import Deal
from durak.events import Event
from durak.guide.reading import GuideError, read_json
from durak.refusals import Refused
from durak.view import View, event_as_seen

OTHER: Final = "*"
"""In place of a token: every legal one that is not named."""

_T = TypeVar("_T")


class _Read(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Base of what is read from the files: an unknown member is refused."""


class Step(_Read, frozen=True, kw_only=True):
    """One thing to do, as it is written down."""

    accept: dict[str, tuple[str, ...]]
    instead: dict[str, tuple[str, ...]] = {}
    position: dict[str, Any] | None = None
    rules: dict[str, Any] | None = None
    """Those of the lesson when left out."""
    seat: int = 0
    forced: bool = False
    """Whether every other legal token gives the result away: a test plays all of them out."""


class Lesson(_Read, frozen=True, kw_only=True):
    """One lesson, as it is written down."""

    id: str
    clauses: tuple[str, ...]
    steps: tuple[Step, ...]
    rules: dict[str, Any] = {}
    sits_down: bool = False
    """Whether its end leads to a table with a bot."""


class StepTexts(_Read, frozen=True, kw_only=True):
    """What one step says, as inline Markdown."""

    task: str
    right: str
    wrong: dict[str, str] = {}


class LessonTexts(_Read, frozen=True, kw_only=True):
    """What one lesson says in one language."""

    title: str
    summary: str
    steps: tuple[StepTexts, ...]
    end: str = ""


class Title(msgspec.Struct, frozen=True, kw_only=True):
    """A lesson in a list."""

    id: str
    number: int
    steps: int
    title: str
    summary: str


class Frame(msgspec.Struct, frozen=True, kw_only=True):
    """The table after one action, and what that action set off, as the reader's seat sees them."""

    view: View
    events: tuple[Event, ...]


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    """A legal token: whether it is right, what follows, and under which name its words stand."""

    right: bool
    frames: tuple[Frame, ...]
    words: str


class Refusal(msgspec.Struct, frozen=True, kw_only=True):
    """A token that a tap may mean and that is not legal; ``words`` where the lesson has its own."""

    code: str
    message: str
    params: Mapping[str, Any]
    words: str | None


class ShownStep(msgspec.Struct, frozen=True, kw_only=True):
    """A step with everything that may be answered to it."""

    seat: int
    view: View
    answers: dict[str, Answer]
    refusals: dict[str, Refusal]

    @property
    def right(self) -> tuple[str, ...]:
        """The right tokens."""
        return self.answers_of("right")

    def answers_of(self, words: str) -> tuple[str, ...]:
        """The legal tokens that are answered with these words."""
        return tuple(token for token, answer in self.answers.items() if answer.words == words)


class ShownLesson(msgspec.Struct, frozen=True, kw_only=True):
    """A lesson as a page shows it."""

    id: str
    number: int
    clauses: tuple[str, ...]
    sits_down: bool
    steps: tuple[ShownStep, ...]
    texts: LessonTexts
    before: Title | None
    after: Title | None


@cache
def lessons() -> tuple[Lesson, ...]:
    """All lessons in the order in which they are taught.

    Raises:
        GuideError: the file is not of its form, or two lessons have one id.
    """
    found = _read(tuple[Lesson, ...], "lessons.json")
    ids = [each.id for each in found]
    twice = next((each for each in ids if ids.count(each) > 1), None)
    if twice is not None:
        raise GuideError(f"lessons.json: two lessons have the id {twice!r}")
    return found


@cache
def texts(language: str) -> Mapping[str, LessonTexts]:
    """What the lessons say in this language.

    Raises:
        GuideError: the file is not of its form, or does not have exactly these lessons and steps.
    """
    where = f"texts/{language}/lessons.json"
    found = _read(dict[str, LessonTexts], "texts", language, "lessons.json")
    wanted = {each.id: len(each.steps) for each in lessons()}
    given = {name: len(each.steps) for name, each in found.items()}
    for name in [*wanted, *given]:
        if wanted.get(name) != given.get(name):
            raise GuideError(
                f"{where}: {name} has {given.get(name)} steps, lessons.json {wanted.get(name)}"
            )
    return found


@cache
def listed(language: str) -> tuple[Title, ...]:
    """The lessons' titles and summaries, in order."""
    said = texts(language)
    return tuple(
        Title(
            id=each.id,
            number=number,
            steps=len(each.steps),
            title=said[each.id].title,
            summary=said[each.id].summary,
        )
        for number, each in enumerate(lessons(), 1)
    )


def is_taught(lesson: str) -> bool:
    """Whether there is a lesson with this id."""
    return any(each.id == lesson for each in lessons())


@cache
def shown(lesson: str, language: str) -> ShownLesson:
    """A lesson played out by the engine.

    >>> shown("beat", "en").steps[0].right
    ('7d<9d',)

    Raises:
        KeyError: no lesson has this id.
        GuideError: the lesson does not fit the rules, or leaves an answer without words.
    """
    titles = listed(language)
    if not is_taught(lesson):
        raise KeyError(f"no lesson {lesson!r}: there are {', '.join(each.id for each in titles)}")
    at = next(at for at, each in enumerate(titles) if each.id == lesson)
    found = lessons()[at]
    said = texts(language)
    return ShownLesson(
        id=found.id,
        number=at + 1,
        clauses=found.clauses,
        sits_down=found.sits_down,
        steps=_played(found, said[lesson]),
        texts=said[lesson],
        before=titles[at - 1] if at else None,
        after=titles[at + 1] if at + 1 < len(titles) else None,
    )


# Playing -----------------------------------------------------------------------------------------


def starts(lesson: Lesson) -> tuple[Deal, ...]:
    """The deal before each step.

    Raises:
        GuideError: an impossible position, a step that goes on from nowhere, or from several
            places at once.
    """
    found: list[Deal] = []
    ends: list[Deal] = []
    for number, step in enumerate(lesson.steps, 1):
        where = f"{lesson.id}, step {number}"
        if step.position is not None:
            deal = _set_up(where, lesson.rules if step.rules is None else step.rules, step.position)
        elif not ends:
            raise GuideError(f"{where}: nothing to go on from; give it a position")
        elif any(end.state.tobytes() != ends[0].state.tobytes() for end in ends):
            raise GuideError(f"{where}: the right answers before it lead to different tables")
        else:
            deal = ends[0].clone()
        if deal.to_act != step.seat:
            raise GuideError(f"{where}: seat {deal.to_act} is to act, not seat {step.seat}")
        found.append(deal)
        ends = [
            _frames(where, deal, step.seat, token, replies)[0]
            for token, replies in step.accept.items()
        ]
        if not ends:
            raise GuideError(f"{where}: no answer is right")
    return tuple(found)


def _played(lesson: Lesson, said: LessonTexts) -> tuple[ShownStep, ...]:
    return tuple(
        _step(f"{lesson.id}, step {number}", deal, step, words)
        for number, (deal, step, words) in enumerate(
            zip(starts(lesson), lesson.steps, said.steps, strict=True), 1
        )
    )


def _step(where: str, deal: Deal, step: Step, words: StepTexts) -> ShownStep:
    legal = [str(action) for action in deal.legal()]
    for token in (*step.accept, *step.instead):
        if token not in legal:
            raise GuideError(f"{where}: {token} is not legal; legal are {', '.join(legal)}")
    answers: dict[str, Answer] = {}
    for token in legal:
        replies = step.accept.get(token, step.instead.get(token, ()))
        is_right = token in step.accept
        name = "right" if is_right else token if token in words.wrong else OTHER
        if not is_right and name not in words.wrong:
            raise GuideError(f"{where}: no words for {token}")
        _, frames = _frames(where, deal, step.seat, token, replies)
        answers[token] = Answer(right=is_right, frames=frames, words=name)
    refusals = _refusals(deal, step.seat, words)
    idle = set(words.wrong) - set(answers) - set(refusals) - {OTHER}
    if idle or step.accept.keys() & words.wrong.keys():
        raise GuideError(f"{where}: words that are never said, for {', '.join(words.wrong)}")
    return ShownStep(seat=step.seat, view=deal.view(step.seat), answers=answers, refusals=refusals)


def _frames(
    where: str, deal: Deal, seat: int, token: str, replies: Sequence[str]
) -> tuple[Deal, tuple[Frame, ...]]:
    """Where an answer and what is done after it lead, and every table on the way."""
    after = deal.clone()
    frames = []
    for do in (f"{seat}:{token}", *replies):
        try:
            happened = after.do(do)
        except Refused as refusal:
            raise GuideError(f"{where}, after {token}: {do} is refused: {refusal}") from None
        frames.append(
            Frame(
                view=after.view(seat),
                events=tuple(event_as_seen(event, seat) for event in happened),
            )
        )
    return after, tuple(frames)


def _refusals(deal: Deal, seat: int, words: StepTexts) -> dict[str, Refusal]:
    """Why what a tap may mean is not legal: each card of the hand by itself, and the buttons."""
    open_attacks = [cards.card(attack) for attack, cover in deal.table if cover is None]
    hand = cards.members(deal.hands[seat])
    tried = [actions.TAKE, actions.DONE]
    if deal.defender == seat:
        tried += [
            Action(kind=Kind.COVER, cards=1 << card, target=attack)
            for attack in open_attacks
            for card in hand
        ]
    else:
        tried += [Action(kind=Kind.LAY, cards=1 << card) for card in hand]
    found: dict[str, Refusal] = {}
    for action in tried:
        refusal = deal.refusal(seat, action)
        if refusal is not None:
            own = str(action) if str(action) in words.wrong else None
            found[str(action)] = Refusal(
                code=refusal.code, message=refusal.message, params=refusal.params, words=own
            )
    return found


def _set_up(where: str, rules: Mapping[str, Any], members: Mapping[str, Any]) -> Deal:
    try:
        return begin({"rules": rules, "position": members})
    except ValueError as error:
        raise GuideError(f"{where}: {error}") from None


def _read(kind: type[_T], *parts: str) -> _T:
    try:
        return msgspec.convert(read_json(*parts), kind)
    except msgspec.ValidationError as error:
        raise GuideError(f"{'/'.join(parts)}: {error}") from None
