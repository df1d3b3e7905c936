"""Number of processors that a process may use."""

from __future__ import annotations

import os

VARIABLE = "AICORE_PROCESSORS"
MAX_THREADS = 256  # maximum number of threads of a search


def processors() -> int:
    """Return the number of processors that this process may use.

    The environment variable AICORE_PROCESSORS sets this number. Without the variable, it is the
    number of processors that the system gives the process.
    """
    wanted = os.environ.get(VARIABLE, "")
    if wanted.isdecimal() and int(wanted):
        return int(wanted)
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def share_processors(count: int) -> None:
    """Limit this process, and the processes that it starts, to `count` processors."""
    os.environ[VARIABLE] = str(count)


def threads_for(game: object, wanted: float | str) -> int:
    """Return the number of threads for a search.

    Rules in plain Python run in one thread at a time, so searches of such games get one thread.

    Args:
        game: game of the search.
        wanted: requested number of threads; "auto" stands for one per processor.
    """
    if any(kind.__module__ == "aicore.plain.rules" for kind in type(game).__mro__):
        return 1
    return processors() if wanted == "auto" else int(wanted)
