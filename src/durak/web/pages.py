"""Templates and languages become HTML here. What a page shows is decided by who calls."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final

from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape

_HERE: Final = Path(__file__).resolve().parent
STATIC: Final = _HERE / "static"
"""The folder to serve under ``/static``."""
LANGUAGES: Final = tuple(sorted(path.stem for path in (_HERE / "languages").glob("*.json")))
"""Codes of the languages that have a catalogue."""


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


class Pages:
    """The pages in one language."""

    def __init__(self, language: str = "en") -> None:
        self.language = language
        self._phrases = catalogue(language)
        self._templates = Environment(
            loader=FileSystemLoader(_HERE / "templates"),
            autoescape=select_autoescape(default=True),
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        self._templates.globals.update(language=language, catalogue=self._phrases, t=self.phrase)

    def phrase(self, key: str, **values: object) -> str:
        """A phrase that has no plural forms, with ``{name}`` places filled in.

        >>> Pages().phrase("table.deal", deal=3)
        'Deal 3'
        """
        text: str = self._phrases[key]
        for name, value in values.items():
            text = text.replace("{" + name + "}", str(value))
        return text

    def home(self, *, options: Mapping[str, Any], tables: Sequence[Mapping[str, Any]] = ()) -> str:
        """The page where a table is chosen.

        ``options``: ``presets`` (name, players, fields) and ``fields`` (name, values, default);
        ``tables``: the device's unfinished tables (id, rules, preset or None, deal, players).
        """
        return self._render("home.html", options=options, tables=tables)

    def table(self, *, table: str) -> str:
        """The page of the table with this id; everything else comes through its socket."""
        return self._render("table.html", table=table)

    def rules(self, *, code: str, preset: str | None, sheet: Sequence[object]) -> str:
        """The rules sheet; clauses have ``number``, ``title`` and ``text``."""
        return self._render("rules.html", code=code, preset=preset, sheet=sheet)

    def error(self, *, status: int, message: str) -> str:
        """What went wrong, and the way back."""
        return self._render("error.html", status=status, message=message)

    def _render(self, template: str, **context: object) -> str:
        return self._templates.get_template(template).render(context)
