"""Tests of searchers against independent recursions, known facts and their documentation."""

from __future__ import annotations

import dataclasses
import math
import pickle
import subprocess
import sys
from itertools import islice
from pathlib import Path

import pytest

import aicore
from aicore.core.decision import Decision, StopSearch
from aicore.core.game import Game, State
from aicore.search.exact import minimax
from aicore.search.expectimax import Expectimax
from aicore.search.flat import Flat
from aicore.search.mcts import Mcts
from aicore.search.mcts.searcher import RootAction
from aicore.search.mcts.tree import Tree
from kit.effort import effort
from kit.positions import decisions
from kit.positions import walk as walk_of

SEARCHING = ("mcts:sims=300", "expectimax:depth=2,worlds=4", "flat:sims=300", "greedy:samples=4")


def reward(game: Game, values: list[float]) -> list[float]:
    """Return values scaled to 0 .. 1."""
    return [(value - game.low) / (game.high - game.low) for value in values]


def naive(state: State, depth: int) -> list[float]:
    """Return every seat's reward by plain recursion: no bounds, no table, every outcome."""
    game = state.game
    if state.turn == aicore.END:
        return reward(game, state.returns())
    if state.turn == aicore.CHANCE:
        total = [0.0] * game.seats
        for outcome, chance in state.outcome_actions():
            after = state.clone()
            after.apply(outcome)
            total = [t + chance * v for t, v in zip(total, naive(after, depth), strict=True)]
        return total
    if depth == 0:
        return reward(game, state.evaluate())
    best: list[float] = []
    for action in state.legal_actions():
        after = state.clone()
        after.apply(action)
        values = naive(after, depth - 1)
        if not best or values[state.turn] > best[state.turn]:
            best = values
    return best


def walk(game: Game, seed: int, plies: int) -> State:
    """Return the last position with a choice in `plies` of a random game, or its first."""
    found = [
        state for state in islice(walk_of(game, seed), plies) if len(state.legal_actions()) > 1
    ]
    first = found[-1] if found else next(decisions(game, seed), None)
    return first or walk(game, seed + 1000, plies)


@pytest.mark.parametrize(
    ("name", "seats", "depth"),
    [("tic_tac_toe", 2, 3), ("connect_four", 2, 3), ("pig", 2, 2), ("pig", 3, 2), ("pig", 4, 1)],
)
def test_expectimax_equals_plain_recursion(name: str, seats: int, depth: int) -> None:
    game = aicore.load(name, seats=seats)
    searcher = Expectimax(game, depth=depth)
    for seed in range(40):
        state = walk(game, seed, plies=seed % 12)
        seat = state.turn
        expected = naive(state, depth)
        decision = searcher.search(state.view(seat), aicore.Rng(seed))
        best = decision.candidates[0]
        assert best.action == decision.action
        found = reward(game, list(best.values))
        assert found[seat] == pytest.approx(expected[seat], abs=1e-9)
        if decision.depth < depth:  # only if nothing deeper could change it
            full = name == "tic_tac_toe" and decision.depth == len(state.legal_actions())
            assert full or expected[seat] in (0.0, 1.0)


def test_a_sure_win_ends_the_deepening() -> None:
    """x a1, a2 against o c3, b3 wins at once with a3; without the first a1 nothing is sure yet."""
    state = aicore.load("tic_tac_toe").start()
    searcher = Expectimax(state.game, depth=3)
    for move in ("a1", "c3", "a2", "b3"):
        assert searcher.search(state.view(state.turn), aicore.Rng(1)).depth == 3
        state.apply(move)
    decision = searcher.search(state.view(state.turn), aicore.Rng(1))
    assert (decision.action, decision.depth) == ("a3", 1)


