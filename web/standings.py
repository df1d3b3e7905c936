"""The figures of a tournament's file, as the page's tables."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path
from typing import Any

from aicore.arena.figures import Mean, Summary
from aicore.arena.store import Store
from aicore.arena.summary import summarize

REPLICATES = 400  # of the bootstrap


def standings(path: str) -> dict[str, Any]:
    """The tables of a file. Raises StoreError, which names no folder."""
    folder, _, name = path.rpartition(os.sep)
    with contextlib.chdir(folder), Store.open(Path(name), read_only=True) as store:
        return tables(summarize(store, REPLICATES))


def tables(figures: Summary) -> dict[str, Any]:
    """A ladder, who beats whom, and points by seat."""
    ladder = figures.ladder()
    names = [figures.players[k].name for k in ladder]
    rows = []
    for k in ladder:
        one = figures.players[k]
        elo = "" if one.elo is None else f"{one.elo:.0f}"
        sure = "" if one.low is None or one.high is None else f"{one.low:.0f} to {one.high:.0f}"
        share = "" if one.share is None else f"{100 * one.share:.1f} %"
        rows.append([one.name, elo, sure, share, one.games, one.forfeits, one.spec])
    cross = [[names[i], *(_shares(figures, k, m) for m in ladder)] for i, k in enumerate(ladder)]
    seats = [[seat, _mean(mean)] for seat, mean in enumerate(figures.seats)]
    head = ["player", "Elo", "95 % interval", "points", "games", "forfeits", "spec"]
    return {
        "title": f"Tournament: {figures.config['game']}",
        "facts": [
            f"{figures.games:,} games in {figures.blocks:,} blocks",
            "finished" if figures.finished else "unfinished",
        ],
        "tables": [
            {"title": "Ladder", "columns": head, "rows": rows},
            {"title": "Who beats whom", "columns": ["", *names], "rows": cross},
            {"title": "Points by seat", "columns": ["seat", "share"], "rows": seats},
        ],
    }


def _shares(figures: Summary, one: int, other: int) -> str:
    share = figures.cross[one][other][1] if one != other else None
    return "" if share is None else f"{100 * share:.0f} %"


def _mean(mean: Mean) -> str:
    return "" if mean.value is None else f"{100 * mean.value:.1f} %"
