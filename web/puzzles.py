"""Puzzles at a table: the position is shown, and what is played there is judged in its place."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from aicore.study.puzzles.puzzle import Puzzle, load_puzzles
from aicore.study.puzzles.solving import LEVELS, PuzzleAnswer, Solving
from aicore.web.errors import WebError
from aicore.web.store import Facts

MISSING = frozenset(
    (
        "undo", "hint", "chances", "hurry", "review", "why", "explore", "others", "fork",
        "rematch", "save", "resign", "offer",
    )
)  # fmt: skip
"""Messages of games that a puzzle does not answer."""


@lru_cache(maxsize=16)
def of_game(game: str) -> tuple[Puzzle, ...]:
    """The puzzles that come with a game. Raises AicoreError."""
    return tuple(load_puzzles(game))


def facts_of(game: str, number: int) -> tuple[Facts, Solving]:
    """What a table of a puzzle is. Raises AicoreError.

    Args:
        number: of those that come with the game, from 1.
    """
    found = of_game(game)
    if not 1 <= number <= len(found):
        raise WebError(f"{game} has puzzles 1 to {len(found)}: there is no {number}")
    record = found[number - 1].record
    facts = Facts(
        record.game, record.seats, record.options, record.seed, list(record.players),
        [""] * record.seats, puzzle=number,
    )  # fmt: skip
    return facts, Solving(found[number - 1])


def described(solving: Solving, number: int) -> dict[str, Any]:
    """A puzzle for its solver."""
    puzzle = solving.puzzle
    return {
        "number": number,
        "of": len(of_game(solving.game.name)),
        "theme": puzzle.theme,
        "level": LEVELS[puzzle.level - 1],
    }


def judged(answer: PuzzleAnswer) -> dict[str, Any]:
    """The verdict on an action."""
    return {
        "type": "answer",
        "action": answer.action,
        "right": answer.right,
        "sentences": answer.sentences,
    }
