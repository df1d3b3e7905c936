"""Names that stand for a user's file, such as a game in plain Python.

A pickled name includes the file's text, so that a worker process or another computer needs no file.
Records and messages hold only the name, so reading them runs no code.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from shlex import quote
from typing import Any

_DIGEST = re.compile(r"(\.py)#[^:]*")


def file_of(name: str) -> str:
    """Return the file in a name, or "": for "bluff.py#3f9a2c1b7d", return "bluff.py"."""
    match = _DIGEST.search(name)
    return name[: match.end(1)] if match else ""


def shell_path(file: str) -> str:
    """Return a file's name as a command line takes it: with a folder, and quoted if needed."""
    return quote(file if file.startswith(("./", "../", "/")) else f"./{file}")


def called(name: str) -> str:
    """Return a name without ".py" and digest, such as "bluff"; keep a player's class and keys."""
    return _DIGEST.sub("", name)


def in_own_file(name: str) -> bool:
    """Whether a name, such as "bluff.py#c571ee7325", stands for a game in its own file."""
    return "#" in name


def typed(name: str) -> str:
    """Return the text to type for a name: "./bluff.py" for a game in its own file."""
    return f"./{name.partition('#')[0]}" if in_own_file(name) else name


class PortableName(str):
    """Name whose pickle includes the data that the reading process needs to know the name.

    Args:
        name: text of the name.
        restore: function that the reading process calls with `given`; it returns the name.
        given: arguments of `restore`.
    """

    __slots__ = ("given", "restore")

    restore: Callable[..., str]
    given: tuple[Any, ...]

    def __new__(
        cls, name: str, restore: Callable[..., str], given: tuple[Any, ...]
    ) -> PortableName:
        """Create the name with the data to pickle."""
        self = super().__new__(cls, name)
        self.restore, self.given = restore, given
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return self.restore, self.given


_KNOWN: dict[str, PortableName] = {}
"""Names that `keep` has remembered, by their texts."""


def keep(name: PortableName) -> PortableName:
    """Remember a name with its data, and return the name."""
    return _KNOWN.setdefault(str(name), name)


def portable_name(text: str) -> str:
    """Return the `PortableName` of a known name, or of a spec that begins with a known name.

    Return any other text unchanged.
    """
    name = _KNOWN.get(text.partition(":")[0])
    if name is None:
        return text
    return name if name == text else PortableName(text, _again, (text, name))


def _again(text: str, name: str) -> str:
    """Return the portable name of a pickled text; unpickling `name` has made that name known."""
    return portable_name(text)


def files_of(names: Iterable[str]) -> list[str]:
    """Return the path of each file that a name, or the beginning of a spec, stands for, once."""
    known = (_KNOWN.get(name.partition(":")[0]) for name in names)
    return list(dict.fromkeys(str(name.given[-1]) for name in known if name is not None))


def portable_names() -> tuple[str, ...]:
    """Return all known names, to send them to a process that may need any of them."""
    return tuple(_KNOWN.values())
