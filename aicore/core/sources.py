"""Names that stand for a text of a user's, such as a game's file.

Pickled they take it along, so that a worker process or another computer needs no file. Records and
messages hold the bare name: what reads those runs nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

_DIGEST = re.compile(r"(\.py)#[^:]*")


def file_of(name: str) -> str:
    """The file of a game's or player's name: "bluff.py" of "bluff.py#3f9a2c1b7d"; "" of others."""
    found = _DIGEST.search(name)
    return name[: found.end(1)] if found else ""


def called(name: str) -> str:
    """What people call it: "bluff"; a player's class and keys stay. Others' names as they are."""
    return _DIGEST.sub("", name)


class Carried(str):
    """A name; pickled, it takes along what makes it known in the process that reads it.

    Args:
        name: the text.
        arrive: called with `given` there; returns the name again.
    """

    __slots__ = ("arrive", "given")

    arrive: Callable[..., str]
    given: tuple[Any, ...]

    def __new__(cls, name: str, arrive: Callable[..., str], given: tuple[Any, ...]) -> Carried:
        """Make one."""
        self = super().__new__(cls, name)
        self.arrive, self.given = arrive, given
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return self.arrive, self.given


_KNOWN: dict[str, Carried] = {}


def keep(name: Carried) -> Carried:
    """Remember what a name stands for. Returns it."""
    return _KNOWN.setdefault(str(name), name)


def carried(text: str) -> str:
    """A name, or a spec that begins with one, that takes along what it stands for; else itself."""
    name = _KNOWN.get(text.partition(":")[0])
    if name is None:
        return text
    return name if name == text else Carried(text, _again, (text, name))


def _again(text: str, name: str) -> str:
    return carried(text)


def all_carried() -> tuple[str, ...]:
    """All names that are known, for a process that may be asked for any of them."""
    return tuple(_KNOWN.values())
