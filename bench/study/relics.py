"""What relics plays like between equals: the figures that its reconstruction must keep.

All seats are taken by players of one kind.

    python -m bench.study.relics courier --games 1000
    python -m bench.study.relics mcts:sims=100 --games 200 --seats 3
    python -m bench.study.relics courier --data other_board.toml
"""

from __future__ import annotations

import argparse
import time
from dataclasses import dataclass
from functools import partial
from statistics import fmean

from bench.common import add_jobs, referee_of, share_of, workers
from bench.common import play as play_game


@dataclass(frozen=True)
class Outcome:
    """What is counted of one game."""

    escaped: list[bool]
    artifacts: list[int]  # by seat, the Heart among them
    scores: list[float]
    returns: list[float]
    heart: bool
    rounds: int
    end: str


def play(spec: str, options: tuple[tuple[str, int | str], ...], seats: int, seed: int) -> Outcome:
    """One game between players of one kind."""
    state = play_game(referee_of("relics", seats, options), [spec] * seats, seed).state
    fields = state.to_dict()
    inside = set(range(seats)) - set(fields["escaped"])
    return Outcome(
        [seat not in inside for seat in range(seats)],
        [len(fields["artifacts"][seat]) + (fields["heart"] == seat) for seat in range(seats)],
        list(map(float, state.scores())),
        state.returns(),
        fields["heart"] is not None,
        fields["round"],
        str(state.end),
    )


def share(hits: list[bool]) -> str:
    """A share with its 95 % interval."""
    mean, half = share_of(hits)
    return f"{mean:.0%} ± {half:.0%}"


def report(games: list[Outcome], seats: int) -> None:
    """A line for each figure."""
    out = [
        (game.artifacts[seat], game.scores[seat])
        for game in games
        for seat in range(seats)
        if game.escaped[seat]
    ]
    print(f"{seats} seats, {len(games)} games")
    print("  seats that escape     ", share([hit for game in games for hit in game.escaped]))
    print(f"  artifacts each          {fmean(n for n, _ in out):.2f} (Heart included)")
    spread = [share([n == k for n, _ in out]).split()[0] for k in range(6)]
    print("    none, one, two ...   ", ", ".join(spread))
    print(f"  points each             {fmean(points for _, points in out):.1f}")
    won = [
        game.artifacts[seat] for game in games for seat in range(seats) if game.returns[seat] > 0
    ]
    print(f"  artifacts of winners    {fmean(won):.2f}")
    print("  games with Heart taken", share([game.heart for game in games]))
    print(f"  rounds                  {fmean(game.rounds for game in games):.1f}")
    print("  nobody wins           ", share([not any(game.returns) for game in games]))
    decided = [game for game in games if any(game.returns)]
    for seat in range(seats):
        print(f"  seat {seat} wins           ", share([g.returns[seat] > 0 for g in decided]))


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("player")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seats", type=int, nargs="*", default=[2, 3, 4])
    parser.add_argument("--rounds", type=int, default=12)
    parser.add_argument("--data", default="", help="a board in place of the reconstruction")
    parser.add_argument("--seed", type=int, default=1)
    add_jobs(parser)
    chosen = parser.parse_args()
    start = time.perf_counter()
    with workers(chosen.jobs) as everywhere:
        for seats in chosen.seats:
            options = (("rounds", chosen.rounds), ("data", chosen.data))
            job = partial(play, chosen.player, options, seats)
            deals = range(chosen.seed, chosen.seed + chosen.games)
            report(everywhere(job, deals), seats)
    print(f"{time.perf_counter() - start:.0f} s")


if __name__ == "__main__":
    main()
