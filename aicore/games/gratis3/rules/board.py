"""Board: Locations in a row, Spaces around them, and lines between Spaces.

data.toml describes the reconstructed board by the lines of one gap between Locations, for any
number of Locations. A user's map file lists Spaces, lines and the Spaces beside each Location.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from aicore.core.data_checks import bounded_int, items, need, number, table
from aicore.core.errors import DataError, short

if TYPE_CHECKING:
    from aicore.core.game import Game

MAX_LOCATIONS = 12
MAX_SPACES = 64
MAX_LINES = 8  # maximum number of lines that meet in one Space
MAX_BESIDE = 4  # maximum number of Spaces beside one Location
MAX_WORTH = 1_000_000
GROUPS = "UDSPQ"  # letters of the reconstruction's Spaces, in map order
KINDS = ("fighter", "bomber")
"""Kinds of RAVs, by number."""
SYSTEMS = ("nav", "ravs", "defense", "weapons")  # in order of their numbers on the damage dice
IDS = {
    "cards": [
        "launch-move",
        "move-launch",
        "shields-guns",
        "short-range",
        "missile",
        "override",
    ],
    "systems": list(SYSTEMS),
}
WORTHS = (
    "move", "shield", "system", "fighter", "bomber", "kills", "knock", "noise", "temperature",
)  # fmt: skip
HEIGHTS = {"P": 2, "U": 1, "D": -1, "Q": -2}
NAME = re.compile("[A-Za-z][A-Za-z0-9]{0,3}")


@dataclass(frozen=True)
class Board:
    """Locations, Spaces and lines of a board.

    Args:
        locations: number of the last Location, which is at the planet; 0 is the Gate.
        places: column and row of each Space in drawings, in map order. The column counts Locations
            from the Gate. Rows 1 and 2 are above the Carriers, rows -1 and -2 below.
        lines: pairs of Spaces.
        green: Spaces beside each Location; the first entry, for the Gate, is empty.
    """

    locations: int
    places: Mapping[str, tuple[float, int]]
    lines: tuple[tuple[str, str], ...]
    green: tuple[tuple[str, ...], ...]

    @cached_property
    def key(self) -> tuple[object, ...]:
        """Everything that a drawing of the board depends on."""
        return tuple(self.places.items()), self.lines, self.green

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Spaces in map order."""
        return tuple(self.places)

    @cached_property
    def near(self) -> dict[str, tuple[str, ...]]:
        """Neighbors of each Space, in map order."""
        found: dict[str, set[str]] = {name: set() for name in self.names}
        for one, other in self.lines:
            found[one].add(other)
            found[other].add(one)
        return {name: self.in_order(found[name]) for name in self.names}

    def in_order(self, spaces: set[str]) -> tuple[str, ...]:
        """Return Spaces in map order."""
        return tuple(name for name in self.names if name in spaces)


def board_of(game: Game) -> Board:
    """Return the board of a game."""
    board: Board = game.board  # type: ignore[attr-defined]
    return board


def make_board(tables: Mapping[str, Any], locations: int) -> Board:
    """Return the board that the table ``map`` describes. Raises DataError.

    Args:
        tables: content of the table.
        locations: number of Locations of the reconstruction; a map file has its own number.
    """
    table(tables, "map")
    if "spaces" in tables or "locations" in tables:
        board = _read(tables)
    else:
        board = _reconstruct(locations, tables)
    for name, near in board.near.items():
        need(0 < len(near) <= MAX_LINES, f"map.lines: {len(near)} lines meet in {name}, "
             f"but there must be 1 to {MAX_LINES}")  # fmt: skip
    return board


def _reconstruct(locations: int, tables: Mapping[str, Any]) -> Board:
    """Return the board built from the lines of one gap."""
    table(tables, "map", (), ("lines",))
    names = [f"{group}{i}" for group in GROUPS for i in range(1, locations + (group in "UD"))]
    lines = []
    for gap in range(1, locations):
        above = gap % 2 == 1
        letters = {"X": "UD"[not above], "Y": "UD"[above], "O": "PQ"[not above]}
        for line in _words(tables.get("lines"), "map.lines"):
            ends = []
            for word in line.split():
                if not re.fullmatch("[XYOUDSPQ][+-]?", word):
                    raise DataError(
                        f"map.lines: {short(repr(word))} in {short(repr(line))}: "
                        "it must be one of X, Y, O, U, D, S, P, Q, with + or - for another gap"
                    )
                shift = {"+": 1, "-": -1}.get(word[1:], 0)
                ends.append(f"{letters.get(word[0], word[0])}{gap + shift}")
            if len(ends) != 2:
                raise DataError(f"map.lines: {short(repr(line))}: a line needs two ends")
            if set(ends) <= set(names):
                lines.append((ends[0], ends[1]))
    places = {}
    for name in names:
        i = int(name[1:])
        if name[0] == "S":
            places[name] = (i + 0.5, HEIGHTS["UD"[i % 2 == 0]])
        else:
            places[name] = (i + 0.5 * (name[0] in "PQ"), HEIGHTS[name[0]])
    green = [()] + [
        tuple(name for name in (f"U{i}", f"D{i}", f"S{i - 1}", f"S{i}") if name in places)
        for i in range(1, locations + 1)
    ]
    return Board(locations, places, tuple(sorted(set(lines))), tuple(green))


