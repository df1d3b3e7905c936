"""Tests that actions that a game does not call promising come later in a search, not never."""

from __future__ import annotations

from itertools import islice

import pytest

import aicore
from aicore.search.expectimax import Expectimax
from aicore.search.mcts.tree import Tree
from kit.effort import effort
from kit.positions import decisions

PRUNING_GAMES = ("relics", "gratis3")
"""Games whose `promising` omits legal actions."""


def pruned_states(name, most=40):
    """Yield positions of a game with few actions, not all of them promising."""
    game = aicore.load(name)
    for seed in range(20):
        for state in decisions(game, seed, policy=0.5):
            if len(state.promising()) < len(state.legal_actions()) <= most:
                yield state


def visited(player, state):
    """Return the root actions that a search tried."""
    return {one.action for one in player.decide(state.view(state.turn)).candidates if one.visits}


@pytest.mark.parametrize("name", effort(["booster", "pig", "trader"], aicore.names()))
def test_with_enough_simulations_every_legal_action_is_tried(name):
    """`prior` is off: an action evaluated before the search counts as tried."""
    game, seen = aicore.load(name), 0
    player = aicore.player("mcts:sims=12000,reach=10,prior=0", game, seed=1)
    for state in pruned_states(name, most=12) if name in PRUNING_GAMES else decisions(game, 1):
        if not 1 < len(state.legal_actions()) <= 12:
            continue
        decision = player.decide(state.view(state.turn))
        if decision.simulations < 12000:
            continue  # the position is proven
        assert {one.action for one in decision.candidates} == set(state.legal())
        seen += 1
        if seen == 2:
            return
    raise AssertionError("no such positions")


@pytest.mark.parametrize("name", PRUNING_GAMES)
def test_mcts_with_hard_pruning_tries_only_promising_actions(name):
    states = list(islice(pruned_states(name), 3))
    assert len(states) == 3
    for state in states:
        player = aicore.player("mcts:sims=2000,prune=hard", state.game, seed=1)
        promising = {state.game.text(action) for action, _ in state.promising()}
        assert visited(player, state) <= promising


@pytest.mark.parametrize("name", PRUNING_GAMES)
def test_one_promising_action_is_compared_with_others(name):
    state = next(state for state in pruned_states(name, 10**4) if len(state.promising()) == 1)
    assert len(visited(aicore.player("mcts:sims=200", state.game, seed=1), state)) > 1


@pytest.mark.parametrize("name", PRUNING_GAMES)
def test_including_all_actions_forgets_nothing(name):
    state = next(state for state in pruned_states(name) if len(state.promising()) > 2)
    tree = Tree(state.game, reach=10**6)
    width = tree.set_root(state.view(state.turn), aicore.Rng(1))
    assert width == len(state.promising())
    tree.run(50, 1e12)
    before = tree.root_stats()
    assert tree.unprune() == len(state.legal_actions())
    after = tree.root_stats()
    assert after[:width] == before
    assert all(visits == 0 for _, _, visits, *_ in after[width:])
    assert {action for action, *_ in after} == set(state.legal_actions())
    tree.run(100, 1e12)
    assert tree.done == 100


def test_utilities_are_the_movers_own_rewards():
    """Without a margin, utilities are rewards, and squares their squares, for seat 1, too."""
    game = aicore.load("connect_four")
    state = game.start()
    state.apply("d")
    tree = Tree(game, margin=0.0)
    tree.set_root(state.view(1), aicore.Rng(1))
    tree.run(2000, 1e12)
    for _, _, sims, rewards, utility, squares, *_ in tree.root_stats():
        assert utility == pytest.approx(rewards[1])
        assert sum(rewards) == pytest.approx(sims)
        assert squares <= utility + 1e-9  # each lies between 0 and 1


@pytest.mark.parametrize("name", PRUNING_GAMES)
def test_nodes_below_the_root_include_all_actions_too(name):
    """With few required visits, the tree gets more edges than promising actions alone have."""
    state = next(state for state in pruned_states(name) if len(state.promising()) > 2)
    edges = []
    for deep_reach in (10**6, 5):
        tree = Tree(state.game, reach=10**6, deep_reach=deep_reach)
        tree.set_root(state.view(state.turn), aicore.Rng(1))
        tree.run(2000, 1e12)
        edges.append(tree.edges)
    assert edges[1] > edges[0]


@pytest.mark.parametrize("name", aicore.names())
def test_expectimax_includes_more_actions_at_each_depth_until_it_has_all(name):
    """With at most 12 legal actions, depth 4 suffices: the root adds 4, 16 and 64 others."""
    game, seen = aicore.load(name), 0
    few = {"nodes": 10**9, "branch": 1, "samples": 1, "worlds": 1, "playout": 0}
    for state in pruned_states(name, most=12) if name in PRUNING_GAMES else decisions(game, 1):
        legal, widths = set(state.legal()), []
        if not 1 < len(legal) <= 12:
            continue
        for depth in (2, 4):
            searcher = Expectimax(game, depth=depth, **few)
            decision = searcher.search(state.view(state.turn), aicore.Rng(1))
            widths.append({one.action for one in decision.candidates})
        if name in PRUNING_GAMES and decision.depth < 4:
            continue  # the first action surely wins
        assert widths[0] <= widths[1] == legal
        seen += 1
        if seen == 3:
            break
    assert seen


@pytest.mark.parametrize("name", PRUNING_GAMES)
def test_expectimax_with_hard_pruning_tries_only_promising_actions(name):
    states = list(islice(pruned_states(name, most=12), 3))
    assert len(states) == 3
    for state in states:
        spec = "expectimax:depth=4,nodes=1000000,worlds=1,branch=1,samples=1,playout=0,prune=hard"
        promising = {state.game.text(action) for action, _ in state.promising()}
        assert visited(aicore.player(spec, state.game), state) <= promising


@pytest.mark.parametrize("name", PRUNING_GAMES)
def test_flat_adds_other_actions_if_it_has_enough_playouts(name):
    state = next(state for state in pruned_states(name, most=12) if len(state.promising()) > 1)
    for sims, wanted in ((150, len(state.promising())), (6000, len(state.legal()))):
        player = aicore.player(f"flat:sims={sims},cutoff=4", state.game, seed=1)
        assert len(visited(player, state)) == wanted
