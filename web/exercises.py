"""Lessons and puzzles at a table.

In a lesson the next step comes with the state, and nothing else is played. At a puzzle the position
is shown, and an answer is judged instead of played.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from aicore.study.lesson.lesson import Lesson, load_lesson
from aicore.study.puzzles.puzzle import Puzzle, load_puzzles
from aicore.study.puzzles.solving import LEVELS, PuzzleAnswer, Solving
from aicore.web.errors import WebError
from aicore.web.store import Facts

NOT_IN_PUZZLES = frozenset(
    (
        "undo", "hint", "chances", "hurry", "review", "why", "explore", "others", "fork",
        "rematch", "save", "resign", "offer",
    )
)  # fmt: skip
"""Messages at tables that a puzzle does not answer."""


@lru_cache(maxsize=16)
def lesson_of(game: str) -> Lesson:
    """Return the lesson of a game for somebody who clicks. Raises AicoreError."""
    return load_lesson(game).clicked()


def lesson_facts(name: str) -> Facts:
    """Return the facts of a table where the lesson of a game is learned. Raises AicoreError."""
    lesson = lesson_of(name)
    game = lesson.game
    options, players = dict(game.options), lesson.players
    return Facts(name, game.seats, options, lesson.seed, players, [""] * game.seats, lesson=True)


@lru_cache(maxsize=16)
def puzzles_of(game: str) -> tuple[Puzzle, ...]:
    """Return the puzzles that come with a game. Raises AicoreError."""
    return tuple(load_puzzles(game))


def puzzle_facts(game: str, number: int) -> tuple[Facts, Solving]:
    """Return the facts of a table where a puzzle is solved, and its solving. Raises AicoreError.

    Args:
        number: of those that come with the game, from 1.
    """
    found = puzzles_of(game)
    if not 1 <= number <= len(found):
        raise WebError(f"{game} has puzzles 1 to {len(found)}: there is no {number}")
    record = found[number - 1].record
    facts = Facts(
        record.game, record.seats, record.options, record.seed, list(record.players),
        [""] * record.seats, puzzle=number,
    )  # fmt: skip
    return facts, Solving(found[number - 1])


def puzzle_state(solving: Solving, number: int) -> dict[str, Any]:
    """Return a puzzle for its solver."""
    puzzle = solving.puzzle
    return {
        "number": number,
        "of": len(puzzles_of(solving.game.name)),
        "theme": puzzle.theme,
        "level": LEVELS[puzzle.level - 1],
    }


def judged(answer: PuzzleAnswer) -> dict[str, Any]:
    """Return the verdict on an action."""
    return {
        "type": "answer",
        "action": answer.action,
        "right": answer.right,
        "sentences": answer.sentences,
    }
