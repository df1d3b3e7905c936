"""Exact values of Connect Four: the C program that solves it, asked from Python."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

SOURCE = Path(__file__).parent / "c" / "connect_four_solve.c"
MEMORY = 256  # MiB of the table
WORTH = {"+": 1, "=": 0, "-": -1}

Values = dict[str, int]
"""Win 1, draw 0 or loss -1 of the mover, by column."""


def compiled(folder: Path) -> Path:
    """Compile the solver in a folder. Raises OSError where there is no compiler."""
    program = folder / "solve"
    compiler = os.environ.get("CC", "cc").split()
    subprocess.run([*compiler, "-O3", "-march=native", SOURCE, "-o", program], check=True)
    return program


class Solver:
    """A running solver; what it proves of a position helps with the next one.

    Args:
        program: as `compiled` makes it.
    """

    def __init__(self, program: Path) -> None:
        self._process = subprocess.Popen(
            [program, str(MEMORY)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def values(self, game: str) -> str:
        """Return what each column is worth to the mover: `+`, `=`, `-`, or `.` if it is full.

        Args:
            game: the columns so far, such as "dcde"; it must not be over.

        Raises ValueError for another text.
        """
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(f"{game}\n")
        self._process.stdin.flush()
        line = self._process.stdout.readline()
        if not line:
            raise ValueError(f"{game!r} is not a game that goes on")
        return line.split()[0]

    def close(self) -> None:
        """End the program."""
        self._process.communicate()


def by_column(values: str) -> Values:
    """Return the values of a position by column, full ones left out."""
    return {
        column: WORTH[mark] for column, mark in zip("abcdefg", values, strict=True) if mark != "."
    }
