"""Lockstep settings for relics and its model."""

from games.relics.twin import Twin
from games.relics.twin.scenes import choose, scatter
from kit.lockstep import Case, Lockstep

LOCKSTEP = Lockstep(
    "relics",
    Twin,
    [Case(2, 5, slow=33_333), Case(3, 5, {"rounds": 7}, slow=33_333), Case(4, 5, slow=33_333)],
    choose=choose,
    scene=scatter,
)
