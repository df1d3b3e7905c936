"""Variants of a game to check: numbers of seats and options, and how many games of each."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from aicore.core.language import ngettext
from aicore.core.registry import GameInfo


@dataclass(frozen=True)
class Variant:
    """Number of seats, and the options that differ from their defaults."""

    seats: int
    options: dict[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        given = (f"{key}={value}" for key, value in self.options.items())
        return ", ".join([ngettext("{n} seat", "{n} seats", self.seats), *given])


def variants(about: GameInfo) -> Iterator[Variant]:
    """Yield each number of seats; then, for the default number, each option's choices or limits."""
    low, high = about.seats
    for seats in sorted(range(low, high + 1), key=lambda seats: seats != about.default_seats):
        yield Variant(seats)
    for option in about.options.values():
        for value in option.choices or (int(option.low), int(option.high)):
            if value != option.default:
                yield Variant(about.default_seats, {option.name: value})


def fewer(games: int) -> int:
    """Return the number of games to play of an unusual variant."""
    return max(2, games // 4)


def seeds(games: int, seconds: float) -> Iterator[int]:
    """Yield the seeds of up to `games` games, at least one, until the processor time is up."""
    began = time.process_time()
    for seed in range(games):
        yield seed
        if time.process_time() - began > seconds:
            return
