"""How many processors a process may use: all that it is given, or its share of them."""

from __future__ import annotations

import os

_share: int | None = None


def processors() -> int:
    """The number of processors that this process may use."""
    if _share is not None:
        return _share
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def share_processors(count: int) -> None:
    """Let this process use only so many from now on: others run beside it."""
    global _share
    _share = count
