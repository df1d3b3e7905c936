"""Program behind a pipe, read line by line. It cannot block, flood or outlive this process."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import time
import weakref
from collections.abc import Callable, Sequence

from aicore.core.errors import one_line, reason_of
from aicore.core.language import gettext as _
from aicore.players import streams
from aicore.players.errors import EngineError
from aicore.players.protocol import MAX_LINE

MAX_OUTPUT = 8 << 20  # maximum number of bytes in answer to one message
MAX_ERRORS = 2000  # number of last bytes of standard error to keep
POLL_SECONDS = 0.1  # seconds between checks whether the program still runs
LAST_CHUNKS = 16  # number of chunks to read after the program's end; a child may write forever
DRAIN_SECONDS = 0.02  # seconds to wait for each of the last chunks
EXIT_SECONDS = 0.5  # seconds that the program has to exit after the end of its input


def _die_with_parent() -> Callable[[], None] | None:
    """Return a function that makes a new process die with its parent; None except on Linux."""
    if sys.platform != "linux":
        return None
    import ctypes  # imported late: only Linux needs it

    prctl = ctypes.CDLL(None).prctl

    def ask() -> None:
        prctl(1, signal.SIGKILL)  # PR_SET_PDEATHSIG

    return ask


class Pipe:
    """Running program with its standard streams.

    The program runs in its own session, so Ctrl-C does not reach it, and `close` ends its children,
    too.

    Args:
        command: the program and its arguments.

    Raises EngineError if the program cannot be started.
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
                # a process group is the counterpart of a session on Windows
                creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),
            )
        except (OSError, ValueError, subprocess.SubprocessError) as error:
            wrong = _("it cannot be started: {error}", error=reason_of(error))
            raise EngineError("crash", wrong) from error
        self._buffer = bytearray()
        self._errors = bytearray()
        self._output = 0
        self._ended = False
        self._open = {"out", "err"}
        try:
            self._streams = streams.open_streams(self.process)
        except (OSError, RuntimeError) as error:  # for example, too many files are open
            _end(self.process, None)
            wrong = _("it cannot be reached: {error}", error=reason_of(error))
            raise EngineError("crash", wrong) from error
        self._owner = os.getpid()
        self._finalizer = weakref.finalize(self, _leave, self._owner, self.process, self._streams)

    @property
    def alive(self) -> bool:
        """Whether the program still runs; False in a fork of the process that started it."""
        return self._owner == os.getpid() and self._finalizer.alive and self.process.poll() is None

    def send(self, line: bytes, deadline: float | None = None) -> None:
        """Write a line, while reading everything that the program writes.

        Args:
            deadline: time limit by the monotonic clock; None for no limit.

        Raises EngineError of kind "time", "crash" or "flood".
        """
        self._output = len(self._buffer)
        try:
            self._streams.send(line + b"\n")
        except OSError as error:
            raise EngineError("crash", reason_of(error)) from error
        try:
            while self._streams.left:
                if self._ended:
                    raise self._crash()
                self._step(deadline, _("it does not read its input"))
        except OSError as error:
            raise self._crash() from error
        finally:
            self._streams.drop()

    def receive(self, deadline: float | None = None) -> bytes:
        """Read a line and return it. Raises EngineError of kind "time", "crash" or "flood".

        Args:
            deadline: as for `send`.
        """
        searched = 0
        while (end := self._buffer.find(b"\n", searched)) < 0:
            searched = len(self._buffer)
            if searched > MAX_LINE:
                raise _too_long()
            if self._ended:
                raise self._crash()
            self._step(deadline, _("it did not answer in time"))
        if end > MAX_LINE:
            raise _too_long()
        line = bytes(self._buffer[:end])
        del self._buffer[: end + 1]
        return line

    def _step(self, deadline: float | None, complaint: str) -> None:
        """Read the program's output, if there is any, and check whether the program still runs."""
        left = POLL_SECONDS if deadline is None else min(POLL_SECONDS, deadline - time.monotonic())
        events = self._streams.step(left) if left > 0 else []
        for name, data in events:
            self._take(name, data)
        if events:
            return
        if deadline is not None and time.monotonic() >= deadline:
            raise EngineError("time", complaint)
        # The program's children may hold its output open after it has ended.
        self._ended = self._ended or self.process.poll() is not None

    def _take(self, name: str, data: bytes) -> None:
        """Keep data from the output or the errors. Raises EngineError for too much output."""
        if not data and name != "in":
            self._open.discard(name)
        if name == "err":
            self._errors += data
            del self._errors[:-MAX_ERRORS]
        elif name == "out":
            self._ended = self._ended or not data
            self._buffer += data
            self._output += len(data)
            if self._output > MAX_OUTPUT:
                wrong = _("it answered one message with more than {n} bytes", n=MAX_OUTPUT)
                raise EngineError("flood", wrong)

    def _crash(self) -> EngineError:
        """Return the error for a program that has ended or has closed its output."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(EXIT_SECONDS)
        with contextlib.suppress(OSError, EngineError):
            for _chunk in range(LAST_CHUNKS):
                events = self._streams.step(DRAIN_SECONDS) if self._open else []
                for name, data in events:
                    self._take(name, data)
                if not events:
                    break
        code = self.process.returncode
        how = (
            _("it closed its output")
            if code is None
            else _("it was killed by {signal}", signal=signal_name(-code))
            if code < 0
            else _("it exited with code {code}", code=code)
        )
        lines = self._errors.decode("utf-8", "replace").strip().splitlines()
        return EngineError("crash", f"{how}: {one_line(lines[-1], 200)}" if lines else how)

    def leave(self, line: bytes) -> int | None:
        """Send a last line, wait briefly, and return the exit code; None if there is none yet."""
        with contextlib.suppress(OSError, EngineError):
            if line:
                self.send(line, time.monotonic() + EXIT_SECONDS)
        self._streams.close_input()
        deadline = time.monotonic() + EXIT_SECONDS
        while self.process.poll() is None and time.monotonic() < deadline:
            with contextlib.suppress(EngineError):
                self._step(min(deadline, time.monotonic() + 0.05), "")
            if not self._open:
                with contextlib.suppress(subprocess.TimeoutExpired):
                    self.process.wait(max(0.0, deadline - time.monotonic()))
            self._output = 0
            self._buffer.clear()
        return self.process.poll()

    def close(self) -> None:
        """End the program and its children at once."""
        self._finalizer()


def signal_name(number: int) -> str:
    """Return the name of a signal."""
    try:
        return signal.Signals(number).name
    except ValueError:  # most real-time signals have no name
        return f"signal {number}"


def _leave(owner: int, process: subprocess.Popen[bytes], opened: streams.Streams) -> None:
    """End a program. In a fork of the process `owner`, only close the copies of its streams."""
    if os.getpid() == owner:
        _end(process, opened)
    else:
        opened.close()


def _end(process: subprocess.Popen[bytes], opened: streams.Streams | None) -> None:
    """Kill a program and wait for its end; on systems with sessions, kill its children, too."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        if sys.platform == "win32":
            process.kill()
        else:
            os.killpg(process.pid, signal.SIGKILL)
    if opened is not None:
        opened.close()
    else:
        for stream in (process.stdin, process.stdout, process.stderr):
            if stream is not None:
                stream.close()
    process.wait()


def _too_long() -> EngineError:
    return EngineError("flood", _("it wrote a line of more than {n} bytes", n=MAX_LINE))
