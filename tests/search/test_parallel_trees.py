"""Tests of trees over one root that share their results."""

from __future__ import annotations

import math
from contextlib import suppress

import pytest

import aicore
from aicore.core.rng import Rng
from aicore.search.mcts.parallel_trees import ParallelTrees
from aicore.search.mcts.tree import Tree
from kit.effort import effort
from kit.positions import decisions

GAMES = ("connect_four", "pig", "leduc_poker", "booster", "gratis3", "relics", "trader")
MUST_BLOCK = ("c", "a", "d", "b", "e")  # c1, d1 and e1 belong to one seat: the other must take f1


def rooted(state: aicore.State, trees: int = 2, **parameters: int) -> ParallelTrees:
    """Return trees with a position as their root, each with its own luck."""
    rng = Rng(7)
    parallel = [Tree(state.game, shared=True, **parameters) for _ in range(trees)]
    for tree in parallel:
        tree.set_root(state.view(state.turn), rng)
        rng.jump()
    return ParallelTrees(parallel)


def position(name: str) -> aicore.State:
    """Return the first decision of a game with a choice."""
    chance = aicore.Chance(3)
    state = aicore.load(name).start()
    chance.settle(state)
    while len(state.legal()) < 2:
        state.apply(state.legal()[0])
        chance.settle(state)
    return state


def visits(tree: Tree) -> dict[str, int]:
    """Return the simulations of the root's actions."""
    return {tree.game.text(row[0]): row[2] for row in tree.root_stats()}


@pytest.mark.parametrize("name", [name for name in GAMES if name != "pig"])
def test_a_tree_counts_only_its_own_simulations(name: str) -> None:
    parallel = rooted(position(name), trees=3, prior=2)
    assert not parallel.run([300, 200, 100], math.inf)
    for tree, sims in zip(parallel.trees, (300, 200, 100), strict=True):
        rows = tree.root_stats()
        assert tree.done == sum(row[2] for row in rows) == sims
        seen = sum(row[1] - row[2] for row in rows)  # the prior's initial evaluations, 2 each
        assert seen == 2 * sum(row[1] > 0 for row in rows)
        for _, _, count, totals, *_ in rows:
            assert all(0 <= total <= count for total in totals)


def test_a_tree_goes_where_others_found_good_moves() -> None:
    state = aicore.load("connect_four").start()
    for move in MUST_BLOCK:
        state.apply(move)
    parallel = rooted(state, prior=0)
    hearing, alone = parallel.trees[1], rooted(state).trees[1]
    parallel.run([6000, 8], math.inf)
    alone.run(8, math.inf)
    before, before_alone = visits(hearing), visits(alone)
    parallel.run([6000, 48], math.inf)
    alone.run(48, math.inf)
    assert visits(hearing)["f"] - before["f"] >= 24  # of 40: until it proves that the others lose
    assert visits(alone)["f"] - before_alone["f"] < 16


@pytest.mark.parametrize("name", GAMES)
def test_the_number_of_calls_and_threads_changes_nothing(name: str) -> None:
    state = position(name)
    whole = rooted(state)
    whole.run([500, 500], math.inf)
    parts = ParallelTrees(list(rooted(state).trees), 2)
    for sims in (3, 8, 9, 100, 101, 350, 500):
        parts.run([sims, sims], math.inf)
    for one, other in zip(whole.trees, parts.trees, strict=True):
        assert one.root_stats() == other.root_stats()
        assert (one.nodes, one.edges, one.used) == (other.nodes, other.edges, other.used)


@pytest.mark.parametrize("kib", effort([512, 850, 1200], [512, 600, 700, 850, 1000, 1200, 1500]))
def test_trees_keep_within_their_memory(kib: int) -> None:
    """Memory may be full when the root's edges move; results of other trees stay unchanged."""
    state = next(s for s in decisions(aicore.load("gratis3"), 0) if len(s.legal()) > 100)
    parallel = [Tree(state.game, kib << 10, shared=True, reach=1 << 20) for _ in range(2)]
    for tree in parallel:
        tree.set_root(state.view(state.turn), Rng(1))
    ParallelTrees(parallel).run([4000, 4000], math.inf)
    for tree in parallel:
        with suppress(MemoryError):
            assert tree.unprune() == len(state.legal())
        rows = tree.root_stats()
        assert sum(row[2] for row in rows) == sum(row[1] for row in rows) == 4000
        assert tree.used <= kib << 10


