"""Tests of worlds sampled by a network's likelihood."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

import aicore
from aicore.core.errors import AicoreError
from aicore.core.policy_net import PolicyNet
from aicore.search.mcts.beliefs import Beliefs
from kit.nets import by_numpy, drawn


def test_worlds_are_as_frequent_as_the_network_finds_them_likely() -> None:
    """In Leduc, the other card is one of five; each has the weight exp(belief)."""
    game = aicore.load("leduc_poker")
    net = drawn(game, (32,))
    numbers = np.frombuffer(net.numbers, "<f4").copy()
    numbers[-33 * (1 + net.tokens) :][:33] *= 8  # the belief's weights
    net = PolicyNet(game, (32,), numbers.tobytes())
    state = game.start()
    aicore.Chance(3).settle(state)
    view = state.view(state.turn)
    found: Counter[bytes] = Counter()
    for seed in range(12):
        for world in Beliefs(net).worlds(view, aicore.Rng(seed), 1000):
            assert bytes(world.view(view.seat)) == bytes(view)
            found[bytes(world.view(1 - view.seat).observation())] += 1
    every = {
        bytes(view.resample(aicore.Rng(seed)).view(1 - view.seat).observation())
        for seed in range(300)
    }
    assert set(found) == every
    chance = Counter(
        bytes(view.resample(aicore.Rng(seed)).view(1 - view.seat).observation())
        for seed in range(12_000)
    )
    seen = sorted(every)
    beliefs = np.array(net.beliefs_of(np.array([list(one) for one in seen], np.uint8)))
    weights = np.exp(beliefs) * [chance[one] for one in seen]
    shares = np.array([found[one] for one in seen]) / 12_000
    np.testing.assert_allclose(shares, weights / weights.sum(), atol=0.025)
    assert np.ptp(beliefs) > 0.3  # otherwise all worlds would be equal


def test_beliefs_match_numpy() -> None:
    game = aicore.load("leduc_poker")
    net = drawn(game, (64, 32))
    state = game.start()
    aicore.Chance(3).settle(state)
    seen = np.frombuffer(state.view(0).observation(), np.uint8)[None]
    numbers = np.frombuffer(net.numbers, "<f4").copy()
    heads = 33 * (1 + net.tokens)
    values, own = 33 * 2 * net.outcomes, numbers[-heads:][:33].copy()
    numbers[-heads - values :][:33] = np.append(own[0], own[1:])  # the first value's weights
    (share, *_) = by_numpy(PolicyNet(game, (64, 32), numbers.tobytes()), seen)
    logit = np.log(share[0, 0] / (1 - share[0, 0]))
    np.testing.assert_allclose(net.beliefs_of(seen)[0], logit, atol=1e-4)


def test_games_without_hidden_information_have_no_beliefs() -> None:
    net = drawn(aicore.load("connect_four"), (32,))
    assert not net.beliefs
    with pytest.raises(AicoreError, match="no hidden information"):
        Beliefs(net)
    with pytest.raises(AicoreError, match="no hidden information"):
        net.beliefs_of(bytes(net.size))


def test_a_search_uses_the_networks_beliefs() -> None:
    game = aicore.load("leduc_poker")
    net = drawn(game, (32,))
    state = game.start()
    aicore.Chance(3).settle(state)
    view = state.view(state.turn)
    spec = "mcts:sims=400,hands={}"
    uniform, likely = (
        aicore.player(spec.format(hands), game, 1, evaluator=net).decide(view).candidates
        for hands in ("uniform", "likely")
    )
    assert [one.visits for one in uniform] != [one.visits for one in likely]
