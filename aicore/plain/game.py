"""Base class of plain games, and the decorators of its methods."""

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

OFFERED = ("setup", "result", "estimate", "suggest", "promising", "resample", "plausible", "scores",
           "ending", "aim", "picture", "tell")  # fmt: skip
"""Methods that the engine calls; only result is required."""


class Game(Declared):
    """Base class of a game: declare the fields of the state, and write the rules as methods.

    Players read the docstring of your class as the game's rules. In methods, ``self.seats`` is the
    number of seats and ``self.options[name]`` the value of an option. Everything that changes
    belongs in the state ``s``, where ``s.turn`` is a seat, `CHANCE` or `END`.
    """

    @classmethod
    def described(cls, name: str) -> GameInfo:
        """Return the game's registry entry with this name, for entry points of packages."""
        file = getsourcefile(cls) or ""
        return info_of(name, cls, file, Path(file).parent)


Game.own_names = frozenset(dir(Game))


def action(
    form: str,
    *,
    secret: bool = False,
    otherwise: bool = False,
    together: bool | str = False,
    phase: str | tuple[str, ...] = (),
    **ranges: Range,
) -> Callable[[Callable[..., Any]], PlainForm]:
    """Declare a method that carries out an action.

    Args:
        form: text of the action, with blanks in capitals, such as "bid COUNT FACE".
        secret: whether the last word is hidden from the other seats.
        otherwise: whether the action is legal only if no other is, like "pass" in many games.
        together: whether all seats choose at the same time. Then the method is called once, when
            all have chosen, with the list of choices by seat: None for a seat that did not choose.
            Then everybody sees the choices; with "secret", nobody does.
        phase: value of the field `phase` in which the action is possible, or several values.
        ranges: allowed values of each blank: (low, high), a list of words, or "seats".

    The method gets the state and one argument for each blank. Another method under ``@NAME.legal``
    lists the legal values; without it, the action is always legal.
    """
    return lambda play: PlainForm(
        form,
        ranges,
        play,
        secret=secret,
        otherwise=otherwise,
        together=together,
        phase=phase,
    )


def event(
    form: str,
    *,
    seen_by: str = "",
    source: str = "",
    deck: str = "",
    passes: str = "",
    phase: str | tuple[str, ...] = (),
    **ranges: Range,
) -> Callable[[Callable[..., Any]], PlainForm]:
    """Declare a method that carries out a chance event, when ``s.turn`` is `CHANCE`.

    Args:
        form, ranges, phase: as for actions.
        seen_by: blank with the only seat that sees the last word, or "nobody".
        source: name of the die or deck; each has its own random numbers, which the seed fixes.
        deck: blank for the drawn card, if all cards of the deck differ.
        passes: name of the field that counts the shuffles of that deck.

    Another method under ``@NAME.chances`` lists the possible values. It returns a list of equally
    likely values, or a dict of their probabilities or whole-number weights. If the event is not
    due, it returns nothing.
    """
    return lambda play: PlainForm(
        form,
        ranges,
        play,
        chance=True,
        seen_by=seen_by,
        source=source,
        deck=deck,
        passes=passes,
        phase=phase,
    )
