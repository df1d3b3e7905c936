"""Worker processes under supervision: started, spoken to, found dead, ended. One job each.

A supervisor sends `job`, a number and what to do. The worker answers `done` or `failed` with that
number, and `thinks` on the way. While it thinks, it listens for two words: `hurry`, decide now, and
`stop`, nobody waits any more. Words that come too late for a job are passed over.
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

from aicore.core.decision import Enough

MAX_MEMORY = 4 << 30  # bytes of addresses of a process


class Stopped(BaseException):
    """Nobody waits for the answer any more; no searcher is to take this for an error."""


class Supervised:
    """A worker process, as its supervisor knows it.

    Args:
        work: what it does; it gets its end of the pipe and the arguments.
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
        """Send words; a process that just died is found out elsewhere."""
        with contextlib.suppress(OSError):
            self.connection.send(words)

    @property
    def gone(self) -> bool:
        """Whether it is dead, and its last message has been read."""
        return not self.process.is_alive() and not self.connection.poll()

    def end(self, patience: float = 0.0) -> None:
        """End the process: at once, or after it had some seconds to end what it started."""
        self.connection.close()
        if patience and self.process.is_alive():
            self.process.terminate()
            self.process.join(patience)
        if self.process.is_alive():
            self.process.kill()
        self.process.join()


@contextmanager
def undisturbed() -> Iterator[None]:
    """Start processes that Ctrl-C does not reach before they can leave it to this one.

    It comes to this process behind the block, then.
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
    """Leave Ctrl-C and standard output to whoever started this process."""
    with contextlib.suppress(ValueError):  # in a thread that is not the main one
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    if sys.platform != "win32":
        signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT])
    sys.stdout = sys.stderr


class ThinkingProcess:
    """What a worker hears and tells while it thinks; a `Progress`.

    Args:
        every: seconds between two words of it; 0: none.
    """

    def __init__(self, connection: Connection, number: int, every: float) -> None:
        self._connection = connection
        self._number = number
        self.every = every
        self.reported_at = 0.0

    def __call__(self, choice: str, value: float) -> None:
        """Listen, and tell now and then what is thought. Raises Enough, Stopped."""
        try:
            while self._connection.poll():
                word, meant, *_ = self._connection.recv()
                if meant == self._number and word == "hurry":
                    raise Enough
                if meant == self._number and word == "stop":
                    raise Stopped
            now = time.monotonic()
            if self.every and now - self.reported_at >= self.every:
                self.reported_at = now
                self._connection.send(("thinks", self._number, (choice, value)))
        except (EOFError, OSError):
            raise SystemExit from None


def serve(connection: Connection, do: Callable[..., tuple[str, Any]], every: float = 0.0) -> None:
    """Do one job after the other until the supervisor is gone: what a worker process does.

    Args:
        do: gets a `Thinking` and what belongs to the job; returns `done` or `failed`, and what to
            tell of it.
        every: seconds between two words on the way; 0: none.
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
    """Let this process have no more than MAX_MEMORY, where the system can bound it."""
    if sys.platform == "win32":
        return
    try:
        import resource  # WebAssembly has none
    except ImportError:
        return
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_AS, (MAX_MEMORY, MAX_MEMORY))
