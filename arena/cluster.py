"""Blocks played by a dask cluster: the same work by other hands, and the same results.

The scheduler gives a block that was on a lost worker to another one; a block is a function of the
configuration and its number, so it does not matter who plays it.
"""

from __future__ import annotations

import contextlib
import queue
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Any

from aicore.arena.plan import Config
from aicore.arena.table import GameRow, Table
from aicore.arena.workers import Batch
from aicore.core.errors import AicoreError

CONNECTING = 20.0  # seconds
TICK = 0.25  # seconds between looks at the clock
SHARE = 0.5  # seconds of work in a task: much more than a message costs, and little to lose
AHEAD = 3  # tasks for each thread of the cluster
MOST_BLOCKS = 256  # in a task
TRIES = 5  # of a task whose workers die

_tables = threading.local()


def play_blocks(config: dict[str, Any], numbers: list[int]) -> tuple[Batch, float]:
    """What a worker of the cluster runs: play blocks. Returns them and the seconds taken."""
    start = time.monotonic()
    key = repr(sorted(config.items()))
    if getattr(_tables, "key", None) != key:
        old = getattr(_tables, "table", None)
        if old is not None:
            old.close()
        _tables.key, _tables.table = key, Table(Config.from_dict(config))
    table: Table = _tables.table
    return [table.play(number) for number in numbers], time.monotonic() - start


def describe() -> str:
    """The version of aicore that a worker has."""
    from importlib.metadata import version

    return version("aicore")


class Cluster:
    """A dask.distributed cluster that plays a tournament's blocks.

    Args:
        address: of the scheduler, as ``tcp://host:8786``.
        note: is told what is worth keeping, as kind and text.
    """

    def __init__(
        self, config: Config, address: str, note: Callable[[str, str], None] | None = None
    ) -> None:
        self.config = config
        self.address = address
        self._note = note or (lambda kind, text: None)
        self._pace = 1.0  # blocks a second of one thread

    def run(self, numbers: Iterator[int]) -> Iterator[Batch]:
        """Play blocks; see `aicore.arena.workers.Workers.run`. Raises AicoreError."""
        distributed: Any = import_module("distributed")
        try:
            client = distributed.Client(self.address, timeout=CONNECTING, set_as_default=False)
        except (OSError, ValueError) as error:
            raise AicoreError(f"no dask scheduler at {self.address}: {_line(error)}") from error
        try:
            self._check(client)
            yield from self._play(client, iter(numbers))
        finally:
            client.close(timeout=5)

    def _check(self, client: Any) -> None:
        """Wait for a worker, and see that all have the same aicore."""
        try:
            client.wait_for_workers(1, timeout=CONNECTING)
        except TimeoutError as error:
            raise AicoreError(f"the scheduler at {self.address} has no workers") from error
        try:
            found = client.run(describe, on_error="return")
        except OSError as error:
            raise AicoreError(f"{self.address}: {_line(error)}") from error
        for worker, told in found.items():
            if isinstance(told, Exception):
                raise AicoreError(f"worker {worker} cannot play: {_line(told)}")
            if told != self.config.aicore:
                raise AicoreError(
                    f"worker {worker} has aicore {told}, this tournament {self.config.aicore}"
                )

    def _play(self, client: Any, numbers: Iterator[int]) -> Iterator[Batch]:
        config = self.config.to_dict()
        running: dict[Any, list[int]] = {}
        ended: queue.SimpleQueue[Any] = queue.SimpleQueue()
        again: deque[list[int]] = deque()
        tries: dict[int, int] = {}
        while True:
            threads = sum(client.nthreads().values()) or 1
            while len(running) < AHEAD * threads:
                work = again.popleft() if again else self._next(numbers)
                if not work:
                    break
                future = client.submit(play_blocks, config, work, pure=False)
                running[future] = work
                future.add_done_callback(ended.put)
            if not running:
                return
            batch: Batch = []
            for future in _taken(ended):
                work = running.pop(future)
                if future.status == "finished":
                    blocks, seconds = future.result()
                    self._pace = len(blocks) / max(seconds, 1e-3)
                    batch += [[GameRow(*row) for row in rows] for rows in blocks]
                else:
                    self._failed(future, work, tries)
                    again.append(work)
                future.release()
            yield batch

    def _next(self, numbers: Iterator[int]) -> list[int]:
        size = max(1, min(MOST_BLOCKS, int(self._pace * SHARE)))
        work = []
        for _ in range(size):
            number = next(numbers, None)
            if number is None:
                break
            work.append(number)
        return work

    def _failed(self, future: Any, work: list[int], tries: dict[int, int]) -> None:
        """A task ended in an error: workers may die now and then, but not always over the same."""
        deaths = (
            import_module("distributed").CancelledError,
            import_module("distributed.scheduler").KilledWorker,
        )
        error = future.exception() if future.status == "error" else None
        if error is not None and not isinstance(error, deaths):
            raise AicoreError(f"the cluster cannot play: {_line(error)}")
        tries[work[0]] = tries.get(work[0], 0) + 1
        self._note("worker", f"workers died over block {work[0]}; it is played again")
        if tries[work[0]] >= TRIES:
            raise AicoreError(f"block {work[0]} killed every worker that played it")


def _taken(ended: queue.SimpleQueue[Any]) -> Iterator[Any]:
    """What has ended: wait a little for the first, then take all that are there."""
    with contextlib.suppress(queue.Empty):
        yield ended.get(timeout=TICK)
        while True:
            yield ended.get_nowait()


def _line(error: object) -> str:
    return " ".join(str(error).split())[:300] or type(error).__name__
