"""Tests that a forked child continues as its parent would.

The child must not wait for threads, pools or programs of the parent. Each child reports its result
within a minute, or is killed and fails.
"""

from __future__ import annotations

import os
import pickle
import select
import signal
import subprocess
import sys
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import gymnasium
import pytest

import aicore
import aicore.envs.gymnasium
from kit.effort import effort

TIMEOUT = 60  # seconds; children answer far sooner, or never


def in_child(work: Callable[[], Any], generations: int = 1) -> Any:
    """Return the result of `work` in a forked child, or in a child of that child."""
    ours, theirs = os.pipe()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # about threads
        child = os.fork()
    if child == 0:
        answer: Any = "failed"
        try:
            answer = work() if generations == 1 else in_child(work, generations - 1)
        except BaseException as error:
            answer = repr(error)
        finally:
            os.write(theirs, pickle.dumps(answer))
            os._exit(0)
    os.close(theirs)
    with os.fdopen(ours, "rb") as stream:
        ready = select.select([stream], [], [], TIMEOUT)[0]
        if not ready:
            os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        assert ready, "the child hangs"
        return pickle.loads(stream.read())


def of_batch(batch: aicore.Batch) -> list[Any]:
    found = []
    for _ in range(10):
        batch.step(batch.sample())
        found.append((batch.observations.tolist(), batch.turns.tolist()))
    return found


def of_vector(env: Any) -> list[Any]:
    found = []
    for _ in range(10):
        seen, rewards, *_ = env.step(env.unwrapped._masks.argmax(axis=1))
        found.append((seen.tolist(), rewards.tolist()))
    return found


def batch_of(name: str) -> Callable[[], Any]:
    batch = aicore.Batch(aicore.load(name), 16, seed=3, threads=2)
    of_batch(batch)
    return lambda: of_batch(batch)


def vector() -> Callable[[], Any]:
    env = gymnasium.make_vec("aicore/LeducPoker-v0", 16, threads=2)
    env.reset(seed=1)
    of_vector(env)
    return lambda: of_vector(env)


def deciding(spec: str) -> Callable[[], Any]:
    game = aicore.load("connect_four")
    player, view = aicore.player(spec, game, 3), game.start().view(0)
    player.decide(view)
    return lambda: player.decide(view).action


KINDS = {
    "batch": lambda: batch_of("connect_four"),
    "vector": vector,
    **{
        spec: lambda spec=spec: deciding(spec)
        for spec in (
            "mcts:sims=200,threads=2,batch=4",
            "mcts:sims=200,threads=2,trees=2",
            "flat:sims=200,threads=2",
            f"engine:{sys.executable} -m aicore engine mcts:sims=20",
        )
    },
}


@pytest.mark.parametrize("generations", effort([1], [1, 2]))
@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.partition(" ")[0].rpartition("/")[2])
def test_a_child_continues_as_its_parent_would(kind: str, generations: int) -> None:
    continued = KINDS[kind]()
    found = in_child(continued, generations)
    assert found == continued()  # the parent still has everything


def test_a_batch_of_a_game_in_python_continues_in_a_child() -> None:
    nim = Path(aicore.__file__).parents[1] / "examples" / "nim.py"
    batch = aicore.Batch(aicore.load(str(nim)), 8, seed=1, threads=2)
    of_batch(batch)
    assert in_child(lambda: of_batch(batch)) == of_batch(batch)


LEAVING = """
import os, sys
import aicore
game = aicore.load("tic_tac_toe")
player = aicore.player(f"engine:{sys.executable} -m aicore engine random", game, 1)
batch = aicore.Batch(game, 8, threads=2)
batch.step(batch.sample())
player.decide(game.start().view(0))
program = player._pipe.process
child = os.fork()
if child == 0:
    sys.exit(0)  # as a program ends, with all that Python then does
assert os.waitpid(child, 0)[1] == 0
assert program.poll() is None, "the child ended its parent's engine"
player.decide(game.start().view(0))
batch.step(batch.sample())
print("continues")
"""


def test_a_child_that_ends_leaves_its_parents_programs_alone() -> None:
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", LEAVING], capture_output=True, timeout=TIMEOUT
    )
    assert done.stdout.decode().strip() == "continues", done.stderr.decode()
