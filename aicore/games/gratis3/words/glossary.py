"""Glossary of gratis3."""

from __future__ import annotations

from aicore.core import phrasebook
from aicore.core.game import Game
from aicore.core.language import SOURCE, fill, language, ngettext
from aicore.core.language import gettext as _
from aicore.core.story import in_words, listed
from aicore.games.gratis3.rules import state
from aicore.games.gratis3.rules.board import Board, board_of
from aicore.games.gratis3.words.phrases import named, titled


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
        "fate": _("out of the game") if removed else _("back to its owner's supply"),
        **losses,
        **data["ship"],
    }
    words = phrasebook.glossary(game, **figures)
    about = phrasebook.texts(game, "cards", **figures)
    for card, copies in zip(data["cards"]["ids"], data["cards"]["copies"], strict=True):
        words[card] = in_words(
            copies,
            "A command card; you have one of it: {about}",
            "A command card; you have {n} of them: {about}",
            about=about[card],
        )
        if language() != SOURCE:  # the card's name differs from its typed id
            words[titled(card).lower()] = words[card]
    for number, (system, lost) in enumerate(losses.items(), 1):
        called = named(system)
        text = (
            _("System {number} on the damage dice. While it is Down, your {lost}.")
            if called == system
            else _(
                "System {number} on the damage dice, the {called}. While it is Down, your {lost}."
            )
        )
        text = fill(text, number=number, called=called, lost=lost)
        words[called.lower()] = text
        words.setdefault(system, text)  # `ravs` explains the craft and their system
    words |= {space.lower(): _space(board, space) for space in board.names}
    return words


def _space(board: Board, space: str) -> str:
    """Return a description of a Space: its Locations and neighbors."""
    beside = [str(place) for place, names in enumerate(board.green) if space in names]
    near = listed(board.near[space])
    if not beside:
        return _("A Space beside no Location. Lines lead to {near}.", near=near)
    return ngettext(
        "A green Space beside Location {places}. Lines lead to {near}.",
        "A green Space beside Locations {places}. Lines lead to {near}.",
        len(beside),
        places=listed(beside),
        near=near,
    )
