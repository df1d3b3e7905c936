"""Argument types with their completion, and options shared by commands."""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click
from click.shell_completion import CompletionItem

from aicore.cli.spoken_help import option
from aicore.core.language import N_
from aicore.core.language import gettext as _

if TYPE_CHECKING:
    from aicore.core.parameter import Parameter

AnyCommand = TypeVar("AnyCommand", bound=click.Command)


class GameName(click.ParamType):  # type: ignore[type-arg]
    """Game name, or the file of a game in plain Python; completed from the registry."""

    name = "game"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the name. A file is executed, since a person named it here."""
        from aicore.plain.loading import is_path, register  # late: --help needs no games

        return register(Path(value)) if is_path(value) else str(value)

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """Return the matching games, or files if none matches."""
        from aicore.core.registry import info, names  # late: --help needs no games

        matching = [
            CompletionItem(name, help=info(name).summary)
            for name in names()
            if name.startswith(incomplete)
        ]
        return matching or [CompletionItem(incomplete, type="file")]


class PlayerSpec(click.ParamType):  # type: ignore[type-arg]
    """Player spec; its name is completed from the registry, then its keys.

    FILE.py and FILE.py:CLASS, either with keys after another colon, are players from the user's own
    files.
    """

    name = "spec"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the spec. A file is executed, since a person named it here."""
        from aicore.players.files import is_path, register  # late: --help needs no players

        return register(value) if isinstance(value, str) and is_path(value) else str(value)

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """Return the matching players, or the keys of the player already named."""
        # late: --help needs no players
        from aicore.players import PLAYERS, player_class
        from aicore.players.defaults import scripts
        from aicore.players.spec import LEVEL, SINGLE_TEXT

        name, colon, rest = incomplete.partition(":")
        if not colon:
            computers = [name for name in (*PLAYERS, LEVEL, *scripts()) if name != "human"]
            return [
                CompletionItem(name, help=_(player_class(name).SUMMARY))
                for name in computers
                if name.startswith(incomplete)
            ]
        if name == LEVEL:
            return [CompletionItem(f"{name}:{one}") for one in range(1, 10) if str(one) != rest]
        if name not in PLAYERS or name in SINGLE_TEXT:
            return []
        *done, last = rest.split(",")
        before = f"{name}:" + "".join(f"{item}," for item in done)
        key, equals, value = last.partition("=")
        parameters = player_class(name).PARAMETERS
        if equals:
            words = next((_words(one) for one in parameters if one.name == key), ())
            return [CompletionItem(f"{before}{key}={w}") for w in words if w.startswith(value)]
        given = {item.partition("=")[0] for item in done}
        return [
            CompletionItem(f"{before}{one.name}=", help=_(one.help))
            for one in parameters
            if one.name.startswith(last) and one.name not in given
        ]


def _words(parameter: Parameter) -> Sequence[str]:
    """Return the words that a parameter takes, if it takes words."""
    from aicore.core.parameter import SWITCH  # late: --help needs no parameters

    return tuple(SWITCH) if isinstance(parameter.default, bool) else parameter.choices


class LevelNumber(click.ParamType):  # type: ignore[type-arg]
    """Level of play from 1 to 9; or auto, where a person plays."""

    name = "level"

    def __init__(self, auto: bool = False) -> None:
        self.auto = auto

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> int | str:
        """Return the number, or auto."""
        if self.auto and value == "auto":
            return "auto"
        if str(value) in map(str, range(1, 10)):
            return int(value)
        wrong = (
            _("{value!r} is not a level: choose 1 to 9 or auto", value=value)
            if self.auto
            else _("{value!r} is not a level: choose 1 to 9", value=value)
        )
        return self.fail(wrong, param, ctx)


