"""A worker process from the server's side: its messages and its tasks."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from multiprocessing.connection import wait
from typing import Any

from aicore.arena.processes import Supervised
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


class Worker(Supervised):
    """A process, and what it does."""

    def __init__(self) -> None:
        super().__init__(work, all_carried())
        self.task: Task | None = None
        self.ready = False


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
