"""Base class of the doors, and the definition of a proper refusal."""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile
import unicodedata
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from random import Random
from typing import ClassVar

from aicore.core.errors import AicoreError

MAX_LENGTH = 300  # characters of an error

ACCEPTED, REFUSED = "accepted", "refused"


class Untidy(Exception):
    """Error for a text, or a command's output, that is not fit to be shown."""


class Broken(Exception):
    """Error for accepted input that does not work."""


class Door:
    """Entry point for input from outside.

    `prepare` is called once in a process, before any attempt. `attempt` makes one hostile input and
    pushes it through. It returns ACCEPTED or REFUSED, or raises one of REFUSALS: everything else
    that it raises is a finding. An attempt depends on `rng` alone.
    """

    NAME: ClassVar[str]
    SHARE: ClassVar[int]
    """Number of inputs per thousand that go through this door: the cheap ones get more."""
    REFUSALS: ClassVar[tuple[type[BaseException], ...]] = (AicoreError,)
    NEEDS: ClassVar[tuple[str, ...]] = ()
    """Packages without which the door does not exist."""

    @classmethod
    def missing(cls) -> list[str]:
        """Return the packages that it needs and that are not installed."""
        return [name for name in cls.NEEDS if find_spec(name) is None]

    def prepare(self) -> None:
        """Make the valid material for the attempts to damage."""

    def attempt(self, rng: Random) -> str:
        """Push one input through."""
        raise NotImplementedError

    def push(self, rng: Random) -> str:
        """Make an attempt and judge its outcome."""
        try:
            return self.attempt(rng)
        except self.REFUSALS as error:
            if isinstance(error, AicoreError):
                tidy(str(error))
            return REFUSED


def tidy(text: str, what: str = "error") -> None:
    """Raise Untidy unless a text is one short line that any terminal can show."""
    if len(text) > MAX_LENGTH:
        raise Untidy(f"{what} too long: {len(text)} characters, {text[:80]!r}...")
    if len(text.splitlines()) > 1:
        raise Untidy(f"{what} of several lines: {text!r}")
    printable(text, what)


def printable(text: str, what: str) -> None:
    """Raise Untidy if a text holds control characters other than line ends."""
    if text.isprintable():
        return
    for character in text:
        if unicodedata.category(character) in ("Cc", "Cs") and character != "\n":
            raise Untidy(f"{what} with control characters: {character!r} in {text[:80]!r}")


doing: Callable[[str], None] = lambda text: None  # noqa: E731
"""Callback that gets the next action, so that a crash can be traced to it; set by the runner."""


def tell(text: str) -> None:
    """Report the next action."""
    doing(text)


_place = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
_root: tuple[int, Path] | None = None  # of the process that forks
_folder: tuple[int, Path] | None = None


def folder() -> Path:
    """Return this process's folder for files, in memory if possible.

    A forked child has a subfolder in the first process's folder. The first process removes all of
    them, because a child that crashes cannot.
    """
    global _root, _folder
    if _root is None:
        _root = os.getpid(), Path(tempfile.mkdtemp(prefix="fuzz", dir=_place))
        atexit.register(_remove)
    if _folder is None or _folder[0] != os.getpid():
        _folder = os.getpid(), _root[1] / str(os.getpid())
        _folder[1].mkdir(exist_ok=True)  # left by a crashed child with the same process id
    return _folder[1]


def clear() -> None:
    """Remove the folder of this process."""
    global _folder
    if _folder is not None and _folder[0] == os.getpid():
        shutil.rmtree(_folder[1], ignore_errors=True)
        _folder = None


def _remove() -> None:
    if _root is not None and _root[0] == os.getpid():
        shutil.rmtree(_root[1], ignore_errors=True)
