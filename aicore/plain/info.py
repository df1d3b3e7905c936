"""Registry entry of a plain game, with its notation, rules, drawing and story."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property, wraps
from textwrap import wrap
from typing import Any, TypeVar, cast

from aicore.core.errors import AicoreError, MistakeError, one_line, short
from aicore.core.game import Game
from aicore.core.hooks import Drawing, Notation, Picture, Story
from aicore.core.kinds import Kind
from aicore.core.language import beside, own, paragraphs, pgettext
from aicore.core.language import gettext as _
from aicore.core.parameter import Parameter
from aicore.core.registry import GameInfo
from aicore.core.schema import is_whole
from aicore.core.sources import file_of
from aicore.plain import story
from aicore.plain.build import MAX_SEATS, GameSpec, fields_of, first_sentence, forms_of
from aicore.plain.declared import Declared
from aicore.plain.forms import PlainGrammar
from aicore.plain.mistakes import last_line
from aicore.plain.options import options_of
from aicore.plain.rules import PlainGame

T = TypeVar("T")

PLACES: dict[str, str] = {}
"""Path of each game's file, as it was named last; the game's catalogs are beside the file."""

PLAYERS: dict[str, dict[str, Any]] = {
    "mcts": {"time": 1.0, "sims": 0},
    "expectimax": {"depth": 2, "nodes": 20000},
    "flat": {"time": 1.0, "sims": 0},
}
"""Default parameters of players: a second per move, because plain games differ a lot in speed."""


@dataclass(frozen=True, eq=False)
class PlainInfo(GameInfo):
    """Description of a game in plain Python.

    Args:
        kind: the author's class.
        file: name of the author's file, as tracebacks show it.
    """

    kind: type[Declared] = field(repr=False)
    file: str = ""

    @property
    def place(self) -> str:
        """Path of the file with the game's catalogs beside it."""
        return PLACES.get(self.name, self.file)

    def translated(self, text: str) -> str:
        """Return the translation of one of the author's texts, by the catalog beside the file."""
        with beside(self.place):
            return own(text)

    def choice(self, word: str) -> str:
        """Return an option's choice as people read it; they type the word itself."""
        return self.translated(word).replace("_", " ")

    @property
    def options(self) -> dict[str, Parameter]:
        """Rule options by name, with texts in the current language."""
        return self.parameters()

    def _with_catalog(self, show: Callable[..., T]) -> Callable[..., T]:
        """Return `show`, wrapped so that it uses the catalog beside the game's file."""

        @wraps(show)
        def shown(*given: Any, **named: Any) -> T:
            with beside(self.place):
                return show(*given, **named)

        return shown

    @property
    def title(self) -> str:
        """Name of the game."""
        return one_line(self.translated(title_of(self.kind)), 60)

    @property
    def summary(self) -> str:
        """Summary of the game, in one line."""
        return one_line(self.translated(summary_of(self.kind)), 100)

    @property
    def engine(self) -> type[Game]:
        """Class of the game's rules."""
        return PlainGame

    def make(self, seats: int, options: dict[str, int | str]) -> GameSpec:
        """Return engine data for a number of seats. Raises AicoreError with the author's line."""
        try:
            return GameSpec(self.kind, seats, options, self.file)
        except AicoreError as error:
            raise AicoreError(f"{self.label}: {error}") from error
        except Exception as error:
            place = last_line(error.__traceback__, self.file)
            at = f", line {place[1]}" if place else ""
            said = f"{self.label}{at}: {type(error).__name__}: {one_line(error, 150)}"
            file, line = place[:2] if place else (None, None)
            raise MistakeError(said, file, line) from error

    @property
    def label(self) -> str:
        """Name of the file in messages."""
        return file_of(self.name) or self.name

    @cached_property
    def notation(self) -> Notation:
        """Notation of the game's events, from the grammar of its forms."""
        return Notation(grammar=grammar)

    @cached_property
    def drawing(self) -> Drawing:
        """Drawing of positions for a terminal."""
        from aicore.plain.views import draw  # imports Rich, which no page needs

        return Drawing(draw=self._with_catalog(draw))

    @cached_property
    def story(self) -> Story:
        """Story of the game in words."""
        return Story(
            aim=self._with_catalog(story.aim), glossary=self._with_catalog(story.glossary),
            tell=self._with_catalog(story.tell), end=self._with_catalog(story.end),
            tell_all=self._with_catalog(story.tell_all),
        )  # fmt: skip

    @cached_property
    def picture(self) -> Picture:
        """Picture of positions for a page."""
        from aicore.plain.picture import draw  # imports XML, which no terminal needs

        return Picture(draw=self._with_catalog(draw))

    @property
    def rules_text(self) -> str:
        """Docstring of the class and, for terminals, the lines that players can type."""
        with beside(self.place):
            text = own_paragraphs(self.kind.__doc__) or self.summary
        typed = _("What you type")
        lines = [f"# {self.title}", "", text, "", "<!-- terminal -->", f"## {typed}", ""]
        seats = self.seats[1]
        for form in forms_of(self.kind):
            about = self.translated(first_sentence(getattr(form.play, "__doc__", None)))
            bound = form.bound(seats, 0)
            where = "; ".join(
                _("{blank} is {allowed}", blank=blank.name, allowed=blank.allowed)
                for blank in bound.blanks
            )
            if not form.chance:
                line = f"- `{form.pattern}`{': ' + about if about else ''}"
                line += f" ({where})" if where else ""
                lines += wrap(line, 100, subsequent_indent="  ")
        return "\n".join(lines) + "\n"

    @property
    def law(self) -> str:
        """Rules, fields of the state, and chance events."""
        state, turn = _("The state"), _("a seat, chance or end")
        lines = [self.rules, f"## {state}", "", f"- `turn`: {turn}"]
        for name, one in fields_of(self.kind).items():
            field = f"`{name}`"
            if one.seats:
                field = _("{field} of each seat", field=field)
            values = values_of(one.among(self.seats[1]))
            if one.hidden:
                values = _("{values}, hidden", values=values)
            lines += wrap(f"- {field}: {values}", 100, subsequent_indent="  ")
        if self.options:
            options = pgettext("heading", "Options")
            lines += ["", f"## {options}", ""]
            lines += [f"- `{option.name}`: {option.help}" for option in self.options.values()]
        events = [form.pattern for form in forms_of(self.kind) if form.chance]
        if events:
            chance = pgettext("heading", "Chance")
            lines += ["", f"## {chance}", "", *(f"- `{pattern}`" for pattern in events)]
        return "\n".join([*lines, "", _("Source: the game's file."), ""])


