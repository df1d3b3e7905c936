"""Quality of reviews as explanations of results: the figures of docs/review.md.

    python -m bench.study.reviews relics --games 50
    python -m bench.study.reviews connect_four --games 50 --exact

The script reviews games between random levels (2 to 7) on open deals. The rest is the part of seat
0's result that the review cannot explain. `--exact` compares the review's words for moves in
Connect Four with exact values from a C program. A bad word (inaccuracy, mistake or blunder) on a
move that keeps the value is wrong. A move that turns a win into a draw or loss, or a draw into a
loss, deserves a bad word. Moves before ply FIRST_PLY do not count, because the program is slow at
solving them.
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import aicore
from aicore.arena.match import Match
from aicore.coach.effort import SECONDS, effort_for
from aicore.coach.review import Review, review
from aicore.core.deal import Deal
from aicore.core.record import replay
from bench.common import add_jobs, share_of, workers
from bench.connect_four_values import Solver, by_column, compiled

LEVELS = range(2, 8)
SMALL = 0.15  # maximum of a small rest, as a share of the stake
FIRST_PLY = 8


@dataclass(frozen=True)
class Words:
    """Counts of words in a review of Connect Four.

    Args:
        bad: the number of bad words: inaccuracies, mistakes and blunders.
        wrong: the number of bad words on moves that keep the exact value.
        losing: the number of moves that do not keep the exact value.
        missed: the number of losing moves without a bad word.
    """

    bad: int = 0
    wrong: int = 0
    losing: int = 0
    missed: int = 0


@dataclass(frozen=True)
class Figures:
    """Figures of one review.

    Args:
        rest, margin: the rest and margin of seat 0, as shares of the stake.
        losses: the mean of all seats' losses, as a share of the stake.
        adds_up: whether the review shows an account of the result.
        seconds: the processor time of the review.
        words: the counts of words; zeros without `--exact`.
    """

    rest: float
    margin: float
    losses: float
    adds_up: bool
    seconds: float
    words: Words


def words(review: Review, program: Path) -> Words:
    """Return the counts of a review's words, compared with exact values."""
    solver, bad, wrong, losing, missed = Solver(program), 0, 0, 0, 0
    columns = "".join(review.record.events[ply][1] for ply in range(len(review.record.events)))
    for choice in review.choices:
        if choice.ply < FIRST_PLY:
            continue
        values = by_column(solver.values(columns[: choice.ply]))
        keeps = values[choice.played] == max(values.values())
        bad += choice.marked
        wrong += choice.marked and keeps
        losing += not keeps
        missed += not keeps and not choice.marked
    solver.close()
    return Words(bad, wrong, losing, missed)


def figures(name: str, seats: int, seconds: float, program: Path | None, seed: int) -> Figures:
    """Play a game, review it, and return the figures of the review."""
    game, rng = aicore.load(name, seats=seats), aicore.Rng(seed)
    levels = [LEVELS[rng.below(len(LEVELS))] for _ in range(seats)]
    players = [aicore.player(f"level:{level}", game) for level in levels]
    record = Match(game, players, Deal(seed)).finish()
    begin = time.process_time()
    reviewed = review(record, effort_for(game, list(replay(record)), seconds))
    spent = time.process_time() - begin
    accounts = [reviewed.account(seat) for seat in range(seats)]
    stake = reviewed.scale.stake
    return Figures(
        accounts[0].rest / stake,
        accounts[0].margin / stake,
        statistics.fmean(one.losses for one in accounts) / stake,
        reviewed.adds_up,
        spent,
        words(reviewed, program) if program is not None else Words(),
    )


def report(reviews: Sequence[Figures]) -> list[str]:
    """Return lines that summarize reviews."""
    rests = sorted(abs(each.rest) for each in reviews)
    small, half = share_of([rest <= SMALL for rest in rests])
    inside, inside_half = share_of([abs(each.rest) <= each.margin for each in reviews])
    mean = statistics.fmean
    return [
        f"rest up to {100 * SMALL:.0f} % of the stake: {100 * small:.1f} % ± {100 * half:.1f}",
        f"|rest|: mean {100 * mean(rests):.1f} %, 9 of 10 below "
        f"{100 * rests[int(0.9 * len(rests))]:.1f} %",
        f"within its ±: {100 * inside:.1f} % ± {100 * inside_half:.1f}; mean ± "
        f"{100 * mean(each.margin for each in reviews):.1f} %",
        f"losses of a seat: {100 * mean(each.losses for each in reviews):.1f} %",
        f"accounts shown: {100 * mean(each.adds_up for each in reviews):.0f} %",
        f"processor time: {mean(each.seconds for each in reviews):.1f} s",
    ]


def main() -> None:
    """Run the command line above."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--first", type=int, default=1, help="seed of the first deal")
    parser.add_argument("--seconds", type=float, default=SECONDS, help="time for a review")
    parser.add_argument("--exact", action="store_true", help="check the words of Connect Four")
    add_jobs(parser)
    args = parser.parse_args()
    if args.exact and args.game != "connect_four":
        parser.error("--exact works only for connect_four")
    with tempfile.TemporaryDirectory() as folder, workers(args.jobs) as run_all:
        program = compiled(Path(folder)) if args.exact else None
        job = partial(figures, args.game, args.seats, args.seconds, program)
        found = run_all(job, range(args.first, args.first + args.games))
    print(f"{args.game}, {len(found)} reviews of {args.seconds:g} s")
    for line in report(found):
        print(f"  {line}")
    if args.exact:
        total = [sum(getattr(each.words, name) for each in found) for name in vars(Words())]
        print(
            f"  bad words {total[0]}, wrong {total[1]}; losing moves {total[2]}, missed {total[3]}"
        )


if __name__ == "__main__":
    main()
