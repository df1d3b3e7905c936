"""Workers from the server's side: their tasks, and the messages of one that is a process."""

from __future__ import annotations

import asyncio
import contextlib
import sys
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, field
from multiprocessing.connection import wait
from typing import Any

from aicore.arena.processes import Supervised
from aicore.core.sources import all_carried
from aicore.web.jobs import work

WATCHES = sys.platform != "win32"  # whether loops can watch pipes; else a thread does for each

Heard = Callable[[str, float], None]
"""Called now and then with what a search would choose, and the value of it from 0 to 1."""


@dataclass(eq=False)
class Task:
    """A job that was asked for; await its `future`, which may raise ThinkError.

    Args:
        owner: the visitor whose turn it takes.
        place: the table, which has one search at a time.
        name, arguments: which of `aicore.web.jobs`, and with what.
        watched: for people who look on: all others come first.
    """

    owner: str
    place: str
    name: str
    arguments: tuple[Any, ...]
    heard: Heard | None
    future: asyncio.Future[Any]
    watched: bool = False
    number: int = 0
    deaths: int = 0
    began: float | None = None
    hurried: float | None = None
    stopped: float | None = None
    reported: set[str] = field(default_factory=set)


class ThinkingWorker(ABC):
    """Who does jobs one after the other, and which it does.

    Attributes:
        task: its job, if it has any.
        ready: whether it listens.
    """

    task: Task | None = None
    ready: bool = False

    @abstractmethod
    def watch(self, listen: Callable[[], None]) -> None:
        """Have the running loop call `listen` whenever the worker sends something, or is gone."""

    @abstractmethod
    def heard(self) -> tuple[str, int, Any] | None:
        """Its next message, if any: a word, a job's number, more. Raises if it is gone."""

    @abstractmethod
    def say(self, *words: Any) -> None:
        """Send words; a worker that just died is found out elsewhere."""

    @property
    @abstractmethod
    def gone(self) -> bool:
        """Whether it is gone, with all its messages read."""

    @abstractmethod
    def end(self) -> None:
        """End it at once."""


class Process(Supervised, ThinkingWorker):
    """A process."""

    def __init__(self) -> None:
        super().__init__(work, all_carried())
        self._loop: asyncio.AbstractEventLoop | None = None

    def watch(self, listen: Callable[[], None]) -> None:
        """Have the running loop call `listen` whenever the process sends something, or is gone."""
        self._loop = asyncio.get_running_loop()
        if WATCHES:
            self._loop.add_reader(self.connection.fileno(), listen)
        else:
            hear = (self._loop, self.connection, listen)
            threading.Thread(target=wake, args=hear, daemon=True).start()

    def heard(self) -> tuple[str, int, Any] | None:
        """Its next message, if any. Raises if it is gone, perhaps in the middle of a word."""
        return self.connection.recv() if self.connection.poll() else None

    def end(self, patience: float = 0.0) -> None:
        """End the process: at once, or after it had some seconds."""
        if WATCHES and self._loop is not None:
            with contextlib.suppress(ValueError, OSError):
                self._loop.remove_reader(self.connection.fileno())
        super().end(patience)


def wake(loop: asyncio.AbstractEventLoop, connection: Any, listen: Callable[[], None]) -> None:
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
