"""Networks in C, of random weights or of one idea; and files of them beside games."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path
from typing import Any

import numpy as np

import aicore
from aicore.core.net_file import place_of, write_net
from aicore.core.policy_net import PolicyNet, count_of, outcomes_of, rows_of
from aicore.search.mcts.selfplay import Positions

EXAMPLES = Path(__file__).parents[2] / "examples"


def drawn(game: aicore.Game, widths: tuple[int, ...], seed: int = 1) -> PolicyNet:
    """A network of random weights."""
    size = count_of(rows_of(game), widths, outcomes_of(game), game.num_tokens)
    numbers = np.random.default_rng(seed).normal(size=size) / 8
    return PolicyNet(game, widths, numbers.astype("<f4").tobytes())


def stubborn(game: aicore.Game, action: str) -> PolicyNet:
    """A network to which all positions are even, and which likes the tokens of one action.

    Args:
        action: one that is legal when the first seat decides.
    """
    state = game.start()
    aicore.Chance(1).settle(state)
    size = count_of(rows_of(game), (32,), outcomes_of(game), game.num_tokens)
    numbers = np.zeros(size, "<f4")
    biases = numbers[-33 * game.num_tokens :][: game.num_tokens]
    biases[list(state.encode(action, full=True))] = 12.0
    return PolicyNet(game, (32,), numbers.tobytes())


def beside(
    folder: Path, example: str, action: str, seats: int | None = None, **about: Any
) -> aicore.Game:
    """A copy of an example in a folder, with a network that likes an action beside it.

    Args:
        about: what the network's card says of it.
    """
    file = folder / f"{example}.py"
    if not file.exists():  # its own text: equal ones are one game, where the first one lay
        text = (EXAMPLES / file.name).read_text(encoding="utf-8")
        file.write_text(f"{text}\n# in {folder}\n", encoding="utf-8")
    game = aicore.load(file, seats)
    write_net(place_of(game.info, game.seats), stubborn(game, action), about)
    return game


def same(one: Positions, two: Positions) -> bool:
    """Whether two games brought the same."""
    return all(
        np.array_equal(getattr(one, field.name), getattr(two, field.name), equal_nan=True)
        for field in fields(one)
        if field.name not in ("decisions", "simulations")
    )
