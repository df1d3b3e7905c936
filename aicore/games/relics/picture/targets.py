"""Choices on the station, advice there, and the last actions."""

from __future__ import annotations

import re
from collections import defaultdict
from typing import TYPE_CHECKING

from aicore.core.language import gettext as _
from aicore.core.picture import hint_color, line, number_hint, offer
from aicore.core.svg import add
from aicore.games.relics.picture.station import Grid, Station, draw_platform
from aicore.games.relics.rules.chart import AIRLOCK_AT, Square, read, xy
from aicore.games.relics.rules.names import GUN_IDS, STEPS
from aicore.games.relics.words.actions import named, spoken
from aicore.games.relics.words.ways import Ways, walks

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

AIRLOCK_OF = {name: square for square, name in AIRLOCK_AT.items()}
SQUARE = re.compile(r"\d+,\d+")
JOINS = ("", "near", "useful")
"""CSS class of a place, by the effect of a platform there: see `Ways.joins`."""
SPOT = (0.13, 0.4, 0.46)  # radius of a place's dot by the same effect, in squares
FOLLOWS = {"lift": ("at", "turn"), "at": ("turn",), "move": ("move",)}
"""Actions that belong to the same part of advice as the one before them."""
WALKED = ("move", "use", "take", "airlock", "escape")  # actions that show the place of a piece


def offer_targets(parent: Element, station: Station) -> None:
    """Make the tiles, guns, airlocks and squares of the legal actions selectable."""
    scene, chart = station.scene, station.chart
    tiles: dict[str, list[int]] = defaultdict(list)
    guns: dict[str, list[int]] = defaultdict(list)
    squares: dict[Square, list[int]] = defaultdict(list)
    turns: list[int] = []
    here = chart.pieces.get(chart.fields["seat"])
    for place, text in enumerate(scene.legal):
        words = text.split()
        match words[0]:
            case "move" if here is not None:
                squares[chart.step(here, words[1]) or here].append(place)
            case "airlock":
                squares[AIRLOCK_OF[words[1]]].append(place)
            case "take" | "escape" if here is not None:
                squares[here].append(place)
            case "at":
                squares[read(words[1])].append(place)
            case "turn":
                turns.append(place)
            case _:
                for what in words[1:]:
                    if what in station.tiles:
                        tiles[what].append(place)
                    elif what in GUN_IDS:
                        guns[what].append(place)
                    elif SQUARE.fullmatch(what):
                        squares[read(what)].append(place)
    for tile, places in tiles.items():
        about = station.tiles[tile].findtext("title", "")
        offer(station.tiles[tile], places, f"{_label(station, tile, places)}: {about}")
    for gun, places in guns.items():
        offer(station.guns[int(gun[3:])], places, _label(station, named(gun), places))
    if chart.fields["phase"] == "at":
        _offer_spots(parent, station, squares)
    else:
        for square, places in squares.items():
            _offer_square(parent, station, square, places)
    if turns:
        _offer_turns(parent, station, turns)
    if here is not None:
        _offer_walks(parent, station)


def _offer_walks(parent: Element, station: Station) -> None:
    """Offer walks to squares farther away, as lines that a person could type."""
    if not any(text.startswith("move ") for text in station.scene.legal):
        return
    fields, cell = station.fields, station.grid.cell
    most = 2 * fields["ap"] + fields["credit"]
    taken = set(station.chart.pieces.values())
    for square, (halves, path) in walks(station.chart).items():
        free = square not in taken or square in AIRLOCK_AT  # an airlock holds several pieces
        if halves <= most and len(path) > 1 and free:
            x, y = station.grid.middle(square)
            dot = add(parent, "circle", "spot walk", cx=x, cy=y, r=round(0.2 * cell, 1))
            goal = f"exit {AIRLOCK_AT[square]}" if square in AIRLOCK_AT else xy(square)
            line(dot, f"go {goal}", _("walk here: {ap:g} AP", ap=halves / 2))


def _label(station: Station, what: str, places: list[int]) -> str:
    """Return the action, or the name of its object if there are several."""
    return spoken(station.scene.legal[places[0]]) if len(places) == 1 else what


