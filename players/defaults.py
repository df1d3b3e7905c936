"""Player settings from a game's data file: defaults, levels, and the script's name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from aicore.core.registry import GameInfo, info, names
from aicore.players.spec import split


def defaults_of(game: GameInfo, kind: str) -> Mapping[str, Any]:
    """Return the parameters that a kind of player uses in a game."""
    found: Mapping[str, Any] = game.data.get("players", {}).get(kind, {})
    return found


LEVEL_NAMES = (
    "Beginner", "Novice", "Apprentice", "Amateur", "Regular",
    "Club player", "Veteran", "Expert", "Master",
)  # fmt: skip
"""Names of the levels, from 1 to 9."""
FIRST_LEVEL = 3
"""Level that is suggested to somebody new to a game."""


def levels_of(game: GameInfo) -> tuple[str, ...]:
    """Return specs of opponents from beginner to full strength; () where there is no ladder.

    They were measured as they are written, so none gets the game's own network unless it says so
    (docs/decisions/069-networks-of-games.md).
    """
    return tuple(map(_as_measured, game.data.get("levels", {}).get("ladder", ())))


def _as_measured(spec: str) -> str:
    name, given = split(spec)
    if name != "mcts" or "net" in given:
        return spec
    return f"{spec}{',' if given else ':'}net=none"


def script_of(game: GameInfo) -> str | None:
    """Return the name of the scripted player, which plays the game's policy; None without one."""
    name = game.data.get("script", {}).get("name")
    return None if name is None else str(name)


def scripts() -> dict[str, str]:
    """Return the games' scripted players: name -> game."""
    return {found: name for name in names() if (found := script_of(info(name)))}
