"""Line-ups of a tournament: sets of players who meet, in an order that new players do not change.

A line-up is a set of as many players as there are seats. Sets are in colexicographic order: all
sets of the first players come before any set with a later player. So a player who joins adds
line-ups at the end, and every earlier line-up keeps its number.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence

from aicore.core.errors import AicoreError
from aicore.core.language import fill
from aicore.core.language import gettext as _

MAX_PERMUTED = 3  # maximum number of seats for all permutations; more get only rotations
MAX_LINE_UPS = 10_000  # maximum number of line-ups; more are surely a mistake

Seating = tuple[int, ...]
"""Index of the player at each seat."""


def line_ups(players: int, seats: int, format: str, team: int = 1) -> list[tuple[Seating, ...]]:
    """Return the line-ups of a format, each as the seatings of its block. Raises AicoreError.

    Args:
        players: number of players, or of teams.
        seats: number of seats at a table.
        format: format of the tournament.
        team: number of players in a team, who sit at one table as far apart as possible.

    With one seat there is one line-up, in which every player plays the deal alone. Otherwise a
    line-up is a set of as many players as there are seats. With fewer players than seats, all
    players take seats, and their numbers of seats differ by at most one. A sequential test has one
    line-up: the first player takes each seat in turn, the second all the others.
    """
    if seats == 1:
        return [tuple((k,) for k in range(players))]
    if format == "sprt":
        return [tuple(tuple(int(k != seat) for k in range(seats)) for seat in range(seats))]
    sides = seats // team
    if team > 1 or players >= seats:
        groups: Iterator[Seating] = _groups(players, sides, format)
    else:
        each, more = divmod(seats, players)
        everyone = range(players)
        groups = (
            tuple(sorted([*everyone] * each + [*extra]))
            for extra in itertools.combinations(everyone, more)
        )
    listed = [
        rotations(group * team) if team > 1 else seatings(group)
        for group in itertools.islice(groups, MAX_LINE_UPS + 1)
    ]
    if len(listed) > MAX_LINE_UPS:
        text = _(
            "{players} players at {seats} seats need more than {most} line-ups: use fewer players"
        )
        raise AicoreError(fill(text, players=players, seats=seats, most=MAX_LINE_UPS))
    return listed


def _groups(players: int, size: int, format: str) -> Iterator[Seating]:
    """Return an iterator over the sets of players who meet."""
    if format != "gauntlet":
        return subsets(players, size)
    others = subsets(players - 1, size - 1)
    return ((0, *(player + 1 for player in group)) for group in others)


def subsets(players: int, size: int) -> Iterator[Seating]:
    """Yield all sets of `size` players, in colexicographic order."""
    if size == 0:
        yield ()
        return
    for last in range(size - 1, players):
        for others in subsets(last, size - 1):
            yield (*others, last)


def rank(group: Sequence[int]) -> int:
    """Return the index of a set, given in ascending order, among all sets of its size."""
    return sum(math.comb(player, place) for place, player in enumerate(group, 1))


def seatings(group: Seating) -> tuple[Seating, ...]:
    """Return the seatings of a line-up: all permutations up to three seats, else rotations.

    Each seating occurs once, even if players who take two seats make some of them equal.
    """
    permuted = len(group) <= MAX_PERMUTED
    ways = tuple(itertools.permutations(group)) if permuted else rotations(group)
    return tuple(dict.fromkeys(ways))


def rotations(group: Seating) -> tuple[Seating, ...]:
    """Return all rotations of a line-up around the table."""
    return tuple(group[k:] + group[:k] for k in range(len(group)))
