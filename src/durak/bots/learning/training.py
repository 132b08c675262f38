"""A training run: its settings, its folder, going on where it stopped.

A run is decided by its settings alone, seed among them: work is cut into ``parts`` however many
threads or machines carry it out. Its folder holds the settings, the last state, the weights and a
curve, one JSON object a line.
"""

from __future__ import annotations

import os
import re
import time
from collections.abc import Generator
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Final

import msgspec
import numpy as np
from numpy.typing import NDArray

from durak.bots import network, policy, thumb
from durak.bots.features import MAX_ROWS
from durak.bots.learning import selfplay
from durak.bots.learning.ppo import Learner
from durak.bots.learning.selfplay import RIVAL, Samples
from durak.bots.network import Floats, of_vector
from durak.kernel.layout import RULES
from durak.kernel.rules import fill
from durak.ruleset import Ruleset, RulesetError

Share = Annotated[float, msgspec.Meta(ge=0, le=1)]
Positive = Annotated[float, msgspec.Meta(gt=0)]
Count = Annotated[int, msgspec.Meta(ge=1)]

SETTINGS: Final = "settings.toml"
STATE: Final = "state.npz"
WEIGHTS: Final = "weights.npz"
CURVE: Final = "curve.jsonl"
YARDSTICKS: Final = {"lowest": thumb.LOWEST, "club": thumb.CLUB}


class TrainingError(ValueError):
    """Settings or a folder that cannot be trained with; the sentence says what is wrong."""


