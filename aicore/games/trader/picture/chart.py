"""Map of Free Trader in a picture: the planets around the ship, and its destinations."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from aicore.core.language import N_
from aicore.core.language import gettext as _
from aicore.core.outlines import ENGINE, ROCKET, STAR
from aicore.core.picture import fit, hint_color, identify, number_hint, refuse, width_of, wrap
from aicore.core.svg import add, write
from aicore.core.tabletop import (
    MARGIN,
    buttons,
    centered,
    choose,
    ghost,
    globe,
    icon,
    named,
    paragraph,
    slab,
    stars,
)
from aicore.games.trader.picture.faces import badge, change
from aicore.games.trader.rules.state import ENGINES
from aicore.games.trader.words import vocabulary
from aicore.games.trader.words.vocabulary import titled

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

    from aicore.core.game import Position
    from aicore.core.picture import Scene
    from aicore.core.tabletop import Box
    from aicore.games.trader.words.wording import Words

Cell = tuple[int, int]

CELL = (100.0, 104.0)  # size of a cell at scale 1
MIDDLE = 25.0  # middle of a planet, from the top of its cell
PLANET = 19.0  # radius of a planet
MAX_SCALE = 1.3
STARS = 60
WORLDS = 6  # number of colors of planets
LOOKS = ("band", "craters", "ring")
TO_CELLS = {
    "place": N_("place it {where}"),
    "jump": N_("jump to {where}"),
    "flee": N_("flee to {where}"),
}
"""Actions on a cell of the map, by the first words of their texts."""
NOTES = {"target": N_("fleeing there"), "previous": N_("just left"), "far": N_("too far")}
"""Notes on planets."""


class Chart:
    """Part of the map that fits, with the choices on it.

    Args:
        room: maximum number of columns and of rows, and the total width and height. A map with
            fewer rows and columns is drawn larger.
    """

    def __init__(
        self,
        picture: Element,
        scene: Scene,
        words: Words,
        fields: Position,
        room: tuple[int, int, float, float],
    ) -> None:
        self.picture = picture
        self.scene = scene
        self.words = words
        self.fields = fields
        self.found: dict[Cell, str] = {(x, y): name for name, x, y in fields["planets"]}
        self.ship: Cell = (fields["ship"][0], fields["ship"][1])
        self.goals: dict[Cell, list[int]] = {}
        for place, text in enumerate(scene.legal):
            verb, _space, rest = text.partition(" ")
            if verb in TO_CELLS and rest:
                x, y = rest.split(",")
                self.goals.setdefault((int(x), int(y)), []).append(place)
        columns, rows, self.width, self.height = room
        narrow = scene.narrow  # on a phone, each row of the map moves the market down
        self.columns = self._window(0, columns)
        self.rows = self._window(1, rows, beside=0 if narrow else 1)
        largest = 1.0 if narrow else MAX_SCALE
        self.height = min(self.height, largest * CELL[1] * len(self.rows) + 12)
        across, down = self.width / len(self.columns), (self.height - 12) / len(self.rows)
        self.scale = min(MAX_SCALE, across / CELL[0], down / CELL[1])
        self.step, self.rise = min(across, 1.25 * CELL[0] * self.scale), down

    def _window(self, axis: int, most: int, beside: int = 1) -> range:
        """Return the coordinates to show: all that matter if they fit; else those near the ship.

        Args:
            beside: number of cells on each side of the ship that matter, whatever is there.
        """
        here = self.ship[axis]
        cells = [cell[axis] for cell in (*self.found, *self.goals)]
        low, high = min(*cells, here - beside), max(*cells, here + beside)
        size = min(most, high - low + 1)
        first = max(low, min(here - size // 2, high - size + 1))
        return range(first, first + size)

    def draw(self, x: float, y: float) -> float:
        """Draw the map with its upper left corner at (x, y). Return the y of the space below."""
        box = (x, y, self.width, self.height)
        slab(self.picture, box, "space", 12)
        stars(self.picture, box, STARS)
        self.left = x + (self.width - self.step * len(self.columns)) / 2
        self.top = y + 6
        self._ways()
        for cell in ((east, north) for north in reversed(self.rows) for east in self.columns):
            if cell in self.found:
                self._planet(cell)
            elif cell in self.goals:
                self._free(cell)
        y += self.height + 8
        return self._outside(x, y)

    def _middle(self, cell: Cell) -> tuple[float, float]:
        """Return the middle of a planet in a cell."""
        column, row = cell[0] - self.columns[0], self.rows[-1] - cell[1]
        top = self.top + self.rise * row + (self.rise - CELL[1] * self.scale) / 2
        return self.left + self.step * (column + 0.5), top + MIDDLE * self.scale

    def _box(self, cell: Cell) -> Box:
        """Return the box of a cell, without the gap to its neighbors."""
        x, y = self._middle(cell)
        top, height = y - MIDDLE * self.scale, CELL[1] * self.scale
        return (x - self.step / 2 + 2, top, self.step - 4, height - 2)

    def _ways(self) -> None:
        """Draw lines from the ship to its destinations and to the planet it came from."""
        x, y = self._middle(self.ship)
        for cell, places in self.goals.items():
            if cell in self.found and self._shown(cell):
                to_x, to_y = self._middle(cell)
                verb = self.scene.legal[places[0]].split()[0]
                style = "way" if verb == "jump" else "way broken"
                add(self.picture, "line", style, x1=x, y1=y, x2=to_x, y2=to_y)
        if self.fields["previous"]:
            cell = (self.fields["previous"][0], self.fields["previous"][1])
            if cell in self.found and self._shown(cell):
                from_x, from_y = self._middle(cell)
                add(self.picture, "line", "wake", x1=from_x, y1=from_y, x2=x, y2=y)

    def _shown(self, cell: Cell) -> bool:
        return cell[0] in self.columns and cell[1] in self.rows

    def _note(self, cell: Cell, distance: int) -> str:
        """Return the key of the note on a planet; "" if it has none."""
        for key in ("target", "previous"):
            if list(cell) == self.fields[key]:
                return key
        far = distance > self.words.level(self.fields, ENGINES)
        return "far" if far and cell != self.ship else ""

    def _planet(self, cell: Cell) -> None:
        """Draw a planet with its figures, and the ship beside it if it is there."""
        name = self.found[cell]
        figures = self.words.planets[name]
        (x, y), box, size = self._middle(cell), self._box(cell), self.scale
        planet = titled(name)
        about = _("{planet}: {about}", planet=planet, about=self.words.about(name))
        note = self._note(cell, figures["distance"])
        here = cell == self.ship
        if note or here:
            more = _(NOTES[note]) if note else _("the ship is here")
            about = f"{about}; {more}"
        group = named(self.picture, about)
        if here:
            add(group, "circle", "none aim", cx=x, cy=y, r=(PLANET + 5) * size)
        elif cell in self.goals:
            add(group, "circle", "none aim broken", cx=x, cy=y, r=(PLANET + 5) * size)
        elif note == "far":
            refuse(
                group,
                _(
                    "{planet} takes {engines} {distance}, and you have {level}.",
                    planet=planet,
                    engines=vocabulary.module(self.words.modules[ENGINES]),
                    distance=figures["distance"],
                    level=self.words.level(self.fields, ENGINES),
                ),
            )
        elif note == "previous":
            refuse(group, _("You just left {planet}: go somewhere else first.", planet=planet))
        draw_planet(group, self.words, name, (x, y), size, self.step, note == "far")
        if here:
            ship = identify(add(group, "g"), "ship")
            icon(ship, ROCKET, (x - 13 * size, y - 14 * size, 26 * size, 0), "star ringed")
        self._offer(group, cell, box, planet)
        self._later(group, cell, box)

    def _later(self, group: Element, cell: Cell, box: Box) -> None:
        """Mark the destination that advice suggests after the market."""
        goals = [f"{verb} {cell[0]},{cell[1]}" for verb in ("jump", "flee")]
        for number, text in enumerate(self.scene.hint, 1):
            if cell not in self.goals and text in goals:
                ghost(group, box, f"none hint bright {hint_color(number)}")
                number_hint(group, box[0] + box[2] - 12, box[1] - 1, number)

    def _free(self, cell: Cell) -> None:
        """Draw a free cell on which the planet just found can be placed."""
        (x, y), box, size = self._middle(cell), self._box(cell), self.scale
        group = add(self.picture, "g")
        slab(group, box, "space", 10)
        add(group, "circle", "none aim broken", cx=x, cy=y + 8 * size, r=PLANET * size)
        cross = f"M{x - 8 * size:.4g} {y + 8 * size:.4g}h{16 * size:.4g}m{-8 * size:.4g} "
        add(group, "path", "none aim", d=f"{cross}{-8 * size:.4g}v{16 * size:.4g}")
        centered(group, x, y + 50 * size, [_("Place here")], 13, "sky")
        self._offer(group, cell, box, "")

    def _offer(self, group: Element, cell: Cell, box: Box, name: str) -> None:
        places = self.goals.get(cell, [])
        if places:
            verb = self.scene.legal[places[0]].split()[0]
            where = name or self.words.place(self.fields, f"{cell[0]},{cell[1]}")
            label = _(TO_CELLS[verb], where=where)
            choose(group, self.scene, box, places, label, "none hint bright")

    def _outside(self, x: float, y: float) -> float:
        """List planets beyond the map; offer cells there as buttons. Return the y below."""
        far = [cell for cell in self.goals if not self._shown(cell)]
        wanted: list[tuple[str, Sequence[int]]] = [
            (_("place it at {x},{y}", x=cell[0], y=cell[1]), self.goals[cell]) for cell in far
        ]
        y = buttons(self.picture, self.scene, x, y, self.width, wanted)
        names = [titled(name) for cell, name in self.found.items() if not self._shown(cell)]
        if names:
            outside = _("Farther out: {planets}", planets=", ".join(names))
            y = paragraph(self.picture, x, y, wrap(outside, self.width, 13)) + MARGIN / 2
        return y


def draw_planet(
    group: Element,
    words: Words,
    name: str,
    middle: tuple[float, float],
    size: float,
    width: float,
    far: bool,
    ground: str = "sky",
) -> None:
    """Draw a planet with its name, the price changes of its goods, its distance and its law.

    Args:
        size: scale of the drawing.
        width: width for the name.
        far: whether the engines do not reach the planet.
        ground: class of the texts, for the background.
    """
    x, y = middle
    figures, number = words.planets[name], list(words.planets).index(name)
    looks = LOOKS[number // WORLDS % 3]
    globe(group, f"world{number % WORLDS}", looks, middle, PLANET * size)
    font_size = 13 if size < 1.2 else 15
    signs = (("distance", ENGINE, -48), ("law", STAR, 27))
    for word, outline, dx in signs:
        style = "fire" if far and word == "distance" else ground
        icon(group, outline, (x + dx * size, y - 15 * size, 13 * size, 0), style)
        text = str(figures[word])
        write(
            group,
            x + (dx + 6.5) * size,
            y + 12 * size,
            text,
            f"{style} middle",
            font_size=font_size,
        )
    below = y + (PLANET + 17) * size
    title = titled(name)
    large = font_size if width_of(title, font_size * 1.05) <= width - 4 else 13
    centered(group, x, below, [fit(title, width - 4, large)], large, f"{ground} bold")
    for place, figure in enumerate(figures["goods"]):
        left, base = x + (-44 + 46 * (place % 2)) * size, below + (17 + 19 * (place // 2)) * size
        badge(
            group, place, left + 9 * size, base - 4.5 * size, 16 * size, "" if figure else "faint"
        )
        text = change(figure)
        write(group, left + 21 * size, base, text, f"{ground} bold" if figure else ground,
              font_size=font_size)  # fmt: skip
