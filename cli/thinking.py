"""Progress display while a player thinks, and a way to hurry it."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import TYPE_CHECKING

from rich.text import Text

from aicore.coach.results import result
from aicore.core.decision import Progress, StopSearch
from aicore.core.language import N_
from aicore.core.language import gettext as _

if TYPE_CHECKING:
    from rich.console import Console

    from aicore.core.game import Game


@contextmanager
def thinking(
    console: Console,
    what: str,
    secret: bool = False,
    stop: str = N_("move now"),
    *,
    game: Game,
) -> Iterator[Progress | None]:
    """Show a spinner on a terminal while the block runs; elsewhere show nothing.

    Once the spinner shows, the first Ctrl-C asks for a decision now. Earlier or repeated ones raise
    KeyboardInterrupt.

    Args:
        what: label of the spinner, such as "mcts is thinking".
        secret: whether to hide the player's current choice.
        stop: effect of Ctrl-C, in words marked for translation.
        game: the game, which decides how the value of a choice is written.

    Yields a callback for `Player.decide`. The spinner appears with the first progress report, so
    quick decisions do not flicker.
    """
    if not console.is_terminal:
        yield None
        return
    spinner = "dots" if console.encoding.startswith("utf") else "line"
    status = console.status("", spinner=spinner)
    started = False
    begin = time.monotonic()

    def progress(choice: str, value: float) -> None:
        nonlocal started
        if hurry.is_set():
            raise StopSearch
        line = Text(f"{what}  {time.monotonic() - begin:.0f} s", "dim")
        if not secret:
            line.append(f"  {choice}  {result(game, value)}")
        line.append(f"  Ctrl-C: {_(stop)}")
        status.update(line)
        if not started:
            started = True
            status.start()

    with hurried(lambda: started) as hurry:
        try:
            yield progress
        finally:
            if started:
                status.stop()


@contextmanager
def hurried(offered: Callable[[], bool] = lambda: True) -> Iterator[threading.Event]:
    """Yield an event that the first Ctrl-C within the block sets, in the main thread.

    Args:
        offered: returns whether the person was told of this; until then, Ctrl-C interrupts as
            usual.
    """
    hurry = threading.Event()
    if threading.current_thread() is not threading.main_thread():
        yield hurry
        return

    def interrupt(number: int, frame: FrameType | None) -> None:
        if hurry.is_set() or not offered():
            raise KeyboardInterrupt
        hurry.set()

    before = signal.signal(signal.SIGINT, interrupt)
    try:
        yield hurry
    finally:
        signal.signal(signal.SIGINT, before)
