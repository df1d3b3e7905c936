"""Common code of the scripts: worker processes, games on open deals, blocks and intervals."""

from __future__ import annotations

import argparse
import math
import os
import statistics
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, TypeVar

import aicore
from aicore.arena.intervals import Bounded, of_mean
from aicore.arena.match import Match
from aicore.arena.referee import Outcome, Referee
from aicore.core.deal import Deal

T = TypeVar("T")
R = TypeVar("R")
RunAll = Callable[[Callable[[Any], Any], Iterable[Any]], list[Any]]
"""Function that calls a job with each value, in worker processes, and returns the results."""


def add_jobs(parser: argparse.ArgumentParser) -> None:
    """Add `--jobs`, the option of all scripts that play many games."""
    cores = os.cpu_count() or 1
    parser.add_argument("--jobs", type=int, default=cores, help=f"processes; default: {cores}")


@contextmanager
def workers(jobs: int) -> Iterator[RunAll]:
    """Yield a function that runs jobs in worker processes, which end with the context."""
    with ProcessPoolExecutor(jobs) as pool:
        yield lambda job, values: list(pool.map(job, values, chunksize=1))


def interval(values: Sequence[float]) -> tuple[float, float]:
    """Return the mean and half the width of Student's 95 % interval; nan if nothing varies."""
    mean, ends = statistics.fmean(values), of_mean(values)
    return mean, math.nan if ends is None else ends[1] - mean


def share_of(values: Sequence[float]) -> tuple[float, float]:
    """Return the mean of shares or yes/no values, and the longer side of its 95 % interval."""
    mean, (low, high) = statistics.fmean(values), Bounded.of(values).interval()
    return mean, max(mean - low, high - mean)


@lru_cache(maxsize=8)
def referee_of(name: str, seats: int, options: tuple[tuple[str, Any], ...]) -> Referee:
    """Return a referee, cached in the process: a game takes longer to load than to play."""
    return Referee(aicore.load(name, seats=seats, **dict(options)))


@lru_cache(maxsize=64)
def player_of(spec: str, game: aicore.Game) -> aicore.Player:
    """Return a player, cached in the process."""
    return aicore.player(spec, game)


def play(referee: Referee, specs: Sequence[str], seed: int) -> Outcome:
    """Return the outcome of a game on an open deal; `seed` fixes its luck and the seats' seeds.

    Raises RuntimeError if a player forfeits.
    """
    deal = Deal(seed)
    game = referee.game
    seeds = [deal.player_seed(seat) for seat in range(game.seats)]
    outcome = referee.play([player_of(spec, game) for spec in specs], seeds, deal.luck)
    if outcome.forfeit is not None:
        raise RuntimeError(f"{specs[outcome.forfeit.seat]}: {outcome.forfeit.reason}")
    return outcome


@dataclass(frozen=True)
class Result:
    """Result of one game of a block."""

    scores: list[int] | list[float]
    returns: list[float]
    end: str
    plies: int
    ties: dict[str, int]


def block(
    name: str,
    specs: tuple[str, str],
    seats: int,
    options: dict[str, Any],
    seed: int,
    opening: int = 0,
) -> list[Result]:
    """Return the results of all games on one deal.

    In a solo game, each player plays once. In other games, the first player takes each seat once.
    """
    referee = referee_of(name, seats, tuple(sorted(options.items())))
    first, second = specs
    if seats == 1:
        seatings = [[first], [second]]
    else:
        seatings = [[first if k == seat else second for k in range(seats)] for seat in range(seats)]
    return [result(referee, seating, seed, opening) for seating in seatings]


def result(referee: Referee, specs: Sequence[str], seed: int, opening: int) -> Result:
    """Return the result of one game, whose first `opening` events are random for all players."""
    if opening:
        state, plies = opened(referee.game, specs, seed, opening)
    else:
        outcome = play(referee, specs, seed)
        state, plies = outcome.state, outcome.plies
    return Result(state.scores(), state.returns(), str(state.end), plies, state.tie_break())


def opened(
    game: aicore.Game, specs: Sequence[str], seed: int, opening: int
) -> tuple[aicore.State, int]:
    """Play a game that begins with random events. Return its final state and number of plies."""
    beginning = Match(game, [player_of("random", game)] * game.seats, Deal(seed))
    while len(beginning.events) < opening and not beginning.over:
        beginning.step()
    match = Match(game, [player_of(spec, game) for spec in specs], Deal(seed))
    match.restore(beginning.events)
    match.finish()
    return match.state, len(match.events)


def shares(blocks: list[list[Result]], game: aicore.Game) -> list[float]:
    """Return the first player's share of each deal, 0 to 1.

    It is the player's mean return over the seats, as a share of the range. If nobody wins part of a
    game, all seats share that part equally. In a solo game, it is one half, plus half the
    difference between the two players' returns as a share of the range.
    """
    scaled = [
        [
            [(value - game.low) / (game.high - game.low) for value in result.returns]
            for result in games
        ]
        for games in blocks
    ]
    if game.seats == 1:
        return [0.5 + (first[0] - second[0]) / 2 for first, second in scaled]
    return [
        statistics.fmean(
            rewards[seat] + max(1 - sum(rewards), 0) / game.seats
            for seat, rewards in enumerate(games)
        )
        for games in scaled
    ]
