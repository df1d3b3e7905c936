"""Deadlines for tests: a test that hangs fails, and the others go on."""

from __future__ import annotations

import contextlib
import signal
import threading
import time
from collections.abc import Iterator


@contextlib.contextmanager
def deadline(seconds: float, what: str) -> Iterator[None]:
    """Raise TimeoutError after `seconds`, repeatedly, because cleanups may hang, too.

    Only the main thread can be interrupted, and not on Windows; elsewhere there is no deadline.
    """
    if threading.current_thread() is not threading.main_thread() or not hasattr(signal, "alarm"):
        yield
        return

    def stop(number: int, frame: object) -> None:
        raise TimeoutError(f"{what}: not done after {seconds:g} s")

    begun = time.monotonic()
    before = signal.signal(signal.SIGALRM, stop)
    left, again = signal.setitimer(signal.ITIMER_REAL, seconds, seconds)  # an outer deadline
    try:
        yield
    finally:
        rest = max(left - (time.monotonic() - begun), 0.001) if left else 0.0
        signal.setitimer(signal.ITIMER_REAL, rest, again)
        signal.signal(signal.SIGALRM, before)
