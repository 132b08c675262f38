"""Names that people give themselves: what may be shown at a table and stand in a record."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from typing import Any, Final

from durak.server.protocol import MAX_NAME

MARKS: Final = 2
"""Combining marks that one letter may carry; more of them climb out of their line."""

_BLANK: Final = frozenset("\u115f\u1160\u3164\uffa0\u2800\u034f\u17b4\u17b5")
"""What counts as a letter, mark or symbol and still shows nothing."""

# Letters that look like Latin ones: first as written, then once more in small letters.
_CAPITALS: Final = str.maketrans(
    "АВЕЅІЈКМНОРСТУХҮԚԜΑΒΕΖΗΙΚΜΝΟΡΤΥΧϹ", "abesijkmhopctyxyqwabezhikmnoptyxc"
)
_SMALL: Final = str.maketrans(
    "авеѕіјкмнорстухүԛԝԁһгзб" + "αβεικνορτυχγηµμϲωſ" + "0135|!il",
    "abesijkmhopctyxyqwdhr36" + "abeikvoptuxynuucwf" + "ol35lll" + "l",
)


class BadNameError(ValueError):
    """A name that may not be; ``reason`` tells programs why, the sentence tells people."""

    code: Final = "bad_name"

    def __init__(self, reason: str, message: str, **params: Any) -> None:
        super().__init__(message)
        self.reason = reason
        self.message = message
        self.params = {"reason": reason, **params}


def checked_name(text: str, seated: Iterable[str] = ()) -> str:
    """The name as it is kept (Unicode NFC), to stand beside these names at one table.

    >>> checked_name("Вера", seated=["Anya"])
    'Вера'
    >>> checked_name("Bepa", seated=["Вера"])
    Traceback (most recent call last):
        ...
    durak.server.names.BadNameError: Bepa looks like Вера, who sits here: choose another name.

    Raises:
        BadNameError: it is too short or long, has what cannot be seen or would not stay in its
            place, is kept for bots, or looks like another name at the table.
    """
    name = unicodedata.normalize("NFC", text)
    if not 1 <= len(name) <= MAX_NAME:
        raise BadNameError("length", f"A name has 1 to {MAX_NAME} characters.", most=MAX_NAME)
    if name != name.strip():
        raise BadNameError("edges", "A name has no space at its beginning or end.")
    for character in name:
        if character != " " and (unicodedata.category(character)[0] in "CZ" or character in _BLANK):
            raise BadNameError(
                "invisible",
                "A name has no characters that cannot be seen or that turn the writing around "
                f"(here U+{ord(character):04X}).",
                character=f"U+{ord(character):04X}",
            )
    if "|" in name:
        raise BadNameError("bar", "A name has no |: records put it between names.")
    if re.search(rf"[\u0300-\u036f]{{{MARKS + 1}}}", unicodedata.normalize("NFD", name)) or all(
        unicodedata.category(each).startswith("M") for each in name
    ):
        raise BadNameError("marks", "A name has letters, and few marks over each.")
    bare = skeleton(name)
    if not bare:
        raise BadNameError("empty", "A name has something to see in it.")
    if bare.startswith(skeleton("bot:")):
        raise BadNameError("bot", "A name does not begin with bot: — that is how bots are written.")
    for other in seated:
        if skeleton(other) == bare:
            raise BadNameError(
                "lookalike",
                f"{name} looks like {other}, who sits here: choose another name.",
                other=other,
            )
    return name


def skeleton(name: str) -> str:
    """What is left of a name when one only glances at it: equal for names that look alike.

    Case, marks, spaces and width are gone; Cyrillic and Greek letters that look like Latin ones
    became those. Compare it, do not show it.

    >>> skeleton("Cергeй") == skeleton("СЕРГЕЙ"), skeleton("Vera") == skeleton("Nera")
    (True, False)
    """
    plain = unicodedata.normalize("NFKD", name)
    plain = "".join(each for each in plain if unicodedata.category(each)[0] not in "MCZ")
    plain = plain.translate(_CAPITALS).casefold().translate(_SMALL)
    return plain.replace("rn", "m").replace("vv", "w")
