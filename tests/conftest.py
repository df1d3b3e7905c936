"""How the suite is run."""

import os


def pytest_xdist_auto_num_workers() -> int:
    """One more than there are processors: engines, clusters and clocks are waited for, too."""
    return len(os.sched_getaffinity(0)) + 1 if hasattr(os, "sched_getaffinity") else 2
