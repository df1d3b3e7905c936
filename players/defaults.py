"""Player settings from a game's data file: defaults, levels, and the script's name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from aicore.core.language import N_
from aicore.core.registry import GameInfo, info, names
from aicore.players.spec import split


def defaults_of(game: GameInfo, kind: str) -> Mapping[str, Any]:
    """Return the default parameters of a kind of player in a game's data file."""
    parameters: Mapping[str, Any] = game.data.get("players", {}).get(kind, {})
    return parameters


LEVEL_NAMES = (
    N_("Beginner"), N_("Novice"), N_("Apprentice"), N_("Amateur"), N_("Regular"),
    N_("Club player"), N_("Veteran"), N_("Expert"), N_("Master"),
)  # fmt: skip
"""Names of the levels, from 1 to 9."""
FIRST_LEVEL = 3
"""Level to suggest to a person who is new to a game."""


def levels_of(game: GameInfo) -> tuple[str, ...]:
    """Return the specs of a game's levels, from beginner to full strength; () without levels.

    The data file has the specs that were measured. So a level uses the game's own network only if
    its spec there names the network (docs/decisions/069-networks-of-games.md).
    """
    return tuple(map(_as_measured, game.data.get("levels", {}).get("ladder", ())))


def _as_measured(spec: str) -> str:
    """Return a level's spec, with ``net=none`` if it is for mcts and names no network."""
    name, given = split(spec)
    if name != "mcts" or "net" in given:
        return spec
    return f"{spec}{',' if given else ':'}net=none"


def script_of(game: GameInfo) -> str | None:
    """Return the name of the player that follows the game's policy; None if it has no name."""
    name = game.data.get("script", {}).get("name")
    return None if name is None else str(name)


def scripts() -> dict[str, str]:
    """Return the game of each scripted player, by the player's name."""
    return {script: name for name in names() if (script := script_of(info(name)))}
