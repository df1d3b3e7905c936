"""Networks that predict probabilities, fitted with NumPy; core/net.pyx runs them.

A network has dense layers with ReLU between them. The last layer has one output, whose logistic is
the probability. The data are rows of features, and targets from 0 to 1.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

import aicore
from aicore.core.registry import info
from aicore.core.weights import read_network

BATCH = 512
HELD_BACK = 0.05  # share of the blocks used only for testing

Layer = tuple[np.ndarray, np.ndarray]  # weights by input and output, biases
Network = list[Layer]


def new_network(sizes: Sequence[int], rng: np.random.Generator) -> Network:
    """Return an untrained network; `sizes` has the sizes of the input and of each hidden layer."""
    return [
        (rng.normal(0, (2 / before) ** 0.5, (before, after)).astype(np.float32),
         np.zeros(after, np.float32))
        for before, after in zip(sizes, [*sizes[1:], 1], strict=True)
    ]  # fmt: skip


def forward(network: Network, rows: np.ndarray) -> tuple[list[np.ndarray], np.ndarray]:
    """Return the input of each layer, and the probabilities."""
    given = [np.asarray(rows, np.float32)]
    for weights, bias in network[:-1]:
        given.append(np.maximum(given[-1] @ weights + bias, 0))
    weights, bias = network[-1]
    total = np.clip(given[-1] @ weights + bias, -30, 30)[:, 0]
    return given, 1 / (1 + np.exp(-total))


def fitted(
    blocks: Sequence[tuple[np.ndarray, np.ndarray]],
    sizes: Sequence[int],
    rng: np.random.Generator,
    rate: float,
    epochs: int,
) -> Network:
    """Return a network trained on most blocks of rows and targets.

    Prints the network's Brier score on the other blocks, and the Brier score of a constant.
    """
    tested = [rng.random() < HELD_BACK for _ in blocks]
    tested[0] = tested[0] or not any(tested)
    parts = []
    for wanted in (False, True):
        chosen = [block for block, test in zip(blocks, tested, strict=True) if test == wanted]
        parts.append(tuple(np.concatenate([block[i] for block in chosen]) for i in (0, 1)))
    (rows, targets), (new_rows, new_targets) = parts
    print(f"{len(rows)} rows to learn from, {len(new_rows)} to test", flush=True)
    network = new_network(sizes, rng)
    learn(network, rows, targets, rng, rate, epochs)
    base = float(np.mean((new_targets - new_targets.mean()) ** 2))
    print(f"Brier score {brier(network, new_rows, new_targets):.4f}; of a constant {base:.4f}")
    return network


def slopes(network: Network, rows: np.ndarray, targets: np.ndarray) -> Network:
    """Return the gradient of the mean log loss."""
    given, predicted = forward(network, rows)
    error = ((predicted - targets) / len(rows))[:, None]
    gradient: Network = []
    for (weights, _), x in zip(reversed(network), reversed(given), strict=True):
        gradient.append((x.T @ error, error.sum(axis=0)))
        error = (error @ weights.T) * (x > 0)
    return gradient[::-1]


def learn(
    network: Network,
    rows: np.ndarray,
    targets: np.ndarray,
    rng: np.random.Generator,
    rate: float,
    epochs: int,
) -> float:
    """Fit the network to the targets (Adam; Kingma and Ba 2015), with a falling learning rate.

    Return the network's Brier score.
    """
    parts = [part for layer in network for part in layer]
    first = [np.zeros_like(part) for part in parts]
    second = [np.zeros_like(part) for part in parts]
    step = 0
    steps = epochs * (len(rows) // BATCH)
    for _ in range(epochs):
        order = rng.permutation(len(rows))
        for start in range(0, len(rows) - BATCH + 1, BATCH):
            chosen = order[start : start + BATCH]
            downhill = slopes(network, rows[chosen], targets[chosen])
            step += 1
            pace = rate * (1 - step / (steps + 1))
            for part, slope, mean, square in zip(
                parts, [each for layer in downhill for each in layer], first, second, strict=True
            ):
                mean += 0.1 * (slope - mean)
                square += 0.001 * (slope**2 - square)
                spread = np.sqrt(square / (1 - 0.999**step))
                part -= pace * (mean / (1 - 0.9**step)) / (spread + 1e-8)
    return brier(network, rows, targets)


def brier(network: Network, rows: np.ndarray, targets: np.ndarray) -> float:
    """Return the mean squared error of the network's probabilities."""
    parts = range(0, len(rows), 1 << 16)
    errors = [
        forward(network, rows[i : i + (1 << 16)])[1] - targets[i : i + (1 << 16)] for i in parts
    ]
    return float(np.mean(np.concatenate(errors) ** 2))


def guide_of(network: Network, features: Sequence[str]) -> dict[str, Any]:
    """Return the network in the form of judgment/value.json; see aicore/core/net.pyx."""
    return {
        "features": list(features),
        "layers": [
            {"bias": bias.tolist(), "weights": weights.T.tolist()} for weights, bias in network
        ],
    }


def game_of(name: str, guide: dict[str, Any], seats: int = 0, **options: str) -> aicore.Game:
    """Return a game that evaluates with a given network instead of the one in its file."""
    about = info(name)
    game = aicore.load(name, seats=seats or None, **options)
    return type(game)(
        replace(about, data={**about.data, "network": guide}), game.seats, game.options
    )


def load(folder: Path) -> Network:
    """Return the network in judgment/value.json."""
    return [
        (np.array(layer["weights"], np.float32).T.copy(), np.array(layer["bias"], np.float32))
        for layer in read_network(folder)["layers"]
    ]


def write(network: Network, features: Sequence[str], folder: Path) -> None:
    """Write the network, a line for each output of a layer, with the command that made it."""
    module = Path(sys.argv[0]).stem
    command = " ".join([f"python -m bench.fit.{module}", *sys.argv[1:]])
    layers = []
    names = json.dumps(list(features))
    for weights, bias in network:
        rows = ",\n".join(f"  [{listed(row)}]" for row in weights.T)
        layers.append(f'{{"bias": [{listed(bias)}],\n "weights": [\n{rows}\n ]}}')
    parts = [f'"command": {json.dumps(command)}', f'"features": {names}']
    parts.append('"layers": [\n' + ",\n".join(layers) + "\n]")
    text = "{" + ",\n".join(parts) + "}\n"
    (folder / "judgment" / "value.json").write_text(text, encoding="utf-8")


def listed(numbers: np.ndarray) -> str:
    """Return numbers as text, with three decimal places."""
    return ", ".join(f"{number:.3f}".replace("-0.000", "0.000") for number in numbers)
