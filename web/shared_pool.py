"""Workers that several server processes share: one pool in a process of its own, and its clients.

The pool serves the visitors of all processes in one fair order. If its process dies, the clients
wait for the next one and ask again. Equal arguments give equal decisions, so nothing is lost.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import pickle
import socket
import struct
import time
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

from aicore.core.language import gettext as _
from aicore.web.errors import LimitReached, ThinkError, WorkerUnavailable, unforeseen
from aicore.web.peers import Streams
from aicore.web.pool import MAX_DEATHS, MAX_OF_ONE, MAX_WAITING, WorkerPool
from aicore.web.workers import Heard, Job, Task

HEAD = struct.Struct("!I")
"""Head of a message: the size of the rest, in bytes."""
RETRY_DELAY = 0.2  # seconds between two tries to reach the pool


def packed(*words: Any) -> bytes:
    """Return a message as bytes."""
    text = pickle.dumps(words, pickle.HIGHEST_PROTOCOL)
    return HEAD.pack(len(text)) + text


async def received(reader: asyncio.StreamReader) -> tuple[Any, ...]:
    """Return the next message. Raises EOFError, OSError."""
    (size,) = HEAD.unpack(await reader.readexactly(HEAD.size))
    words: tuple[Any, ...] = pickle.loads(await reader.readexactly(size))
    return words


class SharedPool:
    """Client of the pool of all processes; `WorkerPool` explains its methods.

    Args:
        connect: function that opens streams to the pool. Raises OSError.
    """

    def __init__(self, connect: Callable[[], Awaitable[Streams]]) -> None:
        self._connect = connect
        self._tasks: dict[int, Task] = {}
        self._numbers = itertools.count(1)
        self._writer: asyncio.StreamWriter | None = None
        self._talking: asyncio.Task[None] | None = None

    def ask(self, job: Job, heard: Heard | None = None) -> Task:
        """Queue a job, and return its task. Raises LimitReached."""
        open_tasks = self._tasks.values()
        at_place = sum(task.job.place == job.place for task in open_tasks)
        of_owner = sum(task.job.owner == job.owner for task in open_tasks)
        if at_place > MAX_WAITING or of_owner >= 2 * MAX_OF_ONE:
            raise LimitReached(_("too many requests at once; wait a moment"))
        if self._talking is None:
            self._talking = asyncio.ensure_future(self._talk())
        future = asyncio.get_running_loop().create_future()
        task = Task(job, future, heard)
        number = task.number = next(self._numbers)
        self._tasks[number] = task
        future.add_done_callback(lambda _: self._tasks.pop(number, None))
        self._send(task)
        return task

    def _send(self, task: Task) -> None:
        self._say("ask", task.number, task.job)
        if task.hurried is not None:
            self._say("hurry", task.number)

    def _say(self, *words: Any) -> None:
        if self._writer is not None:
            self._writer.write(packed(*words))

    def hurry(self, task: Task) -> None:
        """Make a search decide now."""
        task.hurried = time.monotonic()
        self._say("hurry", task.number)

    def stop(self, task: Task) -> None:
        """Cancel a task and its future."""
        task.future.cancel()
        self._say("stop", task.number)

    async def close(self) -> None:
        """Leave the pool, which ends this process's searches."""
        if self._talking is not None:
            self._talking.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._talking
        for task in list(self._tasks.values()):
            task.future.cancel()

    async def _talk(self) -> None:
        """Connect to the pool, send it all open tasks, and listen; start again when it is gone."""
        while True:
            with contextlib.suppress(OSError, EOFError):
                reader, self._writer = await self._connect()
                try:
                    for task in list(self._tasks.values()):
                        self._send(task)
                    while True:
                        self._answered(*await received(reader))
                finally:
                    self._writer.close()
                    self._writer = None
            for task in list(self._tasks.values()):
                task.began = None
                task.deaths += 1
                if task.deaths >= MAX_DEATHS and not task.future.done():
                    task.future.set_exception(WorkerUnavailable(_("the worker process died")))
            await asyncio.sleep(RETRY_DELAY)

    def _answered(self, word: str, number: int, what: Any) -> None:
        task = self._tasks.get(number)
        if task is None or task.future.done():
            return
        if word == "began":
            task.began = what
        elif word == "thinks":
            if task.heard is not None:
                try:
                    task.heard(*what)
                except Exception as error:  # other tasks' answers must still be read
                    unforeseen(error)
        elif word == "done":
            task.future.set_result(what)
        else:
            task.future.set_exception(what)


class PoolServer:
    """Server of a pool, in its own process.

    Args:
        pool: the pool.
    """

    def __init__(self, pool: WorkerPool) -> None:
        self.pool = pool

    async def serve(self, handed: socket.socket, text: bytes = b"") -> None:
        """Serve a client until it is gone. Raises EOFError, OSError."""
        reader, writer = await asyncio.open_unix_connection(sock=handed)
        tasks: dict[int, Task] = {}
        try:
            while True:
                word, number, *rest = await received(reader)
                if word == "ask":
                    self._ask(tasks, writer, number, *rest)
                elif number in tasks:
                    (self.pool.hurry if word == "hurry" else self.pool.stop)(tasks[number])
        finally:
            for task in list(tasks.values()):  # nobody waits for them any longer
                self.pool.stop(task)
            writer.close()

    def _ask(
        self,
        tasks: dict[int, Task],
        writer: asyncio.StreamWriter,
        number: int,
        job: Job,
    ) -> None:
        def say(word: str, what: Any) -> None:
            if not writer.is_closing():
                writer.write(packed(word, number, what))

        def heard(choice: str, value: float) -> None:
            say("thinks", (choice, value))

        def done(future: asyncio.Future[Any]) -> None:
            del tasks[number]
            if future.cancelled():
                return
            error = future.exception()
            if error is None:
                say("done", future.result())
            else:
                say("failed", error if isinstance(error, ThinkError) else ThinkError(str(error)))

        try:
            task = self.pool.ask(job, heard, partial(say, "began"))
        except LimitReached as error:
            say("failed", error)
            return
        tasks[number] = task
        task.future.add_done_callback(done)
