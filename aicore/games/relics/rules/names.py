"""Ids and words of relics by number, and rotations of tiles and platforms."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from aicore.core.codes import ids_of
from aicore.games.relics.rules.state import Artifact, Ending, Item, Phase, Tag, Weapon

SIZE = 31  # number of squares along each edge of the board
WAYS = ("n", "e", "s", "w")
AIRLOCKS = ("N", "E", "S", "W")
GALLERY_IDS = tuple(f"g{number}" for number in range(1, 10))
CENTER = "g5"
WALLED = tuple(name for name in GALLERY_IDS if name != CENTER)
TILE_IDS = ("n1", "n2", "e1", "e2", "s1", "s2", "w1", "w2")
PLATFORM_IDS = tuple(f"p{number:02}" for number in range(1, 21))
GUN_IDS = tuple(f"gun{number}" for number in range(1, 13))
TURNS = ("0", "1", "2", "3")
ARTIFACT_IDS = ids_of(Artifact)
ITEM_IDS = ids_of(Item)
WEAPONS = (None, *ids_of(Weapon)[1:])
PHASES = ids_of(Phase, after="_PHASE")
ENDS = (None, *ids_of(Ending, after="_END")[1:])
WORDS = ("", *ids_of(Tag, after="_TAG"))  # words of events


EDGE = 5  # number of squares along each edge of a gallery
STEPS = {"n": (0, -1), "e": (1, 0), "s": (0, 1), "w": (-1, 0)}  # clockwise
QUARTER_AT = {"NW": (0, 0), "NE": (1, 0), "SE": (1, 1), "SW": (0, 1)}  # clockwise
QUARTERS = tuple(QUARTER_AT)
DIRECTIONS = {
    "N": "north", "E": "east", "S": "south", "W": "west",
    "NE": "northeast", "NW": "northwest", "SE": "southeast", "SW": "southwest",
}  # fmt: skip
"""Names of directions, by their letters."""
QUARTERS_OF = {way: {quarter for quarter in QUARTERS if way in quarter} for way in DIRECTIONS}
"""Quarters of a platform that lie in a direction: two on a side, or one."""


def turned(x: int, y: int, turns: int) -> tuple[int, int]:
    """Return the position of a gallery's square after clockwise quarter turns."""
    for _ in range(turns):
        x, y = EDGE - 1 - y, x
    return x, y


def gallery_tile(data: dict[str, Any], tile: str) -> tuple[list[str], list[Any], int]:
    """Return rows, guns (square and direction) and quarter turns of a gallery tile."""
    gallery = data["gallery"]
    if tile in gallery.get("tiles", {}):
        own = gallery["tiles"][tile]
        return own["rows"], own["guns"], 0
    return gallery["north"], gallery["guns"][: int(tile[1])], TILE_IDS.index(tile) // 2


def quarters(data: dict[str, Any], platform: str, turns: int) -> list[str]:
    """Return the quarters of a platform that are floor after some quarter turns."""
    return list(_turned(data["platforms"]["floors"][PLATFORM_IDS.index(platform)], turns))


@lru_cache(1024)
def _turned(floors: str, turns: int) -> tuple[str, ...]:
    return tuple(QUARTERS[(QUARTERS.index(quarter) + turns) % 4] for quarter in floors.split())
