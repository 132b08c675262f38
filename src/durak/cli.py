"""The command line: each command reads its words, calls the library and prints."""

from __future__ import annotations

import contextlib
import math
import os
import random
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import click

from durak import __version__
from durak.record import Record
from durak.ruleset import FIELDS, PRESETS, SHEETS, Ruleset, RulesetError, value_text

_NAME: Final = re.compile(r"(?!bot:|\s)[^|\x00-\x1f\x7f]{1,24}(?<!\s)")
_FILE: Final = click.Path(exists=True, dir_okay=False, path_type=Path)
_OUTPUT: Final = click.Path(dir_okay=False, path_type=Path)


_language: Final = click.option(
    "--language",
    type=click.Choice(tuple(SHEETS)),
    default="en",
    show_default=True,
    help="Language of what is told.",
)


def _ruleset(words: tuple[str, ...]) -> Ruleset:
    """The ruleset of a preset's name or a code, given as one word or several."""
    try:
        return Ruleset.from_code(" ".join(words))
    except RulesetError as error:
        raise click.BadParameter(str(error), param_hint="RULES") from None


@click.group(invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="durak")
@click.pass_context
def main(context: click.Context) -> None:
    """Durak, the card game: a table in the browser, deals in the terminal, records, rules.

    Without a command: serve, the table in the browser.
    """
    if context.invoked_subcommand is None:
        context.invoke(serve)


@main.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on.")
@click.option("--port", type=click.IntRange(0, 65535), help="Port; else 8080 or the next free one.")
@click.option(
    "--data",
    type=click.Path(file_okay=False, path_type=Path),
    help="Folder for the tables; else your data folder.",
)
@click.option("--no-browser", is_flag=True, help="Do not open the browser.")
@click.option(
    "--pace",
    type=click.FloatRange(0, 10),
    default=0.9,
    show_default=True,
    help="Seconds a bot's answer takes on average.",
)
@click.option(
    "--name",
    "names",
    multiple=True,
    help="A further name of this machine, as a proxy in front of it has it.",
)
@click.option("--log-json", is_flag=True, help="Write the log as one JSON object a line.")
def serve(
    host: str,
    port: int | None,
    data: Path | None,
    no_browser: bool,
    pace: float,
    names: tuple[str, ...],
    log_json: bool,
) -> None:
    """Start a table on this machine and open it in the browser."""
    if not math.isfinite(pace):
        raise click.BadParameter("seconds, from 0 to 10", param_hint="--pace")
    from durak.server.serve import ServeError
    from durak.server.serve import serve as run
    from durak.web import STATIC, Editions

    try:
        run(
            pages=Editions(),
            static=STATIC,
            host=host,
            port=port,
            data=data,
            open_browser=not no_browser,
            pace=pace,
            names=names,
            log_json=log_json,
            say=lambda line: click.echo(line),
        )
    except ServeError as error:
        raise click.ClickException(str(error)) from None


