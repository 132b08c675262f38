"""How fast the rules run here: whole random deals, calls from Python, cold and warm starts.

The figures of compiled code are those of whole random deals of the default table. Beside them,
where the source tree and a C compiler are at hand, runs the same game written in C
(``bench/random_playout.c``): same generator, same seed, same decisions; the two take turns, so that
their ratio is fair.
"""

from __future__ import annotations

import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import msgspec
import numpy as np
from rich.console import Console
from rich.table import Table

from durak.cards import deck_mask, members
from durak.kernel import entry, layout
from durak.kernel.rules import fill
from durak.ruleset import Ruleset

PLAYERS: Final = (2, 4, 6)
SEED: Final = 88172645463325252

_C_SOURCE: Final = Path(__file__).parents[2] / "bench" / "random_playout.c"
_LEAST_ROUNDS: Final = 3
_MOST_ROUNDS: Final = 31
_SLICE_SECONDS: Final = 0.02
_COPIES: Final = 1024


@dataclass(frozen=True, kw_only=True)
class Playout:
    """Whole random deals at a table of so many players."""

    deals_per_second: float
    """On one core, by the processor time spent."""
    decisions_per_second: float
    decisions_per_deal: float
    all_cores_deals_per_second: float
    all_cores_decisions_per_second: float
    ratio_to_c: float | None
    """Deals a second over those of the C reference beside it; None when that could not run."""


@dataclass(frozen=True, kw_only=True)
class Bench:
    """Everything measured."""

    players: dict[int, Playout]
    cores: int
    c_reference: str
    """What C ran beside it, or why none did."""
    call_us: float
    """One call from Python: a step and the legal list after it."""
    state_bytes: int
    copy_ns: float
    """Copying one state, among many."""
    numba_import_s: float
    """Importing Numba alone, in a process of its own."""
    warm_start_s: float
    """From nothing imported to the first legal list, the compiled rules in the cache."""
    cold_start_s: float
    """The same with an empty cache."""
    cold_compile_cpu_s: float
    """Processor time of compiling all that a game needs."""
    peak_memory_mb: float | None
    """Of a process that has started warm; None where the system does not tell."""

    def json(self) -> str:
        """One JSON object with these members."""
        return msgspec.json.encode(self).decode()


def run(seconds: float = 2.0, *, report: Callable[[str], None] = lambda _: None) -> Bench:
    """Measure; each measure takes about ``seconds``, a start as long as it takes.

    ``report`` is told what is measured next.
    """
    entry.warm_up(report)
    with _c_reference() as (program, c_reference):
        playouts = {}
        for players in PLAYERS:
            report(f"Random deals, {players} players ...")
            playouts[players] = _playout(players, seconds, program)
    report("Calls from Python ...")
    call_us = _call_us(seconds)
    report("Starts, with and without cache ...")
    starts = _starts()
    return Bench(
        players=playouts,
        cores=_cores(),
        c_reference=c_reference,
        call_us=call_us,
        state_bytes=layout.STATE.itemsize,
        copy_ns=_copy_ns(seconds),
        numba_import_s=starts.numba,
        warm_start_s=starts.warm.wall,
        cold_start_s=starts.cold.wall,
        cold_compile_cpu_s=starts.cold.cpu,
        peak_memory_mb=starts.warm.peak_mb,
    )


