"""How ransom is played beside its model."""

from games.ransom.twin import Twin
from kit.lockstep import Case, Lockstep

LOCKSTEP = Lockstep(
    "ransom",
    Twin,
    [Case(1, 150, {"forced": forced}, longer=222) for forced in ("new", "any", "none")],
    further=("capture", "boost"),
)
