"""Monte Carlo tree search: budgets, threads and the choice at the root over one or more trees.

The search itself is in `aicore.search.mcts.tree`, and one simulation in `simulation` beside it.
With `batch`, threads share one tree: see `aicore.search.mcts.batch`. Several trees over one root,
each with its own luck, are merged at the root (root parallelization; Chaslot, Winands and van den
Herik 2008). With `share`, they exchange results earlier: see `aicore.search.mcts.parallel_trees`.
The number of trees changes the search, but the number of threads does not. If simulations bound the
search, the decision depends only on the seed.

By default, the tree's upper confidence bounds select the root's simulations. With `root=halving`,
actions share the simulations equally, in rounds, and each round drops the worse half of the actions
(Karnin, Koren and Somekh 2013; at the root of a tree: Pepels and others 2014, "Minimizing simple
and cumulative regret in Monte-Carlo tree search"). Several trees then search different actions: see
`ParallelTrees.restrict`.

`choose=sampled` draws the action in proportion to the visits of all trees. A player who always
takes the best action reveals hidden information by it. Drawing by visits mixes close actions
(compare Heinrich and Silver 2015, "Smooth UCT Search in Computer Poker").
"""

from __future__ import annotations

import math
import sys
import time as clock
from collections.abc import Collection, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from aicore.core.decision import Candidate, Decision, Progress, StopSearch
from aicore.core.errors import AicoreError, SpecError
from aicore.core.parameter import MAX_TOTAL, Parameter, Value, fill_defaults
from aicore.core.policy_net import PolicyNet
from aicore.core.processors import MAX_THREADS, threads_for
from aicore.core.rng import Rng
from aicore.core.validate import ExclusiveUse
from aicore.search.mcts.evaluator import Evaluator, prepare, step
from aicore.search.mcts.parallel_trees import ParallelTrees
from aicore.search.mcts.simulation import TREE
from aicore.search.mcts.tree import Tree

if TYPE_CHECKING:
    from aicore.core.game import Game, View

MEMORY = 64 if sys.maxsize < 1 << 32 else 512  # a browser on a phone has little
PARAMETERS = (
    Parameter("sims", 5000, "simulations per decision", high=MAX_TOTAL, bound=True),
    Parameter("time", 0.0, "seconds per decision", bound=True),
    *TREE,
    Parameter(
        "trust",
        0.0,
        "standard errors by which an action must beat the game's most promising one",
    ),
    Parameter(
        "bias", 0.0, "standard error that more simulations do not reduce, for trust", high=1.0
    ),
    Parameter(
        "odds",
        1.0,
        "factor for the reported odds of the seat to move; the other seat's are divided; "
        "one or two seats",
        low=0.01,
        high=100.0,
    ),
    Parameter("root", "ucb", "how simulations are divided at the root", choices=("ucb", "halving")),
    Parameter(
        "choose",
        "best",
        "sampled: draw an action in proportion to its visits; needs root=ucb",
        choices=("best", "sampled"),
    ),
    Parameter(
        "trees",
        1,
        "trees to merge; auto: one per thread if only time is limited, else one",
        low=1,
        high=256,
        words=("auto",),
    ),
    Parameter("share", False, "let trees share results while they grow"),
    Parameter(
        "threads",
        1,
        "parallel trees and leaves; auto: one per processor; does not change decisions",
        low=1,
        high=MAX_THREADS,
        words=("auto",),
    ),
    Parameter("noise", 0.0, "share of random priors at the root, for self-play", high=1),
    Parameter("memory", MEMORY, "MiB for the trees", low=1, high=1 << 20),
)

FAIR = 8  # minimum number of simulations of an action before halving drops it
AMPLE = 100  # number of simulations per action that lets more actions join halving
FEW = 4  # number of actions to compare even if only one is promising
SLICE = 0.05  # seconds between checks for signals and progress reports


