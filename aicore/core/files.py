"""Files of the user's: read with bounds, and written so that nothing in them is lost.

Several programs may add lines to one file. Each takes the file's lock, ends an unfinished last
line, and has its own line on the disk before it lets go.
"""

from __future__ import annotations

import os
import stat
import sys
import time
from codecs import BOM_UTF8
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from sys import platform
from typing import BinaryIO

from aicore.core.errors import AicoreError, short

try:
    import fcntl
except ImportError:  # a system without it has no locks; lines are added whole all the same
    fcntl = None  # type: ignore[assignment]

WRITER_WAIT = 2.0
"""Seconds in which somebody must open a pipe to write to it."""

PRIVATE = 0o600
"""The mode of a new file: records hold the seed, which tells what is hidden and what is to come."""

LINE_LIMIT = 16 << 20
"""Bytes in a line at most."""


def data_folder() -> Path:
    """Where what a user made is kept, by the rules of the system. Raises AicoreError.

    They are the XDG base directory rules; on Windows, and on macOS where nothing was kept by them
    before, it is the folder for programs' own files.
    """
    if base := os.environ.get("XDG_DATA_HOME"):
        return user_path(base) / "aicore"
    folder = user_path("~/.local/share/aicore")
    if platform == "win32":
        return user_path(os.environ.get("LOCALAPPDATA") or "~/AppData/Local") / "aicore"
    if platform == "darwin" and not folder.exists():
        return user_path("~/Library/Application Support/aicore")
    return folder


def private_folder(path: Path) -> Path:
    """Make a folder for what the user alone may read, with those above it. Raises OSError.

    A folder of the user's that is there already is closed to others, and so is the data folder.
    """
    path.mkdir(parents=True, exist_ok=True, mode=0o700)
    if sys.platform not in ("win32", "emscripten"):  # where files belong to users
        for folder in {path, data_folder()}:
            found = folder.stat() if folder.exists() else None
            if found and found.st_uid == os.geteuid() and found.st_mode & 0o077:
                folder.chmod(0o700)
    return path


def user_path(text: str | Path) -> Path:
    """The path that a user's text means, ``~`` expanded. Raises AicoreError."""
    try:
        os.fsencode(text)
        path = Path(text).expanduser()
    except UnicodeError:
        raise AicoreError(f"{short(text)}: not the name of a file: not text") from None
    except RuntimeError:
        raise AicoreError(f"{short(text)}: there is no home folder of that name") from None
    if "\0" in str(path):
        raise AicoreError(f"{short(text)}: not the name of a file: it holds a NUL character")
    return path


def read_bytes(path: str | Path, limit: int) -> bytes:
    """All of a regular file.

    Args:
        limit: the most bytes that it may have.

    Raises AicoreError, OSError.
    """
    path = user_path(path)
    with _open_to_read(path) as file:
        _require_regular(path, os.fstat(file.fileno()).st_mode)
        content = file.read(limit + 1)
    if len(content) > limit:
        raise AicoreError(f"{short(path)}: too large; it may have {_size(limit)}")
    return content


def read_lines(path: str | Path, limit: int = LINE_LIMIT) -> Iterator[bytes]:
    """The lines of a file or a pipe, with their ends.

    Args:
        limit: the most bytes in a line; no more than that is held.

    Raises AicoreError, which names the line, and OSError.
    """
    path = user_path(path)
    with _open_to_read(path) as file:
        start = _await_writer(path, file.fileno())
        if sys.platform != "win32":  # where none was opened otherwise
            os.set_blocking(file.fileno(), True)
        number = 0
        while line := start + file.readline(limit + 1 - len(start)):
            start = b""
            number += 1
            if len(line) > limit:
                raise AicoreError(f"{short(path)}, line {number}: longer than {_size(limit)}")
            yield line


def _open_to_read(path: Path) -> BinaryIO:
    """A file, opened without waiting: a pipe without a writer would never open."""
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0)
    return open(path, "rb", opener=lambda name, _: os.open(name, flags))


