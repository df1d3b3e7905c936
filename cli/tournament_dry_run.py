"""`aicore tournament --dry-run`: pairings, deals and an estimate of the time, without a file."""

from __future__ import annotations

import json
import time
from collections import Counter
from dataclasses import replace

from rich.console import Console

from aicore.arena.block_runner import BlockRunner
from aicore.arena.config import Config
from aicore.arena.plan import Block, Plan
from aicore.cli.screen import clock, grouped, heading, table
from aicore.cli.streams import say
from aicore.core.deal import fresh_seed
from aicore.core.language import gettext as _

MAX_SHOWN = 30  # maximum number of line-ups shown
MAX_SAMPLE_SECONDS = 10.0  # for sample games; the last one is still played to its end
ASSUMED_GAMES = 1000  # number of games of a test without a limit


def dry_run(
    console: Console,
    config: Config,
    missing: list[Block] | None,
    planned: int | None,
    jobs: int,
    as_json: bool,
) -> None:
    """Print what a tournament would play.

    Args:
        missing: the blocks still to play, or only those of the next round if later rounds depend on
            results; None for a test without a limit.
        planned: number of games still to play; None if unknown.
        jobs: number of worker processes.
    """
    plan = Plan(config)
    deals, games = Counter[int](), Counter[int]()
    for block in missing or ():
        deals[plan.line_up(block.number)] += 1
        games[plan.line_up(block.number)] += len(block.seatings)
    rows = [(_names(plan, line_up), deals[line_up], games[line_up]) for line_up in sorted(deals)]
    measured, seconds = _measured(config)
    total = ASSUMED_GAMES if planned is None else planned
    expected = total * seconds / jobs
    if as_json:
        listed = [{"players": names, "deals": deals, "games": games}
                  for names, deals, games in rows]  # fmt: skip
        say(json.dumps({"event": "plan", "line_ups": listed, "games": total, "jobs": jobs,
                        "seconds": expected if measured else None}))  # fmt: skip
        return
    if missing is not None:
        console.print()
        console.print(heading(_("Pairings")))
        players, *figures = _("players"), _("deals"), _("games")
        listing = table(f"  {players}", *figures, right=figures)
        for names, *counts in rows[:MAX_SHOWN]:
            listing.add_row(f"  {names}", *map(grouped, counts))
        console.print(listing)
        if len(rows) > MAX_SHOWN:
            _say(_("and {n} more", n=grouped(len(rows) - MAX_SHOWN)))
        if config.adaptive:
            _say(_("later rounds depend on results"))
        _say(_("{n} games in all; every deal is played with every seating", n=grouped(total)))
    if measured:
        span = (
            _("about {time}", time=clock(expected)) if expected >= 1.0 else _("less than a second")
        )
        facts = {"time": span, "jobs": jobs, "sample": measured}
        _say(
            _("time: {time} for these games with {jobs} jobs, by {sample} sample games", **facts)
            if missing is not None
            else _(
                "time: {time} for {n} games with {jobs} jobs, by {sample} sample games",
                n=grouped(total),
                **facts,
            )
        )
    _say(_("nothing was saved"))


def _say(text: str) -> None:
    say(f"  {text}")


def _names(plan: Plan, line_up: int) -> str:
    members = {k for seating in plan.line_ups[line_up] for k in seating}
    return " - ".join(plan.config.names[k] for k in sorted(members))


def _measured(config: Config) -> tuple[int, float]:
    """Play sample games for some seconds. Return their number, and their mean time in seconds.

    Ctrl-C ends the measurement. The deals are not the tournament's.
    """
    config = replace(config, seed=fresh_seed(), merged=())
    plan = Plan(config)
    number, start = 0, time.monotonic()
    runner = BlockRunner(config)
    try:
        for block in map(plan.block, plan.numbers()):
            runner.play(block.only(1))
            number += 1
            if time.monotonic() - start > MAX_SAMPLE_SECONDS or number >= 3 * len(plan.line_ups):
                break
    except KeyboardInterrupt:
        pass
    finally:
        runner.close()
    return number, (time.monotonic() - start) / max(number, 1)
