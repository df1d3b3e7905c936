"""Tests of exact values of actions against a network's policy."""

from __future__ import annotations

from math import exp

import numpy as np
import pytest

import aicore
from aicore import State, selfplay
from aicore.core.errors import AicoreError, SpecError
from aicore.core.policy_net import PolicyNet
from aicore.search.mcts import Mcts
from aicore.search.mcts.policy_values import PolicyValues
from aicore.search.mcts.selfplay import Plan
from kit.nets import drawn, same
from kit.positions import decisions


def priors(net: PolicyNet, state: State) -> list[float]:
    """Return the softmax of the sums of an action's logits."""
    view = state.view(state.turn)
    _values, logits = net(view.net_input())
    weights = [exp(sum(logits[token] for token in tokens)) for tokens in view.net_tokens()]
    return [weight / sum(weights) for weight in weights]


def judged(net: PolicyNet, state: State) -> np.ndarray:
    """Return the network's values of a decision, as returns of each seat, for two seats."""
    values, _logits = net(state.view(state.turn).net_input())
    own = state.game.low + (state.game.high - state.game.low) * float(np.ravel(values)[0])
    pair = np.array([own, state.game.high + state.game.low - own])
    return pair if state.turn == 0 else pair[::-1]


def expected(net: PolicyNet, state: State, limit: int = 1000) -> np.ndarray:
    """Return the mean returns of all continuations, weighted by their probabilities.

    After `limit` plies the network judges at the next decision.
    """
    if state.turn == aicore.END:
        return np.array(state.returns())
    if limit <= 0 and state.turn >= 0:
        return judged(net, state)
    if state.turn == aicore.CHANCE:
        ways = state.outcome_actions()
    else:
        ways = list(zip(state.legal_actions(), priors(net, state), strict=True))
    total = np.zeros(state.game.seats)
    for event, chance in ways:
        after = state.clone()
        after.apply(event)
        total += chance * expected(net, after, limit - 1)
    return total


@pytest.mark.parametrize(("name", "games"), [("kuhn_poker", 20), ("leduc_poker", 3)])
def test_values_are_means_over_the_rest_of_the_game(name: str, games: int) -> None:
    game = aicore.load(name)
    net = drawn(game, (32,), seed=3)
    judge = PolicyValues(game, net)
    states = [state.clone() for seed in range(games) for state in decisions(game, seed)]
    assert len(states) > 10
    for state in states:
        values = judge.values(state)
        assert values is not None
        for action, value in zip(state.legal_actions(), values, strict=True):
            after = state.clone()
            after.apply(action)
            assert value == pytest.approx(expected(net, after), abs=1e-4)


def test_a_large_rest_of_the_game_has_no_values() -> None:
    game = aicore.load("leduc_poker")
    net = drawn(game, (32,))
    first = next(iter(decisions(game, 1)))
    judge = PolicyValues(game, net)
    assert judge.values(first) is not None
    assert PolicyValues(game, net, judge.judged).values(first) == judge.values(first)
    assert PolicyValues(game, net, judge.judged - 1).values(first) is None


@pytest.mark.parametrize("limit", [0, 1, 2, 3, 1000])
def test_playouts_follow_the_policy_and_the_network_judges_their_end(limit: int) -> None:
    game = aicore.load("leduc_poker")
    net = drawn(game, (32,), seed=3)
    judge = PolicyValues(game, net)
    rng = aicore.Rng(5)
    for state in list(decisions(game, 2))[:2]:
        before = state.to_dict()
        played = np.array([judge.play_out(state, rng, limit) for _ in range(4000)])
        assert state.to_dict() == before
        error = played.std(axis=0) / 4000**0.5
        assert np.abs(played.mean(axis=0) - expected(net, state, limit)) == pytest.approx(
            0, abs=4.5 * error.max() + 1e-4
        )


def test_a_playout_of_no_plies_changes_no_search() -> None:
    """The network then judges the leaf itself; chance events would come first."""
    game = aicore.load("connect_four")
    net = drawn(game, (32,), seed=3)
    view = game.start().view(0)
    alone, mixed, played = (
        Mcts(game, net, sims=300, root="ucb", mix=mix, cutoff=cutoff, playouts="network").search(
            view, aicore.Rng(1)
        )
        for mix, cutoff in ((0, 0), (1, 0), (1, 8))
    )
    assert alone.candidates == mixed.candidates
    assert alone.candidates != played.candidates


def test_playouts_of_a_network_need_one() -> None:
    game = aicore.load("connect_four")
    with pytest.raises(SpecError, match=r"add net=FILE\.net"):
        aicore.player("mcts:net=none,playouts=network", game)
    with pytest.raises(SpecError, match=r"add net=FILE\.net"):
        aicore.player("mcts:playouts=network", game, evaluator=lambda seen: [0.0] * len(seen))


def test_games_without_a_mover_and_networks_of_other_games_are_refused() -> None:
    game, other = aicore.load("kuhn_poker"), aicore.load("leduc_poker")
    with pytest.raises(AicoreError, match="not made for this"):
        PolicyValues(game, drawn(other, (32,)))
    with pytest.raises(AicoreError, match="no seat is to move"):
        PolicyValues(game, drawn(game, (32,))).values(game.start())


def test_policies_of_small_games_move_by_exact_values() -> None:
    """The number of simulations makes no difference, as no search estimates the values."""
    game = aicore.load("leduc_poker")
    net = drawn(game, (32,), seed=2)
    few, many = (
        selfplay(
            game, net, 30, seed=1,
            plan=Plan(sims=sims, fast=sims, full=1.0, warm=0, stray=0.0, mutation=0.01),
        )
        for sims in (2, 40)
    )  # fmt: skip
    assert same(few, many)
    assert np.isfinite(few.roots[few.actions > 0]).all()
