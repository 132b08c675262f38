"""What the commands share: kinds of words they take, and how they tell what went wrong."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import click

from durak.ruleset import Ruleset, RulesetError

FILE: Final = click.Path(exists=True, dir_okay=False, path_type=Path)
OUTPUT: Final = click.Path(dir_okay=False, path_type=Path)


def ruleset_of(words: tuple[str, ...]) -> Ruleset:
    """The ruleset of a preset's name or a code, given as one word or several."""
    try:
        return Ruleset.from_code(" ".join(words))
    except RulesetError as error:
        raise click.BadParameter(str(error), param_hint="RULES") from None


def say_aside(line: str) -> None:
    """Tell something that is not the output."""
    click.echo(line, err=True)


def warm_up() -> None:
    """Have the rules compiled before somebody waits for them without knowing why."""
    from durak.kernel import entry

    entry.warm_up(say_aside)


@contextlib.contextmanager
def no_traceback() -> Iterator[None]:
    """A file that cannot be read or written is told in a sentence."""
    try:
        yield
    except BrokenPipeError:  # whoever read our output has had enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        raise click.ClickException(f"{where}{error.strerror or error}") from None
