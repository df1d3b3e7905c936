"""Effects of a request, which the interface around a session carries out one at a time.

A request is a generator of effects. The interface carries out each effect and resumes the
generator, so a session never calls an interface. If an effect fails, the interface closes the
generator, and the remaining effects do not happen.

| effect | action of the interface |
| --- | --- |
| a dict | sends the message to the viewer |
| `Step` | saves the event, which counts once the interface resumes the generator |
| `Cut` | saves the undo, which counts once the interface resumes the generator |
| `Think` | runs the job, now or later, and sends the message that `then` makes of its result |
| `Confirm` | asks the person and sends the answer into the generator, or None if it cannot ask |
| `Signal.REFRESH` | sends the viewer the state of the game |
| `Signal.STOP` | stops the computer's search, because its position is about to change |
| None | a pause: other work may come first |
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass
from enum import Enum
from typing import Any

from aicore.arena.log import Step
from aicore.session.seated_game import Cut
from aicore.session.viewer_presenter import Message


@dataclass(frozen=True)
class Think:
    """Job of `aicore.session.jobs` for the viewer.

    The arguments can be pickled. A view among them belongs to the seat that decides; the viewer
    never sees an answer about another seat's view.

    Args:
        job: the name of the job.
        arguments: the job's arguments after the progress callback.
        then: turns the job's result into the viewer's message; returns None if it came too late.
    """

    job: str
    arguments: tuple[Any, ...]
    then: Callable[[Any], Message | None]


@dataclass(frozen=True)
class Confirm:
    """Question to a person before an action.

    Args:
        action: the action to confirm.
        text: the warning, in a sentence.
        back: whether an undo would take the action back.
    """

    action: str
    text: str
    back: bool


class Signal(Enum):
    """Effects without content."""

    REFRESH = "refresh"
    STOP = "stop"


Effect = Message | Step | Cut | Think | Confirm | Signal | None
Effects = Generator[Effect, bool | None, None]
