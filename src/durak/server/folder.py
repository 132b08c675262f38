"""The data folder: where it lies, and that only one server at a time writes in it."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Final

from sqlalchemy import URL

DATABASE: Final = "tables.sqlite3"


class FolderError(Exception):
    """The data folder cannot be used; the sentence says why."""


def default_folder(
    environment: Mapping[str, str] = os.environ, platform: str = sys.platform
) -> Path:
    """``$DURAK_DATA``, else this system's place for a user's data.

    >>> default_folder({"DURAK_DATA": "here"}, "linux").name
    'here'
    """
    if environment.get("DURAK_DATA"):
        return Path(environment["DURAK_DATA"])
    if platform == "win32":
        local = environment.get("LOCALAPPDATA")
        return (Path(local) if local else Path.home() / "AppData" / "Local") / "OpenDurak"
    if platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "OpenDurak"
    shared = environment.get("XDG_DATA_HOME", "")
    base = Path(shared) if Path(shared).is_absolute() else Path.home() / ".local" / "share"
    return base / "opendurak"


def database_url(folder: Path) -> URL:
    """Where the store of a folder is."""
    return URL.create("sqlite", database=str(folder.absolute() / DATABASE))


@contextmanager
def sole_use(folder: Path) -> Iterator[Path]:
    """Make the folder if it is missing, and keep every other server out of it.

    Raises:
        FolderError: it cannot be made or written, or another server uses it.
    """
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        file = (folder / "lock").open("a")
    except OSError as error:
        raise FolderError(
            f"the data folder {folder} cannot be used: {error.strerror}. "
            "Set DURAK_DATA to a folder that can be written"
        ) from error
    with file:
        if not _lock(file):
            raise FolderError(
                f"another server uses the data folder {folder}: stop it, "
                "or set DURAK_DATA to another folder"
            )
        yield folder


def _lock(file: IO[str]) -> bool:
    """Hold the file as long as it is open; False when somebody else does."""
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
