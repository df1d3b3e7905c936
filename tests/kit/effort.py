"""Sample sizes and cases of tests: few each time, many with AICORE_THOROUGH=1.

The checks are the same; their seeds are fixed, so a check that passes once always passes.
"""

import os
from typing import TypeVar

T = TypeVar("T")
THOROUGH = os.environ.get("AICORE_THOROUGH", "") not in ("", "0")


def effort(each_time: T, thorough: T) -> T:
    """Return the number of samples, or the list of cases, for this run."""
    return thorough if THOROUGH else each_time
