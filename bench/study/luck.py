"""Effect of luck on results, and the value of measuring it: the figures of docs/luck.md.

    python -m bench.study.luck variance              # all games, or the games named
    python -m bench.study.luck variance leduc_poker --first mcts:sims=1000 --second script
    python -m bench.study.luck cost                  # time that measuring adds to a game
    python -m bench.study.luck sprt --tests 50       # games that tests take, raw and less luck
    python -m bench.study.luck draws relics          # part of results that draws explain

`variance` lets two players play the deals of a tournament in all seatings. A result is the mean
return of the first player over a block; in a solo game, its return less the other player's.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import time
import zlib
from collections import Counter as Counts
from collections.abc import Sequence
from functools import lru_cache, partial

import numpy as np

import aicore
from aicore.arena.block_runner import BlockRunner, GameRow
from aicore.arena.config import Sprt
from aicore.arena.luck_adjusted import Fit, adjusted_results
from aicore.arena.plan import Plan, configure
from aicore.arena.sprt import Counter, LuckCounter, decision
from aicore.arena.tournament import block_luck, block_score
from bench.common import RunAll, add_jobs, interval, workers

PLAYERS = {
    "kuhn_poker": ("mcts:sims=1000", "expectimax:depth=2"),
    "leduc_poker": ("mcts:sims=1000", "script"),
    "pig": ("mcts:sims=100", "greedy"),
    "booster": ("mcts:sims=100", "greedy"),
    "ransom": ("mcts:sims=50", "greedy"),
    "trader": ("mcts:sims=100", "greedy"),
    "gratis3": ("mcts:sims=40", "mcts:sims=20"),
    "relics": ("mcts:sims=30", "greedy"),
}
SEED = "what luck makes"


@lru_cache(maxsize=4)
def runner_of(name: str, specs: tuple[str, str], seats: int, seed: str, luck: bool) -> BlockRunner:
    """Return the block runner, cached in the process."""
    game = aicore.load(name, seats=seats)
    return BlockRunner(configure(game, specs, sprt=Sprt(0, 1), seed=seed, luck=luck))


def block(
    name: str, specs: tuple[str, str], seats: int, number: int, seed: str = SEED, luck: bool = True
) -> list[GameRow]:
    """Play the games of one deal, and return them without their records."""
    runner = runner_of(name, specs, seats, seed, luck)
    rows = runner.play(Plan(runner.config).block(number))
    return [row._replace(record=b"") for row in rows]


def of_first(rows: Sequence[GameRow], part: str) -> list[float]:
    """Return the first player's values of a row field by seat, `returns` or `luck`."""
    seatings = [json.loads(row.seating) for row in rows]
    return [
        json.loads(getattr(row, part))[seating.index(0)]
        for row, seating in zip(rows, seatings, strict=True)
        if 0 in seating
    ]


def paired(rows: Sequence[GameRow]) -> float:
    """Return the first player's result in a block, in units of returns."""
    returns = [json.loads(row.returns or "") for row in rows]
    if len(returns[0]) == 1:
        return float(returns[0][0] - returns[1][0])
    return statistics.fmean(of_first(rows, "returns"))


def fitted(pairs: Sequence[tuple[float, float]]) -> str:
    """Return, as text, the variance of results and the benefit of subtracting luck.

    The benefit has three figures: the factors by which the variance shrinks if the whole luck or
    its fitted part is subtracted, and the fitted coefficient.
    """
    fit = Fit()
    for value, luck in pairs:
        fit.add(value, luck)
    values, lucks = zip(*pairs, strict=True)
    before = statistics.variance(values)
    whole = [value - luck for value, luck in pairs]
    factors = [
        before / statistics.variance(left) for left in (whole, adjusted_results(values, lucks))
    ]
    return f"{before:8.4f} {factors[0]:6.2f} {factors[1]:7.2f} {fit.coefficient():6.2f}"


