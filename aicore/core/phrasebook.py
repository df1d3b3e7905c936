"""Texts of a game from `words.toml` in its folder: its aim, its glossary and other texts.

A text may have slots, such as `{target}`, for the game's options and for numbers from its code.
All texts are in the language spoken where they are asked for.
"""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from aicore.core.language import fill, pgettext
from aicore.core.language import gettext as _

if TYPE_CHECKING:
    from aicore.core.game import Game

GLOSSARY = "glossary"


def aim(game: Game, **figures: object) -> tuple[str, ...]:
    """Return sentences on the goal, a turn, the end and the main danger.

    Args:
        figures: values of the slots that are no options of the game.
    """
    lines = _read(game.info.folder).get("aim", ())
    sentences = tuple(fill(_(line), **{**game.options, **figures}) for line in lines)
    return sentences or (game.info.summary,)


def glossary(game: Game, **figures: object) -> dict[str, str]:
    """Return the meanings of the game's words, by word, as people type it or as texts spell it."""
    return texts(game, GLOSSARY, **figures)


def texts(game: Game, table: str, **figures: object) -> dict[str, str]:
    """Return the texts of a table in words.toml, by word. Several words may share a text.

    The glossary has the words of the language spoken here, and those that people type.
    """
    slots = {**game.options, **figures}
    meanings = {}
    for words, text in _read(game.info.folder).get(table, {}).items():
        meaning = fill(_(text), **slots)
        context = f"{GLOSSARY} {game.info.name}"  # as in the compiled catalog
        names = pgettext(context, words).split(", ") if table == GLOSSARY else []
        meanings.update(dict.fromkeys([*names, *words.split(", ")], meaning))
    return meanings


@cache
def _read(folder: Path) -> dict[str, Any]:
    """Return the content of words.toml in a game's folder; empty if the file is missing."""
    file = folder / "words.toml"
    return tomllib.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
