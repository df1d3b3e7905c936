"""Lesson at a table: the learner's next step, and the refusal of anything else.

Both depend only on the learner's actions so far and their legal actions.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from aicore.coach.lesson import SEAT, LessonStep
from aicore.session.seated_game import SeatedGame


def due(table: SeatedGame) -> LessonStep | None:
    """Return the step that the learner is to do now; None without a lesson, or after its end."""
    if table.lesson is None or table.turn != SEAT:
        return None
    return table.lesson.due(*_learner_moves(table))


def refusal(table: SeatedGame, actions: Sequence[str]) -> str:
    """Return the text for actions that depart from the lesson; "" if they follow it."""
    return "" if table.lesson is None else table.lesson.refusal(*_learner_moves(table), actions)


def with_repetitions(table: SeatedGame, actions: Sequence[str]) -> list[str]:
    """Return the learner's next actions, with the repetitions that the last one's step needs."""
    if due(table) is None or table.lesson is None:
        return list(actions)
    return table.lesson.with_repetitions(table.actions_of(SEAT), actions)


def progress(table: SeatedGame, legal: Sequence[str] | None = None) -> dict[str, Any] | None:
    """Return the next task and a comment on the last one; None without a lesson.

    `step` counts from 0; it equals `steps` when the lesson is done. `lit` has the indices of the
    step's actions in `legal`.

    Args:
        legal: the legal actions that the viewer knows; None for the learner's.
    """
    if table.lesson is None:
        return None
    actions, own = _learner_moves(table)
    return table.lesson.progress(actions, own if legal is None else legal)


def _learner_moves(table: SeatedGame) -> tuple[list[str], list[str]]:
    """Return the learner's actions so far, and their legal actions now."""
    legal = table.state.view(SEAT).legal() if table.turn == SEAT else []
    return table.actions_of(SEAT), legal
