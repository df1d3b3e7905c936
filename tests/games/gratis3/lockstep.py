"""Lockstep settings for gratis3 and its model."""

from games.gratis3.twin import Twin
from kit.lockstep import Case, Lockstep

LOCKSTEP = Lockstep(
    "gratis3",
    Twin,
    [
        Case(2, 2, slow=10_000),
        Case(3, 4, {"locations": 5, "black_chips": 12}, slow=40_000),
        Case(4, 2, {"locations": 7, "destroyed_ravs": "removed"}, slow=10_000),
        Case(2, 5, {"locations": 2, "max_turns": 20}, slow=40_000),
    ],
    further=("launch ", "attack ", "hit ", "fire", "nuke", "emp", "evade", "knock", "override"),
)
