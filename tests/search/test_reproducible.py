"""Tests of equal decisions in another process, from pickles, with any number of threads."""

from __future__ import annotations

import pickle
import subprocess
import sys
from itertools import islice

import pytest

import aicore
from kit.positions import decisions

SPECS = (
    "mcts:sims=150",
    "mcts:sims=151,trees=4,threads=4,opponents=blind",
    "mcts:sims=150,root=halving",
    "mcts:sims=151,batch=16,threads=2",
    "mcts:sims=151,batch=3,threads=16,root=halving,opponents=blind",
    "expectimax:depth=1,worlds=2,samples=2",
    "flat:sims=100",
    "greedy:samples=3",
    "script",
    "random",
)
DECIDE = """
import pickle, sys
for name, player, view in pickle.load(sys.stdin.buffer):
    decision = player.decide(view)
    rows = [(c.action, c.visits, c.values, c.error) for c in decision.candidates]
    print(name, decision.action, rows)
"""


def positions(name: str) -> list[aicore.State]:
    """Return a few decisions of a random game."""
    return list(islice(decisions(aicore.load(name), 11), 0, 30, 10))


def questions(name: str) -> list[tuple[str, aicore.players.Player, aicore.View]]:
    """Return every player with each of a game's positions."""
    found = []
    for state in positions(name):
        for spec in SPECS:
            player = aicore.player(spec, state.game, seed=5)
            player.decisions = 3
            found.append((name, player, state.view(state.turn)))
    return found


@pytest.fixture(scope="module")
def decided() -> list[str]:
    """Ask all questions of all games in another process; return its lines."""
    sent = pickle.dumps([one for name in aicore.names() for one in questions(name)])
    command = [sys.executable, "-c", DECIDE]
    result = subprocess.run(command, input=sent, capture_output=True, check=True)
    return result.stdout.decode().splitlines()


@pytest.mark.parametrize("name", aicore.names())
def test_another_process_decides_the_same(name: str, decided: list[str]) -> None:
    lines = []
    for _, player, view in questions(name):
        decision = player.decide(view)
        rows = [(c.action, c.visits, c.values, c.error) for c in decision.candidates]
        lines.append(f"{name} {decision.action} {rows}")
    assert lines
    assert [line for line in decided if line.startswith(f"{name} ")] == lines
