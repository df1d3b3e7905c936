"""Longest callbacks of event loops, by the processor time of the thread that runs them.

Wall-clock time would blame a loop for the rest of a busy machine's load. Shared processors are
slower, too, so a callback may take longer if a known piece of work takes longer at that time.
Garbage collection does not count, because it may come in any callback. Delays by another thread
that holds the interpreter do not show.

    python -m bench.study.loops web --port 0    # runs `aicore web`, then prints
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import signal
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

LONGEST = 0.05  # seconds that a callback may take


def _pace() -> float:
    """Return the processor seconds that a known piece of work takes now."""
    start = time.thread_time()
    sum(range(100_000))
    return time.thread_time() - start


@dataclass
class Watch:
    """Record of callbacks.

    Args:
        longest: seconds that the longest callback took.
        slow: callbacks that took longer than LONGEST, by their seconds and names.
    """

    longest: float = 0.0
    slow: list[tuple[float, str]] = field(default_factory=list)

    def __str__(self) -> str:
        longest = f"the longest callback took {1000 * self.longest:.0f} ms"
        return f"{longest}, {len(self.slow)} more than {1000 * LONGEST:.0f} ms"


@contextlib.contextmanager
def watched() -> Iterator[Watch]:
    """Yield a record of the callbacks in all event loops of this process."""
    watch, run, collecting = Watch(), asyncio.Handle._run, 0.0
    pace = min(_pace() for _ in range(10))
    began = 0.0

    def collected(phase: str, info: dict[str, int]) -> None:
        nonlocal collecting, began
        if phase == "start":
            began = time.thread_time()
        else:
            collecting += time.thread_time() - began

    def timed(handle: Any) -> None:
        collecting_before, start = collecting, time.thread_time()
        run(handle)
        took = time.thread_time() - start - (collecting - collecting_before)
        watch.longest = max(watch.longest, took)
        if took > LONGEST and took > LONGEST * _pace() / pace:
            watch.slow.append((took, str(handle)))

    gc.callbacks.append(collected)
    asyncio.Handle._run = timed  # type: ignore[method-assign]
    try:
        yield watch
    finally:
        asyncio.Handle._run = run  # type: ignore[method-assign]
        gc.callbacks.remove(collected)


def main() -> None:
    """Run the command line above."""
    from aicore.cli import main as aicore  # importing `watched` does not need it

    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(0))
    with watched() as watch:
        try:
            aicore(prog_name="aicore")
        finally:
            print(watch)
            for took, name in sorted(watch.slow, reverse=True)[:5]:
                print(f"  {1000 * took:.0f} ms: {name}")


if __name__ == "__main__":
    main()
