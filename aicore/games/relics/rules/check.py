"""Checks that the data file meets the code's assumptions; errors name the key that is wrong."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from aicore.core.data_checks import bounded_int, expect, items, need, number, table
from aicore.core.errors import short
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
MAX_GUNS = 4  # maximum number on one gallery
MAX_WEIGHT = 10_000
CHARGED = ("grapple-gun", "foam-gun", "heat-ray", "freeze-ray")
STOPPERS = ("shield", "heat-ray", "freeze-ray")
RANGES = {  # ranges of figures; all others may be 1 to 20
    "first_ap": (12, 20),  # enough for twelve rounds
    "rocket_reach": (1, 6),  # the list of actions has no room for more
    "grapple_reach": (2, 5),
    "weapon_copies": (2, 20),  # enough for four seats
    "heart_points": (0, 99),
}


def check(data: dict[str, Any]) -> None:
    """Check the data. Raises DataError if they break an assumption of the code."""
    own = info("relics").data
    for name, entry in own.items():
        if isinstance(entry, dict):
            closed = name in ("figures", "judgment", "board", "platforms")
            table(data[name], name, entry if closed else None)
    for name, value in data["figures"].items():
        bounded_int(value, f"figures.{name}", *RANGES.get(name, (1, 20)))
    for name, value in data["judgment"].items():
        key, model = f"judgment.{name}", own["judgment"][name]
        for each in items(value, key, len(model)) if isinstance(model, list) else [value]:
            number(each, key, -MAX_WEIGHT, MAX_WEIGHT)
    _check_board(data["board"])
    _check_gallery(data)
    _check_platforms(data["platforms"]["floors"])
    _check_artifacts(data["artifacts"])
    _check_items(data["items"], data["board"]["tokens"])


def _check_board(board: dict[str, Any]) -> None:
    """Check that galleries and lanes share no squares, and that tokens lie on galleries."""
    corners = items(board["galleries"], "board.galleries", len(GALLERY_IDS))
    tokens = items(board["tokens"], "board.tokens", len(GALLERY_IDS))
    corners += items(board["lanes"], "board.lanes", LANES)
    covered: dict[tuple[int, int], str] = {}
    named = [(f"board.galleries.{name}", name, EDGE) for name in GALLERY_IDS]
    named += [(f"board.lanes[{lane}]", f"lane {lane}", 2) for lane in range(LANES)]
    for (key, name, size), corner in zip(named, corners, strict=True):
        x, y = (bounded_int(value, key, 0, SIZE - size) for value in items(corner, key, 2))
        for square in ((x + dx, y + dy) for dy in range(size) for dx in range(size)):
            place = f"{square[0]},{square[1]}"
            need(square not in covered, f"{key}: it lies on {covered.get(square)} at {place}")
            covered[square] = name
    for name, lying in zip(GALLERY_IDS, tokens, strict=True):
        bounded_int(lying, f"board.tokens.{name}", 0, 9)
    middle = tokens[GALLERY_IDS.index(CENTER)]
    expect(middle == 0, f"board.tokens.{CENTER}", middle, "0, since the Heart lies there")


def _check_gallery(data: dict[str, Any]) -> None:
    """Check the eight tiles: turned from the northern one, or drawn one by one."""
    gallery = table(data["gallery"], "gallery", (), ("north", "guns", "tiles"))
    tiles = table(gallery.get("tiles", {}), "gallery.tiles")
    for name, tile in tiles.items():
        key = f"gallery.tiles.{short(name)}"
        expect(name in TILE_IDS, key, name, f"one of {', '.join(TILE_IDS)}")
        table(tile, key, ("rows", "guns"))
        _check_rows(tile["rows"], f"{key}.rows")
        _check_guns(tile["guns"], tile["rows"], f"{key}.guns")
    if set(tiles) != set(TILE_IDS):
        for name in ("north", "guns"):
            wanted = "a value, unless gallery.tiles lists all tiles"
            expect(name in gallery, f"gallery.{name}", None, wanted)
        _check_rows(gallery["north"], "gallery.north")
        _check_guns(gallery["guns"], gallery["north"], "gallery.guns")
        items(gallery["guns"], "gallery.guns", 2)
    guns, most = sum(len(gallery_tile(data, tile)[1]) for tile in TILE_IDS), len(GUN_IDS)
    expect(guns <= most, "gallery", f"{guns} guns on all tiles", f"{most} at most")


def _check_rows(rows: Any, key: str) -> None:
    items(rows, key, EDGE)
    for place, row in enumerate(rows):
        drawn = isinstance(row, str) and len(row) == EDGE and set(row) <= set("#.")
        expect(drawn, f"{key}[{place}]", row, "five squares, `#` wall or `.` floor")
    large = rows[MIDDLE][MIDDLE]
    expect(large == ".", f"{key}[{MIDDLE}]", large, "`.` in its middle, the large square")


def _check_guns(guns: Any, rows: list[str], key: str) -> None:
    expect(isinstance(guns, list), key, guns, "a list of guns")
    expect(len(guns) <= MAX_GUNS, key, f"{len(guns)} guns", f"{MAX_GUNS} at most")
    seen = []
    for place, gun in enumerate(guns):
        name = f"{key}[{place}]"
        *corner, way = items(gun, name, 3)
        x, y = (bounded_int(value, name, 0, EDGE - 1) for value in corner)
        expect(way in (*STEPS,), name, way, "a direction: n, e, s or w")
        expect(rows[y][x] == "#", name, f"{x},{y} is floor", "a wall square")
        expect((x, y) not in seen, name, f"a second gun in {x},{y}", "a square of its own")
        seen.append((x, y))
        next_x, next_y = x + STEPS[way][0], y + STEPS[way][1]
        blocked = 0 <= next_x < EDGE and 0 <= next_y < EDGE and rows[next_y][next_x] == "#"
        expect(not blocked, name, f"{way} from {x},{y} is wall", "a way out of the wall")


def _check_platforms(floors: Any) -> None:
    wanted = f"quarters of {' '.join(QUARTERS)}"
    listed = items(floors, "platforms.floors", len(PLATFORM_IDS))
    for name, floor in zip(PLATFORM_IDS, listed, strict=True):
        key = f"platforms.floors.{name}"
        expect(isinstance(floor, str), key, floor, wanted)
        quarters = floor.split()
        for quarter in quarters:
            expect(quarter in QUARTERS, key, quarter, wanted)
        expect(len(set(quarters)) == len(quarters), key, floor, "each quarter once")
        expect(1 <= len(quarters) <= 3, key, f"{len(quarters)} floor squares", "1 to 3")


def _check_artifacts(artifacts: Any) -> None:
    for key, entry in _entries(artifacts, ARTIFACT_IDS, "artifacts"):
        table(entry, key, ("id", "points", "stopped_by"))
        bounded_int(entry["points"], f"{key}.points", 0, 99)
        stopped_by = entry["stopped_by"]
        expect(isinstance(stopped_by, list), f"{key}.stopped_by", stopped_by, "a list")
        for name in stopped_by:
            expect(name in STOPPERS, f"{key}.stopped_by", name, f"one of {', '.join(STOPPERS)}")


def _check_items(listed: Any, tokens: list[int]) -> None:
    total = 0
    for key, entry in _entries(listed, ITEM_IDS, "items"):
        charged = entry["id"] in CHARGED
        table(entry, key, ("id", "copies", "charges")[: 2 + charged])
        single = charged or entry["id"] == "doorway"
        total += bounded_int(entry["copies"], f"{key}.copies", 0, 1 if single else 9)
        if charged:
            bounded_int(entry["charges"], f"{key}.charges", 1, 9)
    lying = sum(tokens)
    expect(total >= lying, "items", f"{total} copies", f"one for each of {lying} tokens")


def _entries(entries: Any, ids: tuple[str, ...], key: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the tables of a list with their keys; check that they name the ids in order."""
    for place, (entry, name) in enumerate(zip(items(entries, key, len(ids)), ids, strict=True)):
        found = table(entry, f"{key}[{place}]").get("id")
        expect(found == name, f"{key}[{place}].id", found, name)
        yield f"{key}.{name}", entry


# Bounds


def most_doorways(data: dict[str, Any]) -> int:
    """Return a bound on the number of doorway uses: pairs of walls next to floor on two tiles."""
    walled = [
        _sites(rows, turns) for rows, _, turns in (gallery_tile(data, tile) for tile in TILE_IDS)
    ]
    loose = [4 - len(floor.split()) for floor in data["platforms"]["floors"]]
    tiles = [*walled, *(min(walls, 2) for walls in loose)]
    return max(own * (sum(tiles) - own) for own in tiles)


def _sites(rows: list[str], turns: int) -> int:
    """Return the number of a gallery tile's walls that are next to its floor."""
    squares = {turned(x, y, turns): rows[y][x] for x in range(EDGE) for y in range(EDGE)}
    return sum(
        kind == "#"
        and any(squares.get((x + dx, y + dy)) == "." for dx, dy in (STEPS[way] for way in WAYS))
        for (x, y), kind in squares.items()
    )
