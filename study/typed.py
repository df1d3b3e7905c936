"""What a person types for moves: one, in any of its short forms, or several where a game reads it.

A semicolon parts several moves; a game's notation may know more lines that stand for several, as
`go n2 e2`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from aicore.core.errors import AmbiguousMove, NotationError, sentence
from aicore.study.moves import Moves

if TYPE_CHECKING:
    from aicore.core.game import Game, View


class Forbidden(NotationError):
    """A rule of the game forbids a move now; the text says which."""


LONG = 4  # letters of a word that nobody types for anything else


@dataclass
class Series:
    """Several moves that were typed at once, and how far they are played.

    Args:
        typed: all of it.
        steps: what it stands for.
        start: the ply of the first step.
    """

    typed: str
    steps: list[str]
    start: int
    played: int = 0

    def next(self, view: View, ply: int) -> str:
        """The move that is due. Raises NotationError where something breaks in."""
        if ply != self.start + self.played:
            raise NotationError("something new came up")
        step = self.steps[self.played]
        if step not in view.legal():  # what could not be foreseen is read when it is due
            self.steps[self.played : self.played + 1] = moves_meant(step, view)
        self.played += 1
        return self.steps[self.played - 1]

    def back(self) -> None:
        """The last move was not played after all."""
        self.played -= 1

    @property
    def left(self) -> list[str]:
        """The steps that are still to come."""
        return self.steps[self.played :]


def series_examples(game: Game) -> Sequence[str]:
    """Lines for several moves that the game's notation reads."""
    return game.info.notation.LINES


def moves_meant(typed: str, view: View) -> list[str]:
    """The moves that are meant; only the first is sure to be legal.

    Raises NotationError, which names the rule that forbids it if the game says.
    """
    notation = view.game.info.notation
    moves = Moves(view.legal(), notation.STAGED)
    bare = moves.numbered and typed.isdecimal()  # a number of the list, whatever a game reads in it
    try:
        steps = notation.expand(view, typed) if notation.expand is not None and not bare else None
    except AmbiguousMove:
        raise
    except NotationError as error:
        none = " Nothing was played." if ";" in typed else ""
        raise NotationError(f"{sentence(str(error))}{none}") from None
    if steps:
        _check_words(steps[1:], view)
        return steps
    first, *rest = [part.strip() for part in typed.split(";") if part.strip()] or [typed]
    if not rest:
        return [_move_meant(first, view, moves)]
    _check_words(rest, view)
    # who types several numbers reads them all in the list that is on the screen now
    return [*moves_meant(first, view), *(moves.at_number(part) or part for part in rest)]


def _move_meant(typed: str, view: View, moves: Moves) -> str:
    try:
        return moves.find(typed)
    except AmbiguousMove:
        raise
    except NotationError as error:
        try:
            forbidden = why_not(typed, view)
        except NotationError as other:  # it is no move at all
            if "Did you mean" in str(other) and "Did you mean" not in str(error):
                raise
            raise error from None
        if forbidden is None:
            raise
        raise Forbidden(refused(typed, forbidden)) from error


def refused(typed: str, forbidden: str) -> str:
    """Why a move cannot be played; the reason may name the move itself."""
    if f"`{typed}`" in forbidden:
        return sentence(forbidden[:1].upper() + forbidden[1:])
    return f"`{typed}`: {forbidden}"


def _check_words(steps: Sequence[str], view: View) -> None:
    """Refuse a line whose later moves begin with a word that was mistyped. Raises NotationError."""
    for step in steps:
        word = step.partition(" ")[0]
        if len(word) < LONG or not word.isalpha():
            continue
        try:
            view.game.parse(step)
        except NotationError as error:
            if str(error).startswith("There is no move") and "Did you mean" in str(error):
                raise NotationError(f"{error} Nothing was played.") from None


def why_not(typed: str, view: View) -> str | None:
    """The rule that forbids a move, if the game's notation says it. Raises NotationError."""
    rule = view.game.info.notation.why_not
    if rule is None:
        view.game.parse(typed)
        return None
    return rule(view, typed)
