"""Tests of Monte Carlo tree search beyond a good choice: its parameters work."""

from __future__ import annotations

from collections import Counter

import pytest

import aicore
from aicore.core.errors import SpecError
from aicore.search.exact import solve
from aicore.search.mcts import Mcts

GAMES = ("tic_tac_toe", "pig", "leduc_poker", "booster", "gratis3")


def first_choice(name: str, seed: int = 3, **options: int) -> aicore.State:
    """Return the first position of a deal in which a seat has a choice."""
    chance = aicore.Chance(seed)
    state = aicore.load(name, **options).start()
    chance.settle(state)
    while len(state.legal()) < 2:
        state.apply(state.legal()[0])
        chance.settle(state)
    return state


def decide(state: aicore.State, spec: str, seed: int = 1) -> aicore.Decision:
    return aicore.player(spec, state.game, seed=seed).decide(state.view(state.turn))


def summary(decision: aicore.Decision) -> dict[str, object]:
    """Return all of a decision except its time."""
    return {key: value for key, value in vars(decision).items() if key != "seconds"}


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("root", ["ucb", "halving"])
def test_threads_change_nothing(name: str, root: str) -> None:
    state = first_choice(name)
    spec = f"mcts:sims=401,trees=4,root={root}"
    alone = decide(state, spec)
    assert alone.simulations == pytest.approx(401, abs=4)
    for threads in (2, 4):
        assert summary(decide(state, f"{spec},threads={threads}")) == summary(alone)


@pytest.mark.parametrize(
    ("bounds", "trees"),
    [({"time": 0.01}, 3), ({"sims": 90}, 1), ({"sims": 90, "time": 0.01}, 1)],
)
def test_each_thread_has_a_tree_if_only_time_bounds_the_search(
    bounds: dict[str, float], trees: int
) -> None:
    searcher = Mcts(aicore.load("pig"), trees="auto", threads=3, **bounds)
    assert len(searcher.trees) == trees


def test_trees_have_their_own_luck() -> None:
    state = first_choice("pig")
    one = decide(state, "mcts:sims=200")
    two = decide(state, "mcts:sims=400,trees=2")
    visits = {candidate.action: candidate.visits for candidate in one.candidates}
    merged = {candidate.action: candidate.visits for candidate in two.candidates}
    assert sum(merged.values()) == 2 * sum(visits.values())
    assert merged != {action: 2 * number for action, number in visits.items()}


@pytest.mark.parametrize("name", [name for name in GAMES if name != "tic_tac_toe"])
def test_halving_drops_the_worse_half(name: str) -> None:
    state = first_choice(name)
    found = decide(state, "mcts:sims=2000,root=halving").candidates
    width = len(found)
    rounds = (width - 1).bit_length()
    share = 2000 / rounds
    left = width
    expected = [0.0] * width
    for _ in range(rounds):
        for place in range(left):
            expected[place] += share / left
        left = (left + 1) // 2
    assert [c.visits for c in found] == pytest.approx(expected, abs=rounds + 1)


def test_halving_finds_the_move_that_wins() -> None:
    state = aicore.load("tic_tac_toe").start()
    for square in ("a1", "b1", "a2", "b2"):
        state.apply(square)
    assert decide(state, "mcts:sims=200,root=halving").action == "a3"


class Tree:
    """Searched tree with statistics of the root's actions."""

    def __init__(self, *rows: tuple[int, int, float, float, float]) -> None:
        self.rows = rows

    def root_stats(self) -> list[tuple[object, ...]]:
        return [
            (action, visits, visits, (total, visits - total), total, total, low, high)
            for action, visits, total, low, high in self.rows
        ]


def ranked(
    *trees: Tree, survived: dict[int, int] | None = None, **parameters: int | str
) -> list[int]:
    mcts = Mcts(aicore.load("tic_tac_toe"), **parameters)
    mcts.trees = list(trees)  # type: ignore[assignment]
    return [root.action for root in mcts._ranking(survived or {})]


