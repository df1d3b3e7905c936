"""Win chances with draws as a figure of their own, so that all of them add up to 100.

A search values a draw as half a win, and its values cannot tell a sure draw from an open game. So
the game is played on by a short search in both seats, and draws are counted. That is done where two
play, nothing is hidden and there is no luck: elsewhere draws are too rare to be worth the time.
Games that are small enough are solved instead: what both hold is then a draw for sure.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import aicore
from aicore.arena.rollout import continued
from aicore.study.judge import SIMULATIONS, Judge
from aicore.study.solved import LEVEL, solved

if TYPE_CHECKING:
    from aicore.core.game import Game, State

GAMES = 50
BY = "mcts:sims=30,net=none"  # a network plays one line over and over, and calls that a sure draw


@dataclass(frozen=True)
class WinProbability:
    """What the seats of a position may expect.

    Args:
        shares: of what can be won (0 to 1), by seat; a draw is half a win.
        draw: how likely a draw is; None where draws are not counted.
    """

    shares: tuple[float, ...]
    draw: float | None = None

    @property
    def wins(self) -> tuple[float, ...]:
        """How likely each seat wins; what seats may expect where draws are not counted."""
        return tuple(max(0.0, share - (self.draw or 0.0) / 2) for share in self.shares)


def drawable(game: Game) -> bool:
    """Whether draws are counted in a game."""
    return game.seats == 2 and not game.has_hidden and not game.has_chance


def win_probability(
    state: State, viewer: int | None = None, simulations: int = SIMULATIONS
) -> WinProbability:
    """What seats may expect of a position.

    Args:
        viewer: the seat whose knowledge it depends on; None: who is to move.
    """
    game = state.game
    shares = _judge(game, simulations).shares(state, viewer)
    return WinProbability(shares, draw_share(state, shares) if drawable(game) else None)


@lru_cache(maxsize=1)
def _judge(game: Game, simulations: int) -> Judge:
    """The judge of a game whose positions are asked about one after the other."""
    return (solved(game) if drawable(game) else None) or Judge(game, simulations)


def drawn(state: State) -> bool:
    """Whether a game that is over was a draw."""
    return _even(state.returns())


def draw_share(state: State, shares: Sequence[float]) -> float:
    """How likely a draw is, 0 to 1: the share of games, played on from a position, that end in one.

    Args:
        shares: what the seats may expect: no draw is likelier than twice the lesser of them.
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