class Settings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What decides a run."""

    rules: tuple[str, ...]
    """Rulesets, drawn from evenly for each deal; one named twice is drawn twice as often."""
    yardstick: str
    """The ruleset under which the curve measures."""
    seed: int = 1
    iterations: Count = 300
    deals: Count = 600
    """Deals of self-play an iteration."""
    parts: Annotated[int, msgspec.Meta(ge=1, le=64)] = 4
    wide: Annotated[int, msgspec.Meta(ge=4, le=1024, multiple_of=4)] = 256
    narrow: Annotated[int, msgspec.Meta(ge=4, le=512, multiple_of=4)] = 96
    epochs: Count = 2
    batch: Count = 2048
    rate: Positive = 1e-3
    last_rate: Positive = 5e-5
    entropy: Share = 0.03
    last_entropy: Share = 0.003
    clip: Positive = 0.2
    trace: Share = 0.95
    norm: Positive = 0.5
    value_share: Positive = 1.0
    rivals: Share = 0.0
    """Share of deals against an earlier state of the learner."""
    lowest: Share = 0.0
    novice: Share = 0.0
    club: Share = 0.0
    """Shares of deals against these manners."""
    measure_every: Count = 10
    measure_decks: Count = 400
    averaging: Share = 0.0
    """How much of the average of the weights over time each iteration keeps; 0: no averaging."""


def shipped_settings(name: str) -> Path | None:
    """The settings by which the network of this name in this package was trained, if it has any."""
    path = Path(__file__).parents[1] / "weights" / f"{name}.toml"
    return path if re.fullmatch(r"[a-z-]+", name) and path.is_file() else None


def read_settings(path: Path) -> Settings:
    """Settings from a TOML file.

    Raises:
        TrainingError: a field that is missing, unknown or out of range, or a ruleset that is none.
    """
    try:
        settings = msgspec.toml.decode(path.read_bytes(), type=Settings)
    except (OSError, msgspec.MsgspecError) as error:
        raise TrainingError(f"{path}: {error}") from None
    if not settings.rules:
        raise TrainingError(f"{path}: rules names no ruleset")
    for code in (*settings.rules, settings.yardstick):
        try:
            Ruleset.from_code(code)
        except RulesetError as error:
            raise TrainingError(f"{path}: {error}") from None
    shares = settings.rivals + settings.lowest + settings.novice + settings.club
    if shares > 1:
        raise TrainingError(
            f"{path}: rivals, lowest, novice and club are shares, together {shares}"
        )
    return settings


def records_of(codes: tuple[str, ...]) -> NDArray[np.void]:
    """The rulesets as the kernel reads them."""
    records = np.zeros(len(codes), RULES)
    for record, code in zip(records, codes, strict=True):
        fill(record, Ruleset.from_code(code))
    return records


@dataclass
class _Run:
    settings: Settings
    folder: Path
    learner: Learner
    average: Floats
    rival: Floats
    iteration: int
    seconds: float


def train(
    settings: Settings,
    folder: Path,
    *,
    jobs: int | None = None,
    start: Path | None = None,
    against: Path | None = None,
    executor: Executor | None = None,
) -> Generator[dict[str, Any], None, None]:
    """Train, or go on with the run in ``folder``; yields what each iteration gave.

    ``jobs`` threads play and learn (None: one a core). ``executor`` plays elsewhere: anything with
    the interface of ``concurrent.futures``, as a pool of processes or of machines. ``start`` are
    weights to begin from. ``against`` are weights that every deal is played against, at their best:
    what is learned then is what beats them, and the curve tells how far that goes.

    Raises:
        TrainingError: the folder holds a run with other settings, or the weights' layers differ.
    """
    run = _open(settings, folder, start)
    if against is not None:
        run.rival[:] = _fitting(against, settings)
    s = settings
    records = records_of(s.rules)
    yard = records_of((s.yardstick,))
    pool = np.array([s.rivals, s.lowest, s.novice, s.club])
    if against is not None:
        pool = np.array([1.0, 0.0, 0.0, 0.0])
    capacity = _capacity(s)
    with ThreadPoolExecutor(jobs or os.cpu_count() or 1) as threads:
        players = executor or threads
        while run.iteration < s.iterations:
            began = time.perf_counter()
            done = run.iteration / max(s.iterations - 1, 1)
            deals = [len(part) for part in np.array_split(np.arange(s.deals), s.parts)]
            seeds = np.random.SeedSequence([s.seed, run.iteration]).generate_state(
                s.parts + 1, np.uint64
            )
            played = players.map(
                _play,
                [run.learner.vector] * s.parts,
                [run.rival] * s.parts,
                [(s.wide, s.narrow)] * s.parts,
                [records] * s.parts,
                [pool] * s.parts,
                [against is not None] * s.parts,
                deals,
                [s.trace] * s.parts,
                seeds[:-1].tolist(),
                [capacity] * s.parts,
            )
            samples, count = _joined(list(played))
            told = run.learner.learn(
                samples,
                count,
                epochs=s.epochs,
                batch=s.batch,
                rate=_between(s.rate, s.last_rate, done),
                clip=s.clip,
                entropy=s.entropy + (s.last_entropy - s.entropy) * done,
                value_share=s.value_share,
                norm=s.norm,
                random=np.random.default_rng(int(seeds[-1])),
                threads=threads,
            )
            run.iteration += 1
            share = s.averaging if run.iteration > 1 else 0.0
            run.average *= share
            run.average += (1 - share) * run.learner.vector
            line: dict[str, Any] = {
                "iteration": run.iteration,
                "deals": run.iteration * s.deals,
                "samples": count,
                "entropy": round(float(told[0]), 4),
                "value_loss": round(float(told[1]), 4),
                "clipped": round(float(told[2]), 4),
                "distance": round(float(told[3]), 5),
            }
            run.seconds += time.perf_counter() - began
            if run.iteration % s.measure_every == 0 or run.iteration == s.iterations:
                line |= _measure(run, yard, threads, has_rival=against is not None)
                if against is None:
                    run.rival[:] = run.learner.vector
                line["seconds"] = round(run.seconds, 1)
                _save(run, line)
            yield line


def _between(first: float, last: float, done: float) -> float:
    """From ``first`` to ``last`` in equal ratios."""
    return float(first * (last / first) ** done)


def _capacity(s: Settings) -> int:
    """Decisions that a part may need: forty a seat and deal is more than happens."""
    seats = max(Ruleset.from_code(code).players for code in s.rules)
    return 1000 + s.deals // s.parts * seats * 30


def _play(
    vector: Floats,
    rival: Floats,
    layers: tuple[int, int],
    records: NDArray[np.void],
    pool: NDArray[np.float64],
    is_rival_sure: bool,
    deals: int,
    trace: float,
    seed: int,
    capacity: int,
) -> Samples:
    """One part's deals, on whatever machine; the samples cut to what was filled."""
    net = of_vector(vector, *layers)
    out = selfplay.new_samples(capacity)
    kept = selfplay.collect(
        net,
        of_vector(rival, *layers),
        records,
        pool,
        is_rival_sure,
        deals,
        trace,
        np.array([seed | 1], np.uint64),
        selfplay.new_table(),
        policy.scratch(net),
        out,
    )
    actions = int(out.first[kept - 1]) + int(out.legal_count[kept - 1]) if kept else 0
    return Samples(
        *(
            array[:actions] if name == "row_count"
            else array[: actions * MAX_ROWS] if name == "rows"
            else array[:kept]
            for name, array in out._asdict().items()
        )
    )  # fmt: skip


def _joined(parts: list[Samples]) -> tuple[Samples, int]:
    offset = 0
    firsts = []
    for part in parts:
        firsts.append(part.first + offset)
        offset += len(part.row_count)
    joined = {
        name: np.concatenate([getattr(part, name) for part in parts]) for name in Samples._fields
    }
    joined["first"] = np.concatenate(firsts)
    return Samples(**joined), len(joined["chosen"])


