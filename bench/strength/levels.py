"""Levels of play: find nine players equally far apart, and measure each against the next.

Level 9 is the game's default mcts; the levels below make a part of their decisions at random
(`slips`). The rating of a share of slips is measured against the next smaller one on paired deals,
level 1 slips most. Between the ends of the curve nine equally distant points are taken, then each
level plays the one below it. In a game for one seat the better score on the same deal wins, and
deals on which both score the same are left out; where nobody wins a game, all share it.

Where a game's script is good, weak levels are better made of it: it slips among what is worth a
search, so that what it plays still has an aim. `--ladder` measures any levels that a game has.

    python -m bench.strength.levels booster --sims 500 --games 400
    python -m bench.strength.levels relics --ladder 7 --games 400     # its own levels up to 7
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Sequence
from functools import partial
from itertools import pairwise

import numpy as np

import aicore
from aicore.players.defaults import levels_of
from bench.common import Everywhere, Result, add_jobs, block, interval, shares, workers

LEVELS = 9
GRID = (0.0, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0)


def won(blocks: list[list[Result]], game: aicore.Game) -> list[float]:
    """The first player's share of each deal; solo: whether its score is the better one, of the
    deals whose scores differ."""
    if game.seats > 1:
        return shares(blocks, game)
    pairs = [(one.scores[0], two.scores[0]) for one, two in blocks]
    return [float(one > two) for one, two in pairs if one != two]


def match(
    everywhere: Everywhere, game: aicore.Game, specs: tuple[str, str], games: int
) -> tuple[float, float, int]:
    """Mean share of the first player, half its 95 % interval, and how many deals counted."""
    deals = range(max(2, games // max(2, game.seats)))
    job = partial(block, game.name, specs, game.seats, {})
    found = won(everywhere(job, deals), game)
    return (*interval(found), len(found)) if found else (0.5, 0.5, 0)


def elo(share: float) -> float:
    """The difference in rating that a share of the points means."""
    share = min(max(share, 0.01), 0.99)
    return 400 * math.log10(share / (1 - share))


def ladder(everywhere: Everywhere, game: aicore.Game, sims: int, games: int) -> Sequence[float]:
    """The slips of nine levels, the weakest first."""
    rating = [0.0]
    for less, more in pairwise(GRID):
        specs = (f"mcts:sims={sims},slips={less}", f"mcts:sims={sims},slips={more}")
        share, _, _ = match(everywhere, game, specs, games)
        rating.append(rating[-1] - elo(share))
        print(f"slips {more}: {rating[-1]:+.0f}", flush=True)
    falling = np.minimum.accumulate(rating)
    wanted = np.linspace(falling[-1], 0.0, LEVELS)
    return [round(float(np.interp(-one, -falling, GRID)), 2) for one in wanted]


def main() -> None:
    """Find the levels and print the ladder as TOML and as a Markdown table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game")
    parser.add_argument("--sims", type=int, default=500)
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--slips", help="nine shares, comma-separated: measure these")
    parser.add_argument("--ladder", type=int, metavar="N", help="measure its own levels up to N")
    add_jobs(parser)
    chosen = parser.parse_args()
    game = aicore.load(chosen.game)
    with workers(chosen.jobs) as everywhere:
        if chosen.ladder:
            _measure(everywhere, game, levels_of(game.info)[: chosen.ladder], chosen.games)
            return
        if chosen.slips:
            slips: Sequence[float] = [float(part) for part in chosen.slips.split(",")]
        else:
            slips = ladder(everywhere, game, chosen.sims, chosen.games)
        print(f"slips {','.join(map(str, slips))}")
        specs = [f"mcts:sims={chosen.sims},slips={share}" for share in slips]
        _measure(everywhere, game, specs, chosen.games)


def _measure(everywhere: Everywhere, game: aicore.Game, specs: Sequence[str], games: int) -> None:
    """Each level against the one below."""
    for number, (below, above) in enumerate(pairwise(specs), 2):
        share, half, deals = match(everywhere, game, (above, below), games)
        print(f"| {number} | {above} | {share:.1%} ± {half:.1%} | {deals} |", flush=True)


if __name__ == "__main__":
    main()
