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
from aicore.core.language import N_, fill
from aicore.core.language import gettext as _
from aicore.core.sources import typed

if TYPE_CHECKING:
    from aicore.core.game import Game

SEAT = 0  # the learner's seat
STRAYED = N_("This game no longer follows the lesson.")


class NoLesson(AicoreError):
    """Error for a game without a lesson, or with an unreadable one."""


@dataclass(frozen=True)
class LessonStep:
    """One task of a lesson; the module describes the fields. `gettext` translates the texts.

    Args:
        clicks: whether a person clicks, and so needs no move to type.
    """

    do: str
    done: str
    wrong: str = ""
    comment: str = ""
    times: int = 1
    clicks: bool = False

    def clicked(self) -> LessonStep:
        """Return the step without the move to type, for a person who clicks."""
        return replace(self, clicks=True)

    @property
    def task(self) -> str:
        """Text that asks for the action."""
        return self._read(self.do)

    @property
    def refusal(self) -> str:
        """Text that refuses any other action."""
        return self._read(self.wrong) or _("That comes later. {task}", task=self.task)

    @property
    def praise(self) -> str:
        """Text for the time when the action is done; "" for none."""
        return self._read(self.comment)

    def _read(self, text: str) -> str:
        """Return a text of the lesson in the language spoken here."""
        if not text:
            return ""
        text = _(text)
        head, mark, typed = text.rpartition(": ")
        if not (self.clicks and mark and typed == self.done):
            return text
        ask = _("Type")  # some texts end in "Type: airlock W", others name the action in a sentence
        return f"{head.removesuffix(ask).rstrip(' .')}."


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
        """Actions of the learner, in order."""
        return [step.done for step in self.steps for _time in range(step.times)]

    def _place(self, played: int) -> int:
        """Return the index of the step that follows a number of actions."""
        ends = accumulate(step.times for step in self.steps)
        return sum(end <= played for end in ends)

    def with_repetitions(self, actions: Sequence[str], wished: Sequence[str]) -> list[str]:
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
            "do": _(STRAYED) if strayed else _(self.end) if step is None else step.task,
            "lit": [number for number, action in enumerate(legal) if step and action == step.done],
            "comment": self.steps[place - 1].praise if place and not strayed else "",
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
        missing = _("{game} has no lesson yet; read the rules with `aicore rules {game}`")
        raise NoLesson(fill(missing, game=typed(name)))
    text = files(f"aicore.games.{name}").joinpath("lesson.toml").read_text(encoding="utf-8")
    known = {one.name for one in fields(LessonStep)} - {"clicks"}
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
