"""Picture of a game of pig: the race to the target, the die, the points at stake."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aicore.core.language import gettext as _
from aicore.core.language import ngettext
from aicore.core.picture import ENDED, Scene, fit, identify, mark
from aicore.core.svg import add, write
from aicore.core.tabletop import (
    GAP,
    MARGIN,
    buttons,
    buttons_around,
    centered,
    die,
    headline,
    named,
    settle,
    table,
)

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

    from aicore.core.game import Position

LANE = 76.0  # height of a seat's lane
DIE = 112.0
SMALL = 26.0  # width of a die for an earlier roll
SIDE = 250.0  # width beside the race, for the die and the buttons


def draw(scene: Scene) -> Element:
    """Return a drawing: a lane per seat, and beside or below them the die and the actions."""
    fields: Position = scene.position
    picture = table(scene, scene.position.game.info.title)
    target = int(scene.position.game.options["target"])
    y = float(
        headline(picture, scene, _headline(scene, fields), _("to {target} points", target=target))
    )
    width = scene.width - 2 * MARGIN - (0 if scene.narrow else SIDE + MARGIN)
    top = y
    rolled = _rolled(scene, fields)
    for seat in range(len(fields["scores"])):
        _lane(picture, scene, fields, seat, (MARGIN, y, width, LANE), rolled.get(seat, []))
        y += LANE + GAP
    if scene.narrow:
        y = _die(picture, scene, fields, MARGIN, y + GAP, scene.width - 2 * MARGIN)
    else:
        x = MARGIN + width + MARGIN
        y = max(y, _die(picture, scene, fields, x, top, SIDE))
    return settle(picture, y + MARGIN - GAP)


def _headline(scene: Scene, fields: Position) -> str:
    """Return the seat to move and its task, or the winner."""
    called, seat = scene.called, fields["mover"]
    if scene.position.end:
        return _("{who} {who:win|wins}", who=called[seat])
    if scene.over:
        return _(ENDED)
    if scene.legal:
        return _("Roll on or hold?") if len(scene.legal) > 1 else _("Roll the die")
    if scene.turn < 0:
        return _("{who} {who:roll|rolls}", who=called[seat])
    return _("{who} {who:decide|decides} to roll or to hold", who=called[seat])


def _rolled(scene: Scene, fields: Position) -> dict[int, list[int]]:
    """Return the faces of each seat's last turn since the viewer's last picture, by seat."""
    faces: dict[int, list[int]] = {}
    roller = scene.seat  # events may begin after the viewer's decision to roll
    for actor, text in scene.last:
        if isinstance(actor, int):
            if actor != roller:
                faces[actor] = []
            roller = actor
        elif text.startswith("rolls "):
            seat = fields["mover"] if roller is None else roller
            faces.setdefault(seat, []).append(int(text.split()[1]))
    return faces


def _lane(
    picture: Element,
    scene: Scene,
    fields: Position,
    seat: int,
    box: tuple[float, float, float, float],
    rolled: list[int],
) -> None:
    """Draw a seat with its score, its points at stake, and its latest rolls."""
    x, y, width, height = box
    score, total = fields["scores"][seat], fields["total"]
    target = int(scene.position.game.options["target"])
    stake = total if seat == fields["mover"] else 0
    about = ngettext("{who}: {n} point", "{who}: {n} points", score, who=scene.name(seat))
    about += _(", {stake} at stake", stake=stake) if stake else ""
    group = named(picture, about)
    add(group, "rect", "paper edge", x=x, y=y, width=width, height=height, rx=8)
    if scene.turn == seat:
        add(group, "rect", "accent", x=x, y=y + 8, width=4, height=height - 16, rx=2)
    mark(group, seat, x + 24, y + 24, 18)
    name = scene.name(seat)
    room = width - 140 if scene.narrow else 140
    write(group, x + 42, y + 29, fit(name, room, 16), "bold", font_size=15)
    shown = f"{score} + {stake}" if stake else str(score)
    write(group, x + width - 14, y + 31, shown, "bold end large")
    _track(group, (x + 14, y + 46, width - 28, 16.0), (score, stake, target), seat)
    if rolled and not scene.narrow:
        left = x + 190
        for face in rolled[-8:]:
            _face(group, face, left, y + 10, SMALL)
            left += SMALL + 4


def _track(
    group: Element,
    box: tuple[float, float, float, float],
    points: tuple[int, int, int],
    seat: int,
) -> None:
    """Draw a seat's progress: points held are filled, points at stake pale with an edge."""
    x, y, width, height = box
    score, stake, target = points
    size = {"y": y, "height": height, "rx": height / 2}
    add(group, "rect", "table edge", x=x, width=width, **size)
    if stake:
        reach = max(height, width * min(score + stake, target) / target)
        add(group, "rect", f"seat{seat} wash", x=x, width=reach, **size)
        add(group, "rect", f"none line{seat}", x=x, width=reach, stroke_dasharray="4 3", **size)
    if score:
        held = max(height, width * min(score, target) / target)
        add(group, "rect", f"seat{seat}", x=x, width=held, **size)


def _die(
    picture: Element, scene: Scene, fields: Position, x: float, y: float, width: float
) -> float:
    """Draw the die, the points at stake and the buttons; return the y of the space below."""
    faces = [int(text.split()[1]) for _, text in scene.last if text.startswith("rolls ")]
    narrow = scene.narrow
    left = x if narrow else x + (width - DIE) / 2
    face = faces[-1] if faces else 0
    group = named(picture, _("the die shows {face}", face=face) if face else _("the die"))
    new = bool(scene.last) and scene.last[-1][1].startswith("rolls ")
    _face(group, face, left, y, DIE, new)
    total = fields["total"]
    identify(group, "die", f"{face} {total} {fields['scores']}", "roll")
    lost = face == 1
    sentence = _("a 1: all is lost") if lost else _("at stake")
    number = "0" if lost else str(total)
    style = "bad bold" if lost else "bold"
    if narrow:
        write(picture, left + DIE + 24, y + 52, number, style, font_size=40)
        write(picture, left + DIE + 24, y + 76, sentence, "muted")
        bottom = y + DIE + 2 * GAP
    else:
        centered(picture, x + width / 2, y + DIE + 40, [number], 34, style)
        centered(picture, x + width / 2, y + DIE + 60, [sentence], 14, "muted")
        bottom = y + DIE + 76
    wanted = [(_("Roll"), scene.places("roll".__eq__)), (_("Hold"), scene.places("hold".__eq__))]
    if narrow:
        return buttons(picture, scene, x, bottom, width, wanted)
    return buttons_around(picture, scene, x + width / 2, bottom, wanted)


def _face(parent: Element, face: int, x: float, y: float, size: float, new: bool = False) -> None:
    """Draw a die that shows a face; face 0 is blank, and a 1 has the color of danger.

    Args:
        new: whether the roll is the latest event.
    """
    spots = "bad" if face == 1 else "ink"
    die(parent, face, (x, y, size, size), "face last" if new else "face", spots)
