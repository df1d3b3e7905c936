"""Picture of a game of backgammon: the board, the men and the dice."""

from __future__ import annotations

from collections import Counter
from functools import partial
from typing import TYPE_CHECKING

from aicore.core.language import fill
from aicore.core.language import gettext as _
from aicore.core.picture import ENDED, Scene, identify, mark, offer
from aicore.core.svg import add, write
from aicore.core.tabletop import MARGIN, buttons, choose, die, headline, named, settle, table
from aicore.games.backgammon.game import BAR, MEN, NOBODY, OFF
from aicore.games.backgammon.words.story import pips_to_go

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

HALF_POINTS = 12  # number of points in half the board


class Board:
    """Layout of the board, in units of the picture.

    Args:
        seat: the seat at the bottom; its home is at the bottom right.
        top: y of the board's frame at the top.
    """

    def __init__(self, scene: Scene, seat: int, top: float) -> None:
        self.scene, self.seat = scene, seat
        narrow = scene.narrow
        self.wide = 22.0 if narrow else 54.0  # width of a point
        self.bar = 26.0 if narrow else 54.0  # width of the bar
        self.tray = 30.0 if narrow else 58.0  # width of a tray
        self.tall = 128.0 if narrow else 182.0  # height of a point
        self.gap = 56.0 if narrow else 62.0  # between upper and lower points
        self.radius = self.wide / 2 - (0.5 if narrow else 2)  # of a man
        self.edge = 6.0 if narrow else 17.0  # width of the frame
        inner = HALF_POINTS * self.wide + self.bar + self.tray
        self.left = (scene.width - inner) / 2
        self.top = top + self.edge
        self.width = inner
        self.height = 2 * self.tall + self.gap

    def column(self, point: int) -> float:
        """Return the x of a point's middle; the point is counted by the seat at the bottom."""
        place = point - 13 if point > HALF_POINTS else HALF_POINTS - point
        return self.left + (place + 0.5) * self.wide + (self.bar if place >= 6 else 0)

    def base(self, point: int) -> float:
        """Return the y of the board's edge at a point's base."""
        return self.top if point > HALF_POINTS else self.top + self.height

    def middle(self, seat: int, point: int, number: int, of: int) -> tuple[float, float]:
        """Return the position of a man's middle on a point, on the bar or in the tray.

        Args:
            seat: the man's seat.
            point: the man's point, counted by its seat.
            number: place of the man in its stack, from 0 at the base.
            of: number of men there.
        """
        below = seat == self.seat
        if point == BAR:
            x = self.left + 6 * self.wide + self.bar / 2
            step = 2 * self.radius + 2
            y = self.top + self.height / 2 + self.gap / 2 + self.radius
            y += number * min(step, (self.tall - step) / max(of - 1, 1))
            return x, y if below else 2 * self.top + self.height - y
        if point == OFF:
            x = self.left + self.width - self.tray / 2
            step = (self.tall - 2 * self.radius) / (MEN - 1)
            y = self.top + self.height - self.radius - number * step
            return x, y if below else 2 * self.top + self.height - y
        at = point if below else BAR - point
        step = min(2 * self.radius, (self.tall - 2 * self.radius) / max(of - 1, 1))
        away = self.radius + number * step
        y = self.base(at) + (away if at > HALF_POINTS else -away)
        return self.column(at), y


def draw(scene: Scene) -> Element:
    """Return the board with the seats' names above and below it, and the dice in its middle."""
    fields = scene.position
    seat = scene.seat if scene.seat is not None else max(fields["mover"], 0)
    picture = table(scene, fields.game.info.title)
    top = float(headline(picture, scene, _headline(scene), _note(scene)))
    board = Board(scene, seat, top + 26)
    _side(picture, scene, board, 1 - seat, top + 14)
    _wood(picture, board)
    for point in range(1, 25):
        _point(picture, board, point)
    _targets(picture, board)
    _men(picture, board)
    _dice(picture, board)
    if scene.position.game.options["cube"]:
        _cube(picture, board)
    bottom = board.top + board.height + board.edge
    _side(picture, scene, board, seat, bottom + 22)
    wanted = [(label, places) for label, places in _choices(scene) if places]
    if wanted:
        width = min(320, scene.width - 2 * MARGIN)
        bottom = buttons(picture, scene, MARGIN, bottom + 34, width, wanted)
        return settle(picture, bottom + MARGIN)
    return settle(picture, bottom + 34 + MARGIN)


def _choices(scene: Scene) -> list[tuple[str, list[int]]]:
    """Return a label for each action without a man, and its places among the legal actions."""
    stakes = scene.position["cube"] if scene.position.game.options["cube"] else 1
    labels = {
        "pass": _("Pass: you cannot move"),
        "throw": _("Throw the dice"),
        "double": _("Double the stakes to {stakes}", stakes=2 * stakes),
        "take": _("Take: play on for {stakes}", stakes=2 * stakes),
        "drop": _("Drop: lose {stakes}", stakes=stakes),
    }
    return [(label, scene.places(action.__eq__)) for action, label in labels.items()]