@dataclass
class RootAction:
    """Action of the root, with the results of all trees; rewards are 0 .. 1."""

    action: int
    weight: int
    """Number of visits, including the prior's."""
    visits: int
    """Number of simulations that began with the action."""
    totals: tuple[float, ...]
    """Sum of each seat's rewards."""
    utility: float
    """Sum of the mover's utilities, which are rewards mixed with leads."""
    square: float
    """Sum of the squares of these utilities."""
    low: float
    """Proven lower bound of the mover's reward."""
    high: float
    """Proven upper bound of the mover's reward."""
    round: int = 0
    """Number of rounds of halving that the action survived."""

    def mean(self, seat: int) -> float:
        """Return a seat's mean reward."""
        return self.totals[seat] / self.visits if self.visits else 0.0

    def value(self, seat: int, mover: int) -> float:
        """Return a seat's mean reward, clamped to the proven bounds of the mover's.

        Bounds can be proven only for two seats with a constant sum.
        """
        if self.low == 0.0 and self.high == 1.0:
            return self.mean(seat)
        mean = min(max(self.mean(mover), self.low), self.high)
        return mean if seat == mover else 1.0 - mean

    @property
    def merit(self) -> float:
        """Mean utility of the mover, by which actions are ranked."""
        return self.utility / self.visits if self.visits else 0.0

    @property
    def error(self) -> float:
        """Standard error of the mover's mean utility; 0 if the reward is proven."""
        if not self.visits or self.low == self.high:
            return 0.0
        mean = self.merit
        variance = self.square / self.visits - mean * mean  # C libraries differ in powers
        return math.sqrt(max(variance, 0.0) / self.visits)


