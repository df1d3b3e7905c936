"""Games with hidden information, and positions in which it matters."""

from __future__ import annotations

from itertools import count, islice

import aicore
from aicore.core.game import Game, State
from kit.positions import decisions

SEATS = {
    name: min(3, aicore.info(name).seats[1])
    for name in aicore.names()
    if aicore.load(name).has_hidden
}
"""Games with hidden information, and their number of seats in these tests."""


def positions(game: Game, number: int) -> list[State]:
    """Return positions with a choice and hidden information, spread over random games."""
    rng = aicore.Rng(2026)
    games = (decisions(game, seed) for seed in count())
    hiding = (
        state for states in games for state in states if not rng.below(3) and hides(state, rng)
    )
    return list(islice(hiding, number))


def hides(state: State, rng: aicore.Rng) -> bool:
    """Whether the seat to move cannot distinguish the state from some other."""
    return any(state.resample(state.turn, rng) != state for _ in range(4))
