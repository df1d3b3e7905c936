"""Building blocks for pictures of several games: table, cards, rows of buttons, gauges."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from aicore.core.language import ngettext
from aicore.core.picture import (
    BUTTON,
    PLATE,
    button,
    canvas,
    fit,
    hint_style,
    number_hints,
    offer,
    plate,
    verdict,
    width_of,
    wrap,
)
from aicore.core.svg import add, write

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

    from aicore.core.game import Position
    from aicore.core.picture import Number, Scene

Box = tuple[float, float, float, float]
"""Left, top, width and height of a part of a picture."""

Rows = tuple[list[Box], float]
"""Boxes in rows, and the y coordinate of the space below."""

MARGIN = 16
"""Distance between the edge of a table and its content."""

GAP = 8
"""Distance between neighboring boxes."""

SPOTS: dict[int, list[tuple[int, int]]] = {
    1: [(0, 0)],
    2: [(-1, -1), (1, 1)],
    3: [(-1, -1), (0, 0), (1, 1)],
    4: [(-1, -1), (1, -1), (-1, 1), (1, 1)],
    5: [(-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)],
    6: [(-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)],
}
"""Places of the spots on a die's faces, in quarters of the die's size from its middle."""

SMALLEST_CELL = 7  # minimum width of a gauge's cell; with narrower cells, the gauge is one bar


def table(scene: Scene, label: str) -> Element:
    """Return an empty table as wide as the scene; `settle` sets its height.

    Args:
        label: description for people who cannot see the picture.
    """
    picture = canvas(scene.width, 1, label)
    add(picture, "rect", "table", width="100%", height="100%")
    return picture


def settle(picture: Element, height: Number) -> Element:
    """Set the height of a table, and return the table."""
    left, top, width, _height = picture.get("viewBox", "").split()
    picture.set("viewBox", f"{left} {top} {width} {round(height)}")
    return picture


class TableDrawing:
    """Table that a game draws; derive a class that draws the game's parts from the top down.

    Args:
        label: description for people who cannot see the picture.
    """

    def __init__(self, scene: Scene, label: str) -> None:
        self.scene, self.narrow = scene, scene.narrow
        self.fields: Position = scene.position
        self.data = scene.position.game.info.data
        self.width = scene.width - 2 * MARGIN
        self.picture = table(scene, label)

    def title(self, x: Number, y: Number, text: str) -> Number:
        """Write the title of a part of the table. Return the top of the part."""
        write(self.picture, x, y + 16, text, "muted bold", font_size=13)
        return y + 26

    def offer(self, element: Element, box: Box, wanted: Callable[[str], bool], label: str) -> None:
        """Let the viewer choose an element to play one of the wanted actions.

        Args:
            element, box, label: as for `choose`.
            wanted: function that takes an action's text and returns whether the action is wanted.
        """
        choose(element, self.scene, box, self.scene.places(wanted), label)

    def news(self, word: str) -> set[str]:
        """Return the second words of the last events that begin with `word`, such as cards."""
        return {text.split()[1] for _actor, text in self.scene.last if text.startswith(f"{word} ")}


def headline(picture: Element, scene: Scene, text: str, note: str) -> int:
    """Write a headline, and a note opposite or below it. Return the y of the space below."""
    text = scene.called.sentence(text).removesuffix(".")
    if scene.narrow:
        across, y = scene.width - 2 * MARGIN, 28
        size = 17 if width_of(text, 18) <= across else 14
        for line in wrap(text, across, size):
            write(picture, MARGIN, y, line, "bold", font_size=size)
            y += 20
        write(picture, MARGIN, y, fit(note, across, 13), "muted", font_size=13)
        return y + 12
    room = scene.width - 2 * MARGIN - width_of(note, 14) - 20
    write(picture, MARGIN, 34, fit(text, room, 21), "bold large")
    write(picture, scene.width - MARGIN, 34, note, "end muted")
    return 50


def centered(
    parent: Element, x: Number, y: Number, lines: Sequence[str], size: Number, style: str = ""
) -> float:
    """Write lines centered at x, the first line on baseline y. Return the next baseline."""
    step = size * 1.2
    for line in lines:
        write(parent, x, y, line, f"{style} middle".strip(), font_size=size)
        y += step
    return y


def paragraph(
    parent: Element,
    x: Number,
    y: Number,
    lines: Sequence[str],
    style: str = "muted",
    size: Number = 13,
    step: Number = 17,
    drop: Number = 13,
) -> Number:
    """Write lines of text below each other. Return the y of the space below.

    Args:
        step: distance between baselines.
        drop: distance from y to the first baseline.
    """
    for line in lines:
        write(parent, x, y + drop, line, style, font_size=size)
        y += step
    return y


def in_rows(number: int, across: int, x: Number, y: Number, width: Number, height: Number) -> Rows:
    """Return boxes side by side, `across` in a row, and the y of the space below.

    Args:
        number: number of boxes.
        width: width of a row.
        height: height of a box.
    """
    wide = (width - GAP * (across - 1)) / across
    boxes = [
        (x + place % across * (wide + GAP), y + place // across * (height + GAP), wide, height)
        for place in range(number)
    ]
    return boxes, y + -(-number // across) * (height + GAP)


def slab(parent: Element, box: Box, style: str, rounding: Number = 8, **more: str) -> Element:
    """Draw a plain box."""
    x, y, width, height = box
    return add(parent, "rect", style, **more, x=x, y=y, width=width, height=height, rx=rounding)


def winning_line(parent: Element, start: tuple[float, float], end: tuple[float, float]) -> None:
    """Draw the line over the pieces that win a game."""
    ends = {"x1": start[0], "y1": start[1], "x2": end[0], "y2": end[1]}
    for style in ("halo", "win"):
        add(parent, "line", style, **ends, stroke_linecap="round")


def stars(parent: Element, box: Box, number: int) -> None:
    """Draw small stars, spread evenly over a box."""
    add(parent, "path", "dots", d=_dots(box, number), stroke_linecap="round")


@lru_cache(64)
def _dots(box: Box, number: int) -> str:
    x, y, width, height = box
    return "".join(
        f"M{x + i * 0.618 % 1 * width:.0f} {y + i * 0.755 % 1 * height:.0f}h0"
        for i in range(number)
    )


def named(parent: Element, name: str) -> Element:
    """Add a group with a name, for people who point at it or cannot see it. Return the group."""
    group = add(parent, "g", role="img", aria_label=name)
    add(group, "title").text = name
    return group


def card(parent: Element, box: Box, name: str, style: str = "face") -> Element:
    """Draw an empty card. Return its group, for the content.

    Args:
        name: name of the card, for a tooltip and for people who cannot see the picture.
    """
    group = named(parent, name)
    slab(group, box, style, min(8, box[3] / 5))
    return group


def back(parent: Element, box: Box, name: str) -> Element:
    """Draw a card face down."""
    group = named(parent, name)
    _card_back(group, box)
    return group


def fan(parent: Element, box: Box, number: int) -> float:
    """Draw cards face down, each partly over the one before. Return the last card's right edge.

    Args:
        box: box of the first card.
        number: number of cards.
    """
    x, y, width, height = box
    group = named(parent, _cards(number))
    for place in range(number):
        _card_back(group, (x + place * width * 0.8, y, width, height))
    return x + (number * 0.8 + 0.2) * width if number else x


def pile(parent: Element, box: Box, number: int, name: str) -> Element:
    """Draw a pile of cards face down with their number below; draw an outline if it is empty."""
    x, y, width, height = box
    group = named(parent, f"{name}: {_cards(number)}")
    for lift in range(min(2, number - 1), -1, -1):
        _card_back(group, (x + 2 * lift, y - 2 * lift, width, height))
    if not number:
        slab(group, box, "none edge broken", min(8, height / 5))
    centered(group, x + width / 2, y + height + 15, [f"{name} {number}"], 13, "muted")
    return group


def _cards(number: int) -> str:
    """Return a number of cards in words, such as "3 cards"."""
    return ngettext("{n} card", "{n} cards", number)


def _card_back(parent: Element, box: Box) -> None:
    """Draw the back of a card."""
    x, y, width, height = box
    slab(parent, box, "face", min(8, height / 5))
    inset = width / 9
    inner = (x + inset, y + inset, width - 2 * inset, height - 2 * inset)
    slab(parent, inner, "back", width / 12)


def die(parent: Element, face: int, box: Box, style: str = "face", spots: str = "ink") -> None:
    """Draw a die that shows a face; face 0 is blank."""
    x, y, size, _height = box
    add(parent, "rect", style, x=x, y=y, width=size, height=size, rx=size / 6)
    for dx, dy in SPOTS.get(face, []):
        cx, cy = x + size / 2 + dx * size / 4, y + size / 2 + dy * size / 4
        add(parent, "circle", spots, cx=cx, cy=cy, r=size / 11)


def icon(parent: Element, outline: str, box: Box, style: str) -> Element:
    """Draw an outline of 24 by 24 units, scaled to the width of a box."""
    x, y, width, _height = box
    place = f"translate({x:.4g} {y:.4g}) scale({width / 24:.3g})"
    return add(parent, "path", style, d=outline, transform=place, fill_rule="evenodd")


def globe(
    parent: Element, style: str, looks: str, middle: tuple[float, float], radius: float
) -> None:
    """Draw a planet, partly in shadow.

    Args:
        style: class of the planet's color, such as "world3".
        looks: "band", "craters", "ring" or "plain".
    """
    x, y = middle
    r = radius
    add(parent, "circle", style, cx=x, cy=y, r=r)
    if looks == "band":
        low = f"q{0.88 * r:.3g} {0.42 * r:.3g} {1.76 * r:.3g} 0"
        band = f"M{x - 0.88 * r:.4g} {y - 0.26 * r:.4g}{low}v{0.3 * r:.3g}"
        back = f"q{-0.88 * r:.3g} {0.42 * r:.3g} {-1.76 * r:.3g} 0z"
        add(parent, "path", "star faint", d=band + back)
    elif looks == "craters":
        for dx, dy, wide in ((-0.32, -0.26, 0.26), (0.36, 0.2, 0.2), (-0.2, 0.46, 0.16)):
            add(parent, "circle", "space faint", cx=x + dx * r, cy=y + dy * r, r=wide * r)
    night = f"M{x + 0.26 * r:.4g} {y - 0.965 * r:.4g}a{r:.3g} {r:.3g} 0 0 1 0 {1.93 * r:.4g}"
    night += f"a{1.37 * r:.3g} {1.37 * r:.3g} 0 0 0 0 {-1.93 * r:.4g}z"
    add(parent, "path", "space faint", d=night)
    if looks == "ring":
        turned = f"rotate(-18 {x:.4g} {y:.4g})"
        size = {"rx": 1.5 * r, "ry": 0.42 * r}
        add(parent, "ellipse", "none orbit", cx=x, cy=y, transform=turned, **size)


def ghost(parent: Element, box: Box, style: str = "none hint") -> Element:
    """Draw a broken line around an advised element.

    Args:
        box: box of the element.
        style: classes of the line: "none hint", or "none hint bright" on a dark background.
    """
    x, y, width, height = box
    return slab(parent, (x - 3, y - 3, width + 6, height + 6), style, min(10, height / 4))


def choose(
    element: Element,
    scene: Scene,
    box: Box,
    places: Sequence[int],
    label: str,
    style: str = "none hint",
) -> None:
    """Let the viewer choose an element that fills a box, and mark it if it is advised.

    Args:
        box: box of the element.
        places, label: as for `aicore.core.picture.offer`.
        style: as for `ghost`.
    """
    offer(element, places, label)
    if scene.advised(places):
        parts = scene.parts(places)
        ghost(element, box, hint_style(style, parts))
        number_hints(element, box[0] + box[2] - 12, box[1] - 1, parts)


def two_plates(
    parent: Element,
    scene: Scene,
    x: Number,
    y: Number,
    width: Number,
    sign: Callable[[Element, int, float, float, float], object] | None = None,
) -> None:
    """Draw the plates of two seats, one below the other; on a phone, side by side at the top.

    Args:
        sign: function that draws a seat's sign instead of its mark. Its arguments are the parent,
            the seat, x and y of the middle, and half the size.
    """
    for seat in range(2):
        left, top, across = x, y + 56 * seat, width
        if scene.narrow:
            left, top, across = MARGIN + 168 * seat, 12, 160
        note = verdict(scene, seat)
        plate(parent, scene, seat, left, top, across, note=note, marked=sign is None)
        if sign is not None:
            sign(parent, seat, left + 24, top + PLATE / 2, 9)


def buttons(
    parent: Element,
    scene: Scene,
    x: Number,
    y: Number,
    width: Number,
    wanted: Iterable[tuple[str, Sequence[int]]],
    least: Number = 88,
) -> Number:
    """Draw buttons side by side in as many rows as they need. Return the y of the space below.

    Args:
        width: width of a row.
        wanted: for each button, its text and the indices of its actions; a button without actions
            is left out.
        least: minimum width of a button.
    """
    left = x
    bottom = y
    for text, places in wanted:
        if not places:
            continue
        size = min(max(_breadth(text), least), width)
        if left > x and left + size > x + width + 0.5:
            left, y = x, y + BUTTON + GAP
        button(parent, scene, left, y, size, text, places)
        left += size + GAP
        bottom = y + BUTTON + GAP
    return bottom


def buttons_around(
    parent: Element,
    scene: Scene,
    middle: Number,
    y: Number,
    wanted: Iterable[tuple[str, Sequence[int]]],
) -> Number:
    """Draw buttons in one row around a middle; see `buttons`. Return the y of the space below."""
    shown = [(text, places) for text, places in wanted if places]
    width = sum(_breadth(text) + GAP for text, _places in shown) - GAP
    return buttons(parent, scene, middle - width / 2, y, width, shown)


def _breadth(text: str) -> float:
    """Return the width of a button with a text."""
    return max(88, width_of(text, 14) + 28)


def gauge(parent: Element, box: Box, value: int, most: int, style: str) -> None:
    """Draw a gauge: fill `value` of `most` cells, or part of one bar if the cells would be tiny.

    A gauge of no cells is empty.
    """
    x, y, width, height = box
    cell = width / max(most, 1)
    if cell < SMALLEST_CELL:
        slab(parent, box, "face", height / 2)
        filled = max(height, width * min(value, most) / most)
        if value:
            slab(parent, (x, y, filled, height), style, height / 2)
        return
    for place in range(most):
        look = style if place < value else "face"
        slab(parent, (x + place * cell + 1, y, cell - 2, height), look, min(4, cell / 4))
