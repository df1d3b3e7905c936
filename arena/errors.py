"""Errors of tournaments."""

from __future__ import annotations

from aicore.core.errors import AicoreError


class StoreError(AicoreError):
    """A tournament's file is damaged, of another kind, or of another configuration."""
