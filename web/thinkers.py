"""The workers, and who is served next: tables in turn, each with one search at a time.

A worker may die or hang; another takes its place, and what it was doing is done again. Nothing that
waits for an answer ever waits for more than its limit.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import multiprocessing
import sys
import threading
import time
from collections import OrderedDict, deque
from collections.abc import Callable
from dataclasses import dataclass, field
from multiprocessing.connection import wait
from typing import Any

from aicore.core.sources import all_carried
from aicore.web.errors import Full, ThinkError
from aicore.web.jobs import work

TICK = 0.25  # seconds between looks at the clock
GRACE = 2.0  # seconds in which a worker must heed a word
LIVES = 3  # workers that may die over one job
LIMIT = 60.0  # seconds of thinking; then the search is hurried
MOST_WAITING = 8  # jobs of one table
WATCHES = sys.platform != "win32"  # whether loops can watch pipes; else a thread does for each

Heard = Callable[[str, float], None]
"""Told now and then what a search would choose, and the value of it from 0 to 1."""


@dataclass(eq=False)
class Task:
    """A job that was asked for; await its `future`, which may raise ThinkError.

    Args:
        owner: whose turn it takes.
        name, arguments: which of `aicore.web.jobs`, and with what.
    """

    owner: str
    name: str
    arguments: tuple[Any, ...]
    heard: Heard | None
    future: asyncio.Future[Any]
    number: int = 0
    deaths: int = 0
    began: float | None = None
    hurried: float | None = None
    stopped: float | None = None
    said: set[str] = field(default_factory=set)


class Worker:
    """A process, and what it does."""

    def __init__(self) -> None:
        context = multiprocessing.get_context("spawn")
        self.connection, theirs = context.Pipe()
        self.process = context.Process(
            target=work, args=(theirs, all_carried()), name="aicore-thinker", daemon=True
        )
        self.process.start()
        theirs.close()
        self.task: Task | None = None
        self.ready = False

    def say(self, word: str, task: Task, *more: Any) -> None:
        """Send a word; a worker that just died is found out elsewhere."""
        with contextlib.suppress(OSError):
            self.connection.send((word, task.number, *more))

    def end(self) -> None:
        """End the process at once."""
        self.connection.close()
        self.process.kill()
        self.process.join()


class Thinkers:
    """The workers of a server.

    Args:
        count: how many searches may run at a time.
        limit: seconds after which a search is hurried.
    """

    def __init__(self, count: int, limit: float = LIMIT) -> None:
        self.count = count
        self.limit = limit
        self.workers: list[Worker] = []
        self._waiting: OrderedDict[str, deque[Task]] = OrderedDict()
        self._busy: set[str] = set()
        self._numbers = itertools.count(1)
        self._clock: asyncio.Task[None] | None = None

    def ask(
        self,
        owner: str,
        name: str,
        *arguments: Any,
        heard: Heard | None = None,
        first: bool = False,
    ) -> Task:
        """Have a job done. Raises Full.

        Args:
            first: before what else waits of this owner.
        """
        if self._clock is None:
            self._clock = asyncio.ensure_future(self._watch())
        queue = self._waiting.setdefault(owner, deque())
        if len(queue) >= MOST_WAITING:
            raise Full("this table asks for too much at once")
        task = Task(owner, name, arguments, heard, asyncio.get_running_loop().create_future())
        task.number = next(self._numbers)
        (queue.appendleft if first else queue.append)(task)
        self._serve()
        return task

    def hurry(self, task: Task) -> None:
        """Have a search decide now by what it knows."""
        self._say("hurry", task)

    def stop(self, task: Task) -> None:
        """Have nothing done for a task any more; its future is cancelled."""
        task.future.cancel()
        queue = self._waiting.get(task.owner)
        if queue is not None and task in queue:
            queue.remove(task)
        task.stopped = time.monotonic()
        self._say("stop", task)

    def _say(self, word: str, task: Task) -> None:
        for worker in self.workers:
            if worker.task is task and word not in task.said:
                task.said.add(word)
                worker.say(word, task)
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

    def _serve(self) -> None:
        """Give what waits to who is free."""
        for owner in list(self._waiting):
            queue = self._waiting[owner]
            if not queue:
                del self._waiting[owner]
                continue
            if owner in self._busy:
                continue
            worker = self._free()
            if worker is None:
                return
            task = queue.popleft()
            self._busy.add(owner)
            worker.task = task
            task.began = time.monotonic() if worker.ready else None
            task.said.clear()
            worker.say("job", task, task.name, task.arguments)
            if task.hurried is not None:
                self._say("hurry", task)

    def _free(self) -> Worker | None:
        for worker in self.workers:
            if worker.task is None:
                return worker
        if len(self.workers) >= self.count:
            return None
        worker = Worker()
        self.workers.append(worker)
        loop = asyncio.get_running_loop()
        if WATCHES:
            loop.add_reader(worker.connection.fileno(), self._listen, worker)
        else:
            hear = (loop, worker.connection, lambda: self._listen(worker))
            threading.Thread(target=_wake, args=hear, daemon=True).start()
        return worker

    def _listen(self, worker: Worker) -> None:
        if worker not in self.workers:
            return  # it was dismissed while this was on its way
        try:
            while worker.connection.poll():
                word, number, what = worker.connection.recv()
                self._answered(worker, word, number, what)
        except Exception:  # it died, perhaps in the middle of a word
            self._died(worker)

    def _answered(self, worker: Worker, word: str, number: int, what: Any) -> None:
        task = worker.task
        if word == "ready":
            worker.ready = True
            if task is not None:  # from now on it counts what it takes
                task.began = time.monotonic()
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

    def _release(self, worker: Worker) -> None:
        if worker.task is not None:
            owner = worker.task.owner
            self._busy.discard(owner)
            if owner in self._waiting:
                self._waiting.move_to_end(owner)  # the others come first now
        worker.task = None

    def _dismiss(self, worker: Worker) -> None:
        if WATCHES:
            with contextlib.suppress(ValueError, OSError):
                asyncio.get_running_loop().remove_reader(worker.connection.fileno())
        if worker in self.workers:
            self.workers.remove(worker)
        worker.end()

    def _died(self, worker: Worker) -> None:
        """Put another in its place; what it was doing is done again, a few times."""
        task = worker.task
        self._release(worker)
        self._dismiss(worker)
        if task is not None and not task.future.done():
            task.deaths += 1
            if task.deaths < LIVES:
                self._waiting.setdefault(task.owner, deque()).appendleft(task)
            else:
                task.future.set_exception(ThinkError("the worker died over it"))
        self._serve()

    async def _watch(self) -> None:
        """Hurry who thinks for too long, end who does not listen, find who died."""
        while True:
            await asyncio.sleep(TICK)
            now = time.monotonic()
            for worker in list(self.workers):
                task = worker.task
                if not worker.process.is_alive() and not worker.connection.poll():
                    self._died(worker)
                elif task is not None and task.began is not None:
                    self._look(worker, task, now)

    def _look(self, worker: Worker, task: Task, now: float) -> None:
        assert task.began is not None
        if now - task.began > self.limit:
            self.hurry(task)
        waits = [at for at in (task.stopped, task.hurried) if at is not None]
        if waits and now - max(min(waits), task.began) > GRACE:
            if not task.future.done():
                task.future.set_exception(ThinkError("it thought for too long"))
            self._release(worker)
            self._dismiss(worker)
            self._serve()


def _wake(loop: asyncio.AbstractEventLoop, connection: Any, listen: Callable[[], None]) -> None:
    """A thread: have the loop listen whenever a worker says something, or is gone."""
    heard = threading.Event()

    def hear() -> None:
        listen()
        heard.set()

    with contextlib.suppress(OSError, ValueError, RuntimeError):  # either was closed
        while wait([connection]):
            heard.clear()
            loop.call_soon_threadsafe(hear)
            heard.wait()
