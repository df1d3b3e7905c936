"""Tests of external evaluators: their inputs, the tree's use of them, and their errors."""

from __future__ import annotations

import math
import pickle
import time
import warnings
from array import array
from collections import Counter

import pytest

import aicore
from aicore.core.errors import AicoreError, SpecError
from aicore.search.mcts import Mcts, search_many
from aicore.search.mcts.tree import Tree
from kit.effort import effort

C = 0.7  # for every search here
NAMES = [name for name in aicore.names() if aicore.load(name).num_tokens]


def rows(observations):
    return [bytes(observations[i : i + 1]) for i in range(len(observations))]


def scattered(game, logits, spread=3):
    """Return an evaluator with a distinct, repeatable answer for every position."""

    def judge(observations):
        values, given = array("d"), array("d")
        for row in rows(observations):
            rng = aicore.Rng(hash_of(row))
            values.append(game.low + (game.high - game.low) * rng.uniform())
            given.extend(spread * rng.uniform() for _ in range(game.num_tokens))
        if not logits:
            return values
        return values, memoryview(given).cast("B").cast("d", [len(values), game.num_tokens])

    return judge


def hash_of(row):
    found = 14695981039346656037  # FNV-1a
    for byte in row:
        found = (found ^ byte) * 1099511628211 & (2**64 - 1)
    return found


class Puct:
    """PUCT in plain Python, for games without luck or secrets, as described in Silver et al. 2017.

    It selects by mean and prior, evaluates the leaf, expands it and backs up. From 60 visits on,
    one in 16 goes to the likeliest untried action.

    It does not evaluate a leaf whose mover wins at once. Proofs from ends go up the tree: the
    search does not select an action that is proven to lose, or to bring less than another one.
    """

    def __init__(self, game, judge, temperature):
        self.game = game
        self.judge = judge
        self.temperature = temperature
        self.visits, self.value, self.prior = Counter(), Counter(), {}
        self.bounds = {}  # bounds of the mover's share, low and high, by path

    def ask(self, state):
        row = state.view(state.turn).observation()
        values, logits = self.judge(memoryview(row).cast("B", [1, len(row)]))
        return values[0], list(logits.cast("B").cast("d"))

    def open(self, path, state, logits):
        legal = state.legal_actions()
        raised = {}
        for action in legal:
            (token,) = state.encode(action)
            raised[action] = math.exp(logits[token] / self.temperature)
        if win := self.winning(state):
            raised = {action: float(action == win) for action in legal}
        total = sum(raised.values())
        order = sorted(legal, key=lambda action: -raised[action])
        self.prior[path] = {action: raised[action] / total for action in order}

    def winning(self, state):
        for action in state.legal_actions():
            after = state.clone()
            after.apply(action)
            if after.turn == aicore.END and after.returns()[state.turn] == self.game.high:
                return action
        return None

    def search(self, root, sims):
        self.open((), root, self.ask(root)[1])
        for _ in range(sims):
            state, path, walked = root.clone(), (), []
            while path in self.prior:
                action = self.select(path)
                walked.append((path, action, state.turn))
                state.apply(action)
                path = (*path, action)
            if known := state.turn == aicore.END:
                rewards = state.returns()
            elif known := self.winning(state) is not None:
                rewards = [self.game.low, self.game.low]
                rewards[state.turn] = self.game.high
            else:
                mine, logits = self.ask(state)
                self.open(path, state, logits)
                rewards = [mine, mine]
                rewards[1 - state.turn] = self.game.low + self.game.high - mine
            shares = [(each - self.game.low) / (self.game.high - self.game.low) for each in rewards]
            for node, action, seat in walked:
                self.visits[node, action] += 1
                self.value[node, action] += shares[seat]
            if known:
                self.prove(walked, path, shares)
        return {action: self.visits[(), action] for action in self.prior[()]}

    def prove(self, walked, path, shares):
        mover = walked[-1][2]
        self.bounds[path] = (shares[mover], shares[mover])  # as seen by the seat above
        for node, _, seat in reversed(walked):
            low, high = (max(found) for found in zip(*self.shown(node), strict=True))
            above = [at[2] for at in walked if at[0] == node[:-1]]
            turned = bool(node) and above[0] != seat
            self.bounds[node] = (1 - high, 1 - low) if turned else (low, high)

    def shown(self, node):
        """Return the bounds of each action of a node, for its mover's share."""
        return [self.bounds.get((*node, action), (0.0, 1.0)) for action in self.prior[node]]

    def select(self, node):
        total = sum(self.visits[node, action] for action in self.prior[node])
        mean = sum(self.value[node, action] for action in self.prior[node]) / max(total, 1)
        untried = [action for action in self.prior[node] if not self.visits[node, action]]
        if total >= 60 and total % 16 == 0 and untried:
            return untried[0]
        shown = dict(zip(self.prior[node], self.shown(node), strict=True))
        sure = max(low for low, _ in shown.values())

        def score(action):
            low, high = shown[action]
            if high <= 0 or (high <= sure and low < sure):
                return -math.inf
            visits = self.visits[node, action]
            value = self.value[node, action] / visits if visits else mean
            return value + C * math.sqrt(total) * self.prior[node][action] / (1 + visits)

        return max(self.prior[node], key=score)