def show(bench: Bench, console: Console) -> None:
    """Print the figures as tables."""
    playouts = Table(title=f"Whole random deals, on one core and on all {bench.cores}")
    for heading in (
        "players",
        "deals/s",
        "decisions/s",
        "deals/s, all",
        "decisions/s, all",
        "to C",
    ):
        playouts.add_column(heading, justify="right")
    for players, each in bench.players.items():
        playouts.add_row(
            str(players),
            f"{each.deals_per_second:,.0f}",
            f"{each.decisions_per_second:,.0f}",
            f"{each.all_cores_deals_per_second:,.0f}",
            f"{each.all_cores_decisions_per_second:,.0f}",
            "-" if each.ratio_to_c is None else f"{each.ratio_to_c:.2f}",
        )
    console.print(playouts)
    console.print(f"C reference: {bench.c_reference}", style="dim", highlight=False)
    others = Table(show_header=False)
    others.add_column()
    others.add_column(justify="right")
    calls = 1e6 / bench.call_us
    others.add_row("a step and its legal list, from Python", f"{bench.call_us:.2f} µs")
    others.add_row("such calls a second", f"{calls:,.0f}")
    others.add_row("a state", f"{bench.state_bytes} bytes, copied in {bench.copy_ns:.0f} ns")
    others.add_row("importing Numba alone", f"{bench.numba_import_s:.2f} s")
    others.add_row("warm start to the first move", f"{bench.warm_start_s:.2f} s")
    others.add_row("cold start to the first move", f"{bench.cold_start_s:.1f} s")
    others.add_row("compiling, processor time", f"{bench.cold_compile_cpu_s:.1f} s")
    if bench.peak_memory_mb is not None:
        others.add_row("peak memory, warm", f"{bench.peak_memory_mb:.0f} MB")
    console.print(others)


# Whole deals -------------------------------------------------------------------------------------


def _cores() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _table(players: int) -> layout.States:
    states = layout.new_states(1)
    fill(states[0].rules, Ruleset.preset("podkidnoy", players))
    return states


def _kernel(states: layout.States, deals: int, seed: int) -> tuple[int, float]:
    """Decisions and processor seconds of so many deals."""
    random = np.array([seed], np.uint64)
    began = time.thread_time()
    decisions = entry.play_random_deals(states, 0, deals, random)
    return int(decisions), time.thread_time() - began


def _playout(players: int, seconds: float, program: Path | None) -> Playout:
    states = _table(players)
    _kernel(states, 1, SEED)
    _, took = _kernel(states, 200, SEED)
    deals = max(50, int(_SLICE_SECONDS * 200 / max(took, 1e-4)))
    rounds = int(seconds / (2 * _SLICE_SECONDS))
    spent, ratios, decisions = [], [], 0
    for _ in range(min(max(rounds, _LEAST_ROUNDS), _MOST_ROUNDS)):
        decisions, took = _kernel(states, deals, SEED)
        spent.append(took)
        if program is not None:
            c_decisions, c_took = _c(program, players, deals)
            assert c_decisions == decisions, "the C reference plays another game"
            ratios.append(c_took / took)
    speed = deals / statistics.median(spent)
    per_deal = decisions / deals
    all_deals, all_decisions = _on_all_cores(players, seconds, deals)
    return Playout(
        deals_per_second=speed,
        decisions_per_second=speed * per_deal,
        decisions_per_deal=per_deal,
        all_cores_deals_per_second=all_deals,
        all_cores_decisions_per_second=all_decisions,
        ratio_to_c=statistics.median(ratios) if ratios else None,
    )


def _on_all_cores(players: int, seconds: float, deals: int) -> tuple[float, float]:
    """Deals and decisions a second of one thread for each core; compiled code holds no lock."""
    until = time.perf_counter() + seconds

    def play(seed: int) -> tuple[int, int]:
        states, played, decisions = _table(players), 0, 0
        while played == 0 or time.perf_counter() < until:
            decisions += _kernel(states, deals, seed + played)[0]
            played += deals
        return played, decisions

    began = time.perf_counter()
    with ThreadPoolExecutor(_cores()) as threads:
        done = list(threads.map(play, range(SEED, SEED + _cores())))
    took = time.perf_counter() - began
    return sum(played for played, _ in done) / took, sum(made for _, made in done) / took


@contextmanager
def _c_reference() -> Iterator[tuple[Path | None, str]]:
    """The compiled C reference and what it is, or None and why not."""
    compiler = next(filter(None, map(shutil.which, ("cc", "gcc", "clang"))), None)
    if not _C_SOURCE.is_file():
        yield None, "none: bench/random_playout.c is in the source tree, not in an installed copy"
    elif compiler is None:
        yield None, "none: no C compiler found (cc, gcc or clang)"
    else:
        with tempfile.TemporaryDirectory() as folder:
            program = Path(folder) / "random_playout"
            for flags in (["-O3", "-march=native"], ["-O3"]):
                command = [compiler, *flags, str(_C_SOURCE), "-o", str(program)]
                if subprocess.run(command, check=False, capture_output=True).returncode == 0:
                    yield program, f"{_C_SOURCE.name}, {Path(compiler).name} {' '.join(flags)}"
                    return
        yield None, f"none: {Path(compiler).name} does not compile {_C_SOURCE.name}"


