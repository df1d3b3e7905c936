"""Lesson: a guided first game, from `lesson.toml` in the game's folder.

```toml
seed = "1"                    # the luck of the lesson
against = "greedy"            # player of the other seats, if any
end = "closing words, after the last step"
options = {}                  # the game's options
[[steps]]
do = "the task, in a sentence that names the action: airlock W"
done = "airlock W"            # the action
wrong = "why no other action helps here"
comment = "praise or explanation once it is done"
times = 1                     # how often the action is played, all at once
```

Each step accepts a single action, so that the sentences of later steps name the right cards,
squares and opponents.
"""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from functools import cached_property
from importlib.resources import files
from itertools import accumulate
from typing import TYPE_CHECKING, Any

import aicore
from aicore.core.errors import AicoreError

if TYPE_CHECKING:
    from aicore.core.game import Game

SEAT = 0  # the learner's seat
STRAYED = "This game no longer follows the lesson."


class NoLesson(AicoreError):
    """Error for a game without a lesson, or with an unreadable one."""


@dataclass(frozen=True)
class LessonStep:
    """One task of a lesson; the module describes the fields."""

    do: str
    done: str
    wrong: str = ""
    comment: str = ""
    times: int = 1

    def clicked(self) -> LessonStep:
        """Return the step without the move to type, for a person who clicks."""
        return replace(self, do=self._without(self.do), wrong=self._without(self.wrong))

    def _without(self, text: str) -> str:
        head, mark, typed = text.rpartition(": ")
        if not mark or typed != self.done:
            return text
        return f"{head.removesuffix('Type').rstrip(' .')}."

    @property
    def refusal(self) -> str:
        """Text that refuses any other action."""
        return self.wrong or f"That comes later. {self.do}"


@dataclass(frozen=True)
class Lesson:
    """Script of a lesson: the game, and the steps in order."""

    game: Game
    seed: str
    against: str
    steps: list[LessonStep]
    end: str

    def clicked(self) -> Lesson:
        """Return the lesson without moves to type, for a person who clicks."""
        return replace(self, steps=[step.clicked() for step in self.steps])

    def due(self, actions: Sequence[str], legal: Sequence[str] = ()) -> LessonStep | None:
        """Return the next step; None after the last, or if the game departed from the lesson.

        Args:
            actions: the learner's actions so far.
            legal: the learner's legal actions now; empty while others move.
        """
        place = self._place(len(actions))
        if place == len(self.steps) or self._strayed(actions, legal):
            return None
        return self.steps[place]

    @cached_property
    def script(self) -> list[str]:
        """The learner's actions, in order."""
        return [step.done for step in self.steps for _ in range(step.times)]

    def _place(self, played: int) -> int:
        """Return the index of the step that follows a number of actions."""
        ends = accumulate(step.times for step in self.steps)
        return sum(end <= played for end in ends)

    def whole(self, actions: Sequence[str], wished: Sequence[str]) -> list[str]:
        """Return the wished actions, and the repetitions that complete the last one's step.

        Args:
            actions: the learner's actions so far.
            wished: the next actions, which follow the lesson.
        """
        played = len(actions) + len(wished)
        end = sum(step.times for step in self.steps[: self._place(played - 1) + 1])
        return [*wished, *self.script[played:end]]

    def _strayed(self, actions: Sequence[str], legal: Sequence[str]) -> bool:
        """Whether the learner can no longer follow the script.

        This happens if the game began with another script, or if the opponent was replaced.
        """
        rest = self.script[len(actions) :]
        played = list(actions[: len(self.script)])
        return played != self.script[: len(played)] or bool(rest and legal and rest[0] not in legal)

    def progress(self, actions: Sequence[str], legal: Sequence[str]) -> dict[str, Any]:
        """Return the fields of a `lesson` message; arguments as for `due`."""
        step = self.due(actions, legal)
        strayed = self._strayed(actions, legal)
        place = len(self.steps) if step is None else self._place(len(actions))
        return {
            "step": place,
            "steps": len(self.steps),
            "do": STRAYED if strayed else self.end if step is None else step.do,
            "lit": [number for number, action in enumerate(legal) if step and action == step.done],
            "comment": self.steps[place - 1].comment if place and not strayed else "",
        }

    def refusal(self, actions: Sequence[str], legal: Sequence[str], wished: Sequence[str]) -> str:
        """Return the text that refuses actions off the lesson; "" if they follow the lesson.

        Args:
            actions, legal: as for `due`.
            wished: the next actions, of which the first is legal.
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
        """Players by seat, as for a `SeatedGame`."""
        return ["human", *[self.against] * (self.game.seats - 1)]


def has_lesson(name: str) -> bool:
    """Whether a game has a lesson."""
    try:
        return files(f"aicore.games.{name}").joinpath("lesson.toml").is_file()
    except ModuleNotFoundError:  # a game in plain Python
        return False


def load_lesson(name: str) -> Lesson:
    """Return the lesson of a game. Raises NoLesson, UnknownGame."""
    aicore.info(name)  # raises UnknownGame
    if not has_lesson(name):
        raise NoLesson(f"{name} has no lesson yet; read the rules with `aicore rules {name}`")
    text = files(f"aicore.games.{name}").joinpath("lesson.toml").read_text(encoding="utf-8")
    known = {one.name for one in fields(LessonStep)}
    try:
        script: dict[str, Any] = tomllib.loads(text)
        for step in script["steps"]:
            if strange := set(step) - known:
                raise NoLesson(f"{name}'s lesson: a step has an unknown field {min(strange)!r}")
            if not isinstance(step["done"], str):
                raise NoLesson(f"{name}'s lesson: `done` must be one action, not {step['done']!r}")
        return Lesson(
            aicore.load(name, **script.get("options", {})),
            script["seed"],
            script.get("against", "greedy"),
            [LessonStep(**step) for step in script["steps"]],
            script["end"],
        )
    except (KeyError, TypeError, tomllib.TOMLDecodeError) as error:
        raise NoLesson(f"{name}'s lesson cannot be read: {error}") from error
