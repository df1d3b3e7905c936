"""Write the pictures of docs/pictures: positions from the game records beside them, and a terminal
from a session that is played for it.

python docs/generate_pictures.py
"""

import io
import os
import re
import subprocess
import sys
import tempfile
from itertools import islice
from pathlib import Path

from rich.console import Console
from rich.text import Text

from aicore.core.picture import Scene, to_svg
from aicore.core.record import read_records, replay
from aicore.session.seat_labels import seat_names

FOLDER = Path(__file__).with_name("pictures")
SHOWN = {"relics": (166, 27)}
"""Game -> the ply to draw, and the number of events before it to draw as news."""
TERMINAL = FOLDER / "terminal.svg"
SESSION = ("play", "booster", "--vs", "level:5", "--seed", "7")
TYPED = "hint\n"
WIDTH = 80
COLORED = """
from aicore.cli import main, screen

class Colored(screen.Screen):
    def __init__(self, **given):
        super().__init__(color_system="truecolor", **given)

screen.Screen = Colored
main(prog_name="aicore")
"""


def terminal() -> list[str]:
    """Return the rows of a terminal, with ANSI colors: a decision in booster, and a hint."""
    with tempfile.TemporaryDirectory() as data:
        ran = subprocess.run(
            [sys.executable, "-c", COLORED, *SESSION],
            input=TYPED,
            capture_output=True,
            text=True,
            check=True,
            env={**os.environ, "XDG_DATA_HOME": data, "COLUMNS": str(WIDTH)},
        )
    rows = ran.stdout.splitlines()
    plain = [Text.from_ansi(row).plain for row in rows]
    first = next(place for place, row in enumerate(plain) if row.startswith("Your move"))
    end = next(place for place, row in enumerate(plain) if row.startswith("End of input"))
    return [f"$ aicore {' '.join(SESSION)}", *rows[first : end - 1]]


def terminal_picture() -> str:
    """Return the terminal as SVG."""
    console = Console(record=True, width=WIDTH, file=io.StringIO(), color_system="truecolor")
    for row in terminal():
        console.print(Text.from_ansi(row))
    picture = console.export_svg(title="aicore", unique_id="terminal")
    picture = re.sub(r"@font-face \{.*?\}\s*", "", picture, flags=re.DOTALL)  # from elsewhere
    return "\n".join(row.rstrip() for row in picture.splitlines()) + "\n"


def pictures() -> dict[Path, str]:
    """Return each file's picture: the position as the seat on turn sees it."""
    found = {}
    for name, (ply, news) in SHOWN.items():
        record = next(iter(read_records(FOLDER / f"{name}.jsonl")))
        state = next(islice(replay(record), ply, None)).state
        seat = state.turn
        last = tuple(record.events[ply - news : ply])
        names = tuple(seat_names(record.players, state.game.info, seat))
        found[FOLDER / f"{name}.svg"] = to_svg(Scene(state.view(seat), names, (), last)) + "\n"
    return found


if __name__ == "__main__":
    for path, text in pictures().items():
        path.write_text(text, encoding="utf-8")
    TERMINAL.write_text(terminal_picture(), encoding="utf-8")
