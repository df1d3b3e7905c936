"""Calibration of the judge's win chances: the table of docs/review.md.

Strong players play games. At some decisions of each, the judge of reviews predicts the mover's
share, which is compared with the result. A bin holds positions with similar predictions. The bias
is the predicted share minus the real one, in percentage points, with its 95 % interval over games.
The Brier score is the mean square of the difference. The slope of the real result on the prediction
is 1 if chances are neither too bold nor too timid.

    python -m bench.study.calibration booster --games 200 --simulations 2000
    python -m bench.study.calibration trader --games 400 --positions 0      # 0: every decision
    python -m bench.study.calibration booster --judge mcts:sims=1000        # by another judge
"""

from __future__ import annotations

import argparse
import random
import statistics
from functools import lru_cache, partial

import aicore
from aicore.arena.match import Match
from aicore.coach.judge import Judge
from aicore.core.deal import Deal
from bench.common import add_jobs, interval, workers

BINS = 10
Pair = tuple[float, float]
"""Mover's expected and real share of the range of returns."""


@lru_cache(maxsize=2)
def judge_of(name: str, seats: int | None, simulations: int, spec: str | None) -> Judge:
    """Return the judge, cached in the process."""
    return Judge(aicore.load(name, seats=seats), simulations, spec)


def expectations(
    name: str,
    seats: int | None,
    by: str,
    simulations: int,
    spec: str | None,
    positions: int,
    seed: int,
) -> list[Pair]:
    """Return one game's pairs, at `positions` random decisions; 0 for all decisions."""
    judge = judge_of(name, seats, simulations, spec)
    game = judge.game
    match = Match(game, [aicore.player(by, game) for _ in range(game.seats)], Deal(seed))
    asked = []
    while not match.over:
        state = match.state
        if state.turn >= 0 and len(state.legal_actions()) > 1:
            asked.append(state.clone())
        match.step()
    if positions and len(asked) > positions:
        asked = random.Random(seed).sample(asked, positions)
    real = game.shares(match.state.returns())
    return [(expected(judge, state, spec), real[state.turn]) for state in asked]


def expected(judge: Judge, state: aicore.State, spec: str | None) -> float:
    """Return the mover's share by the judge, or by the player that replaces it."""
    if spec is None:
        return judge.shares(state)[state.turn]
    decision = judge._judge.decide(state.view(state.turn))
    return judge.game.shares(decision.candidates[0].values)[state.turn]


def report(games: list[list[Pair]]) -> None:
    """Print bins, and figures of all pairs."""
    pairs = [pair for game in games for pair in game]
    print(f"{len(pairs)} positions of {len(games)} games")
    print("expected       positions  mean expected  real")
    for place in range(BINS):
        low, high = place / BINS, (place + 1) / BINS
        inside = [p for p in pairs if low <= p[0] < high or (high == 1 and p[0] == 1)]
        if inside:
            predicted, real = (statistics.fmean(column) for column in zip(*inside, strict=True))
            print(f"{low:4.0%} to {high:4.0%}  {len(inside):9}  {predicted:13.1%}  {real:4.1%}")
    # The bias is a ratio of sums over games, whose residuals give the interval.
    each = len(pairs) / len(games)
    bias = statistics.fmean(expected - real for expected, real in pairs)
    residuals = [sum(e - r - bias for e, r in game) / each for game in games]
    _, half = interval(residuals)
    print(f"bias {100 * bias:+.1f} ± {100 * half:.1f} points")
    print(f"Brier score {statistics.fmean((e - r) ** 2 for e, r in pairs):.4f}")
    one, two = zip(*pairs, strict=True)
    print(f"slope {statistics.linear_regression(one, two).slope:.2f}")


def main() -> None:
    """Play, judge and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seats", type=int)
    parser.add_argument("--by", default="mcts:sims=300", help="player spec")
    parser.add_argument("--simulations", type=int, default=2000, help="simulations of the judge")
    parser.add_argument("--judge", help="player spec to use as the judge")
    parser.add_argument("--positions", type=int, default=20, help="positions per game; 0: all")
    parser.add_argument("--seed", type=int, default=0, help="seed of the first deal")
    add_jobs(parser)
    args = parser.parse_args()
    job = partial(
        expectations,
        args.game,
        args.seats,
        args.by,
        args.simulations,
        args.judge,
        args.positions,
    )
    with workers(args.jobs) as run_all:
        games = run_all(job, range(args.seed, args.seed + args.games))
    print(f"{args.game}: judge {args.judge or args.simulations}, players {args.by}")
    report(games)


if __name__ == "__main__":
    main()
