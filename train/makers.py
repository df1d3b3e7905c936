"""Those who play a generation's games: threads of this process, other processes, or a cluster."""

from __future__ import annotations

import multiprocessing
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from aicore.core.game import Game
from aicore.core.policy_net import PolicyNet
from aicore.search.mcts.selfplay import Plan, Positions, selfplay

Promise = Callable[[], Positions]
"""Waits for the games and returns them."""
PIECES = 4  # of a generation for each process, so that none waits long for another one


class Makers:
    """Plays games while the caller does something else.

    What comes of it depends on neither the number of jobs nor who plays.

    Args:
        game: whose games.
        jobs: threads or processes.
        pool: processes, where the game is Python code; None: threads.
        client: of a dask cluster, whose workers play.
    """

    def __init__(self, game: Game, jobs: int, pool: Any = None, client: Any = None) -> None:
        self.game, self.jobs = game, jobs
        self._pool, self._client = pool, client
        self.alone = jobs == 1 and client is None
        """Whether games had better be over before the caller does something else."""

    def play(
        self, player: PolicyNet | str, games: int, plan: Plan, seed: int, first: int
    ) -> Promise:
        """Begin to play games; arguments as of `aicore.search.mcts.selfplay.selfplay`."""
        if self._client is not None:
            return self._by_client(player, games, plan, seed, first)
        if self._pool is not None:
            work = [
                (self.game, player, part, plan, seed, start)
                for start, part in _parts(first, games, PIECES * self.jobs)
            ]
            found = self._pool.starmap_async(_piece, work, chunksize=1)
            return lambda: Positions.joined(found.get())
        return _in_thread(
            lambda: selfplay(
                self.game, player, games, plan=plan, seed=seed, first=first, threads=self.jobs
            )
        )

    def _by_client(
        self, player: PolicyNet | str, games: int, plan: Plan, seed: int, first: int
    ) -> Promise:
        client = self._client
        threads = sum(client.nthreads().values()) or 1
        shared = client.scatter(player, broadcast=True, hash=False)
        futures = [
            client.submit(_piece, self.game, shared, part, plan, seed, start, pure=False)
            for start, part in _parts(first, games, PIECES * threads)
        ]
        return lambda: Positions.joined(client.gather(futures))


@contextmanager
def makers(game: Game, jobs: int, cluster: str | None = None) -> Iterator[Makers]:
    """Those who play a game's games, as long as the context lasts.

    Args:
        jobs: how many play at once here.
        cluster: the address of a dask scheduler, whose workers play in their place.

    Raises AicoreError.
    """
    if cluster is not None:
        from aicore.arena.cluster import connected  # late: an extra

        with connected(cluster) as client:
            yield Makers(game, jobs, client=client)
    elif game.scripted and jobs > 1:
        with multiprocessing.get_context("spawn").Pool(jobs, _ignore_interrupts) as pool:
            yield Makers(game, jobs, pool)
    else:
        yield Makers(game, jobs)


def _ignore_interrupts() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent ends its workers


def _piece(
    game: Game, player: PolicyNet | str, games: int, plan: Plan, seed: int, first: int
) -> Positions:
    return selfplay(game, player, games, plan=plan, seed=seed, first=first)


def _parts(first: int, games: int, most: int) -> Iterator[tuple[int, int]]:
    """The first number and the size of as many equal parts as there are games for."""
    parts = min(most, games)
    for number in range(parts):
        start = games * number // parts
        yield first + start, games * (number + 1) // parts - start


def _in_thread(work: Callable[[], Positions]) -> Promise:
    """Begin some work in a thread that nobody waits for when the program ends."""
    found: list[Positions] = []
    trouble: list[BaseException] = []

    def run() -> None:
        try:
            found.append(work())
        except BaseException as error:
            trouble.append(error)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()

    def wait() -> Positions:
        thread.join()
        if trouble:
            raise trouble[0]
        return found[0]

    return wait
