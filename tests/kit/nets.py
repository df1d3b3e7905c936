"""Networks of random weights, in C."""

from __future__ import annotations

import numpy as np

import aicore
from aicore.core.policy_net import PolicyNet, count_of, inputs_of, outcomes_of


def rows_of(game: aicore.Game) -> int:
    """Rows of the first layer's weights."""
    pairs = zip(game.fields, inputs_of(game), strict=True)
    return sum(field.entries * rows for field, (_, rows) in pairs)


def drawn(game: aicore.Game, widths: tuple[int, ...], seed: int = 1) -> PolicyNet:
    """A network of random weights."""
    size = count_of(rows_of(game), widths, outcomes_of(game), game.num_tokens)
    numbers = np.random.default_rng(seed).normal(size=size) / 8
    return PolicyNet(game, widths, numbers.astype("<f4").tobytes())
