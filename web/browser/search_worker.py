"""Searches in their own web worker, which runs one job after another.

Between two steps of a search, the worker takes messages if the browser can suspend WebAssembly
(JavaScript Promise Integration). In other browsers the host stops a search by ending its worker.
"""

from __future__ import annotations

import contextlib
import pickle
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from aicore.arena.processes import Stopped
from aicore.core.decision import StopSearch
from aicore.web.jobs import PROGRESS_INTERVAL, run_job

LISTEN_INTERVAL = 0.05  # seconds between checks for messages


class Jobs:
    """Runner of the jobs that arrive as messages.

    Args:
        say: callback for each message to the host.
        pause: function that lets pending messages in; None if WebAssembly cannot be suspended.
    """

    def __init__(
        self, say: Callable[[bytes], None], pause: Callable[[], Awaitable[None]] | None
    ) -> None:
        self._say, self._pause = say, pause
        self._words: set[tuple[str, int]] = set()
        self._tell("ready", 0, None)

    def _tell(self, word: str, number: int, what: Any) -> None:
        self._say(pickle.dumps((word, number, what)))

    def heard(self, message: bytes) -> None:
        """Run the job that arrives, or note a message about the running job."""
        word, number, *more = pickle.loads(message)
        if word != "job":
            self._words.add((word, number))
            return
        name, language, arguments, files = more
        self._words.clear()
        listened_at = reported_at = time.monotonic()

        def report(choice: str, value: float) -> None:
            nonlocal listened_at, reported_at
            now = time.monotonic()
            if now - reported_at >= PROGRESS_INTERVAL:
                reported_at = now
                self._tell("thinks", number, (choice, value))
            if self._pause is not None and now - listened_at >= LISTEN_INTERVAL:
                listened_at = now
                self._wait(self._pause())
            if ("stop", number) in self._words:
                raise Stopped
            if ("hurry", number) in self._words:
                raise StopSearch

        with contextlib.ExitStack() as cleanup:
            for path, data in files.items():
                Path(path).parent.mkdir(parents=True, exist_ok=True)
                Path(path).write_bytes(data)
                cleanup.callback(Path(path).unlink)
            try:
                word, result = run_job(report, name, language, arguments)
            except Stopped:
                word, result = "failed", "stopped"
        self._tell(word, number, result)

    @staticmethod
    def _wait(pause: Awaitable[None]) -> None:
        from pyodide.ffi import run_sync  # exists only in a browser

        run_sync(pause)
