"""A finished game looked over: the graph of a seat's chances, and where they turned."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.text import Text

from aicore.cli.telling import told_lines
from aicore.core.drawing import seat_colour
from aicore.core.story import Cast, tell_all
from aicore.study.review import Point, turning_points

if TYPE_CHECKING:
    from rich.console import Console

    from aicore.core.game import Game

HEIGHT = 8
WIDEST_COLUMN = 4
BARS = " ▁▂▃▄▅▆▇█"


def show_review(
    console: Console, game: Game, course: Sequence[Point], seat: int, cast: Cast
) -> None:
    """The graph of a seat's chances, and the turns that changed them most."""
    shares = [point.shares[seat] for point in course]
    whose = "Your" if seat == cast.you else f"{cast.names[seat]}'s"
    console.print()
    what = "chances" if game.seats > 1 else "prospects, as a share of the best result"
    console.print(Text(f"  {whose} {what}, turn by turn", "bold"))
    for line in graph(shares, console.width - 12, _style(console)):
        console.print(Text(f"  {line}", seat_colour(seat)))
    turns = turning_points(course, seat)
    if not turns:
        console.print("  No single turn changed much.")
        return
    console.print()
    console.print(Text("  Where it turned", "bold"))
    for before, after in turns:
        change = f"{100 * before.shares[seat]:.0f} % to {100 * after.shares[seat]:.0f} %"
        when = f"  turn {course.index(before) + 1}, plies {before.ply} to {after.ply}  "
        console.print(Text.assemble(when, (change, "bold")))
        told = tell_all(game, after.happened, cast)
        for row in told_lines(told[:3], cast.names, console.width - 4):
            console.print(Text("  ").append_text(row))


def graph(shares: Sequence[float], width: int, bars: str = BARS) -> list[str]:
    """Shares as columns of a chart, scaled to a width, with a scale of 0 to 100 %."""
    each = max(1, min(WIDEST_COLUMN, width // len(shares)))  # columns that a share takes
    count = min(len(shares), max(1, width))
    picked = [shares[index * len(shares) // count] for index in range(count)]
    picked[-1] = shares[-1]
    columns = [share for share in picked for _ in range(each)]
    steps = len(bars) - 1
    rows = []
    for row in range(HEIGHT - 1, -1, -1):
        filled = (max(0.0, min(1.0, share * HEIGHT - row)) for share in columns)
        label = {HEIGHT - 1: "100 %", HEIGHT // 2 - 1: " 50 %", 0: "  0 %"}.get(row, "")
        rows.append(f"{label:>5} " + "".join(bars[round(part * steps)] for part in filled).rstrip())
    return rows


def _style(console: Console) -> str:
    return BARS if console.encoding.startswith("utf") else " #"
