"""Hooks: functions and constants of a game's Python modules, for code that shows the game.

In a game's folder, Python modules show the game; its rules are compiled. Each class below stands
for one of these modules, and each field for a function or a constant of that module. A field
without a default is required.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, dataclass, field, fields
from importlib import import_module
from typing import TYPE_CHECKING, Any, TypeVar

from aicore.core import phrasebook
from aicore.core.errors import AicoreError
from aicore.core.language import N_

if TYPE_CHECKING:
    from types import ModuleType
    from xml.etree.ElementTree import Element

    from rich.console import RenderableType

    from aicore.core.game import Game, State, View
    from aicore.core.grammar import Grammar
    from aicore.core.picture import Scene
    from aicore.core.story import Ending, Names, SeenEvent


class NoModule(AicoreError):
    """Module that a game's folder lacks."""


@dataclass(frozen=True)
class Notation:
    """words/notation.py: events in words, and lines that people may type.

    For each function, the list gives its arguments and its result.

    Args:
        grammar: ``(game)``, the forms of the game's actions and outcomes.
        expand: ``(position, line)``, the texts of the actions that a typed line stands for, or None
            if it stands for none. Raises NotationError, with the reason, if the rules forbid one.
        LINES: examples of lines that `expand` reads.
        STAGED: first words of actions that people choose in stages, such as `rav U1 to S1 tail P1`.
            A long list shows only the first four words of each action.
        shorten: ``(texts)``, lines that summarize a seat's consecutive actions.
        why_not: ``(position, text)``, the rule that forbids a well-formed action, or None. Raises
            NotationError.
    """

    grammar: Callable[[Game], Grammar[Any]]
    expand: Callable[[State | View, str], list[str] | None] | None = None
    LINES: tuple[str, ...] = ()
    STAGED: tuple[str, ...] = ()
    shorten: Callable[[Sequence[str]], list[str]] | None = None
    why_not: Callable[[State | View, str], str | None] | None = None


@dataclass(frozen=True)
class Drawing:
    """picture/terminal.py: positions as a terminal shows them.

    Args:
        draw: ``(position, names=None)``, the position within 78 columns and, if possible, within
            the available rows (`options.max_height`); `names` replace the seats' numbers.
        draw_whole: ``(position, names=None)``, the whole position; needed if `draw` leaves out
            parts in a small terminal.
        draw_news: ``(position, before, after, names=None)``, the drawing of `draw` with marks at
            the changes from position `before` to position `after`.
        sketch: ``(position, plans)``, the board with the changes that actions would make; None if
            there are none. A plan is a sequence of actions; several plans are alternatives.
        SEAT_MARKS: marks of the seats on the board, such as ("x", "o"); () if there are none.
        odds: ``(position)``, the exact probabilities behind the actions; None if nothing depends on
            luck.
    """

    draw: Callable[..., RenderableType]
    draw_whole: Callable[..., RenderableType] | None = None
    draw_news: Callable[..., RenderableType] | None = None
    sketch: Callable[..., RenderableType | None] | None = None
    SEAT_MARKS: tuple[str, ...] = ()
    odds: Callable[[State | View], RenderableType | None] | None = None


@dataclass(frozen=True)
class Story:
    """words/story.py: the game in words, limited to what the listener may know.

    See `aicore.core.story`.

    Args:
        tell: ``(game, event, names)``, an event in a sentence.
        end: ``(game, ending, names)``, the end of the game in a sentence.
        aim: ``(game)``, sentences on the goal, a turn, the end and the main danger, from
            words.toml; see `aicore.core.phrasebook`.
        glossary: ``(game)``, the meanings of the game's words, by the word as typed, from
            words.toml.
        tell_all: ``(game, events, names)``, many events in a few sentences.
        danger: ``(game, event)``, the reason why an action about to be played may lose the game; ""
            if there is none.
        confirm: ``(game, event)``, the question to confirm an action about to be played, if it
            commits much or leaves much unspent; "" otherwise.
        note: ``(game, position, action)``, the cost or gain of a legal action in a few words; "" if
            there is none. The position is the view of the seat to move.
        score: ``(game, scores)``, the score of a game for one seat in words: "3 of 7 points".
        titles: ``(game)``, the names of things that people type as a code, such as "alpha.ca".
        ENDS: phrases by `State.end` that complete "the games end", such as "when all are out";
            they are translated where they are shown, like SCORE.
        SCORE: unit of the score of a game for one seat.
    """

    tell: Callable[[Game, SeenEvent, Names], str]
    end: Callable[[Game, Ending, Names], str]
    aim: Callable[[Game], tuple[str, ...]] = phrasebook.aim
    glossary: Callable[[Game], dict[str, str]] = phrasebook.glossary
    tell_all: Callable[[Game, Sequence[SeenEvent], Names], list[str]] | None = None
    danger: Callable[[Game, SeenEvent], str] | None = None
    confirm: Callable[[Game, SeenEvent], str] | None = None
    note: Callable[[Game, State | View, str], str] | None = None
    score: Callable[[Game, Sequence[float]], str] | None = None
    titles: Callable[[Game], dict[str, str]] | None = None
    ENDS: Mapping[str, str] = field(default_factory=dict)
    SCORE: str = N_("points")


@dataclass(frozen=True)
class Picture:
    """picture/svg.py: positions as a page shows them; see `aicore.core.picture`.

    Args:
        draw: ``(scene)``, the picture, an SVG element.
    """

    draw: Callable[[Scene], Element]


MODULES: dict[type, str] = {
    Notation: "words.notation",
    Drawing: "picture.terminal",
    Story: "words.story",
    Picture: "picture.svg",
}
"""Module within a game's folder, for each class."""

PLAIN = {Story: "aicore.core.plain_story", Picture: "aicore.core.plain_picture"}
"""Modules to use instead of those that a game lacks."""

Kind = TypeVar("Kind", Notation, Drawing, Story, Picture)


def module_of(game: str, part: str, missing: str) -> ModuleType:
    """Return a module of a game's folder.

    Args:
        game: name of the game.
        part: name of the module within the folder, such as "picture.terminal".
        missing: end of the error "GAME has no ...", with advice for the author.

    Raises AicoreError.
    """
    name = f"aicore.games.{game}.{part}"
    try:
        return import_module(name)
    except ModuleNotFoundError as error:
        if error.name not in (name, name.rpartition(".")[0]):
            raise
        raise NoModule(f"{game} has no {missing}") from error


def hooks(kind: type[Kind], game: str) -> Kind:
    """Return a game's hooks of one kind. Raises AicoreError if it lacks a required one.

    Without words/story.py, a game's story is its notation. Without picture/svg.py, its picture is
    text.
    """
    part = MODULES[kind]
    file = f"{part.replace('.', '/')}.py"
    try:
        module = module_of(game, part, f"{file}; see docs/adding-a-game.md")
    except NoModule:
        if kind not in PLAIN:
            raise
        module = import_module(PLAIN[kind])
    offered = {}
    for hook in fields(kind):
        if hasattr(module, hook.name):
            offered[hook.name] = getattr(module, hook.name)
        elif hook.default is MISSING and hook.default_factory is MISSING:
            raise AicoreError(
                f"{game}/{file} does not define {hook.name}; see docs/adding-a-game.md"
            )
    return kind(**offered)
