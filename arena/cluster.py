"""Blocks played by a dask cluster, with the same results as on this machine.

If a worker is lost, the scheduler gives its blocks to another one. The result is the same, because
a block depends only on the configuration and its number. Workers receive the deals of their blocks,
but not the secret behind all deals.
"""

from __future__ import annotations

import contextlib
import logging
import queue
import re
import socket
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from importlib import import_module
from itertools import islice
from typing import Any

import aicore
from aicore.arena.block_runner import BlockRunner, GameRow
from aicore.arena.config import Config
from aicore.arena.plan import Block, portable
from aicore.arena.workers import Blocks
from aicore.core.errors import AicoreError, reason_of, short
from aicore.core.language import SOURCE, best_of, fill, language, speaking
from aicore.core.language import gettext as _
from aicore.core.processors import share_processors
from aicore.players.networks import NetworkBundle, pack, unpack

CONNECT_SECONDS = 20.0  # maximum seconds to connect, and to wait for a first worker
ANSWER_SECONDS = 5.0  # seconds in which a scheduler must accept a connection and send a greeting
ADDRESS = re.compile(r"(?:(tcp|tls|ws|wss)://)?(\[[^\[\]\s]+\]|[^:/\[\]\s]+):([0-9]{1,5})/?")
TICK = 0.25  # seconds between checks of the clock
TASK_SECONDS = 0.5  # work in a task: much more than a message takes, but cheap to lose
AHEAD = 3  # number of pending tasks for each thread of the cluster
MAX_BLOCKS = 256  # maximum number of blocks in a task
TRIES = 5  # attempts at a task whose workers die

_local = threading.local()


def play_blocks(
    config: Config, blocks: list[Block], bundle: NetworkBundle | None = None, spoken: str = SOURCE
) -> tuple[Blocks, float]:
    """Play blocks on a worker of the cluster, at least one, until TASK_SECONDS have passed.

    Args:
        config: the configuration of the tournament.
        blocks: the blocks to play.
        bundle: the networks beside games' files.
        spoken: the language for the reasons of forfeits.

    Returns the games of these blocks, in order from the first, and the seconds taken.
    """
    start = time.monotonic()
    share_processors(1)
    unpack(bundle or {})
    if getattr(_local, "config", None) != config:
        old = getattr(_local, "runner", None)
        if old is not None:
            old.close()
        _local.config, _local.runner = None, BlockRunner(config)
        _local.config = config
    played: Blocks = []
    with speaking(best_of([spoken])):
        for block in blocks:
            played.append(_local.runner.play(block))
            if time.monotonic() - start > TASK_SECONDS:
                break
    return played, time.monotonic() - start


def bundle_for(client: Any) -> Any:
    """Return a future with the networks beside games' files; None if there are none.

    The bundle is a task itself: a worker that needs it copies it once from another worker. If all
    copies are lost, the cluster makes it again.
    """
    bundle = pack()
    return client.submit(dict, bundle, pure=False) if bundle else None


def worker_version() -> str:
    """Return the version of aicore on the worker that runs this."""
    return aicore.__version__


class Cluster:
    """Dask.distributed cluster that plays a tournament's blocks.

    Args:
        config: the configuration of the tournament.
        address: address of the scheduler, such as ``tcp://host:8786``.
        note: called with events worth recording, as kind and text.
    """

    def __init__(
        self, config: Config, address: str, note: Callable[[str, str], None] | None = None
    ) -> None:
        self.config = config
        self.address = address
        self._note = note or (lambda kind, text: None)
        self._pace = 1.0  # blocks that one thread plays in a second

    def run(self, blocks: Iterator[Block]) -> Iterator[Blocks]:
        """Play blocks; see `aicore.arena.workers.Workers.run`. Raises AicoreError."""
        with connected(self.address, self.config.aicore, self._lost()) as client:
            yield from self._play(client, blocks)

    def _lost(self) -> str:
        return _(
            "the dask scheduler at {address} is gone; the games played so far are saved",
            address=self.address,
        )

    def _play(self, client: Any, blocks: Iterator[Block]) -> Iterator[Blocks]:
        config = portable(self.config)
        common = bundle_for(client), language()
        running: dict[Any, list[Block]] = {}
        ended: queue.SimpleQueue[Any] = queue.SimpleQueue()
        again: deque[list[Block]] = deque()
        tries: dict[int, int] = {}
        while True:
            threads = sum(client.nthreads().values()) or 1
            while len(running) < AHEAD * threads:
                work = again.popleft() if again else self._next(blocks)
                if not work:
                    break
                future = client.submit(play_blocks, config, work, *common, pure=False)
                running[future] = work
                future.add_done_callback(ended.put)
            if not running:
                return
            batch: Blocks = []
            trouble: AicoreError | None = None
            for future in _taken(ended):
                work = running.pop(future)
                try:
                    played = self._result(future, work, tries)
                except AicoreError as error:
                    trouble = error
                    continue
                batch += played
                if len(played) < len(work):
                    again.append(work[len(played) :])
                future.release()
            yield batch
            if trouble is not None:  # only now, so that the other tasks' games are saved
                raise trouble

    def _result(self, future: Any, work: list[Block], tries: dict[int, int]) -> Blocks:
        """Return the games of the blocks that a task played; an empty list if its worker died."""
        distributed: Any = import_module("distributed")
        if future.status != "finished":
            self._failed(future, work, tries)
            return []
        try:
            blocks, seconds = future.result()
        except (OSError, distributed.CancelledError) as error:
            raise AicoreError(self._lost()) from error
        self._pace = len(blocks) / max(seconds, 1e-3)
        return [[GameRow(*row) for row in rows] for rows in blocks]

    def _next(self, blocks: Iterator[Block]) -> list[Block]:
        """Return the blocks of the next task, which takes about TASK_SECONDS."""
        size = max(1, min(MAX_BLOCKS, int(self._pace * TASK_SECONDS)))
        return list(islice(blocks, size))

    def _failed(self, future: Any, work: list[Block], tries: dict[int, int]) -> None:
        """Note a failed task. Raises AicoreError after TRIES deaths over the same block."""
        deaths = (
            import_module("distributed").CancelledError,
            import_module("distributed.scheduler").KilledWorker,
        )
        error = future.exception() if future.status == "error" else None
        if error is not None and not isinstance(error, deaths):
            raise AicoreError(_("the cluster failed: {why}", why=_line(error)))
        first = work[0].number
        tries[first] = tries.get(first, 0) + 1
        note = _("workers died while playing block {block}; it will be replayed", block=first)
        self._note("worker", note)
        if tries[first] >= TRIES:
            text = _("block {block} killed every worker that played it", block=first)
            raise AicoreError(text)


