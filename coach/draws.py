"""Win chances with separate draw chances, so that all of them add up to 100 %.

A search values a draw as half a win, and its values cannot distinguish a sure draw from an open
game. So a short search plays the game on in both seats, and draws are counted. That is done in
games for two without hidden information or chance: elsewhere draws are too rare to be worth the
time. Games that are small enough are solved instead: a position that neither can win is then a
certain draw.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import aicore
from aicore.arena.rollout import continued
from aicore.coach.judge import SIMULATIONS, Judge
from aicore.coach.solved import LEVEL, solved

if TYPE_CHECKING:
    from aicore.core.game import Game, State

GAMES = 50
BY = "mcts:sims=30,net=none"  # a network plays one line over and over, and calls that a sure draw


@dataclass(frozen=True)
class WinProbability:
    """Chances of the seats in a position.

    Args:
        shares: each seat's expected share (0 to 1) of the range of returns; a draw is half a win.
        draw: probability of a draw; None where draws are not counted.
    """

    shares: tuple[float, ...]
    draw: float | None = None

    @property
    def wins(self) -> tuple[float, ...]:
        """Probability of a win for each seat; equal to `shares` where draws are not counted."""
        return tuple(max(0.0, share - (self.draw or 0.0) / 2) for share in self.shares)


def drawable(game: Game) -> bool:
    """Whether draws are counted in a game."""
    return game.seats == 2 and not game.has_hidden and not game.has_chance


def win_probability(
    state: State, viewer: int | None = None, simulations: int = SIMULATIONS
) -> WinProbability:
    """Return the chances of the seats in a position.

    Args:
        viewer: the seat whose knowledge counts; None: the seat to move.
    """
    game = state.game
    shares = _judge(game, simulations).shares(state, viewer)
    return WinProbability(shares, draw_share(state, shares) if drawable(game) else None)


@lru_cache(maxsize=1)
def _judge(game: Game, simulations: int) -> Judge:
    """Return the judge of a game, cached for queries about one position after another."""
    return (solved(game) if drawable(game) else None) or Judge(game, simulations)


def drawn(state: State) -> bool:
    """Whether a finished game was a draw."""
    return _even(state.returns())


def draw_share(state: State, shares: Sequence[float]) -> float:
    """Return the probability (0 to 1) of a draw: the share of continuations that end in one.

    Args:
        shares: expected shares of the seats: a draw is at most twice as likely as the lesser of
            them.
    """
    if state.turn == aicore.END:
        return float(drawn(state))
    known = solved(state.game)
    if known is not None:
        return float(_even(known.shares(state)))
    most = 2 * min(shares)
    if most <= 0:
        return 0.0
    return min(most, sum(_even(continued(state, BY, number)) for number in range(GAMES)) / GAMES)


def _even(values: Sequence[float]) -> bool:
    return max(values) - min(values) < LEVEL
