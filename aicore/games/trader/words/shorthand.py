"""Shorthand for places, in words that the screen shows: `jump east`, `haven`, `place north`."""

from __future__ import annotations

from collections.abc import Iterator

from aicore.core.errors import AmbiguousMove
from aicore.core.game import Position, State, View
from aicore.core.story import Names
from aicore.games.trader.words import vocabulary
from aicore.games.trader.words.wording import SEAT, Words

TO_CELLS = ("place", "jump", "flee")


def expand(position: State | View, line: str) -> list[str] | None:
    """Return the action that a line names by a side or planet, in a list; None for other lines.

    Raises AmbiguousMove if several actions fit.
    """
    legal = position.legal()
    words = line.casefold().split()
    if not words or ";" in line or line in legal:
        return None
    text = Words(position.game, Names(("you",), SEAT))
    verb, *rest = words
    if not any(verb and each.startswith(verb) for each in TO_CELLS):
        verb, rest = "", words
    if not rest or (not verb and any(move.startswith(rest[0]) for move in legal)):
        return None
    matching = [
        move
        for move in legal
        if move.startswith(TO_CELLS)
        and move.startswith(verb)
        and any(
            name.startswith("-".join(rest)) if verb else name == "-".join(rest)
            for name in _names(text, position, move)
        )
    ]
    if len(matching) > 1:
        raise AmbiguousMove(line, matching)
    return matching or None


def _names(words: Words, fields: Position, move: str) -> Iterator[str]:
    """Yield the side and planet of an action's cell, as typed and as the screen shows them."""
    verb, *cell = move.split()
    if not cell:
        return
    if side := words.side(fields, cell[0]):
        yield side
        yield vocabulary.side(side).casefold().split()[-1]
    if verb != "place":
        name = words.name(fields, cell[0])
        yield name
        yield "-".join(vocabulary.planet(name).casefold().split())