def _headline(scene: Scene) -> str:
    """Return the task of the seat to move, or the winner."""
    called, position = scene.called, scene.position
    if position.end:
        points = position.scores()
        winner = 0 if points[0] > 0 else 1
        text = {
            "off": _("{who} {who:win|wins} {points}"),
            "gammon": _("{who} {who:win|wins} {points}, a gammon"),
            "backgammon": _("{who} {who:win|wins} {points}, a backgammon"),
            "dropped": _("{who} {who:win|wins} {points}: the double was dropped"),
        }[position.end]
        return fill(text, who=called[winner], points=round(points[winner]))
    if scene.over:
        return _(ENDED)
    if scene.turn < 0:
        mover = position["mover"]
        if mover < 0:
            return _("The opening roll")
        return _("{who} {who:roll|rolls}", who=called[mover])
    if "throw" in scene.legal:
        return _("Throw the dice, or double first")
    if "take" in scene.legal:
        return _("Take the double, or drop it?")
    if scene.legal:
        return _("You cannot move") if scene.legal == ("pass",) else _("Move a man")
    return _("{who} {who:are|is} to move", who=called[scene.turn])


def _note(scene: Scene) -> str:
    """Return a line about the dice that are left."""
    left = [str(face) for face in scene.position["dice"] if face]
    return _("dice left: {dice}", dice=", ".join(left)) if left else ""


def _side(picture: Element, scene: Scene, board: Board, seat: int, y: float) -> None:
    """Draw a seat's name with its mark, and the number of pips that its men still have to go."""
    men = scene.position["men"][seat]
    x = board.left - board.edge
    mark(picture, seat, x + 10, y - 5, 16)
    style = "bold accent" if scene.turn == seat else "bold"
    write(picture, x + 26, y, scene.name(seat), style)
    x = board.left + board.width + board.edge
    write(picture, x, y, pips_to_go(men), "end muted", font_size=13)


def _wood(picture: Element, board: Board) -> None:
    """Draw the frame, the two halves, the bar and the trays."""
    edge = board.edge
    size = {"width": board.width + 2 * edge, "height": board.height + 2 * edge}
    add(picture, "rect", "dock", x=board.left - edge, y=board.top - edge, rx=8, **size)
    half = 6 * board.wide
    for left in (board.left, board.left + half + board.bar):
        add(picture, "rect", "plank", x=left, y=board.top, width=half, height=board.height)
    tray = board.left + 2 * half + board.bar + 4
    for top in (board.top, board.top + board.height - board.tall):
        add(picture, "rect", "plank dim", x=tray, y=top, width=board.tray - 4, height=board.tall,
            rx=3)  # fmt: skip


def _point(picture: Element, board: Board, point: int) -> None:
    """Draw a point of the board, with its number if there is room."""
    x, base = board.column(point), board.base(point)
    down = 1 if point > HALF_POINTS else -1
    tip, half = base + down * board.tall * 0.94, board.wide / 2 - 1
    style = "dock" if point % 2 else "hull"
    add(picture, "path", f"{style} dim",
        d=f"M{x - half:.1f} {base:.1f}h{2 * half:.1f}L{x:.1f} {tip:.1f}z")  # fmt: skip
    if not board.scene.narrow:
        y = base + (-4 if point > HALF_POINTS else 13)
        write(picture, x, y, str(point), "middle small star")


def _targets(picture: Element, board: Board) -> None:
    """Draw the points where moves end, each as a choice."""
    scene = board.scene
    moves = scene.places(lambda text: text.startswith("move"))
    for end in sorted({_end(scene.legal[place]) for place in moves}):
        places = [place for place in moves if _end(scene.legal[place]) == end]
        if end == OFF:
            half = board.tray / 2 - 4
            x = board.left + board.width - board.tray / 2
            box = (x - half, board.top + board.height - board.tall, 2 * half, board.tall)
            label = _("bear a man off")
        else:
            x, base = board.column(end), board.base(end)
            top = base if end > HALF_POINTS else base - board.tall
            box = (x - board.wide / 2 + 1, top, board.wide - 2, board.tall)
            label = _("go to point {point}", point=end)
        group = named(picture, label)
        left, top, width, height = box
        add(group, "rect", "none edge broken", x=left, y=top, width=width, height=height, rx=6,
            pointer_events="all")  # fmt: skip
        choose(group, scene, box, places, label)


def _men(picture: Element, board: Board) -> None:
    """Draw all men; the viewer can choose the last man of a point if it can move."""
    scene = board.scene
    arrived = {(actor, _end(text)) for actor, text in scene.last if text.startswith("move")}
    for seat in range(2):
        names = _names(scene, seat)
        for point, number in enumerate(scene.position["men"][seat]):
            for place in range(number):
                top = place == number - 1
                new = top and (seat, point) in arrived
                _man(picture, board, seat, point, (place, number), names[point][place], new)


