"""Reading of user files up to a size limit, and writing without loss of content.

Several programs may add lines to one file. Each program locks the file, ends an unfinished last
line, adds its own line and syncs it to the disk. Then it releases the lock.
"""

from __future__ import annotations

import errno
import os
import stat
import sys
import time
from codecs import BOM_UTF8
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from sys import platform  # a variable, because type checkers evaluate only `sys.platform`
from typing import BinaryIO

from aicore.core.errors import AicoreError, short
from aicore.core.language import fill
from aicore.core.language import gettext as _

try:
    import fcntl
except ImportError:  # Windows has no such locks; each write still adds a whole line
    fcntl = None  # type: ignore[assignment]

WRITER_WAIT = 2.0
"""Seconds to wait for a writer to open a pipe."""

PRIVATE = 0o600
"""Mode of a new file: records hold the seed, which reveals hidden information and future luck."""

LINE_LIMIT = 16 << 20
"""Maximum number of bytes in a line."""


def data_folder() -> Path:
    """Return the folder of the user's data, which depends on the system. Raises AicoreError.

    The folder follows the XDG base directory rules. On Windows, and on macOS unless the XDG folder
    exists, it is in the system's folder for application data.
    """
    if base := os.environ.get("XDG_DATA_HOME"):
        return user_path(base) / "aicore"
    folder = user_path("~/.local/share/aicore")
    if platform == "win32":
        return user_path(os.environ.get("LOCALAPPDATA") or "~/AppData/Local") / "aicore"
    if platform == "darwin" and not folder.exists():
        return user_path("~/Library/Application Support/aicore")
    return folder


def saved_at(path: Path) -> int:
    """Return the time at which a file was saved, in nanoseconds; 0 while an editor replaces it."""
    try:
        return path.stat().st_mtime_ns
    except FileNotFoundError:
        return 0


def private_folder(path: Path) -> Path:
    """Make a folder that only the user may read, with its parents, and return it.

    If the folder or the data folder exists and belongs to the user, close it to other users.

    Raises OSError.
    """
    path.mkdir(parents=True, exist_ok=True, mode=0o700)
    if sys.platform not in ("win32", "emscripten"):  # systems where files belong to users
        for folder in {path, data_folder()}:
            status = folder.stat() if folder.exists() else None
            if status and status.st_uid == os.geteuid() and status.st_mode & 0o077:
                folder.chmod(0o700)
    return path


def user_path(text: str | Path) -> Path:
    """Return the path that a user typed, with ``~`` expanded. Raises AicoreError."""
    try:
        os.fsencode(text)
        path = Path(text).expanduser()
    except UnicodeError:
        raise AicoreError(
            _("{file} is not a file name: it is not valid text", file=short(text))
        ) from None
    except RuntimeError:
        raise AicoreError(_("{file}: that user has no home folder", file=short(text))) from None
    if "\0" in str(path):
        raise AicoreError(
            _("{file} is not a file name: it contains a NUL character", file=short(text))
        )
    return path


def read_bytes(path: str | Path, limit: int) -> bytes:
    """Return the whole content of a regular file.

    Args:
        limit: maximum number of bytes.

    Raises OSError, and AicoreError if the file is larger or is no regular file.
    """
    path = user_path(path)
    with _open_to_read(path) as file:
        _require_regular(path, os.fstat(file.fileno()).st_mode)
        content = file.read(limit + 1)
    if len(content) > limit:
        raise AicoreError(
            _("{file} is too large; the limit is {limit}", file=short(path), limit=_size(limit))
        )
    return content


def read_lines(path: str | Path, limit: int = LINE_LIMIT) -> Iterator[bytes]:
    """Yield the lines of a file or a pipe, with their line ends.

    Args:
        limit: maximum number of bytes in a line, and in memory.

    Raises OSError, and AicoreError with the number of a longer line.
    """
    path = user_path(path)
    with _open_to_read(path) as file:
        start = _await_writer(path, file.fileno())
        if sys.platform != "win32":  # Windows has no nonblocking open
            os.set_blocking(file.fileno(), True)
        number = 0
        while line := start + file.readline(limit + 1 - len(start)):
            start = b""
            number += 1
            if len(line) > limit:
                raise AicoreError(
                    _(
                        "{file}, line {number} is longer than {limit}",
                        file=short(path),
                        number=number,
                        limit=_size(limit),
                    )
                )
            yield line