def test_proofs_rank_before_visits() -> None:
    # a draw is proven, but another action may still win: visits decide
    assert ranked(Tree((0, 9, 4.5, 0.5, 0.5), (1, 90, 60.0, 0.0, 1.0))) == [1, 0]
    # nothing can be better than the draw
    assert ranked(Tree((0, 9, 4.5, 0.5, 0.5), (1, 90, 60.0, 0.0, 0.5))) == [0, 1]
    # an action that cannot beat another's proven minimum comes last, however often it was visited
    assert ranked(Tree((0, 9, 4.5, 0.5, 1.0), (1, 90, 60.0, 0.0, 0.5), (2, 8, 4.0, 0.0, 1.0))) == [
        0,
        2,
        1,
    ]
    # unvisited actions come after visited ones
    assert ranked(Tree((0, 0, 0.0, 0.0, 1.0), (1, 3, 0.0, 0.0, 1.0))) == [1, 0]


def test_halving_ranks_by_rounds_then_means_then_visits() -> None:
    rows = [(0, 20, 19.0), (1, 90, 45.0), (2, 80, 48.0), (3, 85, 51.0)]
    tree = Tree(*((*row, 0.0, 1.0) for row in rows))
    # action 0 was lucky in its few visits, but dropped first
    assert ranked(tree, survived={1: 1, 2: 1, 3: 1}, root="halving") == [3, 2, 1, 0]
    assert ranked(tree, root="halving") == [0, 3, 2, 1]


def test_trees_share_their_proofs() -> None:
    mcts = Mcts(aicore.load("tic_tac_toe"), trees=2)
    one, two = Tree((0, 10, 7.0, 0.5, 1.0)), Tree((0, 30, 12.0, 0.0, 0.5))
    mcts.trees = [one, two]  # type: ignore[assignment, list-item]
    (root,) = mcts._merge({})
    assert (root.low, root.high) == (0.5, 0.5)
    assert (root.visits, root.weight, root.totals) == (40, 40, (19.0, 21.0))
    assert root.square == 19.0
    assert root.error == 0.0
    # mean of squares minus square of the mean, over the visits
    root.low = 0.0
    assert root.error == pytest.approx(((19 / 40 - (19 / 40) ** 2) / 40) ** 0.5)


def test_trust_keeps_the_first_action_within_the_error() -> None:
    rows = (0, 40, 20.0, 0.0, 1.0), (1, 60, 36.0, 0.0, 1.0)
    # standard errors of 0.5 and 0.6: 0.079 and 0.063, together 0.101; the means are 0.1 apart
    assert ranked(Tree(*rows)) == [1, 0]
    assert ranked(Tree(*rows), trust=1.0) == [0, 1]
    assert ranked(Tree(*rows), trust=0.9) == [1, 0]
    # the bias counts as another error: 0.101 and 0.04 together are 0.109
    assert ranked(Tree(*rows), trust=0.95, bias=0.04) == [0, 1]
    assert ranked(Tree(*rows), trust=0.9, bias=0.04) == [1, 0]
    assert ranked(Tree(*rows), trust=0.0, bias=1.0) == [1, 0]
    # a hundred times as many visits, 0.0101: chance is ruled out, the bias is not
    often = (0, 4000, 2000.0, 0.0, 1.0), (1, 6000, 3600.0, 0.0, 1.0)
    assert ranked(Tree(*often), trust=2.0) == [1, 0]
    assert ranked(Tree(*often), trust=2.0, bias=0.06) == [0, 1]


def test_widening_looks_at_few_actions_first() -> None:
    state = first_choice("connect_four")
    for sims, most in ((1, 1), (4, 3), (16, 5)):
        # widen * n ** alpha: 1 at n = 1; then 1 * sqrt(n) rounded up, as untried ones may be added
        spec = f"mcts:sims={sims},widen=1,alpha=0.5,c=100,net=none"
        assert len(decide(state, spec).candidates) <= most
    assert len(decide(state, "mcts:sims=16,c=100,net=none").candidates) == 7


def test_blind_opponents_do_not_know_the_hand() -> None:
    """In Kuhn poker, a jack that bets wins only if the opponent folds the queen.

    An opponent that plans with the root's hand calls each bluff of this kind. One that cannot see
    it sometimes folds, because the bet may be the king's. So bluffing is worth more against blind
    opponents.
    """
    game = aicore.load("kuhn_poker")
    state = game.start()
    while state.turn == aicore.CHANCE:
        texts = [text for text, _ in state.outcomes()]
        state.apply(next(text for text in texts if text in ("deal 0 J", "deal 1 Q")))
    values = {}
    for opponents in ("informed", "blind"):
        decision = decide(state, f"mcts:sims=20000,c=0.3,opponents={opponents}")
        values[opponents] = {c.action: c.values[0] for c in decision.candidates}
    assert values["blind"]["bet"] > values["informed"]["bet"] + 0.1
    # In equilibrium, the queen calls a third of the bets, and the king all:
    # (1/2) (-2) + (1/2) ((1/3) (-2) + (2/3) (+1)) = -1.
    assert values["blind"]["bet"] == pytest.approx(-1.0, abs=0.15)


