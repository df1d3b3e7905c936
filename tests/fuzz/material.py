"""Valid material for the doors: games, positions in mid-game, records."""

from __future__ import annotations

from functools import cache
from itertools import islice

import aicore
from aicore.arena.match import Match
from aicore.core.game import Game, State
from aicore.core.record import Record
from aicore.players import player
from kit.positions import walk

# name, seats, options: every game, the small ones in more ways
GAMES: tuple[tuple[str, int, dict[str, object]], ...] = (
    ("tic_tac_toe", 2, {}),
    ("connect_four", 2, {}),
    ("kuhn_poker", 2, {}),
    ("leduc_poker", 2, {}),
    ("pig", 2, {"target": 20}),
    ("pig", 4, {}),
    ("booster", 2, {}),
    ("booster", 6, {}),
    ("gratis3", 2, {}),
    ("gratis3", 4, {"locations": 3}),
    ("ransom", 1, {}),
    ("relics", 2, {}),
    ("relics", 4, {"rounds": 2}),
    ("trader", 1, {}),
)
SMALL = 5  # the first five have short games


@cache
def games() -> tuple[Game, ...]:
    """Return the games."""
    return tuple(aicore.load(name, seats=seats, **options) for name, seats, options in GAMES)


@cache
def positions() -> tuple[tuple[State, ...], ...]:
    """Return positions of each game, played at random, with a seat to move or chance due."""
    return tuple(_walk(game, number) for number, game in enumerate(games()))


def _walk(game: Game, seed: int) -> tuple[State, ...]:
    wanted = {0, 1, 2, 3, 5, 8, 13, 21, 40, 70}
    found = enumerate(islice(walk(game, seed), 1 + max(wanted)))
    return tuple(state for ply, state in found if ply in wanted)


def record(number: int, plies: int | None = None, seed: int = 1, human: bool = False) -> Record:
    """Return a record of a game between random players.

    Args:
        number: index in `GAMES`.
        plies: number after which to stop, unfinished; None: play to the end.
        human: whether the first seat's spec is a person.
    """
    game = games()[number]
    match = Match(game, [player("random", game) for _ in range(game.seats)], seed)
    while not match.over and (plies is None or len(match.events) < plies):
        match.step()
    made = match.record()
    if human:
        made.players[0] = "human"
    return made
