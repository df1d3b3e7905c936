"""Games that a network plays against itself."""

from __future__ import annotations

import numpy as np
import pytest

import aicore
from aicore.core.policy_net import outcomes_of
from aicore.train.selfplay import Plan, Positions, SelfPlay
from kit.nets import drawn
from plain.conftest import EXAMPLES

NAMES = [name for name in aicore.names() if aicore.load(name).num_tokens]


def played(game: aicore.Game, seed: int, games: int = 2, plan: Plan | None = None) -> Positions:
    """What some games bring."""
    found = Positions()
    player = SelfPlay(game, plan or Plan(sims=16, fast=4, full=0.5), seed)
    player.judge_by(drawn(game, (32,)))
    for _ in range(games):
        player.play(found)
    return found


@pytest.mark.parametrize("name", [*NAMES, "liars_dice.py"])
def test_a_game_brings_what_can_be_learned_from(name: str) -> None:
    game = aicore.load(EXAMPLES / name if name.endswith(".py") else name)
    found = played(game, 1, 1, Plan(sims=8, fast=4, full=0.5))
    size = len(found.seen)
    assert size == len(found.tokens) == len(found.shares) == len(found.values) > 0
    for seen, tokens, shares, values in zip(
        found.seen, found.tokens, found.shares, found.values, strict=True
    ):
        assert len(seen) == game.observation_size
        assert tokens.shape[1] <= game.max_tokens
        assert ((tokens >= -1) & (tokens < game.num_tokens)).all()
        assert values.shape == (outcomes_of(game),)
        assert ((values >= 0) & (values <= 1)).all()
        if len(shares):
            assert len(shares) == len(tokens)
            assert shares.sum() == pytest.approx(1)
    assert any(len(shares) for shares in found.shares)


def test_equal_seeds_play_equal_games() -> None:
    game = aicore.load("leduc_poker")
    one, two, three = played(game, 1, 20), played(game, 1, 20), played(game, 2, 20)
    assert one.seen == two.seen != three.seen
    assert all(np.array_equal(a, b) for a, b in zip(one.shares, two.shares, strict=True))
    assert all(np.array_equal(a, b) for a, b in zip(one.values, two.values, strict=True))


def test_values_are_outcomes_where_nothing_is_mixed_in() -> None:
    """With mix=0 each value is that of the game's end, as its mover has it."""
    game = aicore.load("tic_tac_toe")
    found = played(game, 3, 20, Plan(sims=8, fast=8, mix=0.0))
    assert {float(value[0]) for value in found.values} <= {0.0, 0.5, 1.0}


def test_what_is_seen_is_what_its_mover_knows() -> None:
    """Kuhn's third number is the other's card, and 0 where that is hidden."""
    game = aicore.load("kuhn_poker")
    found = played(game, 1, 60)
    assert all(seen[2] == 0 for seen in found.seen)
