"""A finished game looked over: who stood how at each turn, and where it turned."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from heapq import nlargest
from itertools import pairwise
from typing import TYPE_CHECKING

from rich.text import Text

import aicore
from aicore.cli.telling import told_lines
from aicore.core.drawing import seat_colour
from aicore.core.record import replay
from aicore.core.story import Cast, Happening, happening, tell_all

if TYPE_CHECKING:
    from rich.console import Console

    from aicore.core.game import Game, State
    from aicore.core.record import Record

JUDGE = "mcts:sims={}"
SIMULATIONS = 20_000  # in all, shared out over the turns
MOST_POINTS = 120
FEWEST_SIMULATIONS = 100
TURNING_POINTS = 3
LEAST_TURN = 0.08  # of what can be won: smaller changes are noise
HEIGHT = 8
WIDEST_COLUMN = 4
BARS = " ▁▂▃▄▅▆▇█"


@dataclass(frozen=True)
class Point:
    """The beginning of a seat's turn.

    Args:
        ply: how many events led to it.
        seat: whose turn begins; negative at the end.
        shares: what each seat may expect, as a share (0 to 1) of what can be won.
        happened: the events that led to it from the point before.
    """

    ply: int
    seat: int
    shares: tuple[float, ...]
    happened: tuple[Happening, ...]


def points(record: Record, viewer: int | None) -> list[Point]:
    """Where each turn of a finished game began, judged by a short search of who was to move.

    Args:
        viewer: the seat whose knowledge the story has; None: all that happened.

    Raises RecordError.
    """
    game = record.load()
    plies = list(replay(record))
    decisions = [number for number, ply in enumerate(plies) if isinstance(ply.turn, int)]
    starts = [
        number
        for before, number in zip([None, *decisions], decisions, strict=False)
        # alone, a turn has no other end than the next decision
        if game.seats == 1 or before is None or plies[before].turn != plies[number].turn
    ]
    starts = starts[:: 1 + len(starts) // MOST_POINTS]
    sims = max(FEWEST_SIMULATIONS, SIMULATIONS // max(1, len(starts)))
    judge = aicore.player(JUDGE.format(sims), game)
    found = []
    last = 0
    for number in [*starts, len(plies) - 1]:
        told = tuple(
            happening(
                plies[at].state, plies[at].turn, str(plies[at].event), plies[at + 1].state, viewer
            )
            for at in range(last, number)
        )
        state = plies[number].state
        found.append(Point(number, state.turn, _shares(game, state, judge), told))
        last = number
    return found


def _shares(game: Game, state: State, judge: aicore.players.Player) -> tuple[float, ...]:
    if state.turn == aicore.END:
        values: Sequence[float] = state.returns()
    else:
        candidates = judge.decide(state.view(state.turn)).candidates
        values = candidates[0].values if candidates else state.evaluate()
    return tuple((value - game.low) / (game.high - game.low) for value in values)


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
        console.print(Text.assemble(f"  ply {before.ply}-{after.ply}  ", (change, "bold")))
        told = tell_all(game, after.happened, cast)
        for row in told_lines(told[:3], cast.names, console.width - 4):
            console.print(Text("  ").append_text(row))


def turning_points(course: Sequence[Point], seat: int) -> list[tuple[Point, Point]]:
    """The turns that changed a seat's chances most, in the order of the game."""

    def change(turn: tuple[Point, Point]) -> float:
        return abs(turn[1].shares[seat] - turn[0].shares[seat])

    large = [turn for turn in pairwise(course) if change(turn) >= LEAST_TURN]
    return sorted(nlargest(TURNING_POINTS, large, key=change), key=lambda turn: turn[0].ply)


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
