"""Checks of a plain game by players that search, for games whose random games show little."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from statistics import fmean, stdev
from typing import Any

import aicore
from aicore.core.game import Game
from aicore.core.language import gettext as _

MakePlayer = Callable[[str, Game], Any]
"""Function that makes a player from a spec, such as `aicore.players.player`."""

SEARCH = "mcts:sims=60"
MIN_GAMES = 12  # number of games needed for a statement about a player
SURE = 2.0  # standard errors by which one player must be worse


def play(game: Game, seed: int, players: Sequence[Any]) -> list[float]:
    """Play a game and return each seat's share of the range of returns. None plays at random."""
    state, rng = game.start(), aicore.Rng(seed)
    plies = 0
    while state.turn != aicore.END:
        one = players[state.turn] if state.turn >= 0 else None
        if one is None:
            state.apply(state.sample(rng))
        else:
            one.seed, one.decisions = 1000 * seed + state.turn, plies
            state.apply(one.decide(state.view(state.turn)).action)
        plies += 1
        game.bound(plies)
    return list(game.shares(state.returns()))


def searched(game: Game, make: MakePlayer, games: int, seconds: float) -> list[tuple[float, ...]]:
    """Return the seats' shares in games by players that search, as many as fit into the time."""
    one, found = make(SEARCH, game), list[tuple[float, ...]]()
    began = time.process_time()
    while len(found) < games and (not found or time.process_time() - began < seconds):
        found.append(tuple(play(game, len(found), [one] * game.seats)))
    return found


def misled(game: Game, make: MakePlayer, games: int, seconds: float) -> str:
    """Return a sentence if `greedy`, which plays by the author's estimate, loses to `random`.

    Return "" if it does not, or if too few games fit into the time.
    """
    greedy, found = make("greedy", game), list[float]()
    began = time.process_time()
    while len(found) < games and time.process_time() - began < seconds:
        team = len(found) % game.sides
        members = [team == each for each in game.teams]
        shares = play(game, len(found), [greedy if mine else None for mine in members])
        rest = [share for share, mine in zip(shares, members, strict=True) if not mine]
        own = fmean(share for share, mine in zip(shares, members, strict=True) if mine)
        if not rest:  # all play together: compare with random players on their own
            rest = play(game, len(found), [None] * game.seats)
        found.append(own - fmean(rest))
    if len(found) < MIN_GAMES:
        return ""
    mean, error = fmean(found), stdev(found) / len(found) ** 0.5
    if mean > -SURE * error:
        return ""
    return _(
        "greedy, which plays by estimate, does worse than random players: by {loss:.0f} % ± "
        "{error:.0f} of the range of returns, in {n} games. Does estimate judge positions in which "
        "others are to answer?",
        loss=-100 * mean,
        error=200 * error,
        n=len(found),
    )
