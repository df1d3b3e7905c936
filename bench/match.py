"""Two players against each other on paired deals: the figures behind every claim of strength.

Two seats: each deal is played twice, seats swapped; the score is the first player's mean return
share. More seats: the first player takes each seat once against copies of the second. Solo: both
play the same deals, and the paired difference of their scores is shown. Intervals are 95 %, from
the variance between deals.

    python bench/match.py booster mcts greedy --games 400
    python bench/match.py ransom mcts greedy --games 2000 --option forced=new
    python bench/match.py connect_four mcts:c=0.6 mcts:c=1 --opening 3
"""

from __future__ import annotations

import argparse
import math
import os
import statistics
import time
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial

import aicore
from aicore.arena.match import Match
from aicore.core.deal import Deal


@dataclass(frozen=True)
class Result:
    """How one game ended."""

    scores: list[int] | list[float]
    returns: list[float]
    end: str
    plies: int
    ties: dict[str, int]


def play(game: aicore.Game, players: list[aicore.Player], seed: int, opening: int) -> Result:
    """One game to its end; its first `opening` events are random, the same for all players."""
    aimless = Match(game, [aicore.player("random", game)] * game.seats, Deal(seed))
    while len(aimless.events) < opening and not aimless.over:
        aimless.step()
    match = Match(game, players, Deal(seed))
    match.restore(aimless.events)
    while not match.over:
        match.step()
    state = match.state
    return Result(
        state.scores(), state.returns(), str(state.end), len(match.events), state.tie_break()
    )


def block(
    name: str,
    specs: tuple[str, str],
    seats: int,
    options: dict[str, str],
    seed: int,
    opening: int = 0,
) -> list[Result]:
    """All games on one deal: solo, one a player; otherwise the first player in each seat once."""
    game = aicore.load(name, seats=seats, **options)
    first, second = (aicore.player(spec, game) for spec in specs)
    if seats == 1:
        return [play(game, [player], seed, opening) for player in (first, second)]
    return [
        play(game, [first if place == seat else second for place in range(seats)], seed, opening)
        for seat in range(seats)
    ]


def interval(values: list[float]) -> tuple[float, float]:
    """Mean and half the width of its 95 % interval."""
    spread = statistics.stdev(values) if len(values) > 1 else math.nan
    return statistics.fmean(values), 1.96 * spread / math.sqrt(len(values))


def report_solo(blocks: list[list[Result]], specs: tuple[str, str]) -> None:
    """Each player's scores on the same deals, by kind of end, and their difference."""
    for place, spec in enumerate(specs):
        results = [games[place] for games in blocks]
        mean, half = interval([result.scores[0] for result in results])
        print(f"{spec}: mean score {mean:.1f} ± {half:.1f}")
        for end in sorted({result.end for result in results}):
            group = [result for result in results if result.end == end]
            figures = [f"{len(group) / len(results):.1%}"]
            for name in group[0].ties:
                figures.append(f"{name} {statistics.fmean(r.ties[name] for r in group):.2f}")
            print(f"  {end}: {', '.join(figures)}")
    mean, half = interval([first.scores[0] - second.scores[0] for first, second in blocks])
    print(f"paired difference {mean:+.1f} ± {half:.1f} over {len(blocks)} deals")


def shares(blocks: list[list[Result]], game: aicore.Game) -> list[float]:
    """The first player's share of each deal, 0 to 1: its mean return over the seats, as a share of
    the range, where what nobody wins belongs to all alike; solo: one half, and half the difference
    of both returns as a share of the range."""
    scaled = [
        [[(value - game.low) / (game.high - game.low) for value in one.returns] for one in games]
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


def report_match(blocks: list[list[Result]], specs: tuple[str, str], game: aicore.Game) -> None:
    """The first player's mean return over seats and deals, as a share of the range."""
    mean, half = interval(shares(blocks, game))
    games = sum(map(len, blocks))
    plies = statistics.fmean(result.plies for games in blocks for result in games)
    print(
        f"{specs[0]} over {specs[1]}: {mean:.1%} ± {half:.1%} in {games} games, {plies:.0f} plies"
    )


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game")
    parser.add_argument("first")
    parser.add_argument("second")
    parser.add_argument("--games", type=int, default=400, help="solo: deals")
    parser.add_argument("--seats", type=int)
    parser.add_argument("--seed", type=int, default=0, help="of the first deal")
    parser.add_argument("--option", action="append", default=[], metavar="KEY=VALUE")
    parser.add_argument("--opening", type=int, default=0, help="random events to begin with")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    chosen = parser.parse_args()
    options = dict(item.split("=", 1) for item in chosen.option)
    game = aicore.load(chosen.game, seats=chosen.seats, **options)
    specs = (chosen.first, chosen.second)
    deals = range(chosen.seed, chosen.seed + max(1, chosen.games // game.seats))
    start = time.perf_counter()
    with ProcessPoolExecutor(chosen.jobs) as pool:
        job = partial(block, chosen.game, specs, game.seats, options, opening=chosen.opening)
        blocks = list(pool.map(job, deals, chunksize=4))
    if game.seats == 1:
        report_solo(blocks, specs)
    else:
        report_match(blocks, specs, game)
    print(f"{time.perf_counter() - start:.0f} s")


if __name__ == "__main__":
    main()
