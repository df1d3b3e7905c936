"""Supervised worker processes: start, messages, death, end. One job each.

A supervisor sends `job`, a number and the task. The worker answers `done` or `failed` with that
number, and `thinks` on the way. While it thinks, it listens for two messages: `hurry`, decide now,
and `stop`, the answer is no longer wanted. Messages that come too late for a job are ignored.
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

MAX_MEMORY = 4 << 30  # bytes of a process's address space


class Stopped(BaseException):
    """The answer is no longer wanted; searchers must not treat this as an error."""


class Supervised:
    """Worker process, as its supervisor knows it.

    Args:
        work: the function it runs; it gets its end of the pipe and the arguments.
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
        """Send a message; the death of the process is detected elsewhere."""
        with contextlib.suppress(OSError):
            self.connection.send(words)

    @property
    def gone(self) -> bool:
        """Whether the process is dead, and its last message has been read."""
        return not self.process.is_alive() and not self.connection.poll()

    def end(self, patience: float = 0.0) -> None:
        """End the process: at once, or after some seconds to end what it started."""
        self.connection.close()
        if patience and self.process.is_alive():
            self.process.terminate()
            self.process.join(patience)
        if self.process.is_alive():
            self.process.kill()
        self.process.join()


@contextmanager
def undisturbed() -> Iterator[None]:
    """Start processes that Ctrl-C cannot reach before they ignore it.

    Ctrl-C during the block comes to this process at its end.
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
    with contextlib.suppress(ValueError):  # in a thread that is not the main one
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    if sys.platform != "win32":
        signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT])
    sys.stdout = sys.stderr


class ThinkingProcess:
    """Channel of a thinking worker to its supervisor; a `Progress`.

    Args:
        every: seconds between two reports; 0: none.
    """

    def __init__(self, connection: Connection, number: int, every: float) -> None:
        self._connection = connection
        self._number = number
        self.every = every
        self.reported_at = 0.0

    def __call__(self, choice: str, value: float) -> None:
        """Check for messages, and sometimes report the current choice.

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


def serve(connection: Connection, do: Callable[..., tuple[str, Any]], every: float = 0.0) -> None:
    """Run a worker process: do one job after the other until the supervisor is gone.

    Args:
        do: gets a `ThinkingProcess` and the job's arguments; returns `done` or `failed`, and the
            result.
        every: seconds between two progress reports; 0: none.
    """
    be_worker()
    bound_memory()
    with contextlib.suppress(EOFError, OSError):
        connection.send(("ready", -1, None))
        while True:
            word, number, *job = connection.recv()
            if word == "job":
                try:
                    how, text = do(ThinkingProcess(connection, number, every), *job)
                except Stopped:
                    how, text = "failed", "stopped"
                connection.send((how, number, text))


def bound_memory() -> None:
    """Limit this process to MAX_MEMORY, if the system supports it."""
    if sys.platform == "win32":
        return
    try:
        import resource  # WebAssembly has none
    except ImportError:
        return
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_AS, (MAX_MEMORY, MAX_MEMORY))
