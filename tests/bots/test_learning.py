"""Learning: the gradient is the loss's, a run is decided by its settings, and it learns."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest
from click.testing import CliRunner

from durak.bots import network, policy
from durak.bots.features import MAX_ROWS
from durak.bots.learning import ppo, selfplay, training
from durak.bots.learning.training import Settings, TrainingError, train
from durak.cli import main

pytestmark = pytest.mark.compiled

SMALL = Settings(
    rules=("podkidnoy deck=24", "perevodnoy players=3 deck=24"),
    yardstick="podkidnoy deck=24",
    iterations=4,
    deals=60,
    parts=2,
    wide=16,
    narrow=8,
    batch=512,
    measure_every=2,
    measure_decks=40,
    rivals=0.2,
    lowest=0.2,
    club=0.2,
)


def played(vector: network.Floats, deals: int = 40) -> selfplay.Samples:
    net = network.of_vector(vector, 16, 8)
    out = selfplay.new_samples(4000)
    kept = selfplay.collect(
        net,
        net,
        training.records_of(SMALL.rules),
        np.array([0.2, 0.2, 0.0, 0.2]),
        False,
        deals,
        0.95,
        np.array([5], np.uint64),
        selfplay.new_table(),
        policy.scratch(net),
        out,
    )
    assert 200 < kept < 4000
    return selfplay.Samples(
        *(array[:kept] if name in _EACH else array for name, array in out._asdict().items())
    )


_EACH = {
    "active",
    "active_count",
    "first",
    "legal_count",
    "chosen",
    "log_chance",
    "value",
    "outcome",
    "advantage",
    "seat",
}


def loss(vector: network.Floats, samples: selfplay.Samples, which: list[int]) -> float:
    """The loss of proximal policy optimisation written out, for one sample after another."""
    net = network.of_vector(vector, 16, 8)
    total = 0.0
    for at in which:
        h1 = np.maximum(net.w1[samples.active[at, : samples.active_count[at]]].sum(0) + net.b1, 0)
        h2 = np.maximum(h1 @ net.w2 + net.b2, 0)
        logits = []
        for each in range(samples.first[at], samples.first[at] + samples.legal_count[at]):
            rows = samples.rows[each * MAX_ROWS : each * MAX_ROWS + samples.row_count[each]]
            logits.append((net.w3[rows] @ h2 + net.b3[rows]).sum())
        chances = np.exp(logits - np.max(logits))
        chances /= chances.sum()
        value = 1 / (1 + np.exp(-(h2 @ net.w4 + net.b4[0])))
        outcome = samples.outcome[at]
        ratio = chances[samples.chosen[at]] / np.exp(samples.log_chance[at])
        advantage = samples.advantage[at]
        clipped = np.clip(ratio, 0.8, 1.2)
        total -= min(ratio * advantage, clipped * advantage)
        total += 0.03 * float((chances * np.log(chances)).sum())
        total -= outcome * np.log(value) + (1 - outcome) * np.log(1 - value)
    return total


def test_the_gradient_is_that_of_the_loss() -> None:
    random = np.random.default_rng(2)
    vector, _ = network.fresh(16, 8, random)
    samples = played(vector)
    moved = vector + random.normal(0, 0.05, len(vector)).astype(np.float32)
    which = list(range(0, 200, 9))
    slope = np.zeros_like(vector)
    net, grad = network.of_vector(moved, 16, 8), network.of_vector(slope, 16, 8)
    room, layers = policy.scratch(net), policy.scratch(net)
    ppo.gradient(
        net, grad, samples, np.array(which), 0.2, 0.03, 1.0, room, layers.h1, layers.h2, np.zeros(4)
    )
    wide_vector = moved.astype(np.float64)
    for at in random.choice(np.flatnonzero(np.abs(slope) > 0.05), 30, replace=False):
        there = []
        for step in (1e-5, -1e-5):
            shifted: Any = wide_vector.copy()
            shifted[at] += step
            there.append(loss(shifted, samples, which))
        assert slope[at] == pytest.approx((there[0] - there[1]) / 2e-5, rel=0.02, abs=0.01)


def test_a_run_is_decided_by_its_settings_not_by_its_threads(tmp_path: Path) -> None:
    one = list(train(SMALL, tmp_path / "one", jobs=1))
    two = list(train(SMALL, tmp_path / "two", jobs=2))
    with ThreadPoolExecutor(1) as elsewhere:
        three = list(train(SMALL, tmp_path / "three", jobs=1, executor=elsewhere))
    timeless = [[{**line, "seconds": 0} for line in run] for run in (one, two, three)]
    assert timeless[0] == timeless[1] == timeless[2]


def test_a_run_that_was_cut_off_goes_on_as_if_it_had_not_been(tmp_path: Path) -> None:
    whole = list(train(SMALL, tmp_path / "whole", jobs=1))
    begun = train(SMALL, tmp_path / "cut", jobs=1)
    for _ in range(3):  # the second iteration is kept, the third is lost
        next(begun)
    begun.close()
    rest = list(train(SMALL, tmp_path / "cut", jobs=1))
    assert [line["iteration"] for line in rest] == [3, 4]
    assert {**rest[-1], "seconds": 0} == {**whole[-1], "seconds": 0}
    vectors = [network.load(tmp_path / name / training.WEIGHTS)[0] for name in ("whole", "cut")]
    assert (vectors[0] == vectors[1]).all()


def test_a_short_run_learns_to_beat_what_it_began_as(tmp_path: Path) -> None:
    settings = msgspec.structs.replace(
        SMALL,
        rules=("podkidnoy deck=24",),
        iterations=14,
        deals=200,
        batch=1024,
        wide=32,
        narrow=16,
        measure_every=14,
    )
    list(train(settings, tmp_path, jobs=2))
    _, learned = network.load(tmp_path / training.WEIGHTS)
    _, fresh = network.fresh(32, 16, np.random.default_rng(settings.seed))
    with ThreadPoolExecutor(2) as threads:
        score, half = training.measure(
            learned,
            fresh,
            training.records_of(settings.rules),
            selfplay.RIVAL,
            400,
            seed=3,
            threads=threads,
        )
    assert score - half > 0.6


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ('rules = ["podkidnoy"]', "yardstick"),
        ('rules = []\nyardstick = "podkidnoy"', "no ruleset"),
        ('rules = ["whist"]\nyardstick = "podkidnoy"', "whist"),
        ('rules = ["podkidnoy"]\nyardstick = "podkidnoy"\nspeed = 3', "speed"),
        ('rules = ["podkidnoy"]\nyardstick = "podkidnoy"\nwide = 10', "wide"),
        (
            'rules = ["podkidnoy"]\nyardstick = "podkidnoy"\nclub = 0.8\nlowest = 0.4',
            "together 1.2",
        ),
    ],
)
def test_settings_that_cannot_be_are_refused_with_the_field(
    text: str, complaint: str, tmp_path: Path
) -> None:
    (tmp_path / "bad.toml").write_text(text)
    with pytest.raises(TrainingError, match=complaint):
        training.read_settings(tmp_path / "bad.toml")


def test_a_folder_of_another_run_is_left_as_it_is(tmp_path: Path) -> None:
    next(train(SMALL, tmp_path, jobs=1))
    before = (tmp_path / training.SETTINGS).read_bytes()
    other = msgspec.structs.replace(SMALL, seed=2)
    with pytest.raises(TrainingError, match="other settings"):
        next(train(other, tmp_path, jobs=1))
    assert (tmp_path / training.SETTINGS).read_bytes() == before


def test_the_command_trains_tells_and_draws(tmp_path: Path) -> None:
    settings = tmp_path / "s.toml"
    settings.write_bytes(training.as_toml(SMALL))
    out, image = tmp_path / "run", tmp_path / "curve.svg"
    asked = ["train", str(settings), "--out", str(out), "--jobs", "1", "--plot", str(image)]
    result = CliRunner().invoke(main, asked)
    assert result.exit_code == 0, result.output
    assert "against" not in result.output
    assert "lowest" in result.output
    assert image.read_text(encoding="utf-8").startswith("<?xml")
    refused = CliRunner().invoke(main, ["train", "nothing.toml", "--out", str(out)])
    assert refused.exit_code == 1
    assert "nothing.toml" in refused.output
    assert "Traceback" not in refused.output


def test_the_shipped_settings_can_be_read() -> None:
    for name in ("two", "many"):
        path = training.shipped_settings(name)
        assert path is not None
        training.read_settings(path)
    assert training.shipped_settings("whist") is None
