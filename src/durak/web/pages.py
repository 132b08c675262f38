"""Templates and languages become HTML here. What a page shows is decided by who calls."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any, Final

from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape

from durak.web import companion, guide, lessons
from durak.web.plurals import PLURALS

_HERE: Final = Path(__file__).resolve().parent
STATIC: Final = _HERE / "static"
"""The folder to serve under ``/static``."""
LANGUAGES: Final = tuple(sorted(path.stem for path in (_HERE / "languages").glob("*.json")))
"""Codes of the languages that have a catalogue."""
DEFAULT_LANGUAGE: Final = "en"
_ELSEWHERE: Final = ("terminal.", "guide.", "board.")
"""Phrases that the scripts of the first page and of a table have no use for."""
_EVERYWHERE: Final = ("language.",)
"""Phrases that the scripts of every page need."""
_IMPORTED: Final = re.compile(r'^(?:import|export)\b[^;"]*"\./([\w-]+\.js)"', re.MULTILINE)


@cache
def catalogue(language: str) -> Mapping[str, Any]:
    """All phrases of one language by key: texts, or texts by plural category.

    Raises:
        KeyError: a language without a catalogue.
    """
    if language not in LANGUAGES:
        raise KeyError(f"no catalogue for {language!r}: there are {', '.join(LANGUAGES)}")
    phrases: dict[str, Any] = json.loads(
        (_HERE / "languages" / f"{language}.json").read_text(encoding="utf-8")
    )
    return phrases


@cache
def modules(entry: str) -> tuple[str, ...]:
    """A module of the page and all that it imports, so that a browser asks for them at once.

    >>> modules("element.js")
    ('element.js',)
    """
    found = [entry]
    for name in found:
        text = (STATIC / name).read_text(encoding="utf-8")
        found += [each for each in _IMPORTED.findall(text) if each not in found]
    return tuple(dict.fromkeys(found))


@cache
def edition(folder: Path = STATIC) -> str:
    """Which files these are, in a few letters: when any file differs, so do they.

    >>> len(edition())
    16
    """
    seen = hashlib.sha256()
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            content = path.read_bytes()
            seen.update(f"{path.relative_to(folder).as_posix()} {len(content)}\n".encode())
            seen.update(content)
    return seen.hexdigest()[:16]


def static(name: str) -> str:
    """Where a file of the page is: scripts import each other beside themselves, so one
    edition in the address of the first is the edition of all.

    >>> static("icon.svg").replace(edition(), "EDITION")
    '/static/EDITION/icon.svg'
    """
    return f"/static/{edition()}/{name}"


class Pages:
    """The pages in one language."""

    def __init__(self, language: str = DEFAULT_LANGUAGE) -> None:
        self.language = language
        self._phrases = catalogue(language)
        self._templates = Environment(
            loader=FileSystemLoader(_HERE / "templates"),
            autoescape=select_autoescape(default=True),
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        # letters as they are: escaped, a Russian one would take six bytes
        self._templates.policies["json.dumps_kwargs"] = {"sort_keys": True, "ensure_ascii": False}
        self._templates.globals.update(
            language=language,
            languages=[(code, catalogue(code)["language.name"]) for code in LANGUAGES],
            catalogue={
                key: phrase
                for key, phrase in self._phrases.items()
                if not key.startswith(_ELSEWHERE)
            },
            t=self.phrase,
            has=self.has,
            clause=lambda number: guide.inline(number, language),
            refusal=self._refusal,
            day=_day,
            minute=_minute,
            modules=modules,
            moment=_moment,
            static=static,
        )

    def phrase(self, key: str, **values: object) -> str:
        """A phrase with ``{name}`` places filled in; ``count`` chooses among plural forms.

        >>> Pages().phrase("table.deal", deal=3)
        'Deal 3'
        >>> Pages().phrase("seat.cards", count=1), Pages().phrase("seat.cards", count=6)
        ('1 card', '6 cards')
        """
        text = self._phrases[key]
        if not isinstance(text, str):
            form = PLURALS[self.language](int(str(values["count"])))
            text = text.get(form, text["other"])
        return re.sub(r"\{(\w+)\}", lambda place: str(values.get(place[1], place[0])), text)

    def has(self, key: str) -> bool:
        """Whether the catalogue has this phrase."""
        return key in self._phrases

    def show(self, template: str, /, *, keys: Sequence[str] = (), **context: object) -> str:
        """A template as a page whose scripts get the phrases of ``keys`` only.

        A key that ends in a dot means all below it; what every page needs is added.
        """
        wanted = (*_EVERYWHERE, *keys)
        phrases = {
            key: phrase
            for key, phrase in self._phrases.items()
            if any(key == each or (each.endswith(".") and key.startswith(each)) for each in wanted)
        }
        return self._render(template, catalogue=phrases, **context)

    def fragment(self, template: str, /, **context: object) -> str:
        """A template that is a part of a page."""
        return self._render(template, **context)

    def guide(self) -> str:
        """The guide's first page."""
        return guide.contents(self)

    def topic(self, *, slug: str) -> str:
        """A topic of the guide.

        Raises:
            GuideError: it is not written, or shows what there is not.
        """
        return guide.topic_page(self, slug)

    def rulings(self, *, query: str = "") -> str:
        """The rulings, or those that have the words of ``query``."""
        return guide.rulings_page(self, query)

    def ruling(self, *, name: str) -> str:
        """One ruling with its position.

        Raises:
            GuideError: there is no such ruling.
        """
        return guide.ruling_page(self, name)

    def lessons(self) -> str:
        """All lessons."""
        return lessons.contents(self)

    def lesson(self, *, lesson: str) -> str:
        """One lesson.

        Raises:
            KeyError: there is no such lesson.
        """
        return lessons.page(self, lesson)

    def home(
        self,
        *,
        options: Mapping[str, Any],
        tables: Sequence[Mapping[str, Any]] = (),
        open_tables: Sequence[Mapping[str, Any]] = (),
        name: str = "",
    ) -> str:
        """The page where a table is chosen.

        ``options``: ``presets`` (name, players, fields) and ``fields`` (name, values, default);
        ``tables``: the guest's unfinished tables (id, rules, preset or None, deal, players, and
        where known persons and stage); ``open_tables``: public ones (id, rules, preset or None,
        players, persons, open, host, stage, deal, time, watching); ``name``: the guest's last one.
        """
        return self._render(
            "home.html", options=options, tables=tables, open_tables=open_tables, name=name
        )

    def table(self, *, table: str, options: Mapping[str, Any] | None = None) -> str:
        """The page of the table with this id; everything else comes through its socket.

        ``options`` as for the first page: between deals the rules can be chosen anew.
        """
        return self._render("table.html", table=table, options=options)

    def companion_worker(self) -> str:
        """The script that keeps the companion at hand without a network."""
        return companion.worker(self)

    def companion_manifest(self) -> Mapping[str, object]:
        """What an installed companion is called and looks like."""
        return companion.manifest(self)

    def deals(
        self,
        *,
        deals: Sequence[Mapping[str, Any]],
        older: float | None = None,
        before: float | None = None,
    ) -> str:
        """The guest's deals that are over, newest first.

        Each: table, number, ended (seconds since 1970), rules, preset or None, players, names, bots
        (their seats), you (a seat or None) and result as the record writes it. ``before``: they are
        those that ended before that moment; ``older``: before this one there are more.
        """
        shown = []
        for each in deals:
            names = [
                self._bot_name(name) if seat in each["bots"] else name
                for seat, name in enumerate(each["names"])
            ]
            others = ", ".join(name for seat, name in enumerate(names) if seat != each["you"])
            shown.append(
                {
                    **each,
                    "lost": _is_lost(each),
                    "outcome": self._outcome({**each, "names": names}),
                    "company": others,
                }
            )
        return self._render("deals.html", deals=shown, older=older, before=before)

    def devices(self, *, devices: Sequence[Mapping[str, Any]] = ()) -> str:
        """The guest's devices: id, name, this (whether it asks now), added and seen (seconds)."""
        return self._render("devices.html", devices=devices)

    def error(
        self,
        *,
        status: int,
        message: str,
        code: str | None = None,
        params: Mapping[str, object] | None = None,
    ) -> str:
        """What went wrong, and the way back; ``code`` finds its words in the page's language.

        ``message`` is shown when there are none, or they name what ``params`` lack.
        """
        words = self._refusal(code, params or {}) or message
        return self._render("error.html", status=status, message=words)

    def _refusal(self, code: str | None, params: Mapping[str, object]) -> str | None:
        """A refusal in words, None where the catalogue or ``params`` do not have all of them."""
        key = next((k for k in (f"ruleset.{code}", f"refusal.{code}") if k in self._phrases), None)
        if key is None or not (isinstance(self._phrases[key], str) or "count" in params):
            return None
        given = {
            name: ", ".join(map(str, value)) if isinstance(value, list | tuple) else value
            for name, value in params.items()
        }
        if (field := f"field.{given.get('field')}") in self._phrases:
            given["field"] = self.phrase(field)
        words = self.phrase(key, **given)
        return None if re.search(r"\{\w+\}", words) else words

    def _bot_name(self, name: str) -> str:
        """A bot's name in the letters of the language."""
        key = f"bot.{name}"
        return self.phrase(key) if key in self._phrases else name

    def _outcome(self, deal: Mapping[str, Any]) -> str:
        """A deal's result in the words of the person it is told to."""
        losers = _losers(deal)
        if not losers:
            return self.phrase("deals.draw")
        if deal["you"] in losers:
            return self.phrase("deals.team_you" if len(losers) > 1 else "deals.you")
        names = ", ".join(deal["names"][seat] for seat in losers)
        return self.phrase("deals.durak", name=names)

    def _render(self, template: str, **context: object) -> str:
        return self._templates.get_template(template).render(context)