def _offer_square(parent: Element, station: Station, square: Square, places: list[int]) -> None:
    """Offer a square to go to or to use something on, or an airlock to begin at."""
    name = AIRLOCK_AT.get(square)
    label = _label(station, _("to {square}", square=xy(square)), places)
    x, y = station.grid.middle(square)
    cell = station.grid.cell
    if name and not any(station.scene.legal[place].startswith("escape") for place in places):
        add(station.airlocks[name], "circle", "none target", cx=x, cy=y, r=0.8 * cell)
        offer(station.airlocks[name], places, label)
        return
    group = add(parent, "g")
    add(group, "circle", "none", cx=x, cy=y, r=0.5 * cell, pointer_events="all")
    legal = station.scene.legal
    if square == station.chart.pieces.get(station.fields["seat"]):
        add(group, "circle", "none target", cx=x, cy=y, r=0.7 * cell)
    elif all(legal[place].startswith("use doorway") for place in places):
        add(group, "circle", "spot", cx=x, cy=y, r=0.2 * cell)  # small: there are many of them
    else:
        add(group, "circle", "target", cx=x, cy=y, r=0.3 * cell)
    offer(group, places, label)


def _offer_spots(parent: Element, station: Station, squares: dict[Square, list[int]]) -> None:
    """Offer each place for the lifted platform as a dot on the corner where its middle would be.

    A dot is large if the platform would extend the path of the piece, and ringed as well if it
    would lead on. Pointing at a dot shows the four squares that the platform would cover.
    """
    cell, ways, legal = station.grid.cell, Ways(station.chart), station.scene.legal
    square_of = f"h{2 * cell}v{2 * cell}h-{2 * cell}z"
    looks = [
        (f"spot {joins}".strip(), round(radius * cell, 1))
        for joins, radius in zip(JOINS, SPOT, strict=True)
    ]
    for square, places in squares.items():
        x, y = station.grid.corner((square[0] + 1, square[1] + 1))
        style, radius = looks[ways.joins_at_best(square)]
        dot = add(parent, "circle", style, cx=x, cy=y, r=radius)
        offer(dot, places, spoken(legal[places[0]]))
        add(parent, "path", "lay", d=f"M{x - cell:.1f} {y - cell:.1f}{square_of}")


def _offer_turns(parent: Element, station: Station, places: list[int]) -> None:
    """Offer the platform after each turn, in a box beside its place."""
    fields, chart, grid = station.fields, station.chart, station.grid
    platform, spot = fields["lifting"], fields["spot"]
    corner = (spot[0], spot[1])
    lying = draw_platform(parent, chart, grid, platform, corner, 0, "dock last")
    lying.set("class", "faint")
    cell = max(grid.cell, 15)
    ways, step = Ways(chart), 2 * cell + 14
    width, height = step * len(places) + 10, 2 * cell + 20
    middle, top = grid.corner((corner[0] + 1, corner[1]))
    y = top + 2.4 * grid.cell if corner[1] < 20 else top - height - 0.4 * grid.cell
    x = min(max(middle - width / 2, grid.left), grid.left + 31 * grid.cell - width)
    add(parent, "rect", "paper edge", x=x, y=y, width=width, height=height, rx=8)
    for number, place in enumerate(places):
        text = station.scene.legal[place]
        own = Grid(x + 12 + number * step, y + 10, cell)
        turned = int(text.split()[1])
        style = "dock hint solid" if station.scene.advised([place]) else "dock"
        drawn = draw_platform(parent, chart, own, platform, (0, 0), turned, style)
        drawn.set("class", JOINS[ways.joins(corner, turned)])
        floor = " ".join(named(quarter) for quarter in chart.quarters(platform, turned))
        label = _("{action}: floor {quarters}", action=spoken(text), quarters=floor)
        offer(drawn, [place], label)


def mark_last(parent: Element, station: Station) -> None:
    """Outline the things that the last events moved, and draw the paths of pieces."""
    group = add(parent, "g", pointer_events="none")
    grid, pieces = station.grid, station.chart.pieces
    laid = {(left, top) for left, top, _turns in station.fields["platforms"].values()}
    if station.fields["spot"]:
        laid.add(tuple(station.fields["spot"]))
    for actor, text in station.scene.last:
        for word in text.split()[1:] if actor != "chance" else ():
            if word in station.fields["platforms"]:
                left, top, _turns = station.fields["platforms"][word]
                _outline(group, grid, (left, top), 2, "none last")
            elif word in station.fields["galleries"]:
                x, y = station.chart.large[word]
                _outline(group, grid, (x - 2, y - 2), 5, "none last")
            elif text.startswith("at ") and read(word) in laid:
                _outline(group, grid, read(word), 2, "none last")
    moved = {actor for actor, text in station.scene.last if text.split()[0] in WALKED}
    for seat, square in pieces.items():
        if seat in moved:
            x, y = grid.middle(square)
            add(group, "circle", "none last", cx=x, cy=y, r=grid.cell)
            _way(group, grid, _back(station, seat, square), "none trail")