class _Spent(msgspec.Struct):
    decisions: int
    seconds: float


def _c(program: Path, players: int, deals: int) -> tuple[int, float]:
    done = subprocess.run(
        [program, str(players), str(deals), str(SEED)], check=True, capture_output=True
    )
    spent = msgspec.json.decode(done.stdout, type=_Spent)
    return spent.decisions, spent.seconds


# Calls and copies --------------------------------------------------------------------------------


def _call_us(seconds: float) -> float:
    """Replay one whole deal again and again, one call of ``entry.step`` an action."""
    states = _table(2)
    random = np.random.default_rng(1)
    states[0].deck[:36] = random.permutation(list(members(deck_mask(36))))
    out = np.empty(layout.MAX_LEGAL, np.int64)
    step = entry.step
    entry.start(states, 0, 0, False)
    dealt = states.copy()
    played = []
    count = entry.legal(states, 0, out)
    while count:
        played.append(int(out[random.integers(count)]))
        count = step(states, 0, played[-1], out)
    until = time.perf_counter() + seconds
    calls: list[float] = []
    while len(calls) < _LEAST_ROUNDS or time.perf_counter() < until:
        states[:] = dealt
        began = time.perf_counter()
        for action in played:
            step(states, 0, action, out)
        calls.append((time.perf_counter() - began) / len(played))
    return statistics.median(calls) * 1e6


def _copy_ns(seconds: float) -> float:
    # As bytes, which is how compiled code copies a record; NumPy goes through it field by field.
    many = layout.new_states(_COPIES).view(np.uint8)
    others = np.empty_like(many)
    until = time.perf_counter() + min(seconds, 0.2)
    copies: list[float] = []
    while len(copies) < _LEAST_ROUNDS or time.perf_counter() < until:
        began = time.perf_counter()
        others[:] = many
        copies.append((time.perf_counter() - began) / _COPIES)
    return statistics.median(copies) * 1e9


# Starts ------------------------------------------------------------------------------------------

_IMPORT_NUMBA: Final = """
import time
began = time.perf_counter()
import numba
print(time.perf_counter() - began)
"""

_FIRST_MOVE: Final = """
import time
began = time.perf_counter()
from durak import cards
from durak.deal import Deal
from durak.kernel import entry
from durak.ruleset import Ruleset
cpu = time.process_time()
entry.warm_up()
cpu = time.process_time() - cpu
deck = tuple(cards.members(cards.deck_mask(36)))
assert Deal.start(Ruleset.preset("podkidnoy"), deck, dealer=0).legal()
wall = time.perf_counter() - began
try:
    import resource, sys
    unit = 1e6 if sys.platform == "darwin" else 1e3
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / unit
except ImportError:
    peak = None
import json
print(json.dumps({"wall": wall, "cpu": cpu, "peak_mb": peak}))
"""


class _Start(msgspec.Struct):
    wall: float
    cpu: float
    peak_mb: float | None


@dataclass(frozen=True, kw_only=True)
class _Starts:
    numba: float
    cold: _Start
    warm: _Start


def _starts() -> _Starts:
    """Start in processes of their own, with a cache that is empty for the first."""
    with tempfile.TemporaryDirectory() as folder:
        places = {"XDG_CACHE_HOME": folder, "LOCALAPPDATA": folder}
        if sys.platform == "darwin":
            places["HOME"] = folder
        environment = os.environ | places

        def python(code: str) -> bytes:
            command = [sys.executable, "-c", code]
            return subprocess.run(command, check=True, capture_output=True, env=environment).stdout

        cold, *warm = (msgspec.json.decode(python(_FIRST_MOVE), type=_Start) for _ in range(4))
        numba = [float(python(_IMPORT_NUMBA)) for _ in range(3)]
    return _Starts(
        numba=statistics.median(numba),
        cold=cold,
        warm=sorted(warm, key=lambda start: start.wall)[1],
    )
