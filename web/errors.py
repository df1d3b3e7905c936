"""What can go wrong at a table in a browser."""

from __future__ import annotations

import logging
import traceback

from aicore.core.errors import AicoreError, one_line

LOG = logging.getLogger("aicore.web")


class WebError(AicoreError):
    """What a viewer asked for cannot be."""


class NotFound(WebError):
    """There is no such table, or none that this viewer may see."""


class Full(WebError):
    """The server has as much as it takes."""


class ThinkError(WebError):
    """A worker could not think to the end."""


def unforeseen(error: Exception) -> str:
    """Note in the server's log, in a line, what should not have happened; what to say of it."""
    where = traceback.extract_tb(error.__traceback__)[-1:]
    place = f" ({where[0].filename.rpartition('/')[2]}, line {where[0].lineno})" if where else ""
    LOG.error("%s", one_line(f"{type(error).__name__}: {error}{place}"))
    return "the server failed at this"
