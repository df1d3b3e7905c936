"""Drawing that is kept up to date on a terminal during a longer operation."""

from __future__ import annotations

from abc import ABC, abstractmethod
from types import TracebackType
from typing import Self

from rich.console import Console, RenderableType
from rich.live import Live as RichLive


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