@main.command()
@click.argument("rules", nargs=-1)
@click.option("--seat", type=click.IntRange(0, 5), default=0, show_default=True, help="Your seat.")
@click.option("--name", help="Your name; else You, in the language.")
@click.option("--level", default="club", show_default=True, help="How the bots play.")
@click.option("--deals", type=click.IntRange(1), help="Stop after so many deals.")
@click.option(
    "--record",
    "records",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Add the record of each deal to this file.",
)
@_language
def play(
    rules: tuple[str, ...],
    seat: int,
    name: str | None,
    level: str,
    deals: int | None,
    records: Path | None,
    language: str,
) -> None:
    """Play against bots here in the terminal, under a PRESET or a rules code.

    \b
    durak play
    durak play perevodnoy players=4 --seat 2 --language ru
    durak play --level novice

    Typed at the prompt, hint says what a strong bot would play in your place, and why.
    """
    from durak.bots import Bot
    from durak.bots.levels import LEVELS, make, warm_up
    from durak.terminal.play import Terminal
    from durak.terminal.play import play as run
    from durak.web import Pages

    chosen = _ruleset(rules or ("podkidnoy",))
    if seat >= chosen.players:
        raise click.BadParameter(
            f"seat {seat} is not at this table: seats are 0 to {chosen.players - 1}",
            param_hint="--seat",
        )
    if name is not None and not _NAME.fullmatch(name):
        raise click.BadParameter(
            f"{name!r} is no name: 1 to 24 characters, no |, not beginning with bot:",
            param_hint="--name",
        )
    if level not in LEVELS:
        raise click.BadParameter(
            f"no bot is called {level!r}: there are {', '.join(LEVELS)}", param_hint="--level"
        )
    _warm_up()
    warm_up([level], _say_aside)
    lots = random.SystemRandom()
    terminal = Terminal(show=click.echo, ask=_ask, colour=sys.stdout.isatty())

    def adviser() -> Bot:
        warm_up(["expert"], _say_aside)
        return make("expert", lots)

    with _no_traceback():
        run(
            chosen,
            seat=seat,
            name=name or Pages(language).phrase("terminal.you"),
            level=level,
            bot=lambda _seat: make(level, lots),
            adviser=adviser,
            lots=lots,
            terminal=terminal,
            records=records,
            deals=deals,
            language=language,
        )


def _say_aside(line: str) -> None:
    click.echo(line, err=True)


def _ask(prompt: str) -> str:
    click.echo(prompt, nl=False)
    line = sys.stdin.readline()
    if not line:
        click.echo()
        raise EOFError
    return line.rstrip("\n")


@main.command()
@click.argument("rules", nargs=-1)
@_language
def rules(rules: tuple[str, ...], language: str) -> None:
    """The rules sheet of a PRESET or rules code; without one, the presets.

    \b
    durak rules perevodnoy
    durak rules players=4 transfer=on deck=24 --language ru
    """
    from durak.web import Pages

    if not rules:
        words = Pages(language)
        for name, preset in PRESETS.items():
            changes = " ".join(
                f"{field}={value_text(field, value)}" for field, value in preset.fields.items()
            )
            counts = f"{preset.players[0]}-{preset.players[-1]}"
            if len(preset.players) == 1:
                counts = str(preset.players[0])
            elif len(preset.players) < preset.players[-1] - preset.players[0] + 1:
                counts = ", ".join(str(count) for count in preset.players)
            line = words.phrase(
                "terminal.preset",
                name=f"{name:20}",
                players=f"{counts:4}",
                changes=changes or words.phrase("terminal.defaults"),
            )
            click.echo(line)
        click.echo()
        click.echo(words.phrase("terminal.fields", fields=" ".join(FIELDS)))
        click.echo(words.phrase("terminal.rules"))
        return
    chosen = _ruleset(rules)
    click.echo(f"{chosen.code}\n")
    for clause in chosen.describe(language):
        click.echo(f"{clause.number:6} {clause.title}")
        click.echo(click.wrap_text(clause.text, 88, "       ", "       "))


@main.command()
@click.argument("topic", required=False)
@click.argument("words", nargs=-1)
@_language
def guide(topic: str | None, words: tuple[str, ...], language: str) -> None:
    """Read the guide: a TOPIC, or the rulings that have certain WORDS; without one, what there is.

    \b
    durak guide strategy
    durak guide rulings trump ace
    """
    from rich.console import Console

    from durak.guide.topics import TOPICS, is_written
    from durak.terminal.guide import WIDEST, list_topics, tell_rulings, tell_topic

    console = Console(highlight=False)
    console.width = min(console.width, WIDEST)
    if topic is None:
        list_topics(console, language)
        return
    if topic == "rulings":
        tell_rulings(console, words, language)
        return
    if not is_written(topic, language):
        raise click.BadParameter(
            f"there is no {topic!r}: there are {', '.join(TOPICS)}, rulings", param_hint="TOPIC"
        )
    if words:
        raise click.BadParameter("only rulings are searched for words", param_hint="WORDS")
    _warm_up()
    with _no_traceback():
        tell_topic(console, topic, language)


