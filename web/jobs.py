"""Jobs of the workers: decide, advise, judge, review, read files.

A worker holds no tables and no secrets. It gets views, specs and a seat's number, and answers with
plain values.
"""

from __future__ import annotations

import contextlib
import json
import os
import sys
from collections.abc import Callable, Sequence
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from aicore.arena.processes import serve
from aicore.core.decision import Progress
from aicore.core.errors import RecordError, SpecError, one_line
from aicore.core.language import gettext as _
from aicore.core.language import speaking
from aicore.core.processors import processors, share_processors
from aicore.core.record import Record, replay
from aicore.players.spec import split
from aicore.session import jobs
from aicore.web.access_policy import LIMITS, require_no_files

PROGRESS_INTERVAL = 0.25  # seconds between two progress messages of a search
NICE = 10  # priority of a worker: the server must answer people first
MAX_RECORD_EVENTS = 20_000  # events of a record to view
MAX_FIGURES = 1 << 20  # characters of a tournament's or study's figures
MAX_REPLAY_EVENTS = 5000  # events of a replay page


def read_record(progress: Progress, path: str) -> Record:
    """Return the record in a file, checked by the rules. Raises ValueError."""
    try:
        record = Record.from_line(Path(path).read_text("utf-8").strip())
    except UnicodeDecodeError:
        raise RecordError(_("this is not a record: it is not UTF-8 text")) from None
    require_no_files(record.game, record.options)
    if len(record.events) > MAX_RECORD_EVENTS:
        raise ValueError(
            _(
                "the record has {n} events; a page can show {most}",
                n=len(record.events),
                most=MAX_RECORD_EVENTS,
            )
        )
    for ply in replay(record, unfinished=True):
        if ply.event is not None:
            record.events[ply.number] = (ply.turn, ply.state.event_text(ply.event))
    record.players = [_valid_spec(spec) for spec in record.players]
    return record


def replay_page(progress: Progress, record: Record, called: Sequence[str], ended: str) -> str:
    """Return a finished game as a page that steps through it. Raises ValueError."""
    if len(record.events) > MAX_REPLAY_EVENTS:
        raise ValueError(
            _(
                "the game has {n} events; a page can show {most}: save the record instead",
                n=len(record.events),
                most=MAX_REPLAY_EVENTS,
            )
        )
    from aicore.web.replay_page import render_replay  # searches need not wait for this import

    return render_replay(record, called=called, ended=ended)


def _valid_spec(spec: str) -> str:
    """Return the spec, or "player" if it is invalid."""
    try:
        return spec if split(spec)[0] else "player"
    except SpecError:
        return "player"


def read_tournament(progress: Progress, path: str) -> str:
    """Return the figures of a tournament's file, as tables in JSON.

    Raises ValueError, and StoreError, whose message names no folder.
    """
    from aicore.web.reports import standings  # searches need not wait for this import

    return _figures(standings(path))


def small_study(progress: Progress, design: Any) -> str:
    """Study a game, and return its figures as tables in JSON. Raises AicoreError, ValueError."""
    from aicore.web.reports import study  # searches need not wait for this import

    return _figures(study(progress, design))


def _figures(tables: dict[str, Any]) -> str:
    text = json.dumps(tables, separators=(",", ":"))
    if len(text) > MAX_FIGURES:
        raise ValueError(
            _(
                "the figures take {size} KiB, and a page can show {most}; "
                "`aicore tournament report` shows them all",
                size=len(text) >> 10,
                most=MAX_FIGURES >> 10,
            )
        )
    return text


JOBS: dict[str, Callable[..., Any]] = jobs.JOBS | {
    job.__name__: job for job in (read_record, read_tournament, replay_page, small_study)
}


def work(connection: Connection, known: tuple[str, ...] = ()) -> None:
    """Run one job after another until the server is gone.

    Args:
        known: names whose text becomes known here when the names are unpickled: see
            `aicore.core.sources`.
    """
    if sys.platform != "win32":
        with contextlib.suppress(OSError):
            os.nice(NICE)
    share_processors(min(LIMITS["threads"], processors()))
    serve(connection, run_job, PROGRESS_INTERVAL, jobs.end_idle)


def run_job(
    progress: Progress, name: str, language: str, arguments: tuple[Any, ...]
) -> tuple[str, Any]:
    """Run a job in a language. Return "done" and its result, or "failed" and the reason.

    Raises Stopped.
    """
    with speaking(language):
        try:
            return "done", JOBS[name](progress, *arguments)
        except Exception as error:
            return "failed", one_line(error) or type(error).__name__