class Editions:
    """The pages in every language that has a catalogue, made once.

    >>> Editions().choose(query=None, cookie=None, accept="xx, en-GB;q=0.5").language
    'en'
    """

    def __init__(self) -> None:
        self._pages = {language: Pages(language) for language in LANGUAGES}
        self.languages = LANGUAGES
        self.edition = edition()

    def __getitem__(self, language: str) -> Pages:
        return self._pages[language]

    def choose(self, *, query: str | None, cookie: str | None, accept: str | None) -> Pages:
        """The pages in the language asked for in the address, chosen earlier, or preferred."""
        for wanted in (query, cookie, *_preferred(accept or "")):
            if wanted in self._pages:
                return self._pages[wanted]
        return self._pages[DEFAULT_LANGUAGE]


def _preferred(accept: str) -> list[str]:
    """The languages of an Accept-Language header, dearest first, without their countries."""
    ranked: list[tuple[float, str]] = []
    for part in accept[:1000].split(","):
        tag, _, weight = part.partition(";")
        try:
            quality = float(weight.strip().removeprefix("q=") or 1)
        except ValueError:
            continue
        if quality > 0:
            ranked.append((-quality, tag.strip().partition("-")[0].lower()))
    ranked.sort(key=lambda each: each[0])  # stable: equals stay in their order
    return [language for _, language in ranked]


def _losers(deal: Mapping[str, Any]) -> tuple[int, ...]:
    word, *seats = str(deal["result"]).split()
    return tuple(map(int, seats)) if word == "durak" else ()


def _is_lost(deal: Mapping[str, Any]) -> bool:
    return deal["you"] in _losers(deal)


def _moment(seconds: float) -> str:
    """A time for machines; a script of the page says it in the reader's words and zone."""
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="seconds")


def _day(seconds: float) -> str:
    """A day for readers without scripts."""
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d")


def _minute(seconds: float) -> str:
    """A time for readers without scripts."""
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d %H:%M")