@main.command()
@click.argument("record", type=_FILE)
@click.option("--deal", "number", type=click.IntRange(1), help="Only this deal of the file.")
@click.option("--seat", type=click.IntRange(0, 5), help="Only what this seat saw.")
@_language
def replay(record: Path, number: int | None, seat: int | None, language: str) -> None:
    """Tell a RECORD again, bout by bout, checking every action under its rules."""
    from durak.terminal.replay import tell

    _warm_up()
    with _no_traceback():
        found = _records(record)
        chosen = [each for each in found if number is None or each.number == number]
        if not chosen:
            numbers = ", ".join(str(each.number) for each in found)
            raise click.ClickException(f"{record} has no deal {number}; it has {numbers}")
        for each in chosen:
            if seat is not None and seat >= each.ruleset.players:
                raise click.ClickException(
                    f"no seat {seat} in deal {each.number}: 0 to {each.ruleset.players - 1}"
                )
            tell(each, seat=seat, show=click.echo, colour=sys.stdout.isatty(), language=language)


@main.command()
@click.argument("record", type=_FILE)
def verify(record: Path) -> None:
    """Check that the shuffles of a RECORD follow from the seeds promised before each deal."""
    from durak.record import verify as check

    _warm_up()
    failed = 0
    with _no_traceback():
        for each in _records(record):
            verdict = check(each)
            click.echo(f"Deal {each.number}: {verdict.message}")
            failed += not verdict.is_fair
    if failed:
        sys.exit(1)


@main.command()
@click.argument("files", type=click.Path(path_type=Path), nargs=-1, required=True)
def conformance(files: tuple[Path, ...]) -> None:
    """Run conformance cases from FILES; exit status 1 if any failed."""
    from durak.conformance import CaseError, run_file

    _warm_up()
    passed = failed = 0
    for path in files:
        try:
            outcomes = run_file(path)
        except CaseError as error:
            click.echo(f"FAILED {error}")
            failed += 1
            continue
        for outcome in outcomes:
            passed += not outcome.failures
            failed += bool(outcome.failures)
            for sentence in outcome.failures:
                told = f"FAILED {path}: {outcome.id}: {sentence}"
                click.echo(told.encode(errors="backslashreplace").decode())
    click.echo(f"{passed} passed, {failed} failed")
    if failed:
        sys.exit(1)