def test_expectimax_bounds_are_honest() -> None:
    """A value marked as a bound is at least the true one; all others are exact."""
    game = aicore.load("connect_four")
    searcher = Expectimax(game, depth=3)
    kinds: set[bool] = set()
    for seed in range(30):
        state = walk(game, seed, plies=6 + seed % 10)
        decision = searcher.search(state.view(state.turn), aicore.Rng(seed))
        if decision.depth < 3:
            continue
        for candidate in decision.candidates:
            after = state.clone()
            after.apply(candidate.action)
            true = naive(after, 2)[state.turn]
            shown = reward(game, list(candidate.values))[state.turn]
            kinds.add(candidate.bound)
            if candidate.bound:
                assert shown >= true - 1e-9
            else:
                assert shown == pytest.approx(true, abs=1e-9)
    assert kinds == {False, True}


def test_averaging_over_worlds_is_exact_for_a_small_deal() -> None:
    """In Kuhn poker, for the first seat, the mean over two worlds equals open-card values."""
    game = aicore.load("kuhn_poker")
    state = game.start()
    for outcome in state.outcomes()[1][0], None:
        state.apply(outcome if outcome else state.outcomes()[0][0])
    decision = Expectimax(game, depth=6, worlds=4000).search(state.view(0), aicore.Rng(1))
    worlds = {}
    rng = aicore.Rng(5)
    while len(worlds) < 2:
        world = state.resample(0, rng)
        worlds[bytes(world)] = world
    for candidate in decision.candidates:
        total = 0.0
        for world in worlds.values():
            after = world.clone()
            after.apply(candidate.action)
            total += naive(after, 9)[0] / 2
        mean = reward(game, list(candidate.values))[0]
        error = max(candidate.error / (game.high - game.low), 1e-12)
        assert abs(mean - total) < 5 * error + 1e-9


def test_mcts_and_expectimax_agree_on_tic_tac_toe() -> None:
    """Every opening is a draw under best play (exhaustive search; a classic fact)."""
    game = aicore.load("tic_tac_toe")
    decision = Expectimax(game, depth=9).search(game.start().view(0), aicore.Rng(0))
    assert decision.candidates[0].values == (0.5, 0.5)
    decision = Mcts(game, sims=1_000_000, c=1.0).search(game.start().view(0), aicore.Rng(0))
    assert decision.candidates[0].values[0] == pytest.approx(0.5, abs=0.02)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("mcts:sims=5000", "random"),
        ("random", "mcts:sims=5000"),
        ("expectimax:depth=9", "random"),
        ("random", "expectimax:depth=9"),
        ("mcts:sims=5000", "expectimax:depth=9"),
        ("expectimax:depth=9", "mcts:sims=5000"),
    ],
)
def test_searchers_never_lose_tic_tac_toe(first: str, second: str) -> None:
    game = aicore.load("tic_tac_toe")
    players = [aicore.player(spec, game, seed) for seed, spec in enumerate((first, second))]
    games = effort(40, 500)
    lost = dict.fromkeys((0, 1), 0)
    for _ in range(games):
        state = game.start()
        while state.turn != aicore.END:
            state.apply(players[state.turn].decide(state.view(state.turn)).action)
        for seat in (0, 1):
            lost[seat] += state.returns()[seat] == 0.0
    for seat, spec in enumerate((first, second)):
        if spec != "random":
            assert lost[seat] == 0, f"{spec} lost {lost[seat]} of {games}"


@pytest.mark.parametrize("name", ["tic_tac_toe", "connect_four"])
@pytest.mark.parametrize("searcher", [Mcts, Flat])
def test_an_immediate_win_is_taken(name: str, searcher: type[Mcts] | type[Flat]) -> None:
    game = aicore.load(name)
    found = 0
    for seed in range(60):
        state = walk(game, seed, plies=12)
        wins = []
        for action in state.legal():
            after = state.clone()
            after.apply(action)
            if after.turn == aicore.END and after.returns()[state.turn] == 1.0:
                wins.append(action)
        if wins:
            found += 1
            decision = searcher(game, sims=2000).search(state.view(state.turn), aicore.Rng(seed))
            assert decision.action in wins or decision.candidates[0].values[state.turn] == 1.0
    assert found >= 5


