"""How much a test samples: little each time, much with AICORE_THOROUGH=1.

The checks are the same; their seeds are fixed, so that what passes once passes always.
"""

import os

THOROUGH = os.environ.get("AICORE_THOROUGH", "") not in ("", "0")


def effort(each_time: int, thorough: int) -> int:
    """How many samples are asked for now."""
    return thorough if THOROUGH else each_time
