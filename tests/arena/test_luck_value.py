"""Tests of luck that is measured by a game's own network."""

from __future__ import annotations

import json

import numpy as np
import pytest

import aicore
from aicore.arena.luck import luck_of
from aicore.arena.luck_value import network_value
from kit.tournaments import Here, config_of


def test_the_value_comes_from_the_best_end_of_the_turn() -> None:
    game = aicore.load("backgammon")
    value, player = network_value(game), aicore.player("greedy:net=own", game)
    assert value is not None
    state, chance = game.start(), aicore.Chance(3)
    for _ in range(40):
        chance.settle(state)
        decision = player.decide(state.view(state.turn))
        if decision.candidates:
            assert tuple(value(state)) == pytest.approx(decision.candidates[0].values)
        state.apply(decision.action)


def test_the_end_of_a_game_has_its_returns() -> None:
    game = aicore.load("backgammon")
    value = network_value(game)
    assert value is not None
    end = game.start()
    chance, rng = aicore.Chance(3), aicore.Rng(3)
    while chance.settle(end) is not None and end.turn != aicore.END:
        end.apply(end.sample(rng))
    assert value(end) == end.returns()
    assert any(end.returns())


def test_the_luck_of_all_rolls_adds_up_to_0() -> None:
    game = aicore.load("backgammon")
    value = network_value(game)
    state = game.start()
    mean, lucks = np.zeros(2), []
    for outcome, chance in state.outcomes():
        lucks.append(luck_of(state, [outcome], value))
        mean += chance * np.array(lucks[-1])
    assert mean == pytest.approx(0.0, abs=1e-9)
    assert max(luck[0] for luck in lucks) > 0.05


@pytest.mark.parametrize("name", ["booster", "connect_four", "pig", "trader"])
def test_other_games_keep_their_own_value(name: str) -> None:
    """Booster hides cards, Connect Four has no luck, Pig no network, and Trader one seat."""
    assert network_value(aicore.load(name)) is None


def test_a_tournament_measures_luck_by_the_network() -> None:
    """Most of a result is luck; by the rules' own evaluation the correlation is 0.05."""
    here = Here(config_of("backgammon", ["greedy:net=own", "mcts:sims=30"], seed="7"))
    rows = [row for number in range(12) for row in here.play(number)]
    assert len(rows) == 24
    returns = [json.loads(row.returns)[0] for row in rows]
    luck = [json.loads(row.luck)[0] for row in rows]
    assert np.corrcoef(returns, luck)[0, 1] > 0.5
