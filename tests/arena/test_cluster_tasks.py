"""Tests of the tasks that a cluster gets, with a scheduler that does them at once."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace

import pytest

from aicore.arena.block_runner import GameRow
from aicore.arena.cluster import TRIES, Cluster
from aicore.arena.pool import _Cluster
from aicore.core.errors import AicoreError
from aicore.core.language import language, speaking
from kit.tournaments import Here, config_of


class KilledWorker(Exception):
    """A worker died."""


class Future:
    """Task that is done: its result, or the error that it ended with."""

    def __init__(self, do: Callable[..., object], *given: object) -> None:
        self._error: Exception | None = None
        try:
            self._result = do(*given)
        except Exception as error:
            self._error = error
        self.status = "finished" if self._error is None else "error"

    def add_done_callback(self, call: Callable[[Future], None]) -> None:
        call(self)

    def exception(self) -> Exception | None:
        return self._error

    def result(self) -> object:
        return self._result

    def release(self) -> None:
        """Do nothing."""


class Client:
    """Scheduler of two threads, whose workers die over some blocks.

    Args:
        deaths: number of workers that die over each block.
    """

    def __init__(self, here: Here, deaths: dict[int, int]) -> None:
        self.here, self.deaths, self.tasks = here, deaths, 0

    def nthreads(self) -> dict[str, int]:
        return {"worker": 2}

    def submit(self, do: object, config: object, blocks: Sequence, *_: object, **__: object):
        return Future(self._play, blocks)

    def _play(self, blocks: Sequence) -> tuple[list, float]:
        self.tasks += 1
        for block in blocks:
            self.deaths[block.number] = self.deaths.get(block.number, 0) - 1
            if self.deaths[block.number] >= 0:
                raise KilledWorker
        return [self.here.table.play(block) for block in blocks], 0.5 * len(blocks)


@pytest.fixture(autouse=True)
def _dask(monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", SimpleNamespace(CancelledError=ValueError))
    scheduler = SimpleNamespace(KilledWorker=KilledWorker)
    monkeypatch.setitem(sys.modules, "distributed.scheduler", scheduler)
    monkeypatch.setattr("aicore.arena.cluster.bundle_for", lambda client: None)


def played(deaths: dict[int, int], blocks: int = 7) -> tuple[list[int], list[str], str]:
    """Return the numbers of the blocks played, the notes, and the error; "" without one."""
    config, notes = config_of("pig", ["random", "script"], games=2 * blocks), []
    cluster = Cluster(config, "tcp://here:1", lambda kind, text: notes.append(text))
    numbers, error, here = [], "", Here(config)
    plan = map(here.plan.block, range(blocks))
    try:
        for batch in cluster._play(Client(here, deaths), plan):
            numbers += [rows[0].block for rows in batch]
    except AicoreError as caught:
        error = str(caught)
    return numbers, notes, error


def test_every_block_is_played_once() -> None:
    assert sorted(played({})[0]) == list(range(7))


def test_a_block_whose_worker_died_is_played_again() -> None:
    numbers, notes, error = played({2: TRIES - 1})
    assert sorted(numbers) == list(range(7))
    assert len(notes) == TRIES - 1
    assert "while playing block 2" in notes[0]
    assert not error


def test_troubles_of_a_cluster_are_in_german() -> None:
    with speaking("de"):
        _, (note,), _ = played({2: 1})
        gone = Cluster(config_of("pig", ["random", "script"]), "tcp://here:1")._lost()
    assert note == "Arbeiter sind bei Block 2 abgestürzt; er wird neu gespielt"
    assert gone.startswith("der Scheduler von dask unter tcp://here:1 ist weg; die bisherigen")


def test_a_block_that_kills_every_worker_is_an_error_with_other_blocks_saved() -> None:
    numbers, _, error = played({0: TRIES})
    assert error == "block 0 killed every worker that played it"
    assert 1 in numbers
    assert 0 not in numbers


class Elsewhere(Client):
    """Scheduler whose tasks run in another thread, which starts in English."""

    def __init__(self) -> None:
        """Do nothing."""

    def submit(self, do: Callable[..., object], *given: object, **_: object) -> Future:
        with ThreadPoolExecutor(1) as thread:
            return Future(lambda: thread.submit(do, *given).result())


class Speaker:
    """Runner of blocks that says its language instead of playing."""

    def __init__(self, _config: object) -> None:
        """Do nothing."""

    def play(self, _block: object) -> list[tuple]:
        return [(language(), *([None] * (len(GameRow._fields) - 1)))]


def spoken(_value: int) -> str:
    return language()


@pytest.mark.parametrize("code", ["en", "de"])
def test_tasks_speak_the_language_of_their_submitter(code: str, monkeypatch) -> None:
    monkeypatch.setattr("aicore.arena.cluster.BlockRunner", Speaker)
    config = config_of("pig", ["random", "script"], games=2)
    with speaking(code):
        assert [*_Cluster(Elsewhere(), "", None).map(spoken, [1, 2])] == [code, code]
        blocks = iter([Here(config).plan.block(0)])
        batches = [*Cluster(config, "tcp://here:1")._play(Elsewhere(), blocks)]
    assert [rows[0][0] for batch in batches for rows in batch] == [code]
