"""A lesson as its learner meets it: a session that allows only the actions of the current step.

In and out go the messages of `aicore.study.session.session`; after each `state` comes

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
from aicore.study.lesson.lesson import SEAT, Lesson, learned
from aicore.study.session.session import Refused, Session
from aicore.study.session.sight import Message
from aicore.study.session.sitting import Sitting
from aicore.study.typed import moves_meant


class Learning(Session):
    """One learner of a lesson."""

    def __init__(self, lesson: Lesson) -> None:
        table = Sitting(GameLog(lesson.game, lesson.seed), lesson.players)
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
        return {"type": "lesson"} | self.lesson.progress(*learned(self.table))

    def prescribed(self) -> str | None:
        """Return the action that the step asks for."""
        step = self.lesson.due(*learned(self.table))
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
        if refusal := self.lesson.refusal(*learned(self.table), actions):
            raise Refused(refusal)
