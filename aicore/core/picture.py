"""Building blocks of a game's pictures: the scene, its marks, and elements that can be chosen.

A picture is an SVG that shows only what its viewer knows of a position. It has two sizes. The wide
one is 820 units across, its width in pixels in a window of 1280 by 800. The narrow one, for a
phone, is 360 units across. Text is never below 13 units. Colors are classes of `picture.css`, so
that a page, a notebook and a file look the same in light and in dark. Whatever a color shows, a
shape or a word shows, too.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING
from xml.etree.ElementTree import Element

from aicore.core.language import N_, pgettext
from aicore.core.language import gettext as _
from aicore.core.steps import Steps, at_once
from aicore.core.story import Event, Names, listener
from aicore.core.svg import add, serialized, short, write

if TYPE_CHECKING:
    from aicore.core.game import State, View

WIDE, NARROW = 820, 360
MARKS = ("circle", "square", "triangle", "diamond", "star", "cross")
"""Shapes that distinguish the seats, besides their colors."""

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
"""Corners of the shapes other than the circle, in units of half their size."""

ENDED = N_("The game ended early")
"""Text that a picture shows instead of a question if players ended the game early."""

BUTTON = 36
"""Height of a button."""

BADGE = 10  # radius of an advised action's number
PLATE, LINE = 40, 18
"""Height of a seat's plate with its name, and height of each line below the name."""

CLASS = re.compile(r"\.([a-z]\w*)")  # class in a selector of the style sheet
COLOR = re.compile(r"var\(--(\w+)\)")  # use of a color
SETTING = re.compile(r"--(\w+): [^;]+; ?")  # definition of a color

HINTS = ("first", "second", "third")
"""Classes for the colors of advised actions: see `hint_color`."""

Number = int | float


@dataclass(frozen=True)
class Scene:
    """Content of a picture, and its viewer.

    Args:
        position: a view, with its seat's knowledge, or a state, for viewers who may see everything.
        names: names of the seats, as in stories: "you", "mcts".
        legal: texts of the actions that can be chosen.
        last: events since the viewer's last picture, as the viewer may know them.
        hint: texts of advised actions, to be drawn as ghosts.
        narrow: whether the picture is for a phone.
        over: whether the players ended the game early; then nobody is to move in any position.
    """

    position: State | View
    names: tuple[str, ...] = ()
    legal: tuple[str, ...] = ()
    last: tuple[Event, ...] = ()
    hint: tuple[str, ...] = ()
    narrow: bool = False
    over: bool = False

    @property
    def turn(self) -> int:
        """Seat to move; negative if none is."""
        return -1 if self.over else self.position.turn

    @property
    def width(self) -> int:
        """Width of the picture, in units."""
        return NARROW if self.narrow else WIDE

    @property
    def seat(self) -> int | None:
        """Seat of the viewer; None for a viewer who sees everything."""
        return getattr(self.position, "seat", None)

    def name(self, seat: int) -> str:
        """Return the name of a seat."""
        return str(self.names[seat]) if self.names else _("seat {seat}", seat=seat)

    @property
    def called(self) -> Names:
        """Names of the seats in sentences."""
        seats = self.position.game.seats
        names = [self.name(seat) for seat in range(seats)]
        you = listener(self.names)
        return Names(names, self.seat if you is None else you)

    def places(self, wanted: Callable[[str], bool]) -> list[int]:
        """Return the indices in `legal` of the actions for whose texts `wanted` is true."""
        return [place for place, text in enumerate(self.legal) if wanted(text)]

    def advised(self, places: Sequence[int]) -> bool:
        """Whether one of the actions at these indices in `legal` is advised."""
        return bool(self.hint) and any(self.legal[place] in self.hint for place in places)

    def parts(self, places: Sequence[int]) -> list[int]:
        """Return the numbers, from 1, of the advised actions at these indices in `legal`.

        A single advised action has no number.
        """
        if len(self.hint) < 2:
            return []
        texts = {self.legal[place] for place in places}
        return [at for at, text in enumerate(self.hint, 1) if text in texts]


def hint_style(style: str, parts: Sequence[int]) -> str:
    """Return the classes of an advised element, in the color of its first advised action.

    Args:
        style: other classes of the element.
        parts: numbers of the advised actions that the element is a part of, from `Scene.parts`.
    """
    return f"{style} {hint_color(parts[0])}" if parts else style


def hint_color(number: int) -> str:
    """Return the class for the color of an advised action, by its number from 1."""
    return HINTS[(number - 1) % len(HINTS)]


def number_hint(parent: Element, x: Number, y: Number, number: int) -> None:
    """Draw the number of an advised action, in its color; the picture's edge never cuts it.

    Args:
        number: from 1.
    """
    x, y = max(x, BADGE + 1), max(y, BADGE + 1)
    group = add(parent, "g", pointer_events="none")
    add(group, "circle", f"hint solid paper {hint_color(number)}", cx=x, cy=y, r=BADGE)
    write(group, x, y + 4.5, str(number), "middle bold", font_size=13)


