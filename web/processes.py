"""Parent of a server's processes: it starts them, replaces those that die, and ends them all."""

from __future__ import annotations

import asyncio
import contextlib
import multiprocessing
import os
import signal
import time
from collections.abc import Callable, Sequence
from multiprocessing.connection import wait
from multiprocessing.process import BaseProcess
from typing import NoReturn

from aicore.web.errors import LOG, quiet, unforeseen
from aicore.web.peers import POOL, Peers
from aicore.web.pool import WorkerPool
from aicore.web.shared_pool import PoolServer

RESTART_DELAY = 1.0  # seconds between two starts of a process
EXIT_TIMEOUT = 5.0  # seconds for all processes to end


class Lifeline:
    """Pipe by which processes notice that their parent is gone, however it ended."""

    def __init__(self) -> None:
        self._ours, self._parents = os.pipe()

    def keep_reader(self) -> None:
        """Close the parent's end, in a process that the parent started."""
        os.close(self._parents)

    def watch(self, gone: Callable[[], None]) -> None:
        """Make the running loop call a function, once, when the parent is gone."""
        loop = asyncio.get_running_loop()

        def closed() -> None:
            loop.remove_reader(self._ours)
            gone()

        loop.add_reader(self._ours, closed)


def supervise(works: Sequence[Callable[[], None]], lifeline: Lifeline) -> None:
    """Run each of `works` in a process, and replace those that end, until a signal ends them all.

    The processes are copies of this one, so they share the memory of what it has loaded.
    """
    context = multiprocessing.get_context("fork")
    running: dict[int, BaseProcess] = {}
    started = [0.0] * len(works)

    def run(work: Callable[[], None]) -> None:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        lifeline.keep_reader()
        try:
            work()
        except KeyboardInterrupt:
            pass
        except Exception as error:
            unforeseen(error)

    def end(*_: object) -> NoReturn:
        raise SystemExit(0)

    signal.signal(signal.SIGTERM, end)
    quiet()  # a repeated failure is logged once, then counted
    try:
        while True:
            for number, work in enumerate(works):
                if number not in running and time.monotonic() - started[number] >= RESTART_DELAY:
                    started[number] = time.monotonic()
                    running[number] = context.Process(
                        target=run, args=(work,), name=f"aicore-web-{number}"
                    )
                    running[number].start()
            missing = len(running) < len(works)
            wait(
                [process.sentinel for process in running.values()],
                RESTART_DELAY if missing else None,
            )
            for number, process in list(running.items()):
                if not process.is_alive():
                    LOG.error("process %d of the server ended; it starts again", number)
                    del running[number]
    except KeyboardInterrupt:
        pass
    finally:
        _end(list(running.values()))


def _end(processes: Sequence[BaseProcess]) -> None:
    """End processes; kill those that do not end by themselves."""
    with contextlib.suppress(ValueError):
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, signal.SIG_IGN)
    for process in processes:
        process.terminate()
    end = time.monotonic() + EXIT_TIMEOUT
    for process in processes:
        process.join(max(0.0, end - time.monotonic()))
        if process.is_alive():
            process.kill()
            process.join()


def run_pool(peers: Peers, workers: int, lifeline: Lifeline) -> None:
    """Run the pool of all processes until a signal, or until the parent is gone.

    Args:
        workers: the number of searches that may run at a time.
    """

    async def serve() -> None:
        pool, over = WorkerPool(workers), asyncio.Event()
        lifeline.watch(over.set)
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, over.set)
        peers.handle(POOL, PoolServer(pool).serve)
        peers.listen()
        await over.wait()
        await peers.close()
        await pool.close()

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent ends it
    asyncio.run(serve())