def own_paragraphs(text: str | None) -> str:
    """Return a docstring in the current language; each paragraph is translated by itself."""
    return "\n\n".join(map(own_paragraph, paragraphs(text)))


def own_paragraph(text: str) -> str:
    """Return a paragraph in the current language; the catalog has it in one line."""
    line = " ".join(text.split())
    translated = own(line)
    return text if translated == line else translated


def grammar(game: Game) -> PlainGrammar:
    """Return the grammar of the author's forms."""
    return cast(PlainGrammar, game.grammar)


def values_of(kind: Kind) -> str:
    """Return the possible values of a field as text."""
    if kind.names is None:
        return _("{first} to {last}", first=kind.low, last=kind.high)
    if kind.values is not None:
        first, last, step = kind.names[0], kind.names[-1], kind.values[1] - kind.values[0]
        return _("{first} to {last} in steps of {step}", first=first, last=last, step=str(step))
    return ", ".join(
        str(name).lower() if isinstance(name, bool) else str(name) for name in kind.names
    )


def title_of(kind: type[Declared]) -> str:
    """Return the name of an author's game; by default from the name of its class."""
    words = re.findall(r"[A-Z]?[^A-Z]+|[A-Z]+", kind.__name__.replace("_", " "))
    spaced = " ".join("".join(words).split() if " " in kind.__name__ else words)
    return str(kind.title or spaced)


def summary_of(kind: type[Declared]) -> str:
    """Return the summary of an author's game; by default from its docstring."""
    return str(kind.summary or first_sentence(kind.__doc__) or title_of(kind))


def unit_of(given: object) -> str:
    """Return the checked unit of a game's stakes. Raises AicoreError."""
    if not isinstance(given, str) or (given and one_line(given, 20) != given):
        raise AicoreError(
            f"stakes = {short(repr(given))}: it must be a word of at most 20 characters, such as "
            '"chips", or "" where only placing counts'
        )
    return given


def _parameters(player: str, given: dict[str, Any]) -> dict[str, Any]:
    """Return a player's default parameters; an author's limit replaces all usual parameters."""
    usual = PLAYERS.get(player, {})
    return given if usual.keys() & given.keys() else {**usual, **given}


def info_of(name: str, kind: type[Declared], file: str, folder: Any, digest: str = "") -> PlainInfo:
    """Return the description of an author's class. Raises AicoreError.

    Args:
        name: name of the game.
        kind: the author's class.
        file: name of the author's file, as tracebacks show it.
        folder: folder of the file.
        digest: digest of the file's text; "" if the game is not from a file.
    """
    title, summary = title_of(kind), summary_of(kind)
    seats: Any = kind.seats
    low: Any
    high: Any
    low, high = seats if isinstance(seats, tuple) and len(seats) == 2 else (seats, seats)
    if not is_whole(high, 1, MAX_SEATS) or not is_whole(low, 1, high):
        raise AicoreError(
            f"seats = {short(repr(seats))}: it must be a number from 1 to {MAX_SEATS}, "
            "or (fewest, most)"
        )
    default = kind.default_seats or max(low, min(2, high))
    if not low <= default <= high:
        raise AicoreError(
            f"default_seats = {short(repr(default))}: it must be from {low} to {high}"
        )
    stakes = unit_of(kind.stakes)
    game: dict[str, Any] = {
        "title": one_line(title, 60), "summary": one_line(summary, 100), "seats": [low, high],
        "default_seats": default, "kind": "game", "digest": digest,
    }  # fmt: skip
    if stakes:
        game["stakes"] = stakes
    players = {player: _parameters(player, kind.players.get(player, {}))
               for player in {**PLAYERS, **kind.players}}  # fmt: skip
    data: dict[str, Any] = {"game": game, "options": options_of(kind.options), "players": players}
    about = PlainInfo(name, folder, data, kind, file)
    about.make(default, {name: each["default"] for name, each in data["options"].items()})
    return about
