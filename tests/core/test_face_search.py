"""Tests of searchers' arguments: any trees, numbers and bounds, with one clear error for each."""

from __future__ import annotations

import math
from typing import Any

import pytest

import aicore
from aicore.arena.speed import measure
from aicore.core.parameter import Parameter
from aicore.core.rng import Rng
from aicore.search import flat
from aicore.search.expectimax import Expectimax, look_ahead
from aicore.search.flat import Flat
from aicore.search.mcts import Mcts, searcher, simulation
from aicore.search.mcts.nodes import NodeArena
from aicore.search.mcts.tree import Tree
from kit.callers import choice, load, numbers, refused


def test_a_tree_needs_a_root_first() -> None:
    tree = Tree(load("pig"))
    for call in (
        lambda: tree.run(10, 1.0),
        lambda: tree.restrict({0}),
        tree.root_stats,
        lambda: tree.continuation(0),
    ):
        assert "set a view as the root first" in refused(call)
    assert (tree.nodes, tree.edges, tree.done) == (0, 0, 0)


@pytest.mark.parametrize("name", aicore.names())
def test_a_continuation_begins_at_the_root(name: str) -> None:
    tree = Tree(load(name))
    view = choice(name)
    tree.set_root(view, Rng(1))
    tree.run(50, math.inf)
    legal = view.legal_actions()
    for number in (*numbers(), -1, 1 << 32, 1 << 70):
        if number not in legal:
            refused(tree.continuation, number)
    assert tree.continuation(legal[0])[0] == load(name).text(legal[0])


def test_a_tree_accepts_any_time_limit() -> None:
    tree = Tree(load("connect_four"))
    tree.set_root(choice("connect_four"), Rng(1))
    for until in (math.nan, -math.inf, 0.0):
        assert tree.run(1 << 53, until)
    assert not tree.run(1, math.inf)
    for sims in (-1, 1 << 70, 1.5, None):
        refused(tree.run, sims, 0.0)
    tree.restrict({1 << 80, "x"})
    refused(tree.restrict, None, by=TypeError)


NUMBERS = [
    (Flat, {"sims": 1}, (*flat.PARAMETERS, Parameter("each", 0, ""))),
    (Expectimax, {}, look_ahead.PARAMETERS),
    (Tree, {}, simulation.TREE),
    (Mcts, {"sims": 1}, searcher.PARAMETERS),
]


@pytest.mark.parametrize(("make", "needs", "some"), NUMBERS)
def test_numeric_parameters_are_checked(
    make: Any, needs: dict[str, Any], some: tuple[Parameter, ...]
) -> None:
    game = load("pig")
    for parameter in some:
        if isinstance(parameter.default, (bool, str)):
            continue
        key, whole = parameter.name, isinstance(parameter.default, int)
        top = int(parameter.most) if whole else parameter.most
        if (make, key) != (Expectimax, "memory"):  # some machines lack a tebibyte
            make(game, **{**needs, key: top})
        make(game, **{**needs, key: type(top)(1)})
        wrong = [math.nan, math.inf, -math.inf, -1e300, 1 << 70, -(1 << 70), 10**5000, "x", None]
        wrong += [[], 1.5] if whole else [[]]
        wrong += [top * 2 + 1]
        for bad in wrong:
            text = refused(lambda bad=bad, key=key: make(game, **{**needs, key: bad}))
            assert text.startswith(f"{key}=")


def test_searches_work_with_the_greatest_values() -> None:
    for name in ("pig", "kuhn_poker", "gratis3", "trader"):
        view = choice(name)
        game = view.game
        spec = "mcts:sims=30,graph=1e6,widen=1e6,c=1e6,cutoff=2147483647,prior=1048576"
        assert aicore.player(spec, game).decide(view).action in view.legal()
        spec = f"flat:sims={1 << 53},time=0.01,cutoff=2147483647"
        assert aicore.player(spec, game).decide(view).action in view.legal()
        spec = f"mcts:sims={1 << 53},time=0.01,cutoff=2147483647"
        assert aicore.player(spec, game).decide(view).action in view.legal()
        spec = f"expectimax:depth=1,nodes={1 << 53},time=0.01,branch=2147483647,worlds=2147483647"
        assert aicore.player(spec, game).decide(view).action in view.legal()


def test_some_bound_is_needed() -> None:
    game = load("booster")
    assert "must be above 0" in refused(lambda: Flat(game, sims=0))
    assert "must be above 0" in refused(lambda: Mcts(game, sims=0))


def test_too_little_and_too_much_memory() -> None:
    game = load("booster")
    text = refused(aicore.player, "mcts:sims=10,trees=256,memory=1", game)
    assert text == "memory=1: not enough MiB for 256 trees of booster"
    view = choice("booster")
    assert aicore.player("mcts:sims=10,memory=1", game).decide(view).action in view.legal()
    for limit in (0, 1000):
        refused(NodeArena, limit, by=MemoryError)
    for limit in (-1, 1 << 63, 1 << 70, 1.5):
        refused(NodeArena, limit)


def test_a_table_that_the_machine_cannot_hold() -> None:
    """The test simulates 64 GiB, because some systems lend more memory than they have."""
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (1 << 36, hard))
    try:
        text = refused(aicore.player, "expectimax:memory=1048576", load("pig"))
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))
    assert text == "memory=1048576: there is not enough memory"


def test_limits_of_playouts() -> None:
    for bad in (-1, 1 << 31, 1 << 70, 1.5, None, "7"):
        state = load("pig").start()
        refused(state.play_out, Rng(1), bad)
        assert state == load("pig").start()
    assert load("pig").start().play_out(Rng(1), (1 << 31) - 1) > 10
    assert load("pig").start().play_out(Rng(1), 0) == 0


def test_measuring_refuses_useless_arguments() -> None:
    game = load("tic_tac_toe")
    for given in ({"seconds": math.inf}, {"seconds": 0.0}, {"threads": 0}, {"sims": -1}):
        refused(lambda given=given: measure(game, **given))


def test_a_player_s_seed_is_an_integer() -> None:
    for bad in ("7", 1.5, None):
        refused(aicore.player, "random", load("pig"), bad, by=TypeError)
