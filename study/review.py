"""A finished game looked over: who stood how at each turn, and where it turned."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from heapq import nlargest
from itertools import pairwise
from typing import TYPE_CHECKING

from aicore.core.record import replay
from aicore.core.story import Happening, happening
from aicore.study.judge import Judge

if TYPE_CHECKING:
    from aicore.core.record import Record

SIMULATIONS = 20_000  # in all, shared out over the turns
MOST_POINTS = 120
FEWEST_SIMULATIONS = 100
TURNING_POINTS = 3
LEAST_TURN = 0.08  # of what can be won: smaller changes are noise


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
    judge = Judge(game, sims)
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
        found.append(Point(number, state.turn, judge.shares(state), told))
        last = number
    return found


def turning_points(course: Sequence[Point], seat: int) -> list[tuple[Point, Point]]:
    """The turns that changed a seat's chances most, in the order of the game."""

    def change(turn: tuple[Point, Point]) -> float:
        return abs(turn[1].shares[seat] - turn[0].shares[seat])

    large = [turn for turn in pairwise(course) if change(turn) >= LEAST_TURN]
    return sorted(nlargest(TURNING_POINTS, large, key=change), key=lambda turn: turn[0].ply)
