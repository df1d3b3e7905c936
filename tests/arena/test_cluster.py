"""Tests that a dask cluster plays the same tournament, even if one of its workers is killed."""

from __future__ import annotations

import contextlib
import dataclasses
import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

import aicore
from aicore.arena.cluster import Cluster, play_blocks
from aicore.arena.match import Match
from aicore.arena.plan import Plan, configure
from aicore.arena.pool import pool
from aicore.arena.rollout import roll_out
from aicore.arena.workers import Workers
from aicore.core.errors import AicoreError
from kit import command as kit_command
from kit.nets import beside
from kit.tournaments import AICORE, count, games_of, played, results_of


def free_port():
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return found.getsockname()[1]


@pytest.fixture
def cluster(tmp_path):
    """Start a scheduler and two workers on loopback; yield its address and all processes."""
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "cwd": tmp_path}
    here = tmp_path / "scheduler.json"  # the scheduler writes its address there
    place = ["--host", "127.0.0.1", "--port", "0", "--scheduler-file", str(here), "--no-dashboard"]
    processes = [subprocess.Popen([*dask_command("scheduler"), *place], **quiet)]
    try:
        address = address_in(here)
        worker = [*dask_command("worker"), address, "--nthreads", "1", "--no-nanny"]
        processes += [subprocess.Popen([*worker, "--no-dashboard"], **quiet) for _ in range(2)]
        wait_for(address, 2)
        yield address, processes[1:], processes[0]
    finally:
        for process in processes:
            process.kill()
            process.wait()


def dask_command(role):
    code = f"from distributed.cli.dask_{role} import main; main()"
    return [sys.executable, "-c", code]


def address_in(file):
    deadline = time.monotonic() + 40
    while time.monotonic() < deadline:
        with contextlib.suppress(OSError, ValueError):
            return json.loads(file.read_text())["address"]
        time.sleep(0.1)
    raise AssertionError("the scheduler does not come up")


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
    raise TimeoutError(f"the cluster at {address} did not start")


@pytest.mark.slow
def test_a_cluster_that_loses_a_worker_plays_the_same(tmp_path, cluster):
    address, workers, _ = cluster
    specs = ["random", "greedy", "script"]
    config = configure(aicore.load("booster"), specs, games=120, seed=9)
    notes = []
    backend = Cluster(config, address, lambda kind, text: notes.append(text))
    run, killed = backend.run, []

    def run_and_kill(blocks):
        for batch in run(blocks):
            yield batch
            if batch and not killed:
                killed.append(workers[0].pid)
                os.kill(workers[0].pid, signal.SIGKILL)

    backend.run = run_and_kill
    played(tmp_path / "cluster", config, backend)
    assert killed
    assert workers[0].wait(5) == -signal.SIGKILL
    played(tmp_path / "here", config, Workers(config, 2))
    assert games_of(tmp_path / "cluster") == games_of(tmp_path / "here")
    assert results_of(tmp_path / "cluster") == results_of(tmp_path / "here")


@pytest.mark.slow
def test_networks_beside_games_are_sent_along(tmp_path, cluster, monkeypatch):
    """The workers run in another folder, so they don't find the files in this one."""
    (tmp_path / "mine").mkdir()
    monkeypatch.chdir(tmp_path / "mine")
    game = beside(Path(), "liars_dice", "bid 7 4", use=True)
    config = configure(game, ["mcts:sims=20", "random"], games=12, seed=9)
    assert "net=own#" in config.players[0]
    played(tmp_path / "cluster", config, Cluster(config, cluster[0]))
    played(tmp_path / "here", config, Workers(config, 1))
    assert games_of(tmp_path / "cluster") == games_of(tmp_path / "here")
    state = game.start()
    aicore.Chance(1).settle(state)
    wish = {"by": "mcts:sims=20", "games": 2, "actions": ["bid 1 1"], "only": True}
    with pool(cluster=cluster[0]) as workers:
        found = roll_out(state.view(state.turn), **wish, pool=workers)
    assert found == roll_out(state.view(state.turn), **wish)


@pytest.mark.slow
def test_a_killed_scheduler_is_a_one_line_error_and_loses_no_game(tmp_path, cluster):
    address, _, scheduler = cluster
    path = tmp_path / "t"
    process = subprocess.Popen(
        [*AICORE, "tournament", "booster", "random", "random", "--games", "1000000",
         "--cluster", address, "--file", str(path), "--quiet"],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
    )  # fmt: skip
    try:
        deadline = time.monotonic() + 60
        while not (path.exists() and count(path)) and time.monotonic() < deadline:
            time.sleep(0.1)
        before = count(path)
        scheduler.kill()
        text, _ = process.communicate(timeout=120)
    finally:
        process.kill()
        process.wait()
    assert process.returncode == 2
    gone = f"Error: the dask scheduler at {address} is gone; the games played so far are saved"
    assert text.splitlines() == [gone]
    assert count(path) >= before > 0


