"""Checks of the data file: whatever the code relies on, each with the key that is wrong."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from aicore.core import schema
from aicore.core.errors import DataError, short
from aicore.core.registry import info
from aicore.games.relics.rules.names import (
    ARTIFACT_IDS,
    CENTER,
    EDGE,
    GALLERY_IDS,
    GUN_IDS,
    ITEM_IDS,
    PLATFORM_IDS,
    QUARTERS,
    SIZE,
    STEPS,
    TILE_IDS,
    WAYS,
    gallery_tile,
    turned,
)

LANES = 16
MIDDLE = EDGE // 2
MAX_GUNS = 4  # on one gallery
MAX_WEIGHT = 10_000
CHARGED = ("grapple-gun", "foam-gun", "heat-ray", "freeze-ray")
STOPPERS = ("shield", "heat-ray", "freeze-ray")
RANGES = {  # of figures; the others may be 1 to 20
    "first_ap": (12, 20),  # twelve rounds
    "rocket_reach": (1, 6),  # the space for actions
    "grapple_reach": (2, 5),
    "weapon_copies": (2, 20),  # four seats
    "heart_points": (0, 99),
}


def check(data: dict[str, Any]) -> None:
    """Raises DataError where the data are not what the code relies on."""
    own = info("relics").data
    for name, table in own.items():
        if isinstance(table, dict):
            _table(data[name], name)
    for name in ("figures", "board", "platforms"):
        _keys(data[name], name, tuple(own[name]))
    for name, value in data["figures"].items():
        _whole(value, f"figures.{name}", *RANGES.get(name, (1, 20)))
    _check_judgment(data["judgment"], own["judgment"])
    _check_board(data["board"])
    _check_gallery(data)
    _check_platforms(data["platforms"]["floors"])
    _check_artifacts(data["artifacts"])
    _check_items(data["items"], data["board"]["tokens"])


# Parts of the data


def _check_judgment(judgment: dict[str, Any], own: dict[str, Any]) -> None:
    """Numbers, and lists of as many numbers as the game's own."""
    _keys(judgment, "judgment", tuple(own))
    for name, value in judgment.items():
        numbers = [value]
        if isinstance(own[name], list):
            _list(value, len(own[name]), f"judgment.{name}")
            numbers = value
        for each in numbers:
            schema.number(each, f"judgment.{name}", -MAX_WEIGHT, MAX_WEIGHT, DataError)


def _check_board(board: dict[str, Any]) -> None:
    """Galleries and lanes on squares of their own, tokens on galleries."""
    _list(board["galleries"], len(GALLERY_IDS), "board.galleries")
    _list(board["tokens"], len(GALLERY_IDS), "board.tokens")
    _list(board["lanes"], LANES, "board.lanes")
    covered: dict[tuple[int, int], str] = {}
    named = [(f"board.galleries.{name}", name, EDGE) for name in GALLERY_IDS]
    named += [(f"board.lanes[{number}]", f"lane {number}", 2) for number in range(LANES)]
    for (key, name, size), corner in zip(
        named, [*board["galleries"], *board["lanes"]], strict=True
    ):
        _list(corner, 2, key)
        x, y = (_whole(value, key, 0, SIZE - size) for value in corner)
        for square in ((x + dx, y + dy) for dy in range(size) for dx in range(size)):
            if square in covered:
                place = f"{square[0]},{square[1]}"
                raise DataError(f"{key}: it lies on {covered[square]} at {place}")
            covered[square] = name
    for name, number in zip(GALLERY_IDS, board["tokens"], strict=True):
        _whole(number, f"board.tokens.{name}", 0, 9)
    middle = board["tokens"][GALLERY_IDS.index(CENTER)]
    _require(middle == 0, f"board.tokens.{CENTER}", middle, "0, the Heart lies there")


def _check_gallery(data: dict[str, Any]) -> None:
    """Eight tiles: turned from the one of the north, or drawn one by one."""
    gallery = data["gallery"]
    _keys(gallery, "gallery", (), ("north", "guns", "tiles"))
    tiles = _table(gallery.get("tiles", {}), "gallery.tiles")
    for tile in tiles:
        _require(
            tile in TILE_IDS,
            f"gallery.tiles.{short(tile)}",
            tile,
            f"a tile of {', '.join(TILE_IDS)}",
        )
        key = f"gallery.tiles.{tile}"
        _keys(_table(tiles[tile], key), key, ("rows", "guns"))
        _check_rows(tiles[tile]["rows"], f"{key}.rows")
        _check_guns(tiles[tile]["guns"], tiles[tile]["rows"], f"{key}.guns")
    if set(tiles) != set(TILE_IDS):
        for name in ("north", "guns"):
            _require(name in gallery, f"gallery.{name}", None, "the tile that others turn")
        _check_rows(gallery["north"], "gallery.north")
        _check_guns(gallery["guns"], gallery["north"], "gallery.guns")
        _list(gallery["guns"], 2, "gallery.guns")
    guns = sum(len(gallery_tile(data, tile)[1]) for tile in TILE_IDS)
    _require(
        guns <= len(GUN_IDS), "gallery", f"{guns} guns on all tiles", f"{len(GUN_IDS)} at most"
    )


def _check_rows(rows: Any, key: str) -> None:
    _list(rows, EDGE, key)
    for number, row in enumerate(rows):
        drawn = isinstance(row, str) and len(row) == EDGE and set(row) <= set("#.")
        _require(drawn, f"{key}[{number}]", row, "five squares, `#` wall or `.` floor")
    large = rows[MIDDLE][MIDDLE]
    _require(large == ".", f"{key}[{MIDDLE}]", large, "`.` in its middle, the large square")


