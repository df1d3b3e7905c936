"""Moves that a person types: one move in any short form, or several moves.

A semicolon separates several moves. A game's notation may also read a line such as `go n2 e2` as
several moves.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from aicore.core.errors import AmbiguousMove, NotationError, UnknownMove, sentence
from aicore.core.language import capital
from aicore.core.language import gettext as _
from aicore.session.moves import Moves

if TYPE_CHECKING:
    from aicore.core.game import Game, View


MAX_TYPED = 500  # maximum characters of a line
LONG = 4  # minimum letters of a word that is checked for typos


class Forbidden(NotationError):
    """Move that a rule of the game forbids now; the text names the rule."""


@dataclass
class Series:
    """Several moves typed at once, and the number already played.

    Args:
        typed: the whole line.
        steps: the moves that the line stands for.
        start: the ply of the first step.
        played: the number of moves already played.
    """

    typed: str
    steps: list[str]
    start: int
    played: int = 0

    def next(self, view: View, ply: int) -> str:
        """Return the next move. Raises NotationError if another event interrupts the series."""
        if ply != self.start + self.played:
            raise NotationError(_("something unexpected happened"))
        step = self.steps[self.played]
        if step not in view.legal():  # a step that could not be foreseen is read when it is due
            self.steps[self.played : self.played + 1] = moves_meant(step, view)
        self.played += 1
        return self.steps[self.played - 1]

    def back(self) -> None:
        """Take back the count of the last move, because it was not played."""
        self.played -= 1

    @property
    def left(self) -> list[str]:
        """Remaining steps."""
        return self.steps[self.played :]


def series_examples(game: Game) -> Sequence[str]:
    """Return example lines that the game's notation reads as several moves."""
    return tuple(map(_, game.info.notation.LINES))


def check_length(typed: str) -> None:
    """Raise NotationError if a line is too long; reading it could take minutes, or fail."""
    if len(typed) > MAX_TYPED:
        raise NotationError(
            _("{typed}... is too long: type at most {n} characters", typed=typed[:40], n=MAX_TYPED)
        )


def moves_meant(typed: str, view: View) -> list[str]:
    """Return the moves that a line means; only the first is sure to be legal.

    Raises NotationError; it names the rule that forbids the move if the game reports one.
    """
    check_length(typed)
    notation = view.game.info.notation
    moves = Moves(view.legal(), notation.STAGED)
    bare = moves.numbered and typed.isdecimal()  # a number means the list's entry
    try:
        steps = notation.expand(view, typed) if notation.expand is not None and not bare else None
    except AmbiguousMove:
        raise
    except NotationError as error:
        why = sentence(capital(str(error)))
        raise NotationError(_unplayed(why) if ";" in typed else why) from None
    if steps:
        _check_words(steps[1:], view)
        return steps
    first, *rest = [part.strip() for part in typed.split(";") if part.strip()] or [typed]
    if not rest:
        return [_move_meant(first, view, moves)]
    _check_words(rest, view)
    # several typed numbers all refer to the list that is on the screen now
    return [*moves_meant(first, view), *(moves.at_number(part) or part for part in rest)]


def _move_meant(typed: str, view: View, moves: Moves) -> str:
    try:
        return moves.find(typed)
    except AmbiguousMove:
        raise
    except NotationError as error:
        try:
            forbidden = why_not(typed, view)
        except NotationError as other:  # not a move at all
            if other.close and not error.close:
                raise
            raise error from None
        if forbidden is None:
            raise
        raise Forbidden(refused(typed, forbidden)) from error


def refused(typed: str, reason: str) -> str:
    """Return the message for a move that cannot be played; the reason may name the move itself."""
    if f"`{typed}`" in reason:
        return sentence(capital(reason))
    return f"`{typed}`: {reason}"


def _check_words(steps: Sequence[str], view: View) -> None:
    """Refuse a line whose later moves begin with a mistyped word. Raises NotationError."""
    for step in steps:
        word = step.partition(" ")[0]
        if len(word) < LONG or not word.isalpha():
            continue
        try:
            view.game.parse(step)
        except UnknownMove as error:
            if error.close:
                raise NotationError(_unplayed(str(error))) from None
        except NotationError:
            pass


def _unplayed(why: str) -> str:
    """Return the text of an error in a line of several moves, none of which was played."""
    return _("{why} Nothing was played.", why=why)


def why_not(typed: str, view: View) -> str | None:
    """Return the rule that forbids a move, if the notation reports it. Raises NotationError."""
    rule = view.game.info.notation.why_not
    if rule is None:
        view.game.parse(typed)
        return None
    return rule(view, typed)
