"""Board of relics: its tiles, walkable squares and gun lines."""

from __future__ import annotations

from collections.abc import Iterator

from .data import (
    AIRLOCKS,
    BENT,
    CENTER,
    CORNERS,
    DIAGONALS,
    DIRECTIONS,
    GALLERY_SIZE,
    GRAPPLE_REACH,
    NORTH_FLOOR,
    NORTH_GUNS,
    PLATFORMS,
    QUARTER_AT,
    QUARTERS,
    ROCKET_REACH,
    SIZE,
    Placement,
    Square,
)

COMPASS = list(DIRECTIONS)
ALL_SQUARES = {(x, y) for x in range(SIZE) for y in range(SIZE)}


def xy(square: Square) -> str:
    """Return a square as actions write it."""
    return f"{square[0]},{square[1]}"


def read(text: str) -> Square:
    """Return the square that an action names."""
    x, y = text.split(",")
    return int(x), int(y)


def neighbors(square: Square) -> list[Square]:
    """Return the squares north, east, south and west of one, on the board or not."""
    return [(square[0] + dx, square[1] + dy) for dx, dy in DIRECTIONS.values()]


def four_squares(x: int, y: int) -> set[Square]:
    """Return the squares under a platform with this top left corner."""
    return {(x + dx, y + dy) for dx, dy in QUARTER_AT.values()}


CORNERED = sorted(  # every top left corner with its four squares
    ((x, y), four_squares(x, y)) for x, y in ALL_SQUARES if x < SIZE - 1 and y < SIZE - 1
)


def platform_floor(platform: str, placement: Placement) -> set[Square]:
    """Return the floor squares of a platform placed like this."""
    x, y, turns = placement
    floor = set()
    for quarter in PLATFORMS[platform]:
        dx, dy = QUARTER_AT[QUARTERS[(QUARTERS.index(quarter) + turns) % 4]]
        floor.add((x + dx, y + dy))
    return floor


def turned(square: Square, corner: Square, size: int, turns: int) -> Square:
    """Return the square to which clockwise quarter turns of its tile move a square."""
    dx, dy = square[0] - corner[0], square[1] - corner[1]
    for _ in range(turns):
        dx, dy = size - 1 - dy, dx
    return corner[0] + dx, corner[1] + dy


def gallery_squares(gallery: str) -> set[Square]:
    """Return all 25 squares of a gallery."""
    left, top = CORNERS[gallery]
    return {(left + x, top + y) for x in range(GALLERY_SIZE) for y in range(GALLERY_SIZE)}


def gallery_floor(gallery: str, tile: str) -> set[Square]:
    """Return the floor squares of a gallery with this tile."""
    left, top = CORNERS[gallery]
    turns = COMPASS.index(tile[0])
    floor = [
        (left + x, top + y)
        for y, row in enumerate(NORTH_FLOOR[tile in BENT])
        for x, kind in enumerate(row)
        if kind == "."
    ]
    return {turned(square, (left, top), GALLERY_SIZE, turns) for square in floor}


def gallery_guns(gallery: str, tile: str) -> list[tuple[Square, str]]:
    """Return square and direction of each gun of a gallery with this tile, in order."""
    left, top = CORNERS[gallery]
    turns = COMPASS.index(tile[0])
    guns = []
    for (x, y), direction in NORTH_GUNS[tile in BENT][: int(tile[1])]:
        square = turned((left + x, top + y), (left, top), GALLERY_SIZE, turns)
        guns.append((square, COMPASS[(COMPASS.index(direction) + turns) % 4]))
    return guns