@pytest.mark.parametrize(
    ("opening", "spread", "temperature"),
    [
        ("", 3, 1),
        ("d", 3, 1),
        ("d d c", 3, 1),
        ("a b c", 3, 1),
        ("", 12, 1),
        ("", 12, 4),
        ("d", 12, 1),
        ("d", 3, 0.5),
        ("a b c", 12, 1),
        ("a b c", 12, 3),
        ("d c d c e", 3, 1),
        ("a a b b c f g", 6, 1),
    ],
)
def test_mcts_matches_puct_as_described(opening, spread, temperature):
    game = aicore.load("connect_four")
    state = game.start()
    for move in opening.split():
        state.apply(move)
    judge = scattered(game, True, spread)
    found = Puct(game, judge, temperature).search(state, 250)
    searcher = Mcts(game, judge, sims=250, c=C, root="ucb", prior=0, policy_temperature=temperature)
    decision = searcher.search(state.view(state.turn), aicore.Rng(1))
    visits = {game.parse(one.action): one.visits for one in decision.candidates}
    assert visits == {action: count for action, count in found.items() if count}


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("batch", effort([3], [1, 3, 16]))
@pytest.mark.parametrize("logits", [False, True])
def test_every_game_is_searched_and_the_same_each_time(name, batch, logits):
    game = aicore.load(name)
    judge = by_seats(game, scattered(game, logits))
    view = decision_of(game)
    spec = f"mcts:sims=60,batch={batch}"
    first = aicore.player(spec, game, 4, evaluator=judge).decide(view)
    again = aicore.player(spec, game, 4, evaluator=judge).decide(view)
    assert (first.action, first.candidates) == (again.action, again.candidates)
    assert first.action in view.legal()
    assert first.simulations == 60
    assert all(game.low <= value <= game.high for one in first.candidates for value in one.values)


def by_seats(game, judge):
    """Return the same evaluator, for games in which each seat has its own value."""
    if game.seats == 1 or (game.seats == 2 and game.constant_sum):
        return judge

    def each(observations):
        found = judge(observations)
        values, logits = found if isinstance(found, tuple) else (found, None)
        text = array("d", [value for value in values for _ in range(game.seats)])
        shaped = memoryview(text).cast("B").cast("d", [len(values), game.seats])
        return shaped if logits is None else (shaped, logits)

    return each


def decision_of(game, seed=3):
    rng = aicore.Rng(seed)
    state = game.start()
    while state.turn < 0 or len(state.legal()) < 2:
        texts = state.legal() if state.turn >= 0 else [text for text, _ in state.outcomes()]
        state.apply(texts[rng.below(len(texts))])
    return state.view(state.turn)


def test_values_belong_to_the_mover_and_the_seats_after_it():
    game = aicore.load("booster", seats=3)
    view = decision_of(game)

    def judge(observations):
        text = array("d", [game.high, game.low, game.low] * len(observations))
        return memoryview(text).cast("B").cast("d", [len(observations), 3])

    decision = aicore.player("mcts:sims=40", game, 1, evaluator=judge).decide(view)
    after = [game.low] * 3
    after[(view.turn + 1) % 3] = game.high  # the evaluator lets the next mover win
    visited = [one for one in decision.candidates if one.visits]
    assert len(visited) > 1
    for one in visited:
        assert one.values == pytest.approx(after)


