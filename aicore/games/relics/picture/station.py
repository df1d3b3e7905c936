"""Drawing of the station for a page: tiles, guns, treasures and pieces."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING
from xml.etree.ElementTree import Element

from aicore.core.language import gettext as _
from aicore.core.language import pgettext
from aicore.core.outlines import ASTRONAUT, SICKLE
from aicore.core.picture import attempt, identify, mark
from aicore.core.svg import add, write
from aicore.core.tabletop import icon, slab, stars
from aicore.games.relics.picture.signs import crate, flame, gem, heart, turret
from aicore.games.relics.rules.chart import AIRLOCK_AT, Chart, Square
from aicore.games.relics.rules.names import CENTER, DIRECTIONS, EDGE, QUARTER_AT, SIZE, STEPS
from aicore.games.relics.words import wording
from aicore.games.relics.words.nouns import artifact_name, called, direction, thing
from aicore.games.relics.words.wording import gun_name

if TYPE_CHECKING:
    from aicore.core.game import Position
    from aicore.core.picture import Scene

STARS = 70
NET = (
    "M0 0h24v24H0zM3 3v4h4V3zM10 3v4h4V3zM17 3v4h4V3zM3 10v4h4v-4zM10 10v4h4v-4zM17 10v4h4v-4z"
    "M3 17v4h4v-4zM10 17v4h4v-4zM17 17v4h4v-4z"
)
"""Outline of a net."""

LEGIBLE = 16  # minimum width of a square that has room for a number, in units


@dataclass(frozen=True)
class Grid:
    """Position and size of squares, in units: the corner of square 0,0, and the width of each."""

    left: float
    top: float
    cell: float

    @property
    def legible(self) -> bool:
        """Whether a square has room for a number."""
        return self.cell >= LEGIBLE

    def corner(self, square: Square) -> tuple[float, float]:
        """Return the top left of a square."""
        return self.left + self.cell * square[0], self.top + self.cell * square[1]

    def middle(self, square: Square) -> tuple[float, float]:
        """Return the middle of a square."""
        x, y = self.corner(square)
        return x + self.cell / 2, y + self.cell / 2


@lru_cache(1024)  # most tiles stay where they are
def patches(grid: Grid, squares: frozenset[Square], inset: float = 0.04) -> str:
    """Return an SVG path of squares, each with a margin of `inset`, a share of its width."""
    side = grid.cell * (1 - 2 * inset)
    parts = []
    for square in sorted(squares):
        x, y = grid.corner(square)
        at = f"M{x + inset * grid.cell:.1f} {y + inset * grid.cell:.1f}"
        parts.append(f"{at}h{side:.1f}v{side:.1f}h{-side:.1f}z")
    return "".join(parts)


@lru_cache(64)
def _block(left: int, top: int) -> frozenset[Square]:
    """Return the squares of the gallery whose top left square is given."""
    return frozenset((left + dx, top + dy) for dx in range(EDGE) for dy in range(EDGE))


class Station:
    """Drawing of the station, with elements that can be clicked or marked.

    Attributes:
        tiles: element of each gallery and platform, by name.
        guns: element of each gun, by number.
        airlocks: element of each airlock, by name.
    """

    def __init__(self, parent: Element, scene: Scene, chart: Chart, grid: Grid) -> None:
        self.parent, self.scene, self.chart, self.grid = parent, scene, chart, grid
        self.fields: Position = chart.fields
        self.tiles: dict[str, Element] = {}
        self.guns: dict[int, Element] = {}
        self.airlocks: dict[str, Element] = {}
        self.space()
        for square, name in AIRLOCK_AT.items():
            self.airlock(square, name)
        for gallery in chart.large:
            self.gallery(gallery)
        for platform in self.fields["platforms"]:
            self.platform(platform)
        self.fires()
        self.beams()
        for number in chart.guns:
            self.gun(number)
        for gallery in chart.large:
            self.treasure(gallery)
        self.pieces()

    def attempt(self, element: Element, action: str) -> None:
        """Let a click on an element try an action, if a seat is to move."""
        if self.scene.legal:
            attempt(element, action)

    def space(self) -> None:
        """Draw the dark background and stars."""
        grid, margin = self.grid, 1.4 * self.grid.cell
        x, y, side = grid.left - margin, grid.top - margin, grid.cell * SIZE + 2 * margin
        slab(self.parent, (x, y, side, side), "space", 10)
        stars(self.parent, (x + 4, y + 4, side - 8, side - 8), STARS)

    def airlock(self, square: Square, name: str) -> None:
        """Draw an airlock's hatch outside the middle of an edge."""
        x, y = self.grid.middle(square)
        group = add(self.parent, "g")
        side = 1.3 * self.grid.cell
        corner = {"x": x - side / 2, "y": y - side / 2}
        add(group, "rect", "hatch", width=side, height=side, rx=side / 4, **corner)
        write(group, x, y + 4.5, name, "small bold middle lettering")
        add(group, "title").text = _("airlock in the {side}", side=direction(DIRECTIONS[name]))
        self.attempt(group, f"airlock {name}" if self.fields["phase"] == "airlocks" else "escape")
        self.airlocks[name] = group

    def gallery(self, gallery: str) -> None:
        """Draw five by five squares: walls, and the floor between them."""
        chart, grid = self.chart, self.grid
        group = self.tiles[gallery] = add(self.parent, "g")
        left, top = chart.large[gallery][0] - EDGE // 2, chart.large[gallery][1] - EDGE // 2
        x, y = grid.corner((left, top))
        side = EDGE * grid.cell
        slab(group, (x, y, side, side), "hull", grid.cell / 3)
        add(group, "path", "deck", d=patches(grid, _block(left, top) & chart.floor))
        x, y = grid.middle(chart.large[gallery])
        add(group, "circle", "none ring", cx=x, cy=y, r=0.6 * grid.cell)
        self.handicaps(group, gallery, (left, top))
        add(group, "title").text = called(gallery)

    def handicaps(self, group: Element, gallery: str, corner: Square) -> None:
        """Mark a gallery where a seat is in a net or pays double, in the color of the seat."""
        (x, y), cell = self.grid.corner(corner), self.grid.cell
        x += 0.25 * cell
        for key, outline in (("sickle", SICKLE), ("net", NET)):
            for seat, place in enumerate(self.fields[key]):
                if place == gallery:
                    at = (x, y + 0.25 * cell, 1.5 * cell, 0)
                    icon(group, outline, at, f"seat{seat} craft")
                    x += 3 * cell

    def platform(self, platform: str) -> None:
        """Draw two by two squares with the number on a wall."""
        left, top, turns = self.fields["platforms"][platform]
        group = draw_platform(self.parent, self.chart, self.grid, platform, (left, top), turns)
        floor = self.chart.quarters(platform, turns)
        kind = wording.platform(self.chart.data, platform)
        about = _("{platform}: {ap} AP to move", platform=kind, ap=len(floor))
        add(group, "title").text = about
        self.attempt(group, f"lift {platform}")
        identify(group, platform, face=turns)
        self.tiles[platform] = group

    def fires(self) -> None:
        """Draw flames and doorways."""
        cell = self.grid.cell
        for x, y in self.fields["fires"]:
            at, base = self.grid.middle((x, y))
            add(flame(self.parent, at, base, cell), "title").text = pgettext("relics", "fire")
        for square in self.chart.doorways:
            x, y = self.grid.corner(square)
            box = {"x": x + 0.1 * cell, "y": y + 0.1 * cell, "rx": 0.4 * cell}
            door = add(self.parent, "rect", "door", width=0.8 * cell, height=0.8 * cell, **box)
            add(door, "title").text = thing("doorway")

    def beams(self) -> None:
        """Draw the lines of fire of the guns, paler for a gun that has fired this turn."""
        group = add(self.parent, "g", pointer_events="none")
        for number, (square, way) in self.chart.guns.items():
            line = self.chart.lines[number]
            if line:
                dx, dy = STEPS[way]
                half = self.grid.cell / 2
                x, y = self.grid.middle(square)
                to_x, to_y = self.grid.middle(line[-1])
                ends = {"x1": x + dx * half, "y1": y + dy * half}
                style = "beam faint" if number in self.fields["fired"] else "beam"
                add(group, "line", style, x2=to_x + dx * half, y2=to_y + dy * half, **ends)

    def gun(self, number: int) -> None:
        """Draw a turret and its barrel, with the number if there is room."""
        square, way = self.chart.guns[number]
        group = self.guns[number] = add(self.parent, "g")
        (x, y), cell = self.grid.middle(square), self.grid.cell
        turret(group, x, y, cell, way, number in self.fields["fired"])
        if self.grid.legible:
            write(group, x, y + 4.5, str(number), "small bold middle star")
        due = self.about_to_fire(number)
        name = gun_name(number)
        add(group, "title").text = _("{gun}, about to fire", gun=name) if due else name
        if due:
            add(group, "circle", "none alarm", cx=x, cy=y, r=0.75 * cell)

    def about_to_fire(self, number: int) -> bool:
        """Whether this gun is about to fire at the seat on turn, which must decide what to do."""
        return bool(self.fields["phase"] == "guns" and self.fields["queue"][:1] == [number])

    def treasure(self, gallery: str) -> None:
        """Draw the artifact or the Heart and the item tokens of a gallery."""
        square, cell = self.chart.large[gallery], self.grid.cell
        x, y = self.grid.middle(square)
        if gallery == CENTER:
            if self.fields["heart_on"]:
                add(heart(self.parent, x, y, 1.3 * cell), "title").text = artifact_name(
                    "heart-of-sol"
                )
            return
        if gallery in self.fields["artifact_on"]:
            artifact = gem(self.parent, x, y - 0.1 * cell, 0.95 * cell)
            add(artifact, "title").text = _("an artifact in {gallery}", gallery=called(gallery))
            self.attempt(artifact, "take")
            identify(artifact, f"artifact {gallery}")
        for token in range(self.fields["tokens"].get(gallery, 0)):
            at = x + (0.46 - 0.92 * token) * cell
            box = crate(self.parent, at, y + 0.5 * cell, 0.5 * cell)
            add(box, "title").text = _("an item in {gallery}", gallery=called(gallery))

    def pieces(self) -> None:
        """Draw the pieces on the board; those on one square stand side by side."""
        crowd: dict[Square, list[int]] = {}
        for seat, square in self.chart.pieces.items():
            crowd.setdefault(square, []).append(seat)
        for square, seats in crowd.items():
            x, y = self.grid.middle(square)
            for place, seat in enumerate(seats):
                shift = (place - (len(seats) - 1) / 2) * 0.55 * self.grid.cell
                group = identify(add(self.parent, "g"), f"piece {seat}")
                size = self.grid.cell * (1.7 if len(seats) == 1 else 1.3)
                if seat == self.fields["seat"]:
                    add(group, "circle", "none now", cx=x + shift, cy=y, r=0.95 * self.grid.cell)
                at = (x + shift - size / 2, y - 0.55 * size, size, size)
                icon(group, ASTRONAUT, at, f"seat{seat} craft")
                mark(group, seat, x + shift, y + 0.26 * size, 0.34 * size)
                add(group, "title").text = self.scene.name(seat)


def draw_platform(
    parent: Element,
    chart: Chart,
    grid: Grid,
    platform: str,
    corner: Square,
    turns: int,
    style: str = "dock",
) -> Element:
    """Draw a platform with its top left square on `corner`, turned clockwise `turns` times."""
    group = add(parent, "g")
    group.extend(_planks(grid, corner, tuple(chart.quarters(platform, turns)), style))
    return group


@lru_cache(1024)  # most platforms stay where they are
def _planks(grid: Grid, corner: Square, quarters: tuple[str, ...], style: str) -> list[Element]:
    """Return the elements of a platform, which pictures share and nobody may change."""
    group = Element("g")
    x, y = grid.corner(corner)
    side = 2 * grid.cell
    slab(group, (x, y, side, side), style, grid.cell / 4)
    floor = frozenset(
        (corner[0] + QUARTER_AT[name][0], corner[1] + QUARTER_AT[name][1]) for name in quarters
    )
    add(group, "path", "plank", d=patches(grid, floor, 0.06))
    return list(group)
