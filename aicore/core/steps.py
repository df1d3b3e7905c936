"""Work that takes long, step by step, so that others can be served in between."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any, TypeVar

Result = TypeVar("Result")
Steps = Generator[Any, None, Result]
"""A generator: it yields after each step, and returns what comes of them."""


def at_once(steps: Steps[Result]) -> Result:
    """Do all steps. Returns what comes of them."""
    try:
        while True:
            next(steps)
    except StopIteration as done:
        result: Result = done.value
        return result
