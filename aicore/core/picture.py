"""What a game's pictures are made of: the scene, its marks, and the elements that can be chosen.

A picture is SVG, drawn from what its receiver reads of a position. It has two sizes: wide, some 960
units across, and narrow, 360, for a telephone; text is never below 11 units. Colors are classes of
`picture.css`, so that a page, a notebook and a file show the same in light and in dark; whoever is
shown something by a color is shown it by a shape or a word as well.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING
from xml.etree.ElementTree import Element, SubElement, tostring

from aicore.core.steps import Steps, at_once
from aicore.core.story import Event, Names

if TYPE_CHECKING:
    from aicore.core.game import State, View

WIDE, NARROW = 960, 360
MARKS = ("circle", "square", "triangle", "diamond", "star", "cross")
"""The shapes that tell seats from each other, besides their colors."""

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

ENDED = "The game was ended"
"""What a picture says in place of a question where players ended the game before its end."""

BUTTON = 36
"""The height of a button."""

PLATE, LINE = 40, 18
"""The height of a seat's name, and of a line below it."""

CLASS = re.compile(r"\.([a-z]\w*)")
COLOR = re.compile(r"var\(--(\w+)\)")
SETTING = re.compile(r"--(\w+): [^;]+; ?")

HINTS = ("first", "second", "third")
"""The classes of what is advised, by the part that it is: see `hint_color`."""

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
        over: ended by its players: nobody is to move, whatever the position says.
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
        """The seat that is to move; below 0: none."""
        return -1 if self.over else self.position.turn

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

    @property
    def called(self) -> Names:
        """The seats, as sentences call them."""
        seats = self.position.game.seats
        names = [self.name(seat) for seat in range(seats)]
        return Names(names, names.index("you") if "you" in names else self.seat)

    def places(self, wanted: Callable[[str], bool]) -> list[int]:
        """The places in `legal` of the actions whose texts are wanted."""
        return [place for place, text in enumerate(self.legal) if wanted(text)]

    def advised(self, places: Sequence[int]) -> bool:
        """Whether one of the actions at these places is advised."""
        return any(self.legal[place] in self.hint for place in places)

    def parts(self, places: Sequence[int]) -> list[int]:
        """When the actions at these places are advised, from 1; one alone has no parts."""
        texts = {self.legal[place] for place in places}
        several = len(self.hint) > 1
        return [at for at, text in enumerate(self.hint, 1) if several and text in texts]


def hint_style(style: str, parts: Sequence[int]) -> str:
    """Classes of something advised, in the color of the first of its parts."""
    return f"{style} {hint_color(parts[0])}" if parts else style


def hint_color(number: int) -> str:
    """The class of a part of what is advised, the first of which is 1."""
    return HINTS[(number - 1) % len(HINTS)]


def number_hint(parent: Element, x: Number, y: Number, number: int) -> None:
    """When a part of what is advised is played: its number, in the color of that part.

    Args:
        number: from 1.
    """
    group = add(parent, "g", pointer_events="none")
    add(group, "circle", f"hint solid paper {hint_color(number)}", cx=x, cy=y, r=9)
    write(group, x, y + 4, str(number), "middle bold", font_size=12)


def number_hints(parent: Element, x: Number, y: Number, numbers: Sequence[int]) -> None:
    """Some of them in a row that ends at (x, y), no more than have room."""
    for place, number in enumerate(reversed(numbers[:3])):
        number_hint(parent, x - 20 * place, y, number)


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
    """The mark of a seat, its shape in its color, around a middle; `size` is its diameter."""
    shape, half = MARKS[seat % len(MARKS)], size / 2
    style = f"seat{seat % len(MARKS)} mark"
    if shape == "circle":
        return add(parent, "circle", style, cx=x, cy=y, r=half)
    points = " ".join(
        f"{_short(x + half * dx)},{_short(y + half * dy)}" for dx, dy in CORNERS[shape]
    )
    return add(parent, "polygon", style, points=points)


def verdict(scene: Scene, seat: int) -> str:
    """What came of a game for two: "won", "lost" or "draw"; "" while it goes on."""
    if not scene.position.end:
        return ""
    own, other = scene.position.scores()[seat], scene.position.scores()[1 - seat]
    return "draw" if own == other else "won" if own > other else "lost"


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


def identify(
    element: Element, name: str, face: Number | str = "", enters: str = "", row: bool = False
) -> Element:
    """Name the thing that an element shows, so that a page lets it move to where it is next.

    Args:
        name: the same in every picture; made of what the viewer may know, as all of a picture.
        face: how it lies: the thing turns where this changes.
        enters: "fall" for what drops in from above, "roll" for dice, which turn over whenever
            their face changes; "" appears.
        row: whether it lies in a row, as cards of a hand do: where in it means nothing.
    """
    given = {"data-id": name, "data-face": str(face), "data-enters": enters}
    given["data-row"] = "row" if row else ""
    element.attrib |= {key: value for key, value in given.items() if value}
    return element


def refuse(element: Element, why: str) -> None:
    """Say why an element cannot be chosen now, to whoever tries; "" or one that can: nothing."""
    if why and "data-actions" not in element.attrib:
        element.set("data-why", why)


