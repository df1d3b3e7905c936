"""`aicore puzzles`: positions with one best action, made from games."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import aicore
from aicore.arena.pool import pool
from aicore.arena.rollout import usual
from aicore.cli.screen import make_console, print_wrapped
from aicore.cli.streams import say
from aicore.coach.puzzles.making import MakingPlan, make_from
from aicore.core.language import gettext as _


def run(
    game: str,
    out: Path,
    games: int,
    seats: int | None,
    by: str,
    judge: str | None,
    rollouts: int,
    seed: int,
    jobs: int | None,
) -> int:
    """Run `aicore puzzles`."""
    rules = aicore.load(game, seats=seats)
    judge = judge or usual(rules)
    for spec in (by, judge):
        aicore.player(spec, rules)  # raises for an invalid spec
    plan = MakingPlan(game, seats, by, judge, rollouts)
    console, begin, found, done = make_console(), time.monotonic(), 0, 0
    work: list[Any] = [(plan, number) for number in range(seed, seed + games)]
    try:
        with pool(jobs, None) as workers, out.open("a", encoding="utf-8") as stream:
            for done, made in enumerate(workers.map(make_from, work), 1):
                for one in made:
                    found += 1
                    stream.write(one.to_line() + "\n")
                    stream.flush()
                    told = _("game {n}: {move} ({theme})", n=done, move=one.best,
                             theme=_(one.theme))  # fmt: skip
                    print_wrapped(console, told, "")
    except KeyboardInterrupt:
        say("")
    seconds = time.monotonic() - begin
    told = _("{found} puzzles from {games} games in {seconds:.0f} s, added to {file}",
             found=found, games=done, seconds=seconds, file=out)  # fmt: skip
    print_wrapped(console, told, "bold")
    return 130 if done < games else 0
