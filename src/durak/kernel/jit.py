"""The one decorator of compiled code, and where its compiled form is kept.

Numba's cache on disk looks only at the file that defines a function, so a caller would keep stale
callees. The folder's name therefore holds the version and a hash of all kernel sources: an upgrade
can never meet old code. It lies in the user's cache, else in a temporary folder; where nothing can
be written the kernel is compiled in memory, once a process.
"""

from __future__ import annotations

import hashlib
import os
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, TypeVar

import numba
from numba import njit

from durak import __version__

Function = TypeVar("Function", bound=Callable[..., Any])

_OPTIONS: Final[dict[str, Any]] = {"error_model": "numpy", "boundscheck": False}


def rule(function: Function) -> Function:
    """Compile a part of the rules; it becomes part of the entry points that call it."""
    return njit(**_OPTIONS)(function)  # type: ignore[no-any-return]


def entry(function: Function) -> Function:
    """Compile a function that Python calls, and keep its compiled form on disk."""
    compiled = njit(nogil=True, **_OPTIONS)(function)
    folder = cache_folder()
    if folder is not None and not numba.config.DISABLE_JIT:
        # Numba reads the setting when caching is switched on; anybody else's functions keep theirs.
        before = numba.config.CACHE_DIR
        numba.config.CACHE_DIR = str(folder)
        try:
            compiled.enable_caching()
        finally:
            numba.config.CACHE_DIR = before
    return compiled  # type: ignore[no-any-return]


def _source_hash() -> str:
    digest = hashlib.sha256()
    for path in sorted(Path(__file__).parent.glob("*.py")) + [
        Path(__file__).parent.parent / name for name in ("actions.py", "cards.py")
    ]:
        digest.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def _user_cache() -> Path:
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local"))
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")


def _find_cache_folder() -> Path | None:
    name = f"kernel-{__version__}-{_source_hash()}"
    places: list[Callable[[], Path]] = [
        lambda: _user_cache() / "durak" / name,
        lambda: Path(tempfile.gettempdir()) / f"durak-{_user_id()}" / name,
    ]
    for place in places:
        try:
            folder = place()
            folder.mkdir(parents=True, exist_ok=True)
            if not _is_ours(folder):
                continue
            with tempfile.TemporaryFile(dir=folder):
                return folder
        except (OSError, RuntimeError):  # not writable; no home folder known
            continue
    return None


def _user_id() -> str:
    return str(os.getuid()) if hasattr(os, "getuid") else os.environ.get("USERNAME", "user")


def _is_ours(folder: Path) -> bool:
    """Compiled code is loaded only from a folder that nobody else could have filled."""
    if not hasattr(os, "getuid"):
        return True
    own = all(path.stat().st_uid == os.getuid() for path in (folder, folder.parent))
    return own and not folder.stat().st_mode & 0o022


_folder: list[Path | None] = []


def cache_folder() -> Path | None:
    """Where compiled code is kept, None when nothing can be written."""
    if not _folder:
        _folder.append(_find_cache_folder())
    return _folder[0]