def test_a_task_ends_soon_and_leaves_the_rest_to_others(monkeypatch):
    config = configure(aicore.load("pig"), ["random", "random"], games=20)
    blocks = [Plan(config).block(number) for number in range(10)]
    hidden = dataclasses.replace(config, seed="")  # workers don't know the seed of the deals
    monkeypatch.setattr("aicore.arena.cluster.TASK_SECONDS", 0.0)
    played, _ = play_blocks(hidden, blocks)
    assert [rows[0].block for rows in played] == [0]
    monkeypatch.setattr("aicore.arena.cluster.TASK_SECONDS", 60.0)
    played, _ = play_blocks(hidden, blocks)
    assert [rows[0].block for rows in played] == list(range(10))


@pytest.mark.slow
def test_blocks_that_a_task_leaves_are_played(tmp_path, cluster):
    """Tasks are sized for a pace that the workers don't keep."""
    address, _, _ = cluster
    config = configure(aicore.load("gratis3"), ["mcts:sims=40", "random"], games=12, seed=3)
    backend = Cluster(config, address)
    backend._pace = 1000.0
    played(tmp_path / "cluster", config, backend)
    played(tmp_path / "here", config, Workers(config, 1))
    assert games_of(tmp_path / "cluster") == games_of(tmp_path / "here")


def test_an_address_without_a_scheduler_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr("aicore.arena.cluster.ANSWER_SECONDS", 0.3)
    config = configure(aicore.load("pig"), ["random", "random"], games=2)
    address = f"tcp://127.0.0.1:{free_port()}"
    with pytest.raises(AicoreError, match=f"no dask scheduler at {address}: Connection refused"):
        played(tmp_path / "t", config, Cluster(config, address))


@pytest.mark.parametrize(
    ("address", "error"),
    [
        ("foo", "cluster 'foo': write an address such as tcp://host:8786"),
        ("", "cluster '': write an address such as tcp://host:8786"),
        ("localhost:1x", "write an address such as tcp://host:8786"),
        ("http://localhost:1", "write an address such as tcp://host:8786"),
        ("tcp://127.0.0.1:65536", "write an address such as tcp://host:8786"),
        (f"tcp://{'x' * 70}:1", "unknown host"),
        ("silent", "no answer within 0.3 s"),
        ("deaf", "another program is listening there"),
    ],
)
@pytest.mark.parametrize("command", ["tournament", "rollout", "study"])
def test_a_wrong_address_is_refused_at_once_and_blocks_nothing(
    address, error, command, tmp_path, monkeypatch
):
    """`--cluster foo` once took 42 s, and then the corrected command found the file taken."""
    monkeypatch.setattr("aicore.arena.cluster.ANSWER_SECONDS", 0.3)
    monkeypatch.chdir(tmp_path)
    file = tmp_path / "t.tournament"
    line = ["tournament", "pig", "random", "random", "--games", 2, "--quiet", "--file", file]
    if command == "study":
        line = ["study", "pig", "--games", 2, "--quiet"]
    if command == "rollout":
        game = aicore.load("connect_four")
        match = Match(game, [aicore.player("random", game)] * 2, "1")
        match.finish().write(tmp_path / "games.jsonl")
        line = ["rollout", tmp_path / "games.jsonl", 1, "--games", 2]
    with socket.create_server(("127.0.0.1", 0)) as server:

        def hang_up():
            with contextlib.suppress(OSError):
                server.accept()[0].close()

        if address in ("silent", "deaf"):
            if address == "deaf":
                threading.Thread(target=hang_up, daemon=True).start()
            address = f"tcp://127.0.0.1:{server.getsockname()[1]}"
        assert error in kit_command.fails(*line, "--cluster", address)
    assert not file.exists()


def test_a_tournament_that_fails_before_its_first_game_blocks_no_file(tmp_path, monkeypatch):
    def run(self, numbers):
        raise AicoreError("the workers die")
        yield

    file = tmp_path / "t.tournament"
    line = ["tournament", "pig", "random", "random", "--games", 2, "--quiet", "--jobs", 1]
    with monkeypatch.context() as patched:
        patched.setattr("aicore.arena.workers.Workers.run", run)
        assert "the workers die" in kit_command.fails(*line, "--file", file)
    kit_command.works(*line, "--file", file)


def test_the_page_names_the_commands_that_exist():
    page = Path(__file__).resolve().parents[2].joinpath("docs", "cluster.md").read_text()
    assert "dask scheduler" in page
    assert "dask worker tcp://" in page
    assert "--cluster tcp://" in page


@pytest.mark.slow
def test_a_cluster_runs_the_tasks_of_a_pool(cluster):
    """Rollouts and studies give the same results as in this process."""
    address, workers, _ = cluster
    state = aicore.load("booster").start()
    aicore.Chance(3).settle(state)
    view = state.view(state.turn)
    here = roll_out(view, "greedy", 32, seed=1)
    with pool(cluster=address) as remote:
        assert roll_out(view, "greedy", 32, seed=1, pool=remote) == here
        os.kill(workers[0].pid, signal.SIGKILL)
        assert roll_out(view, "greedy", 32, seed=1, pool=remote) == here