def number_hints(parent: Element, x: Number, y: Number, numbers: Sequence[int]) -> None:
    """Draw the first three numbers of advised actions, in a row that ends at (x, y)."""
    for place, number in enumerate(reversed(numbers[:3])):
        number_hint(parent, x - 20 * place, y, number)


def canvas(width: Number, height: Number, label: str) -> Element:
    """Return an empty picture.

    Args:
        label: description for people who cannot see the picture.
    """
    box = f"0 0 {short(width)} {short(height)}"
    about = {"class": "picture", "viewBox": box, "role": "group", "aria-label": label}
    return Element("svg", {"xmlns": "http://www.w3.org/2000/svg", **about})


def mark(parent: Element, seat: int, x: Number, y: Number, size: Number) -> Element:
    """Draw the mark of a seat, a shape in its color, around (x, y); `size` is the diameter."""
    shape, half = MARKS[seat % len(MARKS)], size / 2
    style = f"seat{seat % len(MARKS)} mark"
    if shape == "circle":
        return add(parent, "circle", style, cx=x, cy=y, r=half)
    points = " ".join(f"{short(x + half * dx)},{short(y + half * dy)}" for dx, dy in CORNERS[shape])
    return add(parent, "polygon", style, points=points)


def verdict(scene: Scene, seat: int) -> str:
    """Return a seat's result in a game for two: "won", "lost" or "draw"; "" before the end."""
    if not scene.position.end:
        return ""
    own, other = scene.position.scores()[seat], scene.position.scores()[1 - seat]
    if own == other:
        return pgettext("result", "draw")
    return pgettext("result", "won") if own > other else pgettext("result", "lost")


def offer(element: Element, places: Sequence[int], label: str) -> Element:
    """Let the viewer choose an element.

    Args:
        places: indices in `Scene.legal` of all actions that the element is a part of.
        label: effect of choosing the element, in words.
    """
    if places:
        own = element.attrib
        own["class"] = f"{own['class']} choice" if own.get("class") else "choice"
        own["data-actions"] = str(places[0]) if len(places) == 1 else " ".join(map(str, places))
        own["tabindex"] = "0"
        own["role"] = "button"
        own["aria-label"] = label
    return element


def identify(
    element: Element, name: str, face: Number | str = "", enters: str = "", row: bool = False
) -> Element:
    """Name the thing that an element shows, so that a page can move it to its next place.

    Args:
        name: name of the thing, the same in every picture. Like the picture, it must contain only
            what the viewer may know.
        face: the side that the thing shows; the thing turns when this changes.
        enters: "fall" for things that drop in from above, "roll" for dice, which turn over whenever
            their face changes; "" for things that just appear.
        row: whether the thing lies in a row where its place means nothing, like cards in a hand.
    """
    given = {"data-id": name, "data-face": str(face), "data-enters": enters}
    given["data-row"] = "row" if row else ""
    element.attrib |= {key: value for key, value in given.items() if value}
    return element


def refuse(element: Element, why: str) -> None:
    """Set the reason why an element cannot be chosen now.

    Change nothing if the reason is "" or the element can be chosen.
    """
    if why and "data-actions" not in element.attrib:
        element.set("data-why", why)


def attempt(element: Element, action: str) -> None:
    """Name the action that an element stands for, so that the rules can say why it is forbidden."""
    if action and "data-actions" not in element.attrib:
        element.set("data-try", action)


def ask_first(element: Element) -> None:
    """Let the page preview the action that this element alone chooses, and ask to confirm it.

    Change nothing if the element cannot be chosen.
    """
    if "data-actions" in element.attrib:
        element.set("data-ask", "")


def line(element: Element, text: str, label: str) -> None:
    """Let a click on an element play a typed line, which may stand for several actions.

    Args:
        text: the line, as a player would type it.
        label: effect of the line, in words.
    """
    element.set("data-line", text)
    add(element, "title").text = label


def button(
    parent: Element,
    scene: Scene,
    x: Number,
    y: Number,
    width: Number,
    text: str,
    places: Sequence[int],
    risky: bool = False,
) -> Element:
    """Draw a button of `BUTTON` units in height, for actions without a place on the table.

    Args:
        places: indices of actions, as for `offer`. The button is outlined if one is advised.
        risky: whether the action may lose the game; the button then has the color of danger.
    """
    group = add(parent, "g")
    plain = "paper crossed" if risky else "paper edge"
    parts = scene.parts(places)
    style = hint_style("paper hint solid", parts) if scene.advised(places) else plain
    add(group, "rect", style, x=x, y=y, width=width, height=BUTTON, rx=8)
    shown = fit(text, width - 12, 14)
    write(group, x + width / 2, y + BUTTON / 2 + 5, shown, "middle bad" if risky else "middle")
    number_hints(group, x + width - 6, y + 3, parts)
    return offer(group, places, text)


