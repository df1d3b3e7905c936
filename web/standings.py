"""The figures of a tournament's file, as the page's tables."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path
from typing import Any

from aicore.arena import report
from aicore.arena.figures import Summary
from aicore.arena.report import Section
from aicore.arena.store import Store
from aicore.arena.summary import summarize

MAX_TROUBLES = 20
REPLICATES = 400  # of the bootstrap


def standings(path: str) -> dict[str, Any]:
    """The tables of a file. Raises StoreError, which names no folder."""
    folder, _, name = path.rpartition(os.sep)
    with contextlib.chdir(folder), Store.open(Path(name), read_only=True) as store:
        return tables(summarize(store, REPLICATES))


def tables(figures: Summary) -> dict[str, Any]:
    """The report's ladder, who beats whom, and sentences about the games."""
    met = report.meetings(figures)
    cross = [
        [name, *("" if one is None else f"{100 * one.share:.0f} %" for one in row)]
        for name, row in zip(met.names, met.rows, strict=True)
    ]
    return {
        "kind": "Tournament",
        "title": f"Tournament: {figures.config['game']}",
        "facts": [
            f"{figures.games:,} games in {figures.blocks:,} blocks",
            "finished" if figures.finished else "unfinished",
            *report.games(figures).lines,
        ],
        "tables": [
            _table(report.ladder(figures)),
            {"title": met.title, "columns": ["", *met.names], "rows": cross},
            *map(_table, report.troubles(figures, MAX_TROUBLES)),
        ],
    }


def _table(section: Section) -> dict[str, Any]:
    rows = [[cell or "" for cell in row] for row in section.rows]
    rows += [[line] for line in section.lines]
    return {"title": section.title, "columns": section.columns, "rows": rows}
