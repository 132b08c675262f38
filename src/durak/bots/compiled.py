"""The decorators of the bots' compiled code.

A part is inlined like a rule of the kernel; an entry is what Python calls. An entry's compiled form
is kept under a hash of its own module and of every module of durak that this one imports, directly
or not: a change elsewhere does not compile it again, a change there never meets old code.
"""

from __future__ import annotations

import hashlib
import re
from pathlib import Path
from typing import Final

import numba

from durak import __version__
from durak.kernel.jit import Function, entry_kept_in, find_folder, rule

__all__ = ["entry", "rule"]

_PACKAGE: Final = Path(__file__).resolve().parents[1]
_IMPORT: Final = re.compile(
    r"^\s*(?:from|import) (durak(?:\.\w+)*)(?: import (.+))?$", re.MULTILINE
)


def entry(function: Function) -> Function:
    """Compile a function that Python calls, and keep its compiled form on disk."""
    if numba.config.DISABLE_JIT:
        return entry_kept_in(function, None)
    sources = _sources(Path(function.__code__.co_filename).resolve())
    digest = hashlib.sha256()
    for path in sorted(sources):
        digest.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return entry_kept_in(function, find_folder(f"bots-{__version__}-{digest.hexdigest()[:16]}"))


def _sources(path: Path) -> set[Path]:
    """The files of durak that decide what a module compiles to, itself among them."""
    found: set[Path] = set()
    waiting = [path]
    while waiting:
        each = waiting.pop()
        if each in found or not each.is_file():
            continue
        found.add(each)
        for module, names in _IMPORT.findall(each.read_text("utf-8")):
            place = _PACKAGE.joinpath(*module.split(".")[1:])
            waiting += [place.with_suffix(".py"), place / "__init__.py"]
            waiting += [place / f"{name}.py" for name in re.findall(r"\w+", names)]
    return found