def test_a_perfect_evaluator_leads_to_optimal_actions():
    game = aicore.load("tic_tac_toe")
    solved = {}

    def value(state):
        key = state.view(state.turn).observation() if state.turn >= 0 else None
        if key is None:
            return None
        key = bytes(key)
        if key not in solved:
            found = []
            for action in state.legal_actions():
                after = state.clone()
                after.apply(action)
                if after.turn == aicore.END:
                    found.append(after.returns()[state.turn])
                else:
                    found.append(game.low + game.high - value(after))
            solved[key] = max(found)
        return solved[key]

    value(game.start())

    def judge(observations):
        return array("d", [solved[row] for row in rows(observations)])

    for opening in ("a1", "a1 b2", "a1 b2 c3", "b2 a1 c3"):
        state = game.start()
        for move in opening.split():
            state.apply(move)
        best = value(state)
        player = aicore.player("mcts:sims=40,prior=0,prune=off", game, 2, evaluator=judge)
        decision = player.decide(state.view(state.turn))
        after = state.clone()
        after.apply(decision.action)
        assert game.low + game.high - value(after) == best


@pytest.mark.parametrize("name", ["kuhn_poker", "leduc_poker"])
def test_an_evaluator_sees_only_movers_observations(name):
    game = aicore.load(name)
    possible = set()

    def walk(state):
        if state.turn == aicore.END:
            return
        if state.turn >= 0:
            possible.add(bytes(state.view(state.turn).observation()))
        texts = state.legal() if state.turn >= 0 else [text for text, _ in state.outcomes()]
        for text in texts:
            after = state.clone()
            after.apply(text)
            walk(after)

    walk(game.start())
    asked = set()

    def judge(observations):
        asked.update(rows(observations))
        return array("d", [(game.low + game.high) / 2] * len(observations))

    view = decision_of(game)
    aicore.player("mcts:sims=300,batch=8", game, 1, evaluator=judge).decide(view)
    assert len(asked) > 3
    assert asked <= possible


def test_hidden_information_changes_nothing():
    game = aicore.load("kuhn_poker")
    judge = scattered(game, True)
    found = []
    for theirs in "QK":
        state = game.start()
        for text in ("deal 0 J", f"deal 1 {theirs}"):
            state.apply(text)
        asked = []

        def listening(observations, asked=asked):
            asked.append(bytes(observations))
            return judge(observations)

        player = aicore.player("mcts:sims=80,batch=4", game, 9, evaluator=listening)
        found.append((player.decide(state.view(0)).candidates, asked))
    assert found[0] == found[1]


def test_noise_depends_on_the_seed_and_opens_other_actions():
    game = aicore.load("connect_four")
    view = game.start().view(0)

    def judge(observations):
        count = len(observations)
        logits = array("d", [9.0, *[0.0] * (game.num_tokens - 1)] * count)
        shaped = memoryview(logits).cast("B").cast("d", [count, game.num_tokens])
        return array("d", [0.5] * count), shaped

    def tried(seed, noise):
        spec = f"mcts:sims=60,prior=0,noise={noise}"
        decision = aicore.player(spec, game, seed, evaluator=judge).decide(view)
        return {one.action: one.visits for one in decision.candidates}

    assert list(tried(1, 0)) == ["a"]
    assert tried(1, 0.5) == tried(1, 0.5)
    assert len({tuple(sorted(tried(seed, 0.5).items())) for seed in range(5)}) > 1
    first = Counter(max(tried(seed, 1), key=tried(seed, 1).get) for seed in range(150))
    assert len(first) == game.num_tokens  # each is first equally often: no action is preferred
    assert min(first.values()) > 150 / 7 - 4 * math.sqrt(150 / 7)


def test_many_searches_together_decide_as_each_alone():
    game = aicore.load("booster")
    judge = scattered(game, True)
    sizes: list[int] = []

    def counting(observations):
        sizes.append(len(observations))
        return judge(observations)

    views = [decision_of(game, seed) for seed in range(6)]
    rngs = [aicore.Rng(seed) for seed in range(6)]
    parameters = [{"sims": 50, "batch": 4}, {"sims": 80, "batch": 4, "root": "halving"}]
    many = [Mcts(game, counting, **parameters[number % 2]) for number in range(6)]
    together = search_many(many, views, rngs)
    assert max(sizes) > 8
    for view, rng, decision, number in zip(views, rngs, together, range(6), strict=True):
        alone = Mcts(game, judge, **parameters[number % 2]).search(view, rng)
        assert (decision.action, decision.candidates) == (alone.action, alone.candidates)
    (single,) = search_many(many[:1], views[:1], rngs[:1])
    assert single.candidates == together[0].candidates


