"""What a game's Python modules offer to those who show it: every hook there is, and its default.

Of a game's folder only game.pyx is asked for rules. All else is looked up here, once for each game:
a class below stands for a module, its fields for the functions that the module may define. Those
without a default it must define.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from importlib import import_module
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from rich.console import RenderableType

    from aicore.core.game import Game, State, View


@dataclass(frozen=True)
class Notation:
    """text.py: events in words, and what people may type.

    Args:
        to_text: ``(game, event)``, the text of an action or outcome.
        from_text: ``(game, text)``, the event that a text denotes. Raises NotationError.
        expand: ``(position, line)``, the texts of the several actions that a typed line stands
            for; None if it is no such line. Raises NotationError that says what forbids it.
        LINES: examples of such lines.
        shorten: ``(texts)``, the lines that tell what a seat did in a row.
        why_not: ``(position, text)``, the rule that forbids a well-formed action, None where none
            does. Raises NotationError.
    """

    to_text: Callable[[Game, int], str]
    from_text: Callable[[Game, str], int]
    expand: Callable[[State | View, str], list[str] | None] | None = None
    LINES: tuple[str, ...] = ()
    shorten: Callable[[Sequence[str]], list[str]] | None = None
    why_not: Callable[[State | View, str], str | None] | None = None


@dataclass(frozen=True)
class Drawing:
    """view.py: positions as a terminal shows them.

    Args:
        draw: ``(position, seat=None)``, the position within 78 columns; with `seat`, what this
            seat knows of a full state.
        draw_whole: ``(position)``, all of it, where `draw` leaves out what a small terminal has no
            room for.
        odds: ``(position)``, the exact chances behind the actions; None where nothing hangs on
            luck.
    """

    draw: Callable[..., RenderableType]
    draw_whole: Callable[[State | View], RenderableType] | None = None
    odds: Callable[[State | View], RenderableType | None] | None = None


MODULES = {Notation: "text", Drawing: "view"}
"""The module of a game's folder that each class stands for."""


Kind = TypeVar("Kind", Notation, Drawing)


def hooks(kind: type[Kind], game: str) -> Kind:
    """What a game offers of one kind. Raises TypeError where it lacks what it must define."""
    module = import_module(f"aicore.games.{game}.{MODULES[kind]}")
    names = [one.name for one in fields(kind) if hasattr(module, one.name)]
    return kind(**{name: getattr(module, name) for name in names})