@pytest.mark.parametrize("trees", [2, 3, 7])
@pytest.mark.parametrize("name", GAMES)
def test_each_tree_searches_below_its_own_actions(name: str, trees: int) -> None:
    state = position(name)
    parallel = rooted(state, trees)
    moves = [row[0] for row in parallel.trees[0].root_stats()][:5]
    before = 0
    for left, sims in ((len(moves), 105), (max(1, len(moves) // 2), 210)):
        parallel.restrict(moves[:left])
        parallel.run([sims] * trees, math.inf)
        found = [{row[0]: row[2] for row in tree.root_stats() if row[2]} for tree in parallel.trees]
        sums = [sum(one.get(move, 0) for one in found) for move in moves[:left]]
        even = before + 105 * trees / left
        assert all(abs(each - even) <= trees for each in sums)
        assert sum(map(len, found)) <= (len(moves) + trees - 1) * (1 if before == 0 else 2)
        before = even


def test_trees_together_run_the_simulations_of_one() -> None:
    """In Leduc poker, call and fold end the game here, so luck alone decides their values."""
    state = aicore.load("leduc_poker").start()
    for event in ("deal 0 Qh", "deal 1 Kh", "check", "check", "public Js", "check", "bet", "raise"):
        state.apply(event)
    actions = [state.game.parse(move) for move in ("call", "fold")]
    found = []
    for trees in (1, 2, 3, 5):
        parallel = rooted(state, trees)
        parallel.begin(Rng(4))
        parallel.restrict(actions)
        parallel.run([300 // trees] * trees, math.inf)
        totals = dict.fromkeys(actions, 0.0)
        for tree in parallel.trees:
            for action, _, _, rewards, *_ in tree.root_stats():
                if action in totals:
                    totals[action] += rewards[state.turn]
        found.append([totals[action] for action in actions])
    assert all(one == pytest.approx(found[0]) for one in found)


def test_only_the_roots_actions_share_simulations() -> None:
    parallel = rooted(position("pig"))
    for wrong in ([1 << 20], [-1], [1 << 40], ["x"]):
        with pytest.raises((aicore.AicoreError, TypeError)):
            parallel.restrict(wrong)
    moves = [row[0] for row in parallel.trees[0].root_stats()]
    parallel.restrict(moves * 50)
    parallel.run([40, 40], math.inf)


def test_bad_numbers_are_refused() -> None:
    parallel = rooted(position("pig"))
    with pytest.raises(aicore.AicoreError):
        parallel.run([10, -1], math.inf)
    with pytest.raises(aicore.AicoreError):
        parallel.run([10], math.inf)
    one, two = parallel.trees
    for trees, threads in (([one, two], 0), ([], 1), ([one, Tree(one.game)], 1)):
        with pytest.raises(aicore.AicoreError):
            ParallelTrees(trees, threads)
    with pytest.raises(aicore.AicoreError):  # one tree cannot be searched twice at once
        ParallelTrees([one, one]).run([10, 10], math.inf)
    two = Tree(one.game, shared=True)
    with pytest.raises(aicore.AicoreError):  # it has no root
        ParallelTrees([one, two]).run([10, 10], math.inf)
    with pytest.raises(aicore.AicoreError):
        ParallelTrees([one, Tree(aicore.load("leduc_poker"), shared=True)])
    elsewhere = position("pig")
    elsewhere.apply("roll")
    aicore.Chance(1).settle(elsewhere)
    two.set_root(elsewhere.view(elsewhere.turn), Rng(1))
    with pytest.raises(aicore.AicoreError):
        ParallelTrees([one, two]).run([10, 10], math.inf)
