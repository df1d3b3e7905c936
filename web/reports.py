"""Figures of a tournament's file or of a small study, as tables for the page.

Only a page without a server offers the study, because a server lacks the time for each visitor. The
study plays as many games as STUDY_SECONDS allow.
"""

from __future__ import annotations

import contextlib
import os
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from aicore.arena import report
from aicore.arena.figures import Summary
from aicore.arena.report import Section
from aicore.arena.store import Store
from aicore.arena.summary import summarize
from aicore.core.decision import Progress, StopSearch
from aicore.core.language import gettext as _
from aicore.core.language import ngettext
from aicore.core.schema import Maybe, Whole, of
from aicore.study.findings import findings
from aicore.study.games import deals_of
from aicore.study.luck import luck
from aicore.study.played_game import Design, design_of, play
from aicore.study.report import Report
from aicore.study.significance import marked
from aicore.web.access_policy import require_no_files
from aicore.web.client_messages import GAME, OPTIONS, read_request

MAX_TROUBLES = 20  # maximum number of forfeits, or of other troubles, that are listed
REPLICATES = 400  # number of bootstrap samples

STUDY_PLAYER = "mcts:sims=100"  # as in `aicore study`
STUDY_SECONDS = 20.0
MAX_GAMES = 100  # maximum number of games in a study
SEED = 1  # seed of a study's deals


def standings(path: str) -> dict[str, Any]:
    """Return a tournament file's tables. Raises StoreError, whose message names no folder."""
    folder, _sep, name = path.rpartition(os.sep)
    with contextlib.chdir(folder), Store.open(Path(name), read_only=True) as store:
        return tables(summarize(store, REPLICATES))


def tables(figures: Summary) -> dict[str, Any]:
    """Return the report's ladder, the results of each pair, and sentences about the games."""
    meetings = report.meetings(figures)
    cross = [
        [name, *("" if cell is None else cell.figure for cell in row)]
        for name, row in zip(meetings.names, meetings.rows, strict=True)
    ]
    return {
        "kind": _("Tournament"),
        "title": _("Tournament: {game}", game=figures.config["game"]),
        "facts": [
            _("{games:,} games in {blocks:,} blocks", games=figures.games, blocks=figures.blocks),
            _("finished") if figures.finished else _("unfinished"),
            *report.ladder(figures).lines,
            *report.games(figures).lines,
        ],
        "tables": [
            _table(report.ladder(figures)),
            {"title": meetings.title, "columns": ["", *meetings.names], "rows": cross},
            *map(_table, filter(None, (report.standings(figures), report.matches(figures)))),
            *map(_table, report.troubles(figures, MAX_TROUBLES)),
        ],
    }


def _table(section: Section) -> dict[str, Any]:
    rows = [[cell or "" for cell in row] for row in section.rows]
    if not section.columns:
        rows = [[line] for line in section.lines]
    return {"title": section.title, "columns": section.columns, "rows": rows}


@dataclass(frozen=True)
class NewStudy:
    """Request for a study of a game."""

    game: str = of(GAME)
    seats: int | None = of(Maybe(Whole(1, 20)), None)
    options: dict[str, str | int] | None = of(Maybe(OPTIONS), None)


def read_study(body: bytes) -> Design:
    """Return the design to study. Raises AicoreError."""
    request = read_request(NewStudy, body, "study")
    options = request["options"] or {}
    require_no_files(request["game"], options)
    return design_of(request["game"], request["seats"], options, STUDY_PLAYER)


def study(progress: Progress, design: Design) -> dict[str, Any]:
    """Return the findings from games between strong players, as tables. Raises AicoreError."""
    until = time.monotonic() + STUDY_SECONDS
    played = []
    for deal in deals_of(SEED, MAX_GAMES):
        played.append(play(design, deal))
        if time.monotonic() >= until:
            break
        try:
            progress("", len(played) / MAX_GAMES)
        except StopSearch:
            break
    figures = marked([*findings(design, played), *luck(played)])
    count = len(played)
    report = Report(design, count, tuple(figures), tuple(played))
    return {
        "kind": _("Study"),
        "title": _("Study of {title}", title=report.title),
        "facts": [
            ngettext(
                "{n} game by {player}. Each figure has its 95 % interval over the games; "
                "`aicore study {game}` plays as many games as you like.",
                "{n} games by {player}. Each figure has its 95 % interval over the games; "
                "`aicore study {game}` plays as many games as you like.",
                count,
                player=STUDY_PLAYER,
                game=design.game,
            )
        ],
        "tables": [
            {
                "title": section,
                "columns": [_("finding"), _("unusual")],
                "rows": [[finding.sentence, finding.mark] for finding in listed],
            }
            for section, listed in report.sections()
        ],
    }
