"""Declarations that the engine reads from an author's class, with their defaults."""

from __future__ import annotations

from typing import Any, ClassVar

from aicore.core.kinds import Kind
from aicore.plain.forms import PlainForm


class Declared:
    """Declarations of a game; authors derive their class from `aicore.plain.Game`."""

    title: ClassVar[str] = ""
    """Name of the game; by default the name of the class."""
    summary: ClassVar[str] = ""
    """Summary of the game, in one line."""
    seats: Any = 2
    """Number of seats, or (fewest, most); within methods, the number in this game."""
    default_seats: ClassVar[int] = 0
    """Default number of seats; 0 stands for 2, or the number closest to it."""
    options: Any = {}  # noqa: RUF012  an instance has values of its own
    """`Option` of each name; within methods, the value of each name."""
    returns: ClassVar[tuple[float, float]] = (0.0, 1.0)
    """Least and greatest return of a seat."""
    stakes: ClassVar[str] = ""
    """Unit of the returns, such as "chips", if they count winnings."""
    constant_sum: ClassVar[bool | None] = None
    """Whether all returns have a constant sum; by default True if there are two or more seats."""
    longest: ClassVar[int] = 1000
    """Maximum number of actions in a game."""
    most_actions: ClassVar[int] = 0
    """Maximum number of legal actions in a position; 0 for the default maximum."""
    most_outcomes: ClassVar[int] = 0
    """Maximum number of outcomes of a chance event; 0 for the default maximum."""
    perfect_recall: ClassVar[bool] = False
    """Whether a seat's view contains everything that the seat ever learned and did."""
    symmetries: ClassVar[tuple[str, ...]] = ()
    """Mirrors of the boards that keep a position's value: "rows", "columns", "diagonal"."""
    history: ClassVar[int] = 0
    """Number of latest public events that an observation includes, besides the fields."""
    words: ClassVar[dict[str, str]] = {}
    """Meanings of the game's words, for `help WORD`."""
    players: ClassVar[dict[str, dict[str, Any]]] = {}
    """Default parameters of players for this game, such as {"mcts": {"sims": 500}}."""

    fields: ClassVar[dict[str, Kind]] = {}
    forms: ClassVar[list[PlainForm]] = []
    own_names: ClassVar[frozenset[str]] = frozenset()
    """Names of the base class, which no field can have."""

    def __init__(self, seats: int, options: dict[str, int | str]) -> None:
        self.seats = seats
        self.options = options

    def setup(self, s: Any) -> None:
        """Prepare the first position. Fields hold their start values, and seat 0 is to move."""

    def result(self, s: Any) -> Any:
        """Return the winner's seat, None for a draw, or a list of all seats' returns."""
        raise NotImplementedError(
            "write result(self, s): return the winner's seat, None for a draw, "
            "or a list of each seat's result"
        )

    def after(self, seat: int) -> int:
        """Return the next seat in turn."""
        return (seat + 1) % int(self.seats)
