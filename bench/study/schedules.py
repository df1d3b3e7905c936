"""Formats of tournaments, simulated where the players' strengths are known.

`coverage`: the share of 95 % intervals of Elo that cover the truth, in a round robin, a Swiss
tournament, a knockout, and on a ladder, whose pairings depend on the results. `precision`: the
number of games that a ladder and an even round robin take until the intervals are narrow enough.
It also has the number for a player who joins after that.

    python -m bench.study.schedules coverage --tries 300
    python -m bench.study.schedules precision --half 20
    python -m bench.study.schedules precision --spread 1000

Every game is won or lost by Bradley and Terry's model. Pairs of games are independent.
"""

from __future__ import annotations

import argparse
import random
import statistics
from collections import Counter
from collections.abc import Callable, Iterator, Sequence

import aicore
from aicore.arena.config import Config
from aicore.arena.growth import grown
from aicore.arena.plan import MAX_DEALS, Plan, configure, with_session
from aicore.arena.ratings import Ratings, rate
from aicore.arena.schedules import rounds

GAME = "tic_tac_toe"  # any game of two seats: nothing is played
REPLICATES = 300
BEFORE = 10_000  # games that the others have played when a player joins

Results = dict[int, Counter[tuple[tuple[int, int, float], ...]]]


class Simulation:
    """Tournament between players of known strengths.

    Args:
        elo: the players' Elo.
    """

    def __init__(self, config: Config, elo: Sequence[float], rng: random.Random) -> None:
        self.plan = Plan(config)
        self.elo = elo
        self.rng = rng
        self.results: Results = {}
        self.scores: dict[int, dict[int, float]] = {}

    def play(self, number: int) -> None:
        """Play a block: two games."""
        one, two = self.plan.seatings(number)[0]
        chance = 1.0 / (1.0 + 10.0 ** ((self.elo[two] - self.elo[one]) / 400.0))
        won = float(sum(self.rng.random() < chance for _ in range(2)))
        self.scores[number] = {one: won, two: 2.0 - won}
        pairs = ((one, two, won), (two, one, 2.0 - won))
        outcome = tuple(pair for pair in pairs if pair[2])
        self.results.setdefault(self.plan.line_up(number), Counter())[outcome] += 1

    def steps(self) -> Iterator[int]:
        """Play every block, as results allow; yield the number of games after each."""
        played = 0
        if not self.plan.config.adaptive:
            for number in self.plan.numbers():
                self.play(number)
                played += 2
                yield played
            return
        for one in rounds(self.plan, self.scores):
            for number in one.blocks:
                if number not in self.scores:
                    self.play(number)
                    played += 2
                    yield played

    def play_all(self) -> None:
        """Play every block."""
        for _ in self.steps():
            pass

    def ratings(self, seed: int, replicates: int = REPLICATES) -> Ratings:
        """Return the ratings so far."""
        members = dict(enumerate(sorted(set(line[0])) for line in self.plan.line_ups))
        return rate(self.plan.entrants, self.results, members, seed, replicates)


def config_of(format: str, players: int, games: int, **given: int) -> Config:
    """Return a tournament's configuration."""
    specs = ["random"] * players
    return configure(aicore.load(GAME), specs, format, games, "1", luck=False, **given)


def round_robin(players: int, games: int) -> Config:
    """Return a round robin."""
    return config_of("round-robin", players, games)


