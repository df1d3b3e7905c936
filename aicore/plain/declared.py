"""Declarations of an author's class, with their defaults, as the engine reads them."""

from __future__ import annotations

from typing import Any, ClassVar

from aicore.core.kinds import Kind
from aicore.plain.forms import PlainForm


class Declared:
    """A game's declarations; authors derive from `aicore.plain.Game`."""

    title: ClassVar[str] = ""
    """Name of the game; by default the name of the class."""
    summary: ClassVar[str] = ""
    """Summary of the game, in one line."""
    seats: Any = 2
    """Number of seats, or (fewest, most); within methods, the number in this game."""
    default_seats: ClassVar[int] = 0
    options: Any = {}  # noqa: RUF012  an instance has values of its own
    """`Option` by name; within methods, the option's value."""
    returns: ClassVar[tuple[float, float]] = (0.0, 1.0)
    """Least and greatest return of a seat."""
    stakes: ClassVar[str] = ""
    """Unit of the returns, such as "chips", if they count winnings."""
    constant_sum: ClassVar[bool | None] = None
    """Whether all returns have a constant sum; by default True if there are two or more seats."""
    longest: ClassVar[int] = 1000
    """Maximum number of actions in a game."""
    most_actions: ClassVar[int] = 0
    most_outcomes: ClassVar[int] = 0
    perfect_recall: ClassVar[bool] = False
    """Whether a seat's view contains everything that the seat ever learned and did."""
    symmetries: ClassVar[tuple[str, ...]] = ()
    """Mirrors of the boards that do not change the value of play: "rows" (in reverse order),
    "columns", "diagonal"."""
    history: ClassVar[int] = 0
    """Number of latest public events that an observation includes, besides the fields."""
    words: ClassVar[dict[str, str]] = {}
    """Meanings of the game's words, for `help WORD`."""
    players: ClassVar[dict[str, dict[str, Any]]] = {}
    """Parameters of players that suit the game: {"mcts": {"sims": 500}}."""

    fields: ClassVar[dict[str, Kind]] = {}
    forms: ClassVar[list[PlainForm]] = []
    own_names: ClassVar[frozenset[str]] = frozenset()
    """Names in this class, which no field can have."""

    def __init__(self, seats: int, options: dict[str, int | str]) -> None:
        self.seats = seats
        self.options = options

    def setup(self, s: Any) -> None:
        """Prepare the first position: fields hold their start values, seat 0 is to move."""

    def result(self, s: Any) -> Any:
        """Return the winner's seat, None for a draw, or a list of all seats' returns."""
        raise NotImplementedError(
            "write result(self, s): return the winner's seat, None for a draw, "
            "or a list of each seat's result"
        )

    def after(self, seat: int) -> int:
        """Return the next seat in turn."""
        return (seat + 1) % int(self.seats)
