"""How relics is played beside its model."""

from games.relics.twin import Twin
from games.relics.twin.scenes import choose, scatter
from kit.lockstep import Case, Lockstep

LOCKSTEP = Lockstep(
    "relics",
    Twin,
    [Case(2, 50, longer=666), Case(3, 50, {"rounds": 7}, longer=666), Case(4, 50, longer=666)],
    choose=choose,
    scene=scatter,
)
