"""The topics: long texts in Markdown, cut into prose and the examples between."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Final

from durak.guide.reading import HERE, GuideError, read_text

TOPICS: Final = (
    "quick", "rules", "first-deal", "strategy", "mistakes", "variations", "words", "story",
    "hosting",
)  # fmt: skip
"""The topics by their names in addresses, in reading order."""

_HEADING: Final = re.compile(r"^(#{2,4}) +(.+?)(?: +\{#([a-z][\w-]*)\})? *$", re.MULTILINE)
_EXAMPLE: Final = re.compile(r"^```example +(\S+) *\n(.*?)^``` *$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True, kw_only=True)
class Prose:
    """A stretch of Markdown."""

    text: str


@dataclass(frozen=True, kw_only=True)
class Shown:
    """A place where an example stands, with what is said about it (inline Markdown)."""

    example: str
    caption: str


@dataclass(frozen=True, kw_only=True)
class Section:
    """A heading with a name of its own, by which others link to it."""

    id: str
    title: str
    level: int


@dataclass(frozen=True, kw_only=True)
class Topic:
    """One topic in one language."""

    slug: str
    language: str
    title: str
    summary: str
    parts: tuple[Prose | Shown, ...]
    sections: tuple[Section, ...]

    @property
    def examples(self) -> tuple[str, ...]:
        """The ids of the examples that it shows, in order."""
        return tuple(part.example for part in self.parts if isinstance(part, Shown))


def is_written(slug: str, language: str) -> bool:
    """Whether there is a text for this topic."""
    return slug in TOPICS and (HERE / "texts" / language / f"{slug}.md").is_file()


@cache
def topic(slug: str, language: str) -> Topic:
    """Read a topic.

    Raises:
        GuideError: there is no such text, or it lacks its title or summary.
    """
    if slug not in TOPICS:
        raise GuideError(f"there is no topic {slug!r}: there are {', '.join(TOPICS)}")
    return parse(read_text("texts", language, f"{slug}.md"), slug=slug, language=language)


def topics(language: str) -> tuple[Topic, ...]:
    """All topics of a language in reading order."""
    return tuple(topic(slug, language) for slug in TOPICS if is_written(slug, language))


def parse(source: str, *, slug: str, language: str) -> Topic:
    """A topic from its Markdown.

    >>> text = "# Words\\n\\nWhat is said.\\n\\n## Cards {#cards}\\n\\nSix."
    >>> read = parse(text, slug="words", language="en")
    >>> read.title, read.summary, [each.id for each in read.sections]
    ('Words', 'What is said.', ['cards'])
    """
    where = f"{language}/{slug}.md"
    head, _, rest = source.strip().partition("\n")
    if not head.startswith("# "):
        raise GuideError(f"{where}: the first line is its title, as in: # Words")
    summary, _, body = rest.strip().partition("\n\n")
    if not summary or summary.startswith(("#", "`", "|", "-")):
        raise GuideError(f"{where}: after the title comes a paragraph that says what it is about")
    sections = []
    for hashes, title, name in _HEADING.findall(_EXAMPLE.sub("", body)):
        if len(hashes) == 2 and not name:
            raise GuideError(f"{where}: the heading {title!r} lacks its {{#id}}")
        if name:
            sections.append(Section(id=name, title=title, level=len(hashes)))
    return Topic(
        slug=slug,
        language=language,
        title=head.removeprefix("# ").strip(),
        summary=" ".join(summary.split()),
        parts=tuple(_parts(body)),
        sections=tuple(sections),
    )


def _parts(body: str) -> Iterator[Prose | Shown]:
    at = 0
    for found in _EXAMPLE.finditer(body):
        if before := body[at : found.start()].strip():
            yield Prose(text=before)
        yield Shown(example=found[1], caption=" ".join(found[2].split()))
        at = found.end()
    if rest := body[at:].strip():
        yield Prose(text=rest)