def require_scheduler(address: str) -> None:
    """Check that a scheduler listens at an address, without a long wait.

    A dask client without an answer gives up only after a minute. Raises AicoreError.
    """
    match = ADDRESS.fullmatch(address)
    if match is None or not 0 < int(match[3]) < 1 << 16:
        text = _("cluster {address}: write an address such as tcp://host:8786")
        raise AicoreError(fill(text, address=short(repr(address))))
    scheme, host, port = match[1] or "tcp", match[2].strip("[]"), int(match[3])
    nobody = _("no dask scheduler at {address}", address=short(address))
    end = time.monotonic() + ANSWER_SECONDS
    while True:
        try:
            with socket.create_connection((host, port), ANSWER_SECONDS) as line:
                if scheme == "tcp" and not line.recv(1):  # only TCP servers speak first
                    raise AicoreError(f"{nobody}: " + _("another program is listening there"))
            return
        except TimeoutError as error:
            text = _("no answer within {seconds:g} s", seconds=ANSWER_SECONDS)
            raise AicoreError(f"{nobody}: {text}") from error
        except (socket.gaierror, UnicodeError) as error:
            raise AicoreError(f"{nobody}: " + _("unknown host")) from error
        except OSError as error:
            if time.monotonic() > end:
                raise AicoreError(f"{nobody}: {reason_of(error)}") from error
            time.sleep(TICK)  # the scheduler may be about to start


@contextlib.contextmanager
def connected(address: str, version: str = aicore.__version__, lost: str = "") -> Iterator[Any]:
    """Provide a client of a scheduler whose workers all have the same version of aicore.

    Args:
        address: address of the scheduler.
        version: the version of aicore that the workers must have.
        lost: the error message if the scheduler goes away; "" for a usual one.

    Raises AicoreError.
    """
    require_scheduler(address)
    distributed: Any = import_module("distributed")
    with _quiet():
        try:
            client = distributed.Client(address, timeout=CONNECT_SECONDS, set_as_default=False)
        except (OSError, ValueError) as error:
            nobody = _("no dask scheduler at {address}", address=address)
            raise AicoreError(f"{nobody}: {_line(error)}") from error
        try:
            _check(client, address, version)
            yield client
        except (OSError, distributed.CancelledError) as error:
            raise AicoreError(lost or _("the dask scheduler is gone")) from error
        finally:
            with contextlib.suppress(OSError, distributed.CancelledError):
                client.close(timeout=5)


def _check(client: Any, address: str, version: str) -> None:
    """Wait for a worker, and check the version of all workers. Raises AicoreError."""
    try:
        client.wait_for_workers(1, timeout=CONNECT_SECONDS)
    except TimeoutError as error:
        text = _("the scheduler at {address} has no workers", address=address)
        raise AicoreError(text) from error
    for worker, answer in client.run(worker_version, on_error="return").items():
        if isinstance(answer, Exception):
            why = _line(answer)
            raise AicoreError(_("worker {worker} cannot play: {why}", worker=worker, why=why))
        if answer != version:
            wrong = _("worker {worker} has aicore {there}, but this machine has {here}")
            raise AicoreError(fill(wrong, worker=worker, there=answer, here=version))


def _taken(ended: queue.SimpleQueue[Any]) -> Iterator[Any]:
    """Yield tasks that ended: wait up to TICK for the first, and then take all that are ready."""
    with contextlib.suppress(queue.Empty):
        yield ended.get(timeout=TICK)
        while True:
            yield ended.get_nowait()


@contextlib.contextmanager
def _quiet() -> Iterator[None]:
    """Silence the logs of dask, whose problems the caller reports as one clear error."""
    trees = ("distributed", "tornado", "asyncio")
    before = []
    for name, logger in list(logging.root.manager.loggerDict.items()):
        if name.split(".")[0] in trees and isinstance(logger, logging.Logger):
            before.append((logger, logger.disabled))
            logger.disabled = True
    tops = [(top, top.handlers, top.propagate) for top in map(logging.getLogger, trees)]
    for top, *_rest in tops:  # for loggers that are created during the context
        top.handlers, top.propagate = [logging.NullHandler()], False
    try:
        yield
    finally:
        for top, handlers, propagate in tops:
            top.handlers, top.propagate = handlers, propagate
        for logger, disabled in before:
            logger.disabled = disabled


def _line(error: object) -> str:
    return " ".join(str(error).split())[:300] or type(error).__name__
