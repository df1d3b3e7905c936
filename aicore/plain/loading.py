"""Games loaded from files: a file is code, and runs only if a person names it.

The game's name is the file's name and a digest of its text: ``liars_dice.py#3f9a2c1b7d``.
So a record of a game identifies the version of its rules. Other processes of the same command get
the text itself together with the name.
"""

from __future__ import annotations

import hashlib
import linecache
import re
import sys
from contextlib import redirect_stdout
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from aicore.core import registry
from aicore.core.errors import AicoreError, MistakeError, OptionError, one_line, short
from aicore.core.language import gettext as _
from aicore.core.language import read_again
from aicore.core.sources import PortableName, keep
from aicore.plain.game import Game
from aicore.plain.info import PLACES, PlainInfo, info_of
from aicore.plain.mistakes import last_line

if TYPE_CHECKING:
    from aicore.core.game import Game as Engine


class NothingFound(AicoreError):
    """Error for a file without a class of the requested kind."""


MAX_BYTES = 1 << 20
"""Maximum size of a file in bytes."""

DIGEST_BYTES = 5
"""Size of a digest in bytes."""

_UNFIT = re.compile(
    r"[\x00-\x1f\x7f-\x9f\ud800-\udfff:]|\.py#"
)  # control characters, and separators in specs and records


def load(name: str | Path, seats: int | None = None, **options: object) -> Engine:
    """Return the rules of a game.

    Args:
        name: a game's name, as listed by `names`, or the path of a .py file with a game in plain
            Python. Loading the file runs it.
        seats: number of seats; None for the game's default.
        options: the game's rule options by name; the others take their defaults.

    Raises UnknownGame, OptionError, MistakeError and OSError.
    """
    if is_path(name):
        name = register(Path(name))
    elif not isinstance(name, str):
        raise OptionError(f"a game's name must be a string, not {short(repr(name))}")
    return registry.load_with(name, seats, options)


def is_path(name: object) -> bool:
    """Whether a name denotes a file."""
    return isinstance(name, Path) or (isinstance(name, str) and name.endswith(".py"))


def register(path: Path) -> PortableName:
    """Run a game's file and return the game's name. Raises AicoreError and OSError."""
    text = read_text(path)
    return register_text(name_of(path), text, str(path))


def name_of(path: Path) -> str:
    """Return a file's name, to name its game or its players. Raises AicoreError."""
    if _UNFIT.search(path.name):
        raise AicoreError(
            _(
                "{file}: rename the file; the name of a game or player file must not contain "
                '":", ".py#" or control characters',
                file=short(path),
            )
        )
    return path.name


def read_text(path: Path) -> str:
    """Return the text of a Python file. Raises AicoreError and OSError."""
    if path.is_dir():
        raise AicoreError(_("{file} is a folder, not a Python file", file=short(path)))
    data = path.read_bytes()
    if len(data) > MAX_BYTES:
        raise AicoreError(
            _(
                "{file} has {size} bytes; the limit is {limit}",
                file=short(path),
                size=len(data),
                limit=MAX_BYTES,
            )
        )
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise AicoreError(_("{where} is not UTF-8 text", where=short(path))) from error


def register_text(file: str, text: str, path: str) -> PortableName:
    """Register a game from its text in this process. Return the game's name.

    Args:
        file: name of the file.
        text: text of the file.
        path: path of the file, as tracebacks show it.

    Raises AicoreError.
    """
    name = f"{file}#{digest_of(text)}"
    PLACES[name] = path
    read_again()
    carried = PortableName(name, register_text, (file, text, path))
    if not registry.registered(name):
        registry.register(_described(carried, file, text, path))
    return keep(carried)


def digest_of(text: str) -> str:
    """Return a digest that identifies a version of a file's text."""
    return hashlib.blake2b(text.encode(), digest_size=DIGEST_BYTES).hexdigest()


def _described(name: PortableName, file: str, text: str, path: str) -> PlainInfo:
    """Run a game's text, and return the game's registry entry. Raises AicoreError."""
    module = run(file, text, path)
    kind = the_class(module, Game, file, "a game", "aicore.plain.Game")
    try:
        return info_of(name, kind, path, Path(path).parent, digest_of(text))
    except MistakeError:
        raise
    except AicoreError as error:
        message = str(error)
        raise AicoreError(message if message.startswith(file) else f"{file}: {message}") from error
    except Exception as error:  # class attributes may be anything
        raise _broken(file, path, error) from error


def run(file: str, text: str, path: str) -> ModuleType:
    """Run a text as a separate module, and return the module.

    The text's output goes to standard error, because standard output may carry a protocol. Raises
    MistakeError with the wrong line.
    """
    name = f"{Path(file).stem}_{digest_of(text)}"
    module = ModuleType(name)
    module.__file__ = path
    linecache.cache[path] = (len(text), None, text.splitlines(keepends=True), path)
    before = sys.modules.get(name)
    sys.modules[name] = module
    try:
        with redirect_stdout(sys.stderr):
            exec(compile(text, path, "exec", dont_inherit=True), module.__dict__)
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        if before is not None:
            sys.modules[name] = before
        else:
            del sys.modules[name]
        raise _broken(file, path, error) from error
    return module


def _broken(file: str, path: str, error: BaseException) -> MistakeError:
    if isinstance(error, SyntaxError) and error.filename == path:
        line, what = error.lineno, f"{type(error).__name__}: {error.msg}"
        what += f" in `{short(error.text.strip())}`" if error.text else ""
    else:
        place = last_line(error.__traceback__, path)
        line = place[1] if place else None
        what = f"{type(error).__name__}: {one_line(error, 150)}"
        source = linecache.getline(path, line).strip() if line else ""
        what += f" in `{short(source)}`" if source else ""
    at = f", line {line}" if line else ""
    return MistakeError(f"{file}{at}: {what}", path, line)


def the_class(module: ModuleType, base: type, file: str, what: str, whole: str) -> Any:
    """Return the one class of a module that derives from `base`. Raises AicoreError.

    Args:
        file, what, whole: name of the file, what it should define, and the full name of `base`, for
            errors.
    """
    derived = [
        value for value in vars(module).values()
        if isinstance(value, type) and issubclass(value, base) and value is not base
        and value.__module__ == module.__name__
    ]  # fmt: skip
    last = [
        kind for kind in dict.fromkeys(derived)
        if not any(kind in other.__mro__[1:] for other in derived)
    ]  # fmt: skip
    if len(last) == 1:
        return last[0]
    if not last:
        raise NothingFound(f"{file} does not define {what}: derive a class from {whole}")
    names = ", ".join(kind.__name__ for kind in last)
    raise AicoreError(f"{file} has several classes for {what}: {names}; keep only one")
