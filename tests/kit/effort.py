"""Sample sizes of tests: small each time, large with AICORE_THOROUGH=1.

The checks are the same; their seeds are fixed, so a check that passes once always passes.
"""

import os

THOROUGH = os.environ.get("AICORE_THOROUGH", "") not in ("", "0")


def effort(each_time: int, thorough: int) -> int:
    """Return the number of samples for this run."""
    return thorough if THOROUGH else each_time
