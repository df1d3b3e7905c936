"""Decisions stay as they are until a change means to change them."""

from __future__ import annotations

import os
import subprocess
import sys
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


@pytest.mark.slow
def test_decisions_are_the_same_without_fused_arithmetic() -> None:
    """glibc picks its functions by what the processor can; where there is none, nothing changes."""
    without = "glibc.cpu.hwcaps=-AVX2_Usable,-FMA_Usable,-AVX2,-FMA,-FMA4"
    told = subprocess.run(
        [sys.executable, "-m", "aicore", "bench", "--signature"],
        check=True,
        capture_output=True,
        text=True,
        env={**os.environ, "GLIBC_TUNABLES": without},
    ).stdout
    assert told == FILE.read_text()