def chance_to_win(state: aicore.State, seat: int) -> float:
    """Return a seat's expected reward if it plays best, and the other seat at random."""
    if state.turn == aicore.END:
        return state.returns()[seat]
    values = []
    for action in state.legal():
        after = state.clone()
        after.apply(action)
        values.append(chance_to_win(after, seat))
    return max(values) if state.turn == seat else sum(values) / len(values)


@pytest.mark.parametrize("moves", ["a1 b2", "b2 a1 c3", "a1 b2 c3"])
def test_random_opponents_choose_each_action_equally_often(moves: str) -> None:
    state = aicore.load("tic_tac_toe").start()
    for move in moves.split():
        state.apply(move)
    decision = decide(state, "mcts:sims=4000,opponents=random")
    best = max(candidate.values[state.turn] for candidate in decision.candidates)
    assert best == pytest.approx(chance_to_win(state, state.turn), abs=0.05)


@pytest.mark.parametrize("opponents", ["informed", "blind"])
def test_three_seats_may_be_blind(opponents: str) -> None:
    game = aicore.load("booster", seats=3)
    chance = aicore.Chance(5)
    state = game.start()
    chance.settle(state)
    decision = decide(state, f"mcts:sims=300,opponents={opponents}")
    assert decision.action in state.legal()
    assert decision.simulations == 300 or len(state.legal()) == 1


def test_blunders_are_random_decisions() -> None:
    state = first_choice("connect_four")
    blunders, searches = 0, 0
    player = aicore.player("mcts:sims=50,blunder_rate=0.3", state.game, seed=1)
    for _ in range(300):
        decision = player.decide(state.view(state.turn))
        blunders += decision.simulations == 0
        searches += decision.simulations == 50
    assert blunders + searches == 300
    assert 60 <= blunders <= 120  # 90 expected, standard deviation 8


@pytest.mark.slow
def test_descents_end_at_positions_met_more_often() -> None:
    solution = solve(aicore.load("pig", target=30))
    state = first_choice("pig", target=30)
    seat = state.turn
    deep, some, few = (decide(state, f"mcts:sims=20000,graph={graph}") for graph in (0, 8, 1))
    assert few.nodes < some.nodes < deep.nodes
    assert few.depth < some.depth < deep.depth
    for decision in (deep, some, few):
        after = state.clone()
        after.apply(decision.action)
        exact = solution.value(after)[seat]
        assert decision.candidates[0].values[seat] == pytest.approx(exact, abs=0.03)


@pytest.mark.parametrize(("name", "seats"), [("connect_four", 2), ("booster", 2), ("pig", 3)])
def test_graph_has_no_effect_in_other_games(name: str, seats: int) -> None:
    state = first_choice(name, seats=seats)
    without, with_it = (decide(state, f"mcts:sims=500,graph={graph}") for graph in (0, 1))
    assert without.candidates == with_it.candidates


@pytest.mark.parametrize("name", ["trader", "relics"])
def test_odds_change_reported_values_but_not_the_choice(name: str) -> None:
    state = first_choice(name)
    seat = state.turn
    plain, raised = (decide(state, f"mcts:sims=400,odds={odds}") for odds in (1, 3))
    assert [one.action for one in plain.candidates] == [one.action for one in raised.candidates]
    assert [one.visits for one in plain.candidates] == [one.visits for one in raised.candidates]
    for before, after in zip(plain.candidates, raised.candidates, strict=True):
        game = state.game
        shares = [
            [(each - game.low) / (game.high - game.low) for each in one.values]
            for one in (before, after)
        ]
        mean, value = shares[0][seat], shares[1][seat]
        assert 0 < mean < 1
        for other in set(range(game.seats)) - {seat}:
            one, two = shares[0][other], shares[1][other]
            assert two / (1 - two) == pytest.approx(one / (1 - one) / 3)
        assert value / (1 - value) == pytest.approx(3 * mean / (1 - mean))
        # the error of a function of the mean, to first order
        assert after.error == pytest.approx(before.error * 3 / (1 + 2 * mean) ** 2)
    both = [decide(first_choice("pig", seats=3), f"mcts:sims=400,odds={o}") for o in (1, 3)]
    assert summary(both[0]) == summary(both[1])  # with three seats, nobody knows who gains


