"""Pool of workers: the visitor who used the least time is next; a table has one search at a time.

The pool replaces a worker that dies, and repeats its job. It hurries a search that reaches the time
limit: the search must decide at once. A worker that does not obey is replaced, and its job fails.
While others wait, the pool also hurries a search of a visitor who has more workers: see
`JOB_TIMEOUTS`.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import time
from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Callable
from typing import Any, Protocol

from aicore.core.language import gettext as _
from aicore.web.errors import LimitReached, ThinkError, WorkerUnavailable
from aicore.web.workers import Heard, Job, Process, Task, ThinkingWorker

TICK = 0.25  # seconds between checks of the clock
GRACE = 2.0  # seconds that a worker has to obey a message
MAX_DEATHS = 3  # workers that may die over one job
LIMIT = 60.0  # seconds of thinking; then the search is hurried
MAX_WAITING = 8  # waiting jobs of one table
MAX_OF_ONE = 400  # waiting jobs of one visitor
MAX_OWNERS = 400  # owners whose thinking time is remembered, unless more have jobs
# Seconds that a job has while others wait, by the job's name.
JOB_TIMEOUTS = {
    "review": 20.0, "replay_page": 20.0,
    "read_record": 15.0, "read_tournament": 15.0, "small_study": 15.0,
}  # fmt: skip
DEFAULT_TIMEOUT = 2.0  # seconds that any other job has while others wait
WATCHED = 10.0  # seconds of thinking at a table that people only watch; LIMIT for other tables


class Pool(Protocol):
    """Interface of a pool of workers, in this process or another."""

    def ask(self, job: Job, heard: Heard | None = None) -> Task:
        """Queue a job, and return its task. Raises LimitReached.

        Args:
            heard: callback for a search's choice and value while it thinks.
        """

    def hurry(self, task: Task) -> None:
        """Make a search decide now."""

    def stop(self, task: Task) -> None:
        """Cancel a task and its future."""

    async def close(self) -> None:
        """End all searches."""


class WorkerPool:
    """Workers of a server.

    Args:
        count: maximum number of workers, each of which runs one job at a time.
        limit: seconds after which a search is hurried.
        hire: function that starts a worker. Raises OSError if it cannot.
    """

    def __init__(
        self, count: int, limit: float = LIMIT, hire: Callable[[], ThinkingWorker] = Process
    ) -> None:
        self.count = count
        self.limit = limit
        self.hire = hire
        self.workers: list[ThinkingWorker] = []
        self._waiting: OrderedDict[str, deque[Task]] = OrderedDict()
        self._busy: set[str] = set()
        self._used: dict[str, float] = {}  # seconds of thinking, by owner
        self._least = 0.0  # start of newcomers in `_used`: from 0, they would go first for long
        self._numbers = itertools.count(1)
        self._clock: asyncio.Task[None] | None = None

    def ask(
        self,
        job: Job,
        heard: Heard | None = None,
        started: Callable[[float], None] | None = None,
    ) -> Task:
        """Queue a job, and return its task. Raises LimitReached.

        Args:
            heard: callback for a search's choice and value while it thinks.
            started: callback that gets the time when a worker begins, by `time.monotonic`.
        """
        if self._clock is None:
            self._clock = asyncio.ensure_future(self._watch())
        queue = self._waiting.get(job.place, deque())
        of_owner = sum(
            task.job.owner == job.owner for each in self._waiting.values() for task in each
        )
        if len(queue) >= MAX_WAITING or of_owner >= MAX_OF_ONE:
            raise LimitReached(_("too many requests at once; wait a moment"))
        task = Task(job, asyncio.get_running_loop().create_future(), heard, started)
        task.number = next(self._numbers)
        self._used[job.owner] = max(self._used.get(job.owner, 0.0), self._least)
        self._waiting[job.place] = queue
        (queue.appendleft if job.first else queue.append)(task)
        self._serve()
        return task

    def warm(self) -> None:
        """Start a worker before the first job. Raises OSError."""
        self._idle_worker()

    def hurry(self, task: Task) -> None:
        """Make a search decide now."""
        self._say("hurry", task)

    def stop(self, task: Task) -> None:
        """Cancel a task and its future."""
        task.future.cancel()
        queue = self._waiting.get(task.job.place)
        if queue is not None and task in queue:
            queue.remove(task)
        task.stopped = time.monotonic()
        self._say("stop", task)

    def _say(self, word: str, task: Task) -> None:
        for worker in self.workers:
            if worker.task is task and worker.ready and word not in task.reported:
                task.reported.add(word)
                worker.say(word, task.number)
        if word == "hurry" and task.hurried is None:
            task.hurried = time.monotonic()

    async def close(self) -> None:
        """End all workers."""
        if self._clock is not None:
            self._clock.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._clock
        for worker in list(self.workers):
            self._dismiss(worker)

    def _next(self) -> Task | None:
        """Return the task whose turn it is."""
        waiting = []
        for place in list(self._waiting):
            if not self._waiting[place]:
                del self._waiting[place]
            elif place not in self._busy:
                waiting.append(self._waiting[place][0])
        now, running = time.monotonic(), defaultdict[str, float](float)
        for worker in self.workers:
            if worker.task is not None and worker.task.began is not None:
                running[worker.task.job.owner] += now - worker.task.began

        def rank(task: Task) -> tuple[bool, float]:
            owner = task.job.owner
            return task.job.watched, self._used.get(owner, 0.0) + running[owner]

        return min(waiting, key=rank, default=None)

    def _serve(self) -> None:
        """Give waiting tasks to free workers."""
        while (task := self._next()) is not None:
            try:
                worker = self._idle_worker()
            except OSError as error:  # no descriptor, no memory, no process
                self._no_worker(error)
                return
            if worker is None:
                return
            self._waiting[task.job.place].popleft()
            self._least = max(self._least, self._used[task.job.owner])
            self._busy.add(task.job.place)
            worker.task = task
            task.began = None
            if worker.ready:
                self._begin(worker, task)

    def _no_worker(self, error: OSError) -> None:
        """Fail all waiting tasks when no worker can be started, unless there are other workers."""
        if not self.workers:
            for queue in self._waiting.values():
                for task in queue:
                    if not task.future.done():
                        task.future.set_exception(
                            WorkerUnavailable(error.strerror or _("no process could be started"))
                        )
            self._waiting.clear()

    def _begin(self, worker: ThinkingWorker, task: Task) -> None:
        """Send a job to a worker that listens, so that the loop never waits for a full pipe."""
        task.began = time.monotonic()
        if task.started is not None:
            task.started(task.began)
        task.reported.clear()
        job = task.job
        worker.say("job", task.number, job.name, job.language, job.arguments)
        if task.hurried is not None:
            self._say("hurry", task)

    def _idle_worker(self) -> ThinkingWorker | None:
        """Return an idle worker, or start one if there may be more, or None. Raises OSError."""
        for worker in self.workers:
            if worker.task is None:
                return worker
        if len(self.workers) >= self.count:
            return None
        worker = self.hire()
        self.workers.append(worker)
        worker.watch(lambda: self._listen(worker))
        return worker

    def _listen(self, worker: ThinkingWorker) -> None:
        if worker not in self.workers:
            return  # the worker was dismissed in the meantime
        try:
            while (message := worker.heard()) is not None:
                self._handle(worker, *message)
        except Exception:  # the worker died, perhaps in the middle of a message
            self._died(worker)

    def _handle(self, worker: ThinkingWorker, word: str, number: int, what: Any) -> None:
        task = worker.task
        if word == "ready":
            worker.ready = True
            if task is not None and task.future.done():
                self._release(worker)
                self._serve()
            elif task is not None:
                self._begin(worker, task)
            return
        if task is None or number != task.number:
            return
        if word == "thinks":
            if task.heard is not None and not task.future.done():
                task.heard(*what)
            return
        self._release(worker)
        if not task.future.done():
            if word == "done":
                task.future.set_result(what)
            else:
                task.future.set_exception(ThinkError(what))
        self._serve()

    def _release(self, worker: ThinkingWorker) -> None:
        task = worker.task
        worker.task = None
        if task is None:
            return
        self._busy.discard(task.job.place)
        if task.job.place in self._waiting:
            self._waiting.move_to_end(task.job.place)  # the others come first now
        if task.began is not None:
            before = self._used.get(task.job.owner, 0.0)
            self._used[task.job.owner] = before + time.monotonic() - task.began
        if len(self._used) > MAX_OWNERS:  # forget owners without jobs; they restart at `_least`
            kept = {waiting.job.owner for queue in self._waiting.values() for waiting in queue}
            kept |= {other.task.job.owner for other in self.workers if other.task is not None}
            self._used = {who: seconds for who, seconds in self._used.items() if who in kept}

    def _dismiss(self, worker: ThinkingWorker) -> None:
        if worker in self.workers:
            self.workers.remove(worker)
        worker.end()

    def _died(self, worker: ThinkingWorker) -> None:
        """Replace a dead worker, and repeat its job, up to MAX_DEATHS tries in all."""
        task = worker.task
        self._release(worker)
        self._dismiss(worker)
        if task is not None and not task.future.done():
            task.deaths += 1
            if task.deaths < MAX_DEATHS:
                self._waiting.setdefault(task.job.place, deque()).appendleft(task)
            else:
                task.future.set_exception(WorkerUnavailable(_("the worker process died")))
        self._serve()

    async def _watch(self) -> None:
        """Hurry slow searches, end workers that do not respond, and replace dead ones."""
        while True:
            await asyncio.sleep(TICK)
            now = time.monotonic()
            for worker in list(self.workers):
                task = worker.task
                if worker.gone:
                    self._died(worker)
                elif task is not None and task.began is not None:
                    self._check(worker, task, now)
            self._make_room(now)

    def _make_room(self, now: float) -> None:
        """While a task waits, hurry a search whose owner has more workers than the task's owner."""
        waiting = self._next()
        if waiting is None or len(self.workers) < self.count:
            return
        running = [worker.task for worker in self.workers if worker.task is not None]
        if any(task.hurried is not None for task in running):
            return  # a search is about to end
        share, other = Counter(task.job.owner for task in running), waiting.job
        for task in sorted(
            running, key=lambda task: (task.job.watched, share[task.job.owner]), reverse=True
        ):
            job = task.job
            more = share[job.owner] > share[other.owner] and job.owner != other.owner
            if job.watched > other.watched or (more and job.watched == other.watched):
                timeout = JOB_TIMEOUTS.get(job.name, DEFAULT_TIMEOUT)
                if task.began is not None and now - task.began > timeout:
                    self.hurry(task)
                return

    def _check(self, worker: ThinkingWorker, task: Task, now: float) -> None:
        assert task.began is not None
        if now - task.began > (min(self.limit, WATCHED) if task.job.watched else self.limit):
            self.hurry(task)
        waits = [at for at in (task.stopped, task.hurried) if at is not None]
        if waits and now - max(min(waits), task.began) > GRACE:
            if not task.future.done():
                task.future.set_exception(ThinkError(_("the computation took too long")))
            self._release(worker)
            self._dismiss(worker)
            self._serve()
