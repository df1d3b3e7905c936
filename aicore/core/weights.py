"""Weights of a game's network, written by a script in bench/fit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from aicore.core.net import Net
from aicore.core.schema import parse_object


def pair_features(places: Mapping[str, int]) -> tuple[str, ...]:
    """Return the names of a pairwise network's inputs.

    Args:
        places: index of each feature, by name. Names of a seat's features begin with X_, names of
            shared features with Y_.
    """
    return tuple(
        f"{name.removeprefix(kind).lower()} {place}"
        for kind in ("X_", "Y_")
        for place, name in sorted(
            (place, name) for name, place in places.items() if name.startswith(kind)
        )
    )


@cache
def read_network(folder: Path) -> dict[str, Any]:
    """Return a game's network as a dictionary: features, layers, and the command that made it."""
    text = (folder / "judgment" / "value.json").read_text(encoding="utf-8")
    # A script in bench/fit wrote this file; a strict check would take 10 ms more.
    return parse_object(text, lenient=True)


def network_of(network: Mapping[str, Any], features: Sequence[str], inputs: int) -> Net:
    """Return the network of a dictionary from `read_network`.

    Args:
        network: the dictionary.
        features: names of the features that the game computes.
        inputs: number of inputs that the game computes.

    Raises ValueError if the network has other features or inputs, or more than one output.
    """
    net = Net(network["layers"])
    if list(network["features"]) != list(features) or net.inputs != inputs:
        raise ValueError("value.json: the network was made for different features")
    if net.outputs != 1:
        raise ValueError("value.json: the network must have exactly one output")
    return net
