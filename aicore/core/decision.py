"""Decision of a player: the chosen action, and the results of the search."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from dataclasses import dataclass

Progress = Callable[[str, float], None]
"""Function that a search calls with its current choice, as text, and its value, from 0 to 1.

The function may raise `StopSearch`.
"""


class StopSearch(Exception):
    """Request to stop a search: the player decides with the results so far."""


@dataclass(frozen=True)
class Candidate:
    """Action that a search considered.

    Args:
        action: text of the action.
        visits: number of simulations or samples that started with it.
        values: expected return of each seat, in units of the game's returns.
        error: standard error of the mover's value; 0 if the value is exact.
        bound: whether the mover's value is only an upper bound, because the search stopped there.
        exact: whether the values were computed, not sampled. Then few visits do not matter.
        share: probability that the player chooses the action; 0 if the player does not report it.
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
    """Result of a player's search.

    Args:
        action: text of the chosen action.
        candidates: considered actions, best first; empty for players that do not search.
        simulations: number of simulations, samples or look-aheads.
        nodes: positions in memory at the end (tree searches), or positions visited (expectimax).
        depth: deepest decision that was examined, in plies from the root.
        seconds: wall-clock time spent.
        continuation: expected actions, starting with the chosen one.
    """

    action: str
    candidates: tuple[Candidate, ...] = ()
    simulations: int = 0
    nodes: int = 0
    depth: int = 0
    seconds: float = 0.0
    continuation: tuple[str, ...] = ()

    def share(self, one: Candidate) -> float | None:
        """Return a candidate's share of the visits. Without visits, return its probability.

        Return None if the player reports neither.
        """
        visits = sum(each.visits for each in self.candidates)
        return one.visits / visits if visits else one.share or None


def __getattr__(name: str) -> object:
    """Return `StopSearch` for its former name."""
    if name == "Enough":
        warnings.warn(
            "aicore.core.decision.Enough is called StopSearch now", DeprecationWarning, stacklevel=2
        )
        return StopSearch
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
