"""Arguments that a caller may pass to the Python API, and their refusals."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import pytest

import aicore
from aicore.core.errors import AicoreError
from aicore.core.rng import Rng
from kit.positions import walk

MAX_LENGTH = 300  # characters of an error: the caller's text, and the valid values
BAD_SEATS = (-1, 8, 100_000, -(1 << 31), 1 << 31, 1 << 70, 1.0, "0", b"0", ...)


@cache
def load(name: str, seats: int | None = None) -> aicore.Game:
    return aicore.load(name, seats=seats)


@cache
def states_of(name: str, seats: int | None = None) -> tuple[aicore.State, ...]:
    """Return the states of one random game."""
    return tuple(walk(load(name, seats), 1))


def some(name: str) -> Iterator[aicore.State]:
    """Yield some states of a game, with one of every kind of turn."""
    states = states_of(name)
    yield from states[:: max(1, len(states) // 12)]
    yield states[-1]
    for kind in {state.turn for state in states}:
        yield next(state for state in states if state.turn == kind)


@cache
def choice(name: str, seats: int | None = None) -> aicore.View:
    """Return the view of a mover that has a choice."""
    return next(s.view(s.turn) for s in states_of(name, seats) if len(s.legal_actions()) > 1)


def refused(call: Callable[..., Any], *given: Any, by: Any = AicoreError) -> str:
    """Return the one line with which a call is refused."""
    with pytest.raises(by) as caught:
        call(*given)
    text = str(caught.value)
    assert text
    assert "\n" not in text
    assert len(text) <= MAX_LENGTH
    return text


def numbers() -> Iterator[int]:
    """Yield integers that may have a meaning in some game, and many that have none."""
    yield from range(300)
    rng = Rng(1)
    for _ in range(300):
        yield rng.below((1 << 32) - 1) >> rng.below(32)
    for tag in range(256):
        yield from (tag << 24, tag << 24 | 0xFFFFFF, tag << 24 | rng.below(1 << 24))
