"""Perfect recall, tried in random games: whether what a seat observes tells all that it learned."""

from __future__ import annotations

import aicore
from aicore.core.game import Game

SHOWN = 6  # events of a game, the last ones


def forgotten(game: Game, games: int) -> str | None:
    """Find two games that a seat read differently and observes alike; None where there are none.

    Not between two events of chance, where nobody is asked anything.

    Args:
        games: how many random games are played.
    """
    histories: dict[tuple[int, bytes], tuple[int, tuple[str, ...]]] = {}
    for seed in range(games):
        rng, state = aicore.Rng(seed), game.start()
        read: list[list[str]] = [[] for _ in range(game.seats)]
        while True:
            for seat in range(game.seats if state.turn != aicore.CHANCE else 0):
                known = state.key(seat), tuple(read[seat])
                other = histories.setdefault((seat, bytes(state.observation(seat))), known)
                if other != known:
                    one, two = (", ".join(events[-SHOWN:]) for _, events in (other, known))
                    return f"seat {seat} observes the same after {one!r} and after {two!r}"
            if state.turn == aicore.END:
                break
            event = state.sample(rng)
            for seat in range(game.seats):
                read[seat].append(state.event_text(event, seat))
            state.apply(event)
    return None
