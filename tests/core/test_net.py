"""Tests of small networks: sums in the promised order, to the last bit, and checked weights."""

from __future__ import annotations

import math
import struct
from itertools import pairwise

import pytest

import aicore
from aicore.core.net import Net
from aicore.core.registry import info
from aicore.core.weights import network_of, read_network


def single(x: float) -> float:
    """Return the nearest number in single precision."""
    return float(struct.unpack("f", struct.pack("f", x))[0])


def layer(rng: aicore.Rng, inputs: int, outputs: int) -> dict[str, object]:
    """Return a layer with random weights, from -1 to 1."""
    rows = [[2 * rng.uniform() - 1 for _ in range(inputs)] for _ in range(outputs)]
    return {"bias": [2 * rng.uniform() - 1 for _ in range(outputs)], "weights": rows}


def by_hand(layers: list[dict], x: list[float]) -> list[float]:
    """Return the outputs; every product and every sum in turn is rounded to single."""
    values = [single(value) for value in x]
    for number, one in enumerate(layers):
        if number:
            values = [max(value, 0.0) for value in values]
        found = []
        for bias, row in zip(one["bias"], one["weights"], strict=True):
            total = single(bias)
            for value, weight in zip(values, row, strict=True):
                product = value * single(weight)
                total = single(total + (product if len(one["bias"]) == 1 else single(product)))
            found.append(total)
        values = found
    return values


@pytest.mark.parametrize("widths", [(3, 1), (1, 7), (59, 32, 1), (84, 128, 33, 7), (40, 1, 5)])
def test_sums_are_made_in_order(widths: tuple[int, ...]) -> None:
    rng = aicore.Rng(6)
    layers = [layer(rng, *pair) for pair in pairwise(widths)]
    net = Net(layers)
    assert (net.inputs, net.outputs) == (widths[0], widths[-1])
    for _ in range(20):
        x = [3 * rng.uniform() - 1 if rng.below(3) else 0.0 for _ in range(widths[0])]
        assert net(x) == by_hand(layers, x)


@pytest.mark.parametrize("game", ["gratis3", "relics", "trader"])
def test_a_games_network_is_the_one_in_the_file(game: str) -> None:
    layers = read_network(info(game).folder)["layers"]
    rng = aicore.Rng(2)
    x = [rng.uniform() for _ in layers[0]["weights"][0]]
    assert Net(layers)(x) == by_hand(layers, x)


def test_a_network_for_other_features_is_refused() -> None:
    one = {"bias": [0.0], "weights": [[1.0, 2.0]]}
    two = {"bias": [0.0, 0.0], "weights": [[1.0, 2.0], [1.0, 2.0]]}
    guide = {"features": ["far", "near"], "layers": [one]}
    assert network_of(guide, ("far", "near"), 2)([1.0, 1.0]) == [3.0]
    for features, inputs in ((("near", "far"), 2), (("far",), 2), (("far", "near"), 3)):
        with pytest.raises(ValueError, match="different features"):
            network_of(guide, features, inputs)
    with pytest.raises(ValueError, match="exactly one output"):
        network_of({**guide, "layers": [two]}, ("far", "near"), 2)


@pytest.mark.parametrize(
    ("layers", "what"),
    [
        ([], "0 layers"),
        ([{"bias": [0.0]}], "weights"),
        ([{"bias": [0.0], "weights": [[1.0], [2.0]]}], "rows of equal length"),
        ([{"bias": [0.0, 0.0], "weights": [[1.0], [2.0, 3.0]]}], "rows of equal length"),
        ([{"bias": [0.0], "weights": [[1.0]]}, {"bias": [0.0], "weights": [[1.0, 2.0]]}], "feeds"),
        ([{"bias": [0.0], "weights": [[math.nan]]}], "nan"),
        ([{"bias": [0.0], "weights": [[1e300]]}], "1e"),
        ([{"bias": [0.0], "weights": [[1.0] * 1025]}], "1024"),
    ],
)
def test_invalid_networks_are_refused(layers: list[dict[str, object]], what: str) -> None:
    with pytest.raises(ValueError, match=what):
        Net(layers)


def test_the_number_of_inputs_is_checked() -> None:
    with pytest.raises(ValueError, match="2 inputs"):
        Net([{"bias": [0.0], "weights": [[1.0, 2.0]]}])([1.0])
