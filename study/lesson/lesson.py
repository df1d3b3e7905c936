"""A first game of a title: what `lesson.toml` in the game's folder says.

```toml
seed = "1"                    # the luck of the lesson
against = "greedy"            # who has the other seats, where there are any
end = "what to say after the last step"
options = {}                  # of the game
[[steps]]
do = "what to do, in a sentence"
done = ["airlock W"]          # actions that finish the step; * and ? stand for any characters
way = ["lift *"]              # actions that may come before them
wrong = "why nothing else serves here"
comment = "what to say when it is done"
times = 1                     # so many steps of the same
```
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from dataclasses import dataclass, field, fields
from fnmatch import fnmatchcase
from importlib.resources import files
from typing import TYPE_CHECKING, Any

import aicore
from aicore.core.errors import AicoreError

if TYPE_CHECKING:
    from aicore.core.game import Game

SEAT = 0  # the learner's


class NoLesson(AicoreError):
    """There is no lesson for a game, or it cannot be read."""


@dataclass(frozen=True)
class LessonStep:
    """One thing to do; see the module."""

    do: str
    done: list[str]
    way: list[str] = field(default_factory=list)
    wrong: str = ""
    comment: str = ""

    def clicked(self, text: str) -> str:
        """`do` or `wrong` for who clicks: without the move that could be typed."""
        head, mark, typed = text.rpartition(": ")
        if not mark or not self.allows(typed):
            return text
        return f"{head.removesuffix('Type').rstrip(' .')}."

    def finished_by(self, action: str) -> bool:
        """Whether an action finishes it."""
        return any(fnmatchcase(action, pattern) for pattern in self.done)

    def allows(self, action: str) -> bool:
        """Whether an action belongs to it."""
        return any(fnmatchcase(action, pattern) for pattern in (*self.done, *self.way))


@dataclass(frozen=True)
class Lesson:
    """A script: which game, and the steps in order."""

    game: Game
    seed: str
    against: str
    steps: list[LessonStep]
    end: str

    def place(self, actions: Iterable[str]) -> int:
        """How many steps the learner's actions so far have finished."""
        place = 0
        for action in actions:
            place += place < len(self.steps) and self.steps[place].finished_by(action)
        return place

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
