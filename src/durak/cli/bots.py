"""Commands of those who build, measure and teach bots."""

from __future__ import annotations

import random
import sys
from pathlib import Path

import click

from durak import __version__
from durak.cli.words import FILE, OUTPUT, no_traceback, ruleset_of, say_aside, warm_up
from durak.ruleset import Ruleset, RulesetError


@click.command()
@click.argument("level")
@click.option("--seed", type=int, help="The same answers to the same questions; else chance.")
def bot(level: str, seed: int | None) -> None:
    """Have the bot LEVEL answer on standard input and output, as the line protocol says.

    \b
    durak bot expert
    durak bot ismcts:1000 --seed 7
    """
    from durak.bots.levels import UnknownBotError, make
    from durak.bots.levels import warm_up as prepare
    from durak.bots.lines import LineError, answer_lines

    try:
        asked = make(level, random.SystemRandom() if seed is None else random.Random(seed))
    except UnknownBotError as error:
        raise click.BadParameter(str(error), param_hint="LEVEL") from None
    prepare([level, "expert"], say_aside)  # a program may be asked what its choices are worth
    stdin, stdout = sys.stdin.buffer, sys.stdout.buffer

    def write(line: bytes) -> None:
        stdout.write(line)
        stdout.flush()

    with no_traceback():
        try:
            answer_lines(asked, name=level, version=__version__, lines=stdin, write=write)
        except LineError as error:
            raise click.ClickException(str(error)) from None


@click.command("bot-check")
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

    chosen = RULESETS if code is None else {code: ruleset_of((code,))}
    warm_up()
    checked = check(
        command,
        timeout=seconds,
        seed=seed,
        clock=time.perf_counter,
        rulesets=chosen,
        deals=deals,
        report=lambda line: say_aside(f"Next: {line}"),
    )
    for line in checked.lines():
        click.echo(line.encode(errors="backslashreplace").decode())
    if checked.findings:
        sys.exit(1)


@click.command()
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
@click.option("--keep", type=OUTPUT, help="Keep every deal in this file; the same command goes on.")
@click.option("--plot", type=OUTPUT, help="Draw the outcome: a file that ends in .png or .svg.")
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
    with no_traceback():
        try:
            run(bots, rules, deals=deals, seed=seed, slow=slow, wishes=wishes, say=click.echo)
        except ArenaError as error:
            raise click.ClickException(str(error)) from None
        except KeyboardInterrupt:
            going_on = "the same command goes on" if keep else "with --keep it could go on"
            raise click.ClickException(f"stopped; {going_on}") from None


@click.command()
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
@click.option("--start", type=FILE, help="Weights to begin from.")
@click.option("--against", type=FILE, help="Weights to learn to beat: an exploiter.")
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
