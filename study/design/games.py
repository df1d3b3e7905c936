"""Plays the games of a study by workers, in order, the same with any number of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from itertools import pairwise
from typing import TypeVar

from aicore.arena.pool import Pool, pool
from aicore.core.deal import derive, secret_of
from aicore.study.design.course import Course, Design, play
from aicore.study.design.skill import SkillStep, meet, rungs

T = TypeVar("T")
R = TypeVar("R")
Done = Callable[[], None]
"""Called once a deal is played."""


def deals_of(seed: int, number: int) -> list[str]:
    """The first deals of a study: no player can work them out, though all follow from the seed."""
    secret = secret_of(str(seed))
    return [derive(secret, "study", deal).hex() for deal in range(number)]


class Games:
    """Workers that play deals.

    Attributes:
        stopped: whether Ctrl-C has ended it; nothing more is played then.
    """

    def __init__(self, workers: Pool) -> None:
        self._pool = workers
        self.stopped = False

    def courses(self, design: Design, deals: Iterable[str], done: Done) -> list[Course]:
        """How the games of a design go, deal by deal."""
        return self._all(partial(play, design), deals, done)

    def steps(self, design: Design, deals: Sequence[str], done: Done) -> list[SkillStep]:
        """The ladder of a design: each player over the next weaker one."""
        names = rungs(design)
        found = []
        for worse, better in pairwise(names):
            shares = self._all(partial(meet, design, better, worse), deals, done)
            if self.stopped:
                break  # a step that was cut short says little
            found.append(SkillStep(better, worse, tuple(shares)))  # type: ignore[arg-type]
        return found

    def _all(self, job: Callable[[T], R], values: Iterable[T], done: Done) -> list[R]:
        """The results; those there are when Ctrl-C is pressed."""
        found: list[R] = []
        if self.stopped:
            return found
        try:
            for result in self._pool.map(job, values):
                found.append(result)
                done()
        except KeyboardInterrupt:
            self.stopped = True
        return found


@contextmanager
def workers(jobs: int | None = None, cluster: str | None = None) -> Iterator[Games]:
    """Workers that last as long as the context; see `aicore.arena.pool`. Raises AicoreError."""
    with pool(jobs, cluster) as hands:
        yield Games(hands)
