"""What can go wrong at a table in a browser."""

from __future__ import annotations

from aicore.core.errors import AicoreError


class WebError(AicoreError):
    """What a viewer asked for cannot be."""


class NotFound(WebError):
    """There is no such table, or none that this viewer may see."""


class Full(WebError):
    """The server has as much as it takes."""


class ThinkError(WebError):
    """A worker could not think to the end."""
