"""What a game's Python modules offer to those who show it: every hook there is, and its default.

Of a game's folder only game.pyx is asked for rules. All else is looked up here, once for each game:
a class below stands for a module, its fields for the functions that the module may define. Those
without a default it must define.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, dataclass, field, fields
from importlib import import_module
from typing import TYPE_CHECKING, Any, TypeVar

from aicore.core import phrasebook
from aicore.core.errors import AicoreError

if TYPE_CHECKING:
    from types import ModuleType
    from xml.etree.ElementTree import Element

    from rich.console import RenderableType

    from aicore.core.game import Game, State, View
    from aicore.core.grammar import Grammar
    from aicore.core.picture import Scene
    from aicore.core.story import Ending, Names, SeenEvent


class NoModule(AicoreError):
    """A module that a game's folder lacks."""


@dataclass(frozen=True)
class Notation:
    """words/notation.py: events in words, and what people may type.

    Args:
        grammar: ``(game)``, the forms of its actions and outcomes.
        expand: ``(position, line)``, the texts of the several actions that a typed line stands
            for; None if it is no such line. Raises NotationError that says what forbids it.
        LINES: examples of such lines.
        STAGED: first words of actions that people choose in stages, such as `rav U1 to S1 tail P1`:
            where they are many, a list shows the first four words of each.
        shorten: ``(texts)``, the lines that tell what a seat did in a row.
        why_not: ``(position, text)``, the rule that forbids a well-formed action, None where none
            does. Raises NotationError.
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
        draw: ``(position, names=None)``, the position within 78 columns, and within the rows
            there are (`options.max_height`) if it can; with `names`, seats by what they are called.
        draw_whole: ``(position, names=None)``, all of it, where `draw` leaves out what a small
            terminal has no room for.
        draw_news: ``(position, before, after, names=None)``, as `draw`, with what changed between
            two earlier positions marked.
        sketch: ``(position, plans)``, the board with what actions would change drawn in
            it; one plan is a row of actions, several are choices. None where nothing would show.
        SEAT_MARKS: what stands on the board for each seat, such as ("x", "o"); () for nothing.
        odds: ``(position)``, the exact chances behind the actions; None where nothing depends on
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
    """words/story.py: the game in words, as each listener may know it; see `aicore.core.story`.

    Args:
        tell: ``(game, event, names)``, an event in a sentence.
        end: ``(game, ending, names)``, how the game ended.
        aim: ``(game)``, what to try for, what a turn is, how it ends, and the danger to know; as
            words.toml has it, see `aicore.core.phrasebook`.
        glossary: ``(game)``, what each word of the game means, by the word as it is typed; as
            words.toml has it.
        tell_all: ``(game, events, names)``, many events in few sentences.
        danger: ``(game, event)``, why an action that is about to be played may cost the game;
            "" where it does not.
        confirm: ``(game, event)``, what an action that is about to be played commits at once or
            leaves unspent, where that is much and it is confirmed first; "" where it is not.
        note: ``(game, position, action)``, what a legal action costs or brings, in a few words; ""
            for nothing. The position is the view of the seat that is to move.
        score: ``(game, scores)``, the score of a game for one seat in words, as "3 of 7 points".
        titles: ``(game)``, names of things whose typed word is a code, such as "alpha.ca".
        ENDS: how games end, by `State.end`, as "when all are out" after "the games end".
        SCORE: what the score of a game for one seat counts.
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
    SCORE: str = "points"


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
"""The module of a game's folder that each class stands for."""

PLAIN = {Story: "aicore.core.plain_story", Picture: "aicore.core.plain_picture"}
"""What stands in where a game has no such module."""

Kind = TypeVar("Kind", Notation, Drawing, Story, Picture)


def module_of(game: str, part: str, missing: str) -> ModuleType:
    """A module of a game's folder.

    Args:
        part: its name within the folder, such as "picture.terminal".
        missing: what an author should do where there is none.

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
    """What a game offers of one kind. Raises AicoreError where it lacks what it must define.

    A game without words/story.py is told in its notation, one without picture/svg.py shown as text.
    """
    part = MODULES[kind]
    file = f"{part.replace('.', '/')}.py"
    try:
        module = module_of(game, part, f"{file}: see docs/adding-a-game.md")
    except NoModule:
        if kind not in PLAIN:
            raise
        module = import_module(PLAIN[kind])
    offered = {}
    for one in fields(kind):
        if hasattr(module, one.name):
            offered[one.name] = getattr(module, one.name)
        elif one.default is MISSING and one.default_factory is MISSING:
            raise AicoreError(
                f"{game}/{file} does not define {one.name}: see docs/adding-a-game.md"
            )
    return kind(**offered)
