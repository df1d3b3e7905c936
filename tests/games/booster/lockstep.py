"""How booster is played beside its model."""

from games.booster.twin import Twin
from kit.lockstep import Case, Lockstep

LOCKSTEP = Lockstep(
    "booster",
    Twin,
    [Case(2, 30), Case(3, 30, {"target": 15}), Case(6, 30, {"max_turns": 60})],
)