class Mcts:
    """Searcher for one game.

    Args:
        game: the game.
        evaluator: judge of leaves that replaces playouts; see `aicore.search.mcts.evaluator`. It
            gets up to `batch` positions at once.
        parameters: values of parameters in `PARAMETERS`, by name; the others have their defaults.
            Setting one of sims and time removes the other bound.

    Raises AicoreError.
    """

    def __init__(
        self, game: Game, evaluator: Evaluator | None = None, /, **parameters: Value
    ) -> None:
        v = fill_defaults("mcts", PARAMETERS, parameters)
        self.game = game
        self.evaluator = evaluator
        self._given = parameters
        self.noise = float(v["noise"])
        self.sims = int(v["sims"])
        self.time = float(v["time"])
        self.halving = v["root"] == "halving"
        self.sampled = v["choose"] == "sampled"
        if self.sampled and self.halving:
            raise SpecError(
                "choose=sampled draws by visits, but root=halving evens them out: add root=ucb"
            )
        self.net = evaluator if isinstance(evaluator, PolicyNet) else None
        if v["playouts"] == "network" and self.net is None:
            raise SpecError("playouts=network needs a network to follow: add net=FILE.net")
        self.soft = v["prune"] == "soft" and game.prunes_legal
        weighed = v["prune"] != "off"  # the game's weights determine the first action
        self.trust = float(v["trust"]) if weighed else 0.0
        self.bias = float(v["bias"])
        threads = threads_for(game, v["threads"])
        count = threads if v["trees"] == "auto" else int(v["trees"])
        if v["trees"] == "auto" and (self.sims or evaluator is not None):
            count = 1  # equal decisions at any number of threads
        self.threads = min(threads, count)
        self.helpers = min(threads // self.threads, int(v["batch"]))
        several = count > 1 and evaluator is None
        self.memory = int(v["memory"])
        self.odds = float(v["odds"])
        self._busy = ExclusiveUse(game)
        room = (self.memory << 20) // count
        settings = {parameter.name: v[parameter.name] for parameter in TREE}
        with self._room_for(count):
            shared = several and bool(v["share"])
            self.trees = [Tree(game, room, shared=shared, **settings) for _ in range(count)]
            if self.net is not None:
                for tree in self.trees:
                    tree.judge_by(self.net, self.noise)
            self.parallel = (
                ParallelTrees(self.trees, self.threads, self.helpers) if several else None
            )

    @contextmanager
    def _room_for(self, trees: int) -> Iterator[None]:
        """Turn a MemoryError in the block into an AicoreError about this number of trees."""
        try:
            yield
        except MemoryError as error:
            raise AicoreError(
                f"memory={self.memory}: not enough MiB for {trees} "
                f"{'tree' if trees == 1 else 'trees'} of {self.game.name}"
            ) from error

    def __reduce__(self) -> tuple[object, ...]:
        return partial(Mcts, **self._given), (self.game, self.evaluator)

    @property
    def used(self) -> int:
        """Number of bytes that the trees use."""
        return sum(tree.used for tree in self.trees)

    @property
    def entries(self) -> int:
        """Number of nodes and edges in the trees."""
        return sum(tree.nodes + tree.edges for tree in self.trees)

    def search(self, view: View, rng: Rng, progress: Progress | None = None) -> Decision:
        """Search from a view whose seat is to move.

        Args:
            rng: source of all randomness; it does not advance.
            progress: function to call with the current choice and its value, several times a
                second.

        Returns a Decision. Raises AicoreError if the view is of another game or its seat is not to
        move. Also raises it during another search, or if the root does not fit in memory.
        """
        with self._busy:
            start = clock.monotonic()
            survived = self._search(view, rng, progress)
            return self._decision(view.seat, survived, clock.monotonic() - start, rng)

    def policy(self, view: View, rng: Rng) -> dict[str, float]:
        """Search like `search`, and return the probability of each action that it may choose.

        Raises AicoreError like `search`.
        """
        with self._busy:
            ranking = self._ranking(self._search(view, rng, None))
            shares = self._shares(ranking)
            total = sum(shares)
            return {
                self.game.text(root.action): share / total
                for root, share in zip(ranking, shares, strict=True)
                if share
            }

    def compare(self, view: View, actions: Collection[str], rng: Rng) -> tuple[Candidate, ...]:
        """Return the values of actions after equally many simulations of each, with the same luck.

        Args:
            view: view whose seat is to move.
            actions: texts of legal actions.
            rng: as in `search`.

        Returns candidates in the order of `actions`. With prune=hard, the search may leave out an
        action; the result is then empty. Raises AicoreError like `search`, or if an action is
        unknown.
        """
        wanted = {self.game.parse(action): action for action in actions}
        with self._busy:
            start = clock.monotonic()
            self._set_roots(view, rng)
            self._unprune()
            self._restrict([root.action for root in self._merge({}) if root.action in wanted])
            restricted = {root.action for root in self._merge({})}
            if not restricted.issuperset(wanted):
                return ()
            self._simulate(1.0, start + self.time, view.seat, {}, None)
            roots = {root.action: root for root in self._merge({})}
            return tuple(self._candidate(roots[action], view.seat) for action in wanted)

    def _set_roots(self, view: View, rng: Rng) -> int:
        """Make a view the root of all trees. Return the number of actions at the root."""
        width = self._set_roots_unseen(view, rng)
        if self.evaluator is not None and self.net is None and width > 1:
            with self._room_for(len(self.trees)):
                prepare([(tree, self.noise) for tree in self.trees], self.evaluator)
        return width

    def _set_roots_unseen(self, view: View, rng: Rng) -> int:
        """Make a view the root of all trees, without priors from an evaluator in Python."""
        stream = Rng()
        stream.words = rng.words
        width = 0
        if self.parallel is not None:
            self.parallel.begin(rng)
        with self._room_for(len(self.trees)):
            for tree in self.trees:
                width = tree.set_root(view, stream)
                stream.jump()
        return width

    def _unprune(self) -> int:
        """Include all legal actions of the root. Return their number, or 0 if nothing changed."""
        width = 0
        if self.soft:
            with self._room_for(len(self.trees)):
                for tree in self.trees:
                    width = tree.unprune()
        return width

    def _rivals(self, width: int) -> int:
        """Return the number of actions with which halving begins, given `width` promising actions.

        The best rated of the other actions join them, but too many would leave each with too few
        simulations. So the number may double if each action gets FAIR simulations in the first
        round. It may grow further if each gets AMPLE simulations.
        """
        everything = max(self._unprune(), width)
        twice = min(max(2 * width, FEW), everything)
        if not self.sims:
            return twice

        def affords(size: int, each: int) -> bool:
            return self.sims >= each * size * (size - 1).bit_length()

        most = width
        while most < everything and affords(most + 1, FAIR if most < twice else AMPLE):
            most += 1
        return most

    def _search(self, view: View, rng: Rng, progress: Progress | None) -> dict[int, int]:
        """Search a view. Return the number of rounds of halving that each action survived."""
        start = clock.monotonic()
        width = self._set_roots(view, rng)
        if self.halving and self.soft:
            width = self._rivals(width)
        survived: dict[int, int] = {}
        with suppress(StopSearch):
            for share in self._stages(width, survived):
                self._simulate(share, start + self.time * share, view.seat, survived, progress)
        return survived

    def _stages(self, width: int, survived: dict[int, int]) -> Iterator[float]:
        """Yield the shares of the budget up to which the trees grow, one after the other.

        Between two shares, halving drops actions.

        Args:
            width: number of actions to begin with.
            survived: receives the number of rounds that each action survived.
        """
        for number, (share, left) in enumerate(self._rounds(width)):
            if self.halving:
                ranking = self._ranking(survived) if number else self._merge({})
                kept = [root.action for root in ranking[:left]]
                survived.update(dict.fromkeys(kept, number))
                self._restrict(kept)
            yield share

    def _restrict(self, actions: list[int]) -> None:
        """Divide the following simulations equally among these actions."""
        if self.parallel is not None:
            self.parallel.restrict(actions)
        else:
            for tree in self.trees:
                tree.restrict(set(actions))

    def _rounds(self, width: int) -> Iterator[tuple[float, int]]:
        """Yield, for each round, the share of the budget used after it, and its number of actions.

        A root with a single action has no rounds.
        """
        if width < 2:
            return
        rounds = (width - 1).bit_length() if self.halving else 1
        left = width
        for number in range(rounds):
            yield (number + 1) / rounds, left
            left = (left + 1) // 2

    def _simulate(
        self,
        share: float,
        end: float,
        seat: int,
        survived: dict[int, int],
        progress: Progress | None,
    ) -> None:
        """Grow all trees up to this share of the simulations, or until `end`."""
        growing = self._quotas(share)
        while growing and (not self.time or clock.monotonic() < end):
            until = clock.monotonic() + SLICE
            if self.time:
                until = min(until, end)
            if self.evaluator is not None and self.net is None:
                more = self._simulate_evaluated(growing, until)
            elif self.parallel is not None:
                more = [self.parallel.run([quota for _, quota in growing], until)] * len(growing)
            else:
                more = [tree.run(quota, until, self.helpers) for tree, quota in growing]
            growing = [pair for pair, wants in zip(growing, more, strict=True) if wants]
            if progress is not None:
                best = self._ranking(survived)[0]
                progress(self.game.text(best.action), best.value(seat, seat))

    def _quotas(self, share: float) -> list[tuple[Tree, int]]:
        """Return each tree with its total number of simulations at this share of the budget."""
        count = len(self.trees)
        quotas = [
            int((self.sims + number) // count * share) if self.sims else MAX_TOTAL
            for number in range(count)
        ]
        return list(zip(self.trees, quotas, strict=True))

    def _simulate_evaluated(self, growing: list[tuple[Tree, int]], until: float) -> list[bool]:
        """Grow trees with the evaluator. Return, for each tree, whether it can grow further."""
        assert self.evaluator is not None
        more = [True] * len(growing)
        while any(more) and clock.monotonic() < until:
            more = step(growing, self.evaluator)
        return more

    def _merge(self, survived: dict[int, int]) -> list[RootAction]:
        """Return the root's actions with the results of all trees, in the first tree's order."""
        merged: dict[int, RootAction] = {}
        for tree in self.trees:
            for action, weight, visits, totals, utility, square, low, high in tree.root_stats():
                root = merged.get(action)
                if root is None:
                    round = survived.get(action, 0)
                    merged[action] = RootAction(
                        action, weight, visits, totals, utility, square, low, high, round
                    )
                else:
                    root.weight += weight
                    root.visits += visits
                    root.totals = tuple(a + b for a, b in zip(root.totals, totals, strict=True))
                    root.utility += utility
                    root.square += square
                    root.low = max(root.low, low)
                    root.high = min(root.high, high)
        return list(merged.values())

    def _ranking(self, survived: dict[int, int]) -> list[RootAction]:
        """Return the root's actions, best first.

        Actions that are proven best come first, those proven worse come last. Visits or means rank
        all others.
        """
        roots = self._merge(survived)
        low = max(root.low for root in roots)
        high = max(root.high for root in roots)

        def rank(root: RootAction) -> tuple[float, ...]:
            sure = low == high and root.low == low
            hopeless = root.high <= 0 or (root.high <= low and root.low < low)
            merit: tuple[float, ...]
            if self.halving:
                merit = (-root.round, -root.merit, -root.visits)
            else:
                merit = (0, -root.weight, -root.merit)
            return (not sure, hopeless, not root.visits, *merit, root.action)

        ranking = sorted(roots, key=rank)
        first, best = roots[0], ranking[0]
        if self.trust and first is not best and first.visits and low == 0 and high == 1:
            one, other, shared = first.error, best.error, self.bias
            doubt = math.sqrt(one * one + other * other + shared * shared)
            if best.merit - first.merit <= self.trust * doubt:
                ranking.remove(first)
                ranking.insert(0, first)
        return ranking

    def _shares(self, ranking: list[RootAction]) -> list[int]:
        """Return the weights by which the ranked actions are chosen.

        With choose=best, the first action has all the weight. Otherwise visits count, except for
        actions that are proven to be no better than another action, and perhaps worse.
        """
        shares = [0] * len(ranking)
        if self.sampled:
            for place, root in enumerate(ranking):
                sure = (root.low, root.high)
                beaten = any(o.low >= root.high and (o.low, o.high) != sure for o in ranking)
                shares[place] = 0 if beaten else root.visits
        if not any(shares):
            shares[0] = 1
        return shares

    def _choose(self, ranking: list[RootAction], rng: Rng) -> RootAction:
        """Return the chosen action, drawn after the numbers that the search took from `rng`."""
        shares = self._shares(ranking)
        stream = Rng()
        stream.words = rng.words
        for _ in self.trees:  # skip the streams of the trees
            stream.jump()
        left = stream.uniform() * sum(shares)
        for root, share in zip(ranking, shares, strict=True):
            left -= share
            if left < 0.0:
                return root
        return ranking[0]

    def _decision(self, seat: int, survived: dict[int, int], seconds: float, rng: Rng) -> Decision:
        ranking = self._ranking(survived)
        chosen = self._choose(ranking, rng) if self.sampled else ranking[0]
        return Decision(
            action=self.game.text(chosen.action),
            candidates=tuple(self._candidate(root, seat) for root in ranking if root.visits),
            simulations=sum(tree.done for tree in self.trees),
            nodes=sum(tree.nodes for tree in self.trees),
            depth=max(tree.deepest for tree in self.trees),
            seconds=seconds,
            continuation=tuple(self.trees[0].continuation(chosen.action)),
        )

    def _candidate(self, root: RootAction, seat: int) -> Candidate:
        game = self.game
        span = game.high - game.low
        values, slope = [root.value(each, seat) for each in range(game.seats)], 1.0
        if self.odds != 1.0 and game.seats <= 2:
            scale = 1.0 + (self.odds - 1.0) * values[seat]
            slope = self.odds / (scale * scale)  # no power: C libraries differ there
            factors = [self.odds if each == seat else 1.0 / self.odds for each in range(game.seats)]
            values = [
                f * share / (1.0 + (f - 1.0) * share)
                for f, share in zip(factors, values, strict=True)
            ]
        return Candidate(
            action=game.text(root.action),
            visits=root.visits,
            values=tuple(game.low + span * value for value in values),
            error=span * root.error * slope,
        )
