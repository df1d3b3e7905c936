"""Tests of simulations in progress at once: the number of threads changes no decision."""

from __future__ import annotations

import resource
import sys
from pathlib import Path

import pytest

import aicore
from aicore.core.errors import AicoreError
from aicore.search.exact import solve
from aicore.search.mcts.tree import Tree
from kit.effort import THOROUGH

STATM, TASKS = Path("/proc/self/statm"), Path("/proc/self/task")
SPECS = (
    "mcts:sims=301",
    "mcts:sims=301,opponents=blind",
    "mcts:sims=301,root=halving",
    "mcts:sims=301,widen=1,prune=off,playouts=uniform",
)
TABLES = [(name, {}) for name in aicore.names()]
TABLES += [("booster", {"seats": 4}), ("pig", {"seats": 3}), ("gratis3", {"seats": 3})]


def choice(name: str, skip: int = 6, **options: int) -> aicore.State:
    """Return a position in which a seat has a choice, after some random decisions."""
    chance, rng = aicore.Chance(4), aicore.Rng(4)
    state = aicore.load(name, **options).start()
    chance.settle(state)
    for _ in range(2 if name in ("kuhn_poker", "leduc_poker", "tic_tac_toe") else 200):
        if skip <= 0 and len(state.legal()) > 1:
            break
        after = state.clone()
        after.apply(state.sample(rng))
        chance.settle(after)
        if after.turn == aicore.END:
            break
        state, skip = after, skip - 1
    return state


def summary(state: aicore.State, spec: str) -> dict[str, object]:
    """Return all of a decision except its time."""
    decision = aicore.player(spec, state.game, seed=5).decide(state.view(state.turn))
    return {key: value for key, value in vars(decision).items() if key != "seconds"}


@pytest.mark.parametrize(("name", "options"), TABLES)
@pytest.mark.parametrize("spec", SPECS)
def test_the_number_of_threads_changes_nothing(
    name: str, options: dict[str, int], spec: str
) -> None:
    state = choice(name, **options)
    for batch in (1, 3, 16) if THOROUGH else (1, 3):
        alone = summary(state, f"{spec},batch={batch}")
        for threads in (2, 4, 16) if THOROUGH else (4,):
            assert summary(state, f"{spec},batch={batch},threads={threads}") == alone


@pytest.mark.parametrize(("name", "options"), TABLES)
@pytest.mark.parametrize("batch", [1, 3, 16])
def test_no_simulation_is_lost(name: str, options: dict[str, int], batch: int) -> None:
    """All simulations have finished when the search ends, so the counts add up."""
    state = choice(name, **options)
    tree = Tree(state.game, 1 << 24, batch=batch)
    if tree.set_root(state.view(state.turn), aicore.Rng(3)) < 2:
        return
    for sims in (7, 120, 500):
        tree.run(sims, float("inf"), 2)
        rows = tree.root_stats()
        assert sum(visits for _, _, visits, *_ in rows) == tree.done
        for _, weight, visits, *_ in rows:
            again = weight - visits  # also reached below the root
            assert again == 0 or (name == "pig" and again > 0)
        assert tree.done == sims or any(low == high for *_, low, high in rows)
        for _, _, visits, totals, *_ in rows:
            assert all(0 <= total <= visits for total in totals)


def test_slices_of_time_change_nothing() -> None:
    state = choice("leduc_poker", 1)
    whole, sliced = (Tree(state.game, 1 << 24, batch=16) for _ in range(2))
    for tree in (whole, sliced):
        tree.set_root(state.view(state.turn), aicore.Rng(3))
    whole.run(500, float("inf"))
    while sliced.run(500, 0.0, 2):  # some simulations each time; others stay in progress
        assert sum(visits for _, _, visits, *_ in sliced.root_stats()) == sliced.done
    assert whole.root_stats() == sliced.root_stats()


def test_an_outside_judge_answers_before_the_search_continues() -> None:
    state = choice("connect_four")
    tree = Tree(state.game, 1 << 24, batch=8)
    tree.set_root(state.view(state.turn), aicore.Rng(3))
    tree.run(200, 0.0)  # leaves some in progress
    done = tree.done
    tree.root_observation()
    shown = tree.collect_leaves(400)
    assert shown is not None
    with pytest.raises(AicoreError, match="still waiting for answers"):
        tree.collect_leaves(400)
    with pytest.raises(AicoreError, match="still waiting for answers"):
        tree.run(400, float("inf"))
    tree.apply_values([0.5] * len(shown))
    assert tree.done > done
    tree.run(400, float("inf"), 2)
    assert sum(visits for _, _, visits, *_ in tree.root_stats()) == tree.done == 400


def test_a_batch_proves_the_same_as_single_simulations() -> None:
    state = choice("tic_tac_toe", 2)
    seat = state.turn
    solution = solve(state.game)
    decision = aicore.player("mcts:sims=100000,batch=16,threads=2", state.game, seed=1).decide(
        state.view(seat)
    )
    assert decision.simulations < 100000  # it was proven
    assert decision.candidates[0].values[seat] == solution.value(state)[seat]


def test_a_batch_tends_to_the_exact_value() -> None:
    state = aicore.load("pig", target=20).start()
    chance = aicore.Chance(3)
    chance.settle(state)
    while len(state.legal()) < 2:
        state.apply(state.legal()[0])
        chance.settle(state)
    seat = state.turn
    solution = solve(state.game)
    decision = aicore.player("mcts:sims=20000,batch=32,threads=2", state.game, seed=1).decide(
        state.view(seat)
    )
    after = state.clone()
    after.apply(decision.action)
    exact = solution.value(after)[seat]
    assert decision.candidates[0].values[seat] == pytest.approx(exact, abs=0.03)


def test_a_batch_spreads_over_the_actions() -> None:
    """A batch of seven leaves tries each of seven columns once."""
    state = aicore.load("connect_four").start()
    tree = Tree(state.game, 1 << 24, batch=7)
    tree.set_root(state.view(0), aicore.Rng(3))
    tree.root_observation()
    assert len(tree.collect_leaves(7)) == 7
    tree.apply_values([0.5] * 7)
    assert [visits for _, _, visits, *_ in tree.root_stats()] == [1] * 7


@pytest.mark.parametrize(("name", "options"), TABLES)
def test_batches_grow_with_the_finished_simulations(name: str, options: dict[str, int]) -> None:
    """In 120 simulations, 1 is in progress, plus 1 for every 32 finished ones, but never 256."""
    state = choice(name, **options)
    few, many = (summary(state, f"mcts:sims=120,net=none,batch={most}") for most in (4, 256))
    assert few == many


@pytest.mark.skipif(not STATM.exists(), reason="the memory in use is read from /proc")
def test_batches_leave_nothing_behind() -> None:
    """No memory, thread or reference of a deleted tree is left."""
    state = choice("connect_four")
    view = state.view(state.turn)

    def search(times: int) -> int:
        """Return the kilobytes in use after this many searches."""
        for _ in range(times):
            tree = Tree(state.game, 1 << 20, batch=64)
            tree.set_root(view, aicore.Rng(1))
            tree.run(64, float("inf"), 2)
        return int(STATM.read_text().split()[1]) * (resource.getpagesize() >> 10)

    before = search(20)
    threads = len(list(TASKS.iterdir()))
    references = sys.getrefcount(state.game)
    assert search(200) - before < 20_000  # a tree's leaves alone take 340 kilobytes
    assert len(list(TASKS.iterdir())) <= threads + 1
    assert sys.getrefcount(state.game) <= references + 1