def _back(station: Station, seat: int, square: Square) -> list[Square]:
    """Return the squares of a piece's last steps, from its present square back."""
    way = [square]
    for actor, text in reversed(station.scene.last):
        words = text.split()
        if actor != seat or words[0] in ("lift", "at", "turn", "end"):
            continue
        if words[0] != "move" or way[-1] in station.chart.doorways:
            break
        dx, dy = STEPS[words[1]]
        way.append((way[-1][0] - dx, way[-1][1] - dy))
    return way


def mark_hint(parent: Element, station: Station) -> None:
    """Draw advised actions as ghosts: platforms where they would lie, paths, targets."""
    if not station.scene.hint:
        return
    group = add(parent, "g", pointer_events="none")
    chart, grid, fields = station.chart, station.grid, station.fields
    here = chart.pieces.get(fields["seat"])
    way = [here] if here is not None else []
    platform, spot = fields["lifting"], fields["spot"]
    part, kind = 0, ""  # each part of the advice has its own number and color
    color = ""
    for text in station.scene.hint:
        words = text.split()
        if words[0] not in FOLLOWS.get(kind, ()):
            part += 1
            color = hint_color(part)
        kind = words[0]
        match words[0]:
            case "move" if way:
                dx, dy = STEPS[words[1]]
                at = (way[-1][0] + dx, way[-1][1] + dy)
                doors = chart.doorways
                way.append(doors[1 - doors.index(at)] if at in doors else at)
            case "lift":
                platform = words[1]
                left, top, _turns = fields["platforms"][platform]
                _outline(group, grid, (left, top), 2, f"none hint {color}")
                number_hint(group, *grid.middle((left, top)), part)
            case "at":
                spot = read(words[1])
                _outline(group, grid, spot, 2, f"hint star {color}")
            case "turn" if platform is not None and spot is not None:
                corner = (spot[0], spot[1])
                ghost = draw_platform(
                    group, chart, grid, platform, corner, int(words[1]), f"dock hint {color}"
                )
                ghost.set("class", "ghost")
                number_hint(group, *grid.middle(corner), part)
            case _:
                _mark_words(group, station, words, part, color)
                if here is not None and words[:2] in (
                    ["use", "grapple-gun"],
                    ["use", "rocketpack"],
                ):
                    way.append(read(words[2]))
    _way(group, grid, way, f"none hint {color}")
    if kind == "move" and way:
        number_hint(group, *grid.middle(way[-1]), part)


def _mark_words(
    parent: Element, station: Station, words: list[str], number: int, color: str
) -> None:
    """Ring the things that an advised action names: tiles, guns, airlocks, squares."""
    grid = station.grid
    for word in words[1:]:
        if word in station.fields["platforms"]:
            left, top, _turns = station.fields["platforms"][word]
            _outline(parent, grid, (left, top), 2, f"none hint {color}")
            number_hint(parent, *grid.middle((left, top)), number)
            continue
        at: Square | None = None
        if word in GUN_IDS and int(word[3:]) in station.chart.guns:
            at = station.chart.guns[int(word[3:])][0]
        elif word in AIRLOCK_OF and words[0] == "airlock":
            at = AIRLOCK_OF[word]
        elif SQUARE.fullmatch(word):
            at = read(word)
        if at is not None:
            x, y = grid.middle(at)
            add(parent, "circle", f"none hint {color}", cx=x, cy=y, r=0.8 * grid.cell)
            number_hint(parent, x + 0.8 * grid.cell, y - 0.8 * grid.cell, number)


def _outline(parent: Element, grid: Grid, corner: Square, squares: int, style: str) -> None:
    x, y = grid.corner(corner)
    side = squares * grid.cell
    add(parent, "rect", style, x=x, y=y, width=side, height=side, rx=grid.cell / 4)


def _way(parent: Element, grid: Grid, way: list[Square], style: str) -> None:
    """Draw a line through some squares."""
    if len(way) > 1:
        points = " ".join(f"{x:.1f},{y:.1f}" for x, y in map(grid.middle, way))
        add(parent, "polyline", style, points=points, stroke_linejoin="round")