class Whole(click.IntRange):
    """Whole number, within optional bounds; anything else is refused in plain words."""

    name = "n"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Return the number."""
        try:
            return int(super().convert(value, param, ctx))
        except click.BadParameter:
            within = _within(self)
            wrong = _("{value!r} is not a whole number{within}.", value=value, within=within)
            self.fail(wrong, param, ctx)

    def _describe_range(self) -> str:  # called by Click for the help of an option
        return _bounds(self)


class Number(click.FloatRange):
    """Finite number, within optional bounds; errors as in `Whole`."""

    name = "x"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """Return the number."""
        try:
            number = float(super().convert(value, param, ctx))
        except click.BadParameter:
            number = math.nan
        if not math.isfinite(number):
            within = _within(self)
            wrong = _("{value!r} is not a number{within}.", value=value, within=within)
            self.fail(wrong, param, ctx)
        return number

    def _describe_range(self) -> str:
        return _bounds(self)


def _bounds(kind: click.IntRange | click.FloatRange) -> str:
    """Return the allowed numbers in words: "1 to 256", "at least 1", "above 0"."""
    if kind.min is None:
        return ""
    low, high = _ends(kind)
    if kind.max is not None:
        return _("{low} to {high}", low=low, high=high)
    return _("above {low}", low=low) if kind.min_open else _("at least {low}", low=low)


def _ends(kind: click.IntRange | click.FloatRange) -> tuple[str, str]:
    """Return the least and the greatest number, as people type them."""
    low, high = (f"{end:g}" if isinstance(end, float) else f"{end}" for end in (kind.min, kind.max))
    return low, high


def _within(kind: click.IntRange | click.FloatRange) -> str:
    """Return the bounds after "a number": " from 1 to 256", " of at least 1", " above 0"."""
    if kind.min is None:
        return ""
    low, high = _ends(kind)
    if kind.max is not None:
        return _(" from {low} to {high}", low=low, high=high)
    return _(" above {low}", low=low) if kind.min_open else _(" of at least {low}", low=low)


class KeyValue(click.ParamType):  # type: ignore[type-arg]
    """Rule option of a game, KEY=VALUE."""

    name = "key=value"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[str, str]:
        """Return the key and the value."""
        if isinstance(value, tuple):
            return value
        key, equals, text = value.partition("=")
        if not (key and equals and text):
            wrong = _(
                "{value!r} does not have the form KEY=VALUE, as in --option rounds=8", value=value
            )
            self.fail(wrong, param, ctx)
        return key, text

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """Return the options of the game named on the command line, then their words."""
        from aicore.core.registry import info, offered  # late: --help needs no games

        line = os.environ.get("COMP_WORDS", "").split()  # Click stops at an option without a value
        named = (word for word in (ctx.params.get("game"), *line) if word in offered())
        game = next(named, None)
        if game is None:
            return []
        options = info(game).options
        key, equals, value = incomplete.partition("=")
        if equals:
            words = _words(options[key]) if key in options else ()
            return [CompletionItem(f"{key}={w}") for w in words if w.startswith(value)]
        return [
            CompletionItem(f"{one.name}=", help=one.help)
            for one in options.values()
            if one.name.startswith(incomplete)
        ]


class SavedName(click.ParamType):  # type: ignore[type-arg]
    """Name of a saved game; completed from the saved games.

    Args:
        files: whether it may also be a file of records.
    """

    name = "save"

    def __init__(self, files: bool = False) -> None:
        self.files = files

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """Return the saved games with matching names, or files if there are none."""
        from aicore.cli.saved_games import saved_games  # late: --help needs no games

        matching = [
            CompletionItem(saved.name, help=saved.summary)
            for saved in saved_games()
            if saved.name.startswith(incomplete)
        ]
        return matching or ([CompletionItem(incomplete, type="file")] if self.files else [])


GAME = GameName()
SPEC = PlayerSpec()
SAVE = SavedName()
RECORD = SavedName(files=True)
LEVEL = LevelNumber()
PATH = click.Path(path_type=Path, dir_okay=False)
FOLDER = click.Path(path_type=Path, file_okay=False)

DEFAULT_GAMES = 400  # of a tournament
DEFAULT_MOVE_TIME = 60.0  # seconds, in a tournament

seats_option = option("--seats", type=Whole(), metavar="N", help="Number of seats.")
seed_option = option(
    "--seed",
    metavar="SEED",
    help="Seed of the luck, any number or word; by default, one that nobody can guess.",
)
rules_option = option(
    "--option",
    "options",
    type=KeyValue(),
    multiple=True,
    metavar="KEY=VALUE",
    help="A rule option (see `aicore games`); repeatable.",
)
trust_option = option(
    "--trust",
    "--trust-engines",
    "trust",
    is_flag=True,
    help="Trust the FILE of --resume: start the programs and read the files that it names.",
)
levels_option = option(
    "--level",
    "levels",
    type=LEVEL,
    multiple=True,
    metavar="1-9",
    help="A player of this level, from 1 (beginner) to 9 (full strength); repeatable; "
    "follows the SPECs.",
)
record_option = option(
    "--record", type=PATH, metavar="FILE", help="Append a record of the game to this file."
)


EXAMPLES = N_("Examples:")


def examples(text: str) -> Callable[[AnyCommand], AnyCommand]:
    """Add an epilog of examples to a command's help."""

    def give(command: AnyCommand) -> AnyCommand:
        lines = "\n".join(f"  {line.strip()}" for line in text.strip().splitlines())
        command.epilog = f"\b\n{EXAMPLES}\n{lines}"
        return command

    return give
