"""Parallel analyses of positions, which wait for free processes in order of priority.

If a process dies, another one searches its position again. A process that ignores a cancel is
replaced, and its position stays cancelled.
"""

from __future__ import annotations

import contextlib
import heapq
import itertools
import multiprocessing
import os
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from multiprocessing.connection import Connection, wait
from typing import IO, Any

import aicore
from aicore.arena.processes import Supervised, WorkerProgress, serve
from aicore.coach.analysis import (
    MAX_PLIES,
    PROTOCOL,
    Query,
    WrongQuery,
    answer,
    read_message,
    read_query,
)
from aicore.core.errors import AicoreError, one_line
from aicore.core.processors import share_processors
from aicore.core.schema import ListOf, Text, Whole
from aicore.core.sources import portable_name, portable_names
from aicore.players.protocol import MAX_LINE
from aicore.players.serve import bounded, echoed

MAX_WAITING = 100_000  # maximum number of waiting positions
MAX_BYTES = 64 << 20  # maximum bytes of queries with waiting or running positions
TICK = 0.25  # seconds between checks for stuck processes
GRACE = 2.0  # seconds in which a search must obey a cancel
MAX_DEATHS = 2  # deaths of processes after which a position fails

Say = Callable[[dict[str, Any]], None]


class Load:
    """Memory that a query occupies until its last position is done.

    Attributes:
        failed: whether an error was reported; a query reports only one error.
    """

    def __init__(self, held: Held, size: int) -> None:
        self.held = held
        self.size = size
        self.failed = False
        held.bytes += size

    def __del__(self) -> None:
        self.held.bytes -= self.size


@dataclass
class Held:
    """Total bytes of all queries in the pool."""

    bytes: int = 0


@dataclass(eq=False)
class Job:
    """One position of a query.

    Args:
        number: the number of the job; of equal priorities, the lowest comes first.
        query: the query.
        ply: the number of events before the position.
        load: the memory that the positions of a query share; the last of them frees it.
        deaths: the number of processes that died during this job.
        cancelled: the time of the cancel request, by `time.monotonic`; None without one.
    """

    number: int
    query: Query
    ply: int
    load: Load
    deaths: int = 0
    cancelled: float | None = None

    def __lt__(self, other: Job) -> bool:
        return (-self.query.priority, self.number) < (-other.query.priority, other.number)


class AnalysisWorker(Supervised):
    """Process and its current job."""

    def __init__(self, usual: str, free: bool) -> None:
        super().__init__(work, portable_name(usual), free, portable_names())
        self.job: Job | None = None


