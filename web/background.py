"""Work that runs in the background of a process's loop."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any


def spawn(
    work: Coroutine[Any, Any, Any],
    running: set[asyncio.Task[None]],
    failed: Callable[[Exception], object],
) -> None:
    """Run work in the background.

    Args:
        running: the tasks of the caller, who may cancel them; a loop keeps only weak references.
        failed: callback for an error of the work.
    """

    async def guarded() -> None:
        try:
            await work
        except Exception as error:
            failed(error)

    task = asyncio.ensure_future(guarded())
    running.add(task)
    task.add_done_callback(running.discard)
    task.add_done_callback(lambda _: work.close())  # it may have been cancelled before it began
