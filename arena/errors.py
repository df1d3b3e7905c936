"""Errors of tournaments."""

from __future__ import annotations

from aicore.core.errors import AicoreError


class StoreError(AicoreError):
    """Error for a tournament's file that is damaged or does not fit."""
