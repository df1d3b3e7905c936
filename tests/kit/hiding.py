"""Games that hide something, and positions of theirs in which it matters."""

from __future__ import annotations

import aicore
from aicore.core.game import Game, State

SEATS = {
    name: min(3, aicore.info(name).seats[1])
    for name in aicore.names()
    if aicore.load(name).has_hidden
}
"""Games with secrets, and with how many seats they are played here."""


def positions(game: Game, number: int) -> list[State]:
    """Positions with a choice and with something to hide, spread over random games."""
    rng = aicore.Rng(2026)
    found: list[State] = []
    while len(found) < number:
        state = game.start()
        while state.turn != aicore.END and len(found) < number:
            if len(state.legal_actions()) > 1 and rng.below(3) == 0 and hides(state, rng):
                found.append(state.clone())
            state.apply(state.sample(rng))
    return found


def hides(state: State, rng: aicore.Rng) -> bool:
    """Whether the seat to move cannot tell the state from another one."""
    return any(state.resample(state.turn, rng) != state for _ in range(4))
