"""Texts of a game from `words.toml` in its folder: its aim, its glossary and other texts.

A text may have slots, such as `{target}`, for the game's options and for numbers from its code.
"""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from aicore.core.game import Game


def aim(game: Game, **figures: object) -> tuple[str, ...]:
    """Return sentences on the goal, a turn, the end and the main danger.

    Args:
        figures: values of the slots that are no options of the game.
    """
    lines = _read(game.info.folder).get("aim", ())
    found = tuple(line.format(**{**game.options, **figures}) for line in lines)
    return found or (game.info.summary,)


def glossary(game: Game, **figures: object) -> dict[str, str]:
    """Return the meanings of the game's words, by the word as typed."""
    return texts(game, "glossary", **figures)


def texts(game: Game, table: str, **figures: object) -> dict[str, str]:
    """Return the texts of a table in words.toml, by word. Several words may share a text."""
    slots = {**game.options, **figures}
    return {
        word: text.format(**slots)
        for words, text in _read(game.info.folder).get(table, {}).items()
        for word in words.split(", ")
    }


@cache
def _read(folder: Path) -> dict[str, Any]:
    """Return the content of words.toml in a game's folder; empty if the file is missing."""
    file = folder / "words.toml"
    return tomllib.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
