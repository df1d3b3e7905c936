"""Decoded observations: their fields by name, as nested lists of numbers."""

from __future__ import annotations

from typing import Any

from aicore.core.game import Game
from aicore.core.observation import Field


def numbers(field: Field, observation: bytes) -> list[Any]:
    """Return the numbers of a field, from its first byte on."""
    size = field.width
    return [
        int.from_bytes(observation[i * size : (i + 1) * size], "little")
        for i in range(field.entries)
    ]


def decoded(game: Game, observation: bytes) -> dict[str, Any]:
    """Return an observation's fields by name; arrays are lists of lists, single numbers plain."""
    found = {}
    place = 0
    for field in game.fields:
        values = numbers(field, observation[place:])
        place += field.size
        for length in reversed(field.shape[1:]):
            values = [values[i : i + length] for i in range(0, len(values), length)]
        found[field.name] = values[0] if field.shape == (1,) else values
    assert place == len(observation)
    return found


def one(marks: list[int], names: Any = None) -> Any:
    """Return the name of the single 1 among zeros, by default its index; None if all are 0."""
    assert sorted(marks)[:-1] == [0] * (len(marks) - 1)
    if not any(marks):
        return None
    return marks.index(1) if names is None else names[marks.index(1)]


def some(marks: list[int], names: Any) -> list[Any]:
    """Return the names of the nonzero entries, each as often as its number says."""
    assert len(marks) == len(names)
    return [name for name, times in zip(names, marks, strict=True) for _ in range(times)]


def pair(two: list[int]) -> int:
    """Return a number from its high and its low byte."""
    return two[0] << 8 | two[1]
