"""Games with hidden information, and positions in which it matters."""

from __future__ import annotations

from itertools import count, islice
from pathlib import Path

import aicore
from aicore.core.game import Game, State
from kit.positions import decisions

SEATS = {
    name: min(3, aicore.info(name).seats[1])
    for name in aicore.names()
    if aicore.load(name).has_hidden
}
"""Games with hidden information, and their number of seats in these tests."""

EXAMPLES = Path(__file__).parents[2] / "examples"
PLAIN = {
    "feints": Path(__file__).parent / "feints.py",
    **{
        name: EXAMPLES / f"{name}.py"
        for name in ("goofspiel", "hearts", "liars_dice", "saboteurs", "whist")
    },
}
"""Files of games in plain Python with hidden information."""

HIDING = [*SEATS, *PLAIN]
"""Names of all these games, for `load`."""


def load(name: str) -> Game:
    """Return a game of HIDING, with the number of seats that these tests use."""
    return aicore.load(str(PLAIN[name])) if name in PLAIN else aicore.load(name, SEATS[name])


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
