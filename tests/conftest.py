"""How the suite is run."""

import os
import signal
from pathlib import Path

import pytest

if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:  # as of what a shell starts in the background
    signal.signal(signal.SIGINT, signal.default_int_handler)  # programs under test inherit it

pytest.register_assert_rewrite("kit")  # or what fails there shows no figures


def pytest_xdist_auto_num_workers() -> int:
    """One more than there are processors: engines, clusters and clocks are waited for, too."""
    return len(os.sched_getaffinity(0)) + 1 if hasattr(os, "sched_getaffinity") else 2


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hints, win chances and reviews that take little time."""
    monkeypatch.setattr("aicore.study.session.jobs.HINT", "mcts:sims=20")
    monkeypatch.setattr("aicore.study.session.jobs.JUDGED", 20)
    monkeypatch.setattr("aicore.study.session.jobs.REVIEW", 0.1)
    monkeypatch.setattr("aicore.study.advice.LATER", "mcts:sims=20")


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder where the test runs, 80 columns wide."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    return tmp_path