def test_searches_without_a_common_evaluator_are_refused():
    game = aicore.load("booster")
    view, rng = decision_of(game), aicore.Rng(1)
    one = scattered(game, False)
    with pytest.raises(AicoreError, match="share one evaluator"):
        search_many([Mcts(game, sims=5)], [view], [rng])
    many = [Mcts(game, one, sims=5), Mcts(game, scattered(game, False), sims=5)]
    with pytest.raises(AicoreError, match="share one evaluator"):
        search_many(many, [view] * 2, [rng] * 2)
    with pytest.raises(AicoreError, match="set sims"):
        search_many([Mcts(game, one, time=0.1)], [view], [rng])


class Half:
    """Evaluator that can be pickled."""

    def __call__(self, observations):
        return array("d", [0.5] * len(observations))


def test_a_player_is_pickled_with_its_evaluator():
    game = aicore.load("connect_four")
    player = aicore.player("mcts:sims=30", game, 5, evaluator=Half())
    player.decide(game.start().view(0))
    again = pickle.loads(pickle.dumps(player))
    view = game.start().view(0)
    assert isinstance(again.searcher.evaluator, Half)
    assert again.decide(view).candidates == player.decide(view).candidates


WRONG = {
    "returned nothing": lambda seen: None,
    "returned 3 items": lambda seen: ([0.5], None, 1),
    "values is nan": lambda seen: array("d", [math.nan] * len(seen)),
    "values is inf": lambda seen: array("d", [math.inf] * len(seen)),
    "values is -inf": lambda seen: array("f", [-math.inf] * len(seen)),
    "rows of floats, not 0.5": lambda seen: 0.5,
    "rows of floats, not {'value': 1}": lambda seen: {"value": 1},
    r"logits must be rows of floats, not 1\.0": lambda seen: ([0.5] * len(seen), 1.0),
    "8 logits for 1 positions": lambda seen: ([0.5] * len(seen), [0.0] * 8 * len(seen)),
    "floats, not 'q'": lambda seen: array("q", [1] * len(seen)),
    "values for": lambda seen: [0.5] * (len(seen) + 1),
    r"logits must be \(1, 7\) floats": lambda seen: ([0.5] * len(seen), [[0.0] * 6]),
}


@pytest.mark.parametrize("message", WRONG)
def test_invalid_answers_are_named(message):
    game = aicore.load("connect_four")
    view = game.start().view(0)
    lines = []

    def judge(observations):
        return lines[0](observations)

    player = aicore.player("mcts:sims=30,batch=4", game, 1, evaluator=judge)
    lines.append(WRONG[message])
    with pytest.raises(AicoreError, match=message):
        player.decide(view)
    lines[0] = Half()
    assert player.decide(view).action in view.legal()


WON = "d a d a d b"  # seat 0 has three in column d, and wins there


def logits_of(game, given, kind="d"):
    """Return an evaluator that gives every position the same logits."""

    def judge(observations):
        rows = array(kind, list(given) * len(observations))
        shaped = memoryview(rows).cast("B").cast(kind, [len(observations), game.num_tokens])
        return array(kind, [0.5] * len(observations)), shaped

    return judge


def decided(game, judge, spec="mcts:sims=200,prior=0,batch=4", opening=WON):
    state = game.start()
    for move in opening.split():
        state.apply(move)
    return aicore.player(spec, game, 1, evaluator=judge).decide(state.view(state.turn))


@pytest.mark.parametrize("kind", ["d", "f"])
def test_actions_that_are_all_impossible_are_equally_likely(kind):
    game = aicore.load("connect_four")
    nothing = decided(game, logits_of(game, [-math.inf] * 7, kind))
    even = decided(game, logits_of(game, [0.0] * 7, kind))
    assert nothing.candidates == even.candidates
    assert nothing.action == "d"
    full = "d d d d d d"  # all probability is on an illegal action
    one = decided(
        game,
        logits_of(game, [-math.inf] * 3 + [0.0] + [-math.inf] * 3, kind),
        "mcts:sims=50,prior=0",
        full,
    )
    two = decided(game, logits_of(game, [0.0] * 7, kind), "mcts:sims=50,prior=0", full)
    assert one.candidates == two.candidates


