"""Declarations that the engine reads from an author's class, with their defaults."""

from __future__ import annotations

from typing import Any, ClassVar

from aicore.core.errors import AicoreError, short
from aicore.core.kinds import Kind
from aicore.core.language import gettext as _
from aicore.core.schema import is_whole


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
    """`Option` by name; within methods, the value by name."""
    returns: ClassVar[tuple[float, float]] = (0.0, 1.0)
    """Least and greatest return of a seat."""
    stakes: ClassVar[str] = ""
    """Unit of the returns, such as "chips", if they count winnings."""
    constant_sum: ClassVar[bool | None] = None
    """Whether all returns have a constant sum; by default True with two or more equal teams."""
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
    teams: ClassVar[int | tuple[tuple[int, ...], ...]] = 0
    """Number of teams, which take seats in turn (1: all play together), or each team's seats."""
    history: ClassVar[int] = 0
    """Number of latest public events that an observation includes, besides the fields."""
    words: ClassVar[dict[str, str]] = {}
    """Meanings of the game's words, for `help WORD`."""
    players: ClassVar[dict[str, dict[str, Any]]] = {}
    """Default parameters of players for this game, such as {"mcts": {"sims": 500}}."""

    fields: dict[str, Kind] = {}  # noqa: RUF012  an instance has its own
    own_names: ClassVar[frozenset[str]] = frozenset()
    """Names of the base class, which no field can have."""

    def __init__(self, seats: int, options: dict[str, int | str]) -> None:
        self.seats = seats
        self.options = options
        self.engine_redraw: Any = None  # set by the engine

    def setup(self, s: Any) -> None:
        """Prepare the first position. Fields hold their start values, and seat 0 is to move."""

    def result(self, s: Any) -> Any:
        """Return the winner's seat, None for a draw, or a list of all seats' returns."""
        raise NotImplementedError(
            _(
                "write result(self, s): return the winner's seat, None for a draw, "
                "or a list of each seat's result"
            )
        )

    def team(self, seat: int) -> int:
        """Return the number of a seat's team; without teams, the seat."""
        return teams_of(self.teams, int(self.seats))[seat]

    def redraw(self, s: Any, seat: int, random: Any) -> None:
        """Redraw what a seat does not see, following the declarations of the fields.

        This is the default of `resample`; you can call it from your own `resample`.
        """
        self.engine_redraw(s, seat, random)

    def show(self, s: Any, field: str, owner: int | None = None, *, to: int) -> None:
        """Let seat `to` know what a hidden field with `remembers=True` holds now.

        Args:
            field: name of the field.
            owner: seat whose entry is shown; None for a field without owners.
        """
        entries = getattr(s, field)
        known = getattr(s, f"{field}_known")[to]
        content = _flat(entries if owner is None else entries[owner])
        first = len(content) * (owner or 0)
        kind = self.fields[field]
        start = kind.start if kind.names is None else (kind.values or kind.names)[
            kind.start - kind.low]  # fmt: skip
        for k, value in enumerate(content):
            known[first + k] = value if kind.cards else int(value != start)

    def after(self, seat: int) -> int:
        """Return the next seat in turn."""
        return (seat + 1) % int(self.seats)


def teams_of(given: Any, seats: int) -> tuple[int, ...]:
    """Return the team of each seat. Raises AicoreError."""
    if given == 0:
        return tuple(range(seats))
    if is_whole(given, 1, seats):
        return tuple(seat % given for seat in range(seats))
    try:
        pairs = [(seat, number) for number, team in enumerate(given) for seat in team]
        listed = dict(pairs)
        if len(listed) < len(pairs):
            raise ValueError
        numbers = [listed[seat] for seat in range(seats)]
    except (TypeError, KeyError, ValueError):
        raise AicoreError(
            f"teams = {short(repr(given))}: it must be a number of teams, 1 if all play together, "
            f"or the seats of each team, as in ((0, 2), (1, 3)), with each of 0 to {seats - 1} once"
        ) from None
    order = sorted(set(numbers))
    return tuple(order.index(number) for number in numbers)


def _flat(content: Any) -> list[Any]:
    """Return one value, or all values of a row or of rows within rows, as a list."""
    rows = content.tolist() if hasattr(content, "tolist") else [content]
    while rows and isinstance(rows[0], list):
        rows = [entry for row in rows for entry in row]
    return list(rows)