def _open_to_read(path: Path) -> BinaryIO:
    """Open a file without waiting, because the wait for a pipe's writer might never end."""
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0)
    return open(path, "rb", opener=lambda name, _mode: os.open(name, flags))


def _await_writer(path: Path, descriptor: int) -> bytes:
    """Wait briefly until a pipe has a writer. Return the byte read meanwhile, or no byte.

    Raises AicoreError if nobody writes.
    """
    if not stat.S_ISFIFO(os.fstat(descriptor).st_mode):
        return b""
    deadline = time.monotonic() + WRITER_WAIT
    while time.monotonic() < deadline:
        try:
            if start := os.read(descriptor, 1):
                return start
        except BlockingIOError:  # a writer has opened the pipe, but has written nothing yet
            return b""
        time.sleep(0.01)
    raise AicoreError(_("{file} is a pipe, and nobody writes to it", file=short(path)))


def append_line(path: str | Path, line: str, wrong: Callable[[bytes], str] | None = None) -> None:
    """Add a line to the end of a file; write directly to a pipe or a device.

    Args:
        line: the line without its end.
        wrong: function that takes a line of the file and returns the reason why it does not belong
            there, or "". It checks the first and the last line, but not an empty file.

    Raises OSError, and AicoreError if a line does not belong in the file. An error leaves the file
    unchanged.
    """
    replace_line(path, None, line, wrong)


def replace_line(
    path: str | Path,
    earlier: str | None,
    line: str,
    wrong: Callable[[bytes], str] | None = None,
) -> None:
    """Replace an earlier line atomically; if that is not possible, add the new line at the end.

    Args:
        earlier: the exact line to replace, without its end. If it is None or no longer in the file,
            the new line is added and nothing is removed.
        line: the new line without its end.
        wrong: as for `append_line`.

    Raises AicoreError, OSError. An error leaves the file unchanged.
    """
    path = user_path(path)
    data = line.encode() + b"\n"
    if b"\n" in data[:-1]:
        raise AicoreError(f"{short(path)}: only a single line can be appended")
    if _is_stream(path):
        _write_stream(path, data)
        return
    with _locked(path) as file:
        if wrong is not None:
            _check_lines(path, file, wrong)
        if earlier is None or not _rename_over(path, file, earlier.encode(), data):
            _append(file, data)


@contextmanager
def atomic_write(path: Path) -> Iterator[BinaryIO]:
    """Yield a new file that replaces `path` when the block ends; on an exception nothing changes.

    The new file gets the mode and, if possible, the owner of the file that it replaces. If there
    was no file, only the user may read the new one. Raises OSError.
    """
    import tempfile  # imported late: slow to load, and few programs replace a file

    number, name = tempfile.mkstemp(prefix=".aicore-", dir=path.parent)
    file = open(number, "wb")  # noqa: SIM115, closed twice: an error the second time is ignored
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
    """Check that `append_line` will accept the file, before there is a line to write.

    Create an empty file if it is missing. Raises AicoreError, OSError.
    """
    path = user_path(path)
    if _is_stream(path):
        if not os.access(path, os.W_OK):
            raise PermissionError(errno.EACCES, "Permission denied", str(path))
        return
    with _locked(path) as file:
        if wrong is not None:
            _check_lines(path, file, wrong)


def _size(limit: int) -> str:
    """Return a number of bytes in words, such as "16 MiB"."""
    whole, unit = (limit >> 20, "MiB") if limit >= 1 << 20 else (limit >> 10, "KiB")
    return f"{whole} {unit}" if whole else _("{n} bytes", n=limit)


def _require_regular(path: Path, mode: int) -> None:
    """Raise AicoreError unless a mode from `stat` denotes a regular file."""
    if not stat.S_ISREG(mode):
        text = (
            _("{file} is a folder, not a file")
            if stat.S_ISDIR(mode)
            else _("{file} is a pipe or a device, not a file")
        )
        raise AicoreError(fill(text, file=short(path)))