def _await_writer(path: Path, descriptor: int) -> bytes:
    """Wait a moment until somebody writes to a pipe. Returns what was read of it by that.

    Raises AicoreError when nobody does.
    """
    if not stat.S_ISFIFO(os.fstat(descriptor).st_mode):
        return b""
    deadline = time.monotonic() + WRITER_WAIT
    while time.monotonic() < deadline:
        try:
            if start := os.read(descriptor, 1):
                return start
        except BlockingIOError:  # there is a writer, who has nothing to say yet
            return b""
        time.sleep(0.01)
    raise AicoreError(f"{short(path)}: a pipe that nobody writes to")


def append_line(path: str | Path, line: str, wrong: Callable[[bytes], str] | None = None) -> None:
    """Add a line to the end of a file; a pipe or a device is plainly written to.

    Args:
        line: without the line's end.
        wrong: why a line is none of a file in which such lines belong, else ""; the first and the
            last line are looked at, and a file that is new or empty is always fine.

    Raises AicoreError, when the file is of another kind, and OSError; the file is as before then.
    """
    replace_line(path, None, line, wrong)


def replace_line(
    path: str | Path,
    earlier: str | None,
    line: str,
    wrong: Callable[[bytes], str] | None = None,
) -> None:
    """Put a line in the place of an earlier one, in one step, else at the end of the file.

    Args:
        earlier: the exact line to replace; where it is not in the file any more, or is None, the
            line is added and everything stays.
        line, wrong: as for `append_line`.

    Raises AicoreError, OSError; the file is as before then.
    """
    path = user_path(path)
    data = line.encode() + b"\n"
    if b"\n" in data[:-1]:
        raise AicoreError(f"{short(path)}: what is added must be one line")
    if _is_stream(path):
        _write_stream(path, data)
        return
    with _locked(path) as file:
        if wrong is not None:
            _require(path, file, wrong)
        if earlier is None or not _rename_over(path, file, earlier.encode(), data):
            _append(file, data)


@contextmanager
def atomic_write(path: Path) -> Iterator[BinaryIO]:
    """Yield a new file that takes a path when the block ends; on an exception nothing changes.

    It has the mode and the owner of a file that it replaces; else it is for its user alone.
    Raises OSError.
    """
    import tempfile  # late: slow to load, and few programs replace a file

    number, name = tempfile.mkstemp(prefix=".aicore-", dir=path.parent)
    file = open(number, "wb")  # noqa: SIM115, closed twice: an error of the second time is no news
    try:
        with suppress(FileNotFoundError):
            before = path.stat()
            if sys.platform != "win32":
                with suppress(OSError):
                    os.chown(name, before.st_uid, before.st_gid)
            os.chmod(name, stat.S_IMODE(before.st_mode))
        yield file
        file.flush()
        os.fsync(number)
        file.close()
        os.replace(name, path)
    except BaseException:
        with suppress(OSError):
            file.close()
        with suppress(OSError):
            os.unlink(name)
        raise
    _sync_folder(path.parent)


def require_appendable(path: str | Path, wrong: Callable[[bytes], str] | None = None) -> None:
    """Find out before there is something to write that `append_line` would refuse it.

    A file that is not there is made, empty. Raises AicoreError, OSError.
    """
    path = user_path(path)
    if _is_stream(path):
        if not os.access(path, os.W_OK):
            raise PermissionError(13, "Permission denied", str(path))
        return
    with _locked(path) as file:
        if wrong is not None:
            _require(path, file, wrong)


def _size(limit: int) -> str:
    whole, unit = (limit >> 20, "MiB") if limit >= 1 << 20 else (limit >> 10, "KiB")
    return f"{whole} {unit}" if whole else f"{limit} bytes"


def _require_regular(path: Path, mode: int) -> None:
    if not stat.S_ISREG(mode):
        kind = "a folder" if stat.S_ISDIR(mode) else "a pipe or a device"
        raise AicoreError(f"{short(path)}: {kind}, not a file")


def _standard(path: Path) -> int | None:
    """The descriptor of standard output or error if the path is where it goes, else None.

    A second descriptor of a regular file would have a place of its own in it, and the two would
    write over each other.
    """
    for number in (1, 2):
        with suppress(OSError):
            if os.path.samestat(path.stat(), os.fstat(number)):
                return number
    return None


