"""Registry of games, which finds their folders, reads their data files and loads them by name."""

from __future__ import annotations

import tomllib
import warnings
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache, cached_property, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from aicore import games
from aicore.core.data_files import UNFORESEEN, refused, replace_tables
from aicore.core.drawing import plain
from aicore.core.errors import (
    AicoreError,
    DataError,
    FileNeeded,
    OptionError,
    UnknownGame,
    short,
    unknown,
)
from aicore.core.game import Game, State, View
from aicore.core.game_data import ACCENTS, KNOWN, GameData
from aicore.core.hooks import Drawing, Notation, Picture, Story, hooks, module_of
from aicore.core.language import fill, language, ngettext, pgettext
from aicore.core.language import gettext as _
from aicore.core.parameter import fill_defaults
from aicore.core.rule_text import rules_for
from aicore.core.schema import is_whole
from aicore.core.sources import file_of, shell_path

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

ON_HEAP = 1 << 9
"""Heap-type flag among a type's flags, as in Python's object.h."""

GROUP = "aicore.games"
"""Group of the entry points by which packages offer games in plain Python."""

FOLDERS = tuple(map(Path, games.__path__))
"""Folders with a folder for each game. Of two games with one name, the first one counts."""


class GameInfo(GameData):
    """Data file of a game, and its modules, each imported on first use."""

    @property
    def engine(self) -> type[Game]:
        """Class of the game's rules. Raises AicoreError."""
        missing = "compiled module; build it with python setup.py build_ext --inplace"
        module = module_of(self.name, "game", missing)
        if not hasattr(module, "GAME"):
            raise AicoreError(f"{self.name}/game.pyx must end with GAME = the class of its rules")
        kind: type[Game] = module.GAME
        _check_build(self.name, kind)
        return kind

    @cached_property
    def notation(self) -> Notation:
        """Events of the game in words."""
        return hooks(Notation, self.name)

    @cached_property
    def drawing(self) -> Drawing:
        """Drawings of positions for a terminal."""
        return hooks(Drawing, self.name)

    @cached_property
    def story(self) -> Story:
        """Story of the game in words."""
        return hooks(Story, self.name)

    @cached_property
    def picture(self) -> Picture:
        """Pictures of positions for a page."""
        return hooks(Picture, self.name)

    def as_text(self, position: State | View) -> str:
        """Return a position as text, for `str`."""
        return plain(position)

    def as_svg(self, position: State | View) -> str:
        """Return the picture of a position that notebooks show."""
        from aicore.core.picture import Scene, to_svg  # imports XML, which most callers never need

        return to_svg(Scene(position))

    @property
    def load_again(self) -> Callable[[str, int, Mapping[str, object]], Game]:
        """Function that loads an equal game when a pickled game is read."""
        return load_again

    @property
    def rules(self) -> str:
        """Rules for a person at a terminal (Markdown)."""
        return rules_for(self.rules_text, "terminal")

    @property
    def page_rules(self) -> str:
        """Rules for a person on a page, with pictures: see `aicore.core.figures`."""
        return rules_for(self.rules_text, "page")

    @property
    def rules_text(self) -> str:
        """Rules for both interfaces, in the language spoken here if there is a translation.

        They are in the game's RULES.de.md or the like, its RULES.md, or else its README.
        """
        for name in (f"RULES.{language()}.md", "RULES.md"):
            if (file := self.folder / name).exists():
                return file.read_text(encoding="utf-8")
        return self.law

    @property
    def law(self) -> str:
        """Complete rules, notation, state, source and rulings: the game's README (Markdown)."""
        return (self.folder / "README.md").read_text(encoding="utf-8")


_REGISTERED: dict[str, GameInfo] = {}
"""Games that `register` has added, by name."""

_RETIRED: set[str] = set()
"""Names of registered games that `offered` leaves out."""


def register(about: GameInfo) -> None:
    """Add a game that is not in a folder of `FOLDERS`, for this process."""
    _REGISTERED[about.name] = about
    _RETIRED.discard(about.name)


