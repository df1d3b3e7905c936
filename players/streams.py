"""Standard streams of another program, used without blocking: by `select` or by threads.

Windows cannot select pipes. There, each stream has a thread, which closes the stream at the end.
"""

from __future__ import annotations

import contextlib
import os
import queue
import selectors
import subprocess
import sys
import threading
from typing import IO, Protocol

CHUNK = 1 << 16  # maximum number of bytes to read or write at once
AHEAD = 8  # maximum number of chunks that threads read ahead
LOOK = 0.1  # seconds after which a waiting thread checks whether it should stop

Event = tuple[str, bytes]
"""Name of a stream, and data: for "out" and "err", the bytes read, or b"" at the end of the stream.

For "in", it is the error of a failed write, or b"" after a successful one.
"""


class Streams(Protocol):
    """Interface of both kinds of streams."""

    @property
    def left(self) -> bool:
        """Whether some of the data to send is not written yet."""

    def send(self, data: bytes) -> None:
        """Begin to write data to the program's input. Raises OSError if the input is closed."""

    def step(self, seconds: float) -> list[Event]:
        """Wait up to `seconds` for events and return them. Raises OSError if a write fails."""

    def drop(self) -> None:
        """Drop the rest of the data to send."""

    def close_input(self) -> None:
        """Signal the end of input."""

    def close(self) -> None:
        """Close the streams of a program that has ended."""


class SelectStreams(Streams):
    """Streams for systems that can select pipes. Raises OSError."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        self._in: IO[bytes] = process.stdin
        self._streams = {"out": process.stdout, "err": process.stderr}
        self._rest = memoryview(b"")
        self._selector = selectors.DefaultSelector()
        _unblock(self._in)
        for name, stream in self._streams.items():
            _unblock(stream)
            self._selector.register(stream, selectors.EVENT_READ, name)

    @property
    def left(self) -> bool:
        return len(self._rest) > 0

    def send(self, data: bytes) -> None:
        if self._in.closed:
            raise OSError("it closed its input")
        self._rest = memoryview(data)
        self._selector.register(self._in, selectors.EVENT_WRITE, "in")

    def step(self, seconds: float) -> list[Event]:
        return [(key.data, self._do(key.data)) for key, _ in self._selector.select(seconds)]

    def _do(self, name: str) -> bytes:
        """Read from the ready stream or write to it. Return the data of its event."""
        if name == "in":
            with contextlib.suppress(BlockingIOError):
                self._rest = self._rest[os.write(self._in.fileno(), self._rest[:CHUNK]) :]
            return b""
        stream = self._streams[name]
        try:
            data = os.read(stream.fileno(), CHUNK)
        except OSError:
            data = b""
        if not data:
            self._selector.unregister(stream)
        return data

    def drop(self) -> None:
        self._rest = memoryview(b"")
        self._selector.unregister(self._in)

    def close_input(self) -> None:
        with contextlib.suppress(OSError):
            self._in.close()

    def close(self) -> None:
        self._selector.close()
        for stream in (self._in, *self._streams.values()):
            with contextlib.suppress(OSError):
                stream.close()


def _unblock(stream: IO[bytes]) -> None:
    """Make reads and writes of a stream return at once."""
    if sys.platform != "win32":
        os.set_blocking(stream.fileno(), False)


class ThreadStreams(Streams):
    """Streams for Windows: each has a thread. Raises RuntimeError if no thread can start."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        self._left = False
        self._events: queue.Queue[Event] = queue.Queue(AHEAD)
        self._lines: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        self._over = threading.Event()
        for name, work, own in (
            ("in", _write, (process.stdin, self._lines)),
            ("out", _read, (process.stdout,)),
            ("err", _read, (process.stderr,)),
        ):
            common = (name, self._events, self._over)
            threading.Thread(target=work, args=(*own, *common), daemon=True).start()

    @property
    def left(self) -> bool:
        return self._left

    def send(self, data: bytes) -> None:
        self._left = True
        self._lines.put(data)

    def step(self, seconds: float) -> list[Event]:
        try:
            name, data = self._events.get(timeout=seconds)
        except queue.Empty:
            return []
        if name == "in":
            self._left = False
            if data:
                raise OSError(data.decode())
        return [(name, data)]

    def drop(self) -> None:
        self._left = False

    def close_input(self) -> None:
        self._lines.put(b"")

    def close(self) -> None:
        self._over.set()
        self.close_input()


def _put(event: Event, events: queue.Queue[Event], over: threading.Event) -> bool:
    """Put an event in the queue. Return False if the streams closed before there was room."""
    while not over.is_set():
        with contextlib.suppress(queue.Full):
            events.put(event, timeout=LOOK)
            return True
    return False


def _read(stream: IO[bytes], name: str, events: queue.Queue[Event], over: threading.Event) -> None:
    """Read a stream to its end, in its own thread."""
    with stream:
        data = b"?"  # not empty, so that the loop begins
        while data:
            try:
                data = stream.read(CHUNK)  # unbuffered: returns the bytes that are available
            except OSError:
                data = b""
            if not _put((name, data), events, over):
                return


def _write(
    stream: IO[bytes],
    lines: queue.SimpleQueue[bytes],
    name: str,
    events: queue.Queue[Event],
    over: threading.Event,
) -> None:
    """Write lines to a stream, in its own thread, until b"" or an error."""
    with contextlib.suppress(OSError), stream:
        while data := lines.get():
            error = b""
            try:
                rest = memoryview(data)
                while rest:
                    rest = rest[stream.write(rest) :]
            except OSError as caught:
                error = str(caught).encode() or b"broken"
            if not _put((name, error), events, over) or error:
                return


KIND: type[SelectStreams] | type[ThreadStreams] = (
    ThreadStreams if sys.platform == "win32" else SelectStreams
)
"""Class of the streams that this system supports."""


def open_streams(process: subprocess.Popen[bytes]) -> Streams:
    """Return a program's streams. Raises OSError, RuntimeError."""
    return KIND(process)
