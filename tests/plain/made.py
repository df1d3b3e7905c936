"""Small games for tests, written to files."""

from __future__ import annotations

from pathlib import Path

import aicore

HEADER = """
from fractions import Fraction
from aicore.plain import *
"""


def made(folder: Path, text: str, **given: int) -> aicore.Game:
    """Return the game of a text, loaded from a file."""
    return aicore.load(str(write(folder, text)), **given)


def write(folder: Path, text: str) -> Path:
    """Write a game's text with the usual imports to a file, and return its path."""
    file = folder / "own.py"
    file.write_text(HEADER + text, encoding="utf-8")
    return file


def settled(game: aicore.Game, seed: int = 1) -> aicore.State:
    """Return the first position in which a seat is to move."""
    state = game.start()
    state.settle(aicore.Rng(seed))
    return state
