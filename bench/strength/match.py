"""Match of two players on paired deals, to measure a change of strength.

In a game for two, the players play each deal twice, with the seats swapped. The score is the first
player's mean return, as a share of the range. With more seats, the first player takes each seat
once, against copies of the second. In a solo game, both play the same deals, and the output has the
mean difference of their scores. Intervals are 95 %, from the variance between deals.

    python -m bench.strength.match booster mcts greedy --games 400
    python -m bench.strength.match ransom mcts greedy --games 2000 --option forced=new
    python -m bench.strength.match connect_four mcts:c=0.6 mcts:c=1 --opening 3
"""

from __future__ import annotations

import argparse
import time
from functools import partial
from statistics import fmean

import aicore
from bench.common import Result, add_jobs, block, interval, share_of, shares, workers


def report_solo(blocks: list[list[Result]], specs: tuple[str, str]) -> None:
    """Print each player's mean score, the share of each ending, and the mean difference."""
    for place, spec in enumerate(specs):
        results = [games[place] for games in blocks]
        mean, half = interval([result.scores[0] for result in results])
        print(f"{spec}: mean score {mean:.1f} ± {half:.1f}")
        for end in sorted({result.end for result in results}):
            group = [result for result in results if result.end == end]
            figures = [f"{len(group) / len(results):.1%}"]
            for name in group[0].ties:
                figures.append(f"{name} {fmean(r.ties[name] for r in group):.2f}")
            print(f"  {end}: {', '.join(figures)}")
    mean, half = interval([first.scores[0] - second.scores[0] for first, second in blocks])
    print(f"paired difference {mean:+.1f} ± {half:.1f} over {len(blocks)} deals")


def report_match(blocks: list[list[Result]], specs: tuple[str, str], game: aicore.Game) -> None:
    """Print the first player's mean return over seats and deals, as a share of the range."""
    mean, half = share_of(shares(blocks, game))
    games = sum(map(len, blocks))
    plies = fmean(result.plies for games in blocks for result in games)
    print(
        f"{specs[0]} against {specs[1]}: return {mean:.1%} ± {half:.1%} of the range, "
        f"in {games} games of {plies:.0f} plies on average"
    )
    lead, half = interval([fmean(leads(one)) for one in blocks])
    print(f"mean lead over the best other score: {lead:+.2f} ± {half:.2f}")


def leads(games: list[Result]) -> list[float]:
    """Return the first player's lead over the best other score, for each game of a deal."""
    return [
        game.scores[seat] - max(score for other, score in enumerate(game.scores) if other != seat)
        for seat, game in enumerate(games)
    ]


def main() -> None:
    """Play the match that the command line describes, and print its figures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game")
    parser.add_argument("first")
    parser.add_argument("second")
    parser.add_argument(
        "--games", type=int, default=400, help="number of games; in solo games, number of deals"
    )
    parser.add_argument("--seats", type=int)
    parser.add_argument("--seed", type=int, default=0, help="seed of the first deal")
    parser.add_argument("--option", action="append", default=[], metavar="KEY=VALUE")
    parser.add_argument("--opening", type=int, default=0, help="random events before each game")
    add_jobs(parser)
    args = parser.parse_args()
    options = dict(item.split("=", 1) for item in args.option)
    game = aicore.load(args.game, seats=args.seats, **options)
    specs = (args.first, args.second)
    deals = range(args.seed, args.seed + max(1, args.games // game.seats))
    start = time.perf_counter()
    with workers(args.jobs) as run_all:
        job = partial(block, args.game, specs, game.seats, options, opening=args.opening)
        blocks = run_all(job, deals)
    if game.seats == 1:
        report_solo(blocks, specs)
    else:
        report_match(blocks, specs, game)
    print(f"{time.perf_counter() - start:.0f} s")


if __name__ == "__main__":
    main()
