"""Speed of games and searches, for pytest-benchmark; bench/README.md explains comparisons.

Each benchmark does a fixed piece of work on positions that are always the same. `per` in its extra
information is the number of units, such as actions, lists, plies, copies, simulations or games.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

import aicore
from aicore.arena.block_runner import BlockRunner
from aicore.arena.plan import Plan, configure
from aicore.core.game import Game, State
from aicore.search.expectimax import Expectimax

POSITIONS = 32
SIMULATIONS = 1000

pytestmark = pytest.mark.parametrize(
    "game", [*map(aicore.load, aicore.names())], ids=aicore.names()
)


def choices(game: Game) -> list[State]:
    """Return every third position with a choice in random games."""
    rng = aicore.Rng(2026)
    found: list[State] = []
    met = 0
    while len(found) < POSITIONS:
        state = game.start()
        while state.turn != aicore.END and len(found) < POSITIONS:
            if len(state.legal_actions()) > 1:
                met += 1
                if met % 3 == 0:
                    found.append(state.clone())
            state.apply(state.sample(rng))
    return found


def measure(benchmark: BenchmarkFixture, per: int, work: Callable[[], object]) -> None:
    """Time the work, and record its number of units."""
    benchmark.extra_info["per"] = per
    benchmark(work)


def test_apply(benchmark: BenchmarkFixture, game: Game) -> None:
    """Benchmark applying each position's first action to a copy of the position."""
    pairs = [(state, state.legal_actions()[0]) for state in choices(game)]

    def work() -> None:
        for state, action in pairs:
            state.clone().apply(action)

    measure(benchmark, len(pairs), work)


def test_actions(benchmark: BenchmarkFixture, game: Game) -> None:
    """Benchmark listing the legal actions."""
    states = choices(game)
    measure(benchmark, len(states), lambda: [state.legal_actions() for state in states])


def test_sample(benchmark: BenchmarkFixture, game: Game) -> None:
    """Benchmark drawing a random action without a list of actions."""
    states, rng = choices(game), aicore.Rng(1)
    measure(benchmark, len(states), lambda: [state.sample(rng) for state in states])


def test_playout(benchmark: BenchmarkFixture, game: Game) -> None:
    """Benchmark uniform play from the start to the end, the same games in every round."""
    start = game.start()

    def work() -> int:
        rng = aicore.Rng(1)
        return sum(start.clone().play_out(rng) for _ in range(POSITIONS))

    measure(benchmark, work(), work)


def test_copy(benchmark: BenchmarkFixture, game: Game) -> None:
    """Benchmark copying a state."""
    states = choices(game)
    measure(benchmark, len(states), lambda: [state.clone() for state in states])


def test_simulations(benchmark: BenchmarkFixture, game: Game) -> None:
    """Benchmark the tree search with the game's defaults, one thread."""
    state = choices(game)[0]
    view = state.view(state.turn)
    player = aicore.player(f"mcts:sims={SIMULATIONS},threads=1", game, seed=1)

    def work() -> int:
        player.decisions = 0  # the same random numbers again
        return player.decide(view).simulations

    measure(benchmark, work(), work)


def test_nodes(benchmark: BenchmarkFixture, game: Game) -> None:
    """Benchmark two plies of expectimax in two worlds."""
    state = choices(game)[0]
    view = state.view(state.turn)
    searcher = Expectimax(game, depth=2, worlds=2, samples=2)
    nodes = searcher.search(view, aicore.Rng(1)).nodes
    measure(benchmark, nodes, lambda: searcher.search(view, aicore.Rng(1)))


@pytest.mark.parametrize("luck", [True, False], ids=["luck", "plain"])
def test_block(benchmark: BenchmarkFixture, game: Game, luck: bool) -> None:
    """Benchmark a tournament's block of random players, with records, with and without luck."""
    config = configure(game, ["random", "random"], games=2, seed="1", luck=luck)
    block, runner = Plan(config).block(0), BlockRunner(config)
    measure(benchmark, len(block.seatings), lambda: runner.play(block))
