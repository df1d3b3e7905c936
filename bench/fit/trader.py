"""Fit the network of trader's estimate by self-play, and write it to guide.toml.

    python -m bench.fit.trader --rounds 6 --player greedy:samples=8
    python -m bench.fit.trader --go-on --rounds 3 --player greedy --rate 3e-4 --trust 0.95

In the first round the merchant plays; then, round after round, a look-ahead on the network of the
round before. A game begins with some plies by the merchant and a few at random, so that what a
good player would never do is among what is seen; from then on every position where chance is due
counts. The network learns the return, blended with its own later judgment (TD(lambda); Sutton
1988), which is steadier than the end of a single game.

Every round overwrites guide.toml, and a round can be worse than the one before: few games, a high
rate and high trust in returns overfit (12000 games at 1e-3 and 0.98: from 90 % won down to 77 %).
Look at the share that the next round wins, and keep a good one. The network in the file grew in
some fifteen rounds with the rate and the trust changed by hand between them, so no single command
makes it again to the digit.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

import aicore
from aicore.core.registry import info
from aicore.games.trader.estimate import feature_names
from bench.common import add_jobs, workers

HIDDEN = 32
LATEST = 180  # plies by the merchant before the random ones
MAX_RANDOM = 6  # plies
KEPT = 3  # rounds whose positions are learned from
BATCH = 512
# Half of the games go by the first of these.
OPTIONS = (
    {},
    {"payment": "turn_end"},
    {"reshuffle": "all"},
    {"payment": "turn_end", "reshuffle": "all"},
)
EPOCHS = 3

Network = dict[str, np.ndarray]


def new_network(rng: np.random.Generator) -> Network:
    """A network that knows nothing."""
    size = len(feature_names())
    return {
        "input": rng.normal(0, (2 / size) ** 0.5, (size, HIDDEN)).astype(np.float32),
        "threshold": np.zeros(HIDDEN, np.float32),
        "output": rng.normal(0, HIDDEN**-0.5, HIDDEN).astype(np.float32),
        "bias": np.zeros(1, np.float32),
    }


def guide_of(network: Network) -> dict[str, Any]:
    """The network as guide.toml holds it; see aicore/core/net.pyx."""

    def layer(bias: np.ndarray, weights: np.ndarray) -> dict[str, Any]:
        return {"bias": bias.tolist(), "weights": weights.tolist()}

    return {
        "features": list(feature_names()),
        "layers": [
            layer(network["threshold"], network["input"].T),
            layer(network["bias"], network["output"][None]),
        ],
    }


def network_of(guide: dict[str, Any]) -> Network:
    """The network that guide.toml holds."""
    hidden, output = guide["layers"]
    return {
        "input": np.array(hidden["weights"], np.float32).T.copy(),
        "threshold": np.array(hidden["bias"], np.float32),
        "output": np.array(output["weights"][0], np.float32),
        "bias": np.array(output["bias"], np.float32),
    }


def build(guide: dict[str, Any], **options: str) -> aicore.Game:
    """The game with a network that is not in the file."""
    plain = aicore.load("trader", **options)
    about = info("trader")
    return type(plain)(replace(about, data={**about.data, "guide": guide}), 1, plain.options)


def collect(
    seed: int, games: int, guide: dict[str, Any], spec: str, trust: float
) -> tuple[np.ndarray, np.ndarray, float]:
    """Features of positions, one row each, what they are worth, and the share of games won
    that were played from the start by the default rules.

    Args:
        spec: the player; empty: the merchant.
        trust: the share of each later return, against the network's judgment of the position.
    """
    games_by_options = [build(guide, **options) for options in OPTIONS]
    players = [aicore.player(spec, game, seed) if spec else None for game in games_by_options]
    rng = aicore.Rng(seed)
    rows: list[list[float]] = []
    targets: list[float] = []
    won = whole = 0.0
    for _ in range(games):
        variant = max(0, rng.below(2 * len(OPTIONS) - 2) - len(OPTIONS) + 2)
        game, player = games_by_options[variant], players[variant]
        state = game.start()
        begun = rng.below(3) == 0
        if not begun:
            state.play_out(rng, rng.below(LATEST), guided=True)
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
        if begun and variant == 0:
            whole += 1
            won += worth
        for i in range(len(seen) - 1, -1, -1):
            rows.append(seen[i])
            targets.append(worth)
            worth = trust * worth + (1 - trust) * judged[i]
    return np.array(rows, np.float32), np.array(targets, np.float32), won / max(whole, 1)


def forward(network: Network, rows: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Hidden units and chances."""
    units = np.maximum(rows @ network["input"] + network["threshold"], 0)
    total = np.clip(units @ network["output"] + network["bias"], -30, 30)
    return units, 1 / (1 + np.exp(-total))


