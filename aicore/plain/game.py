"""What an author of a plain game derives from, and the decorators of its methods."""

from __future__ import annotations

from collections.abc import Callable
from inspect import getsourcefile
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from aicore.plain.fields import PlainField
from aicore.plain.forms import PlainForm, Range
from aicore.plain.info import info_of

if TYPE_CHECKING:
    from aicore.core.registry import GameInfo

OFFERED = ("setup", "result", "estimate", "suggest", "promising", "resample", "scores", "ending",
           "aim", "picture", "tell")  # fmt: skip
"""The methods that the engine asks for; setup and result must be there."""


class Game:
    """A game: derive from it, declare the fields of the state, and write the rules as methods.

    The docstring of your class is the rules that players read. In methods ``self.seats`` is the
    number of seats and ``self.options[name]`` what an option is set to; all that changes belongs
    into the state ``s``, where ``s.turn`` is a seat, `CHANCE` or `END`.
    """

    title: ClassVar[str] = ""
    """The name of the game; by default that of the class."""
    summary: ClassVar[str] = ""
    """What it is, in one line."""
    seats: Any = 2
    """How many play: a number, or (fewest, most); in methods the number of this game."""
    default_seats: ClassVar[int] = 0
    options: Any = {}  # noqa: RUF012  an instance has values of its own
    """By name the `Option`; in methods its value."""
    returns: ClassVar[tuple[float, float]] = (0.0, 1.0)
    """The least and the greatest that a seat can get."""
    constant_sum: ClassVar[bool | None] = None
    """Whether all seats together always get the same; by default yes, but for games for one."""
    longest: ClassVar[int] = 1000
    """Most actions of a game."""
    most_actions: ClassVar[int] = 0
    most_outcomes: ClassVar[int] = 0
    perfect_recall: ClassVar[bool] = False
    words: ClassVar[dict[str, str]] = {}
    """What the words of the game mean, for `help WORD`."""
    players: ClassVar[dict[str, dict[str, Any]]] = {}
    """Parameters of players that suit the game: {"mcts": {"sims": 500}}."""

    fields: ClassVar[dict[str, PlainField]] = {}
    forms: ClassVar[list[PlainForm]] = []
    own_names: ClassVar[frozenset[str]] = frozenset()
    """The names of this class: no field can have them."""

    def __init__(self, seats: int, options: dict[str, int | str]) -> None:
        self.seats = seats
        self.options = options

    def setup(self, s: Any) -> None:
        """Prepare the first position: fields hold their start values, seat 0 is to move."""

    def result(self, s: Any) -> Any:
        """Who won: the seat; None for a draw; or a list of what each seat gets."""
        raise NotImplementedError(
            "write result(self, s): the winner's seat, None for a draw, "
            "or a list of what each seat gets"
        )

    @classmethod
    def described(cls, name: str) -> GameInfo:
        """What the registry keeps of the game under a name: for entry points of packages."""
        file = getsourcefile(cls) or ""
        return info_of(name, cls, file, Path(file).parent)

    def after(self, seat: int) -> int:
        """The next seat in turn."""
        return (seat + 1) % int(self.seats)


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
