"""Many searches at once, for self-play and tournaments; one call judges the leaves of all."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from importlib import import_module
from time import monotonic
from typing import TYPE_CHECKING, Any

from aicore.core.decision import Decision
from aicore.core.errors import AicoreError
from aicore.core.policy_net import PolicyNet
from aicore.core.rng import Rng
from aicore.search.mcts.evaluator import Evaluator, prepare, step
from aicore.search.mcts.searcher import Mcts

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from aicore.core.batch import Batch
    from aicore.core.game import Game, View
    from aicore.search.mcts.tree import Tree


MEMORY = 16
"""Default memory for the trees of a place, in MiB."""


@dataclass(frozen=True, eq=False)  # comparing arrays gives arrays
class Searched:
    """Results of the searches of all n places of a batch.

    Args:
        tokens: (n,) int64, the chosen actions, as tokens for `Batch.step`.
        visits: (n, num_tokens) float32, each action's share of the simulations; rows add up to 1.
        values: (n, seats) float32, each seat's expected return; nan if there were no simulations.
    """

    tokens: NDArray[Any]
    visits: NDArray[Any]
    values: NDArray[Any]


def search_batch(
    batch: Batch,
    evaluator: Evaluator | PolicyNet,
    seed: int = 0,
    **parameters: Any,
) -> Searched:
    """Search the positions of all places of a batch, in its threads.

    The results depend on neither the number of threads nor the other places.

    Args:
        batch: batch of a game whose actions have one token each.
        evaluator: a `PolicyNet`, or an evaluator as in `aicore.search.mcts.evaluator`.
        seed: seed of all searches.
        parameters: parameters of `Mcts`, by name; `sims` must bound the search.

    Raises AicoreError if NumPy is missing (extra `rl`), or if an argument is invalid.
    """
    try:
        numpy: Any = import_module("numpy")
    except ModuleNotFoundError as error:
        raise AicoreError("arrays need NumPy: pip install 'aicore-tabletop[rl]'") from error
    game = batch.game
    if game.max_tokens > 1:
        raise AicoreError(
            f"{game.name} has actions of several tokens: call search_many with views instead"
        )
    views = [state.view(state.turn) for state in batch.states()]
    source = Rng(seed)
    rngs = [Rng(source.next()) for _ in views]
    parameters.setdefault("memory", MEMORY)
    if not Mcts(game, evaluator, **parameters).sims:
        raise AicoreError("searches of a batch need a limit: set sims")
    if isinstance(evaluator, PolicyNet):
        decisions = _in_threads(batch.threads, game, evaluator, parameters, views, rngs)
    else:
        searchers = [Mcts(game, evaluator, **parameters) for _ in views]
        decisions = search_many(searchers, views, rngs)
    tokens = numpy.zeros(len(views), numpy.int64)
    visits = numpy.zeros((len(views), game.num_tokens), numpy.float32)
    values = numpy.full((len(views), game.seats), numpy.nan, numpy.float32)
    for place, (view, decision) in enumerate(zip(views, decisions, strict=True)):
        (tokens[place],) = view.encode(decision.action, full=True)
        total = sum(candidate.visits for candidate in decision.candidates) or 1
        for candidate in decision.candidates:
            (token,) = view.encode(candidate.action, full=True)
            visits[place, token] = candidate.visits / total
            if candidate.visits and candidate.action == decision.action:
                values[place] = candidate.values
        if not visits[place].any():  # nothing to choose
            visits[place, tokens[place]] = 1.0
    return Searched(tokens, visits, values)


def _in_threads(
    threads: int,
    game: Game,
    net: PolicyNet,
    parameters: dict[str, Any],
    views: Sequence[View],
    rngs: Sequence[Rng],
) -> list[Decision]:
    """Return a decision for each view; each thread searches an equal share of the views."""

    def part(first: int) -> list[Decision]:
        searcher = Mcts(game, net, **parameters)
        return [searcher.search(views[i], rngs[i]) for i in range(first, len(views), threads)]

    with ThreadPoolExecutor(threads) as pool:
        parts = list(pool.map(part, range(threads)))
    return [parts[i % threads][i // threads] for i in range(len(views))]


def search_many(
    searchers: Sequence[Mcts], views: Sequence[View], rngs: Sequence[Rng]
) -> list[Decision]:
    """Search many positions at once; each call of the evaluator judges leaves of all searches.

    Each decision is the same as if its searcher ran alone.

    Args:
        searchers: searchers that share one evaluator object and are bounded by `sims`.
        views: a view for each searcher; the view's seat is to move.
        rngs: a source of randomness for each searcher; it does not advance.

    Raises AicoreError.
    """
    evaluators = {id(searcher.evaluator) for searcher in searchers}
    if len(evaluators) != 1 or searchers[0].evaluator is None:
        raise AicoreError("searches can share batches only if they share one evaluator")
    if searchers[0].net is not None:  # in C, each search evaluates its own leaves
        return [
            searcher.search(view, rng)
            for searcher, view, rng in zip(searchers, views, rngs, strict=True)
        ]
    if any(not searcher.sims for searcher in searchers):
        raise AicoreError("searches that share batches need a limit: set sims")
    with ExitStack() as stack:
        for searcher in searchers:
            stack.enter_context(searcher._busy)
        return _search_together(searchers, views, rngs, searchers[0].evaluator)


def _search_together(
    searchers: Sequence[Mcts], views: Sequence[View], rngs: Sequence[Rng], evaluator: Evaluator
) -> list[Decision]:
    """Search as `search_many` does, after its checks."""
    start = monotonic()
    widths = [
        searcher._set_roots_unseen(view, rng)
        for searcher, view, rng in zip(searchers, views, rngs, strict=True)
    ]
    choosing = [searcher for searcher, width in zip(searchers, widths, strict=True) if width > 1]
    prepare([(tree, searcher.noise) for searcher in choosing for tree in searcher.trees], evaluator)
    survived: list[dict[int, int]] = [{} for _ in searchers]  # rounds of halving, by action
    stages = []
    for searcher, width, rounds in zip(searchers, widths, survived, strict=True):
        rivals = searcher._rivals(width) if searcher.halving and searcher.soft else width
        stages.append(searcher._stages(rivals, rounds))
    # For each unfinished searcher: its trees with simulations left in this stage, and their quotas.
    growing: dict[int, list[tuple[Tree, int]]] = {number: [] for number in range(len(searchers))}
    while growing:
        for number in list(growing):
            if not growing[number]:
                share = next(stages[number], None)
                if share is None:
                    del growing[number]
                else:
                    growing[number] = searchers[number]._quotas(share)
        pairs = [(number, pair) for number, trees in growing.items() for pair in trees]
        unfinished = step([pair for _, pair in pairs], evaluator)
        for number in growing:
            growing[number] = []
        for (number, pair), more in zip(pairs, unfinished, strict=True):
            if more:
                growing[number].append(pair)
    seconds = monotonic() - start
    return [
        searcher._decision(view.seat, rounds, seconds, rng)
        for searcher, view, rounds, rng in zip(searchers, views, survived, rngs, strict=True)
    ]