def _is_stream(path: Path) -> bool:
    """Whether lines just flow into a path: a pipe, a device, or where standard output goes."""
    try:
        mode = path.stat().st_mode
    except FileNotFoundError:
        return False
    if stat.S_ISREG(mode):
        return _standard(path) is not None
    if stat.S_ISDIR(mode):
        _require_regular(path, mode)
    return True


def _write_stream(path: Path, data: bytes) -> None:
    for stream in (sys.stdout, sys.stderr):
        stream.flush()
    number = _standard(path)
    with open(path if number is None else os.dup(number), "wb", buffering=0) as file:
        _write_all(file.fileno(), data)


@contextmanager
def _locked(path: Path) -> Iterator[BinaryIO]:
    """The file of this path, made if it is not there, for reading and adding; nobody else's now."""
    flags = os.O_RDWR | os.O_APPEND | os.O_CREAT | getattr(os, "O_NONBLOCK", 0)
    same = False
    while not same:
        number = os.open(path, flags, PRIVATE)
        with open(number, "rb+") as file:
            _require_regular(path, os.fstat(number).st_mode)
            if fcntl is not None and sys.platform != "win32":
                # some shared folders have no locks: one line in one write is what is left there
                with suppress(OSError):
                    fcntl.flock(number, fcntl.LOCK_EX)
            # while this waited for the lock, a new file may have taken the path
            with suppress(FileNotFoundError):
                same = os.path.samestat(os.fstat(number), path.stat())
            if same:
                yield file


def _require(path: Path, file: BinaryIO, wrong: Callable[[bytes], str]) -> None:
    """Refuse a file whose first line that is not empty is of another kind, or its last one broken.

    Who reads such a file stops at a broken line: what came after it would be lost.
    """
    file.seek(0)
    first = b""
    while not first.strip():
        first = file.readline(LINE_LIMIT)
        if not first:
            return
    if reason := wrong(first):
        raise AicoreError(f"{short(path)}: {reason}; nothing is added to it")
    if wrong(_last_line(file)):
        raise AicoreError(
            f"{short(path)}: its last line is broken, as after a full disk: remove that line, or "
            "name another file; nothing is added to it"
        )


def _last_line(file: BinaryIO) -> bytes:
    """The last line that is not empty, of a file that has one."""
    end = file.seek(0, os.SEEK_END)
    found = b""
    while end and b"\n" not in found.rstrip() and len(found) <= LINE_LIMIT:
        start = max(0, end - (1 << 16))
        file.seek(start)
        found = file.read(end - start) + found
        end = start
    return found.rstrip().rpartition(b"\n")[2]


def _append(file: BinaryIO, data: bytes) -> None:
    """Add a line, and be sure that it is on the disk; on failure the file is as before."""
    number = file.fileno()
    size = file.seek(0, os.SEEK_END)
    if size:
        file.seek(-1, os.SEEK_END)
        if file.read(1) != b"\n":
            data = b"\n" + data
    try:
        _write_all(number, data)
        os.fsync(number)
    except BaseException:
        with suppress(OSError):
            os.ftruncate(number, size)
        raise


def _write_all(number: int, data: bytes) -> None:
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(number, rest) :]


def _rename_over(path: Path, file: BinaryIO, earlier: bytes, data: bytes) -> bool:
    """Replace the last of the lines that are `earlier`. False if there is none, or no way to."""
    file.seek(0)
    lines = file.readlines()
    places = [
        number
        for number, line in enumerate(lines)
        if line.rstrip(b"\r\n").removeprefix(BOM_UTF8) == earlier
    ]
    if not places:
        return False
    lines[places[-1]] = data
    try:
        with atomic_write(path.resolve()) as new:  # a link stays one
            new.writelines(lines)
    except PermissionError:  # a folder of others, or Windows, which replaces no file that is open
        return False
    return True


def _sync_folder(folder: Path) -> None:
    """Have a file's new name on the disk, too."""
    with suppress(OSError):
        number = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(number)
        finally:
            os.close(number)