@main.command()
@click.option(
    "--seconds",
    type=click.FloatRange(0.01, 600),
    default=2.0,
    show_default=True,
    help="How long each measure may take.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def bench(seconds: float, as_json: bool) -> None:
    """Measure how fast the rules run here, beside plain C where a compiler is at hand."""
    from rich.console import Console

    from durak.bench import run, show

    measured = run(seconds, report=lambda line: click.echo(line, err=True))
    if as_json:
        click.echo(measured.json())
    else:
        show(measured, Console())


@main.command()
@click.argument("level")
@click.option("--seed", type=int, help="The same answers to the same questions; else chance.")
def bot(level: str, seed: int | None) -> None:
    """Have the bot LEVEL answer on standard input and output, as the line protocol says.

    \b
    durak bot expert
    durak bot ismcts:1000 --seed 7
    """
    from durak.bots.levels import UnknownBotError, make, warm_up
    from durak.bots.lines import LineError, answer_lines

    try:
        asked = make(level, random.SystemRandom() if seed is None else random.Random(seed))
    except UnknownBotError as error:
        raise click.BadParameter(str(error), param_hint="LEVEL") from None
    warm_up([level], lambda line: click.echo(line, err=True))
    stdin, stdout = sys.stdin.buffer, sys.stdout.buffer

    def write(line: bytes) -> None:
        stdout.write(line)
        stdout.flush()

    with _no_traceback():
        try:
            answer_lines(asked, name=level, version=__version__, lines=stdin, write=write)
        except LineError as error:
            raise click.ClickException(str(error)) from None


@main.command("bot-check")
@click.argument("command")
@click.option(
    "--seconds",
    type=click.FloatRange(0.001, 3600),
    default=1.0,
    show_default=True,
    help="How long an answer may take.",
)
@click.option(
    "--deals",
    type=click.IntRange(1),
    default=1,
    show_default=True,
    help="How many deals of each ruleset.",
)
@click.option("--seed", type=int, default=1, show_default=True, help="For cards and odd actions.")
@click.option("--rules", "code", help="Only this PRESET or rules code; else every preset.")
def bot_check(command: str, seconds: float, deals: int, seed: int, code: str | None) -> None:
    """Check that a program keeps to the line protocol: play it through every preset.

    COMMAND is one word for the shell: put it in quotes. Exit status 1 if anything is wrong.

    \b
    durak bot-check "python mybot.py --level 3"
    durak bot-check ./mybot --rules "podkidnoy players=2"
    """
    import time

    from durak.bots.checking import RULESETS, check

    chosen = RULESETS if code is None else {code: _ruleset((code,))}
    _warm_up()
    checked = check(
        command,
        timeout=seconds,
        seed=seed,
        clock=time.perf_counter,
        rulesets=chosen,
        deals=deals,
        report=lambda line: click.echo(f"Next: {line}", err=True),
    )
    for line in checked.lines():
        click.echo(line.encode(errors="backslashreplace").decode())
    if checked.findings:
        sys.exit(1)


@main.command()
@click.argument("bots", nargs=-1, required=True)
@click.option(
    "--ruleset", default="podkidnoy", show_default=True, help="A preset or a rules code, quoted."
)
@click.option(
    "--deals",
    type=click.IntRange(1, 100_000_000),
    default=1000,
    show_default=True,
    help="Deals of each pair or group of bots, rounded up to whole decks.",
)
@click.option("--seed", type=int, default=1, show_default=True, help="All chance follows from it.")
@click.option("--jobs", type=click.IntRange(1, 1024), help="Processes; else one for each core.")
@click.option(
    "--slow",
    type=click.FloatRange(0, 86_400, min_open=True),
    default=60.0,
    show_default=True,
    help="Seconds an action may take; a bot that takes longer loses the deal.",
)
@click.option(
    "--keep", type=_OUTPUT, help="Keep every deal in this file; the same command goes on."
)
@click.option("--plot", type=_OUTPUT, help="Draw the outcome: a file that ends in .png or .svg.")
@click.option(
    "--records",
    type=click.Path(path_type=Path),
    help="Write the deals' records: to a file if the name has an ending, else to a folder.",
)
@click.option("--only", metavar="NUMBERS", help="Record only these deals, as 1,5-9.")
@click.option(
    "--endings",
    type=click.IntRange(1, 1_000_000),
    metavar="N",
    help="Hold N choices of each bot in endings against the exact result.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def arena(
    bots: tuple[str, ...],
    ruleset: str,
    deals: int,
    seed: int,
    jobs: int | None,
    slow: float,
    keep: Path | None,
    plot: Path | None,
    records: Path | None,
    only: str | None,
    endings: int | None,
    as_json: bool,
) -> None:
    """Let BOTS play against each other: duplicate deals, scores with intervals.

    \b
    durak arena club lowest --deals 2000
    durak arena random lowest novice club --plot ladder.svg
    durak arena expert club --ruleset "podkidnoy players=4"
    durak arena "cmd:./theirbot --level 3" expert --json

    A bot is a level, ismcts:N (search of N iterations), seeing:N (the same search, all cards open),
    or cmd:COMMAND, a program that speaks the line protocol.

    Each deck is played with the bots at all seats in turn, cards and dealer the same. With two
    seats every pair of bots plays, each deck twice. In teams too: one bot has seats 0, 2, 4, the
    other 1, 3, 5. With more seats the first bot takes one seat and the others share the rest in
    turns; if there are more bots than seats, every group of as many as seats plays.

    Score: with two sides 1 for a deal the other lost, 1/2 for a draw; with more seats the share of
    deals not lost, a draw counting as not lost.
    """
    from durak.arena import ArenaError
    from durak.arena.command import Wishes
    from durak.arena.command import arena as run

    try:
        rules = Ruleset.from_code(ruleset)
    except RulesetError as error:
        raise click.BadParameter(str(error), param_hint="--ruleset") from None
    wishes = Wishes(
        jobs=jobs,
        keep=keep,
        plot=plot,
        records=records,
        only=only,
        endings=endings or 0,
        as_json=as_json,
    )
    with _no_traceback():
        try:
            run(bots, rules, deals=deals, seed=seed, slow=slow, wishes=wishes, say=click.echo)
        except ArenaError as error:
            raise click.ClickException(str(error)) from None
        except KeyboardInterrupt:
            going_on = "the same command goes on" if keep else "with --keep it could go on"
            raise click.ClickException(f"stopped; {going_on}") from None


def _warm_up() -> None:
    """Have the rules compiled before somebody waits for them without knowing why."""
    from durak.kernel.entry import warm_up

    warm_up(lambda line: click.echo(line, err=True))


def _records(path: Path) -> tuple[Record, ...]:
    from durak.record import RecordError, read_records

    try:
        return read_records(path.read_text(encoding="utf-8"))
    except UnicodeDecodeError:
        raise click.ClickException(f"{path} is not UTF-8 text") from None
    except RecordError as error:
        raise click.ClickException(f"{path}: {error}") from None


@contextlib.contextmanager
def _no_traceback() -> Iterator[None]:
    """A file that cannot be read or written is told in a sentence."""
    try:
        yield
    except BrokenPipeError:  # whoever read our output has had enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        raise click.ClickException(f"{where}{error.strerror or error}") from None


@main.command()
@click.argument("settings")
@click.option(
    "--out",
    "folder",
    type=click.Path(file_okay=False, path_type=Path),
    required=True,
    help="Folder of the run; one that is there goes on where it stopped.",
)
@click.option("--iterations", type=click.IntRange(1), help="Instead of what SETTINGS says.")
@click.option("--jobs", type=click.IntRange(1), help="Threads; else one for each core.")
@click.option("--start", type=_FILE, help="Weights to begin from.")
@click.option("--against", type=_FILE, help="Weights to learn to beat: an exploiter.")
@click.option(
    "--plot",
    "image",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Draw the curve into this PNG or SVG file at the end.",
)
def train(
    settings: str,
    folder: Path,
    iterations: int | None,
    jobs: int | None,
    start: Path | None,
    against: Path | None,
    image: Path | None,
) -> None:
    """Teach a network to play, by SETTINGS: a TOML file, or two or many as shipped.

    \b
    durak train two --out my-run --plot my-run/curve.png
    """
    import msgspec
    from rich.console import Console

    from durak.bots.learning.training import TrainingError, read_settings, shipped_settings
    from durak.bots.network import WeightsError
    from durak.terminal.train import plot, run

    try:
        asked = read_settings(shipped_settings(settings) or Path(settings))
        if iterations is not None:
            asked = msgspec.structs.replace(asked, iterations=iterations)
        run(asked, folder, jobs=jobs, start=start, against=against, console=Console())
        if image is not None:
            plot(folder, image)
    except (TrainingError, WeightsError, ValueError) as error:
        raise click.ClickException(str(error)) from None
    except ImportError:
        raise click.ClickException("--plot needs matplotlib: pip install matplotlib") from None
