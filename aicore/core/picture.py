"""What a game's pictures are made of: the scene, its marks, and the elements that can be chosen.

A picture is SVG, drawn from what its receiver reads of a position. It has two sizes: wide, some 960
units across, and narrow, 360, for a telephone; text is never below 11 units. Colours are classes of
`picture.css`, so that a page, a notebook and a file show the same in light and in dark; whoever is
told something by a colour is told it by a shape or a word as well.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING
from xml.etree.ElementTree import Element, SubElement, tostring

if TYPE_CHECKING:
    from aicore.core.game import State, View
    from aicore.core.record import Event

WIDE, NARROW = 960, 360
MARKS = ("circle", "square", "triangle", "diamond", "star", "cross")
"""The shapes that tell seats from each other, besides their colours."""

CORNERS: dict[str, list[tuple[float, float]]] = {
    "square": [(-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)],
    "triangle": [(0, -1.1), (1.05, 0.8), (-1.05, 0.8)],
    "diamond": [(0, -1.2), (1, 0), (0, 1.2), (-1, 0)],
    "star": [
        (0, -1.2), (0.3, -0.4), (1.15, -0.37), (0.48, 0.16), (0.7, 0.97),
        (0, 0.5), (-0.7, 0.97), (-0.48, 0.16), (-1.15, -0.37), (-0.3, -0.4),
    ],
    "cross": [
        (-0.4, -1.1), (0.4, -1.1), (0.4, -0.4), (1.1, -0.4), (1.1, 0.4), (0.4, 0.4),
        (0.4, 1.1), (-0.4, 1.1), (-0.4, 0.4), (-1.1, 0.4), (-1.1, -0.4), (-0.4, -0.4),
    ],
}  # fmt: skip
"""Of the shapes but the circle, as shares of half their size."""

Number = int | float


@dataclass(frozen=True)
class Scene:
    """What is to be drawn, and for whom.

    Args:
        position: a view: what its seat knows; or a state: all of it, for who may see everything.
        names: of the seats, as stories call them: "you", "mcts".
        legal: the texts of the actions that can be chosen.
        last: the events since the viewer's last picture, as it reads them.
        hint: the texts of actions that are advised, to be drawn as ghosts.
        narrow: drawn for a telephone.
    """

    position: State | View
    names: tuple[str, ...] = ()
    legal: tuple[str, ...] = ()
    last: tuple[Event, ...] = ()
    hint: tuple[str, ...] = ()
    narrow: bool = False

    @property
    def width(self) -> int:
        """Of the picture, in units."""
        return NARROW if self.narrow else WIDE

    @property
    def seat(self) -> int | None:
        """The viewer's seat; None sees everything."""
        return getattr(self.position, "seat", None)

    def name(self, seat: int) -> str:
        """What a seat is called."""
        return self.names[seat] if self.names else f"seat {seat}"


def canvas(width: Number, height: Number, label: str) -> Element:
    """An empty picture.

    Args:
        label: what it shows, for those who do not see it.
    """
    box = f"0 0 {_short(width)} {_short(height)}"
    about = {"class": "picture", "viewBox": box, "role": "group", "aria-label": label}
    return Element("svg", {"xmlns": "http://www.w3.org/2000/svg", **about})


def add(parent: Element, tag: str, style: str = "", **attributes: Number | str) -> Element:
    """An element in another.

    Args:
        style: its classes, from `picture.css`.
        attributes: numbers are shortened; `stroke_width` is written stroke-width.
    """
    shown = {
        name.replace("_", "-"): value if isinstance(value, str) else _short(value)
        for name, value in attributes.items()
    }
    return SubElement(parent, tag, {"class": style, **shown} if style else shown)


def write(
    parent: Element, x: Number, y: Number, text: str, style: str = "", **attributes: Number | str
) -> Element:
    """A line of text; (x, y) is the left end of its base line."""
    element = add(parent, "text", style, x=x, y=y, **attributes)
    element.text = text
    return element


def mark(parent: Element, seat: int, x: Number, y: Number, size: Number) -> Element:
    """The mark of a seat, its shape in its colour, around a middle; `size` is its diameter."""
    shape, half = MARKS[seat % len(MARKS)], size / 2
    style = f"seat{seat % len(MARKS)} mark"
    if shape == "circle":
        return add(parent, "circle", style, cx=x, cy=y, r=half)
    points = " ".join(
        f"{_short(x + half * dx)},{_short(y + half * dy)}" for dx, dy in CORNERS[shape]
    )
    return add(parent, "polygon", style, points=points)


def offer(element: Element, places: Sequence[int], label: str) -> Element:
    """Let an element be chosen.

    Args:
        places: in `Scene.legal`, of all actions that the element is a part of.
        label: what choosing it means, in words.
    """
    if places:
        style = f"{element.get('class', '')} choice".strip()
        element.attrib |= {
            "class": style,
            "data-actions": " ".join(map(str, places)),
            "tabindex": "0",
            "role": "button",
            "aria-label": label,
        }
    return element


def to_svg(scene: Scene, alone: bool = True) -> str:
    """The picture of a scene.

    Args:
        alone: with its colours in it, to stand by itself; a page has them already.
    """
    picture = scene.position.game.info.picture.draw(scene)
    if alone:
        style = Element("style")
        style.text = stylesheet()
        picture.insert(0, style)
    return tostring(picture, encoding="unicode")


@cache
def stylesheet() -> str:
    """The colours and classes of all pictures."""
    return files("aicore.core").joinpath("picture.css").read_text(encoding="utf-8")


def _short(number: Number) -> str:
    return f"{number:.2f}".rstrip("0").rstrip(".") if isinstance(number, float) else str(number)
