"""Files of games and players in plain Python that a command line names."""

from __future__ import annotations

from pathlib import Path

from aicore.plain.loading import NothingFound
from aicore.plain.loading import register as register_game
from aicore.players.files import register as register_player


def use(file: str) -> None:
    """Make a game or a player of a file known. Raises AicoreError, OSError."""
    try:
        register_game(Path(file))
    except NothingFound:
        register_player(file)
