"""Players that users write, in a Python file or an installed package.

A file runs only when a person names it. The name of its player is the file's name and a digest of
the file's text, as for games.
"""

from __future__ import annotations

import re
from abc import abstractmethod
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from aicore.core.decision import Decision, Progress
from aicore.core.errors import AicoreError, FileNeeded, SpecError, one_line, short
from aicore.core.game import View
from aicore.core.language import N_
from aicore.core.language import gettext as _
from aicore.core.rng import Rng
from aicore.core.sources import PortableName, file_of, keep, portable_name, shell_path
from aicore.plain.loading import digest_of, name_of, read_text, run
from aicore.plain.mistakes import last_line
from aicore.plain.random import Random
from aicore.players.base import Player

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "aicore.players"
"""Group of entry points by which packages offer players."""

PATH = re.compile(r"(?P<path>.*?\.py)(?::(?P<rest>.*))?", re.DOTALL)
"""Pattern of a spec that names a file."""

_CLASSES: dict[str, list[type[Player]]] = {}
"""Classes of the players in each file, by the file's name with its digest."""


class Bot(Player):
    """Simplest kind of player: its method `move` names an action."""

    SUMMARY = N_("a player of your own")
    file: ClassVar[str] = ""
    """Path of the player's file; "" if a package has the player."""

    def think(self, view: View, rng: Rng, progress: Progress | None) -> Decision:
        """Return the action of `move`. Raises AicoreError if it fails or its action is illegal."""
        random = Random()
        random.words = rng.words
        legal = view.legal()
        try:
            action = self.move(view, random)
        except Exception as error:
            place = last_line(error.__traceback__, self.file)
            where = (
                _("{file}, line {line}, {function}",
                  file=self.name, line=place[1], function=place[2])
                if place
                else self.name
            )  # fmt: skip
            raise AicoreError(f"{where}: {type(error).__name__}: {one_line(error, 150)}") from error
        if action not in legal:
            some = ", ".join(legal[:6]) + (", ..." if len(legal) > 6 else "")
            raise AicoreError(
                _("{player} plays {action}; legal here: {some}",
                  player=self.name, action=short(repr(action)), some=some)
            )  # fmt: skip
        return Decision(action=action)

    @abstractmethod
    def move(self, view: View, random: Random) -> str:
        """Return the text of a legal action.

        Args:
            view: the seat's knowledge: ``view.to_dict()``, ``view.legal()``, ``view.seat``.
            random: the player's only source of randomness.
        """


def is_path(spec: str) -> bool:
    """Whether a person's spec names a file."""
    return spec.partition(":")[0].endswith(".py") or bool(
        re.match(r"[A-Za-z]:[\\/].*\.py(:|$)", spec)
    )


def register(spec: str) -> str:
    """Run a player's file, and return the player's spec with a digest.

    Args:
        spec: PATH.py or PATH.py:CLASS, perhaps with keys after another colon.

    Raises AicoreError, OSError.
    """
    match = PATH.fullmatch(spec)
    if match is None:
        raise SpecError(_("player {spec}: write FILE.py or FILE.py:CLASS", spec=short(repr(spec))))
    path = Path(match["path"])
    name = register_text(name_of(path), read_text(path), str(path))
    full: str = f"{name}:{match['rest']}" if match["rest"] else name
    split_name(full)  # raises if there is no such class
    return portable_name(full)


def register_text(file: str, text: str, path: str) -> PortableName:
    """Register the players of a source text in this process, and return their common name.

    Args:
        file: name of the file.
        text: text of the file.
        path: path of the file, as tracebacks show it.
    """
    name = PortableName(f"{file}#{digest_of(text)}", register_text, (file, text, path))
    if name not in _CLASSES:
        module = run(file, text, path)
        classes = [
            value for value in vars(module).values()
            if isinstance(value, type) and issubclass(value, Player)
            and value.__module__ == module.__name__ and not value.__abstractmethods__
        ]  # fmt: skip
        move = getattr(module, "move", None)
        if not classes and callable(move):
            about = {
                "move": staticmethod(move),
                "__doc__": move.__doc__,
                "__module__": module.__name__,
            }
            classes = [type("move", (Bot,), about)]
        if not classes:
            raise AicoreError(
                _("{file} defines no player: write move(view, random), or derive a class from "
                  "aicore.players.Bot", file=file)
            )  # fmt: skip
        for each in classes:
            each.NAME = f"{name}:{each.__name__}" if len(classes) > 1 else str(name)
            summary = " ".join((each.__doc__ or "").partition("\n\n")[0].split())
            if each.SUMMARY == Bot.SUMMARY and summary:
                each.SUMMARY = one_line(summary, 100)
            if issubclass(each, Bot):
                each.file = path
        _CLASSES[str(name)] = classes
    return keep(name)


def is_known(name: str) -> bool:
    """Whether a spec's name belongs to a player from a file or a package."""
    return bool(file_of(name)) or name in packaged()


def split_name(spec: str) -> tuple[str, str]:
    """Return the name of a player from a file, and the keys in its spec.

    The name includes the class if the file has several players. Raises SpecError.
    """
    name, _colon, rest = spec.partition(":")
    classes = _CLASSES.get(name)
    if classes is None:
        raise FileNeeded(
            _(
                "player {spec} is in its own file: name that file, as in aicore --use {file} ...",
                spec=short(repr(spec)),
                file=short(shell_path(file_of(name) or name)),
            )
        )
    word, _colon, keys = rest.partition(":")
    if word and "=" not in word:
        if word not in [each.__name__ for each in classes]:
            known = ", ".join(each.__name__ for each in classes)
            raise SpecError(
                _("{file} has no player {name}; it has {known}",
                  file=name, name=short(repr(word)), known=known)
            )  # fmt: skip
        return f"{name}:{word}" if len(classes) > 1 else name, keys
    if len(classes) > 1:
        known = ", ".join(each.__name__ for each in classes)
        raise SpecError(
            _("{file} has several players: name one, as in {file}:CLASS; it has {known}",
              file=name, known=known)
        )  # fmt: skip
    return name, rest


def class_of(name: str) -> type[Player]:
    """Return the class of a player from a file or a package. Raises SpecError."""
    if file_of(name):
        full, _keys = split_name(name)
        return next(each for each in _CLASSES[full.partition(":")[0]] if full == each.NAME)
    point = packaged()[name]
    try:
        kind: Any = point.load()
    except Exception as error:
        wrong = _("player {name}, from {package}: {error}",
                  name=name, package=owner(point), error=one_line(error, 150))  # fmt: skip
        raise SpecError(wrong) from error
    if not (isinstance(kind, type) and issubclass(kind, Player)):
        raise SpecError(
            _("player {name}, from {package}: {value} is not a player",
              name=name, package=owner(point), value=point.value)
        )  # fmt: skip
    kind.NAME = name
    return kind


@lru_cache(maxsize=1)
def packaged() -> dict[str, EntryPoint]:
    """Return the players that installed packages offer, by their names."""
    from importlib.metadata import entry_points  # imported late: it loads twenty modules

    return {one.name: one for one in entry_points(group=GROUP)}


def owner(point: EntryPoint) -> str:
    """Return the name of the package that has an entry point."""
    return point.dist.name if point.dist is not None else point.value


def home_of(name: str) -> str:
    """Return the origin of a player in words; "" for aicore's own players."""
    if file_of(name):
        return _("your own file")
    if name not in packaged():
        return ""
    return _("the package {name}", name=owner(packaged()[name]))


def from_files() -> list[str]:
    """Return the names of all players from files."""
    return [each.NAME for classes in _CLASSES.values() for each in classes]
