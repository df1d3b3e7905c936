"""What a player returns: the action, and what it thought."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

Progress = Callable[[str, float], None]
"""Called while a player thinks: its current choice (text) and that choice's value, 0 to 1.

It may raise `Enough`: the player then decides by what it knows.
"""


class Enough(Exception):
    """Whoever waits for a decision wants it now."""


@dataclass(frozen=True)
class Candidate:
    """One action that was considered.

    Args:
        action: its text.
        visits: simulations or samples that began with it.
        values: what each seat is expected to get, in units of the game's returns.
        error: standard error of the mover's value; 0 where the value is exact.
        bound: the search stopped at "no better than this": the mover's value is an upper bound.
        exact: the values are worked out and no mean of samples, however few the visits.
        share: how likely the player takes it, where it draws and says so; else 0.
    """

    action: str
    visits: int
    values: tuple[float, ...]
    error: float = 0.0
    bound: bool = False
    exact: bool = False
    share: float = 0.0


@dataclass(frozen=True)
class Decision:
    """The outcome of a search.

    Args:
        action: the text of the chosen action.
        candidates: what was considered, best first; empty for players that do not search.
        simulations: simulations, samples or look-aheads made.
        nodes: positions in memory at the end (tree searches), or positions visited (expectimax).
        depth: the deepest decision that was looked at, in plies from the root.
        seconds: wall-clock time spent.
        continuation: the actions that are expected, the chosen one first.
    """

    action: str
    candidates: tuple[Candidate, ...] = ()
    simulations: int = 0
    nodes: int = 0
    depth: int = 0
    seconds: float = 0.0
    continuation: tuple[str, ...] = ()

    def share(self, one: Candidate) -> float | None:
        """Return how much of a search went into a candidate, or else how likely it is played.

        None where the player says neither.
        """
        visits = sum(each.visits for each in self.candidates)
        return one.visits / visits if visits else one.share or None
