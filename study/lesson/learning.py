"""A lesson as its learner meets it: a session that lets only happen what the step is about.

In and out go the messages of `aicore.study.session.session`; after each `state` comes

| out | means |
| --- | --- |
| `lesson {step, steps, do, lit, comment}` | what is to be done, and what was done |

`step` counts from 0; it equals `steps` when the lesson is done: then the game is an ordinary one.
`lit` holds the places of the actions that do it in the state's `legal`; `comment` is about the step
before. All of it comes from the learner's own actions and what is legal for it.
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
        """How many steps are done: undo leads back to earlier ones."""
        return int(self.progress()["step"])

    def refresh(self) -> None:
        """Tell how the game is now, and what to do."""
        super().refresh()
        self.send(self.progress())

    def progress(self) -> Message:
        """The step that is due, as a message."""
        return {"type": "lesson"} | self.lesson.progress(*learned(self.table))

    def prescribed(self) -> str | None:
        """The action that the step asks for."""
        step = self.lesson.due(*learned(self.table))
        return None if step is None else step.done

    def on_act(self, actions: list[str], ply: int) -> None:
        """Play actions, if they are what the step is about."""
        self._moving(ply)
        self._check(actions)
        super().on_act(actions, ply)

    def on_type(self, line: str, ply: int) -> None:
        """Play what was typed, if it is what the step is about."""
        table, seat = self._moving(ply)
        meant = moves_meant(line, table.state.view(seat))
        self._check(meant)
        self.warned = (ply, table.undone, meant[0])  # it is what the step asks for
        super().on_type(line, ply)

    def _check(self, actions: Sequence[str]) -> None:
        """Raises Refused at the first action that leads elsewhere."""
        if refusal := self.lesson.refusal(*learned(self.table), actions):
            raise Refused(refusal)
