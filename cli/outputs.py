"""Output files of a command: replaced in one step or not at all, and never in place of results.

Click's atomic files do not help here: one that fails halfway still replaces the old file
(pallets/click#3221). A new one may be readable by everybody, and several files are not replaced
together.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import stat
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import IO

import click

from aicore.cli.streams import stdout
from aicore.core.files import atomic_write
from aicore.core.language import gettext as _

START_SIZE = 1 << 16  # bytes at the start of a file that show its type

# first bytes of databases and their logs
_DATABASE = (b"SQLite format 3", b"\x37\x7f\x06\x82", b"\x37\x7f\x06\x83", b"\xd9\xd5\x05\xf9")
_RECORDS = re.compile(
    rb'^(?:\xef\xbb\xbf)?[ \t\r]*\{[^\n]{0,200}"format"\s*:\s*"aicore-', re.MULTILINE
)

# streams that the shell has opened for us, by name
_OPENED = re.compile("(?:/dev|/proc/self)/fd/([0-9]{1,4})")
_NAMED = {"-": 1, "/dev/stdin": 0, "/dev/stdout": 1, "/dev/stderr": 2}

Write = Callable[[IO[str]], object]
"""Function that writes a whole text to a stream."""


class Output:
    """Destination of a text: a file, or a stream such as standard output or a pipe.

    Args:
        option: the option that asked for it, such as "--html".
        given: a path, or "-" for standard output.
        source: the input file of the text, if any; it must stay unchanged.

    Attributes:
        opened: number of the open stream that `given` names, if any.
        printed: whether it is standard output.
        streamed: whether it is a stream or a device, and so never replaced.

    Raises click.ClickException if the file must not be written, OSError.
    """

    def __init__(self, option: str, given: str, source: Path | None = None) -> None:
        self.option = option
        self.source = source
        self.given = given
        match = _OPENED.fullmatch(given)
        self.opened = int(match[1]) if match else _NAMED.get(given)
        self.printed = self.opened == 1
        self.streamed = self.opened is not None
        self.path = Path(given if self.streamed else os.path.realpath(given))
        if not self.streamed:
            self.check()

    def check(self) -> None:
        """Raise click.ClickException if the file must not be written, or OSError.

        It must not replace results or the input, and its folder must exist.
        """
        try:
            existing = self.path.stat()
        except FileNotFoundError:
            self._check_name()
            return
        if stat.S_ISCHR(existing.st_mode) or stat.S_ISFIFO(existing.st_mode):
            self.streamed = True
            return
        if not stat.S_ISREG(existing.st_mode):
            raise self.refusal(_("it is not a regular file"))
        self._check_name()
        if self.source is not None and os.path.samestat(existing, self.source.stat()):
            raise self.refusal(_("the command reads this file"))
        with self.path.open("rb") as file:
            start = file.read(START_SIZE)
        if start.startswith(_DATABASE):
            raise self.refusal(_("it is a tournament or another database"))
        if _RECORDS.search(start):
            raise self.refusal(_("it contains game records"))

    def _check_name(self) -> None:
        if not self.path.parent.is_dir():
            raise self.refusal(_("its folder does not exist"))
        if self.source is not None:
            own = os.path.realpath(self.source)
            if str(self.path) in (f"{own}{end}" for end in ("-wal", "-shm", "-journal")):
                raise self.refusal(_("it belongs to the tournament's file"))

    def refusal(self, why: str) -> click.ClickException:
        """Return the error that says why the file was not written."""
        return click.ClickException(
            _(
                "{option} {file} was not written: {why}",
                option=self.option,
                file=self.given,
                why=why,
            )
        )

    def same(self, other: Output) -> bool:
        """Whether both are the same file; False for streams."""
        if self.streamed or other.streamed:
            return False
        there = self.path.exists() and other.path.exists()
        return self.path == other.path or (there and self.path.samefile(other.path))

    def stream(self, write: Write) -> None:
        """Write to a stream directly. Raises OSError."""
        with self.naming():
            if self.printed:
                write(stdout())
                stdout().flush()
            else:
                target = self.path if self.opened is None else os.dup(self.opened)
                with open(target, "w", encoding="utf-8") as file:
                    write(file)

    @contextlib.contextmanager
    def naming(self) -> Iterator[None]:
        """Put the output's name into errors that the block raises."""
        try:
            yield
        except BrokenPipeError:
            raise
        except OSError as error:
            raise OSError(error.errno, error.strerror or str(error), self.given) from error


def outputs_of(given: Mapping[str, str | None], source: Path | None = None) -> dict[str, Output]:
    """Return the outputs that options ask for. Raises click.ClickException, OSError.

    Args:
        given: the value of each option, None if absent.
        source: as for `Output`.
    """
    outputs: dict[str, Output] = {}
    for option, path in given.items():
        if path is not None:
            output = Output(option, path, source)
            for earlier in outputs.values():
                if output.same(earlier):
                    raise click.UsageError(
                        _("{one} and {two} both write to {file}",
                          one=earlier.option, two=option, file=path)
                    )  # fmt: skip
            outputs[option] = output
    return outputs


def require_file(option: str, path: Path) -> None:
    """Raise click.ClickException or OSError if an option's file must not be written."""
    output = Output(option, str(path))
    if output.streamed:
        raise output.refusal(_("it is not a regular file"))


def write_all(outputs: Mapping[str, Output], writers: Mapping[str, Write]) -> None:
    """Write texts, first to files: if one of these fails, no file is replaced. Raises OSError."""
    files = [output for output in outputs.values() if not output.streamed]
    with contextlib.ExitStack() as stack:
        for output in files:
            with output.naming():
                file = stack.enter_context(atomic_write(output.path))
                text = io.TextIOWrapper(file, "utf-8", newline="\n")
                writers[output.option](text)
                text.detach().flush()
                os.fsync(file.fileno())
        for output in files:
            output.check()  # again: time has passed
    for output in outputs.values():
        if output.streamed:
            output.stream(writers[output.option])
