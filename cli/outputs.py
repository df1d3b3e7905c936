"""Files that a command writes: replaced in one step or not at all, and never one with results."""

from __future__ import annotations

import contextlib
import os
import re
import stat
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO

import click

from aicore.arena.place import fresh_name
from aicore.core.files import PRIVATE

LOOKED_AT = 1 << 16  # bytes at the start of a file that tell what it is

# how databases and their logs begin
_DATABASE = (b"SQLite format 3", b"\x37\x7f\x06\x82", b"\x37\x7f\x06\x83", b"\xd9\xd5\x05\xf9")
_RECORDS = re.compile(
    rb'^(?:\xef\xbb\xbf)?[ \t\r]*\{[^\n]{0,200}"format"\s*:\s*"aicore-', re.MULTILINE
)

# what the shell has opened for us, by its names
_OPENED = re.compile("/dev/fd/([0-9]{1,4})|/proc/self/fd/([0-9]{1,4})")
_NAMED = {"/dev/stdin": 0, "/dev/stdout": 1, "/dev/stderr": 2}

Write = Callable[[IO[str]], None]
"""Writes all of a text to a stream."""


class Output:
    """Where one text goes: a file, or a stream such as standard output or a pipe.

    Args:
        option: which asked for it, as "--html".
        given: a path, or "-" for standard output.
        source: the file that the text is made of, if any; it stays what it is.

    Raises click.ClickException when the file there must not be replaced, OSError.
    """

    def __init__(self, option: str, given: str, source: Path | None = None) -> None:
        self.option = option
        self.source = source
        self.given = given
        self.printed = given in ("-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1")
        self.opened = _descriptor(given)
        self.path = Path(given)
        self.streamed = self.printed or self.opened is not None
        if not self.streamed:
            self.path = Path(os.path.realpath(given))
            self.check()

    def check(self) -> None:
        """Raises click.ClickException if there is something that must not be replaced, OSError."""
        try:
            found = self.path.stat()
        except FileNotFoundError:
            self._check_new()
            return
        if stat.S_ISCHR(found.st_mode) or stat.S_ISFIFO(found.st_mode):
            self.streamed = True
            return
        if not stat.S_ISREG(found.st_mode):
            raise self._refusal("it is no file")
        self._check_new()
        if self.source is not None and os.path.samestat(found, self.source.stat()):
            raise self._refusal("it is what is read for it")
        with self.path.open("rb") as file:
            start = file.read(LOOKED_AT)
        if start.startswith(_DATABASE):
            raise self._refusal("it is a tournament or another database")
        if _RECORDS.search(start):
            raise self._refusal("it holds records of games")

    def _check_new(self) -> None:
        if not self.path.parent.is_dir():
            raise self._refusal("there is no such folder")
        if self.source is None:
            return
        own = Path(os.path.realpath(self.source))
        if self.path.parent == own.parent and self.path.name in (
            f"{own.name}{end}" for end in ("-wal", "-shm", "-journal")
        ):
            raise self._refusal("it belongs to the tournament")

    def _refusal(self, why: str) -> click.ClickException:
        return click.ClickException(f"{self.option} {self.given}: {why}; it is not written")

    def prepare(self, write: Write) -> Path:
        """Write all of it to a new file beside its place, which it returns. Raises OSError."""
        fresh = fresh_name(self.path)
        try:
            with self._naming(), _new(fresh) as file:
                with contextlib.suppress(FileNotFoundError):
                    fresh.chmod(stat.S_IMODE(self.path.stat().st_mode))
                write(file)
                file.flush()
                os.fsync(file.fileno())
        except BaseException:
            fresh.unlink(missing_ok=True)
            raise
        return fresh

    def stream(self, write: Write) -> None:
        """Write it to where it is read at once. Raises OSError."""
        with self._naming():
            if self.printed:
                write(sys.stdout)
                sys.stdout.flush()
            elif self.opened is not None:
                with os.fdopen(os.dup(self.opened), "w", encoding="utf-8") as file:
                    write(file)
            else:
                with self.path.open("w", encoding="utf-8") as file:
                    write(file)

    @contextlib.contextmanager
    def _naming(self) -> Iterator[None]:
        """Errors name what was to be written."""
        try:
            yield
        except BrokenPipeError:
            raise
        except OSError as error:
            raise OSError(error.errno, error.strerror or str(error), self.given) from error


def _new(path: Path) -> IO[str]:
    """A new file that the user alone may read: records and reports may hold seeds."""
    return open(
        path, "x", encoding="utf-8", newline="\n",
        opener=lambda name, flags: os.open(name, flags, PRIVATE),
    )  # fmt: skip


def _descriptor(given: str) -> int | None:
    match = _OPENED.fullmatch(given)
    return int(match[1] or match[2]) if match else _NAMED.get(given)


def distinct(outputs: list[Output]) -> None:
    """Refuse two outputs to one file. Raises click.UsageError."""
    files = [output for output in outputs if not output.streamed]
    for number, one in enumerate(files):
        for two in files[:number]:
            same = one.path == two.path or (
                one.path.exists() and two.path.exists() and one.path.samefile(two.path)
            )
            if same:
                raise click.UsageError(f"{two.option} and {one.option} both name {one.given}")


def write_all(tasks: list[tuple[Output, Write]]) -> None:
    """Write texts, files first: when one of them fails, no file is replaced. Raises OSError."""
    prepared: list[tuple[Output, Path]] = []
    try:
        for output, write in tasks:
            if not output.streamed:
                prepared.append((output, output.prepare(write)))
        for output, _ in prepared:
            output.check()  # again: time has passed
        for output, fresh in prepared:
            with output._naming():
                fresh.replace(output.path)
    finally:
        for _, fresh in prepared:
            fresh.unlink(missing_ok=True)
    for output, write in tasks:
        if output.streamed:
            output.stream(write)
