"""Short codes: six letters to say aloud that lead to a table, eight to type on a further device."""

from __future__ import annotations

import hashlib
import secrets
from typing import Final

ALOUD: Final = "BFHKLMORUWXY"
"""No two of these look or sound alike when somebody says them one by one, in English at least."""
JOIN_LENGTH: Final = 6
TYPED: Final = "ABCDEFGHJKLMNPQRSTVWXYZ"
"""Letters of which none looks like another."""
CARRY_LENGTH: Final = 8
CARRY_MINUTES: Final = 10
"""How long a code for a further device can be used."""

_FROM_CYRILLIC: Final = str.maketrans("ВНКМОХУ", "BHKMOXY")


def new_join_code() -> str:
    """A code for a table."""
    return "".join(secrets.choice(ALOUD) for _ in range(JOIN_LENGTH))


def new_carry_code() -> str:
    """A code for a further device."""
    return "".join(secrets.choice(TYPED) for _ in range(CARRY_LENGTH))


def read_join_code(text: str) -> str | None:
    """A join code as somebody types it: any case, spaces and hyphens, Cyrillic twins; else None.

    >>> read_join_code("bfh-klm"), read_join_code("вfн klm"), read_join_code("ABCDEF")
    ('BFHKLM', 'BFHKLM', None)
    """
    code = _bare(text).translate(_FROM_CYRILLIC)
    return code if len(code) == JOIN_LENGTH and set(code) <= set(ALOUD) else None


def read_carry_code(text: str) -> str | None:
    """A code for a further device as somebody types it, else None.

    >>> read_carry_code("xyab cdef"), read_carry_code("xyab")
    ('XYABCDEF', None)
    """
    code = _bare(text)
    return code if len(code) == CARRY_LENGTH and set(code) <= set(TYPED) else None


def hashed_code(code: str) -> str:
    """What the store knows of a code for a further device."""
    return hashlib.sha256(b"carry " + code.encode()).hexdigest()


def _bare(text: str) -> str:
    return "".join(text[:100].split()).replace("-", "").upper()
