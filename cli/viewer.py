"""Viewer of a game on the terminal: drawn in one place, with keys to step both ways."""

from __future__ import annotations

import os
import select
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from rich.console import Console, Group, RenderableType
from rich.segment import Segment, Segments
from rich.text import Text

from aicore.cli.narrator import wrapped_lines
from aicore.coach.results import figure, stakes
from aicore.core.drawing import seat_color
from aicore.core.language import N_
from aicore.core.language import gettext as _

if TYPE_CHECKING:
    from aicore.coach.draws import WinProbability
    from aicore.core.game import Game

KEYS = N_("space: play/pause  arrows: step  n p: turn  + -: speed  9 Enter: move 9  q: quit")
BAR = 10  # characters of a bar
CROWD = 3  # number of seats from which there is no room for bars
PACES = (0.1, 0.2, 0.5, 1.0, 2.0, 5.0)  # seconds per step
NAMED = {  # escape codes of keys without a character
    "\x1b[C": "right",
    "\x1bOC": "right",
    "\x1b[D": "left",
    "\x1bOD": "left",
    "\x1b[H": "home",
    "\x1b[1~": "home",
    "\x1b[F": "end",
    "\x1b[4~": "end",
}


@dataclass(frozen=True)
class WatchedFrame:
    """Position of a watched game.

    Args:
        ply: number of events before it.
        seat: the seat to move; negative at the end.
        drawing: the game's drawing of the position.
        sentences: the events that led to it, in sentences.
        judge: returns the seats' chances, once the frame is shown; None to show no chances.
    """

    ply: int
    seat: int
    drawing: RenderableType
    sentences: tuple[str, ...]
    judge: Callable[[], WinProbability] | None = None


@dataclass
class WatchedGame:
    """Game as frames, which are made when they are needed.

    Args:
        more: makes the next frame; returns None after the last one.
        frames: the frames so far.
        complete: whether `more` has returned None.
    """

    game: Game
    names: Sequence[str]
    more: Callable[[], WatchedFrame | None]
    frames: list[WatchedFrame] = field(default_factory=list)
    complete: bool = False

    def reach(self, index: int) -> int:
        """Make missing frames, and return the index of the closest existing one."""
        while index >= len(self.frames) and not self.complete:
            frame = self.more()
            if frame is None:
                self.complete = True
            else:
                self.frames.append(frame)
        return max(0, min(index, len(self.frames) - 1))


def can_redraw(console: Console) -> bool:
    """Whether a terminal can be redrawn and read key by key; on Windows it cannot."""
    dumb = os.environ.get("TERM", "dumb") in ("dumb", "unknown")
    return console.is_terminal and sys.stdin.isatty() and not dumb and os.name == "posix"


