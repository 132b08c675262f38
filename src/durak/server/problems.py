"""What goes wrong over HTTP, with a code and parameters so that a page can word it itself."""

from __future__ import annotations

from typing import Any

from starlette.exceptions import HTTPException


class Problem(HTTPException):
    """A status, a sentence in English, and what a page needs to say the same in its language."""

    def __init__(self, status: int, message: str, code: str, **params: Any) -> None:
        headers = {"Retry-After": str(params["seconds"])} if status == 429 else None
        super().__init__(status, message, headers)
        self.code = code
        self.params = params


def too_many(seconds: float) -> Problem:
    """A limit was reached; this long until one more is within it."""
    whole = max(1, round(seconds + 0.5))
    return Problem(429, f"Too many tries. Wait {whole} seconds.", "too_many", seconds=whole)
