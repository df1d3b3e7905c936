"""A sign of life while a player thinks."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from rich.text import Text

if TYPE_CHECKING:
    from rich.console import Console

    from aicore.core.decision import Progress


@contextmanager
def thinking(console: Console, name: str, secret: bool = False) -> Iterator[Progress | None]:
    """Show a spinner on a terminal for as long as the block runs; elsewhere nothing.

    Args:
        secret: whether to keep the player's current choice to itself.

    Yields what to pass to `Player.decide`. The spinner comes with the first progress that is
    reported, so quick decisions do not flicker.
    """
    if not console.is_terminal:
        yield None
        return
    spinner = "dots" if console.encoding.startswith("utf") else "line"
    status = console.status("", spinner=spinner)
    started = False

    def progress(choice: str, value: float) -> None:
        nonlocal started
        line = Text(f"{name} is thinking", "dim")
        if not secret:
            line.append(f"  {choice}  {100 * value:.0f} %")
        status.update(line)
        if not started:
            started = True
            status.start()

    try:
        yield progress
    finally:
        if started:
            status.stop()
