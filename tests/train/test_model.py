"""Tests of the network in PyTorch against the one in C, and of its training."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import aicore
from kit.nets import drawn, seen_in
from kit.positions import walk

NAMES = [name for name in aicore.names() if aicore.load(name).num_tokens]
pytestmark = pytest.mark.usefixtures("torch")


@pytest.fixture(scope="module")
def torch() -> Any:
    """Return PyTorch, which takes long to import."""
    return pytest.importorskip("torch", reason="needs the extra `torch`")


@pytest.mark.parametrize("name", NAMES)
def test_both_networks_give_the_same_outputs(name: str, torch: Any) -> None:
    from aicore.train.model import Model

    torch.manual_seed(1)
    game = aicore.load(name)
    model = Model(game, (64, 32))
    for head in (model.value, model.lead, model.token):
        torch.nn.init.normal_(head.weight, 0, 0.3)
    seen = seen_in(walk(game, 3))
    model.gauge(seen, new=True)
    with torch.no_grad():
        ahead, margin, logits = model(*model.encoder(seen))
    net = model.compiled()
    values, other = (np.array(part).reshape(len(seen), -1) for part in net(seen))
    leads = np.array(net.leads_of(seen)).reshape(len(seen), -1)
    np.testing.assert_allclose(values, torch.sigmoid(ahead).numpy(), atol=1e-5)
    np.testing.assert_allclose(leads, torch.sigmoid(margin).numpy(), atol=1e-5)
    np.testing.assert_allclose(other, logits.numpy(), atol=1e-4)


def test_a_network_survives_a_round_trip(tmp_path: Path) -> None:
    from aicore.core.net_file import read_net, write_net
    from aicore.train.model import Model

    game = aicore.load("connect_four")
    model = Model(game, (64, 32))
    write_net(tmp_path / "a.net", model.compiled())
    net, _ = read_net(str(tmp_path / "a.net"), game)
    assert Model.of(net).numbers() == model.numbers()


def test_gauged_amounts_have_mean_0_and_spread_1() -> None:
    from aicore.train.model import Model

    game = aicore.load("trader")
    seen = seen_in(walk(game, 3))
    model = Model(game, (32,))
    model.gauge(seen, new=True)
    scaled, _ = model.encoder(seen)
    found = ((scaled - model.usual) / model.unit).numpy()
    amounts = (model.encoder.highs > 1).numpy()
    high = model.encoder.highs.numpy()
    varied = amounts & (scaled.numpy().std(0) * high > 1)
    assert varied.sum() > 10
    np.testing.assert_allclose(found[:, varied].mean(0), 0, atol=1e-4)
    np.testing.assert_allclose(found[:, varied].std(0), 1, atol=1e-4)
    assert np.abs(found[:, amounts]).max() < 100  # inputs that hardly vary are not scaled up
    np.testing.assert_array_equal(found[:, ~amounts], scaled.numpy()[:, ~amounts])


def test_gauging_a_trained_network_changes_no_output() -> None:
    from aicore.train.model import Model

    game = aicore.load("pig")
    seen = seen_in(walk(game, 3))
    net = drawn(game, (32, 32))
    model = Model.of(net)
    model.gauge(seen, new=False)
    assert float((model.unit - 1).abs().max()) > 0.1
    before, after = (np.array(part) for part in (net(seen)[0], model.compiled()(seen)[0]))
    np.testing.assert_allclose(after, before, atol=1e-4)
