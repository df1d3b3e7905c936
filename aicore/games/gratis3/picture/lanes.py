"""Map for a page, from the Gate to the planet: Locations, Spaces, Carriers and RAVs."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from math import atan2, degrees, hypot
from typing import TYPE_CHECKING
from xml.etree.ElementTree import Element

from aicore.core.language import fill, language
from aicore.core.language import gettext as _
from aicore.core.outlines import BOMBER, FIGHTER, FLAME
from aicore.core.picture import hint_color, identify, mark, number_hint, offer
from aicore.core.story import in_words_as
from aicore.core.svg import add, write
from aicore.core.tabletop import globe, icon, named, slab, stars
from aicore.games.gratis3.rules.board import Board, board_of
from aicore.games.gratis3.words.phrases import read_out

if TYPE_CHECKING:
    from collections.abc import Iterable

    from aicore.core.game import Position
    from aicore.core.picture import Scene

Point = tuple[float, float]
STARS = 60
REMEMBERED = 32  # number of maps that are kept
CRAFT = {"fighter": (FIGHTER, 2.3), "bomber": (BOMBER, 2.7)}
"""Outline of each kind of craft, which points up, and its width in sizes."""

HULL: tuple[Point, ...] = (
    (-1.4, -0.4), (-1.15, -0.8), (0.5, -0.66), (1.05, -0.3), (1.65, -0.16), (1.65, 0.16),
    (1.05, 0.3), (0.5, 0.66), (-1.15, 0.8), (-1.4, 0.4),
)  # fmt: skip
"""Outline of a Carrier that points to the right, in sizes."""

CLUSTER: dict[int, tuple[Point, ...]] = {  # offsets of Carriers on one Location, in sizes
    1: ((0, 0),),
    2: ((0, -0.5), (0, 0.5)),
    3: ((0, -1), (0, 0), (0, 1)),
    4: ((-0.55, -0.5), (0.55, -0.5), (-0.55, 0.5), (0.55, 0.5)),
}


@dataclass(frozen=True)
class Frame:
    """Place and direction of the map: from left to right, or on a phone from the bottom up.

    Args:
        left, top, width, height: box of the dark background around the map.
        step: units from one Location to the next.
        rise: units from one row of Spaces to the next.
        last: number of the last Location.
        upright: whether the map goes from the bottom up.
    """

    left: float
    top: float
    width: float
    height: float
    step: float
    rise: float
    last: int
    upright: bool

    def point(self, column: float, row: float) -> Point:
        """Return the point of a place on the board."""
        along = (column - self.last / 2) * self.step
        across = row * self.rise
        x, y = self.left + self.width / 2, self.top + self.height / 2
        return (x + across, y - along) if self.upright else (x + along, y - across)


class Ground:
    """Parts of the map that pictures share; nobody may change them.

    Attributes:
        at: the point of each Space.
        size: half a Space's width.
        sky: elements behind everything else.
    """

    def __init__(self, board: Board, frame: Frame) -> None:
        self.board, self.frame = board, frame
        self.size = min((0.24 if frame.upright else 0.22) * frame.step, 0.308 * frame.rise)
        self.at = {name: frame.point(*place) for name, place in board.places.items()}
        self._green = {name for names in board.green for name in names}
        self._spaces: dict[tuple[str, bool], Element] = {}
        self.sky = self._sky()

    def _sky(self) -> list[Element]:
        """Draw space with stars, the Gate, the planet, the route and the lines between Spaces."""
        frame, parent = self.frame, Element("g")
        box = frame.left, frame.top, frame.width, frame.height
        slab(parent, box, "space", 10)
        stars(parent, box, STARS)
        gate, planet = frame.point(0, 0), frame.point(frame.last, 0)
        goal = named(parent, _("Gratis-3, the planet, at Location {place}", place=frame.last))
        globe(goal, "planet", "band", planet, 2.3 * self.size)
        add(goal, "circle", "none air", cx=planet[0], cy=planet[1], r=2.6 * self.size)
        entry = named(parent, _("The Gate, where the race starts"))
        add(entry, "circle", "none gate", cx=gate[0], cy=gate[1], r=2 * self.size)
        lanes = (_points((self.at[one], self.at[other])) for one, other in self.board.lines)
        add(parent, "path", "lane", d="".join(f"M{lane}" for lane in lanes))
        way = [frame.point(column, 0) for column in range(frame.last + 1)]
        add(parent, "polyline", "none route", points=_points(way))
        for number, (at_x, at_y) in enumerate(way):
            if 0 < number < frame.last:
                stop = named(parent, _("Location {place}", place=number))
                add(stop, "circle", "stop", cx=at_x, cy=at_y, r=0.85 * self.size)
            if frame.upright:
                beside = {0: 2 * self.size + 20, frame.last: 2.6 * self.size + 8}
                label_x = at_x + beside.get(number, 1.9 * self.size + 4)
                label_y = at_y + 4
            else:
                label_x = at_x
                label_y = at_y + (0.48 * -frame.rise if number else 2 * self.size + 14)
            name = str(number) if number else _("Gate")
            write(parent, label_x, label_y, name, "small star dim middle")
        return list(parent)

    def space(self, name: str, free: bool) -> Element:
        """Return a Space that cannot be chosen.

        Args:
            free: whether nothing is there, so that it shows its name.
        """
        if (name, free) not in self._spaces:
            self._spaces[name, free] = self.drawn_space(name, free, "small star dim middle")
        return self._spaces[name, free]

    def drawn_space(self, name: str, free: bool, style: str) -> Element:
        """Return a new drawing of a Space; `style` is for its name."""
        (x, y), group = self.at[name], Element("g")
        look = "node green" if name in self._green else "node"
        add(group, "circle", look, cx=x, cy=y, r=1.02 * self.size)
        add(group, "title").text = _("Space {space}", space=name)
        if free:
            write(group, x, y + 4.5, name, style)
        return group


_grounds: dict[tuple[object, ...], Ground] = {}


def ground_of(board: Board, frame: Frame) -> Ground:
    """Return the shared parts of a map; the maps drawn last are kept."""
    key = language(), board.key, frame
    ground = _grounds.pop(key, None) or Ground(board, frame)
    _grounds[key] = ground
    if len(_grounds) > REMEMBERED:
        del _grounds[next(iter(_grounds))]
    return ground


class Lanes:
    """Map with choices, advice and last actions."""

    def __init__(self, parent: Element, scene: Scene, fields: Position, frame: Frame) -> None:
        self.parent, self.scene, self.fields, self.frame = parent, scene, fields, frame
        self.board = board_of(scene.position.game)
        self.ground = ground_of(self.board, frame)
        self.size, self.at = self.ground.size, self.ground.at
        self.carriers = dict(self.berths())
        self.chosen = self.choices()
        parent.extend(self.ground.sky)
        for name in self.board.names:
            self.space(name)
        self.past()
        for seat in range(len(fields["locations"])):
            self.carrier(seat)
        for name, seat, kind, tail in fields["ravs"]:
            self.rav(name, seat, kind, tail)
        self.advice()

    def berths(self) -> Iterable[tuple[int, Point]]:
        """Yield each Carrier's point; Carriers on one Location stand side by side."""
        crowd: dict[int, list[int]] = defaultdict(list)
        for seat, location in enumerate(self.fields["locations"]):
            crowd[location].append(seat)
        for location, seats in crowd.items():
            x, y = self.frame.point(location, 0)
            for seat, (along, across) in zip(seats, CLUSTER[len(seats)], strict=True):
                shift = 2.2 * self.size * along, 1.5 * self.size * across
                dx, dy = shift[::-1] if self.frame.upright else shift
                yield seat, (x + dx, y + dy)

    def choices(self) -> dict[tuple[str, str | int], list[int]]:
        """Return the indices of the legal actions that involve each RAV, Space and Carrier."""
        places: dict[tuple[str, str | int], list[int]] = defaultdict(list)
        for place, text in enumerate(self.scene.legal):
            match text.split():
                case ["rav", start, "to", end, "tail", _]:
                    places["rav", start].append(place)
                    places["space", end].append(place)
                case ["launch", _, space]:
                    places["space", space].append(place)
                case ["hit", space]:
                    places["rav", space].append(place)
                case ["attack", target, "with", attackers]:
                    places[
                        ("carrier", int(target)) if target.isdigit() else ("rav", target)
                    ].append(place)
                    for attacker in attackers.split(","):
                        places["rav", attacker].append(place)
                case [*_, "fire" | "emp" | "nuke", seat]:
                    places["carrier", int(seat)].append(place)
        return places

    # The map and its pieces

    def space(self, name: str) -> None:
        """Draw a Space, green if it is beside a Location."""
        free = all(name != place for place, *_ in self.fields["ravs"])
        places = self.chosen.get(("space", name), [])
        if not places:
            self.parent.append(self.ground.space(name, free))
            return
        group = self.ground.drawn_space(name, free, "small star middle")
        self.parent.append(group)
        label = (
            read_out(self.scene.legal[places[0]])
            if len(places) == 1
            else _("to {space}", space=name)
        )
        offer(group, places, label)

    def carrier(self, seat: int) -> None:
        """Draw a Carrier with its seat's mark, a glow for shields, and flames for Down systems."""
        (x, y), size = self.carriers[seat], self.size
        group = add(self.parent, "g")
        alarm = " alarm" if seat == self.fields["pending"]["target"] else ""
        shields = self.fields["shields"][seat]
        hull = _points((x + size * dx, y + size * dy) for dx, dy in map(self.turned, HULL))
        if shields:
            add(group, "polygon", "none glow", points=hull, stroke_width=3 + 2.5 * shields)
        add(group, "polygon", f"ship{alarm}", points=hull)
        mark(group, seat, x, y, 1.05 * size)
        down = self.fields["systems"][seat].count(False)
        for number in range(down):
            dx, dy = self.turned((-1.1 + 0.62 * number, -0.62))
            icon(group, FLAME, (x + size * dx - 7, y + size * dy - 9, 14, 0), "flame")
        where = self.fields["locations"][seat]
        place = _("at Location {place}", place=where) if where else _("at the Gate")
        carrier = _("{whose:your|*'s} Carrier", whose=self.scene.called[seat])
        identify(group, f"carrier {seat}")
        add(group, "title").text = _(
            "{carrier}, {place}: {shields}, {down}",
            carrier=carrier,
            place=place,
            shields=in_words_as("nominative", shields, "one shield", "{n} shields"),
            down=in_words_as("nominative", down, "one system Down", "{n} systems Down"),
        )
        places = self.chosen.get(("carrier", seat), [])
        offer(group, places, carrier)

    def turned(self, offset: Point) -> Point:
        """Return the offset on this map for an offset on a map from left to right."""
        along, across = offset
        return (across, -along) if self.frame.upright else offset

    def rav(self, name: str, seat: int, kind: str, tail: str | None) -> None:
        """Draw a Fighter or Bomber with its seat's mark; it flies away from its tail."""
        (x, y), size = self.at[name], self.size
        group = identify(add(self.parent, "g"), f"{kind} {seat} {name}")
        turn = 0.0 if self.frame.upright else 90.0
        if tail is not None:
            far = _toward((x, y), self.at[tail], 2.0 * size)
            side = _across((x, y), self.at[tail], 0.42 * size)
            tip = ((x + side[0], y + side[1]), far, (x - side[0], y - side[1]))
            add(group, "polygon", f"seat{seat} tail", points=_points(tip))
            turn = degrees(atan2(y - far[1], x - far[0])) + 90
        outline, width = CRAFT[kind]
        place = f"translate({x:.1f} {y:.1f}) rotate({turn:.0f}) scale({width * size / 24:.3f})"
        body = add(group, "path", f"seat{seat} craft", d=outline, fill_rule="evenodd")
        body.set("transform", f"{place} translate(-12 -12)")
        mark(group, seat, x + 0.9 * size, y + 0.8 * size, 0.8 * size)
        if name == self.fields["pending"]["target"]:
            add(group, "circle", "none alarm", cx=x, cy=y, r=1.2 * size)
        text = (
            _("{whose:your|*'s} fighter on {space}")
            if kind == "fighter"
            else _("{whose:your|*'s} bomber on {space}")
        )
        about = fill(text, whose=self.scene.called[seat], space=name)
        add(group, "title").text = (
            _("{craft}, its tail toward {tail}", craft=about, tail=tail) if tail else about
        )
        offer(group, self.chosen.get(("rav", name), []), about)

    # Last actions and advice

    def past(self) -> None:
        """Draw the flights, launches and shots of the last events."""
        for actor, text in self.scene.last:
            if isinstance(actor, int):
                self.show_action(actor, text, "last")

    def advice(self) -> None:
        """Draw advised actions as ghosts; if there are several, number them in their colors."""
        several = len(self.scene.hint) > 1
        here: dict[Point, int] = {}
        for number, text in enumerate(self.scene.hint, 1):
            style = f"hint bright {hint_color(number)}"
            at = self.show_action(self.scene.position.turn, text, style)
            if several and at is not None:  # numbers at one place stand side by side
                place = here[at] = here.get(at, -1) + 1
                x, y = at[0] + 1.1 * self.size + 20 * place, at[1] - 1.1 * self.size
                number_hint(self.parent, x, y, number)

    def show_action(self, actor: int, text: str, style: str) -> Point | None:
        """Draw an action as lines and rings. Return the point where it leads, if any."""
        group = add(self.parent, "g", pointer_events="none")
        match text.split():
            case ["rav", start, "to", end, "tail", tail]:
                self.line(group, (self.at[start], self.at[tail], self.at[end]), style)
                return self.ring(group, self.at[end], style)
            case ["launch", _, space] | ["hit", space]:
                return self.ring(group, self.at[space], style)
            case ["attack", target, "with", attackers]:
                to = self.carriers[int(target)] if target.isdigit() else self.at[target]
                for attacker in attackers.split(","):
                    self.line(group, (self.at[attacker], to), style)
                return self.ring(group, to, style)
            case [*_, "fire" | "emp" | "nuke", seat]:
                self.line(group, (self.carriers[actor], self.carriers[int(seat)]), style)
                return self.ring(group, self.carriers[int(seat)], style)
            case ["shields"] | ["guns"] | ["override", "move"]:
                return self.ring(group, self.carriers[actor], style)
        return None

    def ring(self, parent: Element, at: Point, style: str) -> Point:
        """Draw a ring around a Space or a Carrier. Return its center."""
        add(parent, "circle", f"none {style}", cx=at[0], cy=at[1], r=1.35 * self.size)
        return at

    def line(self, parent: Element, way: Iterable[Point], style: str) -> None:
        """Draw a line through some points."""
        add(parent, "polyline", f"none {style}", points=_points(way), stroke_linejoin="round")


def _points(points: Iterable[Point]) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in points)


def _toward(start: Point, end: Point, far: float) -> Point:
    """Return the point at a distance from the start, at most 0.6 of the way to the end."""
    way = hypot(end[0] - start[0], end[1] - start[1]) or 1
    share = min(far / way, 0.6)
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share


def _across(start: Point, end: Point, far: float) -> Point:
    """Return a step of a given length, perpendicular to a way."""
    way = hypot(end[0] - start[0], end[1] - start[1]) or 1
    return -(end[1] - start[1]) / way * far, (end[0] - start[0]) / way * far
