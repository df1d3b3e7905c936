"""Examples, as games that are registered by their files."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from aicore.core import registry
from aicore.plain.loading import register

EXAMPLES = Path(__file__).parents[2] / "examples"
NAMES = sorted(path.stem for path in EXAMPLES.glob("*.py"))


@pytest.fixture(autouse=True)
def _forgotten_afterwards():
    """Forget the games that a test registered."""
    before = dict(registry._REGISTERED)
    yield
    for name in set(registry._REGISTERED) - set(before) - _registered():
        del registry._REGISTERED[name]


@cache
def _registered():
    """Return the names under which the examples are registered."""
    return {str(register(EXAMPLES / f"{name}.py")) for name in NAMES}


@pytest.fixture(scope="session")
def example():
    """Return a function that gives the registered name of an example."""
    return lambda name: str(register(EXAMPLES / f"{name}.py"))
