"""Number of processors that a process may use: all that it is given, or its share of them."""

from __future__ import annotations

import os

SHARE = "AICORE_PROCESSORS"
MAX_THREADS = 256  # per search


def processors() -> int:
    """Return the number of processors that this process may use.

    It is the environment's AICORE_PROCESSORS, if set; else all that the system gives it.
    """
    share = os.environ.get(SHARE, "")
    if share.isdecimal() and int(share):
        return int(share)
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def share_processors(count: int) -> None:
    """Limit this process, and those that it starts, to `count` processors: others run beside it."""
    os.environ[SHARE] = str(count)


def threads_for(game: object, wanted: float | str) -> int:
    """Return the number of threads for a search: `wanted`, or one for each processor if "auto".

    It is one if the rules are Python code, which runs one thread at a time.
    """
    if any(kind.__module__ == "aicore.plain.rules" for kind in type(game).__mro__):
        return 1
    return processors() if wanted == "auto" else int(wanted)
