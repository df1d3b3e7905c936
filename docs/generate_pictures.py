"""Write the pictures of docs/pictures.

They are positions from the game records beside them, a learning curve from the table beside it, and
a terminal from a session that is played for it.

python docs/generate_pictures.py
"""

import csv
import io
import math
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterable
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
CURVE = FOLDER / "backgammon_training.svg"
"""Learning curve; the table is by `python -m bench.study.learning_curve`."""
EXPERT = 8  # thousandths of a point a move that an expert loses, as GNU Backgammon rates players
TERMINAL = FOLDER / "terminal.svg"
SESSION = ("play", "booster", "--vs", "level:5", "--seed", "7")
TYPED = "hint\n"
WIDTH = 80
COLORED = """
from aicore.cli import main, screen
from aicore.coach import advice
from aicore.session import jobs

# Simulations instead of seconds make the picture the same on every machine.
jobs.HINT, advice.LATER = "mcts:sims=200000", "mcts:sims=50000"

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


def learning_curve() -> str:
    """Return the learning curve of backgammon as SVG, with the games on a logarithmic axis."""
    rows = list(csv.DictReader(CURVE.with_suffix(".csv").open(encoding="utf-8")))
    games = [int(row["games"]) for row in rows]
    loss = [float(row["loss"]) for row in rows]
    bound = [float(row["bound"]) for row in rows]
    left, right, top, bottom, width, height = 56, 610, 16, 250, 640, 306
    most = 20 * math.ceil(max(a + b for a, b in zip(loss, bound, strict=True)) / 20)

    def x(count: float) -> float:
        return left + (right - left) * math.log(count / games[0]) / math.log(games[-1] / games[0])

    def y(lost: float) -> float:
        return bottom - (bottom - top) * lost / most

    def points(values: Iterable[tuple[int, float]]) -> str:
        return " ".join(f"{x(count):.1f},{y(lost):.1f}" for count, lost in values)

    band = [(count, a + b) for count, a, b in zip(games, loss, bound, strict=True)]
    band += [(count, a - b) for count, a, b in zip(games, loss, bound, strict=True)][::-1]
    parts = [f'<rect width="{width}" height="{height}" fill="#ffffff"/>']
    for lost in range(0, most + 1, 20):
        parts.append(f'<path d="M{left} {y(lost):.1f}H{right}" stroke="#d8dde3"/>')
        parts.append(f'<text x="{left - 8}" y="{y(lost) + 4:.1f}" text-anchor="end">{lost}</text>')
    for power in range(3, 7):
        for count in (10**power, 3 * 10**power):
            if games[0] <= count <= games[-1]:
                label = f'<text x="{x(count):.1f}" y="{bottom + 20}" text-anchor="middle">'
                parts.append(f"{label}{count:,}</text>")
    parts += [
        f'<polygon points="{points(band)}" fill="#1f7a3f" fill-opacity=".18"/>',
        f'<polyline points="{points(zip(games, loss, strict=True))}" fill="none" '
        'stroke="#1f7a3f" stroke-width="2.5"/>',
        f'<path d="M{left} {y(EXPERT):.1f}H{right}" stroke="#c2410c" stroke-dasharray="5 4"/>',
        f'<text x="{left + 6}" y="{y(EXPERT) - 6:.1f}" fill="#c2410c">'
        "expert, by GNU Backgammon</text>",
        f'<text x="{(left + right) / 2}" y="{bottom + 44}" text-anchor="middle">'
        "games of self-play</text>",
        f'<text x="16" y="{(top + bottom) / 2}" text-anchor="middle" '
        f'transform="rotate(-90 16 {(top + bottom) / 2})">loss of a choice, thousandths</text>',
    ]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img" '
        'font-family="sans-serif" font-size="13" fill="#2b333b">\n'
        "<title>What a network's choices in backgammon lose after more and more games</title>\n"
        + "\n".join(parts)
        + "\n</svg>\n"
    )


def pictures() -> dict[Path, str]:
    """Return the text of each picture but the terminal's.

    A position is drawn as the seat on turn sees it.
    """
    found = {CURVE: learning_curve()}
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