def _check_guns(guns: Any, rows: list[str], key: str) -> None:
    _require(isinstance(guns, list), key, guns, "a list of guns")
    _require(len(guns) <= MAX_GUNS, key, f"{len(guns)} guns", f"{MAX_GUNS} at most")
    seen = []
    for number, gun in enumerate(guns):
        name = f"{key}[{number}]"
        _list(gun, 3, name)
        x, y = (_whole(value, name, 0, EDGE - 1) for value in gun[:2])
        _require(gun[2] in (*STEPS,), name, gun[2], "a way, n e s or w")
        _require(rows[y][x] == "#", name, f"{x},{y} is floor", "a wall square")
        _require((x, y) not in seen, name, f"a second gun in {x},{y}", "a square of its own")
        seen.append((x, y))
        ahead = (x + STEPS[gun[2]][0], y + STEPS[gun[2]][1])
        inside = 0 <= ahead[0] < EDGE and 0 <= ahead[1] < EDGE
        blocked = inside and rows[ahead[1]][ahead[0]] == "#"
        _require(not blocked, name, f"{gun[2]} from {x},{y} is wall", "a way out of the wall")


def _check_platforms(floors: Any) -> None:
    _list(floors, len(PLATFORM_IDS), "platforms.floors")
    for name, floor in zip(PLATFORM_IDS, floors, strict=True):
        key = f"platforms.floors.{name}"
        _require(isinstance(floor, str), key, floor, f"quarters of {' '.join(QUARTERS)}")
        quarters = floor.split()
        for quarter in quarters:
            _require(quarter in QUARTERS, key, quarter, f"quarters of {' '.join(QUARTERS)}")
        _require(len(set(quarters)) == len(quarters), key, floor, "each quarter once")
        _require(1 <= len(quarters) <= 3, key, f"{len(quarters)} floor squares", "1 to 3")


def _check_artifacts(artifacts: Any) -> None:
    for key, entry in _entries(artifacts, ARTIFACT_IDS, "artifacts"):
        _keys(entry, key, ("id", "points", "stopped_by"))
        _whole(entry["points"], f"{key}.points", 0, 99)
        stopped_by = entry["stopped_by"]
        _require(isinstance(stopped_by, list), f"{key}.stopped_by", stopped_by, "a list")
        for name in stopped_by:
            _require(name in STOPPERS, f"{key}.stopped_by", name, f"of {', '.join(STOPPERS)}")


def _check_items(items: Any, tokens: list[int]) -> None:
    total = 0
    for key, entry in _entries(items, ITEM_IDS, "items"):
        charged = entry.get("id") in CHARGED
        _keys(entry, key, ("id", "copies", *(("charges",) if charged else ())))
        single = charged or entry["id"] == "doorway"
        total += _whole(entry["copies"], f"{key}.copies", 0, 1 if single else 9)
        if charged:
            _whole(entry["charges"], f"{key}.charges", 1, 9)
    lying = sum(tokens)
    _require(total >= lying, "items", f"{total} copies", f"one for each of {lying} tokens")


def _entries(entries: Any, ids: tuple[str, ...], key: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """The tables of a list, which name the ids in their order."""
    _list(entries, len(ids), key)
    for number, (entry, name) in enumerate(zip(entries, ids, strict=True)):
        found = _table(entry, f"{key}[{number}]").get("id")
        _require(found == name, f"{key}[{number}].id", found, name)
        yield f"{key}.{name}", entry


# Values


def _require(condition: bool, key: str, found: object, wanted: str) -> None:
    if not condition:
        shown = "missing" if found is None else short(found)
        raise DataError(f"{key}: {shown}, it takes {wanted}")


def _table(value: Any, key: str) -> dict[str, Any]:
    _require(isinstance(value, dict), key, value, "a table")
    return dict(value)


def _keys(
    table: dict[str, Any], key: str, needed: tuple[str, ...], known: tuple[str, ...] = ()
) -> None:
    for name in needed:
        if name not in table:
            raise DataError(f"{key}.{name}: missing")
    for name in table:
        if name not in (*needed, *known):
            listed = ", ".join((*needed, *known))
            raise DataError(f"{key}.{short(name)}: no such key; there are {listed}")


def _list(value: Any, length: int, key: str) -> None:
    _require(isinstance(value, list), key, value, f"a list of {length}")
    _require(len(value) == length, key, f"{len(value)} entries", str(length))


_whole = partial(schema.whole, error=DataError)


# Bounds


def most_doorways(data: dict[str, Any]) -> int:
    """A bound on the ways to use a doorway: pairs of walls next to floor on two tiles."""
    walled = [
        _sites(rows, turns) for rows, _, turns in (gallery_tile(data, tile) for tile in TILE_IDS)
    ]
    loose = [4 - len(floor.split()) for floor in data["platforms"]["floors"]]
    tiles = [*walled, *(min(walls, 2) for walls in loose)]
    return max(own * (sum(tiles) - own) for own in tiles)


def _sites(rows: list[str], turns: int) -> int:
    """The walls of a gallery tile that are next to its floor."""
    squares = {turned(x, y, turns): rows[y][x] for x in range(EDGE) for y in range(EDGE)}
    return sum(
        kind == "#"
        and any(squares.get((x + dx, y + dy)) == "." for dx, dy in (STEPS[way] for way in WAYS))
        for (x, y), kind in squares.items()
    )
