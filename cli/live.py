"""Drawing that is kept up to date on a terminal during a longer operation."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from types import TracebackType
from typing import Self

from rich.console import Console, RenderableType
from rich.live import Live as RichLive

FIRST = 10.0  # seconds before the first line
LONGER = 1.5  # ratio of each pause to the one before
LONGEST = 300.0  # maximum seconds between lines


class Rhythm:
    """Times to write a line of progress: after FIRST seconds, and then less and less often.

    Lines are for output that is not a terminal, where nothing can be drawn again.
    """

    def __init__(self) -> None:
        self._pause = FIRST
        self._next = time.monotonic() + FIRST

    def due(self) -> bool:
        """Whether it is time for a line. The next one is due after a longer pause."""
        if time.monotonic() < self._next:
            return False
        self._pause = min(self._pause * LONGER, LONGEST)
        self._next = time.monotonic() + self._pause
        return True


class LiveDisplay(ABC):
    """Drawing refreshed several times a second on a terminal, never elsewhere; a context manager.

    Args:
        quiet: whether to draw nothing even on a terminal.

    Attributes:
        shown: whether it draws.
    """

    def __init__(self, console: Console, quiet: bool) -> None:
        self.console = console
        self.shown = console.is_terminal and not console.is_dumb_terminal and not quiet
        self._live: RichLive | None = None

    def __enter__(self) -> Self:
        if self.shown:
            self._live = RichLive(
                console=self.console,
                get_renderable=self.draw,
                refresh_per_second=4,
                transient=True,
            )
            self._live.__enter__()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._live is not None:
            self._live.__exit__(kind, error, trace)

    @abstractmethod
    def draw(self) -> RenderableType:
        """Return the current drawing."""
