"""Differences of the board after two actions, counted over many futures and drawn.

A thing is anything that a picture names (`aicore.core.picture.identify`). The board is compared
when the deciding player moves again after others, or at the end of the game. The direct effects of
an action do not count, and neither do small or insignificant differences.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from copy import deepcopy
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple
from xml.etree.ElementTree import Element

import aicore
from aicore.coach.puzzles.futures import NOTABLE, significant
from aicore.core.language import fill
from aicore.core.language import gettext as _
from aicore.core.picture import width_of, wrap
from aicore.core.story import listener
from aicore.core.svg import add, serialized, write

if TYPE_CHECKING:
    from aicore.core.game import State, View
    from aicore.core.picture import Scene

MAX_DRAWN = 4  # maximum number of things to draw
SIZE = 13  # font size in picture units
IDENTIFYING = (
    "data-id",
    "data-face",
    "data-enters",
    "data-actions",
    "data-try",
    "data-why",
    "role",
)

Box = tuple[float, float, float, float]
"""Left, top, right and bottom."""


class Thing(NamedTuple):
    """Thing in a picture, with its place.

    Args:
        name: the thing's name, which is the same in every picture.
        face: the side that is up.
        at: the center, in whole units; None if the thing's place means nothing.
    """

    name: str
    face: str
    at: tuple[int, int] | None


class BoardChange(NamedTuple):
    """Thing that comes to a place, or leaves its place, more often after one of two actions.

    Args:
        thing: the thing, with the place that it comes to or leaves.
        comes: whether the thing comes; else it leaves.
        after_best: the number of such futures after the better action.
        after_other: the number of such futures after the other action.
    """

    thing: Thing
    comes: bool
    after_best: int
    after_other: int


Facts = frozenset[tuple[Thing, bool]]
"""Changes in a future: each has a thing, and True if the thing comes or False if it leaves."""


class Board:
    """Board of a decision, with its things as the deciding player sees them.

    Args:
        scene: the position of the decision; differences are drawn on top of its picture.
    """

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.drawn: dict[Thing, Element] = {}
        self.now = self.things(scene.position)

    def things(self, position: State | View) -> frozenset[Thing]:
        """Return the things on the board of a position."""
        scene = replace(self.scene, position=position, legal=(), last=(), hint=())
        things = set()
        for element in position.game.info.picture.draw(scene).iter():
            name = element.get("data-id")
            if name is None or element.get("data-enters") == "roll":
                continue
            box = _box(element)
            if box is None:
                continue
            middle = round((box[0] + box[2]) / 2), round((box[1] + box[3]) / 2)
            at = None if element.get("data-row") else middle
            thing = Thing(name, element.get("data-face", ""), at)
            self.drawn.setdefault(thing, element)
            things.add(thing)
        return frozenset(things)

    def draw(self, changes: Sequence[BoardChange], games: int, best: str, played: str) -> str:
        """Return the SVG picture of the decision, with the differences and a legend."""
        picture: Element = self.scene.position.game.info.picture.draw(self.scene)
        if changes:
            _Sketch(picture, self, games, best, played).draw(changes)
        return serialized(picture)


class FutureWatcher:
    """Observer of a continued game that records changes of the board.

    Args:
        board: the board at the decision.
        seat: the deciding seat.
    """

    def __init__(self, board: Board, seat: int) -> None:
        self.board, self.seat = board, seat
        self.others_moved = False
        self.after_action: frozenset[Thing] | None = None
        self.facts: Facts | None = None

    def __call__(self, state: State) -> None:
        """Observe a position in which a seat is to move, or the last one."""
        if self.facts is not None:
            return
        if self.after_action is None:
            self.after_action = self.board.things(state.view(self.seat))
        if state.turn not in (self.seat, aicore.END):
            self.others_moved = True
        elif self.others_moved or state.turn == aicore.END:
            then = self.board.things(state.view(self.seat))
            comes = {(one, True) for one in then - self.after_action if one.at is not None}
            leaves = {(one, False) for one in (self.board.now & self.after_action) - then}
            self.facts = frozenset(comes | leaves)


def differences(best: Sequence[Facts], other: Sequence[Facts]) -> list[BoardChange]:
    """Return the significant and notable differences, the largest first, one per thing."""
    counts = [Counter(fact for facts in each for fact in facts) for each in (best, other)]
    notable = [
        fact
        for fact in counts[0] | counts[1]
        if abs(counts[0][fact] - counts[1][fact]) >= NOTABLE * len(best)
    ]
    kept = [
        BoardChange(*fact, counts[0][fact], counts[1][fact])
        for fact in significant(best, other, notable, len(counts[0] | counts[1]))
    ]
    kept.sort(
        key=lambda one: (-abs(one.after_best - one.after_other), not one.comes, one.thing.name)
    )
    per_thing: dict[str, BoardChange] = {}
    for one in kept:
        per_thing.setdefault(one.thing.name, one)
    return list(per_thing.values())[:MAX_DRAWN]


class _Sketch:
    """Drawing of the differences on a picture."""

    def __init__(self, picture: Element, board: Board, games: int, best: str, played: str) -> None:
        self.picture, self.board, self.games = picture, board, games
        self.best, self.played = best, played
        self.width, self.height = (float(size) for size in picture.get("viewBox", "").split()[2:])
        self.tags: list[Box] = []

    def draw(self, changes: Sequence[BoardChange]) -> None:
        """Draw all marks, then the legend."""
        ends = [self.mark(change) for change in changes]
        for change, end in zip(changes, ends, strict=True):
            self.tag(change, *end)
        lines = wrap(self.legend(changes), self.width - 24, SIZE)
        high = 16 + 18 * len(lines)
        add(self.picture, "rect", "table", x=0, y=self.height, width=self.width, height=high)
        for place, text in enumerate(lines):
            write(self.picture, 12, self.height + 18 + 18 * place, text, "legend", font_size=SIZE)
        self.picture.set("viewBox", f"0 0 {self.width:g} {self.height + high:g}")

    def legend(self, changes: Sequence[BoardChange]) -> str:
        """Return the meaning of the marks, in sentences."""
        single = self.board.scene.position.game.seats == 1
        when = _("at the end") if single else _("by your next turn")
        seat, scene = self.board.scene.seat, self.board.scene
        if not single and seat is not None and seat != listener(scene.names):
            when = _("by the next turn of {who}", who=scene.name(seat))
        parts = []
        if any(change.comes for change in changes):
            parts.append(_("Dashed: may appear here."))
        if any(not change.comes for change in changes):
            parts.append(_("Crossed out: may be gone."))
        text = _("Numbers: how often in {games} games {when}, after {best} and after {played}.")
        parts.append(fill(text, games=self.games, when=when, best=self.best, played=self.played))
        return " ".join(parts)

    def mark(self, change: BoardChange) -> tuple[float, float]:
        """Draw a pale copy of a thing that comes, or a cross on one that leaves.

        Return the middle of its lower edge.
        """
        element = self.board.drawn[change.thing]
        box = _box(element)
        assert box is not None
        left, top, right, bottom = box
        style = _style(change)
        group = add(self.picture, "g", "contrast", pointer_events="none")
        named = element.get("aria-label") or element.findtext("title") or change.thing.name
        text = (
            _(
                "{thing}: appears here in {before} of {games} games after {best}, "
                "{after} after {other}"
            )
            if change.comes
            else _(
                "{thing}: is gone in {before} of {games} games after {best}, {after} after {other}"
            )
        )
        label = fill(
            text,
            thing=named,
            before=change.after_best,
            games=self.games,
            best=self.best,
            after=change.after_other,
            other=self.played,
        )
        group.attrib |= {"role": "img", "aria-label": label}
        frame = {"x": left - 3, "y": top - 3, "width": right - left + 6, "height": bottom - top + 6}
        if change.comes:
            group.append(_pale_copy(element))
            add(group, "rect", f"none broken {style}", rx=6, **frame)
        else:
            for x1, x2 in ((left, right), (right, left)):
                add(group, "line", style, x1=x1, y1=top, x2=x2, y2=bottom)
        return (left + right) / 2, bottom

    def tag(self, change: BoardChange, x: float, y: float) -> None:
        """Draw the counts below a thing, without covering other counts."""
        text = f"{change.after_best} : {change.after_other}"
        size = 11 if self.board.scene.narrow else SIZE
        style = _style(change)
        wide, high = width_of(text, size) + 10, size + 5.0
        left = min(max(x - wide / 2, 2), self.width - wide - 2)
        top = min(y - 4, self.height - high)
        while any(
            left < other[2] and other[0] < left + wide and top < other[3] and other[1] < top + high
            for other in self.tags
        ):
            top += high + 1
        self.tags.append((left, top, left + wide, top + high))
        group = add(self.picture, "g", pointer_events="none", aria_hidden="true")
        add(group, "rect", f"paper {style}", x=left, y=top, width=wide, height=high, rx=6)
        at = left + wide / 2, top + size + 0.5
        write(group, *at, text, "middle bold", font_size=size)


def _style(change: BoardChange) -> str:
    return "gain" if change.after_best > change.after_other else "loss"


def _pale_copy(element: Element) -> Element:
    """Return a pale copy of a thing, without the attributes that identify the thing itself."""
    copy = deepcopy(element)
    for part in copy.iter():
        for name in [*IDENTIFYING, "tabindex", "aria-label"]:
            part.attrib.pop(name, None)
    for title in copy.findall("title"):
        copy.remove(title)
    pale = Element("g", {"class": "faint"})
    pale.append(copy)
    return pale


def _box(element: Element) -> Box | None:
    """Return the bounding box of an element's shapes; None if there are no such shapes."""
    xs: list[float] = []
    ys: list[float] = []
    for one in element.iter():
        if one.get("transform"):
            continue
        number = {name: float(value) for name, value in one.items() if name in NUMBERS}
        if one.tag == "circle":
            xs += (number["cx"] - number["r"], number["cx"] + number["r"])
            ys += (number["cy"] - number["r"], number["cy"] + number["r"])
        elif one.tag == "rect" and "x" in number:
            xs += (number["x"], number["x"] + number["width"])
            ys += (number["y"], number["y"] + number["height"])
        elif one.tag == "line":
            xs += (number["x1"], number["x2"])
            ys += (number["y1"], number["y2"])
        elif one.tag == "polygon":
            for point in one.get("points", "").split():
                x, y = point.split(",")
                xs.append(float(x))
                ys.append(float(y))
    return (min(xs), min(ys), max(xs), max(ys)) if xs else None


NUMBERS = ("x", "y", "width", "height", "cx", "cy", "r", "x1", "x2", "y1", "y2")
