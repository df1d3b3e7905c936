"""Picture of a board of named places: hexagons, or places with roads between them."""

from __future__ import annotations

from math import cos, pi, sin
from typing import TYPE_CHECKING, Any

from aicore.core.boards import Graph
from aicore.core.kinds import Part
from aicore.core.language import own
from aicore.core.picture import fit, offer
from aicore.core.svg import add, write
from aicore.core.tabletop import GAP
from aicore.plain.table_picture import moves_at, paint
from aicore.plain.views import EMPTY, color_of, one_value, pawns_on, seat_of

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

    from aicore.core.picture import Scene

MAX_HEIGHT = 440.0  # maximum height of a board, in units
HEXAGON = [(sin(k * pi / 3), cos(k * pi / 3)) for k in range(6)]  # its corners, for radius 1
SQRT3 = 3**0.5


def board(
    picture: Element, scene: Scene, part: Part, content: dict[str, Any],
    box: tuple[float, float, float], used: set[int],
) -> float:  # fmt: skip
    """Draw a board and return the y of the space below it.

    Args:
        content: the value at each place.
        box: left, top and the available width.
        used: set that receives the indices in `scene.legal` of the actions chosen on the board.
    """
    left, top, room = box
    kind = part.kind
    assert isinstance(kind, Graph)
    xs, ys = zip(*kind.spots.values(), strict=True)
    wide, high = max(xs) - min(xs), max(ys) - min(ys)
    radius, scale = _sizes(kind, room, wide, high)
    shift = (room - wide * scale) / 2
    at = {
        name: (left + shift + (x - min(xs)) * scale, top + radius + 4 + (y - min(ys)) * scale)
        for name, (x, y) in kind.spots.items()
    }
    if not kind.hexes:
        for one, two in kind.roads:
            (x1, y1), (x2, y2) = at[one], at[two]
            add(picture, "line", "rule", x1=x1, y1=y1, x2=x2, y2=y2)
    pawns = pawns_on(scene.position, kind)
    touched = {word for _actor, text in scene.last for word in _words(text)} & at.keys()
    for name in sorted(at, key=lambda name: (name in touched, _advised(scene, name))):
        x, y = at[name]  # outlined places come last, over their neighbors
        group = add(picture, "g")
        add(group, "title").text = own(name)
        places = scene.places(lambda text, name=name: name in _words(text))  # type: ignore[misc]
        style = (
            "edge hint solid"
            if scene.advised(places)
            else "edge last"
            if name in touched
            else "edge"
        )
        _spot(group, kind, x, y, radius, f"paper {style}")
        _content(group, scene, part, name, content[name], (x, y, radius))
        for k, seat in enumerate(pawns.get(name, ())):
            add(group, "circle", f"seat{seat % 6}", cx=x - radius * 0.5 + k * 15,
                cy=y - radius * 0.8, r=7)  # fmt: skip
        if places:
            offer(group, places, moves_at([scene.legal[place] for place in places]))
            used.update(places)
    bottom: float = top + high * scale + 2 * radius + 2 * GAP + (0 if kind.hexes else 12)
    return bottom


def _advised(scene: Scene, name: str) -> bool:
    return any(name in _words(text) for text in scene.hint)


def _words(text: str) -> list[str]:
    """Return the words of an event after the first one; places may be joined by commas."""
    return text.replace(",", " ").split()[1:]


def _sizes(kind: Graph, room: float, wide: float, high: float) -> tuple[float, float]:
    """Return the radius of a place, and the units for a distance of 1 between places."""
    if kind.hexes:
        scale = min(room / (wide + 1), MAX_HEIGHT / (high + 1.2), 64.0)
        return scale / SQRT3, scale
    radius = 26.0
    return radius, min((room - 2 * radius) / (wide or 1), (MAX_HEIGHT - 2 * radius) / (high or 1))


def _spot(parent: Element, kind: Graph, x: float, y: float, radius: float, style: str) -> None:
    if kind.hexes:
        points = " ".join(f"{x + radius * dx:.1f},{y + radius * dy:.1f}" for dx, dy in HEXAGON)
        add(parent, "polygon", style, points=points)
    else:
        add(parent, "circle", style, cx=x, cy=y, r=radius)


def _content(
    parent: Element, scene: Scene, part: Part, name: str, value: Any,
    box: tuple[float, float, float],
) -> None:  # fmt: skip
    """Draw the content of a place: a seat's stone, or a text; below it, the place's name."""
    x, y, radius = box
    kind = part.kind
    assert isinstance(kind, Graph)
    shown = one_value(kind, value)
    below = y + radius + 13 if not kind.hexes else y + radius * 0.68
    size = 12.0 if not kind.hexes else max(8.0, radius * 0.3)
    write(parent, x, below, own(name.replace("_", " ")), "middle muted", font_size=size)
    if shown == EMPTY:
        return
    color = color_of(kind, value)
    seat = seat_of(kind, value)
    if seat is not None:
        stone = add(parent, "circle", "" if color else f"seat{seat % 6}", cx=x, cy=y - radius * 0.1,
                    r=radius * 0.5)  # fmt: skip
        paint(stone, color)
        return
    size = max(10.0, min(radius * 0.62, 2.4 * radius / len(shown)))
    text = kind.icons.get(shown) or own(shown)
    element = write(
        parent, x, y + size * 0.2, fit(text, 2 * radius, size), "middle bold", font_size=size
    )
    paint(element, color)
