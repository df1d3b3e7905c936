"""Glossary of gratis3."""

from __future__ import annotations

from aicore.core import phrasebook
from aicore.core.game import Game
from aicore.core.story import counted, listed
from aicore.games.gratis3.rules import state
from aicore.games.gratis3.rules.board import Board, board_of
from aicore.games.gratis3.words.phrases import NAMES


def glossary(game: Game) -> dict[str, str]:
    """Return explanations by term; terms are in lower case."""
    board, data = board_of(game), game.info.data
    removed = game.options["destroyed_ravs"] == "removed"
    losses = phrasebook.texts(game, "systems")
    figures = {
        "guns_dice": state.GUNS_DICE,
        "far_guns_dice": state.FAR_GUNS_DICE,
        "max_dice": state.MAX_DICE,
        "emp_dice": state.EMP_DICE,
        "nuke_dice": state.NUKE_DICE,
        "evaded_dice": state.EVADED_DICE,
        "fate": "out of the game" if removed else "back to its owner's supply",
        **losses,
        **data["ship"],
    }
    words = phrasebook.glossary(game, **figures)
    about = phrasebook.texts(game, "cards", **figures)
    for card, copies in zip(data["cards"]["ids"], data["cards"]["copies"], strict=True):
        number_held = counted(copies, "of it", "of them")
        words[card] = f"A command card; you have {number_held}: {about[card]}"
    for number, (system, lost) in enumerate(losses.items(), 1):
        called = "" if NAMES[system] == system else f", the {NAMES[system]}"
        text = f"System {number} on the damage dice{called}"
        words[system] = words[NAMES[system]] = f"{text}. While it is Down, your {lost}."
    words |= phrasebook.texts(game, "pieces", **figures)
    words |= {space.lower(): _space(board, space) for space in board.names}
    return words


def _space(board: Board, space: str) -> str:
    """Return a description of a Space: its Locations and neighbors."""
    beside = [str(place) for place, names in enumerate(board.green) if space in names]
    text = "A Space beside no Location" if not beside else "A green Space beside "
    if beside:
        text += f"Location{'s' * (len(beside) > 1)} {listed(beside)}"
    return f"{text}. Lines lead to {listed(board.near[space])}."
