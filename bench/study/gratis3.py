"""How games of gratis3 go by seats and Locations: the table in its README, and of `locations`.

    python -m bench.study.gratis3 captain --games 2000
    python -m bench.study.gratis3 mcts:sims=200 --games 120

One kind of player sits at all seats. A line for each number of seats and of Locations: the mean
number of rounds, the share of games that end at the planet, and each seat's share of the wins with
the 95 % interval of the first.
"""

from __future__ import annotations

import argparse
import math
import statistics
from collections import Counter
from functools import partial

import aicore
from bench.common import add_jobs, referee_of, workers
from bench.common import play as play_game


def play(spec: str, seats: int, locations: int, seed: int) -> tuple[float, str, list[float]]:
    """One game: its rounds, its end and the returns."""
    referee = referee_of("gratis3", seats, (("locations", locations),))
    state = play_game(referee, [spec] * seats, seed).state
    return state.to_dict()["turns"] / seats, str(state.end), state.returns()


def quick(seats: int, locations: int, seed: int) -> tuple[float, str, list[float]]:
    """The same for the captain, faster: the policy plays on the state itself."""
    state = aicore.load("gratis3", seats=seats, locations=locations).start()
    state.play_out(aicore.Rng(seed), guided=True)
    return state.to_dict()["turns"] / seats, str(state.end), state.returns()


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("player")
    parser.add_argument("--games", type=int, default=1000, help="for each line")
    parser.add_argument("--seed", type=int, default=0)
    add_jobs(parser)
    parser.add_argument("--seats", type=int, nargs="*", default=(2, 3, 4))
    parser.add_argument("--locations", type=int, nargs="*", default=(7, 8, 9))
    chosen = parser.parse_args()
    print(f"{chosen.player}, {chosen.games} games a line")
    print("| seats | `locations` | rounds | ends `planet` | wins by seat, % |")
    print("|---|---|---|---|---|")
    seeds = range(chosen.seed, chosen.seed + chosen.games)
    job = quick if chosen.player == "captain" else partial(play, chosen.player)
    with workers(chosen.jobs) as everywhere:
        for seats in chosen.seats:
            for locations in chosen.locations:
                games = everywhere(partial(job, seats, locations), seeds)
                ends = Counter(end for _, end, _ in games)
                wins = [statistics.fmean(r[seat] for _, _, r in games) for seat in range(seats)]
                half = 1.96 * math.sqrt(wins[0] * (1 - wins[0]) / len(games))
                print(
                    f"| {seats} | {locations} "
                    f"| {statistics.fmean(rounds for rounds, _, _ in games):.1f} "
                    f"| {ends['planet'] / len(games):.0%} "
                    f"| {wins[0]:.0%} ± {half:.0%}, "
                    f"{', '.join(f'{share:.0%}' for share in wins[1:])} |".replace("%", ""),
                    flush=True,
                )


if __name__ == "__main__":
    main()
