"""Judges of small games for two without a search: by exact values or by an equilibrium."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import aicore
from aicore.coach.judge import ActionComparison, Judge, Values
from aicore.core.errors import OptionError
from aicore.players.cfr import Cfr
from aicore.players.spec import split
from aicore.search.cfr import ITERATIONS, Table
from aicore.search.exact import solve
from aicore.search.expectimax.solver import Solver

if TYPE_CHECKING:
    from aicore.core.game import Game, State, View
    from aicore.search.exact import Solution

EXACT = "exact"
"""Name of the exact judge."""
QUICK = 20_000  # maximum positions of a game to solve by default; it takes half a second
TOLERANCE = 1e-9  # values that differ by less are equal
EACH = 4  # one position may use at most 1 / EACH of all visits
SUPPORT = 0.01  # actions at least this probable in an equilibrium lose nothing


class ExactJudge(Judge):
    """Judge that knows the exact value of every position."""

    exact = True

    def __init__(self, solution: Solution) -> None:
        super().__init__(solution.game)
        self.solution = solution

    @property
    def name(self) -> str:
        """Name of the judge."""
        return EXACT

    def values(self, state: State, viewer: int | None = None) -> Values:
        """Return each seat's return when both play perfectly."""
        return self.solution.value(state)

    def value_of(self, view: View, simulations: int, seed: int, worlds: int = 0) -> Values:
        """Return `values` for a view, from which nothing is hidden."""
        return self.solution.value(view.resample(aicore.Rng(0)))

    def known_value(self, state: State) -> Values:
        """Return `values`: all games solved exactly have full information."""
        return self.solution.value(state)

    def weigh(self, view: View, played: str, times: int = 1) -> ActionComparison:
        """Return a comparison of the played action with the best one."""
        state = view.resample(aicore.Rng(0))
        best = self.solution.value(state)
        after = state.clone()
        after.apply(played)
        after_played = self.solution.value(after)
        if after_played[view.seat] > best[view.seat] - TOLERANCE:
            return ActionComparison(played, (played,), best, best)
        text = self.game.text(self.solution.best(state))
        return ActionComparison(text, (text,), best, after_played)


class EquilibriumJudge(Judge):
    """Judge that uses the strategies of both seats in an equilibrium.

    An action's loss is its shortfall against the seat's best action when the rival plays by the
    table. Actions that the table itself plays lose nothing.
    """

    exact = True

    def __init__(self, table: Table) -> None:
        super().__init__(table.game)
        self.table = table

    @property
    def name(self) -> str:
        """Spec of the player that plays this equilibrium."""
        return f"{Cfr.NAME}:{ITERATIONS.name}={self.table.iterations}"

    def known_value(self, state: State) -> Values:
        """Return each seat's expected return when both play by the table."""
        return self.table.value(state)

    def weigh(self, view: View, played: str, times: int = 1) -> ActionComparison:
        """Return a comparison of the played action with the best one."""
        number = self.game.parse(played)
        policy, worths = self.table.policy(view), self.table.worths(view)
        (best, _), most = max(zip(policy, worths, strict=True), key=lambda each: each[1])
        (_, often), mine = next(
            each for each in zip(policy, worths, strict=True) if each[0][0] == number
        )
        if often >= SUPPORT or mine > most - TOLERANCE:
            values = self._both(view.seat, most)
            return ActionComparison(played, (played,), values, values)
        text = self.game.text(best)
        return ActionComparison(
            text, (text,), self._both(view.seat, most), self._both(view.seat, mine)
        )

    def _both(self, seat: int, mine: float) -> Values:
        other = self.game.low + self.game.high - mine
        return (mine, other) if seat == 0 else (other, mine)


@dataclass(frozen=True)
class Solved:
    """Exact value of a position.

    Args:
        values: each seat's return when both play perfectly.
        best: an action that keeps these values; None at the end of the game.
    """

    values: Values
    best: int | None


class Endgame:
    """Solver of a game's positions by alpha-beta, from the last position back."""

    def __init__(self, game: Game) -> None:
        self._solver = Solver(game)
        self._known: dict[int, Solved] = {}

    @staticmethod
    def fits(game: Game) -> bool:
        """Whether a game's positions can be solved: two seats, no luck and nothing hidden."""
        return Solver.solves(game)

    def solve(self, states: Sequence[State], positions: int) -> None:
        """Solve the positions of a game from the last one back, as long as visits are left.

        Args:
            states: the positions in order, without the end.
            positions: the maximum number of positions to visit.
        """
        left = positions
        for state in reversed(states):
            solution = self._solver.solve(state, min(left, positions // EACH))
            left -= self._solver.visited
            if solution is not None:
                self._known[state.key()] = Solved(*solution)
            if left <= 0:
                return

    def known(self, state: State) -> Solved | None:
        """Return the exact value of a position; None if it was not solved."""
        if state.turn == aicore.END:
            return Solved(tuple(state.returns()), None)
        return self._known.get(state.key())


def equilibrium(game: Game, spec: str = Cfr.NAME) -> EquilibriumJudge | None:
    """Return a judge that uses the game's equilibrium; None if the game has none.

    Args:
        game: the game.
        spec: a spec of the player `cfr`; for any other player, the result is None.

    Raises SpecError.
    """
    if split(spec)[0] != Cfr.NAME or not Cfr.fits(game.info):
        return None
    player = aicore.player(spec, game)
    return EquilibriumJudge(player.table) if isinstance(player, Cfr) else None


@lru_cache(maxsize=2)
def solved(game: Game, limit: int | None = QUICK) -> ExactJudge | None:
    """Return a game's exact judge; None if there is none within `limit` positions.

    Args:
        game: the game.
        limit: the maximum number of positions; None for no limit.
    """
    if game.seats != 2 or game.has_hidden or not game.constant_sum:
        return None
    try:
        return ExactJudge(solve(game, most=limit))
    except (ImportError, OptionError):  # NumPy is missing, or the game is too large
        return None
