"""Points, ranks and comparisons that follow from a game's result."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from aicore.core.schema import parse

if TYPE_CHECKING:
    from aicore.arena.block_runner import GameRow


def levels(returns: Sequence[float] | None, loser: int | None, seats: int) -> list[float]:
    """Return a level for each seat, higher is better; after a forfeit, 0 for the loser, else 1."""
    if returns is None:
        return [float(seat != loser) for seat in range(seats)]
    return list(returns)


def solo_levels(standings: Sequence[Sequence[float] | None]) -> list[float]:
    """Return a level for each player of the same solo deal; higher is better.

    Args:
        standings: standing of each player, from `State.standing`; None after a forfeit, which
            counts as worst.
    """
    order = sorted({tuple(standing) for standing in standings if standing is not None})
    return [-1.0 if one is None else float(order.index(tuple(one))) for one in standings]


def deal_levels(rows: Sequence[GameRow]) -> list[float]:
    """Return the solo level of each game on one deal."""
    return solo_levels([None if row.standing is None else parse(row.standing) for row in rows])


def points(returns: Sequence[float] | None, loser: int | None, seats: int) -> list[float]:
    """Return each seat's share of one point, which the seats in first place share."""
    reached = levels(returns, loser, seats)
    best = max(reached)
    share = 1.0 / reached.count(best)
    return [share if level == best else 0.0 for level in reached]


def ranks(returns: Sequence[float] | None, loser: int | None, seats: int) -> list[float]:
    """Return the rank of each seat, from 1; ties share the mean of their ranks."""
    reached = levels(returns, loser, seats)
    return [
        0.5
        * (1 + sum(other > level for other in reached) + sum(other >= level for other in reached))
        for level in reached
    ]


def comparisons(
    returns: Sequence[float] | None, loser: int | None, seats: int
) -> Iterator[tuple[int, int, float]]:
    """Yield comparisons of seats: (better seat, other seat, weight); a tie gives two of weight 1/2.

    With three or more seats, the order of those with the lowest return is unknown. So they are
    compared with the seats above them, but not with each other. If all are equal, the game is a
    draw.
    """
    reached = levels(returns, loser, seats)
    worst = min(reached)
    unknown = seats > 2 and max(reached) > worst and returns is not None
    for one in range(seats):
        for two in range(one + 1, seats):
            if reached[one] > reached[two]:
                yield one, two, 1.0
            elif reached[one] < reached[two]:
                yield two, one, 1.0
            elif not (unknown and reached[one] == worst):
                yield one, two, 0.5
                yield two, one, 0.5
