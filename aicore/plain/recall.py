"""Test of perfect recall by random games: whether observations contain all that a seat learned."""

from __future__ import annotations

import aicore
from aicore.core.game import Game
from aicore.core.language import fill
from aicore.core.language import gettext as _

MAX_SHOWN = 6  # number of a game's last events in a message


def forgotten(game: Game, games: int) -> str | None:
    """Return a sentence about two different games with the same observation; None if none exist.

    A seat that read different events has forgotten some of them if its observations are equal.
    Positions with a due chance event are not compared, because no seat decides there.

    Args:
        games: number of random games to play.
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
                    one, two = (", ".join(events[-MAX_SHOWN:]) for _state, events in (other, known))
                    text = _("seat {seat} sees the same after {one!r} and after {two!r}")
                    return fill(text, seat=seat, one=one, two=two)
            if state.turn == aicore.END:
                break
            event = state.sample(rng)
            for seat in range(game.seats):
                read[seat].append(state.event_text(event, seat))
            state.apply(event)
    return None
