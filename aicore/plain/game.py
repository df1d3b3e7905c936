"""What an author of a plain game derives from, and the decorators of its methods."""

from __future__ import annotations

from collections.abc import Callable
from inspect import getsourcefile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from aicore.plain.declared import Declared
from aicore.plain.forms import PlainForm, Range
from aicore.plain.info import info_of

if TYPE_CHECKING:
    from aicore.core.registry import GameInfo

OFFERED = ("setup", "result", "estimate", "suggest", "promising", "resample", "scores", "ending",
           "aim", "picture", "tell")  # fmt: skip
"""The methods that the engine asks for; setup and result must be there."""


class Game(Declared):
    """A game: derive from it, declare the fields of the state, and write the rules as methods.

    The docstring of your class is the rules that players read. In methods ``self.seats`` is the
    number of seats and ``self.options[name]`` what an option is set to; all that changes belongs
    into the state ``s``, where ``s.turn`` is a seat, `CHANCE` or `END`.
    """

    @classmethod
    def described(cls, name: str) -> GameInfo:
        """What the registry keeps of the game under a name: for entry points of packages."""
        file = getsourcefile(cls) or ""
        return info_of(name, cls, file, Path(file).parent)


Game.own_names = frozenset(dir(Game))


def action(
    form: str, *, secret: bool = False, otherwise: bool = False, **ranges: Range
) -> Callable[[Callable[..., Any]], PlainForm]:
    """Declares a method as what happens when somebody acts.

    Args:
        form: how the action is written: words, and blanks in capitals.
        secret: the others do not see its last word.
        otherwise: it is legal only where no other action is, as "pass" in many games.
        ranges: what each blank may be: (low, high), a list of words, or "seats".

    The method gets the state and what fills the blanks, one argument each. List what is legal with
    a method under ``@NAME.legal``; without one it is always legal.
    """
    return lambda play: PlainForm(form, ranges, play, secret=secret, otherwise=otherwise)


def event(
    form: str,
    *,
    seen_by: str = "",
    source: str = "",
    deck: str = "",
    passes: str = "",
    **ranges: Range,
) -> Callable[[Callable[..., Any]], PlainForm]:
    """Declares a method as what happens by chance, when ``s.turn`` is `CHANCE`.

    Args:
        form, ranges: as for actions.
        seen_by: the blank that names the only seat that sees the last word, or "nobody".
        source: the die's or deck's name; one seed gives each source the same luck whoever plays.
        deck: the blank that is the card drawn, where all cards of the deck differ.
        passes: the field that counts how often that deck was shuffled.

    List what may come with a method under ``@NAME.chances``: values that are equally likely, or a
    dict of probabilities (whole numbers are weights); nothing where the event is not due.
    """
    return lambda play: PlainForm(
        form, ranges, play, chance=True, seen_by=seen_by, source=source, deck=deck, passes=passes
    )
