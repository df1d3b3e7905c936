"""Whether the rest of reviews stays within its margin: the figures of docs/review.md.

    python -m bench.study.rest gratis3 --games 40
    python -m bench.study.rest relics --games 40 --sims 512 --spec mcts:sims=30

Games on open deals, one player in all seats, are reviewed with little search. `--rollout` rolls out
what would earn a word, by the game's script.
"""

from __future__ import annotations

import argparse
import statistics
from functools import partial

import aicore
from aicore.arena.match import Match
from aicore.arena.rollout import usual
from aicore.core.deal import Deal
from aicore.study.effort import Effort
from aicore.study.judge import Roller
from aicore.study.review import Account, review
from bench.common import add_jobs, share_of, workers


def accounts(
    name: str, seats: int, spec: str, effort: Effort, rolls: bool, seed: int
) -> list[Account]:
    """The accounts of one game."""
    game = aicore.load(name, seats=seats)
    record = Match(game, [aicore.player(spec, game)] * seats, Deal(seed)).finish()
    roller = Roller(usual(game)) if rolls else None
    found = review(record, effort, roller=roller)
    return [found.account(seat) for seat in range(seats)]


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--spec", default="script")
    parser.add_argument("--sims", type=int, default=128, help="simulations of a search")
    parser.add_argument("--first", type=int, default=1, help="the first deal")
    parser.add_argument("--rollout", action="store_true")
    add_jobs(parser)
    chosen = parser.parse_args()
    effort = Effort(chosen.sims, max(32, chosen.sims // 4), 64)
    job = partial(accounts, chosen.game, chosen.seats, chosen.spec, effort, chosen.rollout)
    with workers(chosen.jobs) as everywhere:
        found = everywhere(job, range(chosen.first, chosen.first + chosen.games))
    first = [each[0] for each in found]
    words = [sum(each[0].words.values()) - each[0].words["fine"] for each in found]
    print(f"{chosen.game}, {len(found)} games of {chosen.spec}, {chosen.sims} simulations")
    print(f"  mean |rest|     {100 * statistics.fmean(abs(each.rest) for each in first):6.1f} %")
    print(f"  mean margin     {100 * statistics.fmean(each.margin for each in first):6.1f} %")
    inside, half = share_of([abs(each.rest) <= each.margin for each in first])
    print(f"  within margin   {100 * inside:6.1f} % ± {100 * half:.1f}")
    print(f"  words of seat 0 {statistics.fmean(words):6.1f} a game")


if __name__ == "__main__":
    main()
