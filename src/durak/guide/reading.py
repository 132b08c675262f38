"""Where the guide's files lie, and how they are read: a fault names the file and what is wrong."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

HERE: Final = Path(__file__).resolve().parent
LANGUAGES: Final = tuple(sorted(each.name for each in (HERE / "texts").iterdir() if each.is_dir()))
"""Codes of the languages that the guide is written in."""


class GuideError(ValueError):
    """A file of the guide that is missing or not as it should be; says where and what."""


def read_text(*parts: str) -> str:
    """The text of a file of the guide.

    Raises:
        GuideError: there is no such file.
    """
    path = HERE.joinpath(*parts)
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise GuideError(f"{'/'.join(parts)}: {error}") from None


def read_json(*parts: str) -> Any:
    """What a JSON file of the guide holds.

    Raises:
        GuideError: there is no such file, or it is not JSON.
    """
    try:
        return json.loads(read_text(*parts))
    except ValueError as error:
        if isinstance(error, GuideError):
            raise
        raise GuideError(f"{'/'.join(parts)}: not JSON: {error}") from None