def _man(
    picture: Element,
    board: Board,
    seat: int,
    point: int,
    at: tuple[int, int],
    name: str,
    new: bool,
) -> None:
    """Draw a man, which the viewer can choose if it is the last one of its point and can move.

    Args:
        at: place of the man on its point, and the number of men there.
        name: name of the man, the same in every picture.
        new: whether the man has just moved here.
    """
    scene = board.scene
    place, number = at
    x, y = board.middle(seat, point, place, number)
    r = board.radius
    start = "bar" if point == BAR else str(point)
    group = add(picture, "g")
    add(group, "circle", f"seat{seat}{' last' if new else ''}", cx=x, cy=y, r=r)
    add(group, "circle", "none rim", cx=x, cy=y, r=r * 0.74)
    if place == number - 1 and number > 5 and point not in (OFF, BAR):
        write(group, x, y + 4.5, str(number), "middle bold star", font_size=13)
    else:
        mark(group, seat, x, y, r * 0.7)
    identify(group, name, seat)
    if place == number - 1 and scene.turn == seat:
        places = scene.places(lambda text: text.split()[:2] == ["move", start])
        label = (
            _("move a man from the bar")
            if point == BAR
            else _("move a man from point {point}", point=point)
        )
        offer(group, places, label)
        if scene.advised(places):
            add(group, "circle", f"seat{seat} hint", cx=x, cy=y, r=r * 0.9)
            mark(group, seat, x, y, r * 0.7)
    if "data-actions" not in group.attrib:
        group.set("pointer-events", "none")  # lets clicks reach the point below


def _names(scene: Scene, seat: int) -> list[list[str]]:
    """Return a name for each man, by point; a man that just moved keeps its old name."""
    men = scene.position["men"][seat]
    moves = [text.split() for actor, text in scene.last if actor == seat and text[:4] == "move"]
    steps = [(_start(words), _end(" ".join(words))) for words in moves]
    left, arrived = Counter(start for start, _to in steps), Counter(to for _from, to in steps)
    before = [number + left[point] - arrived[point] for point, number in enumerate(men)]
    if min(before) < 0:  # a man was hit between the moves
        before, steps = list(men), []
    names = [[f"man {seat} {point} {i}" for i in range(n)] for point, n in enumerate(before)]
    for start, end in steps:
        if not names[start]:
            return [[f"man {seat} {point} {i}" for i in range(n)] for point, n in enumerate(men)]
        names[end].append(names[start].pop())
    return names


def _start(words: list[str]) -> int:
    return BAR if words[1] == "bar" else int(words[1])


def _end(text: str) -> int:
    """Return the point where a move ends."""
    words = text.split()
    return max(_start(words) - int(words[2]), OFF)


def _plays(face: int, text: str) -> bool:
    """Whether an action plays a die."""
    return text.endswith(f" {face}")


def _dice(picture: Element, board: Board) -> None:
    """Draw the dice left in this turn, marked if they were just rolled.

    The viewer can choose the first die of each face.
    """
    scene = board.scene
    left = [face for face in scene.position["dice"] if face]
    seat = scene.position["mover"]
    half = 6 * board.wide
    size = min(board.gap - 14, half / 4 - 8)
    new = bool(scene.last) and scene.last[-1][1].split()[0] in ("roll", "open")
    right = seat == board.seat
    start = board.left + (half + board.bar if right else 0)
    step = size + 8
    x = start + (half - len(left) * step + 8) / 2
    y = board.top + board.height / 2 - size / 2
    for number, face in enumerate(left):
        box = (x + number * step, y, size, size)
        group = named(picture, _("a die shows {face}", face=face))
        die(group, face, box, "face last" if new else "face")
        identify(group, f"die {number}", face, enters="roll")
        if scene.legal and number == left.index(face):
            places = scene.places(partial(_plays, face))
            choose(group, scene, box, places, _("play a {face}", face=face))


def _cube(picture: Element, board: Board) -> None:
    """Draw the doubling cube on the bar, at the end of the seat that may double next.

    An offered double lies in the middle of the board, with the stakes that are offered.
    """
    fields = board.scene.position
    owner, stakes = fields["owner"], fields["cube"] * (2 if fields["offered"] else 1)
    size = board.bar - (1 if board.scene.narrow else 8)
    x = board.left + 6 * board.wide + board.bar / 2
    y = board.top + board.height / 2
    if owner != NOBODY and not fields["offered"]:
        away = board.height / 2 - size / 2 - 4
        y += away if owner == board.seat else -away
    group = named(picture, _("the doubling cube shows {stakes}", stakes=stakes))
    style = "face last" if fields["offered"] else "face"
    add(group, "rect", style, x=x - size / 2, y=y - size / 2, width=size, height=size, rx=size / 6)
    write(group, x, y + size / 6, str(stakes), "middle bold", font_size=max(round(size / 2), 14))
    identify(group, "cube", stakes)
