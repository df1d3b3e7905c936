"""What games ask of the dictionaries that positions are made of: they may hold anything."""

from __future__ import annotations

from aicore.core.errors import StateError, quoted


def require(condition: object, message: str) -> None:
    """Raises StateError with a message unless something holds."""
    if not condition:
        raise StateError(message)


def whole(value: object, low: int, high: int, what: str) -> int:
    """A whole number from `low` to `high`. Raises StateError."""
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise StateError(f"{what}: a whole number from {low} to {high}, not {quoted(value)}")
    return value