def plate(
    parent: Element,
    scene: Scene,
    seat: int,
    x: Number,
    y: Number,
    width: Number,
    facts: Sequence[str] = (),
    note: str = "",
    marked: bool = True,
    room: Number = 0,
) -> Element:
    """Draw a seat's name with its mark, `PLATE` units in height and `LINE` more for each fact.

    Args:
        facts: lines about the seat, below the name.
        note: a word or two opposite the name; by default "to move" if the seat is to move.
        marked: whether to draw the mark; False leaves room for the game's own sign.
        room: height below the facts for the game's own drawings.
    """
    group = add(parent, "g")
    moves = scene.turn == seat
    height = PLATE + LINE * len(facts) + room
    add(group, "rect", "paper edge", x=x, y=y, width=width, height=height, rx=8)
    if moves:
        add(group, "rect", "accent", x=x, y=y + 8, width=4, height=height - 16, rx=2)
    if marked:
        mark(group, seat, x + 24, y + PLATE / 2, 18)
    note = note or (_("to move") if moves else "")
    free = width - 52 - (width_of(note, 13) + 4 if note else 0)
    name, size = scene.name(seat), 15
    while size > 13 and width_of(name, size) > free:
        size -= 1
    write(group, x + 42, y + PLATE / 2 + 5, fit(name, free, size), "bold", font_size=size)
    if note:
        style = "end accent" if moves else "end muted"
        write(group, x + width - 12, y + PLATE / 2 + 5, note, style, font_size=13)
    for place, fact in enumerate(facts):
        at = y + PLATE + LINE * place + 9
        write(group, x + 42, at, fit(fact, width - 54, 13), "muted", font_size=13)
    return group


@lru_cache(4096)
def width_of(text: str, size: Number) -> float:
    """Return the approximate width of a text in a font of this size."""
    narrow = sum(letter in " .,:;'|!()[]fijlrt1I" for letter in text)
    broad = sum(letter in "mwMW@%" for letter in text)
    return size * (0.62 * len(text) - 0.27 * narrow + 0.3 * broad)


def fit(text: str, width: Number, size: Number) -> str:
    """Return a text, shortened if it is wider than `width`."""
    if width_of(text, size) <= width:
        return text
    while text and width_of(text + "…", size) > width:
        text = text[:-1]
    return text.rstrip() + "…"


def wrap(text: str, width: Number, size: Number) -> list[str]:
    """Return a text in lines no wider than `width`."""
    lines: list[str] = []
    for word in text.split():
        if lines and width_of(f"{lines[-1]} {word}", size) <= width:
            lines[-1] += f" {word}"
        else:
            lines.append(fit(word, width, size))
    return lines


def drawn(scene: Scene) -> Element:
    """Return the picture of a scene; make the labels of buttons include their visible text."""
    picture = scene.position.game.info.picture.draw(scene)
    for element in picture.iter():
        if "data-actions" in element.attrib:
            _name_fully(element)
    return picture


def to_svg(scene: Scene, alone: bool = True) -> str:
    """Return the picture of a scene as SVG text.

    Args:
        alone: whether to include the colors; a page of this package has them already.
    """
    return at_once(drawing(scene, alone))


def drawing(scene: Scene, alone: bool) -> Steps[str]:
    """Return the steps of `to_svg`, so that other work can run between them."""
    picture = drawn(scene)
    yield
    if alone:
        style = Element("style")
        style.text = _style_of(picture)
        picture.insert(0, style)
    return serialized(picture)


@cache
def stylesheet() -> str:
    """Return the colors and classes of all pictures."""
    return Path(__file__).with_name("picture.css").read_text(encoding="utf-8")


def _name_fully(element: Element) -> None:
    """Add an element's visible text to its accessible name.

    People who control the page by voice can then say the words that they read (WCAG 2.5.3).
    """
    written = list(element.iter("text"))
    if not written:
        return
    for text in written:
        text.tail = " "  # keeps its words apart from the next ones
    label, shown = (
        element.get("aria-label", ""),
        " ".join("".join(one.itertext()) for one in written),
    )
    words, read = _words(label), _words(shown)
    if read and f" {' '.join(read)} " not in f" {' '.join(words)} ":
        element.set("aria-label", f"{label}: {shown}" if set(words) - set(read) else shown)


@lru_cache(4096)
def _words(text: str) -> tuple[str, ...]:
    return tuple(re.findall(r"[^\W_]+", text.lower()))


def _style_of(picture: Element) -> str:
    """Return the part of the style sheet that a picture needs."""
    used = {name for one in picture.iter() for name in one.get("class", "").split()}
    colors, rules = "", ""
    for line in stylesheet().splitlines(keepends=True):
        if not line.startswith(".picture ."):
            colors += line
        elif any(used.issuperset(CLASS.findall(one)) for one in line.split("{")[0].split(",")):
            rules += line
    needed = set(COLOR.findall(rules + colors))
    return SETTING.sub(lambda match: match[0] if match[1] in needed else "", colors) + rules
