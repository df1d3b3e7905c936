"""What workers do: decide, advise, judge, review, read files. They hold no tables and no secrets.

A worker gets views, specs and a seat's number, and answers with plain values. Between two steps of
a search it listens for two words: `hurry`, decide now, and `stop`, nobody waits any more.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import time
from collections import OrderedDict
from collections.abc import Callable
from functools import partial
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import aicore
from aicore.arena.figures import Mean, Summary
from aicore.arena.store import Store
from aicore.arena.summary import summarize
from aicore.core.decision import Decision, Enough, Progress
from aicore.core.errors import RecordError, SpecError, one_line
from aicore.core.game import Game, View
from aicore.core.record import Record, replay
from aicore.core.story import Cast
from aicore.players import Player
from aicore.players.spec import split
from aicore.study.advice import Advice, advise
from aicore.study.analysts import bound_memory
from aicore.study.effort import effort_for
from aicore.study.highlights import Highlight, Point, course, highlights
from aicore.study.judge import Judge
from aicore.study.review import review as look_over
from aicore.web.allowed import require_no_files

HINT = "mcts:time=1"
JUDGED = 2000  # simulations that judge a position
REVIEW = 1.0  # seconds that a review searches
TELL = 0.25  # seconds between two words of a worker that thinks
NICE = 10  # people are answered first
MOST_PLIES = 20_000  # of a record that is to be looked at
REPLICATES = 400  # of a tournament's bootstrap
MOST_KEPT = 8  # players, the longest unused first to go

_kept: OrderedDict[tuple[str, Game], Player] = OrderedDict()


class Stopped(BaseException):
    """Nobody waits for the answer any more; no searcher is to take this for an error."""


def decide(progress: Progress, view: View, spec: str, seed: int, decisions: int) -> Decision:
    """The decision of a seat's player."""
    player = _player(spec, view.game)
    player.seed, player.decisions = seed, decisions
    return player.decide(view, progress)


def hint(progress: Progress, view: View, cast: Cast) -> tuple[Decision, Advice]:
    """What a quick search would play, and where it leads."""
    decision = aicore.player(HINT, view.game, seed=view.key()).decide(view, progress)
    return decision, advise(view, decision, cast)


def chances(progress: Progress, view: View) -> list[float]:
    """What each seat may expect, as shares of what can be won, by what the view's seat knows."""
    world = view.resample(aicore.Rng(view.key()))  # which of them it is makes no difference
    return list(Judge(view.game, JUDGED).shares(world, view.seat))


def review(
    progress: Progress, record: Record, viewer: int | None, cast: Cast
) -> tuple[list[Point], list[Highlight]]:
    """The course of a finished game, and what changed it most."""

    def advance(done: int, events: int) -> None:
        progress("", done / events)

    effort = effort_for(record.load(), list(replay(record)), REVIEW)
    try:
        found = look_over(record, effort, advance=advance)
    except Enough:
        raise ValueError("it takes too long here; `aicore review` has the time") from None
    return course(found, cast, viewer), highlights(found, cast, viewer)


def read_record(progress: Progress, path: str) -> Record:
    """The record that a file holds, checked by the rules. Raises RecordError."""
    try:
        record = Record.from_line(Path(path).read_text("utf-8").strip())
    except UnicodeDecodeError:
        raise RecordError("not a record: not UTF-8 text") from None
    require_no_files(record.game, record.options)
    if len(record.events) > MOST_PLIES:
        raise ValueError(f"{len(record.events)} events: {MOST_PLIES} can be looked at")
    for ply in replay(record, unfinished=True):
        if ply.event is not None:
            record.events[ply.number] = (ply.turn, ply.state.event_text(ply.event))
    record.players = [_called(spec) for spec in record.players]
    return record


def _called(spec: str) -> str:
    """A spec, or a word for one that is none."""
    try:
        return spec if split(spec)[0] else "player"
    except SpecError:
        return "player"


def read_tournament(progress: Progress, path: str) -> dict[str, Any]:
    """The figures of a tournament's file, as tables. Raises StoreError, which names no folder."""
    folder, _, name = path.rpartition(os.sep)
    with contextlib.chdir(folder), Store.open(Path(name), read_only=True) as store:
        return _tables(summarize(store, REPLICATES))


def _tables(figures: Summary) -> dict[str, Any]:
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


def _player(spec: str, game: Game) -> Player:
    """A player, kept for its next decision: an external program is started once."""
    found = _kept.pop((spec, game), None)
    if found is None:
        while len(_kept) >= MOST_KEPT:
            _kept.popitem(last=False)[1].close()
        found = aicore.player(spec, game)
        found.ready(0)
    _kept[spec, game] = found
    return found


JOBS: dict[str, Callable[..., Any]] = {
    job.__name__: job for job in (decide, hint, chances, review, read_record, read_tournament)
}


def done(name: str, arguments: tuple[Any, ...], progress: Progress) -> tuple[str, Any]:
    """Do a job. Returns "done" and its result, or "failed" and why.

    Args:
        progress: asked between two steps of a search.
    """
    try:
        return "done", JOBS[name](progress, *arguments)
    except Stopped:
        return "failed", "stopped"
    except Exception as error:
        return "failed", one_line(error) or type(error).__name__


def work(connection: Connection, known: tuple[str, ...] = ()) -> None:
    """Do one job after the other until the server is gone.

    Args:
        known: names whose coming makes them known here: see `aicore.core.sources`.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if sys.platform != "win32":
        with contextlib.suppress(OSError):
            os.nice(NICE)
    bound_memory()
    with contextlib.suppress(OSError):
        connection.send(("ready", 0, None))
    while True:
        try:
            word, number, *more = connection.recv()
        except (EOFError, OSError):
            return
        if word != "job":
            continue  # for an answer that was on its way already
        name, arguments = more
        word, result = done(name, arguments, partial(_between, connection, number, [0.0]))
        try:
            connection.send((word, number, result))
        except OSError:
            return


def _between(
    connection: Connection, number: int, told: list[float], choice: str, value: float
) -> None:
    """Listen, and tell now and then what is thought. Raises Enough, Stopped."""
    try:
        while connection.poll():
            word, meant, *_ = connection.recv()
            if meant == number and word == "hurry":
                raise Enough
            if meant == number and word == "stop":
                raise Stopped
        now = time.monotonic()
        if now - told[0] >= TELL:
            told[0] = now
            connection.send(("thinks", number, (choice, value)))
    except (EOFError, OSError):
        raise SystemExit from None