def attempt(element: Element, action: str) -> None:
    """Name the action that choosing an element would be, so that the rules can say why not."""
    if action and "data-actions" not in element.attrib:
        element.set("data-try", action)


def line(element: Element, text: str, label: str) -> None:
    """Let an element be clicked to play what somebody could type, several actions at once.

    Args:
        label: what it does, in words.
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
    """A button of `BUTTON` units in height, for actions that have no place on the table.

    Args:
        places: as for `offer`; outlined where one of them is advised.
        risky: whether it may cost the game: in the color of danger.
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
    """A seat's name with its mark, `PLATE` units in height and `LINE` more for each fact.

    Args:
        facts: lines about it.
        note: a word or two opposite the name; unless given, whether it is to move.
        room: units below all that, for what a game draws itself.
        marked: with its mark; False leaves room for a sign of the game's own.
    """
    group = add(parent, "g")
    moves = scene.turn == seat
    height = PLATE + LINE * len(facts) + room
    add(group, "rect", "paper edge", x=x, y=y, width=width, height=height, rx=8)
    if moves:
        add(group, "rect", "accent", x=x, y=y + 8, width=4, height=height - 16, rx=2)
    if marked:
        mark(group, seat, x + 24, y + PLATE / 2, 18)
    note = note or ("to move" if moves else "")
    room = width - 52 - (width_of(note, 12) + 8 if note else 0)
    write(group, x + 42, y + PLATE / 2 + 5, fit(scene.name(seat), room, 16), "bold")
    if note:
        style = "end accent" if moves else "end muted"
        write(group, x + width - 12, y + PLATE / 2 + 5, note, style, font_size=12)
    for line, fact in enumerate(facts):
        at = y + PLATE + LINE * line + 9
        write(group, x + 42, at, fit(fact, width - 54, 13), "muted", font_size=13)
    return group


def width_of(text: str, size: Number) -> float:
    """About how wide a text is in a type of this size."""
    narrow = sum(letter in " .,:;'|!()[]fijlrt1I" for letter in text)
    broad = sum(letter in "mwMW@%" for letter in text)
    return size * (0.62 * len(text) - 0.27 * narrow + 0.3 * broad)


def fit(text: str, width: Number, size: Number) -> str:
    """A text, cut short where it is wider than there is room for."""
    if width_of(text, size) <= width:
        return text
    while text and width_of(text + "…", size) > width:
        text = text[:-1]
    return text.rstrip() + "…"


def wrap(text: str, width: Number, size: Number) -> list[str]:
    """A text in lines that are not wider than there is room for."""
    lines: list[str] = []
    for word in text.split():
        if lines and width_of(f"{lines[-1]} {word}", size) <= width:
            lines[-1] += f" {word}"
        else:
            lines.append(fit(word, width, size))
    return lines


def drawn(scene: Scene) -> Element:
    """The picture of a scene, in which all that can be chosen is called what it shows."""
    picture = scene.position.game.info.picture.draw(scene)
    for element in picture.iter():
        if "data-actions" in element.attrib:
            _name_fully(element)
    return picture


def to_svg(scene: Scene, alone: bool = True) -> str:
    """The picture of a scene.

    Args:
        alone: with its colors in it, to stand by itself; a page has them already.
    """
    return at_once(drawing(scene, alone))


def drawing(scene: Scene, alone: bool) -> Steps[str]:
    """`to_svg`, step by step."""
    picture = drawn(scene)
    yield
    if alone:
        style = Element("style")
        style.text = _style_of(picture)
        picture.insert(0, style)
    return tostring(picture, encoding="unicode")


@cache
def stylesheet() -> str:
    """The colors and classes of all pictures."""
    return files("aicore.core").joinpath("picture.css").read_text(encoding="utf-8")


def _name_fully(element: Element) -> None:
    """Let what can be chosen be called by all that is written in it: whoever speaks to the page
    says what they read there (WCAG 2.5.3)."""
    written = list(element.iter("text"))
    for text in written:
        text.tail = " "  # or its words run into the next ones
    label, shown = (
        element.get("aria-label", ""),
        " ".join("".join(one.itertext()) for one in written),
    )
    words, read = _words(label), _words(shown)
    if read and f" {' '.join(read)} " not in f" {' '.join(words)} ":
        element.set("aria-label", f"{label}: {shown}" if set(words) - set(read) else shown)


def _words(text: str) -> list[str]:
    return re.sub(r"[^0-9a-z]+", " ", text.lower()).split()


def _style_of(picture: Element) -> str:
    """The part of the style sheet that a picture needs."""
    used = {name for one in picture.iter() for name in one.get("class", "").split()}
    colors, rules = "", ""
    for line in stylesheet().splitlines(keepends=True):
        if not line.startswith(".picture ."):
            colors += line
        elif any(used.issuperset(CLASS.findall(one)) for one in line.split("{")[0].split(",")):
            rules += line
    needed = set(COLOR.findall(rules + colors))
    return SETTING.sub(lambda found: found[0] if found[1] in needed else "", colors) + rules


def _short(number: Number) -> str:
    return f"{number:.2f}".rstrip("0").rstrip(".") if isinstance(number, float) else str(number)
