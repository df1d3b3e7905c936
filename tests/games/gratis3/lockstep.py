"""How gratis3 is played beside its model."""

from games.gratis3.twin import Twin
from kit.lockstep import Case, Lockstep

LOCKSTEP = Lockstep(
    "gratis3",
    Twin,
    [
        Case(2, 5, longer=2000),
        Case(3, 20, {"locations": 5, "black_chips": 12}, longer=2000),
        Case(4, 5, {"locations": 7, "destroyed_ravs": "removed"}, longer=2000),
        Case(2, 20, {"locations": 2, "max_turns": 20}, longer=2000),
    ],
    further=("launch ", "attack ", "hit ", "fire", "nuke", "emp", "evade", "knock", "override"),
)
