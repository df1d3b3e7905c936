"""Puzzle: a game up to a decision, the best action there, and the loss by every other one.

The puzzles of a game are stored in `puzzles.jsonl` in its folder, one JSON object per line:

| field | meaning |
| --- | --- |
| `format` | `aicore-puzzle/1` |
| `theme` | the topic, in a few words |
| `level` | 1 (easy) to 4 (very hard): number of `making.SOLVERS` that a person must surpass |
| `best` | the action to find |
| `value` | average result of the player to move after `best`, 0 to 1 of the range of returns |
| `others` | [action, its shortfall, standard error], the closest first |
| `why` | for each action, the events that are more or less frequent after it; see `futures` |
| `by`, `games` | the player that continued the games, and their number after the best action |
| `record` | the game until the decision |

Like every record, a puzzle contains the whole game with its hidden cards. Its solver sees a view.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

import aicore
from aicore.coach.puzzles.futures import Change
from aicore.core.errors import AicoreError, short
from aicore.core.language import fill
from aicore.core.language import gettext as _
from aicore.core.record import Record
from aicore.core.schema import parse, parse_object
from aicore.core.sources import typed

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

FORMAT = "aicore-puzzle/1"
FILE = "puzzles.jsonl"
LEVELS = range(1, 5)


class NoPuzzle(AicoreError):
    """Error for a game without puzzles, or for a line that is not a puzzle."""


@dataclass(frozen=True)
class Other:
    """Action other than the best one.

    Args:
        action: text of the action.
        behind: its shortfall against the best action for the player to move, as a share (0 to 1)
            of the range of returns.
        error: standard error of `behind`.
    """

    action: str
    behind: float
    error: float


@dataclass(frozen=True)
class Puzzle:
    """Position to solve; the module describes the fields. `gettext` translates the theme."""

    record: Record
    theme: str
    level: int
    best: str
    value: float
    others: tuple[Other, ...]
    why: dict[str, tuple[Change, ...]]
    by: str
    games: int

    @property
    def lead(self) -> float:
        """Lead of the best action over the second, 0 to 1 of the range of returns."""
        return self.others[0].behind

    def to_line(self) -> str:
        """Return the puzzle as a line of a puzzle file."""
        fields = {
            "format": FORMAT,
            "theme": self.theme,
            "level": self.level,
            "best": self.best,
            "value": round(self.value, 4),
            "others": [
                [one.action, round(one.behind, 4), round(one.error, 4)] for one in self.others
            ],
            "why": {
                action: [one.to_list() for one in changes] for action, changes in self.why.items()
            },
            "by": self.by,
            "games": self.games,
            "record": parse(self.record.to_line()),
        }
        return json.dumps(fields, separators=(",", ":"), allow_nan=False)

    @classmethod
    def from_line(cls, line: str) -> Puzzle:
        """Return the puzzle in a line. Raises NoPuzzle, RecordError."""
        try:
            fields = parse_object(line)
            if fields["format"] != FORMAT:
                raise NoPuzzle(
                    _("{format} is not {known}", format=short(repr(fields["format"])), known=FORMAT)
                )
            others = tuple(Other(str(name), float(b), float(e)) for name, b, e in fields["others"])
            puzzle = cls(
                record=Record.from_line(json.dumps(fields["record"])),
                theme=str(fields["theme"]),
                level=int(fields["level"]),
                best=str(fields["best"]),
                value=float(fields["value"]),
                others=others,
                why={
                    str(action): tuple(Change.from_list(one) for one in changes)
                    for action, changes in fields["why"].items()
                },
                by=str(fields["by"]),
                games=int(fields["games"]),
            )
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            why = _("it has no {name}", name=error) if isinstance(error, KeyError) else str(error)
            raise NoPuzzle(_("this is not a puzzle: {why}", why=short(why))) from error
        if not others or puzzle.level not in LEVELS:
            raise NoPuzzle(
                _("this is not a puzzle: it has no other action, or no level from 1 to 4")
            )
        return puzzle


def has_puzzles(name: str) -> bool:
    """Whether a game comes with puzzles."""
    try:
        return _folder(name).joinpath(FILE).is_file()
    except ModuleNotFoundError:  # a game in plain Python
        return False


def load_puzzles(name: str) -> list[Puzzle]:
    """Return a game's own puzzles, the easy ones first. Raises NoPuzzle, UnknownGame."""
    return _read(puzzle_lines(name), name)


def puzzle_lines(name: str) -> tuple[str, ...]:
    """Return a game's own puzzles as lines for `Puzzle.from_line`.

    Raises NoPuzzle, UnknownGame.
    """
    aicore.info(name)  # raises UnknownGame
    if not has_puzzles(name):
        text = _("{game} has no puzzles yet; make some with `aicore puzzles {game}`")
        raise NoPuzzle(fill(text, game=typed(name)))
    return tuple(_folder(name).joinpath(FILE).read_text(encoding="utf-8").splitlines())


@cache
def puzzle_themes(name: str) -> tuple[str, ...]:
    """Return the themes of a game's own puzzles, which `gettext` translates; () without puzzles.

    Raises UnknownGame.
    """
    lines = puzzle_lines(name) if has_puzzles(name) else ()
    return tuple(sorted({str(parse_object(line)["theme"]) for line in lines}))


def not_puzzles(first: bytes) -> str:
    """Return the reason why a file with this first line holds no puzzles; "" if it holds some."""
    try:
        known = parse_object(first.decode())["format"] == FORMAT
    except (AicoreError, UnicodeDecodeError, KeyError):
        known = False
    return "" if known else _("it is not a puzzle file")


def read_puzzles(path: Path) -> list[Puzzle]:
    """Return the puzzles of a file, in its order. Raises NoPuzzle, OSError."""
    try:
        puzzles = _read(path.read_text(encoding="utf-8-sig").splitlines(), str(path))
    except UnicodeDecodeError as error:
        raise NoPuzzle(_("{path} is not a puzzle file", path=path)) from error
    if not puzzles:
        raise NoPuzzle(_("{path} contains no puzzles", path=path))
    return puzzles


def _read(lines: Iterable[str], where: str) -> list[Puzzle]:
    puzzles = []
    for number, line in enumerate(lines, 1):
        try:
            puzzles.append(Puzzle.from_line(line))
        except AicoreError as error:
            raise NoPuzzle(
                _("{where}, line {number}: {why}", where=where, number=number, why=error)
            ) from error
    return puzzles


def _folder(name: str) -> Traversable:
    return files(f"aicore.games.{name}")