def grown_ladder(players: int, games: int) -> Config:
    """Return a ladder whose last half of the players joined after half of the games."""
    half = config_of("ladder", max(3, players // 2), games // 2)
    joined = grown(half, aicore.load(GAME), ["random"] * (players - max(3, players // 2)))
    return with_session(joined, range(players), games - games // 2)


KINDS: dict[str, Callable[[int, int], Config]] = {
    "round robin": round_robin,
    "Swiss": lambda players, games: config_of("swiss", players, games),
    "knockout": lambda players, games: config_of("knockout", players, games),
    "ladder": lambda players, games: config_of("ladder", players, games),
    "ladder, half joined later": grown_ladder,
}


def strengths(players: int, spread: float, rng: random.Random) -> list[float]:
    """Return Elo with mean zero, drawn evenly from a range."""
    values = [rng.uniform(-spread / 2, spread / 2) for _ in range(players)]
    mean = statistics.fmean(values)
    return [value - mean for value in values]


def held(kind: str, games: int, players: int, spread: float, tries: int, seed: int) -> float:
    """Return the share of intervals of a format that cover the truth."""
    rng = random.Random(seed)
    count = 0
    for number in range(tries):
        elo = strengths(players, spread, rng)
        simulation = Simulation(KINDS[kind](players, games), elo, rng)
        simulation.play_all()
        ratings = simulation.ratings(number)
        count += sum(ratings.low[k] <= elo[k] <= ratings.high[k] for k in range(players))
    return count / (tries * players)


def coverage(players: int, spread: float, tries: int, seed: int) -> Iterator[str]:
    """Yield the share of intervals that cover the truth, by format and number of games."""
    sizes = (200, 600, 2000)
    yield f"{players} players within {spread:.0f} Elo; intervals that hold, in %"
    yield " " * 28 + "".join(f"{games:>8,} games" for games in sizes)
    for kind in KINDS:
        shares = [100 * held(kind, games, players, spread, tries, seed) for games in sizes]
        yield f"{kind:28}" + "".join(f"{share:14.1f}" for share in shares)


def halves(ratings: Ratings) -> list[float]:
    """Return half the width of each interval."""
    return [0.5 * (high - low) for low, high in zip(ratings.low, ratings.high, strict=True)]


def needed(
    simulation: Simulation, half: float, first: int, seed: int, players: Sequence[int]
) -> list[int]:
    """Return the games after which the widest interval, and the mean one, is within `half`.

    Args:
        first: the number of games before the first look at the intervals.
        players: the players whose intervals count.
    """
    games: list[int] = []
    next_look = first
    for played in simulation.steps():
        if played < next_look:
            continue
        next_look = int(1.03 * played) + 2
        widths = [halves(simulation.ratings(seed))[k] for k in players]
        reached = (statistics.fmean(widths) <= half, max(widths) <= half)
        games += [played] * (sum(reached) - len(games))
        if all(reached):
            return games[::-1]
    raise ValueError("the tournament is too short")


def precision(players: int, spread: float, half: float, tries: int, seed: int) -> Iterator[str]:
    """Yield the games that a ladder and a round robin need for narrow intervals."""
    yield f"{players} players within {spread:.0f} Elo; games until intervals are ± {half:g} Elo"
    yield f"{'':28}{'widest':>10}{'mean':>10}{'of a player who joins':>24}"
    for name in ("round robin", "ladder"):
        rng = random.Random(seed)
        rows = []
        for number in range(tries):
            elo = strengths(players, spread, rng)
            most = int(1e9 / half**2)
            simulation = Simulation(KINDS[name](players, most), elo, random.Random(number))
            games = needed(simulation, half, int(4e5 / half**2), number, range(players))
            rows.append([*games, newcomer(name, elo, half, BEFORE, number)])
        figures = [statistics.median(each) for each in zip(*rows, strict=True)]
        yield f"{name:28}" + "".join(
            f"{value:{width},.0f}" for value, width in zip(figures, (10, 10, 24), strict=True)
        )


def newcomer(format: str, elo: Sequence[float], half: float, before: int, seed: int) -> int:
    """Return the number of games until a newcomer's interval is within `half`.

    The newcomer joins after `before` games. In a round robin, it then plays a deal with everybody
    in turn, and the others stop. On a ladder, the others go on where a game narrows the intervals
    more.
    """
    players = len(elo)
    if format == "ladder":
        old = config_of("ladder", players - 1, before)
        joined = grown(old, aicore.load(GAME), ["random"])
        config = with_session(joined, range(players), 20 * before)
        simulation = Simulation(config, elo, random.Random(seed))
        start = config.sessions[0][1]
        return needed(simulation, half, start + 100, seed, [players - 1])[1] - start
    simulation = Simulation(round_robin(players, 20 * before), elo, random.Random(seed))
    next_look = games = 0
    pairs = (players - 1) * (players - 2) // 2
    for number in simulation.plan.numbers():
        line_up, deal = divmod(number, MAX_DEALS)
        if line_up < pairs:  # without the newcomer
            if deal < before // (2 * pairs):
                simulation.play(number)
            continue
        simulation.play(number)
        games += 2
        if games >= next_look and line_up == len(simulation.plan.line_ups) - 1:
            next_look = int(1.03 * games)
            if halves(simulation.ratings(seed))[-1] <= half:
                break
    return games


def main() -> None:
    """Run the command line above."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("what", choices=["coverage", "precision"])
    parser.add_argument("--players", type=int, default=10)
    parser.add_argument("--spread", type=float, default=800.0)
    parser.add_argument("--half", type=float, default=20.0)
    parser.add_argument("--tries", type=int)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    if args.what == "coverage":
        lines = coverage(args.players, args.spread, args.tries or 100, args.seed)
    else:
        lines = precision(args.players, args.spread, args.half, args.tries or 5, args.seed)
    for line in lines:
        print(line, flush=True)


if __name__ == "__main__":
    main()