def drawn(rows: list[Tree], draws: int, **parameters: int | str) -> Counter[int]:
    """Return how often each root action is chosen, over this many seeds."""
    mcts = Mcts(aicore.load("tic_tac_toe"), **parameters)
    mcts.trees = rows  # type: ignore[assignment]
    ranking = mcts._ranking({})
    return Counter(mcts._choose(ranking, aicore.Rng(seed)).action for seed in range(draws))


def test_sampled_actions_are_drawn_by_the_visits_of_all_trees() -> None:
    trees = [
        Tree((0, 100, 50.0, 0.0, 1.0), (1, 300, 150.0, 0.0, 1.0)),
        Tree((0, 400, 90.0, 0.0, 1.0), (1, 200, 90.0, 0.0, 1.0)),
    ]
    draws = 4000
    for some, shares in ((trees, (0.5, 0.5)), (trees[:1], (0.25, 0.75))):
        found = drawn(some, draws, choose="sampled", trees=len(some))
        for action, share in enumerate(shares):
            # three standard errors
            bound = 3 * (share * (1 - share) / draws) ** 0.5
            assert found[action] / draws == pytest.approx(share, abs=bound)
    assert drawn(trees, 50, trees=2) == {1: 50}  # visited as often, and better


def test_the_draw_uses_other_random_numbers_than_the_search() -> None:
    mcts = Mcts(aicore.load("tic_tac_toe"), choose="sampled")
    mcts.trees = [Tree((0, 50, 25.0, 0.0, 1.0), (1, 50, 25.0, 0.0, 1.0))]  # type: ignore[list-item]
    ranking, alike, seeds = mcts._ranking({}), 0, 1000
    for seed in range(seeds):
        first = ranking[aicore.Rng(seed).uniform() >= 0.5]
        alike += mcts._choose(ranking, aicore.Rng(seed)) is first
    # three standard errors
    assert alike / seeds == pytest.approx(0.5, abs=3 * (0.25 / seeds) ** 0.5)


@pytest.mark.parametrize(
    ("rows", "chosen"),
    [
        # a win is taken, however rarely it was visited
        (((0, 90, 80.0, 0.0, 1.0), (1, 1, 1.0, 1.0, 1.0)), {1}),
        # a lost action is not drawn beside one that may not be lost
        (((0, 90, 0.0, 0.0, 0.0), (1, 10, 0.5, 0.0, 1.0)), {1}),
        # a proven draw may be better than an open action, and worse than one that is at least a
        # draw
        (((0, 50, 25.0, 0.5, 0.5), (1, 50, 20.0, 0.0, 1.0)), {0, 1}),
        (((0, 50, 25.0, 0.5, 0.5), (1, 50, 20.0, 0.5, 1.0)), {1}),
        # all have lost
        (((0, 50, 0.0, 0.0, 0.0), (1, 50, 0.0, 0.0, 0.0)), {0, 1}),
        # nothing was visited
        (((0, 0, 0.0, 0.0, 1.0), (1, 0, 0.0, 0.0, 1.0)), {0}),
    ],
)
def test_sampled_actions_respect_proofs(
    rows: tuple[tuple[int, int, float, float, float], ...], chosen: set[int]
) -> None:
    assert set(drawn([Tree(*rows)], 200, choose="sampled")) == chosen


@pytest.mark.parametrize("spec", ["mcts:sims=100", "mcts:sims=100,trees=3,threads=2"])
def test_a_sampled_decision_is_another_choice_from_the_same_search(spec: str) -> None:
    state = first_choice("leduc_poker")
    actions = set()
    for seed in range(20):
        best, sampled, again = (
            decide(state, f"{spec},choose={choose}", seed)
            for choose in ("best", "sampled", "sampled")
        )
        assert summary(sampled) == summary(again)
        assert sampled.candidates == best.candidates
        assert sampled.continuation[0] == sampled.action
        actions.add(sampled.action)
    assert actions == {"check", "bet"}


def test_sampling_does_not_go_with_halving() -> None:
    with pytest.raises(SpecError, match="add root=ucb"):
        decide(first_choice("pig"), "mcts:choose=sampled,root=halving")
