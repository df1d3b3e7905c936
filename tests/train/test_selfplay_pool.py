"""Tests that threads, processes and a cluster make the same games of a generation."""

from __future__ import annotations

from typing import Any

import pytest

import aicore
from aicore.search.mcts.selfplay import Plan
from aicore.train.selfplay_pool import SelfPlayPool, selfplay_pool
from kit.nets import drawn, same
from plain.conftest import EXAMPLES

PLAN = Plan(sims=8, fast=4)


def played(players: SelfPlayPool, game: aicore.Game) -> Any:
    """Return nine games of a network, from the fifth on."""
    return players.play(drawn(game, (32,)), 9, PLAN, seed=2, first=4)()


@pytest.mark.parametrize("jobs", [2, 5])
def test_processes_play_the_same_games(jobs: int) -> None:
    game = aicore.load(EXAMPLES / "nim.py")
    with selfplay_pool(game, 1) as alone, selfplay_pool(game, jobs) as many:
        assert alone.alone
        assert not many.alone
        assert same(played(alone, game), played(many, game))


def test_threads_play_the_same_games() -> None:
    game = aicore.load("leduc_poker")
    with selfplay_pool(game, 1) as alone, selfplay_pool(game, 3) as many:
        assert same(played(alone, game), played(many, game))


def test_a_cluster_plays_the_same_games() -> None:
    distributed = pytest.importorskip("distributed", reason="needs the extra `cluster`")
    game = aicore.load("leduc_poker")
    with (
        selfplay_pool(game, 1) as alone,
        distributed.LocalCluster(
            n_workers=1, threads_per_worker=2, processes=False, dashboard_address=None
        ) as cluster,
        distributed.Client(cluster, set_as_default=False) as client,
    ):
        assert same(played(alone, game), played(SelfPlayPool(game, 1, client=client), game))


def test_errors_reach_the_caller(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: Any, **__: Any) -> None:
        raise RuntimeError("broken")

    monkeypatch.setattr("aicore.train.selfplay_pool.selfplay", fail)
    game = aicore.load("pig")
    with selfplay_pool(game, 1) as alone, pytest.raises(RuntimeError, match="broken"):
        played(alone, game)
