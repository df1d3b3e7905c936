"""Lessons at a table: the next step comes with the state, and nothing else is played."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from aicore.study.lesson.lesson import SEAT, Lesson, load_lesson
from aicore.study.session.sitting import Sitting
from aicore.web.errors import WebError
from aicore.web.store import Facts


@lru_cache(maxsize=16)
def of_game(game: str) -> Lesson:
    """The lesson of a game. Raises AicoreError."""
    return load_lesson(game)


def facts_of(name: str) -> Facts:
    """What a table is where the lesson of a game is learned. Raises AicoreError."""
    lesson = of_game(name)
    game = lesson.game
    options, players = dict(game.options), lesson.players
    return Facts(name, game.seats, options, lesson.seed, players, [""] * game.seats, lesson=True)


def own_actions(table: Sitting) -> list[str]:
    """What the learner played so far."""
    return [text for actor, text in table.log.events if actor == SEAT]


def described(lesson: Lesson, table: Sitting, legal: Sequence[str]) -> dict[str, Any]:
    """The step that is due, for who clicks.

    Args:
        legal: the learner's legal actions now.
    """
    place = lesson.place(own_actions(table))
    over = place == len(lesson.steps)
    step = None if over else lesson.steps[place]
    return {
        "step": place,
        "steps": len(lesson.steps),
        "do": lesson.end if step is None else step.clicked(step.do),
        "lit": []
        if step is None
        else [number for number, action in enumerate(legal) if step.allows(action)],
        "comment": lesson.steps[place - 1].comment if place else "",
    }


def check(lesson: Lesson, table: Sitting, actions: Sequence[str]) -> None:
    """Raises WebError at the first action that leads elsewhere."""
    own = own_actions(table)
    for action in actions:
        place = lesson.place(own)
        if place == len(lesson.steps):
            return
        step = lesson.steps[place]
        if not step.allows(action):
            raise WebError(step.clicked(step.wrong) or f"That comes later. {step.clicked(step.do)}")
        own.append(action)
