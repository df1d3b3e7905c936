"""Settings and fixtures for the whole suite."""

import gc
import multiprocessing
import os
import signal
import sys
from collections.abc import Generator, Iterator
from pathlib import Path

import pytest

if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:  # inherited from a shell's background job
    signal.signal(signal.SIGINT, signal.default_int_handler)  # programs under test inherit it

os.environ["AICORE_LANGUAGE"] = "en"  # whatever this machine speaks; programs inherit it

pytest.register_assert_rewrite("kit")  # without this, failed assertions there show no values


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option that writes the golden sentences again: see tests/games/conftest.py."""
    parser.addoption("--write-sentences", action="store_true", help="write golden sentences again")


def pytest_xdist_auto_num_workers() -> int:
    """Return the number of processors plus one: tests also wait for engines and clocks."""
    return len(os.sched_getaffinity(0)) + 1 if hasattr(os, "sched_getaffinity") else 2


def pytest_collection_finish() -> None:
    """Exclude all objects so far from garbage collections, which saves a twentieth of the time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)


MAX_SECONDS, MAX_SLOW_SECONDS = 600, 4 * 3600
"""Seconds after which a test fails, whatever it waits for."""


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Give each test a deadline."""
    from kit.deadline import deadline  # after its assertions are rewritten

    slow = item.get_closest_marker("slow") is not None
    with deadline(MAX_SLOW_SECONDS if slow else MAX_SECONDS, item.name):
        return (yield)


FORKED = ["aicore.arena.pool", "aicore.arena.workers", "aicore.coach.analysis", "aicore.web.jobs"]
"""Modules with everything that workers import."""


@pytest.fixture(scope="session", autouse=True)
def forked_workers() -> Iterator[None]:
    """Fork workers from a process that has imported FORKED: each saves half a second.

    Programs that tests start, and all tests when thorough, spawn them as users' programs do.
    """
    from kit.effort import THOROUGH  # after its assertions are rewritten

    context_of = multiprocessing.get_context
    with pytest.MonkeyPatch.context() as patch:
        if sys.platform == "linux" and not THOROUGH:
            multiprocessing.set_forkserver_preload(FORKED)
            swapped = {"spawn": "forkserver"}
            patch.setattr(
                multiprocessing,
                "get_context",
                lambda method=None: context_of(swapped.get(method, method)),
            )
        yield


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make hints, win probabilities and reviews quick."""
    monkeypatch.setattr("aicore.session.jobs.HINT", "mcts:sims=20")
    monkeypatch.setattr("aicore.session.jobs.SIMULATIONS", 20)
    monkeypatch.setattr("aicore.session.jobs.REVIEW_SECONDS", 0.1)
    monkeypatch.setattr("aicore.coach.advice.LATER", "mcts:sims=20")


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Run the test in its own folder, 80 columns wide, and return the folder."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    return tmp_path
