"""The network: the same for every naming of suits, equal to plain NumPy, refused when foreign."""

from __future__ import annotations

import io
import itertools
import re
from pathlib import Path

import msgspec
import numpy as np
import pytest

from durak import cards
from durak.actions import parse, to_int
from durak.bots import features, network, policy, sight
from durak.bots.compiled import entry
from durak.bots.policy import Scratch
from durak.kernel.layout import Actions
from durak.ruleset import PRESETS, Ruleset
from durak.view import View
from tests.bots.states import as_deal, dealt, play_one

pytestmark = pytest.mark.compiled

RULES = (*PRESETS, "perevodnoy players=6 deck=52 transfer_show=yes", "podkidnoy deck=24")


@entry
def _consult(
    net: network.Network, sights: sight.Sights, legal: Actions, n: int, room: Scratch
) -> int:
    return policy.consult(net, sights[0], legal, n, room)


def consult(view: View, net: network.Network) -> tuple[set[int], dict[str, float]]:
    """The active features of a view, and the logit of each legal token."""
    sights, room = sight.new_sights(1), policy.scratch(net)
    sight.of_view(view, sights, 0)
    legal = np.array([to_int(parse(token)) for token in view.legal], np.int64)
    active = _consult(net, sights, legal, len(legal), room)
    found = room.active[:active].tolist()
    assert len(set(found)) == len(found), "a feature twice"
    assert max(found) < features.FEATURES
    return set(found), dict(zip(view.legal, room.logits[: len(legal)].tolist(), strict=True))


def views(code: str, seed: int) -> list[View]:
    """The views of the seats to act in a random deal, forced actions left out."""
    rules = Ruleset.from_code(code)
    states, random = dealt(rules, seed)
    deal = as_deal(rules, states)
    found = []
    while not deal.is_over:
        assert deal.to_act is not None
        if len(deal.legal()) > 1:
            found.append(deal.view(deal.to_act))
        play_one(deal, random)
    return found


def renamed(view: View, names: dict[str, str]) -> View:
    """The view with its suits called otherwise."""
    card = re.compile(r"([2-9TJQKA])([cdhs])")
    text = card.sub(lambda match: match[1] + names[match[2]], msgspec.json.encode(view).decode())
    return msgspec.json.decode(text, type=View)


@pytest.mark.parametrize("code", RULES)
def test_the_names_of_suits_that_are_not_trumps_change_nothing(code: str) -> None:
    _, net = network.fresh(16, 8, np.random.default_rng(3))
    for view in views(code, 5)[::7]:
        plain = [suit for suit in cards.SUITS if suit != view.trump]
        found, logits = consult(view, net)
        for order in itertools.permutations(plain):
            names = dict(zip(plain, order, strict=True)) | {view.trump: view.trump}
            other = renamed(view, names)
            found_there, logits_there = consult(other, net)
            assert found_there == found
            assert sorted(logits_there.values()) == pytest.approx(
                sorted(logits.values()), rel=1e-4, abs=1e-6
            )


def test_every_ruleset_fits_the_layout_of_features() -> None:
    _, net = network.fresh(8, 4, np.random.default_rng(3))
    for code in RULES:
        for view in views(code, 11):
            found, _ = consult(view, net)
            assert len(found) < features.MAX_ACTIVE


def test_compiled_evaluation_is_the_plain_formula() -> None:
    _, net = network.fresh(32, 16, np.random.default_rng(4))
    net.b3[:] = np.linspace(-1, 1, len(net.b3))
    view = next(view for view in views("perevodnoy", 3) if len(view.legal) > 4)
    found, logits = consult(view, net)
    h1 = np.maximum(net.w1[sorted(found)].sum(axis=0) + net.b1, 0)
    h2 = np.maximum(h1 @ net.w2 + net.b2, 0)
    order = np.zeros(4, np.int64)
    sights = sight.new_sights(1)
    sight.of_view(view, sights, 0)
    _order(sights, order)
    rows = np.zeros(features.MAX_ROWS, np.int16)
    for token, got in logits.items():
        number = _rows(to_int(parse(token)), order, rows)
        wanted = sum(float(net.w3[row] @ h2 + net.b3[row]) for row in rows[:number])
        assert got == pytest.approx(wanted, rel=1e-4, abs=1e-5)


@entry
def _order(sights: sight.Sights, order: Actions) -> None:
    features.order_suits(sights[0], order)


@entry
def _rows(action: int, order: Actions, out: features.Indices) -> int:
    return features.rows_of(action, order, out, 0)


def test_weights_come_back_from_their_file(tmp_path: Path) -> None:
    vector, _ = network.fresh(8, 4, np.random.default_rng(1))
    network.save(tmp_path / "w.npz", vector, 8, 4)
    again, net = network.load(tmp_path / "w.npz")
    assert np.allclose(again, vector, atol=1e-3)
    assert net.w2.shape == (8, 4)


def test_a_file_that_holds_no_weights_is_refused_with_what_it_is(tmp_path: Path) -> None:
    with pytest.raises(network.WeightsError, match="holds no weights"):
        network.load(io.BytesIO(b"nonsense"))
    with pytest.raises(network.WeightsError, match="holds no weights"):
        network.load(tmp_path / "nothing.npz")
    np.savez(tmp_path / "other.npz", format=np.array("something else"))
    with pytest.raises(network.WeightsError, match="'something else'"):
        network.load(tmp_path / "other.npz")
    np.savez(tmp_path / "old.npz", format=np.array(network.FORMAT), layers=np.array([9, 8, 4, 3]))
    with pytest.raises(network.WeightsError, match="9 features"):
        network.load(tmp_path / "old.npz")
