"""The guide as pages: Markdown becomes HTML, examples become figures that read as text too."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import groupby
from typing import TYPE_CHECKING, Any, Final

import msgspec
from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.rules_core import StateCore
from markdown_it.token import Token
from markdown_it.utils import EnvType, OptionsDict
from markupsafe import Markup, escape

from durak import cards
from durak.actions import Action, Kind, parse
from durak.guide import examples, rulings, topics
from durak.guide.reading import GuideError
from durak.web.telling import Telling

if TYPE_CHECKING:
    from durak.web.pages import Pages

BOARD_KEYS: Final = (
    "rank.", "suit.", "index.", "card.", "do.", "ask.", "wait.", "allowed.", "event.", "seat.",
    "board.", "over.", "table.trump", "table.trump_card", "table.talon", "table.talon_short",
    "table.talon_empty", "table.discard", "table.discard_short", "table.limit", "table.hand",
    "table.pairs", "table.players", "table.actions", "table.felt", "refusal.", "guide.step",
    "guide.again", "guide.right", "guide.step_of",
)  # fmt: skip
"""Phrases that a board on a page needs."""
PAGES: Final = {
    "rulings": "/guide/rulings",
    "lessons": "/guide/lessons",
    "ask": "/guide/ask",
    "house": "/guide/house",
    "compare": "/guide/compare",
    "sheet": "/rules",
    "companion": "/companion",
}
"""Pages that texts link to as ``page:NAME``."""
COMPANY: Final = ("Anya", "Boris", "Vera", "Gleb", "Dasha")
"""Who sits round the reader, clockwise; the catalogue words them."""

_LEFT_OUT: Final = ("follows", "talon_follows", "gone", "shown", "takes_in_row", "low_trump_first")
_SIGNS: Final = re.compile(
    r"(?P<clause>\bR\d{1,2}\.\d{1,2}\b)"
    r"|(?P<card>(?<![0-9A-Za-zА-Яа-яЁё])(?:10|[2-9TJQKAВДКТ])?[♣♦♥♠])"
)
_HEADING_ID: Final = re.compile(r" *\{#([a-z][\w-]*)\} *$")
_SUITS: Final = {"♣": "c", "♦": "d", "♥": "h", "♠": "s"}


# ---- pages --------------------------------------------------------------------------------------


def contents(pages: Pages) -> str:
    """The first page of the guide."""
    return pages.show(
        "guide.html",
        topics=[_told(each, pages.language) for each in topics.topics(pages.language)],
        rulings=len(rulings.rulings(pages.language)),
        places=PAGES,
    )


def topic_page(pages: Pages, slug: str) -> str:
    """A topic with its sections and the topics beside it."""
    read = topics.topic(slug, pages.language)
    written = [each.slug for each in topics.topics(pages.language)]
    at = written.index(slug)
    parts = [
        prose(part.text, pages.language)
        if isinstance(part, topics.Prose)
        else figure(pages, part.example, inline(part.caption, pages.language))
        for part in read.parts
    ]
    beside = {
        "before": topics.topic(written[at - 1], pages.language) if at else None,
        "after": topics.topic(written[at + 1], pages.language) if at + 1 < len(written) else None,
    }
    return pages.show(
        "topic.html",
        keys=BOARD_KEYS if read.examples else (),
        topic=read,
        summary=inline(read.summary, pages.language),
        sections=[
            {"id": each.id, "title": inline(each.title, pages.language, links=False)}
            for each in read.sections
            if each.level == 2
        ],
        parts=parts,
        boards=bool(read.examples),
        **beside,
    )


def rulings_page(pages: Pages, query: str) -> str:
    """The rulings by part; those found for a query."""
    language = pages.language
    every = rulings.rulings(language)
    found = {each.id for each in rulings.search(query, every)}
    parts = [
        {"name": part, "rulings": [_ruled(pages, each, is_found=each.id in found) for each in some]}
        for part, some in groupby(every, key=lambda each: each.part)
    ]
    return pages.show(
        "rulings.html",
        keys=(*BOARD_KEYS, "guide.rulings."),
        parts=parts,
        query=query,
        found=len(found),
        total=len(every),
    )


def ruling_page(pages: Pages, name: str) -> str:
    """One ruling, its position open."""
    ruling = next((each for each in rulings.rulings(pages.language) if each.id == name), None)
    if ruling is None:
        raise GuideError(f"there is no ruling {name!r}")
    return pages.show(
        "ruling.html",
        keys=BOARD_KEYS,
        ruling=_ruled(pages, ruling, is_found=True),
        figure=None if ruling.example is None else figure(pages, ruling.example, None),
    )


def _told(topic: topics.Topic, language: str) -> dict[str, object]:
    return {
        "slug": topic.slug,
        "title": topic.title,
        "summary": inline(topic.summary, language, links=False),
    }


def _ruled(pages: Pages, ruling: rulings.Ruling, *, is_found: bool) -> dict[str, object]:
    return {
        "id": ruling.id,
        "question": inline(ruling.question, pages.language, links=False),
        "answer": inline(ruling.answer, pages.language),
        "clauses": ruling.clauses,
        "has_position": ruling.example is not None,
        "is_found": is_found,
    }


# ---- Markdown -----------------------------------------------------------------------------------


def prose(text: str, language: str) -> Markup:
    """Markdown as HTML.

    >>> prose("## Cards {#cards}", "en")
    Markup('<h2 id="cards">Cards</h2>\\n')
    """
    return Markup(_markdown(language).render(text, {"links": True}))


def inline(text: str, language: str, *, links: bool = True) -> Markup:
    """A line of Markdown as HTML without a paragraph round it; without ``links`` their words only.

    >>> inline("The 8♦ **beats**.", "en")
    Markup('The <span class="sign" data-suit="d">8♦︎</span> <strong>beats</strong>.')
    """
    return Markup(_markdown(language).renderInline(text, {"links": links}))


def marked(text: str) -> Markup:
    """Plain text as HTML, its cards in the colours of their suits."""
    return Markup(_signs(text, None))


def address(link: str) -> str:
    """Where a link of the guide's texts leads.

    >>> address("topic:words#cards"), address("page:ask")
    ('/guide/words#cards', '/guide/ask')

    Raises:
        GuideError: there is no such topic, page or kind of link.
    """
    kind, _, rest = link.partition(":")
    name, hash_sign, section = rest.partition("#")
    if kind == "topic" and name in topics.TOPICS:
        return f"/guide/{name}{hash_sign}{section}"
    if kind == "lesson" and name:
        return f"/guide/lessons/{name}"
    if kind == "page" and name in PAGES:
        return f"{PAGES[name]}{hash_sign}{section}"
    if kind == "" or link.startswith(("https://", "#", "/")):
        return link
    raise GuideError(f"{link!r} leads nowhere: write topic:SLUG, lesson:ID or page:NAME")


@cache
def _markdown(language: str) -> MarkdownIt:
    reader = MarkdownIt("commonmark", {"html": False}, renderer_cls=_Renderer).enable("table")
    reader.core.ruler.after("block", "heading_ids", _name_headings)
    reader.core.ruler.after("block", "cell_labels", _label_cells)
    reader.options["language"] = language
    return reader


def _name_headings(state: StateCore) -> None:
    for at, token in enumerate(state.tokens):
        if token.type != "heading_open":
            continue
        text = state.tokens[at + 1]
        named = _HEADING_ID.search(text.content)
        if named:
            token.attrSet("id", named[1])
            text.content = text.content[: named.start()]


def _label_cells(state: StateCore) -> None:
    """Each cell says under which heading it stands, for screens too narrow for a table."""
    headings: list[str] = []
    column = 0
    for at, token in enumerate(state.tokens):
        if token.type == "table_open":
            headings = []
        elif token.type == "tr_open":
            column = 0
        elif token.type == "th_open":
            headings.append(state.tokens[at + 1].content)
        elif token.type == "td_open":
            if column and column < len(headings) and headings[column]:
                token.attrSet("data-label", headings[column])
            column += 1


class _Renderer(RendererHTML):
    """Signs in colour, clauses and the guide's own links as links, tables that scroll."""

    def text(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        """A stretch of text."""
        depth = sum(token.nesting for token in tokens[:idx] if token.type.startswith("link_"))
        may_link = env.get("links", True) and depth == 0
        language = str(options["language"])
        return _signs(tokens[idx].content, language if may_link else None)

    def link_open(
        self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType
    ) -> str:
        """The beginning of a link."""
        if not env.get("links", True):
            return ""
        href = address(str(tokens[idx].attrGet("href")))
        return f'<a href="{escape(href)}">'

    def link_close(
        self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType
    ) -> str:
        """The end of a link."""
        return "</a>" if env.get("links", True) else ""

    def table_open(
        self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType
    ) -> str:
        """A table, in a box of its own so that only it scrolls sideways."""
        return '<div class="wide" tabindex="0" role="group"><table>\n'

    def table_close(
        self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType
    ) -> str:
        """The end of a table."""
        return "</table></div>\n"


def _signs(text: str, language: str | None) -> str:
    """Text as HTML; clauses become links to what rests on them if a language is given."""
    parts = []
    at = 0
    for found in _SIGNS.finditer(text):
        parts += [str(escape(text[at : found.start()])), _sign(found, language)]
        at = found.end()
    return "".join([*parts, str(escape(text[at:]))])


def _sign(found: re.Match[str], language: str | None) -> str:
    if found["card"]:
        return f'<span class="sign" data-suit="{_SUITS[found[0][-1]]}">{found[0]}\ufe0e</span>'
    ruling = None if language is None else rulings.first_with(found[0], language)
    if ruling is None:
        return f'<span class="clause-name">{found[0]}</span>'
    return f'<a class="clause-name" href="/guide/rulings#{ruling.id}">{found[0]}</a>'


# ---- examples -----------------------------------------------------------------------------------


def figure(pages: Pages, name: str, caption: Markup | None) -> Markup:
    """An example: its position and answer as text, and what a script makes a board of."""
    shown = examples.shown(name)
    names = names_round(pages, shown.seat, len(shown.view.counts))
    telling = Telling(pages, names, you=shown.seat)
    return Markup(
        pages.fragment(
            "example.html",
            example=shown,
            caption=caption,
            position=[marked(line) for line in telling.position(shown.view).splitlines()],
            allowed=marked(allowed_words(telling, shown.legal)) if shown.legal else None,
            reasons=[marked(telling.refusal(each)) for each in shown.refusals.values()],
            told=[
                [marked(line) for event in step.events if (line := telling.event(event))]
                for step in shown.steps
            ],
            data=board_data(shown, names),
        )
    )


def names_round(pages: Pages, you: int, players: int) -> list[str]:
    """The names at a table of the guide, by seat: the reader, and company clockwise."""
    names = [pages.phrase("board.you"), *(pages.phrase(f"bot.{each}") for each in COMPANY)]
    return [names[(seat - you) % players] for seat in range(players)]


def allowed_words(telling: Telling, legal: Sequence[str]) -> str:
    """What may be done, in a sentence."""
    parts = []
    actions = [parse(token) for token in legal]
    for kind in Kind:
        these = [each for each in actions if each.kind is kind]
        if these:
            laid = telling.cards(_in_order(these))
            parts.append(telling.phrase(f"allowed.{kind.name.lower()}", cards=laid))
    return telling.phrase("allowed.now", actions=", ".join(parts))


def board_data(shown: examples.Shown, names: Sequence[str]) -> dict[str, Any]:
    """An example for the page's script; of a later view only what has changed."""
    data: dict[str, Any] = msgspec.to_builtins(shown)
    for part in (data, *data["steps"]):
        for why in (*part["refusals"].values(), *part["wrong_covers"].values()):
            del why["message"]  # the page has the words of every code
    data["view"] = on_board(data["view"])
    keep_changes(data["view"], data["steps"])
    return {**data, "names": list(names)}


def on_board(view: Mapping[str, Any]) -> dict[str, Any]:
    """A view without what a board does not show."""
    return {key: each for key, each in view.items() if key not in _LEFT_OUT}


def keep_changes(first: Mapping[str, Any], frames: Iterable[dict[str, Any]]) -> None:
    """Of the view of each frame keep as ``changes`` what differs from the one before it."""
    before = first
    for frame in frames:
        view = on_board(frame.pop("view"))
        frame["changes"] = {key: view[key] for key in view if view[key] != before[key]}
        before = view


def _in_order(actions: Sequence[Action]) -> tuple[str, ...]:
    together = 0
    for each in actions:
        together |= each.cards
    return cards.names(together)


def all_examples(language: str) -> Iterator[str]:
    """The ids of the examples that texts and rulings of a language show."""
    for each in topics.topics(language):
        yield from each.examples
    yield from (each.example for each in rulings.rulings(language) if each.example is not None)
