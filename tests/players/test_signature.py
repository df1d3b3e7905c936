"""Decisions stay as they are until a change means to change them."""

from __future__ import annotations

import pytest

import aicore
from aicore.arena.signature import signature
from kit import signatures

AGAIN = "if decisions were meant to change: python tests/kit/signatures.py --write"


def test_every_game_is_held() -> None:
    assert set(signatures.held()) == set(aicore.names())


@pytest.mark.parametrize("name", aicore.names())
def test_decisions_are_as_they_were(name: str) -> None:
    assert signature(name) == signatures.held()[name], AGAIN
