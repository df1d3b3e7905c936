"""Ratings of one tournament by our fit and by the published formulas of Ordo and BayesElo.

    python -m bench.strength.rating_formulas
    python -m bench.strength.rating_formulas --file mine.tournament

Without a file, the script plays a round robin in Connect Four, from drawn openings. It reads only
wins, draws, losses and seats from the tournament. It needs SciPy.

- Ordo (M. Ballicora, "Ordo", sections on the algorithm and on the scale): ratings that make
  every player's expected points, by the logistic curve, equal to its points. The option `-z` sets
  the scale: the distance at which 76 % are expected. Here it is 200.24, as for Elo.
- BayesElo (R. Coulom, "Bayesian Elo rating", 2005): the maximum of a likelihood in which an
  advantage of the first seat and a width of draws are parameters, too. There is no prior.
"""

from __future__ import annotations

import argparse
import math
import tempfile
from pathlib import Path

import aicore
from aicore.arena.fits import Fits
from aicore.arena.plan import configure
from aicore.arena.ratings import ELO
from aicore.arena.results import points
from aicore.arena.store import Store
from aicore.arena.summary import summarize
from aicore.arena.tournament import run
from aicore.arena.workers import Workers
from aicore.core.processors import processors
from aicore.core.schema import parse

PLAYERS = (
    "mcts:sims=100,net=none", "mcts:sims=30,net=none", "flat:sims=40", "greedy", "script", "random"
)  # fmt: skip

Game = tuple[int, int, float]
"""Players of the first and the second seat, and the first one's points."""


def read(path: Path) -> tuple[list[str], list[Game], list[float]]:
    """Return the names, the games, and the Elo that a report shows."""
    with Store.open(path, read_only=True) as store:
        games = []
        for row in store.games():
            returns = None if row.returns is None else parse(row.returns)
            first, second = parse(row.seating)
            games.append((first, second, points(returns, row.loser, 2)[0]))
        figures = summarize(store, replicates=2)
        return list(store.config.names), games, [player.elo or 0.0 for player in figures.players]


def ours(size: int, games: list[Game]) -> list[float]:
    """Return the ratings that maximize our likelihood, without virtual games."""
    kinds = [(1, ((one, two, won), (two, one, 1.0 - won))) for one, two, won in games]
    return [ELO * value for value in Fits(size, kinds).estimate()]


def ordo(size: int, games: list[Game]) -> list[float]:
    """Return the ratings that make the expected points equal to the points."""
    from scipy.optimize import root

    def excess(ratings: list[float]) -> list[float]:
        more = [0.0] * size
        for one, two, won in games:
            expected = 1.0 / (1.0 + 10.0 ** ((ratings[two] - ratings[one]) / 400.0))
            more[one] += won - expected
            more[two] -= won - expected
        return [*more[:-1], math.fsum(ratings)]

    return [float(value) for value in root(excess, [0.0] * size, tol=1e-10).x]


def bayes_elo(size: int, games: list[Game]) -> tuple[list[float], float, float]:
    """Return the most likely ratings, advantage of the first seat and width of draws."""
    from scipy.optimize import minimize

    def won(distance: float) -> float:
        return float(1.0 / (1.0 + 10.0 ** (-distance / 400.0)))

    def cost(x: list[float]) -> float:
        *ratings, advantage, width = x
        total = 1e-9 * math.fsum(ratings) ** 2
        for one, two, points_ in games:
            ahead = ratings[one] - ratings[two] + advantage
            win, loss = won(ahead - abs(width)), won(-ahead - abs(width))
            chance = {1.0: win, 0.0: loss}.get(points_, 1.0 - win - loss)
            total -= math.log(max(chance, 1e-300))
        return total

    fitted = minimize(cost, [0.0] * size + [0.0, 50.0], method="BFGS").x
    mean = math.fsum(fitted[:size]) / size
    return (
        [float(value - mean) for value in fitted[:size]],
        float(fitted[-2]),
        abs(float(fitted[-1])),
    )


def played(folder: Path, games: int) -> Path:
    """Play a round robin in Connect Four, and return its file."""
    game = aicore.load("connect_four")
    config = configure(game, PLAYERS, games=games, seed="formulas", drawn=4)
    with Store.create(folder / "formulas.tournament", config) as store:
        run(store, Workers(config, processors()))
        return store.path


def main() -> None:
    """Run the command line above."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--file", type=Path)
    parser.add_argument("--games", type=int, default=600)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        names, games, shown = read(args.file or played(Path(folder), args.games))
    mine, theirs = ours(len(names), games), ordo(len(names), games)
    others, advantage, width = bayes_elo(len(names), games)
    print(f"{len(games)} games")
    print(f"{'player':24}{'reported':>10}{'ours':>10}{'Ordo':>10}{'BayesElo':>10}")
    for name, *values in sorted(zip(names, shown, mine, theirs, others, strict=True),
                                key=lambda row: -row[1]):  # fmt: skip
        print(f"{name:24}" + "".join(f"{value:+10.2f}" for value in values))
    apart = max(abs(one - two) for one, two in zip(mine, theirs, strict=True))
    print(f"largest difference between ours and Ordo's: {apart:.6f} Elo")
    print(
        f"BayesElo: the first seat is worth {advantage:.0f} Elo, draws have a width of {width:.0f}"
    )


if __name__ == "__main__":
    main()
