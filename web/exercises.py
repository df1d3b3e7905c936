"""Lessons and puzzles at a table.

In a lesson, the state includes the next step, and a person can play only that step. In a puzzle,
the table judges an answer instead of playing it.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from aicore.coach.lesson import Lesson, load_lesson
from aicore.coach.puzzles.puzzle import Puzzle, puzzle_lines
from aicore.core.language import fill
from aicore.core.language import gettext as _
from aicore.session.puzzle_attempt import LEVELS
from aicore.web.errors import WebError
from aicore.web.store import TableFacts


@lru_cache(maxsize=16)
def lesson_of(game: str) -> Lesson:
    """Return a game's lesson in its form for clicking, without typed moves. Raises AicoreError."""
    return load_lesson(game).clicked()


def lesson_facts(name: str) -> TableFacts:
    """Return the facts of a table for a game's lesson. Raises AicoreError."""
    lesson = lesson_of(name)
    game = lesson.game
    options, players = dict(game.options), lesson.players
    return TableFacts(
        name, game.seats, options, lesson.seed, players, [""] * game.seats, lesson=True
    )


@lru_cache(maxsize=16)
def lines_of(game: str) -> tuple[str, ...]:
    """Return the puzzles that come with a game, unparsed. Raises AicoreError."""
    return puzzle_lines(game)


@lru_cache(maxsize=200)
def puzzle_of(game: str, number: int) -> Puzzle:
    """Return one of the puzzles that come with a game, counted from 1. Raises AicoreError."""
    lines = lines_of(game)
    if not 1 <= number <= len(lines):
        text = _("{game} has puzzles 1 to {most}, but no {number}")
        raise WebError(fill(text, game=game, most=len(lines), number=number))
    return Puzzle.from_line(lines[number - 1])


def puzzle_facts(puzzle: Puzzle, number: int) -> TableFacts:
    """Return the facts of a table for solving a puzzle."""
    record = puzzle.record
    return TableFacts(
        record.game, record.seats, record.options, record.seed, list(record.players),
        [""] * record.seats, puzzle=number,
    )  # fmt: skip


def puzzle_state(puzzle: Puzzle, number: int) -> dict[str, Any]:
    """Return the facts about a puzzle that its solver may know."""
    return {
        "number": number,
        "of": len(lines_of(puzzle.record.game)),
        "key": puzzle.theme,
        "theme": _(puzzle.theme),
        "level": _(LEVELS[puzzle.level - 1]),
    }