def without_time(decision: Decision) -> Decision:
    """Return the decision without its time."""
    return dataclasses.replace(decision, seconds=0.0)


@pytest.mark.parametrize("name", ["connect_four", "pig", "leduc_poker", "booster", "ransom"])
@pytest.mark.parametrize("spec", SEARCHING)
def test_equal_seeds_give_equal_decisions(name: str, spec: str) -> None:
    game = aicore.load(name)
    state = walk(game, 3, plies=20)
    view = state.view(state.turn)
    first = aicore.player(spec, game, seed=11).decide(view)
    again = aicore.player(spec, game, seed=11).decide(pickle.loads(pickle.dumps(view)))
    assert without_time(first) == without_time(again)


def test_decisions_do_not_depend_on_the_process() -> None:
    program = (
        "import aicore, dataclasses\n"
        "game = aicore.load('leduc_poker')\n"
        "state = game.start()\n"
        "aicore.Chance(5).settle(state)\n"
        "player = aicore.player('mcts:sims=500', game, seed=2)\n"
        "decision = player.decide(state.view(state.turn))\n"
        "print(dataclasses.replace(decision, seconds=0.0))\n"
    )
    runs = {
        subprocess.run(
            [sys.executable, "-c", program], check=True, capture_output=True, text=True, cwd="/"
        ).stdout
        for _ in range(3)
    }
    assert len(runs) == 1


def test_an_earlier_search_does_not_change_a_later_one() -> None:
    """A decision is a function of seed, count and view: going back repeats it."""
    game = aicore.load("connect_four")
    one, two = walk(game, 1, plies=4), walk(game, 2, plies=8)
    for spec in SEARCHING:
        player = aicore.player(spec, game, seed=4)
        first = player.decide(one.view(one.turn))
        player.decide(two.view(two.turn))
        player.decisions = 0
        assert without_time(player.decide(one.view(one.turn))) == without_time(first)


@pytest.mark.parametrize("kib", [200, 413, 1000])
@pytest.mark.parametrize("name", ["connect_four", "booster", "gratis3"])
def test_a_tree_fills_its_memory_and_never_exceeds_it(name: str, kib: int) -> None:
    """Nodes stop at 90 % or more of the limit; the rest is for bounds if the game has any."""
    limit, sims, before, after = kib << 10, 0, -1, 0
    tree = Tree(aicore.load(name), limit)
    state = walk(tree.game, 1, plies=4)
    tree.set_root(state.view(state.turn), aicore.Rng(1))
    while after != before and sims < 100_000:
        sims += 1000
        tree.run(sims, math.inf)
        before, after = after, tree.nodes + tree.edges
        assert tree.used <= tree.allocated <= limit
    assert tree.used >= 0.9 * limit
    tree.run(sims + 5000, math.inf)
    assert tree.done == sims + 5000
    assert tree.used <= tree.allocated <= limit


def test_nodes_take_little_memory_for_untried_actions() -> None:
    """A node with all seven edges would take 200 bytes, but most nodes try few actions."""
    tree = Tree(aicore.load("connect_four"), 1 << 24)
    tree.set_root(tree.game.start().view(0), aicore.Rng(1))
    tree.run(20_000, math.inf)
    assert 6 * tree.nodes < tree.edges
    assert tree.used < 150 * tree.nodes


def test_bounds_use_the_memory_that_nodes_leave() -> None:
    """Near its end, a game that is too long to solve proves far more than there is room for."""
    limit = 500 << 10
    tree = Tree(aicore.load("connect_four"), limit)
    state = walk(tree.game, 1, plies=18)
    tree.set_root(state.view(state.turn), aicore.Rng(1))
    tree.run(1 << 18, math.inf)
    assert 0.99 * limit < tree.used <= tree.allocated <= limit


def test_memory_cap_ends_growth_and_not_the_search() -> None:
    game = aicore.load("connect_four")
    small = Mcts(game, sims=100_000, memory=1).search(game.start().view(0), aicore.Rng(1))
    large = Mcts(game, sims=100_000, memory=64).search(game.start().view(0), aicore.Rng(1))
    assert small.simulations == large.simulations == 100_000
    assert small.nodes < (1 << 20) // 40 < large.nodes  # 40 bytes per node, without edges


