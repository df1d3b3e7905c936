"""A lesson as its learner meets it: a session that allows only the actions of the current step.

In and out go the messages of `aicore.session.session`; after each `state` comes

| out | meaning |
| --- | --- |
| `lesson {step, steps, do, lit, comment}` | the next task, and a comment on the last one |

`step` counts from 0. It equals `steps` when the lesson is done; then the game is an ordinary one.
`lit` holds the indices of the step's actions in the state's `legal`; `comment` is about the step
before. All of it comes from the learner's own actions and legal actions.
"""

from __future__ import annotations

from collections.abc import Sequence

from aicore.arena.log import GameLog
from aicore.coach.lesson import SEAT, Lesson
from aicore.session.move_input import moves_meant
from aicore.session.seated_game import SeatedGame
from aicore.session.session import Refused, Session
from aicore.session.viewer_presenter import Message


class LessonSession(Session):
    """One learner of a lesson."""

    def __init__(self, lesson: Lesson) -> None:
        table = SeatedGame(GameLog(lesson.game, lesson.seed), lesson.players)
        super().__init__(table, SEAT)
        self.lesson = lesson

    @property
    def place(self) -> int:
        """Number of steps done; undo leads back to earlier ones."""
        return int(self.progress()["step"])

    def refresh(self) -> None:
        """Send the current state of the game, and the next task."""
        super().refresh()
        self.send(self.progress())

    def progress(self) -> Message:
        """Return the current step as a message."""
        return {"type": "lesson"} | self.lesson.progress(*learner_moves(self.table))

    def prescribed(self) -> str | None:
        """Return the action that the step asks for."""
        step = self.lesson.due(*learner_moves(self.table))
        return None if step is None else step.done

    def on_act(self, actions: list[str], ply: int) -> None:
        """Play actions if the step asks for them."""
        self._moving(ply)
        self._check(actions)
        super().on_act(actions, ply)

    def on_type(self, line: str, ply: int) -> None:
        """Play a typed line if the step asks for it."""
        table, seat = self._moving(ply)
        meant = moves_meant(line, table.state.view(seat))
        self._check(meant)
        self.warned = (ply, table.undone, meant[0])  # the step asks for it: no confirmation
        super().on_type(line, ply)

    def _check(self, actions: Sequence[str]) -> None:
        """Raise Refused at the first action that departs from the lesson."""
        if refusal := self.lesson.refusal(*learner_moves(self.table), actions):
            raise Refused(refusal)


def learner_moves(table: SeatedGame) -> tuple[list[str], list[str]]:
    """Return the learner's actions at a table so far, and their legal actions now."""
    legal = table.state.view(SEAT).legal() if table.turn == SEAT else []
    return table.actions_of(SEAT), legal
