"""Fit trader's value network by self-play, and write it to judgment/value.json.

    python -m bench.fit.trader --rounds 6 --player greedy:samples=8
    python -m bench.fit.trader --go-on --rounds 3 --player greedy --rate 3e-4 --trust 0.95

The merchant, the game's own policy, plays the first round. In each later round, a look-ahead player
with the previous round's network plays. A game begins with some plies by the merchant and a few at
random: this adds positions that a good player would never reach. From then on, every position
before a chance event counts. The network learns the return, blended with its own later values
(TD(lambda); Sutton 1988). This target is steadier than the end of a single game.

Every round overwrites judgment/value.json, and a round can be worse than the one before: few games,
a high rate and high trust in returns overfit (12000 games at 1e-3 and 0.98: from 90 % won down to
77 %). Look at the share that the next round wins, and keep a good network. The network in the file
came from some fifteen rounds, with the rate and the trust changed by hand between them. No single
command reproduces it to the digit.
"""

from __future__ import annotations

import argparse
import sys
from functools import partial
from typing import Any

import numpy as np

import aicore
from aicore.core.registry import info
from aicore.games.trader.judgment.value import feature_names
from bench.common import add_jobs, workers
from bench.fit.network import game_of, guide_of, learn, load, new_network, write

HIDDEN = 32
MAX_MERCHANT_PLIES = 180  # maximum plies by the merchant before the random plies
MAX_RANDOM = 6  # maximum random plies
KEPT_ROUNDS = 3  # number of last rounds whose positions are used
# Half of the games use the first options.
OPTIONS = (
    {},
    {"payment": "turn_end"},
    {"reshuffle": "all"},
    {"payment": "turn_end", "reshuffle": "all"},
)
EPOCHS = 3


def collect(
    seed: int, games: int, guide: dict[str, Any], spec: str, trust: float
) -> tuple[np.ndarray, np.ndarray, float]:
    """Return features of positions, one row each, their values, and a share of games won.

    The share counts only games by the default rules that begin without the merchant.

    Args:
        spec: the player's spec; "" for the merchant.
        trust: the weight of each later return, against the network's value of the position.
    """
    games_by_options = [game_of("trader", guide, **options) for options in OPTIONS]
    players = [aicore.player(spec, game, seed) if spec else None for game in games_by_options]
    rng = aicore.Rng(seed)
    rows: list[list[float]] = []
    targets: list[float] = []
    won = counted = 0.0
    for _ in range(games):
        variant = max(0, rng.below(2 * len(OPTIONS) - 2) - len(OPTIONS) + 2)
        game, player = games_by_options[variant], players[variant]
        state = game.start()
        from_start = rng.below(3) == 0
        if not from_start:
            state.play_out(rng, rng.below(MAX_MERCHANT_PLIES), guided=True)
            state.play_out(rng, rng.below(MAX_RANDOM + 1))
        seen, judged = [], []
        while state.turn != aicore.END:
            if state.turn == aicore.CHANCE:
                state.apply(state.sample(rng))
                continue
            action = player.decide(state.view(0)).action if player else state.policy(rng)
            state.apply(action)
            if state.turn == aicore.CHANCE:
                seen.append(game.features(state))
                judged.append(state.evaluate()[0])
        worth = state.returns()[0]
        if from_start and variant == 0:
            counted += 1
            won += worth
        for i in range(len(seen) - 1, -1, -1):
            rows.append(seen[i])
            targets.append(worth)
            worth = trust * worth + (1 - trust) * judged[i]
    return np.array(rows, np.float32), np.array(targets, np.float32), won / max(counted, 1)


def main() -> int:
    """Run the command line above."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=12)
    parser.add_argument("--games", type=int, default=20000, help="games per round")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--player", default="expectimax", help="player from the second round on")
    parser.add_argument("--trust", type=float, default=0.8, help="lambda")
    parser.add_argument("--rate", type=float, default=2e-3, help="learning rate")
    parser.add_argument(
        "--go-on", action="store_true", help="continue from the network in judgment/value.json"
    )
    add_jobs(parser)
    args = parser.parse_args()
    names, folder = feature_names(), info("trader").folder
    rng = np.random.default_rng(args.seed)
    network = load(folder) if args.go_on else new_network((len(names), HIDDEN), rng)
    kept: list[tuple[np.ndarray, np.ndarray, float]] = []
    with workers(args.jobs) as run_all:
        for round_number in range(args.rounds):
            first = round_number == 0 and not args.go_on
            work = partial(
                collect,
                games=args.games // args.jobs,
                guide=guide_of(network, names),
                spec="" if first else args.player,
                trust=1.0 if first else args.trust,
            )
            seeds = [args.seed * 1_000_003 + round_number * 1000 + job for job in range(args.jobs)]
            fresh = run_all(work, seeds)
            merchants = round_number == 1 and not args.go_on  # merchants played the round before
            kept = fresh if merchants else [*kept, *fresh][-KEPT_ROUNDS * args.jobs :]
            rows = np.concatenate([part[0] for part in kept])
            targets = np.concatenate([part[1] for part in kept])
            score = learn(network, rows, targets, rng, args.rate, EPOCHS)
            won = np.mean([part[2] for part in fresh])
            print(f"round {round_number}: {won:.1%} won, {len(rows)} positions, Brier {score:.4f}",
                  flush=True)  # fmt: skip
            write(network, names, folder)
    return 0


if __name__ == "__main__":
    sys.exit(main())
