"""Tests of positions near the end of a game, small enough to enumerate."""

from __future__ import annotations

import pytest

import aicore
from aicore.core.errors import OptionError
from aicore.search.exact import minimax
from kit.positions import decisions

DEALS = {"relics": 150, "gratis3": 60}
"""Games whose `promising` omits legal actions, and the number of deals to check."""


def solved(game):
    """Yield positions with each legal action's value for the mover, if the values differ.

    They are solved with open cards; the tested search knows what its seat knows.
    """
    for seed in range(DEALS[game.name]):
        for state in reversed(list(decisions(game, seed, policy=0.7))):
            values = {}
            try:
                table = {}
                for action in state.legal():
                    after = state.clone()
                    after.apply(action)
                    values[action] = minimax(after, table, most=900)[state.turn]
            except OptionError:
                break
            if max(values.values()) - min(values.values()) > 0.01:  # of 1, for the whole game
                yield state, values


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(one, marks=pytest.mark.slow if one in ("gratis3", "relics") else ())
        for one in DEALS
    ],
)
def test_the_best_action_is_found(name):
    game, found = aicore.load(name), 0
    player = aicore.player("mcts:sims=1000", game, seed=1)
    for state, values in solved(game):
        action = player.decide(state.view(state.turn)).action
        assert values[action] > max(values.values()) - 0.01, action
        found += 1
    assert found >= 5
