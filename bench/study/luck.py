"""What luck makes of results, and what measuring it is worth: the figures of docs/luck.md.

    python -m bench.study.luck variance              # all games; or name some
    python -m bench.study.luck variance leduc_poker --first mcts:sims=1000 --second script
    python -m bench.study.luck cost                  # what measuring adds to a game
    python -m bench.study.luck sprt --tests 50       # games that tests take, with luck and less it
    python -m bench.study.luck bound relics          # how much luck there is at all to be measured

`variance` plays two players on the deals of a tournament, all seatings. A result is the mean return
of the first over a block; solo, its return less the other's.
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
import zlib
from collections.abc import Sequence
from functools import lru_cache, partial

import aicore
from aicore.arena.lessluck import Fit, less_luck
from aicore.arena.luck import Meter
from aicore.arena.plan import Plan, Sprt, configure
from aicore.arena.sprt import Counter, LuckCounter, decision
from aicore.arena.table import GameRow, Table
from aicore.arena.tournament import block_luck, block_score
from aicore.core.rng import Rng
from bench.common import Everywhere, add_jobs, interval, workers

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
def table_of(name: str, specs: tuple[str, str], seats: int, seed: str, luck: bool) -> Table:
    """One of each in a process."""
    game = aicore.load(name, seats=seats)
    return Table(configure(game, specs, sprt=Sprt(0, 10), seed=seed, luck=luck))


def block(
    name: str, specs: tuple[str, str], seats: int, number: int, seed: str = SEED, luck: bool = True
) -> list[GameRow]:
    """The games of one deal, without their records."""
    table = table_of(name, specs, seats, seed, luck)
    rows = table.play(Plan(table.config).block(number))
    return [row._replace(record=b"") for row in rows]


def of_first(rows: Sequence[GameRow], told: str) -> list[float]:
    """The first player's part of what rows tell of each seat, `returns` or `luck`."""
    seatings = [json.loads(row.seating) for row in rows]
    return [
        json.loads(getattr(row, told))[seating.index(0)]
        for row, seating in zip(rows, seatings, strict=True)
        if 0 in seating
    ]


def paired(rows: Sequence[GameRow]) -> float:
    """What the first player made of a block, in units of returns."""
    returns = [json.loads(row.returns or "") for row in rows]
    if len(returns[0]) == 1:
        return float(returns[0][0] - returns[1][0])
    return statistics.fmean(of_first(rows, "returns"))


def told(found: Sequence[tuple[float, float]]) -> str:
    """The variance of results, how many times smaller it is less luck, and the coefficient."""
    fit = Fit()
    for value, luck in found:
        fit.add(value, luck)
    values, lucks = zip(*found, strict=True)
    before = statistics.variance(values)
    whole = [value - luck for value, luck in found]
    factors = [before / statistics.variance(left) for left in (whole, less_luck(values, lucks))]
    return f"{before:8.4f} {factors[0]:6.2f} {factors[1]:7.2f} {fit.coefficient():6.2f}"


def variance(names: Sequence[str], chosen: argparse.Namespace, everywhere: Everywhere) -> None:
    """Variances as they are and less luck: of paired results, and of single games."""
    print(f"{'':12} {'deals':>5}  {'paired':>8} {'whole':>6} {'fitted':>7} {'coef.':>6}"
          f"   {'single':>8} {'whole':>6} {'fitted':>7} {'coef.':>6}  players")  # fmt: skip
    for name in names:
        first, second = PLAYERS[name]
        specs = (chosen.first or first, chosen.second or second)
        seats = chosen.seats or aicore.info(name).default_seats
        blocks = everywhere(partial(block, name, specs, seats), range(chosen.deals))
        singles = [
            one
            for rows in blocks
            for one in zip(of_first(rows, "returns"), of_first(rows, "luck"), strict=True)
        ]
        pairs = [(paired(rows), block_luck(rows)) for rows in blocks]
        print(
            f"{name:12} {len(blocks):5}  {told(pairs)}   {told(singles)}  "
            f"{specs[0]} over {specs[1]}",
            flush=True,
        )


