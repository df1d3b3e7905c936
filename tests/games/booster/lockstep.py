"""Lockstep settings for booster and its model."""

from games.booster.twin import Twin
from kit.lockstep import Case, Lockstep

LOCKSTEP = Lockstep(
    "booster",
    Twin,
    [
        Case(2, 5, slow=1_800),
        Case(3, 5, {"target": 15}, slow=1_800),
        Case(6, 5, {"max_turns": 60}, slow=1_800),
    ],
)
