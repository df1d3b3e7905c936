"""A dask cluster plays the same tournament, also when one of its workers is killed."""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest
from test_tournament import games_of, played, results_of

import aicore
from aicore.arena.cluster import Cluster
from aicore.arena.plan import configure
from aicore.arena.workers import Workers
from aicore.core.errors import AicoreError


def free_port():
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return found.getsockname()[1]


@pytest.fixture
def cluster(tmp_path):
    """A scheduler and two workers on loopback: its address and the workers' processes."""
    address = f"tcp://127.0.0.1:{free_port()}"
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "cwd": tmp_path}
    scheduler = [
        *dask_command("scheduler"),
        "--host",
        address.removeprefix("tcp://").split(":")[0],
        "--port",
        address.rsplit(":")[-1],
        "--no-dashboard",
    ]
    worker = [*dask_command("worker"), address, "--nthreads", "1", "--no-nanny", "--no-dashboard"]
    processes = [subprocess.Popen(scheduler, **quiet)]
    processes += [subprocess.Popen(worker, **quiet) for _ in range(2)]
    try:
        wait_for(address, 2)
        yield address, processes[1:]
    finally:
        for process in processes:
            process.kill()
            process.wait()


def dask_command(role):
    code = f"from distributed.cli.dask_{role} import main; main()"
    return [sys.executable, "-c", code]


def wait_for(address, workers):
    from distributed import Client

    deadline = time.monotonic() + 40
    while time.monotonic() < deadline:
        with (
            contextlib.suppress(OSError),
            Client(address, timeout=5, set_as_default=False) as client,
        ):
            client.wait_for_workers(workers, timeout=30)
            return
        time.sleep(0.2)


def test_a_cluster_that_loses_a_worker_plays_the_same(tmp_path, cluster):
    address, workers = cluster
    specs = ["random", "greedy", "script"]
    config = configure(aicore.load("booster"), specs, games=300, seed=9)
    notes = []
    hands = Cluster(config, address, lambda kind, text: notes.append(text))
    run, killed = hands.run, []

    def run_and_kill(numbers):
        for batch in run(numbers):
            yield batch
            if batch and not killed:
                killed.append(workers[0].pid)
                os.kill(workers[0].pid, signal.SIGKILL)

    hands.run = run_and_kill
    played(tmp_path / "cluster", config, hands)
    assert killed
    assert workers[0].wait(5) == -signal.SIGKILL
    for jobs in (1, 2):
        played(tmp_path / f"{jobs}", config, Workers(config, jobs))
        assert games_of(tmp_path / "cluster") == games_of(tmp_path / f"{jobs}")
        assert results_of(tmp_path / "cluster") == results_of(tmp_path / f"{jobs}")


def test_nobody_at_that_address(tmp_path, monkeypatch):
    monkeypatch.setattr("aicore.arena.cluster.CONNECTING", 0.5)
    config = configure(aicore.load("pig"), ["random", "random"], games=2)
    address = f"tcp://127.0.0.1:{free_port()}"
    with pytest.raises(AicoreError, match=f"no dask scheduler at {address}"):
        played(tmp_path / "t", config, Cluster(config, address))


def test_the_page_names_the_commands_that_exist():
    page = Path(__file__).resolve().parent.parent.joinpath("docs", "cluster.md").read_text()
    assert "dask scheduler" in page
    assert "dask worker tcp://" in page
    assert "--cluster tcp://" in page