def _measure(
    run: _Run, yard: NDArray[np.void], threads: Executor, *, has_rival: bool
) -> dict[str, Any]:
    """The share of deals not lost against each yardstick, and the half-width of its interval."""
    s = run.settings
    vector = run.average if s.averaging else run.learner.vector
    net = of_vector(vector, s.wide, s.narrow)
    others = {**YARDSTICKS, "rival": RIVAL} if has_rival else YARDSTICKS
    rival = of_vector(run.rival, s.wide, s.narrow)
    return {
        name: measure(net, rival, yard, other, s.measure_decks, seed=s.seed + 1, threads=threads)
        for name, other in others.items()
    }


def measure(
    net: network.Network,
    rival: network.Network,
    records: NDArray[np.void],
    other: int,
    decks: int,
    *,
    seed: int,
    threads: Executor,
    parts: int = 4,
) -> list[float]:
    """Mean score of ``net`` at its best over duplicate deals, and its interval's half-width.

    ``other`` plays every other seat: a manner of ``thumb``, or ``selfplay.RIVAL``.
    """

    def one(part: int) -> NDArray[np.float64]:
        scores = np.zeros(max(decks // parts, 1))
        selfplay.duel(
            net,
            rival,
            records,
            other,
            len(scores),
            np.random.SeedSequence([seed, part]).generate_state(1, np.uint64) | np.uint64(1),
            selfplay.new_table(),
            policy.scratch(net),
            scores,
        )
        return scores

    scores = np.concatenate(list(threads.map(one, range(parts))))
    half = 1.96 * scores.std() / len(scores) ** 0.5
    return [round(float(scores.mean()), 4), round(float(half), 4)]


# ---- the folder -------------------------------------------------------------------------------


def _open(settings: Settings, folder: Path, start: Path | None) -> _Run:
    s = settings
    folder.mkdir(parents=True, exist_ok=True)
    said = folder / SETTINGS
    if said.exists():
        kept = msgspec.toml.decode(said.read_bytes(), type=Settings)
        if msgspec.structs.replace(kept, iterations=s.iterations) != s:
            raise TrainingError(f"{folder} holds a run with other settings: see {said}")
    said.write_bytes(as_toml(s))
    vector, _ = network.fresh(s.wide, s.narrow, np.random.default_rng(s.seed))
    if start is not None:
        vector[:] = _fitting(start, s)
    learner = Learner(vector, s.wide, s.narrow, parts=s.parts)
    run = _Run(
        settings=s,
        folder=folder,
        learner=learner,
        average=vector.copy(),
        rival=vector.copy(),
        iteration=0,
        seconds=0.0,
    )
    if (folder / STATE).exists():
        with np.load(folder / STATE) as kept:
            learner.vector[:] = kept["vector"]
            learner.moments.first[:] = kept["first"]
            learner.moments.second[:] = kept["second"]
            learner.moments.steps = int(kept["steps"])
            run.average[:] = kept["average"]
            run.rival[:] = kept["rival"]
            run.iteration = int(kept["iteration"])
            run.seconds = float(kept["seconds"])
    return run


def _fitting(path: Path, s: Settings) -> Floats:
    vector, _ = network.load(path)
    if len(vector) != network.size(s.wide, s.narrow):
        raise TrainingError(f"{path} has other layers than {s.wide} and {s.narrow}")
    return vector


def _save(run: _Run, line: dict[str, Any]) -> None:
    """Write the state beside the old one, then put it in its place: a kill loses nothing."""
    s = run.settings
    fresh = run.folder / f"{STATE}.new"
    with fresh.open("wb") as file:
        np.savez(
            file,
            vector=run.learner.vector,
            first=run.learner.moments.first,
            second=run.learner.moments.second,
            steps=run.learner.moments.steps,
            average=run.average,
            rival=run.rival,
            iteration=run.iteration,
            seconds=run.seconds,
        )
    fresh.replace(run.folder / STATE)
    shipped = run.average if s.averaging else run.learner.vector
    network.save(run.folder / WEIGHTS, shipped, s.wide, s.narrow)
    with (run.folder / CURVE).open("a", encoding="utf-8") as file:
        file.write(msgspec.json.encode(line).decode() + "\n")


def as_toml(s: Settings) -> bytes:
    """Settings as the file that ``read_settings`` reads."""
    lines = []
    for name, value in msgspec.structs.asdict(s).items():
        shown = list(value) if isinstance(value, tuple) else value
        lines.append(f"{name} = {msgspec.json.encode(shown).decode()}\n")
    return "".join(lines).encode()
