"""Long work in steps, so that a server can do other work between them."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any, TypeVar

Result = TypeVar("Result")
Steps = Generator[Any, None, Result]
"""Generator that yields after each step, and returns the result."""


def at_once(steps: Steps[Result]) -> Result:
    """Do all steps and return the result."""
    try:
        while True:
            next(steps)
    except StopIteration as done:
        result: Result = done.value
        return result