def _standard(path: Path) -> int | None:
    """Return the descriptor of standard output or error if it goes to this path, else None.

    A second descriptor of a regular file would have its own offset, and the two would overwrite
    each other.
    """
    for number in (1, 2):
        with suppress(OSError):
            if os.path.samestat(path.stat(), os.fstat(number)):
                return number
    return None


def _is_stream(path: Path) -> bool:
    """Whether a path is a pipe, a device, or the target of standard output or error.

    Raises AicoreError for a folder.
    """
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
    """Write directly to a path for which `_is_stream` is true."""
    for stream in (sys.stdout, sys.stderr):
        stream.flush()
    number = _standard(path)
    with open(path if number is None else os.dup(number), "wb", buffering=0) as file:
        _write_all(file.fileno(), data)


@contextmanager
def _locked(path: Path) -> Iterator[BinaryIO]:
    """Open a file for reading and appending under an exclusive lock; create it if it is missing."""
    flags = os.O_RDWR | os.O_APPEND | os.O_CREAT | getattr(os, "O_NONBLOCK", 0)
    same = False
    while not same:
        number = os.open(path, flags, PRIVATE)
        with open(number, "rb+") as file:
            _require_regular(path, os.fstat(number).st_mode)
            if fcntl is not None and sys.platform != "win32":
                # some shared folders have no locks, but each write still adds a whole line
                with suppress(OSError):
                    fcntl.flock(number, fcntl.LOCK_EX)
            # another program may have replaced the file while this one waited for the lock
            with suppress(FileNotFoundError):
                same = os.path.samestat(os.fstat(number), path.stat())
            if same:
                yield file


def _check_lines(path: Path, file: BinaryIO, wrong: Callable[[bytes], str]) -> None:
    """Check that a file's first nonempty line belongs there, and that its last line is whole.

    Readers stop at a broken line, so they would miss everything after it. Raises AicoreError.
    """
    file.seek(0)
    first = b""
    while not first.strip():
        first = file.readline(LINE_LIMIT)
        if not first:
            return
    if reason := wrong(first):
        raise AicoreError(
            _("{file}: {reason}; nothing was written", file=short(path), reason=reason)
        )
    if wrong(_last_line(file)):
        raise AicoreError(
            _(
                "{file}: the last line is incomplete, perhaps because the disk was full. "
                "Nothing was written: remove that line, or name another file",
                file=short(path),
            )
        )


def _last_line(file: BinaryIO) -> bytes:
    """Return the last nonempty line of a file that has one."""
    end = file.seek(0, os.SEEK_END)
    content = b""
    while end and b"\n" not in content.rstrip() and len(content) <= LINE_LIMIT:
        start = max(0, end - (1 << 16))
        file.seek(start)
        content = file.read(end - start) + content
        end = start
    return content.rstrip().rpartition(b"\n")[2]


def _append(file: BinaryIO, data: bytes) -> None:
    """Add a line and sync it to the disk; on failure, restore the file."""
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
    """Write all data to a descriptor, in several steps if needed."""
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(number, rest) :]


def _rename_over(path: Path, file: BinaryIO, earlier: bytes, data: bytes) -> bool:
    """Replace the last line equal to `earlier`. Return whether this was possible."""
    file.seek(0)
    lines = file.readlines()
    equal = [
        number
        for number, line in enumerate(lines)
        if line.rstrip(b"\r\n").removeprefix(BOM_UTF8) == earlier
    ]
    if not equal:
        return False
    lines[equal[-1]] = data
    try:
        with atomic_write(path.resolve()) as new:  # replaces the target of a link, not the link
            new.writelines(lines)
    except PermissionError:  # another user's folder, or Windows, which cannot replace an open file
        return False
    return True


def _sync_folder(folder: Path) -> None:
    """Sync a folder to the disk, and with it the new name of a file."""
    with suppress(OSError):
        number = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(number)
        finally:
            os.close(number)
