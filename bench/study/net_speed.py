"""Simulations per second with a network: in C, through Python, and in self-play games.

All three use the same network, with random weights unless a file is named, and make the same
decisions. The script needs NumPy.

    python -m bench.study.net_speed
    python -m bench.study.net_speed relics --sims 2000
    python -m bench.study.net_speed ../liars.py --net ../liars.net
"""

from __future__ import annotations

import argparse
import time

import numpy as np

import aicore
from aicore.core.net_file import read_net
from aicore.core.policy_net import PolicyNet, count_of
from aicore.search.mcts.selfplay import Plan, selfplay


def drawn(game: aicore.Game, widths: tuple[int, ...]) -> PolicyNet:
    """Return a network of random weights."""
    size = count_of(game, widths)
    numbers = np.random.default_rng(1).normal(size=size) / 8
    return PolicyNet(game, widths, numbers.astype("<f4").tobytes())


def main() -> None:
    """Run the command line above."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game", nargs="?", default="connect_four")
    parser.add_argument("--sims", type=int, default=20_000)
    parser.add_argument("--widths", type=int, nargs="+", default=[64, 32])
    parser.add_argument("--net", help="network for the game")
    parser.add_argument("--games", type=int, default=40, help="games of self-play, on one core")
    args = parser.parse_args()
    game = aicore.load(args.game)
    net = read_net(args.net, game)[0] if args.net else drawn(game, tuple(args.widths))
    span = game.high - game.low

    def through_python(observations: memoryview) -> tuple[np.ndarray, np.ndarray]:
        values, logits = (np.array(part, np.float32) for part in net(observations))
        rows = len(observations)
        return (game.low + span * values).reshape(rows, -1), logits.reshape(rows, -1)

    through_python.__dict__["sees_facts"] = game.facts > 0
    state = game.start()
    aicore.Chance(seed=1).settle(state)
    spec = f"mcts:sims={args.sims},prune=off,prior=0,puct=1,c=1"
    for what, evaluator in (("in C", net), ("through Python", through_python)):
        player = aicore.player(spec, game, 1, evaluator=evaluator)
        start = time.perf_counter()
        decision = player.decide(state.view(state.turn))
        seconds = time.perf_counter() - start
        print(f"{what}: {args.sims / seconds:,.0f} simulations a second, {decision.action}")
    start = time.perf_counter()
    games = selfplay(game, net, args.games, plan=Plan(sims=32), seed=1)
    seconds = time.perf_counter() - start
    print(
        f"self-play: {games.simulations / seconds:,.0f} simulations and "
        f"{games.decisions / seconds:,.0f} decisions a second and core, "
        f"{args.games / seconds:,.1f} games"
    )


if __name__ == "__main__":
    main()
