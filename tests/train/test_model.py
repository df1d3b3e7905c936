"""The network in PyTorch beside that in C, and what it learns."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import aicore
from kit.positions import walk

NAMES = [name for name in aicore.names() if aicore.load(name).num_tokens]
torch = pytest.importorskip("torch", reason="needs the extra `train`")


@pytest.mark.parametrize("name", NAMES)
def test_both_say_the_same(name: str) -> None:
    from aicore.train.model import Model

    torch.manual_seed(1)
    game = aicore.load(name)
    model = Model(game, (64, 32))
    for head in (model.value, model.token):
        torch.nn.init.normal_(head.weight, 0, 0.3)
    seen = np.stack([
        np.frombuffer(state.observation(state.turn), np.uint8)
        for state in walk(game, 3) if state.turn >= 0
    ])  # fmt: skip
    with torch.no_grad():
        ahead, logits = model(*model.encoder(seen))
    values, other = (np.array(part).reshape(len(seen), -1) for part in model.compiled()(seen))
    np.testing.assert_allclose(values, torch.sigmoid(ahead).numpy(), atol=1e-5)
    np.testing.assert_allclose(other, logits.numpy(), atol=1e-4)


def test_it_goes_back_and_forth(tmp_path: Path) -> None:
    from aicore.core.net_file import read_net, write_net
    from aicore.train.model import Model

    game = aicore.load("connect_four")
    model = Model(game, (64, 32))
    write_net(tmp_path / "a.net", model.compiled())
    net, _ = read_net(str(tmp_path / "a.net"), game)
    assert Model.of(net).numbers() == model.numbers()
