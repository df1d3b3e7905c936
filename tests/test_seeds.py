"""Tests that every call with a seed accepts NumPy's numbers, with the meaning of Python's."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import aicore
from aicore.arena.luck import Meter, luck_of
from aicore.arena.match import Match
from aicore.arena.rollout import continued, roll_out
from aicore.core.deal import Deal, deal_of
from aicore.envs import pettingzoo
from aicore.search.flat import Flat

GAME = aicore.load("leduc_poker")


def dealt(chance: aicore.Chance) -> aicore.State:
    state = GAME.start()
    chance.settle(state)
    return state


def choice() -> aicore.View:
    state = dealt(aicore.Chance(3))
    return state.view(state.turn)


def set_later(seed: Any) -> str:
    player = aicore.player("mcts:sims=30", GAME)
    player.seed = seed
    return player.decide(choice()).action


def match(seed: Any) -> str:
    return Match(GAME, [aicore.player("random", GAME)] * 2, seed).finish().to_line()


def begun(seed: Any) -> bytes:
    batch = aicore.Batch(GAME, 2)
    batch.reset(seed)
    return batch.observations.tobytes()


def agents(seed: Any) -> bytes:
    env = pettingzoo.raw_env("leduc_poker")
    env.reset(seed=seed)
    return env.observe("player_0")["observation"].tobytes()


CALLS: dict[str, Callable[[Any], Any]] = {
    "Rng": lambda seed: aicore.Rng(seed).next(),
    "Chance": lambda seed: bytes(dealt(aicore.Chance(seed))),
    "Batch": lambda seed: aicore.Batch(GAME, 2, seed).observations.tobytes(),
    "Batch.reset": begun,
    "Batch.reset of several": lambda seed: begun([seed, 7]),
    "player": lambda seed: aicore.player("mcts:sims=30", GAME, seed).decide(choice()).action,
    "player, set later": set_later,
    "search": lambda seed: Flat(GAME, sims=50).search(choice(), aicore.Rng(seed)).action,
    "Match": match,
    "Deal": lambda seed: (Deal(seed).player_seed(1), bytes(dealt(Deal(seed).luck))),
    "deal_of": lambda seed: deal_of(seed).player_seed(1),
    "Meter": lambda seed: Meter(GAME).of_game(EVENTS, seed),
    "luck_of": lambda seed: luck_of(GAME.start(), [GAME.start().outcomes()[0][0]], seed=seed),
    "roll_out": lambda seed: roll_out(choice(), "mcts:sims=5", games=4, seed=seed).candidates,
    "continued": lambda seed: continued(dealt(aicore.Chance(3)), "mcts:sims=5", seed),
    "PettingZoo": agents,
}
EVENTS = [text for _, text in Match(GAME, [aicore.player("random", GAME)] * 2, 1).finish().events]


@pytest.mark.parametrize("name", CALLS)
@pytest.mark.parametrize("kind", [np.int64, np.uint64, np.int8])
def test_a_seed_of_numpy_is_the_same_number(name: str, kind: type) -> None:
    assert CALLS[name](kind(5)) == CALLS[name](5)


def test_the_greatest_number_is_a_seed() -> None:
    assert set_later(np.uint64(2**64 - 1)) == set_later(2**64 - 1)
