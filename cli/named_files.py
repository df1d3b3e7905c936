"""Files of games and players in plain Python named on a command line."""

from __future__ import annotations

from pathlib import Path

from aicore.plain.loading import NothingFound
from aicore.plain.loading import register as register_game
from aicore.players.files import register as register_player


def use(file: str) -> None:
    """Register the game or player in a file. Raises AicoreError, OSError."""
    try:
        register_game(Path(file))
    except NothingFound:
        register_player(file)
