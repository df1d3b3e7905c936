"""Speed of games from arrays: decisions per second on one thread, in aicore and other packages.

Each decision is a random legal one. The script writes out the next seat's observation, and begins
new games when games are over. Times are processor times. The candidates take turns, and the table
has medians. The script skips packages that are not installed. Figures are comparable only within
one run.

    pip install -e ".[research]" pygame rlcard
    python -m bench.study.arrays [booster ...] [--rounds 5] [--seconds 0.5]
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from typing import Any

import numpy as np

import aicore
from aicore.envs import pettingzoo

AT_ONCE = 1024
Runner = Iterator[float]
"""Iterator that plays for a while at each `next`, and yields the number of decisions."""


def batched(name: str) -> Runner:
    """Run `aicore.Batch` by itself."""
    batch = aicore.Batch(aicore.load(name), AT_ONCE, seed=1)
    decisions = AT_ONCE / tokens_per_decision(batch)
    while True:
        batch.step(batch.sample())
        yield decisions


def tokens_per_decision(batch: aicore.Batch, steps: int = 300) -> float:
    """Return the mean number of tokens per decision, as an action may have several tokens."""
    if batch.game.max_tokens == 1:
        return 1.0
    seen = np.asarray(batch.observations)[:, -batch.game.fields[-1].size :]
    under_way = 0
    for _ in range(steps):
        batch.step(batch.sample())
        under_way += int(seen.any(axis=1).sum())
    return 1.0 / (1.0 - under_way / (steps * batch.size))


def agents(env: Any) -> Runner:
    """Run a PettingZoo environment without guards, an agent at a time."""
    rng = np.random.default_rng(1)
    env.reset(seed=1)
    while True:
        steps = 0
        for _ in range(500):
            observation, _, termination, truncation, _ = env.last()
            if termination or truncation:
                env.reset()
                continue
            legal = np.flatnonzero(observation["action_mask"])
            env.step(int(legal[int(rng.random() * len(legal))]))
            steps += 1
        yield steps


def spiel_vector(name: str) -> Runner:
    """Run OpenSpiel's vector of environments."""
    from open_spiel.python import rl_environment
    from open_spiel.python.rl_agent import StepOutput
    from open_spiel.python.vector_env import SyncVectorEnv

    envs = SyncVectorEnv([rl_environment.Environment(name) for _ in range(64)])
    rng = np.random.default_rng(1)
    shown = envs.reset()
    while True:
        steps = []
        for step in shown:
            legal = step.observations["legal_actions"][step.observations["current_player"]]
            steps.append(StepOutput(action=legal[int(rng.random() * len(legal))], probs=[]))
        shown, *_ = envs.step(steps, reset_if_done=True)
        yield len(steps)


def classic(name: str) -> Any:
    """Return one of PettingZoo's own games."""
    from pettingzoo.classic import connect_four_v3, leduc_holdem_v4

    return {"connect_four": connect_four_v3, "leduc_poker": leduc_holdem_v4}[name].raw_env()


def rate(runner: Runner, seconds: float) -> float:
    """Return a runner's decisions per second."""
    done, start = 0.0, time.process_time()
    while (spent := time.process_time() - start) < seconds:
        done += next(runner)
    return done / spent


def candidates(names: list[str]) -> dict[str, Callable[[], Runner]]:
    """Return the candidates to measure, by their names in the table."""
    runners: dict[str, Callable[[], Runner]] = {}
    for name in names:
        runners[f"{name}: Batch"] = lambda name=name: batched(name)  # type: ignore[misc]
    for name in ("connect_four", "leduc_poker"):
        if name not in names:
            continue
        runners[f"{name}: our AEC"] = lambda name=name: agents(pettingzoo.raw_env(name))  # type: ignore[misc]
        if find_spec("pygame") and find_spec("rlcard"):
            runners[f"{name}: PettingZoo's AEC"] = lambda name=name: agents(classic(name))  # type: ignore[misc]
        if find_spec("pyspiel"):
            runners[f"{name}: OpenSpiel's vector"] = lambda name=name: spiel_vector(name)  # type: ignore[misc]
    return runners


def main() -> None:
    """Run the command line above."""
    all_games = [name for name in aicore.names() if aicore.load(name).num_tokens]
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*", help="games; default: all")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=0.5, help="seconds for each in a round")
    args = parser.parse_args()
    runners = {name: make() for name, make in candidates(args.games or all_games).items()}
    for runner in runners.values():
        next(runner)
    rates: dict[str, list[float]] = {name: [] for name in runners}
    for _ in range(args.rounds):
        for name, runner in runners.items():
            rates[name].append(rate(runner, args.seconds))
    for name, speeds in rates.items():
        middle = statistics.median(speeds)
        print(f"{name:<36}{middle:>13,.0f} /s   {min(speeds):,.0f} to {max(speeds):,.0f}")


if __name__ == "__main__":
    main()
