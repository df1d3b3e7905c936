"""How booster is played beside its model."""

from games.booster.twin import Twin
from kit.lockstep import Case, Lockstep

LOCKSTEP = Lockstep(
    "booster",
    Twin,
    [
        Case(2, 8, slow=1_800),
        Case(3, 8, {"target": 15}, slow=1_800),
        Case(6, 8, {"max_turns": 60}, slow=1_800),
    ],
)
