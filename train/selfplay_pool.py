"""Pool that plays a generation's games, in threads, in processes or on a cluster."""

from __future__ import annotations

import multiprocessing
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from typing import Any

from aicore.core.game import Game
from aicore.core.policy_net import PolicyNet
from aicore.players import Player
from aicore.players import player as player_of
from aicore.search.mcts.selfplay import Plan, Positions, selfplay

Promise = Callable[[], Positions]
"""Function that waits for the games and returns them."""
PIECES = 4  # parts of a generation for each process, so that no process waits long

_rivals: dict[tuple[str, Game], list[Player]] = {}  # of this process, whose programs start slowly
_asking = threading.Lock()  # held while games ask them


class SelfPlayPool:
    """Pool that plays games in the background.

    The games do not depend on the number of jobs or on the machines.

    Args:
        game: the game to play.
        jobs: number of threads or processes.
        pool: pool of processes, if the game or its players are Python code; None for threads.
        client: client of a dask cluster whose workers play.
    """

    def __init__(self, game: Game, jobs: int, pool: Any = None, client: Any = None) -> None:
        self.game, self.jobs = game, jobs
        self._pool, self._client = pool, client
        self.alone = jobs == 1 and client is None
        """Whether the caller should wait for the games before other work."""

    def play(
        self,
        player: PolicyNet | str,
        games: int,
        plan: Plan,
        seed: int,
        first: int,
        rivals: PolicyNet | str | None = None,
    ) -> Promise:
        """Begin to play games. Return a promise of them.

        The arguments are as in `aicore.search.mcts.selfplay.selfplay`, but `rivals` may also be the
        spec of a player.
        """

        def parts(workers: int) -> list[tuple[Any, ...]]:
            return [
                (part, plan, seed, start, rivals)
                for start, part in _parts(first, games, PIECES * workers)
            ]

        if (client := self._client) is not None:
            shared = client.scatter(player, broadcast=True, hash=False)
            futures = [
                client.submit(_piece, self.game, shared, *part, pure=False)
                for part in parts(sum(client.nthreads().values()) or 1)
            ]
            return lambda: Positions.joined(client.gather(futures))
        if self._pool is not None:
            work = [(self.game, player, *part) for part in parts(self.jobs)]
            results = self._pool.starmap_async(_piece, work, chunksize=1)
            return lambda: Positions.joined(results.get())
        if isinstance(rivals, str):  # later: a program ends with the thread that started it
            return lambda: _piece(self.game, player, games, plan, seed, first, rivals)
        return _in_thread(
            lambda: _piece(self.game, player, games, plan, seed, first, rivals, self.jobs)
        )


@contextmanager
def selfplay_pool(
    game: Game, jobs: int, cluster: str | None = None, asks: bool = False
) -> Iterator[SelfPlayPool]:
    """Provide a pool that plays games, for the duration of the context.

    Args:
        game: the game to play.
        jobs: number of local threads or processes.
        cluster: the address of a dask scheduler, whose workers play instead.
        asks: whether the games ask players, which are Python code.

    Raises AicoreError.
    """
    if cluster is not None:
        from aicore.arena.cluster import connected  # needs the extra `cluster`

        with connected(cluster) as client:
            yield SelfPlayPool(game, jobs, client=client)
    elif (game.scripted or asks) and jobs > 1:
        with multiprocessing.get_context("spawn").Pool(jobs, _ignore_interrupts) as pool:
            yield SelfPlayPool(game, jobs, pool)
    else:
        try:
            yield SelfPlayPool(game, jobs)
        finally:
            _close_rivals()


def _ignore_interrupts() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent process ends its workers


def _piece(
    game: Game,
    player: PolicyNet | str,
    games: int,
    plan: Plan,
    seed: int,
    first: int,
    rivals: PolicyNet | str | None,
    threads: int = 1,
) -> Positions:
    """Play a part of the games."""
    with _asking if isinstance(rivals, str) else nullcontext():
        others = _seated(rivals, game) if isinstance(rivals, str) else rivals
        return selfplay(
            game, player, games, plan=plan, seed=seed, first=first, threads=threads, rivals=others
        )


def _seated(spec: str, game: Game) -> list[Player]:
    """Return a player object for each seat, as each may remember; later games ask the same ones."""
    if (spec, game) not in _rivals:
        _close_rivals()
        _rivals[spec, game] = [player_of(spec, game) for _ in range(game.seats)]
    return _rivals[spec, game]


def _close_rivals() -> None:
    """Close the players of this process."""
    while _rivals:
        for each in _rivals.popitem()[1]:
            each.close()


def _parts(first: int, games: int, limit: int) -> Iterator[tuple[int, int]]:
    """Yield the first index and the size of up to `limit` nearly equal parts of the games."""
    parts = min(limit, games)
    for number in range(parts):
        start = games * number // parts
        yield first + start, games * (number + 1) // parts - start


def _in_thread(work: Callable[[], Positions]) -> Promise:
    """Begin some work in a thread that does not delay the program's exit. Return a promise."""
    results: list[Positions] = []
    errors: list[BaseException] = []

    def run() -> None:
        try:
            results.append(work())
        except BaseException as error:
            errors.append(error)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()

    def wait() -> Positions:
        thread.join()
        if errors:
            raise errors[0]
        return results[0]

    return wait
