"""The bench measures what it says, and the C reference beside it plays the same game."""

import io
import json
import os

import pytest
from rich.console import Console

from durak import bench

pytestmark = pytest.mark.compiled


@pytest.fixture(scope="module")
def figures() -> bench.Bench:
    return bench.run(0.05)


def test_json_has_its_members(figures: bench.Bench) -> None:
    read = json.loads(figures.json())
    assert set(read["players"]) == {"2", "4", "6"}
    for playout in read["players"].values():
        assert playout["deals_per_second"] > 0
        assert playout["decisions_per_second"] > playout["deals_per_second"]
        assert playout["all_cores_deals_per_second"] > 0
        assert playout["ratio_to_c"] is None or playout["ratio_to_c"] > 0
    for member in (
        "call_us",
        "warm_start_s",
        "numba_import_s",
        "cold_compile_cpu_s",
        "state_bytes",
    ):
        assert read[member] > 0, member
    assert read["cold_start_s"] > read["warm_start_s"]


def test_random_deals_are_as_long_as_they_should_be(figures: bench.Bench) -> None:
    for players, decisions in ((2, 105), (4, 196), (6, 196)):
        assert figures.players[players].decisions_per_deal == pytest.approx(decisions, rel=0.1)


def test_c_reference_plays_the_same_game(figures: bench.Bench) -> None:
    """``run`` compares the decisions of both, seed by seed, wherever C can be compiled."""
    if figures.c_reference.startswith("none"):
        pytest.skip(figures.c_reference)
    assert all(playout.ratio_to_c for playout in figures.players.values())


def test_without_compiler_the_ratio_is_null(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", os.devnull)
    with bench._c_reference() as (program, why):
        assert program is None
        assert why.startswith("none: ")


def test_tables_show_every_player_count(figures: bench.Bench) -> None:
    console = Console(record=True, width=100, file=io.StringIO())
    bench.show(figures, console)
    text = console.export_text()
    assert "deals/s" in text
    assert "warm start" in text
