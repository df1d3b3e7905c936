"""Probabilities of wins and of a draw, which add up to 100 %.

A search values a draw as half a win, and its values cannot distinguish a sure draw from an open
game. So a short search plays for both seats to the end, and this module counts the draws. It does
so only in games for two without hidden information or chance, because other games have too few
draws. Games for stakes are left out as well, because their values are not chances. It solves small
games instead: there, a position that neither seat can win is a certain draw.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import aicore
from aicore.arena.rollout import continued
from aicore.coach.judge import SIMULATIONS, Judge
from aicore.coach.results import stakes
from aicore.coach.solved import TOLERANCE, solved

if TYPE_CHECKING:
    from aicore.core.game import Game, State

GAMES = 50  # number of continued games in which draws are counted
BY = "mcts:sims=30,net=none"  # with a network, it would repeat one line of play


@dataclass(frozen=True)
class WinProbability:
    """Probabilities of the results in a position; in games for stakes, the expected results.

    Args:
        shares: each seat's expected share (0 to 1) of the range of returns; a draw is half a win.
        draw: the probability of a draw; None if draws are not counted.
    """

    shares: tuple[float, ...]
    draw: float | None = None

    @property
    def wins(self) -> tuple[float, ...]:
        """Probability of a win for each seat; equal to `shares` if draws are not counted."""
        return tuple(max(0.0, share - (self.draw or 0.0) / 2) for share in self.shares)


def drawable(game: Game) -> bool:
    """Whether this module counts draws in a game."""
    return _open(game) and not stakes(game)


def _open(game: Game) -> bool:
    """Whether a game is for two without hidden information or chance."""
    return game.seats == 2 and not game.has_hidden and not game.has_chance


def win_probability(
    state: State, viewer: int | None = None, simulations: int = SIMULATIONS
) -> WinProbability:
    """Return the probabilities of the results in a position.

    Args:
        viewer: the seat whose knowledge counts; None for the seat to move.
        simulations: number of simulations of a search.
    """
    game = state.game
    shares = _judge(game, simulations).shares(state, viewer)
    return WinProbability(shares, draw_share(state, shares) if drawable(game) else None)


@lru_cache(maxsize=1)
def _judge(game: Game, simulations: int) -> Judge:
    """Return the judge of a game."""
    return (solved(game) if _open(game) else None) or Judge(game, simulations)


def drawn(state: State) -> bool:
    """Whether a finished game was a draw."""
    return _all_equal(state.returns())


def draw_share(state: State, shares: Sequence[float]) -> float:
    """Return the probability (0 to 1) of a draw, which is the share of draws in continued games.

    Args:
        shares: the seats' expected shares; the probability of a draw is at most twice the lesser
            share.
    """
    if state.turn == aicore.END:
        return float(drawn(state))
    solution = solved(state.game)
    if solution is not None:
        return float(_all_equal(solution.shares(state)))
    limit = 2 * min(shares)
    if limit <= 0:
        return 0.0
    return min(
        limit, sum(_all_equal(continued(state, BY, number)) for number in range(GAMES)) / GAMES
    )


def _all_equal(values: Sequence[float]) -> bool:
    return max(values) - min(values) < TOLERANCE