@pytest.mark.parametrize("kind", ["d", "f"])
def test_an_impossible_action_is_not_played_and_large_logits_are_numbers(kind):
    game = aicore.load("connect_four")
    some = decided(
        game, logits_of(game, [-math.inf] * 3 + [0.0] * 2 + [-math.inf] * 2, kind), opening=""
    )
    assert {one.action for one in some.candidates} == {"d", "e"}
    huge = 1e300 if kind == "d" else 3e38
    large = decided(game, logits_of(game, [-huge] * 6 + [huge], kind), opening="")
    assert max(large.candidates, key=lambda one: one.visits).action == "g"


@pytest.mark.parametrize("kind", ["d", "f"])
@pytest.mark.parametrize("given", [math.inf, math.nan])
@pytest.mark.parametrize("late", [False, True])
def test_infinite_and_nan_logits_are_refused(kind, given, late):
    game = aicore.load("connect_four")
    good, bad = (logits_of(game, [one, *[0.0] * 6], kind) for one in (0.0, given))
    calls = []

    def judge(observations):
        calls.append(len(observations))
        return (good if late and len(calls) == 1 else bad)(observations)

    player = aicore.player("mcts:sims=200,batch=4", game, 1, evaluator=judge)
    view = game.start().view(0)
    with pytest.raises(AicoreError, match="logit for a legal action is inf or nan"):
        player.decide(view)
    searchers = [Mcts(game, judge, sims=50), Mcts(game, judge, sims=50)]
    calls.clear()
    with pytest.raises(AicoreError, match="logit for a legal action is inf or nan"):
        search_many(searchers, [view] * 2, [aicore.Rng(1)] * 2)
    bad = good
    assert player.decide(view).action in view.legal()


def test_an_evaluators_exception_passes_through_and_blocks_nothing():
    game = aicore.load("connect_four")
    view = game.start().view(0)
    calls = []

    def judge(observations):
        calls.append(len(observations))
        if len(calls) == 5:
            raise ZeroDivisionError
        return [0.5] * len(observations)

    player = aicore.player("mcts:sims=50,batch=4", game, 1, evaluator=judge)
    with pytest.raises(ZeroDivisionError):
        player.decide(view)
    assert player.decide(view).simulations == 50


def test_only_mcts_takes_an_evaluator():
    with pytest.raises(SpecError, match="not greedy"):
        aicore.player("greedy", aicore.load("pig"), evaluator=Half())


@pytest.mark.parametrize(("value", "taken"), [(-0.4, "0"), (1.7, "1")])
def test_values_out_of_range_are_clipped_with_one_warning(value, taken):
    """A network that ends in tanh gives such values, while returns are 0 to 1."""
    game = aicore.load("connect_four")
    view = game.start().view(0)
    wild, held = (
        Mcts(game, lambda seen, one=one: array("d", [one] * len(seen)), sims=60, batch=4)
        for one in (value, float(taken))
    )
    with pytest.warns(UserWarning, match=f"{value} counts as {taken}: .* 0 to 1") as heard:
        found = [wild.search(view, aicore.Rng(seed)).candidates for seed in (1, 2)]
    assert len(heard) == 1
    assert found == [held.search(view, aicore.Rng(seed)).candidates for seed in (1, 2)]


def test_values_within_rounding_cause_no_warning():
    game = aicore.load("connect_four")
    judge = Mcts(game, lambda seen: array("f", [1.0000001] * len(seen)), sims=60)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        judge.search(game.start().view(0), aicore.Rng(1))


def test_a_tree_that_grew_without_priors_has_room_for_them() -> None:
    """The list of edges filled the memory. Priors shorten it, and the search continues."""
    game = aicore.load("connect_four")
    limit = 1 << 20
    tree = Tree(game, limit, batch=16)
    view = game.start().view(0)
    tree.set_root(view, aicore.Rng(1))
    tree.run(100_000, time.monotonic() + 60)
    assert tree.allocated > limit * 0.9
    edges = tree.edges
    tree.set_root(view, aicore.Rng(2))
    tree.root_observation()
    tree.set_priors(array("d", [0.0] * game.num_tokens))
    while (leaves := tree.collect_leaves(20_000)) is not None:
        rows = len(leaves)
        values = array("d", [0.5] * rows)
        logits = memoryview(array("d", [0.0] * rows * game.num_tokens))
        tree.apply_values(values, logits.cast("B").cast("d", [rows, game.num_tokens]))
    assert edges / 2 < tree.edges < edges
    assert limit * 0.9 < tree.allocated <= limit
