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
    """Play a game and return each seat's share of the range of returns.

    Args:
        players: the player of each seat; None for random play.
    """
    state, rng = game.start(), aicore.Rng(seed)
    plies = 0
    while state.turn != aicore.END:
        player = players[state.turn] if state.turn >= 0 else None
        if player is None:
            state.apply(state.sample(rng))
        else:
            player.seed, player.decisions = 1000 * seed + state.turn, plies
            state.apply(player.decide(state.view(state.turn)).action)
        plies += 1
        game.bound(plies)
    return list(game.shares(state.returns()))


def searched(game: Game, make: MakePlayer, games: int, seconds: float) -> list[tuple[float, ...]]:
    """Return the seats' shares in games by players that search, as many as fit into the time."""
    player, shares = make(SEARCH, game), list[tuple[float, ...]]()
    began = time.process_time()
    while len(shares) < games and (not shares or time.process_time() - began < seconds):
        shares.append(tuple(play(game, len(shares), [player] * game.seats)))
    return shares


def misled(game: Game, make: MakePlayer, games: int, seconds: float) -> str:
    """Return a sentence if `greedy`, which plays by the author's estimate, loses to `random`.

    Return "" if it does not, or if too few games fit into the time.
    """
    greedy, gains = make("greedy", game), list[float]()
    began = time.process_time()
    while len(gains) < games and time.process_time() - began < seconds:
        team = len(gains) % game.sides
        members = [team == each for each in game.teams]
        shares = play(game, len(gains), [greedy if mine else None for mine in members])
        rest = [share for share, mine in zip(shares, members, strict=True) if not mine]
        own = fmean(share for share, mine in zip(shares, members, strict=True) if mine)
        if not rest:  # all play together: compare with random players on their own
            rest = play(game, len(gains), [None] * game.seats)
        gains.append(own - fmean(rest))
    if len(gains) < MIN_GAMES:
        return ""
    mean, error = fmean(gains), stdev(gains) / len(gains) ** 0.5
    if mean >= 0 or mean > -SURE * error:
        return ""
    return _(
        "greedy, which plays by estimate, does worse than random players: by {loss:.0f} % ± "
        "{error:.0f} of the range of returns, in {n} games. Does estimate allow for the others' "
        "next moves?",
        loss=-100 * mean,
        error=200 * error,
        n=len(gains),
    )
