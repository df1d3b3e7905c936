"""Games of a study, played by workers; the results do not depend on the number of workers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from itertools import pairwise
from typing import TypeVar

from aicore.arena.pool import Pool, pool
from aicore.core.deal import derive, secret_of
from aicore.study.played_game import Design, PlayedGame, play
from aicore.study.skill import SkillStep, games_of_deal, meet, rungs

T = TypeVar("T")
R = TypeVar("R")
Done = Callable[[int], None]
"""Callback after each deal, with the number of its games."""


def deals_of(seed: int, number: int) -> list[str]:
    """Return the first deals of a study, derived from the seed; no player can compute them."""
    secret = secret_of(str(seed))
    return [derive(secret, "study", deal).hex() for deal in range(number)]


class Games:
    """Workers that play deals.

    Attributes:
        stopped: whether Ctrl-C ended the study.
    """

    def __init__(self, workers: Pool) -> None:
        self._pool = workers
        self.stopped = False

    def play(self, design: Design, deals: Iterable[str], done: Done) -> list[PlayedGame]:
        """Play a design on each deal, and return the data of the games."""
        return self._all(partial(play, design), deals, done)

    def steps(self, design: Design, deals: Sequence[str], done: Done) -> list[SkillStep]:
        """Return the steps of a design's ladder: each player against the next weaker one."""
        steps = []
        games = games_of_deal(design)
        for worse, better in pairwise(rungs(design)):
            shares = self._all(partial(meet, design, better, worse), deals, done, games)
            if self.stopped:
                break  # an interrupted step is inconclusive
            steps.append(SkillStep(better, worse, tuple(shares)))  # type: ignore[arg-type]
        return steps

    def _all(
        self, job: Callable[[T], R], values: Iterable[T], done: Done, games: int = 1
    ) -> list[R]:
        """Return the job's result for each value; after Ctrl-C, only the results so far."""
        results: list[R] = []
        if self.stopped:
            return results
        try:
            for result in self._pool.map(job, values):
                results.append(result)
                done(games)
        except KeyboardInterrupt:
            self.stopped = True
        return results


@contextmanager
def workers(jobs: int | None = None, cluster: str | None = None) -> Iterator[Games]:
    """Provide workers while the context lasts; see `aicore.arena.pool`. Raises AicoreError."""
    with pool(jobs, cluster) as worker_pool:
        yield Games(worker_pool)
