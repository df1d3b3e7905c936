"""Effects of a request: what a session asks of the interface around it, one at a time.

A request is a generator of effects. The interface carries each one out and goes on; so nothing in
a session calls back into an interface. One that fails stops there: it closes the generator, and
whatever was not carried out has not happened.

| effect | what the interface does |
| --- | --- |
| a dict | sends the message to the viewer |
| `Step` | saves the event, which counts once the interface goes on |
| `Cut` | saves the undo, which counts once the interface goes on |
| `Think` | runs the job, now or later, and sends the message that `then` makes of its result |
| `Confirm` | asks the person and sends the answer into the generator; None: it cannot ask |
| `Signal.REFRESH` | sends the viewer the state of the game |
| `Signal.STOP` | stops the computer's search: its position is about to go |
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

    The arguments can be pickled. A view among them belongs to the seat whose decision it is: an
    answer about another seat's view is never shown to the viewer.

    Args:
        then: returns the message for the viewer; None if the answer came too late.
    """

    job: str
    arguments: tuple[Any, ...]
    then: Callable[[Any], Message | None]


@dataclass(frozen=True)
class Confirm:
    """Question to a person before an action.

    Args:
        text: the warning, in a sentence.
        back: whether an undo would take the action back.
    """

    action: str
    text: str
    back: bool


class Signal(Enum):
    """Effects without a content."""

    REFRESH = "refresh"
    STOP = "stop"


Effect = Message | Step | Cut | Think | Confirm | Signal | None
Effects = Generator[Effect, bool | None, None]
