"""A program that is talked to in lines: nothing it does can block, flood or outlive us."""

from __future__ import annotations

import contextlib
import os
import selectors
import signal
import subprocess
import sys
import time
import weakref
from collections.abc import Callable, Sequence

from aicore.core.errors import one_line
from aicore.players.errors import EngineError
from aicore.players.protocol import LONGEST_LINE

MOST_OUTPUT = 8 << 20  # bytes in answer to one message
CHUNK = 1 << 16
TOLD_OF_ERRORS = 2000  # bytes of standard error that are kept, the last ones
LOOK = 0.1  # seconds between looks whether the program still runs
FAREWELL = 0.5  # seconds to leave after the end of input


def _die_with_parent() -> Callable[[], None] | None:
    """What a child runs before the program, so that it does not survive a killed parent (Linux)."""
    if sys.platform != "linux":
        return None
    import ctypes

    prctl = ctypes.CDLL(None).prctl

    def ask() -> None:
        prctl(1, signal.SIGKILL)  # PR_SET_PDEATHSIG

    return ask


class Pipe:
    """A running program with its standard streams.

    It runs in a session of its own: Ctrl-C does not reach it, and closing ends its children, too.

    Args:
        command: the program and its arguments.

    Raises EngineError when it cannot be started.
    """

    def __init__(self, command: Sequence[str]) -> None:
        self.command = list(command)
        try:
            self.process = subprocess.Popen(
                self.command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                start_new_session=True,
                preexec_fn=_die_with_parent(),
            )
        except (OSError, ValueError, subprocess.SubprocessError) as error:
            raise EngineError("crash", f"it cannot be started: {error}") from error
        self._buffer = bytearray()
        self._errors = bytearray()
        self._output = 0
        self._ended = False
        self._finalizer = weakref.finalize(self, _end, self.process)
        try:
            self._selector = selectors.DefaultSelector()
            for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
                assert stream
                os.set_blocking(stream.fileno(), False)
                if stream is not self.process.stdin:
                    self._selector.register(stream, selectors.EVENT_READ)
        except OSError as error:  # as when too many files are open
            self._finalizer()
            raise EngineError("crash", f"it cannot be talked to: {error}") from error

    @property
    def alive(self) -> bool:
        """Whether the program still runs."""
        return self._finalizer.alive and self.process.poll() is None

    def send(self, line: bytes, deadline: float | None = None) -> None:
        """Write a line, while whatever the program says is read.

        Args:
            deadline: by the monotonic clock; None: wait as long as it takes.

        Raises EngineError: "time", "crash", "flood".
        """
        stdin = self.process.stdin
        assert stdin is not None
        left = memoryview(line + b"\n")
        self._output = len(self._buffer)
        if stdin.closed:
            raise EngineError("crash", "its input was closed")
        self._selector.register(stdin, selectors.EVENT_WRITE)
        try:
            while left:
                if self._ended:
                    raise self._crash()
                for stream in self._wait(deadline, "it does not read its input"):
                    if stream is stdin:
                        with contextlib.suppress(BlockingIOError):
                            left = left[os.write(stdin.fileno(), left[:CHUNK]) :]
                    else:
                        self._read(stream)
        except OSError as error:
            raise self._crash() from error
        finally:
            self._selector.unregister(stdin)

    def receive(self, deadline: float | None = None) -> bytes:
        """Read a line. Raises EngineError: "time", "crash", "flood"."""
        searched = 0
        while (end := self._buffer.find(b"\n", searched)) < 0:
            searched = len(self._buffer)
            if searched > LONGEST_LINE:
                raise EngineError("flood", f"a line of more than {LONGEST_LINE} bytes")
            if self._ended:
                raise self._crash()
            for stream in self._wait(deadline, "no answer in time"):
                self._read(stream)
        if end > LONGEST_LINE:
            raise EngineError("flood", f"a line of more than {LONGEST_LINE} bytes")
        line = bytes(self._buffer[:end])
        del self._buffer[: end + 1]
        return line

    def _wait(self, deadline: float | None, complaint: str) -> list[object]:
        """The streams that are ready, perhaps none; looks whether the program still runs."""
        left = LOOK if deadline is None else min(LOOK, deadline - time.monotonic())
        ready = self._selector.select(left) if left > 0 else []
        if ready:
            return [key.fileobj for key, _ in ready]
        if deadline is not None and time.monotonic() >= deadline:
            raise EngineError("time", complaint)
        # its children may hold its output open
        self._ended = self._ended or self.process.poll() is not None
        return []

    def _read(self, stream: object) -> None:
        """Take what a stream has. Output beyond all measure is an error, errors are dropped."""
        try:
            data = os.read(stream.fileno(), CHUNK)  # type: ignore[attr-defined]
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if not data:
            self._selector.unregister(stream)  # type: ignore[arg-type]
            self._ended = self._ended or stream is self.process.stdout
        elif stream is self.process.stderr:
            self._errors += data
            del self._errors[:-TOLD_OF_ERRORS]
        else:
            self._buffer += data
            self._output += len(data)
            if self._output > MOST_OUTPUT:
                raise EngineError("flood", f"more than {MOST_OUTPUT} bytes in answer to a message")

    def _crash(self) -> EngineError:
        """The error that says how the program ended."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(FAREWELL)
        stderr = self.process.stderr
        if stderr is not None:
            with contextlib.suppress(OSError, KeyError, ValueError):
                self._read(stderr)
        code = self.process.returncode
        how = (
            "it closed its output"
            if code is None
            else f"it was ended by {signal_name(-code)}"
            if code < 0
            else f"it ended with exit code {code}"
        )
        lines = self._errors.decode("utf-8", "replace").strip().splitlines()
        return EngineError("crash", f"{how}: {one_line(lines[-1], 200)}" if lines else how)

    def leave(self, line: bytes) -> int | None:
        """Say goodbye with a last line, and wait a moment. Returns the exit code, if it left."""
        stdin = self.process.stdin
        with contextlib.suppress(OSError, EngineError):
            if line:
                self.send(line, time.monotonic() + FAREWELL)
        if stdin is not None:
            with contextlib.suppress(OSError):
                stdin.close()
        deadline = time.monotonic() + FAREWELL
        while self.process.poll() is None and time.monotonic() < deadline:
            with contextlib.suppress(EngineError):
                for stream in self._wait(min(deadline, time.monotonic() + 0.05), ""):
                    self._read(stream)
            if not self._selector.get_map():
                with contextlib.suppress(subprocess.TimeoutExpired):
                    self.process.wait(max(0.0, deadline - time.monotonic()))
            self._output = 0
            self._buffer.clear()
        return self.process.poll()

    def close(self) -> None:
        """End the program and all that it started, at once."""
        self._finalizer()
        self._selector.close()


def signal_name(number: int) -> str:
    """What a signal is called."""
    try:
        return signal.Signals(number).name
    except ValueError:  # most real-time signals have no name of their own
        return f"signal {number}"


def _end(process: subprocess.Popen[bytes]) -> None:
    """Kill a program's whole session and take leave of it."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    for stream in (process.stdin, process.stdout, process.stderr):
        if stream is not None:
            with contextlib.suppress(OSError):
                stream.close()
    process.wait()
