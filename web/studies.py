"""A small study in the browser: as many games as there is time for, and what they say.

A page without a server offers it; a server has no such time for everybody who visits it.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

from aicore.core.decision import Enough, Progress
from aicore.core.schema import Maybe, Whole, of
from aicore.study.design.course import Design, design_of, play
from aicore.study.design.findings import findings
from aicore.study.design.games import deals_of
from aicore.study.design.luck import luck
from aicore.study.design.marks import marked
from aicore.study.design.report import Report
from aicore.web.allowed import require_no_files
from aicore.web.messages import GAME, OPTIONS, read_request

BY = "mcts:sims=100"  # as `aicore study` has it
SECONDS = 20.0
MAX_GAMES = 100
SEED = 1


@dataclass(frozen=True)
class NewStudy:
    """A game to be studied, with so many seats."""

    game: str = of(GAME)
    seats: int | None = of(Maybe(Whole(1, 20)), None)
    options: dict[str, str | int] | None = of(Maybe(OPTIONS), None)


def asked(body: bytes) -> Design:
    """What is to be studied. Raises AicoreError."""
    wish = read_request(NewStudy, body, "study")
    options = wish["options"] or {}
    require_no_files(wish["game"], options)
    return design_of(wish["game"], wish["seats"], options, BY)


def study(progress: Progress, design: Design) -> dict[str, Any]:
    """What games between strong players say, as tables. Raises AicoreError."""
    until = time.monotonic() + SECONDS
    courses = []
    for deal in deals_of(SEED, MAX_GAMES):
        courses.append(play(design, deal))
        if time.monotonic() >= until:
            break
        try:
            progress("", len(courses) / MAX_GAMES)
        except Enough:
            break
    found = marked([*findings(design, courses), *luck(courses)])
    report = Report(design, len(courses), tuple(found), tuple(courses))
    count = len(courses)
    return {
        "kind": "Study",
        "title": f"Study of {report.title}",
        "facts": [
            f"{count} game{'s' * (count > 1)} by {BY}. Figures have their 95 % interval over the "
            f"games; `aicore study {design.game}` plays as many as you like."
        ],
        "tables": [
            {
                "title": section,
                "columns": ["what the games say", "out of line"],
                "rows": [[each.sentence, each.mark] for each in listed],
            }
            for section, listed in report.sections()
        ],
    }