class Viewer:
    """Interactive viewer of a game.

    Args:
        watched: the game.
        pace: seconds per step in playback; the closest of PACES is used.
        playing: whether playback runs at the start.
    """

    def __init__(
        self, console: Console, watched: WatchedGame, pace: float = 1.0, playing: bool = False
    ) -> None:
        self.console = console
        self.watched = watched
        self.playing = playing
        self._pace_index = min(range(len(PACES)), key=lambda index: abs(PACES[index] - pace))
        self.at = 0
        self._typed = ""  # digits of the requested ply
        self._judged: dict[int, WinProbability] = {}  # by frame index

    def run(self) -> None:
        """Draw the screen and read keys in turn; restore the screen at the end."""
        self.at = self.watched.reach(0)
        with self.console.screen(hide_cursor=True) as screen, _keys() as read:
            while True:
                screen.update(self._screen())
                key = read(PACES[self._pace_index] if self.playing else None)
                if key in ("q", "\x03", "\x04"):
                    return
                self._press(key)

    def _press(self, key: str | None) -> None:
        last = self.watched.complete and self.at == len(self.watched.frames) - 1
        if key is None or key in ("right", "l", "."):
            self.playing = self.playing and key is None and not last
            self._go(self.at + 1)
        elif key in ("left", "h", ",", "\x7f"):
            self.playing = False
            self._go(self.at - 1)
        elif key == " ":
            self.playing = not self.playing and not last
        elif key in ("n", "p"):
            self.playing = False
            self._turn(-1 if key == "p" else 1)
        elif key in ("+", "-"):
            step = -1 if key == "+" else 1
            self._pace_index = max(0, min(len(PACES) - 1, self._pace_index + step))
        elif key == "home":
            self._go(0)
        elif key == "end":
            self._go(sys.maxsize)
        elif key.isdigit():
            self._typed = f"{self._typed}{key}"[:6]
        elif key in ("\r", "\n") and self._typed:
            self._to_ply(int(self._typed))
            self._typed = ""
        else:
            self._typed = ""

    def _go(self, index: int) -> None:
        self.at = self.watched.reach(index)

    def _turn(self, step: int) -> None:
        """Go to the next frame where another seat is to move."""
        seat = self.watched.frames[self.at].seat
        while True:
            before = self.at
            self._go(self.at + step)
            if self.at == before or self.watched.frames[self.at].seat != seat:
                return

    def _to_ply(self, ply: int) -> None:
        """Go to the first position after this many events."""
        while self.watched.frames[-1].ply < ply and not self.watched.complete:
            self.watched.reach(len(self.watched.frames))
        later = (index for index, frame in enumerate(self.watched.frames) if frame.ply >= ply)
        self.at = next(later, len(self.watched.frames) - 1)

    def _screen(self) -> Group:
        """Return the frame, fitted to the terminal's height: the drawing shrinks for the text."""
        frame = self.watched.frames[self.at]
        console = self.console
        text = wrapped_lines(frame.sentences, self.watched.names, console.width)
        below = [*text[-max(3, console.height // 3) :], *self._chances(frame)]
        room = max(1, console.height - len(below) - 2)
        options = console.options.copy()
        options.max_height = room
        drawing = [
            Segments([*row, Segment.line()])
            for row in console.render_lines(frame.drawing, options, pad=False)[:room]
        ]
        return Group(self._heading(frame), *drawing, *below, Text(_(KEYS), "dim", no_wrap=True))

    def _heading(self, frame: WatchedFrame) -> Text:
        last = self.watched.frames[-1].ply if self.watched.complete else None
        state = _("playing") if self.playing else _("paused")
        place = (
            _("move {number}", number=frame.ply)
            if last is None
            else _("move {number} of {last}", number=frame.ply, last=last)
        )
        pace = _("{seconds:g} s per step", seconds=PACES[self._pace_index])
        jump = _("to move {number} (Enter)", number=self._typed)
        more = f"   {jump}" if self._typed else ""
        return Text.assemble(
            (self.watched.game.info.title, "bold"), (f"   {place}   {state}, {pace}{more}", "dim")
        )

    def _chances(self, frame: WatchedFrame) -> list[Text]:
        """Return the chances of the seats in lines."""
        if frame.judge is None:
            return []
        if self.at not in self._judged:
            self._judged[self.at] = frame.judge()
        names, chances = self.watched.names, self._judged[self.at]
        game = self.watched.game
        unit = stakes(game)
        what = _("expected result") if unit or len(names) == 1 else _("chances")
        line = Text(f"  {what}")
        for seat, (name, share) in enumerate(zip(names, chances.wins, strict=True)):
            line.append(f"   {'> ' if seat == frame.seat else ''}{name} ", seat_color(seat))
            if len(names) < CROWD and not unit:
                done = round(BAR * share)
                line.append(f"[{'#' * done}{'.' * (BAR - done)}] ", "dim")
            line.append(figure(game, share), "bold")
        if chances.draw is not None:
            draw = _("draw")
            line.append(f"   {draw} ").append(f"{100 * chances.draw:.0f} %", "bold")
        if unit:
            line.append(f"   {unit}")
        return list(line.wrap(self.console, self.console.width))


@contextmanager
def _keys() -> Iterator[Callable[[float | None], str | None]]:
    """Yield a function that reads a key: its character or name, or None after a timeout."""
    if sys.platform == "win32":
        raise OSError("keyboard control does not work on Windows")
    # late: Windows has neither
    import termios
    import tty

    stream = sys.stdin.fileno()
    before = termios.tcgetattr(stream)
    waiting = ""

    def read(seconds: float | None) -> str | None:
        nonlocal waiting
        if not waiting:
            if not select.select([stream], [], [], seconds)[0]:
                return None
            waiting = os.read(stream, 64).decode(errors="replace") or "q"
        code = next((code for code in NAMED if waiting.startswith(code)), waiting[0])
        waiting = waiting[len(code) :]
        return NAMED.get(code, code)

    try:
        tty.setcbreak(stream)
        yield read
    finally:
        termios.tcsetattr(stream, termios.TCSADRAIN, before)
