"""What the data file draws: gallery tiles and platforms, and how they are turned."""

from __future__ import annotations

from typing import Any

from aicore.games.relics.rules.names import PLATFORM_IDS, TILE_IDS

EDGE = 5  # of a gallery
STEPS = {"n": (0, -1), "e": (1, 0), "s": (0, 1), "w": (-1, 0)}  # clockwise
QUARTER_AT = {"NW": (0, 0), "NE": (1, 0), "SE": (1, 1), "SW": (0, 1)}  # clockwise
QUARTERS = tuple(QUARTER_AT)


def turned(x: int, y: int, turns: int) -> tuple[int, int]:
    """Where a square of a gallery comes to lie by clockwise quarter turns."""
    for _ in range(turns):
        x, y = EDGE - 1 - y, x
    return x, y


def gallery_tile(data: dict[str, Any], tile: str) -> tuple[list[str], list[Any], int]:
    """Rows, guns (square and direction) and quarter turns of a gallery tile, as the data say."""
    gallery = data["gallery"]
    if tile in gallery.get("tiles", {}):
        own = gallery["tiles"][tile]
        return own["rows"], own["guns"], 0
    return gallery["north"], gallery["guns"][: int(tile[1])], TILE_IDS.index(tile) // 2


def quarters(data: dict[str, Any], platform: str, turns: int) -> list[str]:
    """The quarters of a platform that are floor after so many quarter turns."""
    drawn = data["platforms"]["floors"][PLATFORM_IDS.index(platform)].split()
    return [QUARTERS[(QUARTERS.index(quarter) + turns) % 4] for quarter in drawn]