def learn(
    network: Network, rows: np.ndarray, targets: np.ndarray, rng: np.random.Generator, rate: float
) -> float:
    """Change the network towards the targets (Adam; Kingma and Ba 2015).

    Returns its Brier score.
    """
    first = {name: np.zeros_like(part) for name, part in network.items()}
    second = {name: np.zeros_like(part) for name, part in network.items()}
    step = 0
    steps = EPOCHS * (len(rows) // BATCH)
    for _ in range(EPOCHS):
        order = rng.permutation(len(rows))
        for start in range(0, len(rows) - BATCH + 1, BATCH):
            chosen = order[start : start + BATCH]
            some = rows[chosen]
            units, predicted = forward(network, some)
            error = (predicted - targets[chosen]) / BATCH
            back = np.outer(error, network["output"]) * (units > 0)
            slope = {
                "input": some.T @ back,
                "threshold": back.sum(axis=0),
                "output": units.T @ error,
                "bias": error.sum(keepdims=True),
            }
            step += 1
            pace = rate * (1 - step / (steps + 1))
            for name, part in network.items():
                first[name] += 0.1 * (slope[name] - first[name])
                second[name] += 0.001 * (slope[name] ** 2 - second[name])
                mean = first[name] / (1 - 0.9**step)
                spread = np.sqrt(second[name] / (1 - 0.999**step))
                part -= pace * mean / (spread + 1e-8)
    _, predicted = forward(network, rows)
    return float(np.mean((predicted - targets) ** 2))


def write(network: Network, command: str) -> None:
    """Store the network, with the command that made it."""

    def listed(values: list[float], indent: str) -> list[str]:
        texts = [f"{x:.3f}".replace("-0.000", "0.000") for x in values]
        return [f"{indent}{', '.join(texts[i : i + 12])}," for i in range(0, len(texts), 12)]

    guide = guide_of(network)
    names = [f'"{name}"' for name in feature_names()]
    lines = [
        "# The network that judges positions (estimate.pyx), made by",
        f"# {command}",
        "features = [",
        *("    " + ", ".join(names[i : i + 5]) + "," for i in range(0, len(names), 5)),
        "]",
    ]
    for layer in guide["layers"]:
        lines += ["", "[[layers]]", "bias = [", *listed(layer["bias"], "    "), "]", "weights = ["]
        for row in layer["weights"]:
            lines += ["    [", *listed(row, "        "), "    ],"]
        lines.append("]")
    (info("trader").folder / "guide.toml").write_text("\n".join(lines) + "\n")


def main() -> int:
    """Run the command line above."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=12)
    parser.add_argument("--games", type=int, default=20000, help="in a round")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--player", default="expectimax", help="from the second round on")
    parser.add_argument("--trust", type=float, default=0.8, help="lambda")
    parser.add_argument("--rate", type=float, default=2e-3, help="of learning")
    parser.add_argument("--go-on", action="store_true", help="from the network in guide.toml")
    add_jobs(parser)
    asked = parser.parse_args()
    rng = np.random.default_rng(asked.seed)
    network = network_of(info_guide()) if asked.go_on else new_network(rng)
    kept: list[tuple[np.ndarray, np.ndarray, float]] = []
    with workers(asked.jobs) as everywhere:
        for turn in range(asked.rounds):
            first = turn == 0 and not asked.go_on
            work = partial(
                collect,
                games=asked.games // asked.jobs,
                guide=guide_of(network),
                spec="" if first else asked.player,
                trust=1.0 if first else asked.trust,
            )
            seeds = [asked.seed * 1_000_003 + turn * 1000 + job for job in range(asked.jobs)]
            fresh = everywhere(work, seeds)
            merchants = turn == 1 and not asked.go_on  # who played the round before
            kept = fresh if merchants else [*kept, *fresh][-KEPT * asked.jobs :]
            rows = np.concatenate([part[0] for part in kept])
            targets = np.concatenate([part[1] for part in kept])
            score = learn(network, rows, targets, rng, asked.rate)
            won = np.mean([part[2] for part in fresh])
            print(f"round {turn}: {won:.1%} won, {len(rows)} positions, Brier {score:.4f}",
                  flush=True)  # fmt: skip
            write(network, "python -m bench.fit.trader " + " ".join(sys.argv[1:]))
    return 0


def info_guide() -> dict[str, Any]:
    """The network in guide.toml."""
    from aicore.games.trader.guide import read_guide

    return read_guide(info("trader").folder)


if __name__ == "__main__":
    sys.exit(main())
