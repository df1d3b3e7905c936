"""Putting a complete file under its name in one step: all of it or nothing, whoever else writes."""

from __future__ import annotations

import errno
import os
import secrets
from pathlib import Path

from aicore.core.files import PRIVATE

# what a file system without hard links may answer
_NO_LINKS = {
    errno.EPERM, errno.EACCES, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOSYS, errno.EMLINK,
    errno.EINVAL,
}  # fmt: skip


def fresh_name(path: Path) -> Path:
    """A name beside a file's that nobody has, for what is to become it."""
    return path.with_name(f".aicore-{secrets.token_hex(8)}")


def place_new(fresh: Path, path: Path) -> None:
    """Give a complete file its name, unless that is taken: of all who try, one succeeds.

    The file may keep its first name, too. Raises FileExistsError, OSError.
    """
    try:
        os.link(fresh, path)
    except OSError as error:
        if error.errno not in _NO_LINKS:
            raise
        # no links here: who makes the empty file owns the name
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, PRIVATE))
        fresh.replace(path)
