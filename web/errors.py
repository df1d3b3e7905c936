"""What can go wrong at a table in a browser."""

from __future__ import annotations

import logging
import re
import sqlite3
import traceback

from aicore.core.errors import AicoreError, one_line

LOG = logging.getLogger("aicore.web")
MAX_SEEN = 1000  # different lines
NUMBER = re.compile(r"\d+")


class WebError(AicoreError):
    """What a viewer asked for cannot be."""


class NotFound(WebError):
    """There is no such table, or none that this viewer may see."""


class Full(WebError):
    """The server has as much as it takes."""


class TooLarge(WebError):
    """More was sent than is taken."""


class ThinkError(WebError):
    """A worker could not think to the end."""


class Unable(ThinkError):
    """The machine could not think now: no worker could be had, or several died over it."""


def unforeseen(error: Exception) -> str:
    """Note in the server's log, in a line, what should not have happened; what to say of it."""
    where = traceback.extract_tb(error.__traceback__)[-1:]
    place = f" ({where[0].filename.rpartition('/')[2]}, line {where[0].lineno})" if where else ""
    LOG.error("%s", one_line(f"{type(error).__name__}: {error}{place}"))
    if isinstance(error, sqlite3.Error):
        return f"the server cannot keep this now ({one_line(error, 60)}): try again"
    return "the server failed at this"


class Once(logging.Filter):
    """Lets a line of the log through once; what comes again is only counted.

    At the 10th, 100th, ... time a line says so, without its traceback.
    """

    def __init__(self) -> None:
        super().__init__()
        self._seen: dict[tuple[object, ...], int] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether it is to be written."""
        error = record.exc_info[1] if record.exc_info else None
        frames = traceback.extract_tb(error.__traceback__)[-1:] if error is not None else []
        place = [(frame.filename, frame.lineno) for frame in frames]
        message = (
            type(error).__name__ if error is not None else NUMBER.sub("0", record.getMessage())
        )
        key = (record.name, record.lineno, message, *place)
        if key not in self._seen and len(self._seen) >= MAX_SEEN:
            self._seen.clear()
        count = self._seen[key] = self._seen.get(key, 0) + 1
        if count > 1 and count == 10 ** (len(str(count)) - 1):
            record.msg = f"{one_line(record.getMessage())} (for the {count}th time)"
            record.args, record.exc_info, record.exc_text = (), None, None
            return True
        return count == 1


def quiet() -> None:
    """Have repeated lines of this server's logs counted, not written."""
    for name in ("aicore.web", "asyncio", "uvicorn.error", "uvicorn"):
        logger = logging.getLogger(name)
        for old in logger.filters:
            if isinstance(old, Once):
                logger.removeFilter(old)
        logger.addFilter(Once())
