"""`aicore puzzles`: positions with one best action, made from games."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

import aicore
from aicore.arena.pool import pool
from aicore.cli.puzzle import made_file
from aicore.cli.screen import make_console, print_wrapped
from aicore.cli.streams import say
from aicore.coach.puzzles.making import MakingPlan, judge_of, make_from, slow
from aicore.coach.puzzles.puzzle import not_puzzles
from aicore.core.files import append_line, require_appendable
from aicore.core.language import gettext as _
from aicore.core.language import ngettext
from aicore.core.sources import typed


def run(
    game: str,
    out: Path | None,
    games: int,
    seats: int | None,
    by: str,
    judge: str | None,
    rollouts: int,
    seed: int,
    jobs: int | None,
) -> int:
    """Run `aicore puzzles`."""
    out = out or made_file(game)
    rules = aicore.load(game, seats=seats)
    judge = judge or judge_of(rules)
    for spec in (by, judge):
        aicore.player(spec, rules)  # raises for an invalid spec
    plan = MakingPlan(game, seats, by, judge, rollouts)
    if slow(rules, judge):
        command = f"aicore train {typed(game)}"
        note = _("A search judges each decision for minutes, because this game is in plain Python. "
                 "For a quick judge, train a network: {command}", command=command)  # fmt: skip
        say(note, error=True)
    require_appendable(out, not_puzzles)
    console, begin, found, done = make_console(), time.monotonic(), 0, 0
    watched = console.is_terminal and not console.is_dumb_terminal
    bar = Progress(
        TextColumn("  {task.completed}/{task.total}"), BarColumn(), TimeElapsedColumn(),
        console=console, transient=True, disable=not watched,
    )  # fmt: skip
    task = bar.add_task("", total=games)
    work: list[Any] = [(plan, number) for number in range(seed, seed + games)]
    try:
        with bar, pool(jobs, None) as workers:
            for done, made in enumerate(workers.map(make_from, work), 1):
                bar.update(task, completed=done)
                for puzzle in made:
                    found += 1
                    append_line(out, puzzle.to_line(), not_puzzles)
                    line = _("game {n}: {move} ({theme})", n=done, move=puzzle.best,
                             theme=_(puzzle.theme))  # fmt: skip
                    print_wrapped(console, line, "")
    except KeyboardInterrupt:
        say("")
    seconds = time.monotonic() - begin
    tried = ngettext("{n} game", "{n} games", done)
    summary = ngettext("{n} puzzle from {tried} in {seconds:.0f} s, added to {file}",
                       "{n} puzzles from {tried} in {seconds:.0f} s, added to {file}",
                       found, tried=tried, seconds=seconds, file=out)  # fmt: skip
    print_wrapped(console, summary, "bold")
    if found:
        command = f"aicore puzzle {typed(game)} --file {out}"
        print_wrapped(console, _("To solve them: {command}", command=command), "")
    return 130 if done < games else 0
