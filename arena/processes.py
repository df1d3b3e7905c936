"""Supervised worker processes, which do one job at a time.

A supervisor sends `job`, a number and the task. The worker answers `done` or `failed` with the same
number; before that, it may send `thinks`. While it thinks, it reads two messages: `hurry` asks for
a decision now, and `stop` ends the job. It ignores messages for an earlier job.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection
from typing import Any

from aicore.core.decision import StopSearch

TIDY_PAUSE = 60.0  # seconds without a job after which a worker tidies up again
MAX_MEMORY = 4 << 30  # bytes of a process's address space


class Stopped(BaseException):
    """Exception that ends a job whose answer is no longer wanted; no searcher may catch it."""


class Supervised:
    """Handle of a worker process, for its supervisor.

    Args:
        work: the function that the process runs; it receives its end of the pipe and the arguments.
        arguments: further arguments of the function.
    """

    def __init__(self, work: Callable[..., None], *arguments: Any) -> None:
        context = multiprocessing.get_context("spawn")
        self.connection, theirs = context.Pipe()
        self.process = context.Process(
            target=work, args=(theirs, *arguments), name="aicore-worker", daemon=True
        )
        try:
            with undisturbed():
                self.process.start()
        except BaseException:
            self.connection.close()
            raise
        finally:
            theirs.close()

    def say(self, *words: Any) -> None:
        """Send a message; if the process is dead, do nothing."""
        with contextlib.suppress(OSError):
            self.connection.send(words)

    @property
    def gone(self) -> bool:
        """Whether the process is dead, and its last message has been read."""
        return not self.process.is_alive() and not self.connection.poll()

    def end(self, patience: float = 0.0) -> None:
        """End the process; give it up to `patience` seconds to clean up."""
        self.connection.close()
        if patience and self.process.is_alive():
            self.process.terminate()
            self.process.join(patience)
        if self.process.is_alive():
            self.process.kill()
        self.process.join()


@contextmanager
def undisturbed() -> Iterator[None]:
    """Hold back Ctrl-C during the block, so that processes started there never see it.

    This process gets the Ctrl-C at the end of the block.
    """
    if sys.platform == "win32":
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def be_worker() -> None:
    """Leave Ctrl-C and standard output to the parent process."""
    with contextlib.suppress(ValueError):  # only the main thread can set handlers
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    if sys.platform != "win32":
        signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT])
    sys.stdout = sys.stderr


class WorkerProgress:
    """Progress callback of a thinking worker, which talks to its supervisor.

    Args:
        connection: the worker's end of the pipe.
        number: the number of the job.
        every: seconds between two reports; 0 for no reports.
    """

    def __init__(self, connection: Connection, number: int, every: float) -> None:
        self._connection = connection
        self._number = number
        self.every = every
        self.reported_at = 0.0

    def __call__(self, choice: str, value: float) -> None:
        """Read messages and, every `every` seconds, report the current choice.

        Raises StopSearch, Stopped.
        """
        try:
            while self._connection.poll():
                word, meant, *_ = self._connection.recv()
                if meant == self._number and word == "hurry":
                    raise StopSearch
                if meant == self._number and word == "stop":
                    raise Stopped
            now = time.monotonic()
            if self.every and now - self.reported_at >= self.every:
                self.reported_at = now
                self._connection.send(("thinks", self._number, (choice, value)))
        except (EOFError, OSError):
            raise SystemExit from None


def serve(
    connection: Connection,
    do: Callable[..., tuple[str, Any]],
    every: float = 0.0,
    tidy: Callable[[], None] | None = None,
) -> None:
    """Run a worker process: do one job after another until the supervisor is gone.

    Args:
        connection: the worker's end of the pipe.
        do: the function for a job. It receives a `WorkerProgress` and the job's arguments, and
            returns `done` or `failed`, and the result.
        every: seconds between two progress reports; 0 for no reports.
        tidy: function to call after each job, and every TIDY_PAUSE seconds without one.
    """
    be_worker()
    bound_memory()
    with contextlib.suppress(EOFError, OSError):
        connection.send(("ready", -1, None))
        while True:
            while tidy is not None:
                tidy()
                if connection.poll(TIDY_PAUSE):
                    break
            word, number, *job = connection.recv()
            if word == "job":
                try:
                    status, result = do(WorkerProgress(connection, number, every), *job)
                except Stopped:
                    status, result = "failed", "stopped"
                connection.send((status, number, result))


def bound_memory() -> None:
    """Limit this process to MAX_MEMORY, if the system supports it."""
    if sys.platform == "win32":
        return
    try:
        import resource  # missing in WebAssembly
    except ImportError:
        return
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_AS, (MAX_MEMORY, MAX_MEMORY))
