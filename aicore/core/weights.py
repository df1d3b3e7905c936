"""Weights of a game's network, which a script in bench/fit wrote."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from aicore.core.net import Net
from aicore.core.schema import parse_object


def pair_features(places: Mapping[str, int]) -> tuple[str, ...]:
    """What a network over two seats is asked about, from the names of a game's places.

    Features of a seat begin with X_, those that both share with Y_. Each is named with its first
    place.
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
    # Leniently: a script in bench/fit wrote it, and a strict look at it takes 10 ms more.
    return parse_object(text, lenient=True)


def network_of(network: Mapping[str, Any], features: Sequence[str], inputs: int) -> Net:
    """The network, which says one thing of as many inputs as the game's features have.

    Raises ValueError for any other.
    """
    net = Net(network["layers"])
    if list(network["features"]) != list(features) or net.inputs != inputs:
        raise ValueError("value.json: a network for other features")
    if net.outputs != 1:
        raise ValueError("value.json: a network that says more than one thing")
    return net
