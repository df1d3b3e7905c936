"""C tables of relics: tiles turned in four ways, platforms, cards and figures."""

from aicore.games.relics.rules.state cimport BY_FREEZE, BY_HEAT, BY_SHIELD, ROW, ROWS, Tables

from aicore.core.data_checks import columns
from aicore.games.relics.rules.chart import AIRLOCK_AT
from aicore.games.relics.rules.check import MAX_GUNS, check, most_doorways
from aicore.games.relics.rules.names import (
    EDGE, PLATFORM_IDS, TILE_IDS, WAYS, gallery_tile, quarters, turned,
)

QUARTER_BIT = {"NW": 1, "NE": 2, "SW": 4, "SE": 8}
STOPS = {"shield": BY_SHIELD, "heat-ray": BY_HEAT, "freeze-ray": BY_FREEZE}


cdef int fill_tables(Tables* t, dict data, int seats, int rounds) except -1:
    """Fill the tables from the game's data. Raises DataError if they break an assumption."""
    check(data)
    judgment = data["judgment"]
    t[0] = {
        **data["figures"], **of_galleries(data["board"]),
        **columns([of_tile(*gallery_tile(data, name)) for name in TILE_IDS]),
        "squares": [len(quarters(data, name, 0)) for name in PLATFORM_IDS],
        "floor": [
            [sum([QUARTER_BIT[quarter] for quarter in quarters(data, name, turns)])
             for turns in range(4)] for name in PLATFORM_IDS],
        "lanes": [square_of(*corner) for corner in data["board"]["lanes"]],
        "points": [artifact["points"] for artifact in data["artifacts"]],
        "stopped_by": [sum([STOPS[name] for name in set(artifact["stopped_by"])])
                       for artifact in data["artifacts"]],
        "copies": [item["copies"] for item in data["items"]],
        "charges": [item.get("charges", 0) for item in data["items"]],
        "doorways": most_doorways(data), "rounds": rounds, "seats": seats,
        "detour": judgment["detour"], "armed": judgment["armed"],
        "margin": (judgment["margin_behind"], judgment["margin"]),
        "heart_margin": (judgment["heart_margin_behind"], judgment["heart_margin"]),
    }
    return 0


def square_of(x, y):
    """Return the index of a square in tables of ROWS * ROW squares, which have a margin."""
    return (y + 1) * ROW + x + 1


def of_galleries(board):
    """Return the tables of galleries, named as in `Tables`: squares, tokens, and AP home."""
    at, rows = [0] * (ROWS * ROW), [0] * ROWS
    for gallery, (x, y) in enumerate(board["galleries"], 1):
        for row in range(y, y + EDGE):
            rows[row + 1] |= (1 << EDGE) - 1 << x + 1
            at[square_of(x, row):square_of(x + EDGE, row)] = [gallery] * EDGE
    return {
        "corner": [square_of(*corner) for corner in board["galleries"]],
        "tokens": board["tokens"], "gallery_at": at, "gallery_rows": rows,
        "far_home": [
            6 + 2 * min([abs(x + EDGE // 2 - column) + abs(y + EDGE // 2 - row)
                         for column, row in AIRLOCK_AT]) for x, y in board["galleries"]],
    }


def of_tile(rows, guns, turns):
    """Return a gallery tile's floor and guns, by name, after clockwise quarter turns."""
    floor, offsets, ways = [0] * EDGE, [0] * MAX_GUNS, [0] * MAX_GUNS
    for y, row in enumerate(rows):
        for x, kind in enumerate(row):
            column, turned_row = turned(x, y, turns)
            floor[turned_row] |= (kind == ".") << column
    for i, (x, y, way) in enumerate(guns):
        column, turned_row = turned(x, y, turns)
        offsets[i], ways[i] = turned_row * ROW + column, (WAYS.index(way) + turns) % 4
    return {"tile_floor": floor, "tile_guns": len(guns), "gun_offset": offsets, "gun_way": ways}
