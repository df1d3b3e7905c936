"""A judge that is never wrong: small games for two with nothing hidden, solved outright."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import aicore
from aicore.core.errors import OptionError
from aicore.study.judge import Judge, Values, Weighed

if TYPE_CHECKING:
    from aicore.core.game import Game, State, View
    from aicore.search.exact import Solution

EXACT = "exact"
"""What names this judge."""
QUICK = 20_000  # positions that are solved unasked: half a second
LEVEL = 1e-9  # values that differ less are equal


class Solved(Judge):
    """Knows the value of every position."""

    def __init__(self, solution: Solution) -> None:
        super().__init__(solution.game)
        self.solution = solution

    @property
    def name(self) -> str:
        """That no search was needed."""
        return EXACT

    def values(self, state: State, viewer: int | None = None) -> Values:
        """What each seat gets when both play best."""
        return self.solution.value(state)

    def value_of(self, view: View, simulations: int, seed: int, worlds: int = 0) -> Values:
        """The same of a view: nothing is hidden from it."""
        return self.solution.value(view.resample(aicore.Rng(0)))

    def weigh(self, view: View, played: str, notable: float) -> Weighed:
        """What was played beside the best action."""
        state = view.resample(aicore.Rng(0))
        best = self.solution.value(state)
        after = state.clone()
        after.apply(played)
        mine = self.solution.value(after)
        if mine[view.seat] > best[view.seat] - LEVEL:
            return Weighed(played, (played,), best, best)
        text = self.game.text(self.solution.best(state))
        return Weighed(text, (text,), best, mine)


@lru_cache(maxsize=2)
def solved(game: Game, most: int | None = QUICK) -> Solved | None:
    """A game's judge that is never wrong; None where there is none within so many positions.

    Args:
        most: positions; None: as many as it has.
    """
    if game.seats != 2 or game.has_hidden or not game.constant_sum:
        return None
    try:
        from aicore.search.exact import solve

        return Solved(solve(game, most=most))
    except (ImportError, OptionError):  # without NumPy, or too large
        return None