def variance(names: Sequence[str], args: argparse.Namespace, run_all: RunAll) -> None:
    """Print the variances of paired results and of single games, raw and less luck."""
    print(f"{'':12} {'deals':>5}  {'paired':>8} {'whole':>6} {'fitted':>7} {'coef.':>6}"
          f"   {'single':>8} {'whole':>6} {'fitted':>7} {'coef.':>6}  players")  # fmt: skip
    for name in names:
        first, second = PLAYERS[name]
        specs = (args.first or first, args.second or second)
        seats = args.seats or aicore.info(name).default_seats
        blocks = run_all(partial(block, name, specs, seats), range(args.deals))
        singles = [
            one
            for rows in blocks
            for one in zip(of_first(rows, "returns"), of_first(rows, "luck"), strict=True)
        ]
        pairs = [(paired(rows), block_luck(rows)) for rows in blocks]
        print(
            f"{name:12} {len(blocks):5}  {fitted(pairs)}   {fitted(singles)}  "
            f"{specs[0]} over {specs[1]}",
            flush=True,
        )


def cost(names: Sequence[str], args: argparse.Namespace) -> None:
    """Print the cost of measuring luck; games between scripts are short, so they show it best."""
    for name in names:
        spec = args.first or PLAYERS[name][0]
        seats = args.seats or aicore.info(name).default_seats
        without, measured = spent(name, "script", seats, args.deals)
        searched, _ = spent(name, spec, seats, max(1, args.deals // 20))
        print(
            f"{name:12} {1000 * measured:6.2f} ms a game for luck: between scripts "
            f"{100 * measured / without:.0f} % of {1000 * without:.2f} ms, between {spec} "
            f"{100 * measured / searched:.1f} % of {1000 * searched:.1f} ms",
            flush=True,
        )


def spent(name: str, spec: str, seats: int, deals: int) -> tuple[float, float]:
    """Return a game's processor seconds between equal players, and the extra time for luck."""
    took = {False: 0.0, True: 0.0}
    games = 0
    for number in range(-1, deals):
        for luck in took:
            start = time.process_time()
            rows = block(name, (spec, spec), seats, max(number, 0), luck=luck)
            if number >= 0:  # the first round only warms up
                took[luck] += time.process_time() - start
                games += len(rows)
    return 2 * took[False] / games, 2 * (took[True] - took[False]) / games


def tests(args: argparse.Namespace, run_all: RunAll) -> None:
    """Print the number of games that sequential tests take on the same blocks, raw and less luck.

    A test draws its blocks at random, with replacement, from the played blocks.
    """
    name, specs = "booster", (args.first or "mcts:sims=100", args.second or "greedy")
    seats = aicore.info(name).default_seats
    sequential = Sprt(*map(float, args.sprt.split(",")))
    played = [
        (block_score(rows, seats), block_luck(rows))
        for rows in run_all(partial(block, name, specs, seats), range(args.deals))
    ]
    ends: dict[str, list[tuple[int, str]]] = {"raw": [], "less luck": []}
    for number in range(args.tests):
        rng = random.Random(number)
        counter, less = Counter(sequential, seats), LuckCounter(sequential, seats)
        test: dict[str, tuple[int, str]] = {}
        blocks = 0
        while len(test) < 2:
            score, luck = rng.choice(played)
            blocks += 1
            counter.add(score)
            less.add(score, luck)
            for kind, ratio in (("raw", counter.llr), ("less luck", less.llr)):
                if kind not in test and (decided := decision(sequential, ratio())):
                    test[kind] = seats * blocks, decided
        for kind, end in test.items():
            ends[kind].append(end)
    means = {"raw": [score for score, _ in played]}
    means["less luck"] = adjusted_results(*zip(*played, strict=True))
    print(f"{specs[0]} over {specs[1]}, sprt {args.sprt}, {len(played)} blocks")
    for kind, found in ends.items():
        answers = Counts(answer for _, answer in found)
        text = ", ".join(f"{answer} {count} times" for answer, count in sorted(answers.items()))
        mean, half = interval(means[kind])
        print(
            f"{kind}: {100 * mean:.1f} ± {100 * half:.1f} % of the points; tests take "
            f"{statistics.median(games for games, _ in found):,.0f} games (median), {text}"
        )
    ratios = [b / a for (a, _), (b, _) in zip(*ends.values(), strict=True)]
    print(f"less luck: {100 * statistics.median(ratios):.0f} % of the games, median of "
          f"{len(ratios)} tests")  # fmt: skip


def draws(names: Sequence[str], args: argparse.Namespace, run_all: RunAll) -> None:
    """Print the part of paired results that draws explain, if each kind of draw has one value.

    A least-squares fit to nine tenths of the blocks predicts the last tenth, in turn.
    """
    for name in names:
        first, second = PLAYERS[name]
        specs = (args.first or first, args.second or second)
        seats = args.seats or aicore.info(name).default_seats
        blocks = run_all(partial(drawn, name, specs, seats), range(args.deals))
        kinds = sorted({kind for _, counts in blocks for kind in counts})
        results = np.array([result for result, _ in blocks])
        table = np.array([[counts[kind] for kind in kinds] for _, counts in blocks])
        part = np.arange(len(results)) % 10
        left = results.copy()
        for fold in range(10):
            others = part != fold
            mean = results[others].mean()
            worth = np.linalg.lstsq(table[others], results[others] - mean, rcond=1e-6)[0]
            left[~others] -= table[~others] @ worth
        factor = results.var() / left.var()
        print(
            f"{name}: {len(blocks)} blocks, {specs[0]} over {specs[1]}, variance "
            f"{results.var():.4f}: less {len(kinds)} kinds of draws {factor:.2f} times smaller",
            flush=True,
        )


def drawn(name: str, specs: tuple[str, str], seats: int, number: int) -> tuple[float, Counts[str]]:
    """Return the first player's result on a deal, and its excess of draws, by kind.

    A draw counts for the first seat to move after it; the others' draws count against the player.
    """
    runner = runner_of(name, specs, seats, SEED, False)
    rows = runner.play(Plan(runner.config).block(number))
    counts: Counts[str] = Counts()
    for row in rows:
        seating = json.loads(row.seating)
        state = runner.game.start()
        for actor, text in json.loads(zlib.decompress(row.record))["events"]:
            outcomes = state.outcomes() if actor == "chance" else []
            state.apply(text)
            if outcomes and state.turn >= 0:
                sign = (1 if seating[state.turn] == 0 else -1) / len(rows)
                counts[kind_of(text)] += sign  # type: ignore[assignment]
                for outcome, chance in outcomes:
                    counts[kind_of(outcome)] -= sign * chance  # type: ignore[assignment]
    return paired(rows), counts


def kind_of(text: str) -> str:
    """Return the kind of a draw, without its seat and place."""
    return " ".join(text.split()[:2])


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("question", choices=["variance", "cost", "sprt", "draws"])
    parser.add_argument("games", nargs="*", metavar="GAME", help="games; default: all with luck")
    parser.add_argument("--deals", type=int, default=400)
    parser.add_argument("--first", help="player spec")
    parser.add_argument("--second", help="player spec")
    parser.add_argument("--seats", type=int)
    parser.add_argument("--tests", type=int, default=50)
    parser.add_argument("--sprt", default="0,20", metavar="ELO0,ELO1")
    add_jobs(parser)
    args = parser.parse_args()
    names = args.games or list(PLAYERS)
    if args.question == "cost":
        cost(names, args)
        return
    with workers(args.jobs) as run_all:
        if args.question == "variance":
            variance(names, args, run_all)
        elif args.question == "sprt":
            tests(args, run_all)
        else:
            draws(names, args, run_all)


if __name__ == "__main__":
    main()