def cost(names: Sequence[str], chosen: argparse.Namespace) -> None:
    """What measuring luck adds to a game: exactly between scripts, whose games cost little else."""
    for name in names:
        spec = chosen.first or PLAYERS[name][0]
        seats = chosen.seats or aicore.info(name).default_seats
        without, measured = spent(name, "script", seats, chosen.deals)
        searched, _ = spent(name, spec, seats, max(1, chosen.deals // 20))
        print(
            f"{name:12} {1000 * measured:6.2f} ms a game for luck: between scripts "
            f"{100 * measured / without:.0f} % of {1000 * without:.2f} ms, between {spec} "
            f"{100 * measured / searched:.1f} % of {1000 * searched:.1f} ms",
            flush=True,
        )


def spent(name: str, spec: str, seats: int, deals: int) -> tuple[float, float]:
    """Processor seconds of a game between equals without luck measured, and what that adds."""
    took = {False: 0.0, True: 0.0}
    games = 0
    for number in range(-1, deals):
        for luck in took:
            start = time.process_time()
            rows = block(name, (spec, spec), seats, max(number, 0), luck=luck)
            if number >= 0:  # once to warm up
                took[luck] += time.process_time() - start
                games += len(rows)
    return 2 * took[False] / games, 2 * (took[True] - took[False]) / games


def tests(chosen: argparse.Namespace, everywhere: Everywhere) -> None:
    """How many games sequential tests take on the same games, as they are and less luck."""
    name, specs = "booster", (chosen.first or "mcts:sims=100", chosen.second or "greedy")
    game = aicore.load(name)
    took: dict[str, list[int]] = {"raw": [], "less luck": []}
    ends: dict[str, list[str]] = {"raw": [], "less luck": []}
    test = Sprt(*map(float, chosen.sprt.split(",")))
    for number in range(chosen.tests):
        counter, less = Counter(test, game.seats), LuckCounter(test, game.seats)
        ended: dict[str, str] = {}
        first = 0
        while len(ended) < 2:
            job = partial(block, name, specs, game.seats, seed=f"test {number}")
            for rows in everywhere(job, range(first, first + 40)):
                first += 1
                counter.add(block_score(rows, game.seats))
                less.add(block_score(rows, game.seats), block_luck(rows))
                for kind, ratio in (("raw", counter.llr), ("less luck", less.llr)):
                    if kind not in ended and (decided := decision(test, ratio())):
                        ended[kind] = decided
                        took[kind].append(game.seats * first)
                        ends[kind].append(decided)
    for kind, games in took.items():
        print(f"{kind:10} median {statistics.median(games):,.0f} games, "
              f"{ends[kind].count('elo1')} of {len(games)} for elo1")  # fmt: skip
    ratios = [b / a for a, b in zip(took["raw"], took["less luck"], strict=True)]
    print(f"less luck takes {100 * statistics.median(ratios):.0f} % of the games "
          f"(median of the ratios of {len(ratios)} tests)")  # fmt: skip


def bound(names: Sequence[str], chosen: argparse.Namespace, everywhere: Everywhere) -> None:
    """How much smaller a V that costs any amount makes the variance of paired results.

    V is the mean of guided playouts. Its own noise is left out: luck is measured twice, and the
    product of both has the expectation of the true one's square.
    """
    for name in names:
        first, second = PLAYERS[name]
        specs = (chosen.first or first, chosen.second or second)
        seats = chosen.seats or aicore.info(name).default_seats
        job = partial(twice, name, specs, seats, chosen.playouts)
        found = everywhere(job, range(chosen.deals))
        values = [value for value, _, _ in found]
        mean = statistics.fmean(values)
        lucks, half = interval([one * two for _, one, two in found])
        both, wide = interval([(value - mean) * (one + two) / 2 for value, one, two in found])
        total = statistics.variance(values)
        print(
            f"{name}: {len(found)} blocks, variance {total:.4f}, of luck {lucks:.4f} ± {half:.4f}, "
            f"covariance {both:.4f} ± {wide:.4f}: "
            f"{total / (total - both * both / lucks):.2f} times smaller at best",
            flush=True,
        )


def twice(
    name: str, specs: tuple[str, str], seats: int, playouts: int, number: int
) -> tuple[float, float, float]:
    """What the first player made of a deal, and its luck there, measured twice."""
    table = table_of(name, specs, seats, SEED, False)
    rows = table.play(Plan(table.config).block(number))
    lucks = [0.0, 0.0]
    for row in rows:
        seating = json.loads(row.seating)
        seat = seating.index(0) if 0 in seating else 0
        share = (1.0 if 0 in seating else -1.0) if seats == 1 else 1.0 / len(rows)
        events = [text for _, text in json.loads(zlib.decompress(row.record))["events"]]
        for place in range(2):
            lucks[place] += (
                share * by_playouts(table.game, events, playouts, 2 * number + place)[seat]
            )
    return paired(rows), lucks[0], lucks[1]


def by_playouts(
    game: aicore.Game, events: Sequence[str], playouts: int, seed: int
) -> tuple[float, ...]:
    """The luck of each seat in a game, by a V that plays on."""

    def value(state: aicore.State) -> list[float]:
        rng = Rng(seed)  # the same for all positions: what they differ by is theirs
        totals = [0.0] * game.seats
        for _ in range(playouts):
            copy = state.clone()
            copy.play_out(rng, guided=True)
            for place, one in enumerate(copy.returns()):
                totals[place] += one / playouts
        return totals

    return Meter(game, value).of_game(events, seed)


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("question", choices=["variance", "cost", "sprt", "bound"])
    parser.add_argument("games", nargs="*", metavar="GAME", help="default: all with luck")
    parser.add_argument("--deals", type=int, default=400)
    parser.add_argument("--first", help="a player's spec")
    parser.add_argument("--second", help="a player's spec")
    parser.add_argument("--seats", type=int)
    parser.add_argument("--tests", type=int, default=50)
    parser.add_argument("--sprt", default="0,20", metavar="ELO0,ELO1")
    parser.add_argument("--playouts", type=int, default=16)
    add_jobs(parser)
    chosen = parser.parse_args()
    names = chosen.games or list(PLAYERS)
    if chosen.question == "cost":
        cost(names, chosen)
        return
    with workers(chosen.jobs) as everywhere:
        if chosen.question == "variance":
            variance(names, chosen, everywhere)
        elif chosen.question == "sprt":
            tests(chosen, everywhere)
        else:
            bound(names, chosen, everywhere)


if __name__ == "__main__":
    main()
