"""A worker process from the server's side: its messages and its tasks."""

from __future__ import annotations

import asyncio
import contextlib
import multiprocessing
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from multiprocessing.connection import wait
from typing import Any

from aicore.core.sources import all_carried
from aicore.web.jobs import work

Heard = Callable[[str, float], None]
"""Told now and then what a search would choose, and the value of it from 0 to 1."""


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
    said: set[str] = field(default_factory=set)


class Worker:
    """A process, and what it does."""

    def __init__(self) -> None:
        context = multiprocessing.get_context("spawn")
        self.connection, theirs = context.Pipe()
        self.process = context.Process(
            target=work, args=(theirs, all_carried()), name="aicore-thinker", daemon=True
        )
        try:
            self.process.start()
        except BaseException:
            self.connection.close()
            raise
        finally:
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