def test_visits_add_up_and_values_stay_in_range() -> None:
    for name in aicore.names():
        game = aicore.load(name)
        state = walk(game, 7, plies=30)
        searcher = Mcts(game, sims=500, prune="off")  # one promising action needs no search
        decision = searcher.search(state.view(state.turn), aicore.Rng(1))
        assert sum(candidate.visits for candidate in decision.candidates) == decision.simulations
        assert decision.simulations == 500 or name in ("tic_tac_toe", "connect_four")  # proven
        visits = [candidate.visits for candidate in decision.candidates]
        if decision.simulations == 500:  # otherwise proven actions come first
            assert visits == sorted(visits, reverse=True)
        assert decision.continuation[0] == decision.action == decision.candidates[0].action
        for candidate in decision.candidates:
            assert all(game.low <= value <= game.high for value in candidate.values)


def test_a_proven_win_ends_the_search() -> None:
    """x a1, a2 and b1 against o c3, b3: c1 and a3 win at once."""
    game = aicore.load("tic_tac_toe")
    state = game.start()
    for move in ("a1", "c3", "a2", "b3"):
        state.apply(move)
    decision = Mcts(game, sims=100_000).search(state.view(0), aicore.Rng(1))
    assert decision.action == "a3"
    assert decision.candidates[0].values == (1.0, 0.0)
    assert decision.simulations < 1000


def test_progress_names_legal_actions() -> None:
    game = aicore.load("connect_four")
    state = game.start()
    heard: list[tuple[str, float]] = []
    player = aicore.player("mcts:time=0.2", game)
    player.decide(state.view(0), progress=lambda action, value: heard.append((action, value)))
    assert heard
    assert all(action in state.legal() and 0.0 <= value <= 1.0 for action, value in heard)


def test_a_lone_action_needs_no_search() -> None:
    game = aicore.load("pig")
    view = game.start().view(0)
    assert view.legal() == ["roll"]
    for spec in SEARCHING:
        decision = aicore.player(spec, game).decide(view)
        assert decision.action == "roll"
        assert decision.simulations == 0


def test_only_the_seat_to_move_decides() -> None:
    game = aicore.load("tic_tac_toe")
    with pytest.raises(ValueError, match="seat 1 is not to move"):
        aicore.player("random", game).decide(game.start().view(1))


def test_look_ahead_starts_the_root_and_is_not_counted() -> None:
    """With few simulations the search follows one-step look-ahead; visits are simulations only."""
    game = aicore.load("pig")
    agreed = 0
    for seed in range(20):
        state = walk(game, seed, plies=40)
        view = state.view(state.turn)
        decision = Mcts(game, sims=20, c=0.01, prior=10_000).search(view, aicore.Rng(seed))
        assert sum(candidate.visits for candidate in decision.candidates) == 20
        greedy = aicore.player("greedy:samples=400", game, seed).decide(view)
        first, second = (candidate.values[view.seat] for candidate in greedy.candidates)
        agreed += decision.action == greedy.action or abs(first - second) < 0.05
    assert agreed >= 19


def forced_wins() -> list[tuple[str, str]]:
    """Return the listed Connect Four positions: the moves so far, and the first moves that win."""
    lines = Path(__file__).with_name("connect_four_wins.txt").read_text().splitlines()
    rows = [tuple(line.split()) for line in lines if not line.startswith("#")]
    return [(moves, wins) for moves, wins in rows]


def after_moves(moves: str) -> State:
    """Return the position after columns were played in turn."""
    state = aicore.load("connect_four").start()
    for move in moves:
        state.apply(move)
    return state