class AnalysisPool:
    """Pool of processes that answers queries.

    Args:
        count: the number of positions searched in parallel.
        usual: the spec of the player that thinks, unless a query names one.
        free: whether queries may name files and programs.
        say: callback for the answers.
    """

    def __init__(self, count: int, usual: str, free: bool, say: Say) -> None:
        self.count = count
        self.usual = usual
        self.free = free
        self.say = say
        self._workers: list[AnalysisWorker] = []
        self._waiting: list[Job] = []
        self._numbers = itertools.count()
        self._held = Held()

    def serve(self, lines: IO[bytes]) -> None:
        """Answer every line, until the input ends and every query is answered."""
        source, theirs = multiprocessing.Pipe(duplex=False)
        threading.Thread(target=_read, args=(lines, theirs), daemon=True).start()
        reading = True
        try:
            while reading or self._waiting or any(worker.job for worker in self._workers):
                ready = wait([*([source] if reading else []), *self._connections()], TICK)
                for worker in list(self._workers):
                    if worker.connection in ready:
                        self._receive(worker)
                if source in ready:
                    try:
                        self._handle(source.recv_bytes())
                    except EOFError:
                        reading = False
                self._replace_stuck()
                self._assign()
        finally:
            for worker in self._workers:
                worker.end()

    def _connections(self) -> list[Any]:
        return [worker.connection for worker in self._workers]

    def _handle(self, line: bytes) -> None:
        """Execute the request in a line, and send its answer or its error."""
        number, replies = None, None
        try:
            if not line.strip():
                return
            message = read_message(line, MAX_LINE)
            number = echoed(message.get("id"))
            kind = Text().read(message.get("type", "analyze"), "type")
            if kind not in _KINDS:
                hint = f"use one of {', '.join(_KINDS)}"
                raise WrongQuery(f"type: {one_line(kind, 60)!r} is unknown; {hint}", "type")
            replies = _KINDS[kind](self, message, number)
        except AicoreError as error:
            replies = [_failed(number, str(error), getattr(error, "field", None))]
        except Exception as error:  # our own bug: the client must get an answer
            replies = [_failed(number, repr(error))]
        for reply in replies:  # outside the try: a failed write is not an error in the line
            self.say(reply)

    def _analyze(self, message: dict[str, Any], number: object) -> list[dict[str, Any]]:
        if number is None:
            raise WrongQuery("id: it must be a number or a text of at most 100 characters", "id")
        query = read_query({**message, "id": number})
        if len(self._waiting) + len(query.plies) > MAX_WAITING:
            raise WrongQuery(f"{MAX_WAITING} positions are already waiting")
        size = len(query.source)
        if self._held.bytes + size > MAX_BYTES:
            raise WrongQuery(f"{MAX_BYTES >> 20} MiB of queries are already waiting")
        load = Load(self._held, size)
        for ply in query.plies:
            heapq.heappush(self._waiting, Job(next(self._numbers), query, ply, load))
        return []

    def _cancel(self, message: dict[str, Any], number: object) -> list[dict[str, Any]]:
        """Cancel one query, or all. Return the answers; running searches answer later."""
        every = message.get("type") == "cancel_all"
        which = None if every else echoed(message.get("query"))
        if not every and which is None:
            raise WrongQuery("query: it must be the id of a query", "query")
        plies = set(ListOf(Whole(), MAX_PLIES).read(message.get("plies") or [], "plies"))

        def matches(job: Job) -> bool:
            asked = every or (type(job.query.id) is type(which) and job.query.id == which)
            return asked and (not plies or job.ply in plies)

        waiting = sorted(job for job in self._waiting if matches(job))
        self._waiting = [job for job in self._waiting if not matches(job)]
        heapq.heapify(self._waiting)
        running = [
            worker for worker in self._workers if worker.job is not None and matches(worker.job)
        ]
        for worker in running:
            if worker.job is not None and worker.job.cancelled is None:
                worker.job.cancelled = time.monotonic()
                worker.say("hurry", worker.job.number)
        first = {"id": number, "type": "cancelling", "positions": len(waiting) + len(running)}
        return [first, *map(_cancelled, waiting)]

    def _version(self, message: dict[str, Any], number: object) -> list[dict[str, Any]]:
        report = {"type": "version", "protocol": PROTOCOL, "version": aicore.__version__}
        return [{"id": number, **report, "by": self.usual, "workers": self.count}]

    def _assign(self) -> None:
        """Assign waiting jobs to free processes."""
        while self._waiting:
            idle = next((worker for worker in self._workers if worker.job is None), None)
            if idle is None:
                if len(self._workers) >= self.count:
                    return
                idle = AnalysisWorker(self.usual, self.free)
                self._workers.append(idle)
            job = heapq.heappop(self._waiting)
            if not job.load.failed:
                idle.job = job
                idle.say("job", job.number, job.query, job.ply)

    def _receive(self, worker: AnalysisWorker) -> None:
        """Read the messages that a process has sent."""
        while True:
            try:
                if not worker.connection.poll():
                    return
                word, number, content = worker.connection.recv()
            except (EOFError, OSError):
                self._died(worker)
                return
            if worker.job is not None and number == worker.job.number:
                self._forward(worker, worker.job, word, content)

    def _forward(self, worker: AnalysisWorker, job: Job, word: str, content: Any) -> None:
        """Pass on a process's message about its job to the client."""
        if word == "thinks":
            if job.cancelled is None:
                now = {"action": content[0], "share": round(content[1], 6)}
                self.say({"id": job.query.id, "type": "thinking", "ply": job.ply, **now})
            return
        worker.job = None
        if word == "done":
            ended = {"cancelled": True} if job.cancelled is not None else {}
            self.say({"id": job.query.id, **content, **ended})
        elif not job.load.failed:
            job.load.failed = True
            self.say(_failed(job.query.id, *content))

    def _died(self, worker: AnalysisWorker) -> None:
        """End a process, and put its job back unless it was cancelled or failed too often."""
        job, worker.job = worker.job, None
        self._workers.remove(worker)
        worker.end()
        if job is None:
            return
        job.deaths += 1
        if job.cancelled is not None:
            self.say(_cancelled(job))
        elif job.deaths < MAX_DEATHS:
            heapq.heappush(self._waiting, job)
        elif not job.load.failed:
            job.load.failed = True
            self.say(_failed(job.query.id, "the process searching this position died"))

    def _replace_stuck(self) -> None:
        """Replace processes that ignore a cancel, or that died without a message."""
        now = time.monotonic()
        for worker in list(self._workers):
            cancelled = None if worker.job is None else worker.job.cancelled
            stuck = cancelled is not None and now - cancelled > GRACE
            if stuck or worker.gone:
                self._died(worker)


def _failed(number: object, error: str, field: str | None = None) -> dict[str, Any]:
    return {"id": number, "error": one_line(error), "field": field}


def _cancelled(job: Job) -> dict[str, Any]:
    return {"id": job.query.id, "type": "cancelled", "ply": job.ply}


_KINDS = {
    "analyze": AnalysisPool._analyze,
    "cancel": AnalysisPool._cancel,
    "cancel_all": AnalysisPool._cancel,
    "version": AnalysisPool._version,
}


def _read(lines: IO[bytes], pipe: Connection) -> None:
    """Send each line of the input through the pipe until the input ends."""
    with contextlib.suppress(OSError, ValueError), pipe:
        for line in bounded(lines):
            pipe.send_bytes(line)


def work(connection: Connection, usual: str, free: bool, known: tuple[str, ...] = ()) -> None:
    """Do one job after another until the pool is gone.

    Args:
        connection: the process's end of the pipe.
        usual: the spec of the player that thinks, unless a query names one.
        free: whether queries may name files and programs.
        known: names that carry the text of their files. Unpickling them makes these files known
            here; see `aicore.core.sources`.
    """
    share_processors(1)
    serve(connection, partial(_run, usual, free))
    os._exit(0)


def _run(
    usual: str, free: bool, progress: WorkerProgress, query: Query, ply: int
) -> tuple[str, Any]:
    """Answer a query. Return "done" and the answer, or "failed" with the reason and the field."""
    begin = progress.reported_at = time.monotonic()
    progress.every = query.every
    try:
        content = answer(query, ply, usual, free, progress)
        content["seconds"] = round(time.monotonic() - begin, 3)
    except AicoreError as error:
        return "failed", (str(error), getattr(error, "field", None))
    except MemoryError:
        return "failed", ("too little memory",)
    except Exception as error:  # our own bug: the client must get an answer
        return "failed", (f"{type(error).__name__}: {one_line(error)}",)
    return "done", content
