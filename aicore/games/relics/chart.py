"""A position's board in plain Python, for drawing it and for talking with a person about it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from aicore.games.relics.text import GALLERIES, PLATFORMS, SIZE, TILES

Square = tuple[int, int]  # column, row; from the top left

STEPS = {"n": (0, -1), "e": (1, 0), "s": (0, 1), "w": (-1, 0)}  # clockwise
WAYS = "".join(STEPS)
EDGE = 5  # of a gallery
QUARTERS = ("NW", "NE", "SE", "SW")  # clockwise
QUARTER_AT = {"NW": (0, 0), "NE": (1, 0), "SE": (1, 1), "SW": (0, 1)}
AIRLOCK_AT = {(15, -1): "N", (SIZE, 15): "E", (15, SIZE): "S", (-1, 15): "W"}
CENTRE = "g5"


def spell(square: Square) -> str:
    """A square as actions write it, or the name of an airlock."""
    return AIRLOCK_AT.get(square) or f"{square[0]},{square[1]}"


def read(text: str) -> Square:
    """The square that a well-formed action names."""
    x, y = text.split(",")
    return int(x), int(y)


def turned(x: int, y: int, turns: int) -> Square:
    """Where a square of a gallery comes to lie by clockwise quarter turns."""
    for _ in range(turns):
        x, y = EDGE - 1 - y, x
    return x, y


class Chart:
    """What lies where, from a position's fields.

    Attributes:
        tile: covered square -> id of its gallery or platform.
        floor, wall: the covered squares by kind.
        guns: number of a working gun -> its square and direction.
        large: gallery -> its large square.
        pieces: seat -> square, for those inside.
    """

    def __init__(self, fields: dict[str, Any], data: dict[str, Any]) -> None:
        self.fields, self.data = fields, data
        self.tile: dict[Square, str] = {}
        self.floor: set[Square] = set()
        self.guns: dict[int, tuple[Square, str]] = {}
        self.large: dict[str, Square] = {}
        self._lay_galleries()
        for platform, (x, y, turns) in fields["platforms"].items():
            self.tile |= dict.fromkeys(self.four_squares(x, y), platform)
            self.floor |= self.platform_floor(platform, x, y, turns)
        self.wall = set(self.tile) - self.floor
        self.doorways = [(x, y) for x, y in fields["doorways"]]
        self.pieces = {
            seat: (square[0], square[1])
            for seat, square in enumerate(fields["pos"])
            if square is not None
        }

    def _lay_galleries(self) -> None:
        number = 0
        for gallery, (left, top) in zip(GALLERIES, self.data["board"]["galleries"], strict=True):
            tile = self.fields["galleries"].get(gallery)
            if tile is None and gallery != CENTRE:
                continue
            self.large[gallery] = (left + 2, top + 2)
            for x in range(EDGE):
                for y in range(EDGE):
                    self.tile[left + x, top + y] = gallery
            if tile is None:
                self.floor |= {square for square, owner in self.tile.items() if owner == CENTRE}
                continue
            rows, guns, turns = gallery_tile(self.data, tile)
            for y, row in enumerate(rows):
                for x, kind in enumerate(row):
                    dx, dy = turned(x, y, turns)
                    if kind == ".":
                        self.floor.add((left + dx, top + dy))
            for x, y, way in guns:
                number += 1
                if number in self.fields["guns"]:
                    dx, dy = turned(x, y, turns)
                    direction = WAYS[(WAYS.index(way) + turns) % 4]
                    self.guns[number] = ((left + dx, top + dy), direction)

    # Platforms

    def four_squares(self, x: int, y: int) -> list[Square]:
        """What a platform with this top left corner lies on."""
        return [(x + dx, y + dy) for dx, dy in QUARTER_AT.values()]

    def quarters(self, platform: str, turns: int) -> list[str]:
        """The quarters of a platform that are floor after so many quarter turns."""
        drawn = self.data["platforms"]["floors"][PLATFORMS.index(platform)].split()
        return [QUARTERS[(QUARTERS.index(quarter) + turns) % 4] for quarter in drawn]

    def platform_floor(self, platform: str, x: int, y: int, turns: int) -> set[Square]:
        """The floor squares of a platform that lies like this."""
        at = [QUARTER_AT[quarter] for quarter in self.quarters(platform, turns)]
        return {(x + dx, y + dy) for dx, dy in at}

    def number(self, platform: str) -> int:
        """The n of a #n: its floor squares, and what it costs to move it."""
        return len(self.quarters(platform, 0))

    def stood_on(self, platform: str) -> list[int]:
        """The seats whose pieces stand on a platform."""
        return [seat for seat, at in self.pieces.items() if self.tile.get(at) == platform]

    def blocked(self, platform: str | None, x: int, y: int) -> Square | None:
        """The first square that keeps a platform from lying there, its own count as free."""
        for square in self.four_squares(x, y):
            off = not (0 <= square[0] < SIZE and 0 <= square[1] < SIZE)
            if off or self.tile.get(square, platform) != platform:
                return square
        return None

    def room(self) -> bool:
        """Whether one more platform could be laid somewhere."""
        places = [(x, y) for x in range(SIZE - 1) for y in range(SIZE - 1)]
        return any(self.blocked(None, x, y) is None for x, y in places)

    # Ways and lines

    def step(self, square: Square, way: str) -> Square | None:
        """Where a move leads, through a doorway if there is one; None if nowhere."""
        ahead = self.ahead(square, way)
        if ahead in self.doorways:
            return self.doorways[1 - self.doorways.index(ahead)]
        return ahead if ahead in self.floor or ahead in AIRLOCK_AT else None

    def ahead(self, square: Square, way: str) -> Square:
        """The next square in a direction, whatever it is."""
        return square[0] + STEPS[way][0], square[1] + STEPS[way][1]

    def flight(self, square: Square, way: Square, most: int = SIZE) -> Iterator[Square]:
        """The squares on a straight line before the first wall or the edge."""
        for far in range(1, most + 1):
            ahead = (square[0] + far * way[0], square[1] + far * way[1])
            if ahead in self.wall or not (0 <= ahead[0] < SIZE and 0 <= ahead[1] < SIZE):
                return
            yield ahead

    def line(self, gun: int) -> list[Square]:
        """The squares that a working gun covers."""
        square, way = self.guns[gun]
        return list(self.flight(square, STEPS[way]))

    def covering(self, *squares: Square) -> list[int]:
        """The working guns that cover one of these squares."""
        return [gun for gun in self.guns if not set(self.line(gun)).isdisjoint(squares)]

    def sites(self, tile: str) -> set[Square]:
        """Where a tile could have a doorway: its walls next to its own floor."""
        if tile == CENTRE:
            return set()
        own = {square for square, owner in self.tile.items() if owner == tile}
        near = {self.ahead(square, way) for square in own & self.floor for way in STEPS}
        return own & self.wall & near


def gallery_tile(data: dict[str, Any], tile: str) -> tuple[list[str], list[Any], int]:
    """Rows, guns (square and direction) and quarter turns of a gallery tile, as the data say."""
    gallery = data["gallery"]
    if tile in gallery.get("tiles", {}):
        own = gallery["tiles"][tile]
        return own["rows"], own["guns"], 0
    return gallery["north"], gallery["guns"][: int(tile[1])], TILES.index(tile) // 2
