"""Names that stand for a user's text, such as a game's file.

A pickled name includes the text, so that a worker process or another computer needs no file.
Records and messages hold the bare name: reading them runs nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

_DIGEST = re.compile(r"(\.py)#[^:]*")


def file_of(name: str) -> str:
    """Return the file in a name: "bluff.py" of "bluff.py#3f9a2c1b7d"; "" if there is none."""
    found = _DIGEST.search(name)
    return name[: found.end(1)] if found else ""


def called(name: str) -> str:
    """Return a name without ".py" and digest: "bluff"; a player's class and keys stay."""
    return _DIGEST.sub("", name)


class PortableName(str):
    """Name whose pickle includes what makes it known in the process that reads it.

    Args:
        name: text of the name.
        arrive: function that is called with `given` there; returns the name again.
    """

    __slots__ = ("arrive", "given")

    arrive: Callable[..., str]
    given: tuple[Any, ...]

    def __new__(cls, name: str, arrive: Callable[..., str], given: tuple[Any, ...]) -> PortableName:
        """Create the name with the data to pickle."""
        self = super().__new__(cls, name)
        self.arrive, self.given = arrive, given
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return self.arrive, self.given


_KNOWN: dict[str, PortableName] = {}


def keep(name: PortableName) -> PortableName:
    """Remember a name and what it stands for. Returns the name."""
    return _KNOWN.setdefault(str(name), name)


def portable_name(text: str) -> str:
    """Return the `PortableName` form of a known name, or of a spec that begins with one; else
    `text`."""
    name = _KNOWN.get(text.partition(":")[0])
    if name is None:
        return text
    return name if name == text else PortableName(text, _again, (text, name))


def _again(text: str, name: str) -> str:
    return portable_name(text)


def portable_names() -> tuple[str, ...]:
    """Return all known names, for a process that may be asked for any of them."""
    return tuple(_KNOWN.values())