def retire(name: str) -> None:
    """Stop offering a registered game, because a newer version of its file replaces it."""
    _RETIRED.add(name)


def registered(name: str) -> bool:
    """Whether `register` has added a game of this name."""
    return name in _REGISTERED


@lru_cache(maxsize=1)
def _packaged() -> dict[str, EntryPoint]:
    """Return the entry points of games in installed packages, by name."""
    from importlib.metadata import entry_points  # slow to import, and most callers never need it

    return {one.name: one for one in entry_points(group=GROUP)}


@lru_cache(maxsize=1)
def _folders() -> dict[str, Path]:
    """Return each game's folder, by the game's name."""
    folders = [path.parent for root in reversed(FOLDERS) for path in root.glob("*/data.toml")]
    return {folder.name: folder for folder in folders}


@lru_cache(maxsize=1)
def names() -> tuple[str, ...]:
    """Return the names of all installed games, in alphabetical order."""
    return tuple(sorted({*_folders(), *_packaged()}))


def offered() -> tuple[str, ...]:
    """Return the names of all games: first those from files, then those installed."""
    return (*sorted(_REGISTERED.keys() - _RETIRED), *names())


@cache
def info(name: str) -> GameInfo:
    """Return the description of a game. Raises UnknownGame, DataError."""
    about = _described(name)
    KNOWN[about.name] = about  # under a new name if its file has changed
    return about


def _described(name: str) -> GameInfo:
    """Return the description of a game, not cached. Raises UnknownGame, DataError."""
    if name in _REGISTERED:
        return _REGISTERED[name]
    folder = _folders().get(name)  # before the packages, which are slow to search
    if folder is None:
        if name in _packaged():
            return _from_package(name)
        if file := file_of(name):
            return _changed(name, file)
        raise UnknownGame(unknown(pgettext("there is no", "game"), name, names()))
    try:
        data = tomllib.loads((folder / "data.toml").read_text(encoding="utf-8"))
    except ValueError as error:
        raise DataError(f"{name}/data.toml: {error}") from error
    return GameInfo(name, folder, _checked(name, data))


NEEDED = ("title", "summary", "seats", "default_seats", "kind")  # required keys of [game]


def _checked(name: str, data: dict[str, Any]) -> dict[str, Any]:
    """Return a game's data after checking that no required key is missing. Raises DataError."""
    tables: list[tuple[str, Any, tuple[str, ...]]] = [("game", data.get("game"), NEEDED)]
    for option, entry in data.get("options", {}).items():
        tables.append((f"options.{option}", entry, ("default", "help")))
    for table, entry, keys in tables:
        if not isinstance(entry, dict):
            raise DataError(f"{name}/data.toml: [{table}] is missing")
        for key in keys:
            if key not in entry:
                raise DataError(f"{name}/data.toml: [{table}] has no {key}")
        if table == "game" and entry.get("accent", ACCENTS[0]) not in ACCENTS:
            choices = ", ".join(ACCENTS)
            raise DataError(f"{name}/data.toml: [game] accent is not one of {choices}")
        bounded = table == "game" or "choices" in entry or entry.get("file")
        if not bounded and not {"low", "high"} <= entry.keys():
            raise DataError(f"{name}/data.toml: [{table}] needs low and high, or choices")
    return data


def _changed(name: str, file: str) -> GameInfo:
    """Return the registered game of a file whose text has changed, with a warning.

    Raises FileNeeded if no game of this file is registered.
    """
    for about in reversed(_REGISTERED.values()):
        if file_of(about.name) == file:
            warnings.warn(
                _(
                    "{file} has changed since this game was played ({was}, now {now})",
                    file=short(file),
                    was=short(name),
                    now=about.name,
                ),
                stacklevel=2,
            )
            return about
    raise FileNeeded(
        _(
            "{game} is a game in its own file: name that file, as in aicore --use {file} ...",
            game=short(name),
            file=short(shell_path(file)),
        )
    )


