"""A first game of a title: what `lesson.toml` in the game's folder says.

```toml
seed = "1"                    # the luck of the lesson
against = "greedy"            # who has the other seats, where there are any
end = "what to say after the last step"
options = {}                  # of the game
[[steps]]
do = "what to do, in a sentence that names the action: airlock W"
done = "airlock W"            # the action
wrong = "why nothing else serves here"
comment = "what to say when it is done"
times = 1                     # so many steps of the same
```

A step is done by one action alone, so the cards, squares and opponents of the later steps are those
that their sentences name.
"""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from importlib.resources import files
from typing import TYPE_CHECKING, Any

import aicore
from aicore.core.errors import AicoreError

if TYPE_CHECKING:
    from aicore.core.game import Game
    from aicore.study.session.sitting import Sitting

SEAT = 0  # the learner's
STRAYED = "This game went another way than the lesson does."


class NoLesson(AicoreError):
    """There is no lesson for a game, or it cannot be read."""


@dataclass(frozen=True)
class LessonStep:
    """One thing to do; see the module."""

    do: str
    done: str
    wrong: str = ""
    comment: str = ""

    def clicked(self) -> LessonStep:
        """Return the step for somebody who clicks: without the move that could be typed."""
        return replace(self, do=self._without(self.do), wrong=self._without(self.wrong))

    def _without(self, text: str) -> str:
        head, mark, typed = text.rpartition(": ")
        if not mark or typed != self.done:
            return text
        return f"{head.removesuffix('Type').rstrip(' .')}."

    @property
    def refusal(self) -> str:
        """What to say of any other action."""
        return self.wrong or f"That comes later. {self.do}"


@dataclass(frozen=True)
class Lesson:
    """A script: which game, and the steps in order."""

    game: Game
    seed: str
    against: str
    steps: list[LessonStep]
    end: str

    def clicked(self) -> Lesson:
        """Return the lesson for somebody who clicks."""
        return replace(self, steps=[step.clicked() for step in self.steps])

    def due(self, actions: Sequence[str], legal: Sequence[str] = ()) -> LessonStep | None:
        """Return the step that is due; None after the last, or where the game strayed.

        Args:
            actions: the learner's so far.
            legal: the learner's legal actions now; empty while others move.
        """
        place = len(actions)
        if place >= len(self.steps) or self._strayed(actions, legal):
            return None
        return self.steps[place]

    def _strayed(self, actions: Sequence[str], legal: Sequence[str]) -> bool:
        """Whether what the script says can no longer be done.

        That is so at a table from the time of another script, or where the opponent's computer was
        replaced.
        """
        script = [step.done for step in self.steps]
        rest = script[len(actions) :]
        played = list(actions[: len(script)])
        return played != script[: len(played)] or bool(rest and legal and rest[0] not in legal)

    def progress(self, actions: Sequence[str], legal: Sequence[str]) -> dict[str, Any]:
        """Return the fields of a `lesson` message; arguments as for `due`."""
        step = self.due(actions, legal)
        strayed = self._strayed(actions, legal)
        place = len(self.steps) if step is None else len(actions)
        return {
            "step": place,
            "steps": len(self.steps),
            "do": STRAYED if strayed else self.end if step is None else step.do,
            "lit": [number for number, action in enumerate(legal) if step and action == step.done],
            "comment": self.steps[place - 1].comment if place and not strayed else "",
        }

    def refusal(self, actions: Sequence[str], legal: Sequence[str], wished: Sequence[str]) -> str:
        """Return what to say of actions that lead elsewhere; "" where they are the lesson's.

        Args:
            actions, legal: as for `due`.
            wished: the next actions, the first of them legal.
        """
        own = list(actions)
        for action in wished:
            step = self.due(own, legal)
            if step is None:
                return ""
            if action != step.done:
                return step.refusal
            own, legal = [*own, action], ()
        return ""

    @property
    def players(self) -> list[str]:
        """Who sits where, as a `Sitting` takes it."""
        return ["human", *[self.against] * (self.game.seats - 1)]


def has_lesson(name: str) -> bool:
    """Whether a game has a lesson."""
    try:
        return files(f"aicore.games.{name}").joinpath("lesson.toml").is_file()
    except ModuleNotFoundError:  # a game in plain Python
        return False


def load_lesson(name: str) -> Lesson:
    """The lesson of a game. Raises NoLesson, UnknownGame."""
    aicore.info(name)  # raises
    if not has_lesson(name):
        raise NoLesson(f"{name} has no lesson yet; `aicore rules {name}` tells how it is played")
    text = files(f"aicore.games.{name}").joinpath("lesson.toml").read_text(encoding="utf-8")
    known = {one.name for one in fields(LessonStep)}
    try:
        script: dict[str, Any] = tomllib.loads(text)
        for step in script["steps"]:
            if strange := set(step) - known - {"times"}:
                raise NoLesson(f"{name}'s lesson: no field {min(strange)!r} in a step")
            if not isinstance(step["done"], str):
                raise NoLesson(f"{name}'s lesson: `done` is one action, not {step['done']!r}")
        return Lesson(
            aicore.load(name, **script.get("options", {})),
            script["seed"],
            script.get("against", "greedy"),
            [one for step in script["steps"] for one in _repeated(**step)],
            script["end"],
        )
    except (KeyError, TypeError, tomllib.TOMLDecodeError) as error:
        raise NoLesson(f"{name}'s lesson cannot be read: {error}") from error


def _repeated(times: int = 1, comment: str = "", **step: Any) -> list[LessonStep]:
    """A step as often as it is due; only after the last there is something to say."""
    return [*[LessonStep(**step)] * (times - 1), LessonStep(**step, comment=comment)]


def learned(table: Sitting) -> tuple[list[str], list[str]]:
    """Return what the learner at a table played so far, and their legal actions now."""
    legal = table.state.view(SEAT).legal() if table.turn == SEAT else []
    return table.actions_of(SEAT), legal
