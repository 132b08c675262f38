"""The decorators of compiled code, and where its compiled form is kept.

Numba's cache on disk looks only at the file that defines a function, so a caller would keep stale
callees. The folder's name therefore holds the version and a hash of all kernel sources: an upgrade
can never meet old code. It lies in the user's cache, else in a temporary folder; where nothing can
be written the kernel is compiled in memory, once a process.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, NoReturn, TypeVar

import numba
from numba import njit
from numba.core.caching import FunctionCache
from numba.core.registry import CPUDispatcher

from durak import __version__

Function = TypeVar("Function", bound=Callable[..., Any])

_OPTIONS: Final[dict[str, Any]] = {
    "error_model": "numpy",
    "boundscheck": False,
    "no_cfunc_wrapper": True,  # nobody calls from C: half the compilation saved with the next
}
_RULE_OPTIONS: Final[dict[str, Any]] = {
    **_OPTIONS,
    "no_cpython_wrapper": True,
    "forceinline": True,  # a call with an array is nine arguments on the stack
    "_nrt": False,  # no counting of references to arrays, an atomic operation at each call
}
_UNUSED_DAYS: Final = 30


class _Rule(CPUDispatcher):  # type: ignore[misc]
    """A part of the rules, without an entrance for Python: a call would end the process."""

    def __call__(self, *_args: object, **_named: object) -> NoReturn:
        raise TypeError(
            f"{self.__name__} is a part of the compiled rules: call a function of kernel.entry"
        )


class _Cache(FunctionCache):  # type: ignore[misc]
    """Numba's cache on disk, which a full disk or a vanished folder only makes useless."""

    def load_overload(self, signature: Any, context: Any) -> Any:
        try:
            return super().load_overload(signature, context)
        except OSError:
            return None

    def save_overload(self, signature: Any, compiled: Any) -> None:
        try:
            super().save_overload(signature, compiled)
        except OSError:
            return


def rule(function: Function) -> Function:
    """Compile a part of the rules, inlined wherever it is called; it allocates nothing."""
    compiled = njit(**_RULE_OPTIONS)(function)
    if not numba.config.DISABLE_JIT:
        compiled.__class__ = _Rule
    return compiled


def entry(function: Function) -> Function:
    """Compile a function that Python calls, and keep its compiled form on disk."""
    return entry_kept_in(function, None if numba.config.DISABLE_JIT else cache_folder())


def entry_kept_in(function: Function, folder: Path | None) -> Function:
    """As ``entry``, for compiled code outside the kernel: its form is kept in ``folder``."""
    compiled = njit(nogil=True, **_OPTIONS)(function)
    if folder is not None:
        # Numba reads the setting when a cache is made; anybody else's functions keep theirs.
        before = numba.config.CACHE_DIR
        numba.config.CACHE_DIR = str(folder)
        try:
            compiled._cache = _Cache(function)
        except (OSError, RuntimeError):  # the sources are not in plain files
            pass
        finally:
            numba.config.CACHE_DIR = before
    return compiled


def _source_hash() -> str:
    here = Path(__file__).parent
    digest = hashlib.sha256()
    for path in (*sorted(here.glob("*.py")), here.parent / "actions.py", here.parent / "cards.py"):
        digest.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def _user_cache() -> Path:
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")


def _find_cache_folder() -> Path | None:
    return find_folder(f"kernel-{__version__}-{_source_hash()}")


def find_folder(name: str) -> Path | None:
    """A writable folder of this name for compiled code, None where there can be none."""
    places: tuple[Callable[[], Path], ...] = (
        lambda: _user_cache() / "durak",
        lambda: Path(tempfile.gettempdir()) / f"durak-{_user_id()}",
    )
    for place in places:
        try:
            folder = _own_folder(place(), name)
        except (OSError, RuntimeError):  # not writable; no home folder known
            continue
        if folder is not None:
            return folder
    return None


def _own_folder(parent: Path, name: str) -> Path | None:
    """A writable folder that nobody else could have filled, None when somebody could."""
    folder = parent / name
    parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    if not _is_ours(parent):
        return None
    is_new = not folder.exists()
    folder.mkdir(mode=0o700, exist_ok=True)
    if not _is_ours(folder):
        return None
    with tempfile.TemporaryFile(dir=folder):
        os.utime(folder)  # it was used today
    if is_new:
        _forget_unused(parent)
    return folder


def _forget_unused(parent: Path) -> None:
    """Remove what earlier versions compiled and nobody has used for a month."""
    long_ago = time.time() - _UNUSED_DAYS * 24 * 3600
    for folder in (*parent.glob("kernel-*"), *parent.glob("bots-*")):
        try:
            if folder.stat().st_mtime < long_ago and not folder.is_symlink():
                shutil.rmtree(folder)
        except OSError:  # another process was quicker
            continue


def _user_id() -> str:
    return str(os.getuid()) if hasattr(os, "getuid") else os.environ.get("USERNAME", "user")


def _is_ours(folder: Path) -> bool:
    """Compiled code is loaded only from where nobody else could have put it."""
    if not hasattr(os, "getuid"):
        return True
    is_own = folder.stat().st_uid == folder.lstat().st_uid == os.getuid()
    return is_own and not folder.stat().st_mode & 0o022


_folder: list[Path | None] = []


def cache_folder() -> Path | None:
    """Where compiled code is kept, None when nothing can be written."""
    if not _folder:
        _folder.append(_find_cache_folder())
    return _folder[0]
