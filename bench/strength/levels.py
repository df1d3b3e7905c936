"""Levels of play: find nine equally spaced players, and measure each against the one below.

Level 9 is the game's default mcts. The levels below are `casual` players of one family. From the
weak end of the family to its strong end, players make more simulations, overlook less and
distinguish smaller differences. Matches on paired deals measure the rating along the family: some
candidates each play the candidate below, and level 9 plays the last candidate. The script takes
nine levels from this curve, at equal distances. Levels 1 and 2 look for the opponent's immediate
wins in some decisions, and the other levels in all. Then each level plays the level below it. In a
solo game, the better score on the same deal wins, and deals with equal scores do not count. If
nobody wins a game, all seats share it.

    python -m bench.strength.levels connect_four --games 200          # find and measure
    python -m bench.strength.levels connect_four --games 200 --write  # and write into its data.toml
    python -m bench.strength.levels relics --ladder 7 --games 400     # its own levels up to 7
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Sequence
from functools import partial
from itertools import pairwise

import numpy as np
import tomlkit

import aicore
from aicore.core.registry import info
from aicore.players.defaults import levels_of
from bench.common import Result, RunAll, add_jobs, block, share_of, shares, workers

LEVELS = 9
TOP = "mcts:net=none"  # level 9, even if the game has a network
ALERT = (0.85, 0.92)  # share of decisions in which levels 1 and 2 look for immediate wins
LOWEST_TEMPERATURE = 0.004  # temperature at the strong end
FAMILY = {
    "connect_four": (8, 4000, 0.4, 0.5),
    "booster": (60, 1500, 0.12, 0.35),
    "trader": (20, 1000, 0.02, 0.15),
    "ransom": (20, 400, 0.05, 0.3),
    "gratis3": (32, 1200, 0.06, 0.4),
    "relics": (16, 600, 0.2, 0.5),
}
"""Simulations at both ends, temperature and share overlooked at the weak end, by game."""
REPLIES = 1.6  # factor on the share overlooked among the others' actions


def member(game: str, strength: float, alert: float = 1.0) -> str:
    """Return the spec of the family's player with a strength from 0 (weak) to 1 (strong)."""
    least, most, highest_temperature, overlook = FAMILY.get(game, (16, 1000, 0.2, 0.5))
    sims = round(least * (most / least) ** strength)
    weak = 1 - strength
    temperature = LOWEST_TEMPERATURE * (highest_temperature / LOWEST_TEMPERATURE) ** weak
    missed = overlook * weak
    return (
        f"casual:sims={sims},overlook={missed:.2f},replies={REPLIES * missed:.2f},"
        f"temperature={temperature:.4f}" + (f",alert={alert}" if alert < 1 else "")
    )


def won(blocks: list[list[Result]], game: aicore.Game) -> list[float]:
    """Return the first player's share of each deal.

    In a solo game, it is 1 if its score is the better one, else 0; equal scores do not count.
    """
    if game.seats > 1:
        return shares(blocks, game)
    pairs = [(one.scores[0], two.scores[0]) for one, two in blocks]
    return [float(one > two) for one, two in pairs if one != two]


def match(
    run_all: RunAll, game: aicore.Game, specs: tuple[str, str], games: int
) -> tuple[float, float, int]:
    """Return the first player's mean share, half its 95 % interval, and the deals that counted."""
    deals = range(max(2, games // max(2, game.seats)))
    job = partial(block, game.name, specs, game.seats, {})
    shares_won = won(run_all(job, deals), game)
    return (*share_of(shares_won), len(shares_won)) if len(shares_won) > 1 else (0.5, 0.5, 0)


def elo(share: float) -> float:
    """Return the difference in rating that corresponds to a share of the points."""
    share = min(max(share, 0.01), 0.99)
    return 400 * math.log10(share / (1 - share))


def ladder(run_all: RunAll, game: aicore.Game, games: int, top: int, number: int) -> list[str]:
    """Return the specs of nine levels, the weakest first."""

    def climb(specs: Sequence[str], rating: float) -> list[float]:
        """Return the ratings of players, each from a match against the player before."""
        found = [rating]
        for below, above in pairwise(specs):
            played = top if above == TOP else games
            share, half, deals = match(run_all, game, (above, below), played)
            found.append(found[-1] + elo((share * deals + 1) / (deals + 2)))  # shrunk for few deals
            print(f"{found[-1]:+5.0f}  {share:.1%} ± {half:.1%}  {above}", flush=True)
        return list(np.maximum.accumulate(found))

    points = np.linspace(0.0, 1.0, number)
    weak = [member(game.name, float(one), ALERT[0]) for one in points]
    seeing = [member(game.name, float(one)) for one in points]
    _, first = climb([weak[0], seeing[0]], 0.0)
    *above, top = climb([*seeing, TOP], first)
    step = top / (LEVELS - 1)
    below = [0.0]
    for pair in pairwise(weak):
        if below[-1] >= step:  # up to level 2
            break
        below.append(climb(pair, below[-1])[-1])
    second = float(np.interp(step, below, points[: len(below)]))
    others = [float(np.interp(step * level, above, points)) for level in range(2, LEVELS - 1)]
    return [
        weak[0],
        member(game.name, second, ALERT[1]),
        *(member(game.name, one) for one in others),
        TOP,
    ]


def write(game: str, specs: Sequence[str]) -> None:
    """Write a ladder into the game's data file."""
    file = info(game).folder / "data.toml"
    data = tomlkit.parse(file.read_text(encoding="utf-8"))
    rungs = tomlkit.array()
    for spec in specs:
        rungs.add_line(spec, indent="    ")
    rungs.add_line(indent="")
    data["levels"]["ladder"] = rungs  # type: ignore[index]
    file.write_text(tomlkit.dumps(data), encoding="utf-8")


def main() -> None:
    """Find the levels and print the ladder as TOML and as a Markdown table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game")
    parser.add_argument("--games", type=int, default=400, help="games per pair; default: 400")
    parser.add_argument("--top", type=int, help="games of level 9 against others; default: --games")
    parser.add_argument("--points", type=int, default=7, help="number of candidates; default: 7")
    parser.add_argument(
        "--ladder", type=int, metavar="N", help="measure the game's own levels up to N"
    )
    parser.add_argument("--write", action="store_true", help="write the results to data.toml")
    add_jobs(parser)
    args = parser.parse_args()
    top = args.top or args.games
    game = aicore.load(args.game)
    with workers(args.jobs) as run_all:
        if args.ladder:
            _measure(run_all, game, levels_of(game.info)[: args.ladder], args.games, top)
            return
        specs = ladder(run_all, game, args.games, top, args.points)
        if args.write:
            write(game.name, specs)
        _measure(run_all, game, specs, args.games, top)


def _measure(
    run_all: RunAll, game: aicore.Game, specs: Sequence[str], games: int, top: int
) -> None:
    """Print the results of each level against the level below."""
    print(f"| 1 | {specs[0]} |")
    for number, (below, above) in enumerate(pairwise(specs), 2):
        played = top if above == TOP else games
        share, half, deals = match(run_all, game, (above, below), played)
        print(f"| {number} | {above} | {share:.1%} ± {half:.1%} | {deals} |", flush=True)


if __name__ == "__main__":
    main()
