"""How far playouts that are cut short err, as a search sees it: between the actions of a decision.

At a decision of a game between scripts, each of the first promising actions is played out by the
script many times, to the end and for fewer plies (then the position is judged). Actions differ by
some means of their playouts to the end; where means of the short ones differ otherwise, that is
bias: no number of simulations mends it. Noise of the means is taken off. All in shares of the
stake, of the seat to move; the spread is of single playouts.

    python -m bench.study.cutoff relics --decisions 600
"""

from __future__ import annotations

import argparse
import random
from functools import partial

import numpy as np

import aicore
from bench.common import add_jobs, workers

MOST = 5  # actions of a decision
SURPRISE = 0.02  # chance that an action on the way is random


def decision(game: aicore.Game, dice: random.Random, rng: aicore.Rng) -> aicore.State | None:
    """A position in which a seat has a choice; None where the game ended before."""
    state = game.start()
    wait = dice.randrange(1, 150)
    while state.turn != aicore.END:
        if state.turn == aicore.CHANCE:
            state.apply(state.sample(rng))
            continue
        wait -= 1
        if wait < 0 and len(state.promising()) > 1:
            return state
        state.apply(state.sample(rng) if dice.random() < SURPRISE else state.policy(rng))
    return None


def results(
    state: aicore.State, action: int, plies: int, playouts: int, rng: aicore.Rng
) -> list[float]:
    """What the seat to move gets by playouts of at most so many plies after an action."""
    game, seat, found = state.game, state.turn, []
    for _ in range(playouts):
        copy = state.clone()
        copy.apply(action)
        copy.play_out(rng, plies, True)
        values = copy.returns() if copy.turn == aicore.END else copy.evaluate()
        found.append((values[seat] - game.low) / (game.high - game.low))
    return found


def measure(
    seed: int, name: str, seats: int | None, lengths: tuple[int, ...], playouts: int
) -> np.ndarray | None:
    """By length, the end last: the means' distance to those to the end, and the variance of one."""
    game = aicore.load(name, seats=seats)
    dice, rng = random.Random(seed), aicore.Rng(seed)
    state = decision(game, dice, rng)
    if state is None:
        return None
    actions = [action for action, _ in state.promising()][:MOST]
    found = np.array([
        [results(state, action, plies, playouts, rng) for action in actions]
        for plies in (*lengths, 1_000_000)
    ])  # fmt: skip
    means, variances = found.mean(axis=2), found.var(axis=2, ddof=1).mean(axis=1)
    apart = means - means.mean(axis=1, keepdims=True)
    noise = variances / playouts
    many = len(actions) / (len(actions) - 1)
    squares = many * ((apart - apart[-1]) ** 2).mean(axis=1) - noise - noise[-1]
    squares[-1] = many * (apart[-1] ** 2).mean() - noise[-1]  # how much actions differ at all
    return np.array([squares, variances])


def main() -> None:
    """Play, measure, print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game")
    parser.add_argument("--seats", type=int)
    parser.add_argument("--plies", type=int, nargs="+", default=[30, 60, 120])
    parser.add_argument("--decisions", type=int, default=600)
    parser.add_argument("--playouts", type=int, default=100, help="after each action")
    parser.add_argument("--seed", type=int, default=1)
    add_jobs(parser)
    chosen = parser.parse_args()
    seeds = range(chosen.seed, chosen.seed + chosen.decisions)
    one = partial(
        measure, name=chosen.game, seats=chosen.seats, lengths=tuple(chosen.plies),
        playouts=chosen.playouts,
    )  # fmt: skip
    with workers(chosen.jobs) as everywhere:
        found = np.array([each for each in everywhere(one, seeds) if each is not None])
    squares, variances = found.mean(axis=0)
    roots, spreads = np.sqrt(np.maximum(squares, 0)), np.sqrt(variances)
    print(f"{len(found)} decisions; by playouts to the end actions differ by {roots[-1]:.3f}")
    for plies, bias, spread in zip(chosen.plies, roots, spreads, strict=False):
        print(f"{plies} plies: bias {bias:.3f}, spread {spread:.2f}")
    print(f"to the end: spread {spreads[-1]:.2f}")


if __name__ == "__main__":
    main()
