"""Fixtures for all tests of the server."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from starlette.testclient import TestClient

from bench.study import loops
from kit.web import serving


@pytest.fixture(scope="session", autouse=True)
def watch() -> Iterator[loops.Watch]:
    with loops.watched() as found:
        yield found


@pytest.fixture(autouse=True)
def no_slow_callback(watch: loops.Watch) -> Iterator[None]:
    """Fail a test in which a callback of the event loop takes long.

    It may take twice the time that the server promises: here, other processes keep the caches busy.
    """
    watch.slow.clear()
    yield
    assert not [name for took, name in watch.slow if took > 2 * loops.LONGEST]


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    with serving(tmp_path_factory.mktemp("web")) as found:
        yield found
