"""Words of reviews for decisions whose loss is proven: the second table of docs/review.md.

    python -m bench.study.words booster relics

The positions come from `tests/search/sense/GAME.toml`, where rollouts prove that an action loses at
least LOSS of the stake, by three standard errors. From each position the script plays two games:
one goes on with the worst proven action, the other with the good one. Players of one level finish
them. A review of the rest of the game then gives the decision its word. The proven action deserves
"mistake" or "blunder"; the good one deserves "fine".

A seat may make up for an action later in its turn. A review then blames the later decision that
gives the good action up, or none. So the script also counts the turns in which any decision has a
bad word, and the losses that are final: the good action is illegal for the rest of the turn.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import aicore
from aicore.arena.match import Match
from aicore.coach.effort import SECONDS, effort_for
from aicore.coach.judge import Judge
from aicore.coach.measuring import Measurements
from aicore.coach.review import fit_with_looks
from aicore.coach.verdict import scale_of
from aicore.core.deal import Deal
from aicore.core.record import CHANCE_ACTOR, Event, Ply, Record, replay
from bench.common import add_jobs, share_of, workers
from bench.strength.sense import PROOF, SUITES, Position, read

LOSS = 0.1  # minimum proven loss, as a share of the stake, as for the word "mistake"
BAD = ("mistake", "blunder")
ALL = 1_000_000  # more positions than any suite has


@dataclass(frozen=True)
class Words:
    """Words of a review for a decision.

    Args:
        good: whether the good action was played.
        final: whether the good action was illegal for the rest of the turn.
        played: the action.
        word: the word for the decision.
        turn: the words for the decisions of its turn.
    """

    good: bool
    final: bool
    played: str
    word: str
    turn: tuple[str, ...]


def finished(position: Position, action: str, by: str) -> Record:
    """Return the record of a game that goes on with an action and ends between equal players."""
    record = position.record
    game = record.load()
    match = Match(game, [aicore.player(by, game) for _ in range(game.seats)], Deal(record.seed))
    events: list[Event] = [*record.events, (position.state().turn, action)]
    match.restore(events)
    return match.finish()


def turn_of(plies: Sequence[Ply], number: int) -> tuple[int, int]:
    """Return the numbers of the first and the last ply of a decision's turn."""
    seat = plies[number].turn
    first = last = number
    while first and plies[first - 1].turn == seat:
        first -= 1
    while plies[last + 1].turn == seat:
        last += 1
    return first, last


def judged(by: str, seconds: float, job: tuple[Position, bool]) -> Words:
    """Finish a position's game, review it from the decision's turn on, and return the words."""
    position, good = job
    action = position.good[0] if good else position.bad[0]
    record = finished(position, action, by)
    plies, number = list(replay(record)), len(position.record.events)
    assert plies[number].turn != CHANCE_ACTOR
    game = record.load()
    effort = effort_for(game, plies, seconds)
    first, last = turn_of(plies, number)
    measurements = Measurements(game, Judge(game, effort.simulations), effort, plies[first:])
    fitted = fit_with_looks(measurements, scale_of(game), lambda *_: None)
    words = {choice.ply: choice.word for choice in fitted.choices}
    later = plies[number + 1 : last + 1]
    final = not any(position.good[0] in ply.state.legal() for ply in later)
    turn = tuple(words[ply] for ply in range(first, last + 1) if ply in words)
    return Words(good, final, action, words[number], turn)


def report(words: Sequence[Words]) -> list[str]:
    """Return lines with the shares of bad words, with 95 % intervals."""
    lines = []
    groups = {
        "proven losses": [each for each in words if not each.good],
        "of these, final ones": [each for each in words if not each.good and each.final],
        "good actions": [each for each in words if each.good],
    }
    for name, own in groups.items():
        if not own:
            continue
        share, half = share_of([each.word in BAD for each in own])
        whole, its_half = share_of([bool({*BAD} & {*each.turn}) for each in own])
        counts = ", ".join(f"{n} {word}" for word, n in Counter(w.word for w in own).most_common())
        lines.append(
            f"{name}: {100 * share:.1f} % ± {100 * half:.1f} of {len(own)} are mistakes or "
            f"blunders ({counts}); in their turn: {100 * whole:.1f} % ± {100 * its_half:.1f}"
        )
    return lines


def main() -> None:
    """Run the command line above."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("game", nargs="+")
    parser.add_argument("--by", default="level:5", metavar="SPEC", help="players that finish games")
    parser.add_argument("--seconds", type=float, default=SECONDS, help="time for a whole review")
    parser.add_argument("--positions", type=int, default=ALL, help="number of positions; all")
    add_jobs(parser)
    args = parser.parse_args()
    for name in args.game:
        positions = [
            one
            for one in read(SUITES / f"{name}.toml")
            if one.loss >= LOSS and one.loss >= PROOF * one.error
        ][: args.positions]
        jobs = [(one, good) for one in positions for good in (False, True)]
        with workers(args.jobs) as run_all:
            found = run_all(partial(judged, args.by, args.seconds), jobs)
        print(f"{name}, {len(positions)} positions, reviews of {args.seconds:g} s", flush=True)
        for line in report(found):
            print(f"  {line}", flush=True)


if __name__ == "__main__":
    main()
