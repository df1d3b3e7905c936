"""Tests of networks as ONNX models."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import aicore
from aicore.core.policy_net import PolicyNet
from kit.nets import by_numpy, drawn, seen_in
from kit.positions import walk

pytest.importorskip("onnx", reason="needs the extra `onnx`")
runtime = pytest.importorskip("onnxruntime", reason="needs the extra `onnx`")
NAMES = [name for name in aicore.names() if aicore.load(name).num_tokens]


@pytest.mark.parametrize("name", NAMES)
def test_the_model_gives_the_networks_outputs(name: str, tmp_path: Path) -> None:
    from aicore.train.export import write_onnx

    game = aicore.load(name)
    net = drawn(game, (64, 32))
    seen = seen_in(walk(game, 3))
    write_onnx(tmp_path / "some.onnx", net)
    session = runtime.InferenceSession(str(tmp_path / "some.onnx"))
    values, logits, leads = session.run(["values", "logits", "leads"], {"seen": seen})
    shares, ahead, other = by_numpy(net, seen)
    returns = game.low + (game.high - game.low) * shares
    np.testing.assert_allclose(values, returns, atol=1e-4 * (game.high - game.low))
    np.testing.assert_allclose(logits, other, atol=1e-3)
    np.testing.assert_allclose(leads, ahead, atol=1e-4)


class Judge:
    """Evaluator in Python that asks a network in C."""

    sees_facts = True

    def __init__(self, net: PolicyNet) -> None:
        self.net = net

    def __call__(self, seen: memoryview) -> tuple[np.ndarray, np.ndarray]:
        game = self.net.game
        values, logits = (np.array(part).reshape(len(seen), -1) for part in self.net(seen))
        return game.low + (game.high - game.low) * values, logits


@pytest.mark.parametrize("name", ["connect_four", "relics"])
def test_a_search_uses_the_model(name: str, tmp_path: Path) -> None:
    """In relics, networks see facts instead of observations."""
    from aicore.train.export import write_onnx

    game = aicore.load(name)
    net = drawn(game, (32,))
    write_onnx(tmp_path / "some.onnx", net)
    state = [state.clone() for state in walk(game, 3) if state.turn >= 0][2]
    view = state.view(state.turn)
    spec = "mcts:sims=200,prior=0,prune=off,c=1.1"
    ours = aicore.player(f"{spec},net={tmp_path / 'some.onnx'}", game, 1).decide(view)
    theirs = aicore.player(spec, game, 1, evaluator=Judge(net)).decide(view)
    for one, two in zip(ours.candidates, theirs.candidates, strict=True):
        assert (one.action, one.visits) == (two.action, two.visits)
