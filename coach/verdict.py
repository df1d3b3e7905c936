"""Words for the loss of a decision, on a scale that fits the game."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import aicore
from aicore.coach.judge import SURE
from aicore.core.language import N_

if TYPE_CHECKING:
    from aicore.core.game import Game

# Minimum losses, as shares of the stake; lichess uses 5, 10 and 15 % of the win chance, too.
STEPS = {N_("inaccuracy"): 0.05, N_("mistake"): 0.10, N_("blunder"): 0.15}
FINE = N_("fine")
"""Word for a decision that loses little or nothing. `gettext` translates the words."""
WHOLE = 0.8  # from this share on, a stake counts as the whole game
PLAYOUTS = 400


@dataclass(frozen=True)
class Scale:
    """Words for the losses in a game.

    Args:
        limits: minimum loss for each word, as a share of the range of returns, the smallest first.
        stake: the stake of a whole game, as a share of that range.
    """

    limits: dict[str, float]
    stake: float = 1.0

    @property
    def words(self) -> tuple[str, ...]:
        """All words, the best first."""
        return (FINE, *self.limits)

    @property
    def least(self) -> float:
        """Smallest loss that is marked."""
        return min(self.limits.values())

    def word(self, loss: float, error: float) -> str:
        """Return the word for a loss; the loss counts only if it exceeds SURE standard errors."""
        verdict = FINE
        if loss > SURE * error:
            for word, limit in self.limits.items():
                if loss >= limit:
                    verdict = word
        return verdict


@lru_cache(maxsize=32)
def scale_of(game: Game) -> Scale:
    """Return the scale of a game, whose limits depend on its stake.

    The stake is twice the standard deviation of results by the game's policy. It is 1 if a game can
    only be won or lost, and less if results are close together.
    """
    from statistics import pstdev  # slow to import, so only on demand

    rng, results = aicore.Rng(0), []
    for _playout in range(PLAYOUTS):
        state = game.start()
        state.play_out(rng, guided=True)
        results.append(state.returns()[0])
    stake = 2 * pstdev(results) / game.stake
    if stake >= WHOLE:
        stake = 1.0
    return Scale({word: round(step * stake, 3) for word, step in STEPS.items()}, stake)
