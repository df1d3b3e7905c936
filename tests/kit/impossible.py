"""Dumps with one number, flag or list changed, most of them of impossible positions."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

Path = tuple[Any, ...]


def changed(fields: dict[str, Any]) -> Iterator[tuple[Path, dict[str, Any]]]:
    """Yield every dump that differs in one place, and that place.

    A number is one more, one less or seven more. A flag is flipped. A list or a text loses its
    first entry, or gets it twice, or a text has a character that none has. A dict loses each entry.
    """
    for path, value in _places(fields, ()):
        others: list[Any] = []
        if isinstance(value, bool):
            others = [not value]
        elif isinstance(value, int):
            others = [value + 1, value - 1, value + 7]
        elif isinstance(value, list) and value:
            others = [value[1:], [*value, value[0]]]
        elif isinstance(value, str) and value:
            others = [value[1:], value + value[0], value[:-1] + "?"]
        elif isinstance(value, dict):
            others = [{key: value[key] for key in value if key != left_out} for left_out in value]
        for other in others:
            yield path, _put(fields, path, other)


def _places(part: Any, path: Path) -> Iterator[tuple[Path, Any]]:
    if path:
        yield path, part
    if isinstance(part, dict | list):
        for key, entry in part.items() if isinstance(part, dict) else enumerate(part):
            yield from _places(entry, (*path, key))


def _put(fields: dict[str, Any], path: Path, value: Any) -> dict[str, Any]:
    found = copy.deepcopy(fields)
    part: Any = found
    for key in path[:-1]:
        part = part[key]
    part[path[-1]] = value
    return found
