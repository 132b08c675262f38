"""The command line: each command reads its words, calls the library and prints."""

from __future__ import annotations

import math
import random
import re
import sys
from pathlib import Path
from typing import Final

import click

from durak import __version__
from durak.cli import bots
from durak.cli.words import FILE, no_traceback, ruleset_of, say_aside, warm_up
from durak.record import Record
from durak.ruleset import FIELDS, PRESETS, SHEETS, value_text

_NAME: Final = re.compile(r"(?!bot:|\s)[^|\x00-\x1f\x7f]{1,24}(?<!\s)")


_language: Final = click.option(
    "--language",
    type=click.Choice(tuple(SHEETS)),
    default="en",
    show_default=True,
    help="Language of what is told.",
)


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
    from durak.server.levels import WARMTH
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
    WARMTH.end_process_if_at_work()


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
    from durak.bots.levels import LEVELS, make
    from durak.bots.levels import warm_up as prepare
    from durak.terminal.play import Terminal
    from durak.terminal.play import play as run
    from durak.web import Pages

    chosen = ruleset_of(rules or ("podkidnoy",))
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
    warm_up()
    prepare([level], say_aside)
    lots = random.SystemRandom()
    terminal = Terminal(show=click.echo, ask=_ask, colour=sys.stdout.isatty())

    def adviser() -> Bot:
        prepare(["expert"], say_aside)
        return make("expert", lots)

    with no_traceback():
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
    chosen = ruleset_of(rules)
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
    warm_up()
    with no_traceback():
        tell_topic(console, topic, language)


@main.command()
@click.argument("record", type=FILE)
@click.option("--deal", "number", type=click.IntRange(1), help="Only this deal of the file.")
@click.option("--seat", type=click.IntRange(0, 5), help="Only what this seat saw.")
@_language
def replay(record: Path, number: int | None, seat: int | None, language: str) -> None:
    """Tell a RECORD again, bout by bout, checking every action under its rules."""
    from durak.terminal.replay import tell

    warm_up()
    with no_traceback():
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
@click.argument("record", type=FILE)
def verify(record: Path) -> None:
    """Check that the shuffles of a RECORD follow from the seeds promised before each deal."""
    from durak.record import verify as check

    warm_up()
    failed = 0
    with no_traceback():
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

    warm_up()
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


def _records(path: Path) -> tuple[Record, ...]:
    from durak.record import RecordError, read_records

    try:
        return read_records(path.read_text(encoding="utf-8"))
    except UnicodeDecodeError:
        raise click.ClickException(f"{path} is not UTF-8 text") from None
    except RecordError as error:
        raise click.ClickException(f"{path}: {error}") from None


for command in (bots.arena, bots.train, bots.bot, bots.bot_check):
    main.add_command(command)
