"""Profile of a plain game: the lines of the author's file that a search waits for."""

from __future__ import annotations

import linecache
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from time import thread_time_ns
from types import FrameType
from typing import Any


@dataclass(frozen=True)
class SlowLine:
    """Line of the author's file.

    Args:
        number: number of the line.
        method: name of its method.
        share: share of all time, 0 to 1.
        text: text of the line.
    """

    number: int
    method: str
    share: float
    text: str


class Profiler:
    """Clock that measures each line of a file in the current thread.

    Measuring makes the file several times slower. The clock leaves out this extra time. It counts
    the thread's processor time, so that other programs do not matter.

    Args:
        file: the author's file, as tracebacks name it.
    """

    def __init__(self, file: str) -> None:
        self.file = file
        self._spent: Counter[tuple[int, str]] = Counter()  # nanoseconds by line
        self._elsewhere = 0  # nanoseconds in the engine
        self._lines: list[tuple[int, str]] = []  # lines in progress, the outermost first
        self._since = 0

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Measure while the body runs."""
        self._since = thread_time_ns()
        sys.settrace(self._trace)
        try:
            yield
        finally:
            sys.settrace(None)

    def _trace(self, frame: FrameType, what: str, _: Any) -> Any:
        if frame.f_code.co_filename != self.file:
            return None
        passed = thread_time_ns() - self._since
        if self._lines:
            self._spent[self._lines[-1]] += passed
        else:
            self._elsewhere += passed
        line = frame.f_lineno, frame.f_code.co_name
        if what == "call":
            self._lines.append(line)
        elif what == "return":
            self._lines.pop()
        elif self._lines:
            self._lines[-1] = line
        self._since = thread_time_ns()
        return self._trace

    @property
    def _all(self) -> int:
        return max(1, sum(self._spent.values()) + self._elsewhere)

    @property
    def share(self) -> float:
        """Share of the time within the author's file."""
        return 1 - self._elsewhere / self._all

    def lines(self, most: int = 12) -> list[SlowLine]:
        """Return the slowest lines, the slowest first."""
        return [
            SlowLine(
                number, method, spent / self._all, linecache.getline(self.file, number).strip()
            )
            for (number, method), spent in self._spent.most_common(most)
        ]
