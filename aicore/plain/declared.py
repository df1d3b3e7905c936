"""The declarations of an author's class, and their defaults, as the engine reads them."""

from __future__ import annotations

from typing import Any, ClassVar

from aicore.core.kinds import Kind
from aicore.plain.forms import PlainForm


class Declared:
    """A game's declarations; authors derive from `aicore.plain.Game`."""

    title: ClassVar[str] = ""
    """The name of the game; by default that of the class."""
    summary: ClassVar[str] = ""
    """Summary of the game, in one line."""
    seats: Any = 2
    """Number of seats, or (fewest, most); in methods the number of this game."""
    default_seats: ClassVar[int] = 0
    options: Any = {}  # noqa: RUF012  an instance has values of its own
    """By name the `Option`; in methods its value."""
    returns: ClassVar[tuple[float, float]] = (0.0, 1.0)
    """The least and the greatest that a seat can get."""
    stakes: ClassVar[str] = ""
    """The unit of the returns, such as "chips", where it counts how much is won."""
    constant_sum: ClassVar[bool | None] = None
    """Whether all seats together always get the same; by default yes, but for games for one."""
    longest: ClassVar[int] = 1000
    """Most actions of a game."""
    most_actions: ClassVar[int] = 0
    most_outcomes: ClassVar[int] = 0
    perfect_recall: ClassVar[bool] = False
    """Whether what a seat sees tells all that it ever learned and did."""
    symmetries: ClassVar[tuple[str, ...]] = ()
    """Mirrors of the boards after which the same play is as good: "rows" (turned round), "columns",
    "diagonal"."""
    history: ClassVar[int] = 0
    """How many of the last public events an observation tells, besides the fields."""
    words: ClassVar[dict[str, str]] = {}
    """Meanings of the game's words, for `help WORD`."""
    players: ClassVar[dict[str, dict[str, Any]]] = {}
    """Parameters of players that suit the game: {"mcts": {"sims": 500}}."""

    fields: ClassVar[dict[str, Kind]] = {}
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

    def after(self, seat: int) -> int:
        """The next seat in turn."""
        return (seat + 1) % int(self.seats)
