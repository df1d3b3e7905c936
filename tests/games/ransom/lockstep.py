"""Lockstep settings for ransom and its model."""

from games.ransom.twin import Twin
from kit.lockstep import Case, Lockstep

LOCKSTEP = Lockstep(
    "ransom",
    Twin,
    [Case(1, 20, {"forced": forced}, slow=33_333) for forced in ("new", "any", "none")],
    further=("capture", "boost"),
)
