"""Tests of killing server or worker at any moment: all that was shown returns, games continue."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import random
import signal
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest
import websockets.sync.client as sockets
from websockets.exceptions import ConnectionClosed

import aicore
from aicore.core.deal import Deal
from aicore.session import jobs
from aicore.web import pool
from aicore.web.errors import ThinkError
from aicore.web.jobs import JOBS
from aicore.web.pool import JOB_TIMEOUTS, WorkerPool
from aicore.web.workers import Job
from kit.effort import effort
from kit.served import Running, running
from kit.web import finished, serving, sitting, table

GAMES = {"booster": 2, "gratis3": 2, "ransom": 1, "connect_four": 2, "pig": 2}


def play_until_killed(
    server: Running, made: dict[str, Any], seconds: float, rng: random.Random
) -> list[Any]:
    """Play at random until the server is killed; return the states that were shown.

    That happens `seconds` after the first state. The workers are killed earlier.
    """
    shown: list[Any] = []
    earlier = threading.Timer(seconds * rng.random(), server.kill_workers)
    timer = threading.Timer(seconds, server.process.kill)
    with sockets.connect(f"ws://{server.place}/socket", max_size=None) as socket:
        socket.send(json.dumps({"type": "join", "table": made["table"], "token": made["owner"]}))
        with contextlib.suppress(ConnectionClosed):
            while True:
                message = json.loads(socket.recv())
                if message["type"] != "state":
                    continue
                if not shown:
                    earlier.start()
                    timer.start()
                shown.append(message)
                if message["legal"]:
                    act = {"type": "act", "actions": [rng.choice(message["legal"])]}
                    socket.send(json.dumps(act | {key: message[key] for key in ("ply", "edition")}))
    earlier.join()
    timer.join()
    return shown


def survive(game: str, folder: Path, kills: int, seed: int) -> int:
    """Kill a server a few times in a game; return the number of events shown at the end."""
    rng = random.Random(seed)
    made: dict[str, Any] = {}
    last: Any = None
    for _ in range(kills):
        with running(folder) as server:
            made = made or server.create(game, GAMES[game])
            shown = play_until_killed(server, made, rng.uniform(0.05, 0.8), rng)
        if last is not None:
            first = shown[0]
            assert first["ply"] >= last["ply"]
            before = [entry["sentences"] for entry in last["story"][:-1]]
            assert [entry["sentences"] for entry in first["story"][: len(before)]] == before
        last = shown[-1]
    return int(last["ply"])


@pytest.mark.parametrize("game", ["booster"])
def test_a_killed_server_goes_on_where_it_was(game: str, tmp_path: Path) -> None:
    assert survive(game, tmp_path, kills=effort(1, 2), seed=3) > 0


@pytest.mark.slow
@pytest.mark.parametrize("number", range(50))
def test_fifty_games_survive(number: int, tmp_path: Path) -> None:
    game = list(GAMES)[number % len(GAMES)]
    assert survive(game, tmp_path, kills=6, seed=number) > 0


def test_a_decision_survives_its_worker_and_stays_the_same() -> None:
    game = aicore.load("connect_four")
    seed = Deal("1").player_seed(0)
    view = game.start().view(0)
    alone = aicore.player("mcts:sims=30000", game, seed=seed).decide(view)

    async def think() -> Any:
        found = WorkerPool(1)
        try:
            task = found.ask(Job("t", "decide", (view, "mcts:sims=30000", seed, 0)))
            while not found.workers[0].process.is_alive():
                await asyncio.sleep(0.01)
            os.kill(found.workers[0].process.pid or 0, signal.SIGKILL)
            return await task.future
        finally:
            await found.close()

    decision = finished(think())
    assert decision.action == alone.action
    assert decision.candidates == alone.candidates


def test_a_worker_that_hangs_is_ended_and_others_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "GRACE", 0.2)
    game = aicore.load("connect_four")
    view = game.start().view(0)

    async def think() -> str:
        found = WorkerPool(1, limit=0.1)
        try:
            program = f"engine:{sys.executable} -c 'import time; time.sleep(99)'"
            hanging = found.ask(Job("a", "decide", (view, program, 1, 0)))
            waiting = found.ask(Job("b", "decide", (view, "random", 1, 0)))
            with pytest.raises(ThinkError):
                await hanging.future
            return str((await waiting.future).action)
        finally:
            await found.close()

    assert finished(think()) in view.legal()


def test_tables_think_in_turn() -> None:
    """A table with many requests does not keep another waiting."""
    game = aicore.load("pig")
    view = game.start().view(0)
    done: list[str] = []

    async def think() -> None:
        found = WorkerPool(1)
        try:
            asked = [("a", 1), ("a", 2), ("a", 3), ("b", 1)]
            tasks = [found.ask(Job(owner, "decide", (view, "random", 1, 0))) for owner, _ in asked]
            for task, (owner, _) in zip(tasks, asked, strict=True):
                task.future.add_done_callback(lambda _, owner=owner: done.append(owner))
            await asyncio.gather(*(task.future for task in tasks))
        finally:
            await found.close()

    finished(think())
    assert done == ["a", "b", "a", "a"]


def test_a_search_is_hurried_and_one_that_nobody_waits_for_ends(tmp_path: Path) -> None:
    with serving(tmp_path) as client:
        made = table(client, "connect_four", "mcts:time=50", "me")
        with sitting(client, made) as person:
            person.hear("thinking")
            assert "hurry" in person.seen["can"]
        begin = time.monotonic()
        with sitting(client, made) as person:  # the first search is gone, and another one began
            person.hear("thinking")
            person.say("hurry")
            assert person.turn()["ply"] == 1
        assert time.monotonic() - begin < 25


def test_jobs_that_cannot_be_hurried_have_more_time() -> None:
    """Only searches decide when they are hurried; a worker with another job is replaced."""
    assert JOBS.keys() - jobs.JOBS.keys() <= JOB_TIMEOUTS.keys() <= JOBS.keys()
