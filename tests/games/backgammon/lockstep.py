"""Lockstep settings for backgammon and its model."""

from games.backgammon.twin import Twin
from kit.lockstep import Case, Lockstep

LOCKSTEP = Lockstep(
    "backgammon",
    Twin,
    [
        Case(2, 12, slow=2000),
        Case(2, 12, {"cube": 1}, slow=500),
        Case(2, 12, {"cube": 6}, slow=500),
    ],
    further=("take",),
)
