"""Tasks run by local processes or by a cluster, with the same ordered results in every case.

A task is a function of one value at the top level of a module. Its result must depend only on this
value.
"""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from importlib import import_module
from typing import Any, Protocol, TypeVar

from aicore.arena import optional_deps
from aicore.arena.processes import be_worker, undisturbed
from aicore.core.errors import AicoreError
from aicore.core.language import best_of, language, set_language, speaking
from aicore.core.language import gettext as _
from aicore.core.processors import processors, share_processors
from aicore.players.networks import NetworkBundle, unpack

T = TypeVar("T")
R = TypeVar("R")

AHEAD = 4  # pending tasks for each thread of a cluster, so that no thread waits


class Pool(Protocol):
    """Executor of tasks."""

    def map(self, task: Callable[[T], R], values: Iterable[T]) -> Iterator[R]:
        """Yield a task's result for each value, in their order. Raises AicoreError."""
        ...


class _Here:
    """Executor in this process."""

    def map(self, task: Callable[[T], R], values: Iterable[T]) -> Iterator[R]:
        return map(task, values)


class _Processes:
    """Executor in worker processes on this machine."""

    def __init__(self, executor: ProcessPoolExecutor) -> None:
        self._executor = executor
        self.idle = True

    def map(self, task: Callable[[T], R], values: Iterable[T]) -> Iterator[R]:
        self.idle = False
        try:
            with undisturbed():  # the call starts the processes
                results = self._executor.map(task, values)
            yield from results
            self.idle = True
        except BrokenProcessPool as error:
            text = _("a worker process died; only its current work is lost")
            raise AicoreError(text) from error


class _Cluster:
    """Executor on a dask cluster; its scheduler gives the tasks of a lost worker to another one."""

    def __init__(self, client: Any, address: str, bundle: Any) -> None:
        self._client = client
        self._address = address
        self._bundle = bundle

    def map(self, task: Callable[[T], R], values: Iterable[T]) -> Iterator[R]:
        distributed: Any = import_module("distributed")
        lost = (distributed.CancelledError, import_module("distributed.scheduler").KilledWorker)
        waiting: list[Any] = []
        left = iter(values)
        common = self._bundle, language()
        try:
            while True:
                threads = sum(self._client.nthreads().values()) or 1
                for value in left:
                    job = self._client.submit(_run_task, task, value, *common, pure=False)
                    waiting.append(job)
                    if len(waiting) >= AHEAD * threads:
                        break
                if not waiting:
                    return
                yield waiting.pop(0).result()
        except (OSError, *lost) as error:
            text = _("the cluster at {address} lost its work", address=self._address)
            raise AicoreError(text) from error
        finally:
            for future in waiting:
                future.release()


@contextmanager
def pool(jobs: int | None = None, cluster: str | None = None) -> Iterator[Pool]:
    """Provide workers for the duration of the context; at its end they stop.

    Args:
        jobs: number of processes on this machine; 1 for this one alone; None for one per core.
        cluster: the address of a dask scheduler, whose workers run the tasks instead; None for
            none.

    Raises AicoreError if the cluster cannot be reached.
    """
    if cluster is not None:
        optional_deps.require_cluster()
        from aicore.arena.cluster import bundle_for, connected  # it needs the extra `cluster`

        with connected(cluster) as client:
            yield _Cluster(client, cluster, bundle_for(client))
        return
    number = jobs or processors()
    if number == 1:
        yield _Here()
        return
    before = multiprocessing.active_children()
    context = multiprocessing.get_context("spawn")
    executor = ProcessPoolExecutor(
        number, mp_context=context, initializer=_begin, initargs=(language(),)
    )
    workers = _Processes(executor)
    try:
        yield workers
    finally:
        if not workers.idle:  # the caller left early and must not wait for running tasks
            for child in multiprocessing.active_children():
                if child not in before:
                    child.terminate()
        executor.shutdown(cancel_futures=True)


def _run_task(task: Callable[[T], R], value: T, bundle: NetworkBundle | None, spoken: str) -> R:
    """Return a task's result. One processor computes it, because other workers use the others.

    Its texts are in the language of the process that submitted the task.
    """
    share_processors(1)
    unpack(bundle or {})
    with speaking(best_of([spoken])):
        return task(value)


def _begin(spoken: str) -> None:
    """Set up a worker process with one processor and the language of its parent."""
    set_language(best_of([spoken]))
    share_processors(1)
    be_worker()
