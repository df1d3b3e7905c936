"""Check of puzzles by rollouts with fresh luck, ten times as many as made the puzzles.

    python -m bench.study.puzzles relics
    python -m bench.study.puzzles trader --file found.jsonl --write kept.jsonl

The script compares the best action with its closest rivals. It confirms a puzzle if the best action
still leads by 15 % of the range of returns, or misses that by no more than the margin of error.
"""

from __future__ import annotations

import argparse
import math
import statistics
from functools import partial
from pathlib import Path

from aicore.arena.rollout import ROUND, roll_out
from aicore.coach.puzzles.making import LEAD, choose
from aicore.coach.puzzles.puzzle import Puzzle, load_puzzles, read_puzzles
from aicore.session.puzzle_attempt import PuzzleAttempt
from bench.common import add_jobs, workers

TIMES = 10
CLOSEST = 3
SEED = 1 << 50  # first seed of luck that made no puzzles
LESS = 2.0  # standard errors by which a lead may be below 15 %


def lead(times: int, numbered: tuple[int, Puzzle]) -> tuple[float, float]:
    """Return the lead of the best action over the closest other one, with its standard error."""
    number, puzzle = numbered
    view = PuzzleAttempt(puzzle).view
    names = [puzzle.best, *(other.action for other in puzzle.others[:CLOSEST])]
    span = view.game.high - view.game.low
    rounds = math.ceil(times * puzzle.games / ROUND)
    ahead: dict[str, list[float]] = {name: [] for name in names[1:]}
    for round_number in range(rounds):  # within one round of games, no action is dropped
        seed = SEED + number * 100_000 + round_number
        rollout = roll_out(view, puzzle.by, ROUND, names, only=True, seed=seed)
        values = {each.action: each.values[view.seat] / span for each in rollout.candidates}
        for name, leads in ahead.items():
            leads.append(values[puzzle.best] - values[name])
    closest = min(ahead.values(), key=statistics.fmean)
    return statistics.fmean(closest), statistics.stdev(closest) / math.sqrt(rounds)


def main() -> None:
    """Measure the leads, print them, and write the confirmed puzzles."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game")
    parser.add_argument(
        "--file", type=Path, help="your own puzzles; default: the puzzles of the game"
    )
    parser.add_argument("--times", type=int, default=TIMES)
    parser.add_argument(
        "--most", type=int, help="maximum number of puzzles, spread over all themes"
    )
    parser.add_argument("--write", type=Path, help="write the confirmed puzzles here")
    add_jobs(parser)
    args = parser.parse_args()
    puzzles = load_puzzles(args.game) if args.file is None else read_puzzles(args.file)
    if args.most:
        puzzles = choose(puzzles, args.most)
    with workers(args.jobs) as run_all:
        leads = run_all(partial(lead, args.times), list(enumerate(puzzles)))
    kept = []
    for number, (puzzle, (ahead, error)) in enumerate(zip(puzzles, leads, strict=True), 1):
        holds = ahead >= LEAD - LESS * error
        kept += [puzzle] if holds else []
        if not holds:
            print(
                f"  {number}: {puzzle.best}: {puzzle.lead:.3f}, then {ahead:.3f} ± {2 * error:.3f}"
            )
    most = f"{args.times} times the rollouts"
    best = sum(ahead > 0 for ahead, _ in leads)
    full = sum(ahead >= LEAD for ahead, _ in leads)
    print(
        f"{args.game}: of {len(puzzles)} puzzles {len(kept)} are confirmed at {most};"
        f" {full} lead by 15 % or more, {best} lead"
    )
    if args.write:
        args.write.write_text("".join(f"{one.to_line()}\n" for one in kept), encoding="utf-8")


if __name__ == "__main__":
    main()
