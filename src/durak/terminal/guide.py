"""The guide in a terminal: topics as text, positions in words, rulings that have certain words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from rich.console import Console
from rich.markdown import Markdown
from rich.padding import Padding
from rich.text import Text

from durak.guide import examples, rulings, topics
from durak.terminal.words import Words
from durak.web.guide import allowed_words, names_round
from durak.web.pages import Pages

WIDEST: Final = 88
"""Columns that a line of text takes at most."""

_LINK: Final = re.compile(r"\[([^\]]+)\]\((?:topic|lesson|page):[^)]*\)")
_ID: Final = re.compile(r" *\{#[a-z][\w-]*\} *$", re.MULTILINE)


def list_topics(console: Console, language: str) -> None:
    """What there is to read, and how."""
    pages = Pages(language)
    console.print(Text(pages.phrase("guide.heading"), style="bold"))
    for each in topics.topics(language):
        _name(console, each.slug, each.title, each.summary)
    found = rulings.rulings(language)
    _name(
        console,
        "rulings",
        pages.phrase("guide.page.rulings"),
        pages.phrase("guide.page.rulings.text", count=len(found)),
    )


def tell_topic(console: Console, slug: str, language: str) -> None:
    """A topic from its title to its end."""
    read = topics.topic(slug, language)
    console.print(Text(read.title, style="bold underline"))
    console.print()
    console.print(Markdown(_plain(read.summary)))
    for part in read.parts:
        console.print()
        if isinstance(part, topics.Prose):
            console.print(Markdown(_plain(part.text)))
        else:
            _tell_example(console, part.example, part.caption, language)


def tell_rulings(console: Console, words: Sequence[str], language: str) -> None:
    """The rulings that have all these words; all of them without any."""
    pages = Pages(language)
    found = rulings.search(" ".join(words), rulings.rulings(language))
    for each in found:
        console.print(Text(_plain(each.question), style="bold"))
        console.print(Padding(Markdown(_plain(each.answer)), (0, 0, 0, 2)))
        console.print(Padding(Text(" ".join(each.clauses), style="dim"), (0, 0, 1, 2)))
    console.print(Text(pages.phrase("guide.rulings.found", count=len(found))))


def _tell_example(console: Console, name: str, caption: str, language: str) -> None:
    shown = examples.shown(name)
    pages = Pages(language)
    names = names_round(pages, shown.seat, len(shown.view.counts))
    colour = console.is_terminal and not console.no_color
    words = Words(names, you=shown.seat, language=language, colour=colour)
    lines = [words.position(shown.view)]
    if shown.legal:
        lines.append(allowed_words(words, shown.legal))
    lines += [f"- {words.refusal(each)}" for each in shown.refusals.values()]
    for number, step in enumerate(shown.steps, 1):
        told = " ".join(line for event in step.events if (line := words.event(event)))
        lines.append(f"{number}. {told}")
    console.print(Padding(Markdown(_plain(f"> {caption}")), (0, 0, 0, 2)))
    console.print(Padding(Text.from_ansi("\n".join(lines)), (0, 0, 0, 4)))


def _name(console: Console, name: str, title: str, summary: str) -> None:
    console.print()
    console.print(Text(f"{name:12}", style="bold cyan"), Text(title, style="bold"))
    console.print(Padding(Text(_plain(summary)), (0, 0, 0, 13)))


def _plain(text: str) -> str:
    """Markdown without what only a page can follow: names of headings, links inside the guide."""
    return _LINK.sub(r"\1", _ID.sub("", text))