def _from_package(name: str) -> GameInfo:
    """Return the game of an entry point. Raises AicoreError."""
    point = _packaged()[name]
    try:
        about: GameInfo = point.load().described(name)
    except Exception as error:
        raise AicoreError(
            f"{name}, from {_owner(point)}: {type(error).__name__}: {error}"
        ) from error
    return about


def _owner(point: EntryPoint) -> str:
    """Return the name of the package that has an entry point."""
    return point.dist.name if point.dist is not None else point.value


def load(name: str, seats: int | None = None, **options: object) -> Game:
    """Return the rules of a game.

    Args:
        name: a game's name, as `names` lists them.
        seats: number of seats; None for the game's default.
        options: the game's rule options by name; the others take their defaults.

    Raises UnknownGame, OptionError.
    """
    return load_with(name, seats, options)


def load_again(name: str, seats: int, options: Mapping[str, object]) -> Game:
    """Return a game with these seats and options, shared with other callers.

    Games are immutable, so equal games can be shared. Loading takes milliseconds, too long for
    thousands of pickled positions. If a game's data come from a user's file, the file is read again
    and must be unchanged.

    Raises UnknownGame, OptionError.
    """
    if any(option.file and options.get(key) for key, option in info(name).options.items()):
        return load_with(name, seats, options)
    return _loaded(name, seats, tuple(options.items()))


@lru_cache(maxsize=64)
def _loaded(name: str, seats: int, options: tuple[tuple[str, object], ...]) -> Game:
    """Return a game, cached by its arguments."""
    return load_with(name, seats, dict(options))


def _check_build(name: str, built: type) -> None:
    """Raise AicoreError if aicore is built with the stable ABI and a game is built without it.

    Types of the stable ABI are on the heap, and each object holds a reference to its type. Objects
    of other types hold none, so deallocating them would free memory of aicore.
    """
    if Game.__flags__ & ON_HEAP and not built.__flags__ & ON_HEAP:
        raise AicoreError(
            f"{name} was built for a single Python version, but aicore supports them all: "
            "build it with py_limited_api, as the setup.py of `aicore new game NAME --cython` does"
        )


def _wrong_seats(name: str, fewest: int, most: int, seats: str) -> str:
    """Return the message for a number of seats that a game does not have."""
    if fewest != most:
        text = _("{game} has {fewest} to {most} seats, not {seats}")
        return fill(text, game=name, fewest=fewest, most=most, seats=seats)
    return ngettext(
        "{game} has exactly {n} seat, not {seats}",
        "{game} has exactly {n} seats, not {seats}",
        fewest,
        game=name,
        seats=seats,
    )


def load_with(name: str, seats: int | None, options: Mapping[str, object]) -> Game:
    """Return a game with options from a mapping, whose keys may be any texts.

    The arguments and errors are as for `load`.
    """
    about = info(name)
    fewest, most = about.seats
    seats = about.default_seats if seats is None else seats
    if not is_whole(seats, fewest, most):
        raise OptionError(_wrong_seats(name, fewest, most, short(seats)))
    parameters = tuple(about.options.values())
    chosen = fill_defaults(name, parameters, options, word="option", error=OptionError)
    kind = about.engine
    files = [name for name, option in about.options.items() if option.file and chosen[name]]
    for file in files:
        data, chosen[file] = replace_tables(about.data, file, str(chosen[file]))
        about = replace(about, data=data)
    sources = {file: chosen[file] for file in files}
    try:
        game = kind(about, seats, cast(dict[str, int | str], chosen))
    except DataError as error:
        if not files:
            raise OptionError(f"{about.folder / 'data.toml'}: {error}") from error
        raise refused(sources, error) from error
    except UNFORESEEN as error:
        if not files:
            raise
        raise refused(sources, f"the data do not fit {name}: {error!r}") from error
    return game
