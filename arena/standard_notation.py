"""Writers of games in notations that other programs read.

- Connect Four: the columns as digits, from 1 on the left, as in solvers. A line above each game
  gives the players and the result.
- Backgammon: matches of one game without a limit of points, in the text format (`.mat`) of
  Jellyfish, which GNU Backgammon and XG read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from aicore.core.errors import OptionError
from aicore.core.language import fill
from aicore.core.language import gettext as _
from aicore.core.record import CHANCE_ACTOR, Event, Record
from aicore.core.story import listed

Writer = Callable[[Record, Sequence[str], list[float] | None], Iterator[str]]
"""Function that yields a game's lines, from its record, the seats' names, and their returns."""


def writer_of(game: str) -> Writer:
    """Return the writer of a game's standard notation. Raises OptionError if it has none."""
    if game not in WRITERS:
        text = _("{game} has no standard notation; only {known} have one. Use --records")
        raise OptionError(fill(text, game=game, known=listed(sorted(WRITERS))))
    return WRITERS[game]


def notated(
    game: str, games: Iterable[tuple[Record, Sequence[str], list[float] | None]]
) -> Iterator[str]:
    """Yield the lines of all games, with a blank line between games. Raises OptionError."""
    writer = writer_of(game)
    for number, each in enumerate(games):
        if number:
            yield ""
        yield from writer(*each)


def connect_four(
    record: Record, names: Sequence[str], returns: list[float] | None
) -> Iterator[str]:
    """Yield the lines of a Connect Four game: a comment, and then the columns."""
    result = "*" if returns is None else "-".join(_halves(value) for value in returns)
    yield f"# {names[0]} - {names[1]}: {result}"
    yield "".join(str(ord(move) - ord("a") + 1) for _actor, move in record.events)


def _halves(value: float) -> str:
    return "1/2" if value == 0.5 else f"{value:g}"


# Backgammon

WIDE = 33  # width of the left player's part, in characters

Cell = tuple[int, str]
"""Seat, and the text of its turn or of its action at the doubling cube."""


def backgammon(record: Record, names: Sequence[str], returns: list[float] | None) -> Iterator[str]:
    """Yield the lines of a backgammon game, as a match of one game."""
    return backgammon_match([(record, returns)], names)


def backgammon_match(
    games: Iterable[tuple[Record, list[float] | None]], names: Sequence[str]
) -> Iterator[str]:
    """Yield the lines of backgammon games between the same two players, as a match of all games.

    Args:
        games: the record and the returns of each game.
        names: names of the players.
    """
    yield " 0 point match"
    score = [0.0, 0.0]
    for number, (record, returns) in enumerate(games, 1):
        yield ""
        yield f" Game {number}"
        yield f" {names[0]} : {score[0]:g}".ljust(WIDE) + f"{names[1]} : {score[1]:g}"
        yield from _game(record, returns)
        for seat, won in enumerate(returns or ()):
            score[seat] += max(won, 0.0)


def _game(record: Record, returns: list[float] | None) -> Iterator[str]:
    number, left = 0, ""
    for seat, text in _cells(record.events):
        if seat == 0:
            if left:
                yield left.rstrip()
            number += 1
            left = f"{number:3}) {text} ".ljust(WIDE)  # a space also where the text is longer
        else:
            if not left:
                number += 1
                left = f"{number:3})".ljust(WIDE)
            yield f"{left}{text}"
            left = ""
    if returns is not None:
        won = 0 if returns[0] > returns[1] else 1
        points = f"Wins {abs(returns[won]):g} point{'s' * (abs(returns[won]) != 1)}"
        if not left or won == 0:  # else on the line of the seat that dropped
            if left:
                yield left.rstrip()
            left = "".ljust(WIDE * won or 6)
        left += points
    if left:
        yield left.rstrip()


def _cells(events: Sequence[Event]) -> Iterator[Cell]:
    """Yield a game's turns, each a throw with its moves, and the doubles and answers between."""
    seat, stakes, turn = -1, 1, ""
    for actor, text in events:
        words = text.split()
        if words[0] == "move":
            turn += f" {_move(words[1], int(words[2]))}"
            continue
        if turn and words[0] not in ("pass", "throw"):
            yield seat, turn
            turn = ""
        if actor == CHANCE_ACTOR:  # the seats throw in turn
            seat = int(words[1]) if words[0] == "open" else 1 - seat
            turn = f"{''.join(words[-2:])}:"
        elif words[0] == "double":
            yield 1 - seat, f" Doubles => {2 * stakes}"
        elif words[0] == "take":
            stakes *= 2
            yield seat, " Takes"
        elif words[0] == "drop":
            yield seat, " Drops"
    if turn:
        yield seat, turn


def _move(start: str, die: int) -> str:
    """Return a move as "13/8", "bar/20" or "6/off", with points from the mover's side."""
    there = (25 if start == "bar" else int(start)) - die
    return f"{start}/{there if there > 0 else 'off'}"


WRITERS: dict[str, Writer] = {"connect_four": connect_four, "backgammon": backgammon}
"""Writer of each game that has a standard notation."""
