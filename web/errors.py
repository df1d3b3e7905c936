"""Errors at a table in a browser."""

from __future__ import annotations

import logging
import re
import sqlite3
import traceback

from aicore.core.errors import AicoreError, one_line
from aicore.core.language import gettext as _

LOG = logging.getLogger("aicore.web")
MAX_SEEN = 1000  # different lines that a filter remembers
NUMBER = re.compile(r"\d+")


class WebError(AicoreError):
    """Error for a request that cannot be met."""


class NotFound(WebError):
    """Error for a missing table or page, or for one that this viewer may not see."""


class LimitReached(WebError):
    """Error for a request beyond a limit."""


class TooLarge(WebError):
    """Error for an upload that is too large."""


class ThinkError(WebError):
    """Error for a job that a worker could not finish."""


class WorkerUnavailable(ThinkError):
    """Error of the machine: no worker could be started, or several died over the job."""


def unforeseen(error: Exception) -> str:
    """Log an unexpected error in one line, and return a sentence about it for the viewer."""
    where = traceback.extract_tb(error.__traceback__)[-1:]
    place = f" ({where[0].filename.rpartition('/')[2]}, line {where[0].lineno})" if where else ""
    LOG.error("%s", one_line(f"{type(error).__name__}: {error}{place}"))
    if isinstance(error, sqlite3.Error):
        why = one_line(error, 60)
        return _("the server cannot save this right now ({why}); try again", why=why)
    return _("something went wrong on the server; try again")


class RepeatFilter(logging.Filter):
    """Log filter that writes a line once and only counts its repetitions.

    It writes a line again at the 10th, 100th, ... time, with the count but no traceback.
    """

    def __init__(self) -> None:
        super().__init__()
        self._seen: dict[tuple[object, ...], int] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether to write a line."""
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
    """Count repeated lines in this server's logs instead of writing them."""
    for name in ("aicore.web", "asyncio", "uvicorn.error", "uvicorn"):
        logger = logging.getLogger(name)
        for old in logger.filters:
            if isinstance(old, RepeatFilter):
                logger.removeFilter(old)
        logger.addFilter(RepeatFilter())
