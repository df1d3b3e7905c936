"""Decisions stay as they are until a change means to change them."""

from __future__ import annotations

from pathlib import Path

import pytest

import aicore
from aicore.arena.signature import signatures

FILE = Path(__file__).parents[1] / "signatures.txt"
AGAIN = "if decisions were meant to change: aicore bench --signature > tests/signatures.txt"


def held() -> dict[str, dict[str, str]]:
    """game -> player -> signature."""
    found: dict[str, dict[str, str]] = {}
    for line in FILE.read_text().splitlines():
        name, spec, digits = line.split()
        found.setdefault(name, {})[spec] = digits
    return found


def test_every_game_is_held() -> None:
    assert set(held()) == set(aicore.names()), AGAIN


@pytest.mark.parametrize("name", aicore.names())
def test_decisions_are_as_they_were(name: str) -> None:
    assert signatures(name) == held()[name], AGAIN