class Board:
    """Tiles, working guns and doorways.

    `tile`, `floor` and `wall` describe every covered square; they are rebuilt after each change.
    """

    def __init__(self) -> None:
        self.galleries: dict[str, str] = {}  # the eight with walls -> tile
        self.platforms: dict[str, Placement] = {}
        self.guns: dict[int, tuple[Square, str]] = {}  # number -> square, direction
        self.doorways: list[Square] = []  # none or two
        self.tile: dict[Square, str] = {}  # covered square -> gallery or platform
        self.floor: set[Square] = set()
        self.wall: set[Square] = set()
        self._sites: dict[str, list[Square]] | None = None
        self._survey()

    def _survey(self) -> None:
        """Compute the contents of each square."""
        self.tile = dict.fromkeys(gallery_squares(CENTER), CENTER)
        self.floor = gallery_squares(CENTER)
        for gallery, tile in self.galleries.items():
            self.tile |= dict.fromkeys(gallery_squares(gallery), gallery)
            self.floor |= gallery_floor(gallery, tile)
        for platform, (x, y, turns) in self.platforms.items():
            self.tile |= dict.fromkeys(four_squares(x, y), platform)
            self.floor |= platform_floor(platform, (x, y, turns))
        self.wall = set(self.tile) - self.floor
        self._sites = None

    def set_gallery(self, gallery: str, tile: str) -> None:
        """Place a gallery; its guns take the next numbers."""
        self.galleries[gallery] = tile
        for gun in gallery_guns(gallery, tile):
            self.guns[len(self.guns) + 1] = gun
        self._survey()

    def place(self, platform: str, placement: Placement) -> None:
        """Place, move or turn a platform; doorways on it are lost."""
        self._drop_doorways(platform)
        self.platforms[platform] = placement
        self._survey()

    def remove(self, platform: str) -> None:
        """Take a platform off the board; doorways on it are lost."""
        self._drop_doorways(platform)
        del self.platforms[platform]
        self._survey()

    def _drop_doorways(self, platform: str) -> None:
        if any(self.tile[doorway] == platform for doorway in self.doorways):
            self.doorways = []

    def anchors(self, lifted: str) -> list[Square]:
        """Return every top left corner for a lifted platform, whose own squares count as free."""
        taken = {square for square, tile in self.tile.items() if tile != lifted}
        return [corner for corner, squares in CORNERED if taken.isdisjoint(squares)]

    def step(self, square: Square, direction: str) -> Square | None:
        """Return the square that a move leads to, perhaps through a doorway; None if nowhere."""
        dx, dy = DIRECTIONS[direction]
        ahead = (square[0] + dx, square[1] + dy)
        if ahead in self.doorways:
            return self.doorways[1 - self.doorways.index(ahead)]
        return ahead if ahead in self.floor or ahead in AIRLOCKS.values() else None

    def _fly(self, square: Square, way: tuple[int, int], reach: int) -> Iterator[Square]:
        """Yield the squares on a straight line before a wall or the edge."""
        for far in range(1, reach + 1):
            ahead = (square[0] + far * way[0], square[1] + far * way[1])
            if ahead in self.wall or ahead not in ALL_SQUARES:
                return
            yield ahead

    def rocket_landings(self, square: Square) -> list[Square]:
        """Return the floor that a rocketpack reaches."""
        ways = (*DIRECTIONS.values(), *DIAGONALS)
        over = [ahead for way in ways for ahead in self._fly(square, way, ROCKET_REACH)]
        return [ahead for ahead in over if ahead in self.floor]

    def grapple_landings(self, square: Square) -> list[Square]:
        """Return the floor that a grapple gun reaches, over one square or two."""
        ways = DIRECTIONS.values()
        over = [ahead for way in ways for ahead in [*self._fly(square, way, GRAPPLE_REACH)][1:]]
        return [ahead for ahead in over if ahead in self.floor]

    def line(self, gun: int) -> set[Square]:
        """Return the squares that a gun covers."""
        square, direction = self.guns[gun]
        return set(self._fly(square, DIRECTIONS[direction], SIZE))

    def guns_at(self, *squares: Square) -> list[int]:
        """Return the numbers of the guns that cover one of these squares."""
        return [gun for gun in self.guns if not self.line(gun).isdisjoint(squares)]

    def doorway_sites(self) -> dict[str, list[Square]]:
        """Return the wall squares next to floor of their own tile, by tile."""
        if self._sites is None:
            self._sites = {tile: [] for tile in [*self.galleries, *self.platforms]}
            for square in sorted(self.wall):
                tile = self.tile[square]
                beside = [near for near in neighbors(square) if self.tile.get(near) == tile]
                if not self.floor.isdisjoint(beside):
                    self._sites[tile].append(square)
        return self._sites
