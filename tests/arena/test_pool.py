"""Tests of tasks in workers: their order, any number of workers, and errors."""

from __future__ import annotations

import operator
import os
import time
from functools import partial

import pytest

from aicore.arena.pool import pool
from aicore.core.errors import AicoreError

double = partial(operator.mul, 2)


@pytest.mark.parametrize("jobs", [1, 2])
def test_results_come_in_order(jobs):
    with pool(jobs) as workers:
        assert list(workers.map(double, range(20))) == list(range(0, 40, 2))
        assert list(workers.map(double, [])) == []


def test_leaving_a_pool_early_does_not_wait():
    """The pool ends at once, although a task would sleep for an hour."""
    with pool(2) as workers:
        begin = time.monotonic()
        for _ in workers.map(time.sleep, [0, 3600, 3600]):
            break
    assert time.monotonic() - begin < 600


def test_a_worker_that_dies_is_an_error_of_one_line():
    with pytest.raises(AicoreError, match="a worker process died"), pool(2) as workers:
        list(workers.map(os._exit, [1]))


def test_a_cluster_that_is_not_there_is_an_error_of_one_line(monkeypatch):
    pytest.importorskip("distributed")
    from aicore.arena import cluster

    monkeypatch.setattr(cluster, "ANSWER_SECONDS", 0.2)
    refused = pytest.raises(AicoreError, match=r"no dask scheduler at tcp://127\.0\.0\.1:9: ")
    with refused, pool(cluster="tcp://127.0.0.1:9"):
        pass
