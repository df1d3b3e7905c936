"""Tests of a game's words from its words.toml: slots are filled, and nothing is required."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from aicore.core import phrasebook

WORDS = """
aim = ["Reach {target} points.", "A turn has {dice} dice."]
[glossary]
"score, points" = "What counts: {target} win."
die = "One of {dice}."
[cards]
ace = "A card of {names[1]}."
"""


def game(folder: Path, words: str = WORDS) -> Any:
    """Return a game whose folder has these words, and an option."""
    if words:
        (folder / "words.toml").write_text(words)
    about = SimpleNamespace(name="race", folder=folder, summary="A race")
    return SimpleNamespace(info=about, options={"target": 20})


def test_slots_take_options_and_figures(tmp_path: Path) -> None:
    race = game(tmp_path)
    assert phrasebook.aim(race, dice=2) == ("Reach 20 points.", "A turn has 2 dice.")
    assert phrasebook.aim(race, dice=2, target=3)[0] == "Reach 3 points."
    assert phrasebook.texts(race, "cards", names=["you", "mcts"]) == {"ace": "A card of mcts."}


def test_words_of_one_meaning_share_a_text(tmp_path: Path) -> None:
    found = phrasebook.glossary(game(tmp_path), dice=2)
    win = "What counts: 20 win."
    assert list(found.items()) == [("score", win), ("points", win), ("die", "One of 2.")]


def test_a_slot_that_nobody_fills_is_named(tmp_path: Path) -> None:
    with pytest.raises(KeyError, match="dice"):
        phrasebook.glossary(game(tmp_path))


def test_a_game_without_words_shows_its_summary(tmp_path: Path) -> None:
    race = game(tmp_path, "")
    assert phrasebook.aim(race) == ("A race",)
    assert phrasebook.glossary(race) == {}