def _read(tables: Mapping[str, Any]) -> Board:
    """Return the board that a map file describes in full."""
    table(tables, "map", (), ("locations", "spaces", "lines", "green"))
    locations = bounded_int(tables.get("locations"), "map.locations", 2, MAX_LOCATIONS)
    spaces = tables.get("spaces")
    need(isinstance(spaces, dict) and 0 < len(spaces) <= MAX_SPACES,
         f"map.spaces: it must have 1 to {MAX_SPACES} Spaces, NAME = [column, row]")  # fmt: skip
    assert isinstance(spaces, dict)
    places = {}
    for name, place in spaces.items():
        key = f"map.spaces.{short(name)}"
        need(
            NAME.fullmatch(name), f"{key}: a name is a letter, then up to three letters and digits"
        )
        need(isinstance(place, list) and len(place) == 2, f"{key}: it must be [column, row]")
        column, row = place
        need(type(column) in (int, float) and column * 2 in range(2, 2 * locations + 1),
             f"{key}: column {short(column)} must be 1 to {locations}, in halves")  # fmt: skip
        fits = type(row) is int and row in (2, 1, -1, -2)
        need(fits, f"{key}: row {short(row)} must be 2, 1, -1 or -2")
        places[name] = (float(column), int(row))
        taken = [other for other, at in places.items() if other != name and at == places[name]]
        need(not taken, f"{key}: it is drawn where {''.join(taken[:1])} is")
    lines = set()
    for line in _words(tables.get("lines"), "map.lines"):
        ends, key = line.split(), f"map.lines: {short(repr(line))}"
        need(len(ends) == 2 and ends[0] != ends[1], f"{key}: a line needs two different Spaces")
        for end in ends:
            need(end in places, f"{key}: there is no Space {short(end)}")
        lines.add((min(ends), max(ends)))
    green = _green(tables.get("green"), locations, places)
    return Board(locations, places, tuple(sorted(lines)), green)


def _green(
    given: object, locations: int, places: Mapping[str, tuple[float, int]]
) -> tuple[tuple[str, ...], ...]:
    """Return the Spaces beside each Location."""
    need(isinstance(given, dict), "map.green: it must be a table, LOCATION = [Spaces beside it]")
    assert isinstance(given, dict)
    for key in given:
        need(key in map(str, range(1, locations + 1)),
             f"map.green.{short(key)}: Locations are 1 to {locations}")  # fmt: skip
    green: list[tuple[str, ...]] = [()]
    for i in range(1, locations + 1):
        key = f"map.green.{i}"
        beside = _words(given.get(str(i)), key)
        need(1 <= len(set(beside)) == len(beside) <= MAX_BESIDE,
             f"{key}: it needs 1 to {MAX_BESIDE} different Spaces")  # fmt: skip
        for name in beside:
            need(name in places, f"{key}: there is no Space {short(name)}")
            far = next((j for j in range(1, i - 1) if name in green[j]), 0)
            need(not far, f"{key}: {name} is beside Location {far}, which is too far away")
        green.append(tuple(name for name in places if name in beside))
    return tuple(green)


def check_tables(data: Mapping[str, Any]) -> None:
    """Check all tables except the map. Raises DataError."""
    for key, ids in IDS.items():
        found = table(data[key], key, (), ("ids", "copies")[: 1 + (key == "cards")])
        need(found.get("ids") == ids, f"{key}.ids: they must be {', '.join(ids)}, in this order")
    copies = items(data["cards"].get("copies"), "cards.copies", len(IDS["cards"]))
    total = sum(bounded_int(size, "cards.copies", 1, 3) for size in copies)
    need(total == 9, f"cards.copies: there are {total} cards, but each seat must have 9")
    ship = table(data["ship"], "ship", (), ("fighters", "bombers", "chips", "shields"))
    bounded_int(ship.get("fighters"), "ship.fighters", 0, 4)
    bounded_int(ship.get("bombers"), "ship.bombers", 0, 2)
    shields = bounded_int(ship.get("shields"), "ship.shields", 0, 4)
    bounded_int(ship.get("chips"), "ship.chips", 4 + shields, 60)
    worth = table(data["worth"], "worth", (), WORTHS)
    for name in WORTHS:
        number(worth.get(name), f"worth.{name}", -MAX_WORTH, MAX_WORTH)
    need(worth["temperature"] > 0, "worth.temperature: it must be greater than 0")


def _words(value: object, key: str) -> list[str]:
    need(isinstance(value, list) and all(isinstance(word, str) for word in value),
         f"{key}: it must be a list of strings")  # fmt: skip
    assert isinstance(value, list)
    return value
