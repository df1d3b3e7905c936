"""Many searches at once, for self-play and tournaments: their leaves are judged in one batch."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from time import monotonic
from typing import TYPE_CHECKING

from aicore.core.decision import Decision
from aicore.core.errors import AicoreError
from aicore.search.mcts.evaluator import Evaluator, prepare, step
from aicore.search.mcts.searcher import Mcts

if TYPE_CHECKING:
    from aicore.core.game import View
    from aicore.core.rng import Rng
    from aicore.search.mcts.tree import Tree


def search_many(
    searchers: Sequence[Mcts], views: Sequence[View], rngs: Sequence[Rng]
) -> list[Decision]:
    """Search many positions at once: their leaves are judged together, in one batch.

    Each decision is the one that the searcher would come to alone.

    Args:
        searchers: with one evaluator, the same object, bounded by simulations.
        views: of their games, one for each; its seat is to move.
        rngs: the sources of their randomness, one for each; not advanced.

    Raises AicoreError.
    """
    evaluators = {id(one.evaluator) for one in searchers}
    if len(evaluators) != 1 or searchers[0].evaluator is None:
        raise AicoreError("searches share their batches where they share one evaluator")
    if searchers[0].net is not None:  # in C, leaves are not asked about together
        return [
            one.search(view, rng) for one, view, rng in zip(searchers, views, rngs, strict=True)
        ]
    if any(not one.sims for one in searchers):
        raise AicoreError("searches that share their batches are bounded by sims")
    with ExitStack() as stack:
        for one in searchers:
            stack.enter_context(one._busy)
        return _search_together(searchers, views, rngs, searchers[0].evaluator)


def _search_together(
    searchers: Sequence[Mcts], views: Sequence[View], rngs: Sequence[Rng], evaluator: Evaluator
) -> list[Decision]:
    start = monotonic()
    widths = [
        one._plant_unseen(view, rng) for one, view, rng in zip(searchers, views, rngs, strict=True)
    ]
    asking = [one for one, width in zip(searchers, widths, strict=True) if width > 1]
    prepare([(tree, one.noise) for one in asking for tree in one.trees], evaluator)
    survived: list[dict[int, int]] = [{} for _ in searchers]
    stages = []
    for one, width, kept in zip(searchers, widths, survived, strict=True):
        rivals = one._rivals(width) if one.halving and one.soft else width
        stages.append(one._stages(rivals, kept))
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
        more = step([pair for _, pair in pairs], evaluator)
        for number in growing:
            growing[number] = []
        for (number, pair), wants in zip(pairs, more, strict=True):
            if wants:
                growing[number].append(pair)
    seconds = monotonic() - start
    return [
        one._decision(view.seat, kept, seconds, rng)
        for one, view, kept, rng in zip(searchers, views, survived, rngs, strict=True)
    ]