@pytest.mark.parametrize(("moves", "wins"), forced_wins())
def test_expectimax_finds_every_forced_win(moves: str, wins: str) -> None:
    state = after_moves(moves)
    player = aicore.player("expectimax:depth=42", state.game)
    decision = player.decide(state.view(state.turn))
    assert decision.action in wins
    assert decision.candidates[0].values[state.turn] == 1.0
    assert decision.depth > 1  # not a win in one


@pytest.mark.parametrize(("moves", "wins"), forced_wins()[3::6])
def test_mcts_proves_forced_wins(moves: str, wins: str) -> None:
    state = after_moves(moves)
    decision = aicore.player("mcts:sims=200000", state.game).decide(state.view(state.turn))
    assert decision.action in wins
    best = decision.candidates[0]
    assert best.values == (1.0 - state.turn, float(state.turn))  # not the sampled mean
    assert best.error == 0.0
    assert best.visits < 200000


def test_proven_values_are_exact_and_bounds_clamp_means() -> None:
    """Every displayed value is consistent with the true one, by the exact solver."""
    game, proven, exact = aicore.load("tic_tac_toe"), 0, 0
    for seed in range(12):
        state = walk(game, seed, plies=3)
        mcts = Mcts(game, sims=3000)
        found = mcts.search(state.view(state.turn), aicore.Rng(seed)).candidates
        bounds = {root.action: (root.low, root.high) for root in mcts._merge({})}
        for candidate in found:
            after = state.clone()
            after.apply(candidate.action)
            low, high = bounds[game.parse(candidate.action)]
            value = candidate.values[state.turn]
            assert low <= value <= high
            assert sum(candidate.values) == pytest.approx(1.0)
            assert low <= minimax(after)[state.turn] <= high
            if low == high:
                exact += 1
                assert candidate.error == 0.0
        proven += bounds[game.parse(found[0].action)][0] == minimax(state)[state.turn]
    assert proven == 12
    assert exact > 12


def test_a_mean_outside_proven_bounds_is_clamped() -> None:
    root = RootAction(0, 10, 10, (7.0, 3.0), 7.0, 7.0, low=0.0, high=0.5)
    assert [root.value(seat, 0) for seat in range(2)] == [0.5, 0.5]
    assert [root.value(seat, 1) for seat in range(2)] == [0.7, 0.3]  # within the bounds: as sampled
    assert root.error > 0
    assert RootAction(0, 10, 10, (7.0, 3.0), 7.0, 7.0, low=0.5, high=0.5).error == 0.0
    three = RootAction(0, 10, 10, (5.0, 3.0, 2.0), 5.0, 5.0, low=0.0, high=1.0)
    assert [three.value(seat, 0) for seat in range(3)] == [0.5, 0.3, 0.2]


@pytest.mark.slow
@pytest.mark.parametrize(("moves", "wins"), forced_wins())
def test_the_listed_wins_match_the_exact_solver(moves: str, wins: str) -> None:
    state = after_moves(moves)
    winning = ""
    for action in state.legal():
        after = state.clone()
        after.apply(action)
        winning += action if minimax(after)[state.turn] == 1.0 else ""
    assert winning == wins


@pytest.mark.parametrize("spec", ["mcts:time=60", "mcts:time=60,root=halving", "flat:time=60"])
def test_stop_search_decides_by_the_results_so_far(spec: str) -> None:
    """The caller stops the search at the first report of progress."""
    view = aicore.load("connect_four").start().view(0)
    lines: list[str] = []

    def progress(choice: str, value: float) -> None:
        lines.append(choice)
        raise StopSearch

    decision = aicore.player(spec, view.game).decide(view, progress)
    assert len(lines) == 1
    assert decision.action in view.legal()
    assert decision.candidates[0].visits > 0
    assert decision.seconds < 30


def test_stop_search_ends_the_deepening_after_a_depth() -> None:
    view = aicore.load("connect_four").start().view(0)

    def progress(choice: str, value: float) -> None:
        raise StopSearch

    decision = aicore.player("expectimax:depth=30,time=60", view.game).decide(view, progress)
    assert decision.depth == 1
    assert decision.action in view.legal()
