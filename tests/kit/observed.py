"""Observations read back: by the names of their fields, as the game's README tells them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import aicore


def fields_of(state: aicore.State, seat: int) -> dict[str, Any]:
    """What a seat is told, by field: nested lists; of a field of one byte, the number."""
    seen = bytes(state.observation(seat))
    found, place = {}, 0
    for field in state.game.fields:
        part = seen[place : place + field.size]
        found[field.name] = part[0] if field.shape == (1,) else nested(part, field.shape)
        place += field.size
    assert place == len(seen)
    return found


def nested(part: bytes, shape: Sequence[int]) -> list[Any]:
    """Bytes in C order as lists of lists."""
    if len(shape) == 1:
        return list(part)
    size = len(part) // shape[0]
    return [nested(part[i : i + size], shape[1:]) for i in range(0, len(part), size)]


def marked(part: list[int], names: Sequence[Any]) -> list[Any]:
    """The members of a set that are marked by 1, all others by 0."""
    assert len(part) == len(names)
    assert set(part) <= {0, 1}
    return [name for name, mark in zip(names, part, strict=True) if mark]


def one(part: list[int], names: Sequence[Any]) -> Any:
    """The only member that is marked."""
    (found,) = marked(part, names)
    return found


def none_or_one(part: list[int], names: Sequence[Any]) -> Any:
    """The member that is marked, if there is one."""
    return one(part, names) if any(part) else None


def number(pair: list[int]) -> int:
    """A number in two bytes, the high one first."""
    high, low = pair
    return 256 * high + low
