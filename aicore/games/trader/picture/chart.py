"""Map of Free Trader in a picture: the planets around the ship, and its destinations."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from aicore.core.picture import fit, hint_color, number_hint, refuse, wrap
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
)
from aicore.games.trader.rules.state import ENGINES
from aicore.games.trader.words.labels import figures_of, initials
from aicore.games.trader.words.wording import titled

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

    from aicore.core.game import Position
    from aicore.core.picture import Scene
    from aicore.core.tabletop import Box
    from aicore.games.trader.words.wording import Words

Cell = tuple[int, int]

HEIGHT = 101.0  # height of a cell
MIDDLE = 30.0  # middle of a planet, from the top of its cell
MAX_WIDTH = 164.0
PLANET = 16.0  # radius of a planet
STARS = 60
WORLDS = 6  # number of colors of planets
LOOKS = ("band", "craters", "ring")
ROCKET = (
    "M12 1c4 4 5.5 8 5 14l4 4v3l-5-2h-8l-5 2v-3l4-4c-.5-6 1-10 5-14z"
    "M12 7a2 2 0 1 0 0 4a2 2 0 1 0 0-4z"
)
VERBS = {"place": "place it at", "jump": "jump to", "flee": "flee to"}


class Chart:
    """Part of the map that fits, with the choices on it.

    Args:
        room: maximum number of columns and of rows, and the total width.
    """

    def __init__(
        self,
        picture: Element,
        scene: Scene,
        words: Words,
        fields: Position,
        room: tuple[int, int, float],
    ) -> None:
        self.picture = picture
        self.scene = scene
        self.words = words
        self.fields = fields
        self.found: dict[Cell, str] = {(x, y): name for name, x, y in fields["planets"]}
        self.ship: Cell = (fields["ship"][0], fields["ship"][1])
        self.goals: dict[Cell, list[int]] = {}
        for place, text in enumerate(scene.legal):
            verb, _, rest = text.partition(" ")
            if verb in VERBS and rest:
                x, y = rest.split(",")
                self.goals.setdefault((int(x), int(y)), []).append(place)
        columns, rows, self.width = room
        self.columns = self._window(0, columns)
        self.rows = self._window(1, rows)
        self.step = min(MAX_WIDTH, self.width / len(self.columns))

    def _window(self, axis: int, most: int) -> range:
        """Return the coordinates to show: all that matter if they fit; else those near the ship."""
        here = self.ship[axis]
        cells = [cell[axis] for cell in (*self.found, *self.goals)]
        low, high = min(*cells, here - 1), max(*cells, here + 1)
        size = min(most, high - low + 1)
        first = max(low, min(here - size // 2, high - size + 1))
        return range(first, first + size)

    def draw(self, x: float, y: float) -> float:
        """Draw the map with its upper left corner at (x, y). Return the y of the space below."""
        height = HEIGHT * len(self.rows) + 12
        space = add(self.picture, "g")
        slab(space, (x, y, self.width, height), "space", 12)
        for star in range(STARS):
            at = (star * 7919 % 997 / 997, star * 104729 % 991 / 991)
            cx, cy = x + 4 + at[0] * (self.width - 8), y + 4 + at[1] * (height - 8)
            add(space, "circle", "star faint", cx=cx, cy=cy, r=0.6 + star % 3 / 3)
        self.left = x + (self.width - self.step * len(self.columns)) / 2
        self.top = y + 6
        self._ways()
        for cell in ((east, north) for north in reversed(self.rows) for east in self.columns):
            if cell in self.found:
                self._planet(cell)
            elif cell in self.goals:
                self._free(cell)
        y += height + 8
        return self._outside(x, y)

    def _middle(self, cell: Cell) -> tuple[float, float]:
        """Return the middle of a planet in a cell."""
        column, row = cell[0] - self.columns[0], self.rows[-1] - cell[1]
        return self.left + self.step * (column + 0.5), self.top + HEIGHT * row + MIDDLE

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
        """Return a note on a planet that is fled to, just left or too far away; "" for others."""
        if list(cell) == self.fields["target"]:
            return "fleeing there"
        if list(cell) == self.fields["previous"]:
            return "just left"
        far = distance > self.words.level(self.fields, ENGINES)
        return "too far" if far and cell != self.ship else ""

    def _planet(self, cell: Cell) -> None:
        """Draw a planet with its figures, and the ship beside it if it is there."""
        name = self.found[cell]
        figures = self.words.planets[name]
        x, y = self._middle(cell)
        box = (x - self.step / 2 + 3, y - MIDDLE + 2, self.step - 6, HEIGHT - 4)
        about = f"{titled(name)} at {cell[0]},{cell[1]}: {self.words.about(name)}"
        note = self._note(cell, figures["distance"])
        here = cell == self.ship
        group = named(self.picture, about + (f"; {note}" if note else "; the ship is here" * here))
        number = list(self.words.planets).index(name)
        globe(group, f"world{number % WORLDS}", LOOKS[number // WORLDS % 3], (x, y), PLANET)
        room = self.step - 8
        write(group, box[0] + 2, box[1] + 12, f"{cell[0]},{cell[1]}", "sky dim", font_size=11)
        if here:
            add(group, "circle", "none aim", cx=x, cy=y, r=PLANET + 6)
            icon(group, ROCKET, (x + PLANET + 2, y - PLANET - 9, 22, 22), "star")
        elif note:
            write(group, box[0] + box[2] - 2, box[1] + 12, note, "sky end", font_size=11)
        if cell in self.goals:
            add(group, "circle", "none aim broken", cx=x, cy=y, r=PLANET + 6)
        elif note == "too far":
            engines = self.words.level(self.fields, ENGINES)
            refuse(
                group,
                f"{titled(name)} takes engines {figures['distance']}, and you have {engines}.",
            )
        elif note == "just left":
            refuse(group, f"You just left {titled(name)}: go somewhere else first.")
        size = 13 if self.step > 120 else 11
        centered(group, x, y + 35, [fit(titled(name), room, size * 1.08)], size, "sky bold")
        modifiers = figures_of(figures["goods"], initials(self.scene.position.game.info.data))
        centered(group, x, y + 49, [modifiers], 11, "sky")
        text = f"distance {figures['distance']}, law {figures['law']}"
        centered(group, x, y + 62, [text], 11, "sky dim")
        self._offer(group, cell, box, titled(name))
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
        x, y = self._middle(cell)
        box = (x - self.step / 2 + 3, y - MIDDLE + 2, self.step - 6, HEIGHT - 4)
        group = add(self.picture, "g")
        slab(group, box, "space", 10)
        add(group, "circle", "none aim broken", cx=x, cy=y, r=PLANET)
        add(group, "path", "none aim", d=f"M{x - 7:.4g} {y:.4g}h14m-7-7v14")
        centered(group, x, y + 34, ["Place here"], 12, "sky")
        centered(group, x, y + 49, [f"{cell[0]},{cell[1]}"], 11, "sky dim")
        self._offer(group, cell, box, "")

    def _offer(self, group: Element, cell: Cell, box: Box, name: str) -> None:
        places = self.goals.get(cell, [])
        if places:
            verb = self.scene.legal[places[0]].split()[0]
            where = f"{cell[0]},{cell[1]}"
            label = f"{VERBS[verb]} {name or where}"
            choose(group, self.scene, box, places, label, "none hint bright")

    def _outside(self, x: float, y: float) -> float:
        """List planets beyond the map; offer cells there as buttons. Return the y below."""
        far = [cell for cell in self.goals if not self._shown(cell)]
        wanted: list[tuple[str, Sequence[int]]] = [
            (self.scene.legal[place].replace("place", "place it at"), [place])
            for cell in far
            for place in self.goals[cell]
        ]
        y = buttons(self.picture, self.scene, x, y, self.width, wanted)
        names = [
            f"{titled(name)} {cell[0]},{cell[1]}"
            for cell, name in self.found.items()
            if not self._shown(cell)
        ]
        if names:
            lines = wrap(f"farther out: {'; '.join(names)}", self.width, 12)
            y = paragraph(self.picture, x, y, lines) + MARGIN / 2
        return y
