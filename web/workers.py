"""Workers as the server sees them: their tasks, and the messages of a worker process."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from aicore.arena.processes import Supervised
from aicore.core.language import language
from aicore.core.sources import portable_names
from aicore.web.jobs import work

Heard = Callable[[str, float], None]
"""Callback for progress: a search's current choice, and its value from 0 to 1."""


@dataclass(frozen=True)
class Job:
    """Job for a worker.

    Args:
        owner: the visitor who pays for it.
        name, arguments: the job in `aicore.web.jobs`, and its arguments.
        place: the table or other place of the job, by default its owner; each place runs one job at
            a time.
        first: whether it goes ahead of the other waiting jobs of its place.
        watched: whether the table has only spectators, so that all other jobs come first.
        language: the language of its texts, by default the one that is spoken here.
    """

    owner: str
    name: str
    arguments: tuple[Any, ...] = ()
    place: str = ""
    first: bool = False
    watched: bool = False
    language: str = field(default_factory=language)

    def __post_init__(self) -> None:
        """Fill in the place."""
        object.__setattr__(self, "place", self.place or self.owner)


@dataclass(eq=False)
class Task:
    """Requested job; await its `future`, which may raise ThinkError.

    Args:
        heard: callback for a search's choice and value while it thinks.
        started: callback for the time, by `time.monotonic`, when a worker begins.
    """

    job: Job
    future: asyncio.Future[Any]
    heard: Heard | None = None
    started: Callable[[float], None] | None = None
    number: int = 0
    deaths: int = 0
    began: float | None = None
    hurried: float | None = None
    stopped: float | None = None
    reported: set[str] = field(default_factory=set)


class ThinkingWorker(ABC):
    """Worker that does one job after another.

    Attributes:
        task: the worker's task, if any.
        ready: whether the worker listens.
    """

    task: Task | None = None
    ready: bool = False

    @abstractmethod
    def watch(self, listen: Callable[[], None]) -> None:
        """Make the running loop call `listen` whenever the worker sends something or is gone."""

    @abstractmethod
    def heard(self) -> tuple[str, int, Any] | None:
        """Return the next message, if any: a word, a job's number, and a value.

        Raises EOFError if the worker is gone.
        """

    @abstractmethod
    def say(self, *words: Any) -> None:
        """Send words; ignore a worker that just died, because `watch` reports it."""

    @property
    @abstractmethod
    def gone(self) -> bool:
        """Whether the worker is gone and all its messages are read."""

    @abstractmethod
    def end(self) -> None:
        """End the worker at once."""


class Process(Supervised, ThinkingWorker):
    """Worker process. A thread receives its messages, so that the loop never waits for them."""

    def __init__(self) -> None:
        super().__init__(work, portable_names())
        self._queue: deque[tuple[str, int, Any]] = deque()
        self._silent = False

    def watch(self, listen: Callable[[], None]) -> None:
        """Make the running loop call `listen` whenever the process sends something or is gone."""
        hear = (asyncio.get_running_loop(), listen)
        threading.Thread(target=self._hear, args=hear, daemon=True).start()

    def _hear(self, loop: asyncio.AbstractEventLoop, listen: Callable[[], None]) -> None:
        """Receive messages until the process is gone, then join it."""
        with contextlib.suppress(RuntimeError):  # the loop was closed
            # the process may die in the middle of a message
            with contextlib.suppress(Exception):
                while True:
                    self._queue.append(self.connection.recv())
                    loop.call_soon_threadsafe(listen)
            self._silent = True
            loop.call_soon_threadsafe(listen)
        self.process.join()

    def heard(self) -> tuple[str, int, Any] | None:
        """Return the next message, if any. Raises EOFError if the process is gone."""
        if self._queue:
            return self._queue.popleft()
        if self._silent:
            raise EOFError
        return None

    @property
    def gone(self) -> bool:
        """Whether the worker is gone and all its messages are read."""
        return self._silent and not self._queue

    def end(self, patience: float = 0.0) -> None:
        """Kill the process; the thread that receives its messages joins it."""
        self.process.kill()
