"""Weights of a game's network, written by a script in bench/fit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from aicore.core.net import Net
from aicore.core.schema import parse_object


def pair_features(places: Mapping[str, int]) -> tuple[str, ...]:
    """Return the input names of a network over two seats, from the names of a game's places.

    Features of a seat begin with X_, shared ones with Y_. Each name includes the first place.
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
    """Return a game's network: its features, its layers, and the command that made it."""
    text = (folder / "judgment" / "value.json").read_text(encoding="utf-8")
    # Lenient, since a script in bench/fit wrote it and a strict check takes 10 ms more.
    return parse_object(text, lenient=True)


def network_of(network: Mapping[str, Any], features: Sequence[str], inputs: int) -> Net:
    """Return the network, which must have one output, and inputs for the game's features.

    Raises ValueError for any other.
    """
    net = Net(network["layers"])
    if list(network["features"]) != list(features) or net.inputs != inputs:
        raise ValueError("value.json: the network was made for different features")
    if net.outputs != 1:
        raise ValueError("value.json: the network must have exactly one output")
    return net
